"""Estimate the lead of a seat during a match, in Shards, from its view alone."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from ..rules.components import FRAGMENT, SEGMENT
from ..rules.scoring import FINAL_SHARDS, ROUND_SHARDS
from ..rules.view import SeatView, View
from .evaluation import INCOME, PASSIVE, WORTH, rounds_left

# The Essence that a card in hand, and a readied Foundation with the Wealth for it, still bring in
# this round; and the price of an average segment.
CARD, BUILD, SEGMENT_PRICE = 1.3, 3.0, 2.0
# The Essence of each point of Attack in this round.
ATTACK = 0.5
# The Essence that a seat gains after it has passed, while others go on.
PASS_ESSENCE = 2.0
# The Essence per round of a segment as a neighbour and part of patterns, and of its actions.
NEIGHBOUR, ACTION = 0.15, 0.9
# How far the Essence of a round differs from an estimate: the scale of a logistic distribution, for
# this round and for a later one. The same for the values of fragments, now and for each round left.
THIS_ROUND, LATER_ROUND = 2.0, 5.0
FRAGMENTS_NOW, FRAGMENTS_LATER = 0.4, 1.0


def estimate_lead(view: View) -> float:
    """Return the lead of the view's seat over the best of the others."""
    later = rounds_left(view)
    seats = view.seats
    parts = [
        expect_shards([_project_essence(view, n) for n in range(len(seats))], THIS_ROUND),
        expect_shards([_project_engine(seat, later) for seat in seats], LATER_ROUND),
        expect_shards(
            [sum(FRAGMENT[code].value for code in seat.fragments) for seat in seats],
            FRAGMENTS_NOW + FRAGMENTS_LATER * (later + 0.5),
            FINAL_SHARDS,
        ),
    ]
    now, rounds, final = parts
    worths = [seat.shards + now[n] + later * rounds[n] + final[n] for n, seat in enumerate(seats)]
    assert view.you is not None
    own = worths.pop(view.you)
    return float(own - max(worths))


def _project_essence(view: View, number: int) -> float:
    """Return the Essence that a seat may have at the end of this round."""
    seat = view.seats[number]
    if number in view.passed:
        return float(seat.essence + PASS_ESSENCE * (len(view.passed) < len(view.seats)))
    builds = min(seat.ready, seat.wealth / SEGMENT_PRICE)
    cards = CARD * seat.hand_size + ATTACK * seat.attack_value
    return float(seat.essence + cards + BUILD * builds + 0.3 * seat.influence)


def _project_engine(seat: SeatView, later: float) -> float:
    """Return the Essence per later round that a seat's Island and saved tokens are worth."""
    total = (WORTH["wealth"] * seat.wealth + WORTH["influence"] * seat.influence) / (later + 1)
    for segment in seat.island.values():
        card = SEGMENT[segment.card]
        total += NEIGHBOUR + ACTION * bool(card.actions) + PASSIVE * len(card.passive)
        total += sum(INCOME[stat] * many for stat, many in card.income.items())
    return float(total)


def expect_shards(
    values: Sequence[float], scale: float, shards: tuple[int, ...] = ROUND_SHARDS
) -> list[float]:
    """Return the Shards that each seat may expect of a ranking by uncertain values.

    >>> [round(many, 1) for many in expect_shards([9.0, 0.0], 0.5)]
    [3.0, 2.0]
    """
    expectations = []
    for number, own in enumerate(values):
        # The probability of each number of seats ahead.
        ahead = [1.0]
        for other, value in enumerate(values):
            if other != number:
                chance = 1 / (1 + exp(max(-50.0, min(50.0, (own - value) / scale))))
                ahead = [
                    stay * (1 - chance) + more * chance
                    for stay, more in zip([*ahead, 0.0], [0.0, *ahead], strict=True)
                ]
        expectations.append(sum(odds * many for odds, many in zip(ahead, shards, strict=False)))
    return expectations
