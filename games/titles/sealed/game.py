"""The `Game` object of Sealed, which the services use."""

from __future__ import annotations

from games.engine.contract import Board, Bot, Game

from .bot import choose_any_stake, deal_hidden_stones
from .rules import (
    OPTIONS,
    PRESETS,
    SEATS,
    TOPICS,
    State,
    ask_for_stakes,
    count_stones,
    deal_stones,
    rank_by_crowns,
    read_stones,
    seal_stake,
    show_stones,
    write_stones,
)
from .words import (
    ask_for_stake,
    count_stake_value,
    describe_stakes,
    describe_stones,
    explain_wrong_stake,
    label_stake,
    list_stone_words,
)


def load_stone_board() -> Board:
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
    set_up_match=deal_stones,
    list_prompts=ask_for_stakes,
    play_decision=seal_stake,
    build_view=show_stones,
    find_outcome=rank_by_crowns,
    count_components=count_stones,
    imagine_state=deal_hidden_stones,
    write_position=write_stones,
    read_position=read_stones,
    list_words=list_stone_words,
    describe_prompt=ask_for_stake,
    describe_cost=count_stake_value,
    label_answer=label_stake,
    describe_event=describe_stakes,
    describe_refusal=explain_wrong_stake,
    describe_table=describe_stones,
    load_board=load_stone_board,
    bot=Bot(choose_any_stake),
    hand_offs={2: 3, 3: 3, 4: 3, 5: 3},
)
