"""Find where two values differ that should be equal: states, positions, views."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, to_builtins


def find_difference(first: object, second: object) -> str:
    """Return the first place where two values differ, with both values; "" if they are equal.

    >>> find_difference({"seats": [{"pearls": 2}]}, {"seats": [{"pearls": 3}]})
    'seats.0.pearls: 2, not 3'
    """
    difference = _find_difference(_to_plain(first), _to_plain(second), "")
    return difference or ("" if first == second else f"{first!r}, not {second!r}")


def _to_plain(value: object) -> object:
    return to_builtins(value, str_keys=True) if isinstance(value, Struct | list | tuple) else value


def _find_difference(first: object, second: object, place: str) -> str:
    if isinstance(first, Mapping) and isinstance(second, Mapping):
        for key in dict.fromkeys([*first, *second]):
            inside = f"{place}.{key}" if place else str(key)
            if key not in first or key not in second:
                return f"{inside} is there only once"
            if difference := _find_difference(first[key], second[key], inside):
                return difference
        return ""
    if isinstance(first, list) and isinstance(second, list) and len(first) == len(second):
        return _find_difference(dict(enumerate(first)), dict(enumerate(second)), place)
    return "" if first == second else f"{place}: {first!r}, not {second!r}"
