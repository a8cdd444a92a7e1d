"""The Court: plotting, recruiting, paying, affiliating."""

from __future__ import annotations

from msgspec import Struct


class Affiliate(Struct, tag="affiliate", tag_field="question"):
    """“Recruit a Lord”: which of the Allies played is affiliated; they lie in `allies` meanwhile."""

    seat: int
    lord: str
    allies: list[str]
    number: int = 0
