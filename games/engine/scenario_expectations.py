"""What is expected of a position, compared with what is there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# Lists under these names have an order; others are compared as they would lie in a heap.
ORDERED = ("_deck", "_stack", "_pile", "track", "agenda")
REST = "rest"


def find_differences(expected: object, actual: object, where: str) -> list[str]:
    """Return what is not as expected, one sentence each.

    Keys that are not mentioned are not looked at; a number in the place of a list is its length;
    `rest` at the end of a pile stands for all that follows.

    >>> find_differences({"pearls": 2, "hand": ["crab 4"]}, {"pearls": 3, "hand": ["crab4"]}, "A")
    ['A.pearls is 3, not 2']
    """
    if isinstance(expected, Mapping):
        return _in_mapping(expected, actual, where)
    if isinstance(actual, list) and type(expected) is int:
        return [] if len(actual) == expected else [f"{where} are {len(actual)}, not {expected}"]
    if isinstance(expected, list) and isinstance(actual, list):
        return _in_list(expected, actual, where)
    return [] if _is_as_expected(expected, actual) else [f"{where} is {actual}, not {expected}"]


def _in_mapping(expected: Mapping[Any, Any], actual: object, where: str) -> list[str]:
    if not isinstance(actual, Mapping):
        return [f"{where or 'the position'} is {actual}, not {dict(expected)}"]
    wrong = []
    for key, value in expected.items():
        place = f"{where}.{key}" if where else str(key)
        if str(key) not in actual:
            wrong.append(f"{place} is not there")
        else:
            wrong += find_differences(value, actual[str(key)], place)
    return wrong


def _in_list(expected: list[Any], actual: list[Any], where: str) -> list[str]:
    if where.endswith(ORDERED):
        if expected and expected[-1] == REST:
            expected = expected[:-1]
            actual = actual[: len(expected)]
        if len(expected) == len(actual) and all(map(_is_as_expected, expected, actual)):
            return []
        return [f"{where} is {actual}, not {expected}"]
    left = list(actual)
    # What says most is matched first, so that it does not find its match taken.
    for item in sorted(expected, key=lambda item: -len(item) if isinstance(item, Mapping) else 0):
        match = next((other for other in left if _is_as_expected(item, other)), None)
        if match is None:
            return [f"{where} is {actual}, not {expected}"]
        left.remove(match)
    return [f"{where} is {actual}, not {expected}"] if left else []


def _is_as_expected(expected: object, actual: object) -> bool:
    """Whether an item is as expected; of a Lord, a plain name says nothing but who it is."""
    if isinstance(actual, Mapping) and isinstance(expected, str):
        return _normalize_value(expected) in [_normalize_value(value) for value in actual.values()]
    if isinstance(expected, Mapping):
        if isinstance(actual, Mapping):
            return all(_is_as_expected(value, actual.get(key)) for key, value in expected.items())
        # A plain item is a mapping of which everything but its name is empty.
        return all(_is_as_expected(value, actual) or not value for value in expected.values())
    if isinstance(expected, list) and isinstance(actual, list):
        return len(expected) == len(actual) and all(map(_is_as_expected, expected, actual))
    if isinstance(expected, bool) or isinstance(actual, bool):
        return bool(expected) == bool(actual)
    return bool(_normalize_value(expected) == _normalize_value(actual))


def _normalize_value(value: object) -> Any:
    if not isinstance(value, str):
        return value
    return "".join(char for char in value.casefold() if char.isalnum())
