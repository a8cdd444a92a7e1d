"""What a player's own answers say about their hours: a suggestion, never more."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from math import ceil
from zoneinfo import ZoneInfo

from games.engine.clock import DAY, Hours, Window

# Of fewer answers nothing is learnt, and days with a smaller share of them are left free.
LEAST_ANSWERS, LEAST_SHARE = 20, 0.05
# This share of answers lies within the hours; they are full hours, and no fewer than so many.
COVERED, HOUR, LEAST_HOURS = 0.9, 60, 12


def suggest_hours(answers: Sequence[datetime], zone: str) -> Hours | None:
    """Return hours of the week in which the player usually answers, None if too little is known.

    One window for Monday to Friday and one for the weekend, in `zone`; `answers` are instants.
    """
    if len(answers) < LEAST_ANSWERS:
        return None
    local = [instant.astimezone(ZoneInfo(zone)) for instant in answers]
    days = [at for at in local if at.weekday() < 5]
    ends = [at for at in local if at.weekday() >= 5]
    week = (_shortest_window(days, len(local)),) * 5 + (_shortest_window(ends, len(local)),) * 2
    return Hours(zone, week) if any(week) else None


def _shortest_window(answers: Sequence[datetime], total: int) -> Window:
    """The shortest window with most of the answers, rounded out."""
    if len(answers) < total * LEAST_SHARE or not answers:
        return None
    minutes = sorted(at.hour * 60 + at.minute for at in answers)
    many = ceil(len(minutes) * COVERED)
    spans = [(minutes[n + many - 1] - minutes[n], n) for n in range(len(minutes) - many + 1)]
    first = min(spans)[1]
    begin = minutes[first] // HOUR * HOUR
    end = (minutes[first + many - 1] // HOUR + 1) * HOUR
    missing = max(0, LEAST_HOURS * HOUR - (end - begin))
    begin = max(0, min(begin - missing // 2 // HOUR * HOUR, DAY - LEAST_HOURS * HOUR))
    return begin, min(DAY, max(end, begin + LEAST_HOURS * HOUR))
