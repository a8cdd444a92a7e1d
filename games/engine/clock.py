"""Deadlines and elapsed time: pure arithmetic on instants, without reading the clock.

A player's time runs only during their hours: windows on each weekday in their zone, except on days
they are away.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

# Reminders are sent at half of the time if it is longer than HALF_IF_OVER, and when LAST_CALL_SHARE
# is left, but at least LAST_CALL before the deadline. There are none for times shorter than
# MIN_TIME_WITH_HOURS.
HALF_IF_OVER = timedelta(days=1)
LAST_CALL_SHARE, LAST_CALL = 0.1, timedelta(hours=2)
# Shorter times are for live play, where hours of availability do not apply.
MIN_TIME_WITH_HOURS = timedelta(hours=4)
# However short a player's hours are, a prompt stays open for at most MAX_STRETCH times its nominal
# time, or that time plus WEEKEND if this is longer; days of an announced absence are not counted.
MAX_STRETCH, WEEKEND = 3, timedelta(days=3)
# Minimum length of all windows of a week together, and of a single window.
MIN_HOURS_PER_WEEK, MIN_WINDOW = timedelta(hours=21), timedelta(hours=3)
# Absences: maximum number of days at once, and of days in absences that begin within one year.
MAX_AWAY_AT_ONCE, MAX_AWAY_PER_YEAR = 28, 42

DAY = 24 * 60
# The window of a weekday: (start, end) in minutes after local midnight. None: no hours that day.
Window = tuple[int, int] | None
WHOLE_WEEK: tuple[Window, ...] = ((0, DAY),) * 7


@dataclass(frozen=True)
class Hours:
    """The hours during which a player's time runs.

    `week` holds the windows from Monday on; `away` holds absences as (first day, last day), in
    `zone`.
    """

    zone: str = "UTC"
    week: tuple[Window, ...] = WHOLE_WEEK
    away: tuple[tuple[date, date], ...] = ()

    def is_always(self) -> bool:
        """Return whether the time always runs."""
        return self.week == WHOLE_WEEK and not self.away


ALWAYS = Hours()


@dataclass(frozen=True)
class DailyDeadline:
    """The time of day, in a zone, at which all deadlines of a match are."""

    time: time
    zone: str

    def next_at(self, since: datetime) -> datetime:
        """Return the first such instant (UTC) at or after `since`.

        On the day on which the clocks are changed, a time that is skipped is taken as if they had
        not been, and of one that occurs twice the first.
        """
        zone = ZoneInfo(self.zone)
        minute = self.time.hour * 60 + self.time.minute
        day = since.astimezone(zone).date() - timedelta(days=1)
        while (due := _to_utc_instant(day, minute, zone)) < since:
            day += timedelta(days=1)
        return due


def parse_daily_deadline(at: time | None, zone: str) -> DailyDeadline | None:
    """Return the daily deadline that a match stores, None if it has none."""
    return None if at is None else DailyDeadline(at, zone)


BANK_FIELDS = ("start", "increment", "most", "grace")


@dataclass(frozen=True)
class Bank:
    """The time bank of a seat: time for the whole match, on top of a grace period per prompt.

    A seat starts with `start`. The first `grace` of each prompt is free, the rest is taken from the
    bank. Handing on the turn adds `increment`, up to `most`.
    """

    start: timedelta
    increment: timedelta
    most: timedelta
    grace: timedelta

    def allowed_time(self, left: timedelta) -> timedelta:
        """Return the time allowed for a prompt to a seat that has `left` in its bank."""
        return self.grace + left

    def charge_time(
        self,
        left: timedelta,
        opened_at: datetime,
        due: datetime,
        now: datetime,
        hours: Hours = ALWAYS,
    ) -> timedelta:
        """Return what is left in the bank after a prompt with these instants is answered at `now`.

        Never below zero and never more than before. A deadline that was extended costs nothing.
        """
        time_used = elapsed_time(opened_at, now, hours) - self.grace
        still = elapsed_time(now, due, hours)
        return max(timedelta(), min(left, max(left - time_used, still)))

    def add_increment(self, left: timedelta) -> timedelta:
        """Return what is left in the bank after the increment for handing on the turn."""
        return max(left, min(left + self.increment, self.most))


def parse_stored_hours(zone: str, settings: Mapping[str, Any]) -> Hours:
    """Return the hours stored with a player: {"week": [[540, 1320], …, null], "away": …}."""
    week = settings.get("week")
    return Hours(
        zone,
        tuple(day and (day[0], day[1]) for day in week) if week else WHOLE_WEEK,
        tuple(
            (date.fromisoformat(first), date.fromisoformat(last))
            for first, last in settings.get("away", ())
        ),
    )


def parse_hours(zone: str, settings: Mapping[str, object]) -> Hours:
    """Return parse_stored_hours() of unchecked data.

    Raises ValueError (or another error) if it is invalid.
    """
    hours = parse_stored_hours(zone, settings)
    ZoneInfo(zone)
    for window in hours.week:
        if window is not None and not 0 <= window[0] < window[1] <= 2 * DAY:
            raise ValueError("a window of no day")
    if len(hours.week) != 7 or not any(hours.week):
        raise ValueError("a week of no hours")
    return hours


def serialize_hours(hours: Hours) -> dict[str, object]:
    """Return hours in the form that parse_stored_hours() reads; {} if the time always runs."""
    if hours.is_always():
        return {}
    away = [[first.isoformat(), last.isoformat()] for first, last in hours.away]
    return {"week": [window and list(window) for window in hours.week], "away": away}


def serialize_prompt_hours(hours: Hours) -> dict[str, object]:
    """Return hours with their zone, as stored with a prompt; {} if the time always runs."""
    return {} if hours.is_always() else serialize_hours(hours) | {"zone": hours.zone}


def parse_prompt_hours(settings: Mapping[str, Any]) -> Hours:
    """Return the hours written by serialize_prompt_hours()."""
    return parse_hours(settings["zone"], settings) if settings else ALWAYS


def time_unit(counts_minutes: bool) -> timedelta:
    """Return the unit in which a match stores its pace and time bank."""
    return timedelta(minutes=1) if counts_minutes else timedelta(hours=1)


def parse_bank(amounts: Mapping[str, int] | None, unit: timedelta) -> Bank | None:
    """Return the time bank that a match stores in this unit, None if it has none."""
    if amounts is None:
        return None
    return Bank(**{name: amounts[name] * unit for name in BANK_FIELDS})


def find_hours_violation(hours: Hours, today: date) -> str | None:
    """Return the broken rule: “week”, “window”, “at_once” or “a_year”; None if there is none."""
    windows = [window for window in hours.week if window is not None]
    if any(until - begin < MIN_WINDOW // timedelta(minutes=1) for begin, until in windows):
        return "window"
    if sum(until - begin for begin, until in windows) < MIN_HOURS_PER_WEEK // timedelta(minutes=1):
        return "week"
    days = [(last - first).days + 1 for first, last in hours.away]
    if any(not 1 <= many <= MAX_AWAY_AT_ONCE for many in days):
        return "at_once"
    recent = [
        many
        for many, (first, _) in zip(days, hours.away, strict=True)
        if first > today - timedelta(days=365)
    ]
    return "a_year" if sum(recent) > MAX_AWAY_PER_YEAR else None


def effective_hours(hours: Hours, amount: timedelta, *, absences: bool = True) -> Hours:
    """Return the hours that apply to a prompt with this amount of time.

    ALWAYS for live play (less than MIN_TIME_WITH_HOURS); without absences if the match ignores
    them.
    """
    if amount < MIN_TIME_WITH_HOURS:
        return ALWAYS
    return hours if absences or not hours.away else Hours(hours.zone, hours.week)


def open_hours(hours: Hours, since: datetime) -> Iterator[tuple[datetime, datetime]]:
    """Yield the intervals (UTC) in which time runs, from the one at or after `since` on.

    The first interval may contain `since`. They are in order and never overlap, even across clock
    changes: a local time that is skipped is mapped as if the clock had not changed, one that occurs
    twice to its first occurrence.
    """
    zone = ZoneInfo(hours.zone)
    day = since.astimezone(zone).date() - timedelta(days=1)
    behind = datetime.min.replace(tzinfo=UTC)
    while day < date.max - timedelta(days=1):
        window = hours.week[day.weekday()]
        if window is not None and not _is_away(hours, day):
            begin = max(_to_utc_instant(day, window[0], zone), behind)
            end = _to_utc_instant(day, window[1], zone)
            if begin < end and end > since:
                yield begin, end
                behind = end
        day += timedelta(days=1)


def _is_away(hours: Hours, day: date) -> bool:
    return any(first <= day <= last for first, last in hours.away)


def _to_utc_instant(day: date, minute: int, zone: ZoneInfo) -> datetime:
    """Return the instant (UTC) of this minute of the day in the zone."""
    day += timedelta(days=minute // DAY)
    return datetime.combine(day, time(*divmod(minute % DAY, 60)), zone).astimezone(UTC)


def elapsed_time(opened_at: datetime, now: datetime, hours: Hours = ALWAYS) -> timedelta:
    """Return how much of a player's time elapsed from `opened_at` to `now`."""
    if hours.is_always():
        return max(now - opened_at, timedelta())
    total = timedelta()
    for begin, end in open_hours(hours, opened_at):
        if begin >= now:
            break
        total += min(end, now) - max(begin, opened_at)
    return total


