"""The `Game` object of Pebbles, which the services use."""

from __future__ import annotations

from games.engine.contract import Board, Bot, Game

from .bot import imagine_state, leave_multiple_of_four
from .rules import (
    OPTIONS,
    SEATS,
    TOPICS,
    State,
    View,
    build_view,
    count_components,
    find_outcome,
    list_prompts,
    play_decision,
    read_position,
    set_up_match,
    write_position,
)
from .words import (
    describe_cost,
    describe_event,
    describe_prompt,
    describe_refusal,
    describe_table,
    list_words,
)


def load_board() -> Board[View]:
    """Import the drawings lazily, like every game."""
    from .board import BOARD

    return BOARD


GAME = Game(
    name="pebbles",
    title="Pebbles",
    is_example=True,
    seats=SEATS,
    edition=1,
    revision=1,
    options=OPTIONS,
    topics=TOPICS,
    state_type=State,
    view_type=View,
    set_up_match=set_up_match,
    list_prompts=list_prompts,
    play_decision=play_decision,
    build_view=build_view,
    find_outcome=find_outcome,
    count_components=count_components,
    imagine_state=imagine_state,
    write_position=write_position,
    read_position=read_position,
    list_words=list_words,
    describe_prompt=describe_prompt,
    describe_cost=describe_cost,
    describe_event=describe_event,
    describe_refusal=describe_refusal,
    describe_table=describe_table,
    load_board=load_board,
    bot=Bot(leave_multiple_of_four),
    hand_offs={2: 6, 3: 6, 4: 6},
)
