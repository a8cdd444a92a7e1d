"""The sequence of play."""

from __future__ import annotations

from msgspec import Struct


class Turn(Struct, tag="turn", tag_field="question"):
    """“Sequence of Play”: plot, use a power, or choose the action."""

    seat: int
    number: int = 0


class CommanderEnd(Struct, tag="commander_end", tag_field="question"):
    """“The Commander”: the active player discards down to six at the end of the turn."""

    seat: int
    number: int = 0


class End(Struct, tag="end", tag_field="question"):
    """“End of Turn”: last chance for powers of this turn."""

    seat: int
    number: int = 0


class HandLimit(Struct, tag="hand_limit", tag_field="question"):
    """“Hand limit”: more than twelve Allies at the end of the turn."""

    seat: int
    number: int = 0
