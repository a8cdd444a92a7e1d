"""Reproducible, verifiable randomness: a seed and a draw counter per named stream."""

from __future__ import annotations

from hashlib import shake_256
from typing import Any, TypeVar

from msgspec import Struct, field

T = TypeVar("T")

# Last entry of a fixed order of which only the beginning is specified.
REST = "rest"


class Chance(Struct, omit_defaults=True):
    """A seed and, for each named stream, the number of draws made from it.

    Every shuffle is derived from (seed, stream, count) with SHAKE-256 alone, so neither another
    stream, an undo nor a new Python version changes it, and anybody who knows the seed can repeat
    it with a hash function.
    """

    seed: bytes
    counts: dict[str, int] = field(default_factory=dict)
    # Fixed results by stream, used before any draw: for replaying a recorded match.
    fixed: dict[str, list[Any]] = field(default_factory=dict)

    def shuffle(self, stream: str, items: list[T]) -> list[T]:
        """Return `items` in a random order (Fisher-Yates; 64 bits of hash for each step).

        A fixed order names all items, or its last entry is `rest`: the others follow in their order
        in `items`. Raises ValueError if a fixed order is not a permutation of these items.
        """
        if self.fixed.get(stream):
            return _checked_order(stream, self.fixed[stream].pop(0), items)
        order = list(items)
        draws = self._draws(stream, max(len(order) - 1, 0))
        for last, draw in zip(range(len(order) - 1, 0, -1), draws, strict=True):
            pick = draw * (last + 1) >> 64
            order[last], order[pick] = order[pick], order[last]
        return order

    def choose(self, stream: str, items: list[T]) -> T:
        """Return one of `items`. Raises ValueError if a fixed result is not among them."""
        if self.fixed.get(stream):
            item: T = self.fixed[stream].pop(0)
            if item not in items:
                raise ValueError(f"chance {stream}: {item} is not one of {items}")
            return item
        (draw,) = self._draws(stream, 1)
        return items[draw * len(items) >> 64]

    def _draws(self, stream: str, many: int) -> list[int]:
        count = self.counts[stream] = self.counts.get(stream, 0) + 1
        source = shake_256(b"%s/%s/%d" % (self.seed, stream.encode(), count)).digest(8 * many)
        return [int.from_bytes(source[at : at + 8], "big") for at in range(0, 8 * many, 8)]


def _checked_order(stream: str, order: object, items: list[T]) -> list[T]:
    """Return a fixed order; `rest` as its last entry stands for all items that it does not name."""
    if not isinstance(order, list):
        raise ValueError(f"chance {stream}: {order!r} is no list, top first")
    listed_items = order[:-1] if order[-1:] == [REST] else order
    left = list(items)
    for item in listed_items:
        if item not in left:
            raise ValueError(f"chance {stream}: {item} is not (or no more) among {items}")
        left.remove(item)
    if left and listed_items is order:
        raise ValueError(
            f"chance {stream}: {order} is not an order of {items}; {left} are missing: "
            f"name them or end with {REST}"
        )
    return [*listed_items, *left]
