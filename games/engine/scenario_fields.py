"""Parse plain values (from YAML or JSON) with errors that name the invalid field.

All functions raise ValueError.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any, TypeVar

Word = TypeVar("Word", bound=str)

# A mapping of a file whose values are not checked yet.
Fields = Mapping[str, Any]

# Upper bound for all counts in a game.
MOST = 1_000_000


def parse_mapping(value: object, where: str) -> Fields:
    """Return a mapping; None is an empty one."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise ValueError(f"{where}: this must be a mapping of names to values")
    return value


def parse_list(value: object, where: str) -> list[Any]:
    """Return a list; None is an empty one, text is split at commas.

    >>> parse_list("crab 4, squid 2", "hand")
    ['crab 4', 'squid 2']
    """
    if value is None:
        return []
    if isinstance(value, str):
        return [part.strip() for part in value.split(",")]
    if not isinstance(value, list | tuple):
        raise ValueError(f"{where}: this must be a list")
    return list(value)


def check_keys(mapping: Fields, keys: Sequence[str], where: str) -> None:
    """Refuse a key that is not in `keys`; `where` is the prefix including its dot."""
    for key in mapping:
        if key not in keys:
            raise ValueError(
                f"{where}{key}: there is no such field{suggest_nearest(str(key), keys)}"
            )


def text_keys(mapping: Mapping[Any, object], where: str) -> None:
    """Refuse a key that is not a string: YAML reads `1` or `2026-01-01` as something else."""
    for key in mapping:
        if not isinstance(key, str):
            raise ValueError(f"{where}{key}: there is no such field; put words into quotes")


def suggest_nearest(word: str, words: Sequence[str]) -> str:
    """Return a “did you mean” suffix with the most similar word; "" if there is none."""
    near = get_close_matches(word, words, 1)
    return f"; did you mean {near[0]!r}?" if near else ""


def one_of(value: object, values: Sequence[Word], where: str) -> Word:
    """Return the value if it is one of `values`."""
    for word in values:
        if word == value:
            return word
    raise ValueError(f"{where}: {value!r} is none of {', '.join(values)}")


def parse_count(value: object, where: str) -> int:
    """Return a whole number from 0 to `MOST`."""
    if type(value) is not int or not 0 <= value <= MOST:
        raise ValueError(f"{where}: {value!r} is not a whole number from 0 on, or too high")
    return value


def parse_integer(value: object, low: int, high: int, where: str) -> int:
    """Return a whole number from `low` to `high`."""
    if type(value) is not int or not low <= value <= high:
        raise ValueError(f"{where}: {value!r} is not a whole number from {low} to {high}")
    return value


def parse_boolean(value: object, where: str) -> bool:
    """Return a boolean."""
    if type(value) is not bool:
        raise ValueError(f"{where}: {value!r} is neither true nor false")
    return value
