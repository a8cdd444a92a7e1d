"""“Scoring” and the end of the match, competitive or cooperative."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.contract import Outcome

from .components import CARD, LOWER_VP, THRESHOLDS, UPPER_VP
from .designs import Ability, Part
from .state import State
from .statics import copied_enchantment, overlord_side
from .values import fixed_amount, wound_count
from .vocabulary import STACKS

Lines = tuple[tuple[str, int], ...]


def points_of(state: State, number: int, part: Part) -> int:
    """Return the points of a visible part."""
    return sum_points(state, number, part.of("vp"))


def sum_points(state: State, number: int, abilities: Sequence[Ability]) -> int:
    """Return the points of some lines."""
    total = 0
    for ability in abilities:
        total += fixed_amount(state, number, ability.fields)
    return total


def score_parts(state: State, number: int) -> Lines:
    """Return the parts of a score: village, stacks, rewards, wounds. They may be negative."""
    seat = state.seats[number]
    points_by_source = {"village": points_of(state, number, CARD[state.village].upper)}
    for stack in STACKS:
        cards = seat.stacks[stack]
        points = 0
        for card in cards:
            if card in LOWER_VP:
                points += sum_points(state, number, LOWER_VP[card])
        if cards and cards[-1] in UPPER_VP:
            points += sum_points(state, number, UPPER_VP[cards[-1]])
        points_by_source[stack] = points
    if (code := copied_enchantment(seat)) != "":
        for part in (CARD[code].upper, CARD[code].lower):
            points_by_source["item"] += points_of(state, number, part)
    if state.overlord and seat.rewards:
        # Each token is a small card of its own.
        points_by_source["rewards"] = seat.rewards * points_of(
            state, number, overlord_side(state).reward
        )
    points_by_source["wounds"] = -wound_count(state, number)
    return tuple(points_by_source.items())


def final_scores(state: State) -> list[int]:
    """Return everybody's points in the current state."""
    seats = range(len(state.seats))
    return [sum(points for _, points in score_parts(state, number)) for number in seats]


def end_together(state: State) -> str:
    """Return “lost” or “won”, "" while the match goes on; a loss takes precedence (ruling A-44)."""
    if state.pool > THRESHOLDS[state.options.coop_difficulty]:
        return "lost"
    return "won" if state.hit_points == 0 else ""


def find_outcome(state: State) -> Outcome | None:
    """Return the outcome: most points win and ties share the place (ruling A-24); in a cooperative
    match all win or all lose. None while the match runs."""
    many = len(state.seats)
    if not state.result:
        return None
    if state.options.coop:
        place = 1 if state.result == "won" else 2
        parts: Lines = (("hit_points", state.hit_points), ("wounds", state.pool))
        return Outcome((place,) * many, (), (parts,) * many)
    scores = final_scores(state)
    return Outcome(
        places=tuple(1 + sum(other > mine for other in scores) for mine in scores),
        scores=tuple(scores),
        lines=tuple(score_parts(state, number) for number in range(many)),
    )
