"""Measures for charts over time: public numbers by seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import convert

from games.engine.contract import PlainView as View

from ..rules.scoring import allies_points, location_points, lords_points
from ..rules.seats import Seat
from ..words.names import language_column
from .sayings import MEASURES


def count_measures(view: View) -> dict[str, list[int]]:
    """Return each seat's visible influence and its Pearls, by measure."""
    seats = [_build_visible_seat(seat) for seat in view["seats"]]
    keys = int(view["options"].get("ambassador_keys", 3))
    return {
        "influence": [_count_influence_points(seat, seats, keys) for seat in seats],
        "pearls": [seat.pearls for seat in seats],
    }


def name_measure(code: str, language: str) -> str:
    """Return the name of a measure."""
    return MEASURES[code][language_column(language)]


def _build_visible_seat(seat: Mapping[str, Any]) -> Seat:
    """Return a seat of a view without what is hidden there."""
    fields = {field: seat[field] for field in Seat.__struct_fields__ if seat.get(field) is not None}
    return convert({"hand": [], "monster_tokens": []} | fields, Seat)


def _count_influence_points(seat: Seat, seats: list[Seat], ambassador_keys: int) -> int:
    opponents = [other for other in seats if other is not seat]
    places = sum(
        location_points(place, seat, opponents, ambassador_keys) for place in seat.locations
    )
    return lords_points(seat) + allies_points(seat.affiliated) + places + sum(seat.monster_tokens)
