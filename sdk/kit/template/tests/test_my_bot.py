"""The bot plays by the rules, and is measured against a house bot."""

from __future__ import annotations

import pytest
from abyss_kit import GAMES, find_bot, measure_strength, play_match
from my_bot import choose_decision


@pytest.mark.parametrize("name", ["abyss", "pebbles"])
def test_every_answer_is_legal(name: str) -> None:
    result = play_match(GAMES[name], [choose_decision, choose_decision], 1)

    assert 1 in result.outcome.places


def test_its_strength_can_be_told() -> None:
    share = measure_strength(GAMES["pebbles"], choose_decision, find_bot("quick"), matches=10)

    assert 0 <= share.won <= share.played == 10
