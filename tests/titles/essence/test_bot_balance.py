"""What makes places and factions of The Essence equal: starting Wealth, budgets, dues."""

from __future__ import annotations

import pytest

from games.titles import GAMES
from games.titles.essence.rules.components import FACTIONS

from .conftest import Scene

STATS = ("influence", "wealth", "popularity", "attack", "defense")


@pytest.mark.parametrize("seats", range(2, 6))
def test_H44_the_first_two_begin_with_a_wealth_each(seats: int) -> None:
    """The third begins with 2, the fourth with 3, the fifth with 4; the first Income comes on top.

    Wealth of an Island's income is that of the Palace: only the Exchange Hall gives any.
    """
    state = GAMES["essence"].set_up_match(seats, bytes(32), {})

    income = {
        code: faction.stats["wealth"] + (code == "harbour_league")
        for code, faction in FACTIONS.items()
    }
    own = [state.seats[seat] for seat in state.order]
    assert [seat.wealth - income[seat.faction] for seat in own] == [1, 1, 2, 3, 4][:seats]


@pytest.mark.parametrize("faction", FACTIONS)
def test_H07_every_faction_has_the_same_budget(faction: str) -> None:
    """Influence, Wealth, Popularity, Attack and Defense come to 14; Attack is at most 2."""
    stats = FACTIONS[faction].stats

    assert sum(stats[stat] for stat in STATS) == 14
    assert stats["attack"] <= 2 and stats["foundations"] in (2, 3)


def test_the_harbour_master_takes_dues_of_all(scene: Scene) -> None:
    """Each opponent gives 1 Wealth, who has one."""
    scene("""
        seats:
          A: {faction: Cloudharbour League, hand: [Harbour Master]}
          B: {wealth: 2}
          C: {influence: 2}
        play:
          - {A: use Harbour Master 1}
        expect: {seats: {A: {wealth: 1}, B: {wealth: 1}, C: {wealth: 0, influence: 2}}}
    """)
