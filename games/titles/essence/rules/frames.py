"""Effects waiting to be carried out, one after another."""

from __future__ import annotations

from msgspec import Struct


class EffectFrame(Struct, tag="doing", tag_field="question"):
    """The effects that `seat` still has to carry out, the next one first; `source` is the card.

    In addition to the words of the card data, {settle: card} counts a new segment's income and
    fires the triggers of a build, after its one-time effects.
    """

    seat: int
    source: str
    effects: list[dict[str, object]]
    number: int = 0
