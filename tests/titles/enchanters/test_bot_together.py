"""Playing together: the difficulty decides how many points the Overlord begins with."""

from __future__ import annotations

import pytest

from games.engine import bot_match
from games.titles import GAMES
from games.titles.enchanters.rules.overlords import change_hit_points
from games.titles.enchanters.rules.running import Run
from games.titles.enchanters.rules.state import State

ENCHANTERS = GAMES["enchanters"]
RANDOM = {"mode": "coop", "kingdom_pool": "all", "kingdom_selection": "random"}
DIFFICULTIES = ("easy", "normal", "hard", "very_hard")


def deal(seats: int, difficulty: str) -> State:
    options = {**RANDOM, "coop_difficulty": difficulty}
    state: State = ENCHANTERS.set_up_match(seats, b"together", options)
    return state


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_harder_match_begins_with_more_points_and_allows_fewer_wounds(seats: int) -> None:
    views = [ENCHANTERS.build_view(deal(seats, one), 0) for one in DIFFICULTIES]
    points = [view.overlord.hit_points for view in views]
    wounds = [view.threshold for view in views]

    assert points == sorted(set(points))
    assert wounds == [50, 40, 30, 25]


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_healing_stops_at_99_points_or_at_those_of_the_beginning(difficulty: str) -> None:
    state = deal(4, difficulty)
    begun = state.hit_points

    change_hit_points(Run(state), -5)
    change_hit_points(Run(state), 200)

    assert state.hit_points == max(99, begun)


def test_a_strong_bot_plays_together_with_quick_ones_to_the_end() -> None:
    """Everybody has the whole win or nothing, and nobody a lead."""
    levels = (bot_match.STRONG, bot_match.QUICK)

    fought = bot_match.play_bot_match(ENCHANTERS, 2, 0, levels, 1, {**RANDOM, "short": True})

    assert fought.won in (0, 1) and fought.lead == 0
