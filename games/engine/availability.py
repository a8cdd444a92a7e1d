"""Suggest hours of availability from a player's past answers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from math import ceil
from zoneinfo import ZoneInfo

from games.engine.clock import DAY, Hours, Window

# Minimum number of answers for a suggestion. Weekdays (or the weekend) with a smaller share of the
# answers than MIN_SHARE get no window.
MIN_ANSWERS, MIN_SHARE = 20, 0.05
# Share of the answers that a window covers; windows are whole hours and at least MIN_HOURS long.
COVERAGE, HOUR, MIN_HOURS = 0.9, 60, 12


def suggest_hours(answers: Sequence[datetime], zone: str) -> Hours | None:
    """Return the weekly hours in which the player usually answers.

    One window for Monday to Friday and one for the weekend, in `zone`; `answers` are aware
    instants. None if there are too few answers.
    """
    if len(answers) < MIN_ANSWERS:
        return None
    local = [instant.astimezone(ZoneInfo(zone)) for instant in answers]
    days = [at for at in local if at.weekday() < 5]
    ends = [at for at in local if at.weekday() >= 5]
    week = (_shortest_window(days, len(local)),) * 5 + (_shortest_window(ends, len(local)),) * 2
    return Hours(zone, week) if any(week) else None


def _shortest_window(answers: Sequence[datetime], total: int) -> Window:
    """Return the shortest window that covers most of the answers, rounded out to whole hours.

    None if the answers are too small a share of `total`.
    """
    if len(answers) < total * MIN_SHARE or not answers:
        return None
    minutes = sorted(at.hour * 60 + at.minute for at in answers)
    many = ceil(len(minutes) * COVERAGE)
    spans = [(minutes[n + many - 1] - minutes[n], n) for n in range(len(minutes) - many + 1)]
    first = min(spans)[1]
    begin = minutes[first] // HOUR * HOUR
    end = (minutes[first + many - 1] // HOUR + 1) * HOUR
    missing = max(0, MIN_HOURS * HOUR - (end - begin))
    begin = max(0, min(begin - missing // 2 // HOUR * HOUR, DAY - MIN_HOURS * HOUR))
    return begin, min(DAY, max(end, begin + MIN_HOURS * HOUR))
