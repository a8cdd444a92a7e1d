"""Find where two values differ that should be equal: states, positions, views."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, to_builtins


def find_difference(one: object, other: object) -> str:
    """Return the first place where two values differ, with both values; "" if they are equal.

    >>> find_difference({"seats": [{"pearls": 2}]}, {"seats": [{"pearls": 3}]})
    'seats.0.pearls: 2, not 3'
    """
    found = _find_difference(_to_plain(one), _to_plain(other), "")
    return found or ("" if one == other else f"{one!r}, not {other!r}")


def _to_plain(value: object) -> Any:
    return to_builtins(value, str_keys=True) if isinstance(value, Struct | list | tuple) else value


def _find_difference(one: object, other: object, place: str) -> str:
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        for key in dict.fromkeys([*one, *other]):
            inside = f"{place}.{key}" if place else str(key)
            if key not in one or key not in other:
                return f"{inside} is there only once"
            if found := _find_difference(one[key], other[key], inside):
                return found
        return ""
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return _find_difference(dict(enumerate(one)), dict(enumerate(other)), place)
    return "" if one == other else f"{place}: {one!r}, not {other!r}"
