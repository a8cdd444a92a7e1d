"""Estimate the lead of a seat during a match, in points, from its view alone."""

from __future__ import annotations

from ..rules.components import VALUE
from ..rules.scoring import allies_points, last_affiliation, lords_points
from ..rules.seats import Seat
from ..rules.view import SeatView, View
from .evaluation import (
    ALLY_POINT,
    KEY,
    LASTING,
    PEARL,
    POWERS,
    TOKEN,
    UNSEEN_ALLY,
    is_last_turn,
    location_worth,
    seat_of,
    turns_left,
)

# Number of remaining turns from which saved resources have their full worth.
TIME_TO_SPEND = 4


def estimate_lead(view: View) -> float:
    """Return the lead of the view's seat over the best of the others."""
    worths = [_evaluate_seat(view, number) for number in range(len(view.seats))]
    assert view.you is not None
    own = worths.pop(view.you)
    return own - max(worths)


def _evaluate_seat(view: View, number: int) -> float:
    """Return the worth of a seat's possessions and saved resources."""
    seat, seat_view = seat_of(view, number), view.seats[number]
    tokens = seat_view.monster_tokens
    points: float = lords_points(seat) + allies_points(seat.affiliated)
    points += sum(tokens) if tokens is not None else TOKEN * seat_view.monster_token_count
    places = sum(location_worth(view, place, seat) for place in seat.locations)
    return float(points + places + _evaluate_reserves(view, seat, seat_view))


def _evaluate_reserves(view: View, seat: Seat, seat_view: SeatView) -> float:
    if is_last_turn(view):
        allies, _rest = last_affiliation(seat)
        return allies_points(seat.affiliated + allies) - allies_points(seat.affiliated)
    share = min(1.0, turns_left(view) / TIME_TO_SPEND)
    hand = (
        UNSEEN_ALLY * seat_view.hand_size
        if seat_view.hand is None
        else ALLY_POINT * sum(VALUE[ally] for ally in seat.hand)
    )
    lasting = sum(
        POWERS.get(lord.id, 0)
        for lord in seat.lords
        if lord.id in LASTING and not lord.disabled and not lord.under
    )
    power = lasting * min(1.0, (turns_left(view) - 1) / 5)
    return float(share * (hand + PEARL * seat.pearls + KEY * seat_view.usable_keys) + power)
