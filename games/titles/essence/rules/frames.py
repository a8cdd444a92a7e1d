"""Effects that wait to be carried out, one after another."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Doing(Struct, tag="doing", tag_field="question"):
    """The effects that `seat` still has to carry out, the next one first; `source` is the card.

    Beside the words of the data there is one of our own: {settle: card} counts a new segment's
    income and the triggers of a build, after its one-time effects.
    """

    seat: int
    source: str
    effects: list[dict[str, Any]]
    number: int = 0
