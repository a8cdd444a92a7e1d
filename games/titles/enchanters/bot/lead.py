"""Estimate the lead of a seat during a match from its view alone."""

from __future__ import annotations

from math import exp

from ..rules.view import SeatView, View
from .evaluation import turns_left

# The worth of a crystal that can still be spent, and how many can be spent in a turn.
CRYSTAL, SPENT_EACH_TURN = 0.45, 1.5
MAX_CRYSTALS = 12
# The worth of a point of attack and of defense for each remaining turn.
ATTACK, DEFENSE = 0.40, 0.35
# Number of remaining turns from which more turns add nothing to the worth of powers.
TIME_TO_FIGHT = 12
# The power above which more adds nothing: that of the strongest creatures.
ENOUGH_POWER = 14
# The lead of players who are certain to win together, as high as the bonus for a match won.
CERTAIN = 10.0
# Regression over 200 matches together of quick bots. The damage that a player still does to the
# Overlord, without a limit of time and how many turns it takes to do most of it.
FULL_DAMAGE, DAMAGE_TURNS = 70.0, 11.0
# The usual attack and defense in the last turn, and how much lower they are for each turn left.
USUAL_ATTACK, USUAL_DEFENSE = (10.0, 0.22), (5.8, 0.13)
# What a point above that does for each turn left, up to a dozen, and what others do. A wound counts
# less than in the regression: quick bots heal more than they need.
DAMAGE_OF_ATTACK, DAMAGE_OF_DEFENSE = 0.42, 0.30
DAMAGE_OF_CRYSTAL, DAMAGE_OF_WOUND = 0.5, -0.6
# What each point above the usual health and strength of an Overlord does to every player's damage.
USUAL_HEALTH, USUAL_STRENGTH = 8, 4
DAMAGE_OF_HEALTH, DAMAGE_OF_STRENGTH = -2.0, -1.5
# How far the damage and the wounds until the end vary around what is expected.
DAMAGE_SPREAD, WOUND_SPREAD = 15.0, 5.0
# The exponent that keeps small chances apart.
FLATTENING = 0.3


def estimate_lead(view: View) -> float:
    """Return the lead of the view's seat over the best of the others, in points.

    In a cooperative match this is the group's chance of winning, from -10 (none) to 10 (certain).
    """
    if view.threshold is not None:
        return _estimate_chance_together(view)
    worths = [_evaluate_seat(view, number) for number in range(len(view.seats))]
    own = worths.pop(view.own_seat)
    return own - max(worths)


def _evaluate_seat(view: View, number: int) -> float:
    """Return the points of a seat if the match ended now, and the worth of what it can still do."""
    seat = view.seats[number]
    left = min(TIME_TO_FIGHT, turns_left(view))
    useful = min(seat.crystals, SPENT_EACH_TURN * left, MAX_CRYSTALS)
    attack, defense = min(seat.attack, ENOUGH_POWER), min(seat.defense, ENOUGH_POWER)
    return float(seat.points + CRYSTAL * useful + left * (ATTACK * attack + DEFENSE * defense))


def _estimate_chance_together(view: View) -> float:
    """Return the chance of winning together: of enough damage in time, and of few enough
    wounds."""
    seats, overlord = view.seats, view.overlord
    if overlord is None:  # The match is still being set up.
        return 0.0
    left = turns_left(view)
    damage = sum(_damage_to_come(seat, left) for seat in seats)
    damage += DAMAGE_OF_WOUND * view.pool
    hardness = DAMAGE_OF_HEALTH * (overlord.health - USUAL_HEALTH)
    hardness += DAMAGE_OF_STRENGTH * (overlord.strength - USUAL_STRENGTH)
    damage += len(seats) * hardness * min(1.0, left / TIME_TO_FIGHT)
    chance = _soft_step((damage - overlord.hit_points) / DAMAGE_SPREAD)
    chance *= _soft_step(((view.threshold or 0) - 2 * len(seats) - view.pool) / WOUND_SPREAD)
    return float(CERTAIN * (2 * chance**FLATTENING - 1))


def _damage_to_come(seat: SeatView, left: float) -> float:
    """Return the damage that a player will do to the Overlord in the turns left."""
    useful = min(TIME_TO_FIGHT, left)
    attack = seat.attack - (USUAL_ATTACK[0] - USUAL_ATTACK[1] * left)
    defense = seat.defense - (USUAL_DEFENSE[0] - USUAL_DEFENSE[1] * left)
    damage = FULL_DAMAGE * (1 - exp(-left / DAMAGE_TURNS))
    damage += useful * (DAMAGE_OF_ATTACK * attack + DAMAGE_OF_DEFENSE * defense)
    crystals = min(seat.crystals, SPENT_EACH_TURN * left, MAX_CRYSTALS)
    return float(damage + DAMAGE_OF_CRYSTAL * crystals)


def _soft_step(margin: float) -> float:
    """Return the chance of reaching a goal with this margin, in units of its spread."""
    return 1 / (1 + exp(-margin))
