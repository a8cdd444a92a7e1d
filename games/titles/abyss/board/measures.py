"""Measures for charts over time: public numbers by seat."""

from __future__ import annotations

from ..rules.scoring import allies_points, location_points, lords_points
from ..rules.seats import Seat
from ..rules.view import View
from ..words.names import language_column
from .sayings import MEASURES


def count_measures(view: View) -> dict[str, list[int]]:
    """Return each seat's visible influence and its Pearls, by measure."""
    seats = [seat.to_seat() for seat in view.seats]
    keys = view.options.ambassador_keys
    return {
        "influence": [_count_influence_points(seat, seats, keys) for seat in seats],
        "pearls": [seat.pearls for seat in seats],
    }


def name_measure(code: str, language: str) -> str:
    """Return the name of a measure."""
    return MEASURES[code][language_column(language)]


def _count_influence_points(seat: Seat, seats: list[Seat], ambassador_keys: int) -> int:
    opponents = [other for other in seats if other is not seat]
    places = sum(
        location_points(place, seat, opponents, ambassador_keys) for place in seat.locations
    )
    return lords_points(seat) + allies_points(seat.affiliated) + places + sum(seat.monster_tokens)
