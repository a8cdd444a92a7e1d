"""How fast a match is played: the paces that a lobby offers."""

from __future__ import annotations

import msgspec


class Pace(msgspec.Struct, frozen=True):
    """Hours for a turn and for an answer to an offer; `bank` as Match.bank keeps it."""

    turn: int
    offer: int
    bank: dict[str, int] | None = None


PACES = {
    "live": Pace(1, 1),
    "day": Pace(24, 12),
    "three_days": Pace(72, 24),
    "week": Pace(168, 48),
    "correspondence": Pace(72, 24, {"start": 240, "increment": 12, "most": 336, "grace": 8}),
}
