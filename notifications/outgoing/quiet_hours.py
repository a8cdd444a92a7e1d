"""Quiet hours and times of daily e-mails in a player's time zone, across DST changes."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo


class Night(NamedTuple):
    """One period of quiet hours; both instants are aware, UTC."""

    starts_at: datetime
    ends_at: datetime


def next_hour(now: datetime) -> datetime:
    """Return the next full hour."""
    return now.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)


def next_time(now: datetime, at: time, zone: ZoneInfo) -> datetime:
    """Return the next instant after `now` at which the local time in `zone` is `at`; aware, UTC.

    A local time that a DST change skips is converted with the UTC offset before the change.
    """
    today = now.astimezone(zone).date()
    instant = local_time_to_utc(today, at, zone)
    # Add a calendar day, not 24 hours: the day of a DST change is shorter or longer.
    return instant if instant > now else local_time_to_utc(today + timedelta(days=1), at, zone)


def night_at(instant: datetime, start: time, end: time, zone: ZoneInfo) -> Night | None:
    """Return the quiet hours that contain `instant`, or None."""
    today = instant.astimezone(zone).date()
    for day in (today - timedelta(days=1), today):
        last = day + timedelta(days=1) if end <= start else day
        night = Night(local_time_to_utc(day, start, zone), local_time_to_utc(last, end, zone))
        if night.starts_at <= instant < night.ends_at:
            return night
    return None


def local_time_to_utc(day: date, at: time, zone: ZoneInfo) -> datetime:
    """Return the instant at which it is `at` in `zone` on this day; aware, UTC."""
    return datetime.combine(day, at, zone).astimezone(UTC)