def deadline(
    opened_at: datetime,
    amount: timedelta,
    hours: Hours = ALWAYS,
    daily: DailyDeadline | None = None,
) -> datetime:
    """Return the deadline (UTC) of a prompt opened at `opened_at` with `amount` of time.

    It is the first instant at which elapsed_time() reaches `amount`, but no later than
    latest_deadline(); with a `daily` deadline, the next of those.
    """
    if daily is not None:
        return daily.next_at(deadline(opened_at, amount, hours))
    if hours.is_always() or amount < MIN_TIME_WITH_HOURS:
        return opened_at + amount
    due = _add_open_time(opened_at, amount, hours)
    return min(due, latest_deadline(opened_at, amount, hours))


def deadline_after_pause(
    due: datetime,
    stopped_at: datetime,
    now: datetime,
    hours: Hours = ALWAYS,
    daily: DailyDeadline | None = None,
) -> datetime:
    """Return the deadline after a pause from `stopped_at` to `now`.

    The player has as much of their own time left at `now` as at `stopped_at`. The deadline is never
    earlier than `due` plus the length of the pause; with a `daily` deadline, it is the next of
    those.
    """
    if daily is not None:
        return daily.next_at(deadline_after_pause(due, stopped_at, now, hours))
    later = due + (now - stopped_at)
    if hours.is_always():
        return later
    left = elapsed_time(stopped_at, due, hours)
    return max(
        later, min(_add_open_time(now, left, hours), latest_deadline(now, due - stopped_at, hours))
    )


