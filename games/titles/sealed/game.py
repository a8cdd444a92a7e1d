"""The `Game` object of Sealed, which the services use."""

from __future__ import annotations

from games.engine.contract import Board, Bot, Game

from .bot import choose_any_stake, imagine_state
from .rules import (
    OPTIONS,
    PRESETS,
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
    label_answer,
    list_words,
)


def load_board() -> Board[View]:
    """Import the drawings lazily, like every game."""
    from .board import BOARD

    return BOARD


GAME = Game(
    name="sealed",
    title="Sealed",
    is_example=True,
    seats=SEATS,
    edition=1,
    revision=1,
    options=OPTIONS,
    presets=PRESETS,
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
    label_answer=label_answer,
    describe_event=describe_event,
    describe_refusal=describe_refusal,
    describe_table=describe_table,
    load_board=load_board,
    bot=Bot(choose_any_stake),
    hand_offs={2: 3, 3: 3, 4: 3, 5: 3},
)
