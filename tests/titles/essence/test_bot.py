"""The house bot of The Essence: what it values, and what it may see."""

from __future__ import annotations

import os

import pytest

from games.engine import bot_match
from games.engine.chance import Chance
from games.engine.contract import Decision
from games.engine.random_match import iter_random_match
from games.engine.scenario import Table
from games.titles import GAMES
from games.titles.essence.bot.lead import estimate_lead, expect_shards
from games.titles.essence.rules.scoring import FINAL_SHARDS

from .conftest import Scene

ESSENCE = GAMES["essence"]
# With DUEL=100 the strong bot plays the hundred matches of `manage.py bot_match essence strong
# quick`.
DUEL = int(os.environ.get("DUEL", "2"))


def answer_of(table: Table) -> Decision:
    """Return what the bot answers at seat A."""
    view = ESSENCE.build_view(table.state, 0)
    return ESSENCE.bot.choose_decision(view, table.prompt_of(0), Chance(bytes(32)))


def lead_of(table: Table, seat: int = 0) -> float:
    return estimate_lead(ESSENCE.build_view(table.state, seat))


def test_a_granted_build_is_worth_what_it_builds(scene: Scene) -> None:
    """A Gardener builds for 1 Wealth less: with 2 Wealth a Theatre at 3."""
    table = scene("""
        seats:
          A: {faction: Hanging Garden Synod, wealth: 2, hand: [Gardener]}
          B: {}
        market: [Theatre]
    """)

    assert answer_of(table) == Decision("use", {"card": "f.gs.gardener"})


def test_a_granted_build_without_a_foundation_is_worth_nothing(scene: Scene) -> None:
    table = scene("""
        seats:
          A: {faction: Hanging Garden Synod, wealth: 2, ready: 0, hand: [Gardener]}
          B: {}
        market: [Theatre]
    """)

    assert answer_of(table).verb != "use"


def test_the_best_cell_is_the_one_with_the_neighbours_that_add_most(scene: Scene) -> None:
    """A Fountain counts 1 for each political neighbour and -1 for each economic one."""
    table = scene("""
        seats:
          A: {faction: Court of Masks, wealth: 1,
              island: {"0,0": Mirror Palace, "1,0": Warehouse, "1,1": Chancery}}
          B: {}
        market: [Fountain]
    """)

    assert answer_of(table) == Decision("build", {"card": "l.fountain", "cell": "0,1"})


def test_who_is_ahead_of_all_expects_the_shards_of_the_first() -> None:
    assert expect_shards([30.0, 0.0, 10.0], 0.1) == pytest.approx([3, 1, 2])
    assert expect_shards([0.0, 9.0, 3.0], 0.1, FINAL_SHARDS) == pytest.approx([1, 4, 2])


def test_equals_expect_the_same() -> None:
    assert expect_shards([5.0, 5.0], 2.0) == pytest.approx([2.5, 2.5])
    assert expect_shards([5.0] * 4, 2.0) == pytest.approx([(3 + 2 + 1) / 4] * 4)


@pytest.mark.parametrize(
    "more", ["shards: 1", "essence: 4", "wealth: 3", "influence: 3", "fragments: [Five Winds]"]
)
def test_whoever_has_more_leads(scene: Scene, more: str) -> None:
    """Shards win; Essence and fragments bring Shards, and tokens bring Essence."""
    less = scene("seats: {A: {}, B: {}}")

    table = scene(f"seats: {{A: {{{more}}}, B: {{}}}}")

    assert lead_of(table) > lead_of(less)
    assert lead_of(table, seat=1) < lead_of(less, seat=1)


def test_the_estimate_sees_no_more_than_its_view() -> None:
    for number, moment in enumerate(iter_random_match(ESSENCE, 3, 4)):
        for seat in range(3) if number % 25 == 0 else ():
            other = ESSENCE.imagine_state(moment.state, seat, Chance(b"other"))
            estimates = [
                estimate_lead(ESSENCE.build_view(state, seat)) for state in (moment.state, other)
            ]

            assert estimates[0] == estimates[1]


@pytest.mark.slow
def test_the_strong_bot_beats_the_quick_bot() -> None:
    fought = [
        bot_match.play_bot_match(ESSENCE, 2, number, (bot_match.STRONG, bot_match.QUICK), 8)
        for number in range(DUEL)
    ]

    assert sum(match.won for match in fought) >= (0.6 * DUEL if DUEL >= 100 else 1)
