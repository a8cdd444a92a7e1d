"""The paces that the lobby offers, and those that players put together."""

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

# Limits of a pace of one's own: hours for a turn or an offer, of a time bank, and added to it.
MOST_HOURS, MOST_BANK, MOST_INCREMENT = 30 * 24, 60 * 24, 7 * 24
# Hours that a time bank may hold beyond its start.
BANK_ROOM = 96


def build_pace(turn: int, offer: int, bank: int, increment: int) -> Pace:
    """Return a pace of one's own, in hours; with a `bank`, `turn` is free before it is charged."""
    if not bank:
        return Pace(turn, offer)
    most = bank + BANK_ROOM
    return Pace(turn, offer, {"start": bank, "increment": increment, "most": most, "grace": turn})


def is_playable(pace: Pace) -> bool:
    """Return whether the hours of a pace are within the limits."""
    bank = pace.bank or {"start": 1, "increment": 0}
    return (
        1 <= pace.turn <= MOST_HOURS
        and 1 <= pace.offer <= MOST_HOURS
        and 1 <= bank["start"] <= MOST_BANK
        and 0 <= bank["increment"] <= MOST_INCREMENT
    )