def next_open_instant(instant: datetime, hours: Hours) -> datetime:
    """Return the first instant at or after `instant` at which time runs."""
    if hours.is_always():
        return instant
    begin, _ = next(open_hours(hours, instant))
    return max(begin, instant)


def latest_deadline(opened_at: datetime, amount: timedelta, hours: Hours) -> datetime:
    """Return the latest deadline that any hours may lead to."""
    most = max(amount * MAX_STRETCH, amount + WEEKEND)
    return _add_open_time(opened_at, most, Hours(hours.zone, away=hours.away))


def _add_open_time(opened_at: datetime, amount: timedelta, hours: Hours) -> datetime:
    left = amount
    for begin, end in open_hours(hours, opened_at):
        begin = max(begin, opened_at)
        if end - begin >= left:
            return begin + left
        left -= end - begin
    return opened_at + amount


def next_reminder_at(
    opened_at: datetime, due: datetime, now: datetime, hours: Hours = ALWAYS
) -> datetime | None:
    """Return the next instant after `now` at which to send a reminder, None if there is none left.

    It is computed in the player's own time, so that no reminder is sent during their night.
    """
    amount = elapsed_time(opened_at, due, hours)
    if due - opened_at < MIN_TIME_WITH_HOURS or not amount:
        return None
    last = min(_add_open_time(opened_at, amount * (1 - LAST_CALL_SHARE), hours), due - LAST_CALL)
    steps = [_add_open_time(opened_at, amount / 2, hours)] if amount > HALF_IF_OVER else []
    return next((step for step in [*steps, last] if opened_at < step > now), None)
