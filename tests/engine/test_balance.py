"""Matches of house bots, counted: shares of wins, rounds and what is used."""

from __future__ import annotations

import pytest

from games.engine import balance
from games.engine.contract import PlayedMatch
from games.titles import GAMES

# The matches are played once.
pytestmark = pytest.mark.xdist_group("balance")


@pytest.fixture(scope="module")
def played() -> list[PlayedMatch]:
    return [balance.play_match(GAMES["essence"], 5, number, {}) for number in range(3)]


def test_the_same_number_is_the_same_match(played: list[PlayedMatch]) -> None:
    assert balance.play_match(GAMES["essence"], 5, 1, {}) == played[1]


def test_every_faction_and_every_place_has_its_share(played: list[PlayedMatch]) -> None:
    told = balance.summarize_matches(GAMES["essence"], played)

    names = [f"place {place} of 5" for place in range(1, 6)]
    assert set(names) < set(told.shares)
    assert len([name for name in told.shares if name.startswith("faction ")]) == 5
    assert sum(told.shares[name].won for name in names) == pytest.approx(3)
    assert sum(told.rounds.values()) == 3


def test_what_nobody_used_is_named(played: list[PlayedMatch]) -> None:
    told = balance.summarize_matches(GAMES["essence"], played[:1])

    assert set(told.unused) == {code for code in told.used if not told.used[code]}
    # Words come in another order in every process; what is told does not.
    assert list(told.used) == sorted(told.used)
    assert told.unused and "t.attack" not in told.unused


@pytest.mark.parametrize(("won", "outlier"), [(14, True), (15, False), (25, False), (26, True)])
def test_a_share_off_by_more_than_a_quarter_is_an_outlier(won: int, outlier: bool) -> None:
    share = balance.Share()
    for number in range(100):
        share.add(float(number < won), 5)

    assert share.is_outlier == outlier


def test_a_game_without_seats_in_its_view_is_counted_too() -> None:
    one = balance.play_match(GAMES["pebbles"], 2, 1, {})

    assert sum(one.wins) == pytest.approx(1) and one.own == [{}, {}]
