"""Hours of a mailbox: quiet nights and daily letters in a zone whose clocks are changed."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo


class Night(NamedTuple):
    """One stretch of quiet hours; aware, UTC."""

    starts_at: datetime
    ends_at: datetime


def next_hour(now: datetime) -> datetime:
    """Return the next full hour."""
    return now.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)


def next_time(now: datetime, at: time, zone: ZoneInfo) -> datetime:
    """Return the next instant at which clocks of the zone show `at`.

    An hour that a change of clocks leaves out comes as late as it would have without the change.
    """
    today = now.astimezone(zone).date()
    instant = _local_time_to_utc(today, at, zone)
    # The calendar, not 24 hours: the day of a change is shorter or longer.
    return instant if instant > now else _local_time_to_utc(today + timedelta(days=1), at, zone)


def night_at(instant: datetime, start: time, end: time, zone: ZoneInfo) -> Night | None:
    """Return the quiet hours that an instant lies in; None if it lies in none."""
    today = instant.astimezone(zone).date()
    for day in (today - timedelta(days=1), today):
        last = day + timedelta(days=1) if end <= start else day
        night = Night(_local_time_to_utc(day, start, zone), _local_time_to_utc(last, end, zone))
        if night.starts_at <= instant < night.ends_at:
            return night
    return None


def _local_time_to_utc(day: date, at: time, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, at, zone).astimezone(UTC)
