"""Luck that can be replayed and checked: a seed and a count of draws per stream."""

from __future__ import annotations

from hashlib import shake_256
from typing import Any, TypeVar

from msgspec import Struct, field

T = TypeVar("T")

# Ends a fixed order of which only the beginning is known.
REST = "rest"


class Chance(Struct, omit_defaults=True):
    """A seed, and for each named stream how often it was used.

    Every shuffle is worked out from (seed, stream, count) by SHAKE-256 alone, so neither another
    stream, an undo nor a new Python version changes it, and anybody who knows the seed can repeat
    it with a hash function.
    """

    seed: bytes
    counts: dict[str, int] = field(default_factory=dict)
    # What chance is to decide, by stream: used up first, for replaying a recorded match.
    fixed: dict[str, list[Any]] = field(default_factory=dict)

    def shuffle(self, stream: str, items: list[T]) -> list[T]:
        """Return `items` in a new order (Fisher-Yates; 64 bits of hash for each step).

        A fixed order names all of them, or its last entry is `rest`: the others follow as they
        are in `items`. Raises ValueError if a fixed order is not an order of just these items.
        """
        if self.fixed.get(stream):
            return _checked_order(stream, self.fixed[stream].pop(0), items)
        shuffled = list(items)
        draws = self._draws(stream, max(len(shuffled) - 1, 0))
        for last, draw in zip(range(len(shuffled) - 1, 0, -1), draws, strict=True):
            pick = draw * (last + 1) >> 64
            shuffled[last], shuffled[pick] = shuffled[pick], shuffled[last]
        return shuffled

    def choose(self, stream: str, items: list[T]) -> T:
        """Return one of `items`. Raises ValueError if a fixed result is none of them."""
        if self.fixed.get(stream):
            chosen: T = self.fixed[stream].pop(0)
            if chosen not in items:
                raise ValueError(f"chance {stream}: {chosen} is not one of {items}")
            return chosen
        (draw,) = self._draws(stream, 1)
        return items[draw * len(items) >> 64]

    def _draws(self, stream: str, many: int) -> list[int]:
        count = self.counts[stream] = self.counts.get(stream, 0) + 1
        source = shake_256(b"%s/%s/%d" % (self.seed, stream.encode(), count)).digest(8 * many)
        return [int.from_bytes(source[at : at + 8], "big") for at in range(0, 8 * many, 8)]


def _checked_order(stream: str, order: object, items: list[T]) -> list[T]:
    """Return a fixed order; `rest` as its last entry stands for all that it does not name."""
    if not isinstance(order, list):
        raise ValueError(f"chance {stream}: {order!r} is no list, top first")
    named = order[:-1] if order[-1:] == [REST] else order
    left = list(items)
    for item in named:
        if item not in left:
            raise ValueError(f"chance {stream}: {item} is not (or no more) among {items}")
        left.remove(item)
    if left and named is order:
        raise ValueError(
            f"chance {stream}: {order} is not an order of {items}; {left} are missing: "
            f"name them or end with {REST}"
        )
    return [*named, *left]
