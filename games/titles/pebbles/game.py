"""The `Game` object of Pebbles, which the services use."""

from __future__ import annotations

from games.engine.contract import Board, Bot, Game

from .bot import copy_with_other_seed, leave_multiple_of_four
from .rules import (
    OPTIONS,
    SEATS,
    TOPICS,
    State,
    ask_for_pebbles,
    count_pebbles,
    lay_pile_out,
    rank_seats,
    read_pile,
    show_pile,
    take_pebbles,
    write_pile,
)
from .words import (
    ask_how_many,
    describe_no_cost,
    describe_pile,
    describe_taking,
    explain_wrong_number,
    list_pebble_words,
)


def load_pebble_board() -> Board:
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
    set_up_match=lay_pile_out,
    list_prompts=ask_for_pebbles,
    play_decision=take_pebbles,
    build_view=show_pile,
    find_outcome=rank_seats,
    count_components=count_pebbles,
    imagine_state=copy_with_other_seed,
    write_position=write_pile,
    read_position=read_pile,
    list_words=list_pebble_words,
    describe_prompt=ask_how_many,
    describe_cost=describe_no_cost,
    describe_event=describe_taking,
    describe_refusal=explain_wrong_number,
    describe_table=describe_pile,
    load_board=load_pebble_board,
    bot=Bot(leave_multiple_of_four),
    hand_offs={2: 6, 3: 6, 4: 6},
)
