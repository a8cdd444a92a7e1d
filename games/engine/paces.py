"""The paces that the lobby offers, and those that players put together."""

from __future__ import annotations

import msgspec

from .clock import DailyDeadline


class Pace(msgspec.Struct, frozen=True):
    """Minutes per turn and per answer to an offer; `bank` as in Match.bank.

    With a `daily` deadline they are the least time, and all deadlines are at that time of day.
    """

    turn: int
    offer: int
    bank: dict[str, int] | None = None
    daily: DailyDeadline | None = None


HOUR, DAY = 60, 24 * 60
PACES = {
    "live": Pace(HOUR, HOUR),
    "day": Pace(DAY, 12 * HOUR),
    "three_days": Pace(3 * DAY, DAY),
    "week": Pace(7 * DAY, 2 * DAY),
    "correspondence": Pace(
        3 * DAY,
        DAY,
        {"start": 10 * DAY, "increment": 12 * HOUR, "most": 14 * DAY, "grace": 8 * HOUR},
    ),
}

# Limits of a pace of one's own: for a turn or an offer, of a time bank, and added to it; and the
# least time for a turn with a daily deadline, so that everybody is told in time.
LEAST_TIME, MOST_TIME, MOST_BANK, MOST_INCREMENT = 5, 30 * DAY, 60 * DAY, 7 * DAY
LEAST_DAILY = 4 * HOUR
# Time that a time bank may hold beyond its start, in units of the pace.
BANK_ROOM = 96

# For people around one device, who see each other.
HOTSEAT_PACE = Pace(MOST_TIME, MOST_TIME)


def build_pace(turn: int, offer: int, bank: int, increment: int, *, unit: int = HOUR) -> Pace:
    """Return a pace of one's own, given in units of so many minutes.

    With a `bank`, `turn` is free before it is charged.
    """
    turn, offer = turn * unit, offer * unit
    if not bank:
        return Pace(turn, offer)
    amounts = {"start": bank, "increment": increment, "most": bank + BANK_ROOM}
    return Pace(
        turn, offer, {name: many * unit for name, many in amounts.items()} | {"grace": turn}
    )


def is_playable(pace: Pace) -> bool:
    """Return whether the times of a pace are within the limits."""
    bank = pace.bank or {"start": LEAST_TIME, "increment": 0}
    least = LEAST_TIME if pace.daily is None else LEAST_DAILY
    return (
        least <= pace.turn <= MOST_TIME
        and least <= pace.offer <= MOST_TIME
        and LEAST_TIME <= bank["start"] <= MOST_BANK
        and 0 <= bank["increment"] <= MOST_INCREMENT
        and (pace.bank is None or pace.daily is None)
    )


def pace_unit(pace: Pace) -> int:
    """Return the minutes of the unit in which a pace is stored: hours if they are whole."""
    times = [pace.turn, pace.offer, *(pace.bank or {}).values()]
    return 1 if any(minutes % HOUR for minutes in times) else HOUR
