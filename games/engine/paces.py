"""The paces that the lobby offers."""

from __future__ import annotations

import msgspec


class Pace(msgspec.Struct, frozen=True):
    """Hours per turn and per answer to an offer; `bank` as in Match.bank."""

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
