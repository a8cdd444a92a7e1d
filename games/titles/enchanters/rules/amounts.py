"""The amounts of a card: a number, “all”, a die, or so much for each of something."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from .vocabulary import Counter

Positive = Annotated[int, Meta(ge=1)]


class Die(Struct, frozen=True):
    """A die with this many sides."""

    die: int


class Per(Struct, frozen=True):
    """`times` for every `every` of a counter of the player, or `of` the target of an effect."""

    per: Counter
    every: Positive = 1
    times: int = 1
    of: Literal["self", "target"] = "self"


class RemovedScore(Struct, frozen=True):
    """The points of the card that was removed to pay for the effect."""

    score_of: Literal["removed_card"]


Amount = int | Literal["all"] | Die | Per | RemovedScore
# The class of an amount by the field that it cannot lack.
AMOUNTS: dict[str, type[Die | Per | RemovedScore]] = {
    "die": Die,
    "score_of": RemovedScore,
    "per": Per,
}


def is_known(amount: Amount) -> bool:
    """Return whether an amount is known in advance: neither “all” nor a die nor a removed card."""
    return isinstance(amount, int | Per)
