"""When a question falls due: pure arithmetic on instants, no wall clock.

A player's time counts only within their hours: windows of each weekday in their zone, without the
days they are away.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

# Reminders come at half of a player's time if that is longer than a day, and when a tenth is left,
# but no later than this before the end. Shorter times than LEAST_WITH_HOURS know none.
HALF_IF_OVER = timedelta(days=1)
LAST_CALL_SHARE, LAST_CALL = 0.1, timedelta(hours=2)
# Shorter times are for play at one sitting, which knows no nights.
LEAST_WITH_HOURS = timedelta(hours=4)
# However short somebody's hours are, a question waits at most so many times as long as its time,
# though a weekend is always left out; days of an announced absence are not counted.
MOST_STRETCH, WEEKEND = 3, timedelta(days=3)
# Nobody's week may hold fewer hours than this, nor a window be shorter.
LEAST_A_WEEK, LEAST_WINDOW = timedelta(hours=21), timedelta(hours=3)
# Absences: days at once, and days that begin within one year.
MOST_AWAY_AT_ONCE, MOST_AWAY_A_YEAR = 28, 42

DAY = 24 * 60
# A window of a weekday: minutes after local midnight, from and to; None: no hours on that day.
Window = tuple[int, int] | None
WHOLE_WEEK: tuple[Window, ...] = ((0, DAY),) * 7


@dataclass(frozen=True)
class Hours:
    """When a player's time runs.

    `week` are the windows from Monday on; `away` are absences as (first day, last day), in `zone`.
    """

    zone: str = "UTC"
    week: tuple[Window, ...] = WHOLE_WEEK
    away: tuple[tuple[date, date], ...] = ()

    def is_always(self) -> bool:
        """Whether every minute counts."""
        return self.week == WHOLE_WEEK and not self.away


ALWAYS = Hours()


BANK_FIELDS = ("start", "increment", "most", "grace")


@dataclass(frozen=True)
class Bank:
    """Time that a seat has for the whole match, beside the fixed time for each question.

    A turn may take what is left, at first `start`; `grace` of each is free. Whoever hands the turn
    on gets `increment`, up to `most`.
    """

    start: timedelta
    increment: timedelta
    most: timedelta
    grace: timedelta

    def allowed(self, left: timedelta) -> timedelta:
        """How long a question may take of whom so much is left."""
        return self.grace + left

    def charged(
        self, left: timedelta, opened: datetime, due: datetime, now: datetime, hours: Hours = ALWAYS
    ) -> timedelta:
        """Return what is left after a question that was opened, falls due and is answered `now`.

        Nothing below zero, nothing more than before. A deadline that was moved costs nothing.
        """
        used = elapsed_time(opened, now, hours) - self.grace
        still = elapsed_time(now, due, hours)
        return max(timedelta(), min(left, max(left - used, still)))

    def topped(self, left: timedelta) -> timedelta:
        """Return what is left once the turn is handed on."""
        return max(left, min(left + self.increment, self.most))


def hours_from(zone: str, stored: Mapping[str, Any]) -> Hours:
    """Return the hours that a player's row keeps: {"week": [[540, 1320], …, null], "away": …}."""
    week = stored.get("week")
    return Hours(
        zone,
        tuple(day and (day[0], day[1]) for day in week) if week else WHOLE_WEEK,
        tuple(
            (date.fromisoformat(first), date.fromisoformat(last))
            for first, last in stored.get("away", ())
        ),
    )


def read_hours(zone: str, stored: Mapping[str, Any]) -> Hours:
    """Return hours_from() of what nobody has checked. Raises an error if it is not whole."""
    hours = hours_from(zone, stored)
    ZoneInfo(zone)
    for window in hours.week:
        if window is not None and not 0 <= window[0] < window[1] <= 2 * DAY:
            raise ValueError("a window of no day")
    if len(hours.week) != 7 or not any(hours.week):
        raise ValueError("a week of no hours")
    return hours


def serialize_hours(hours: Hours) -> dict[str, Any]:
    """Return hours as hours_from() reads them; {} if every minute counts."""
    if hours.is_always():
        return {}
    away = [[first.isoformat(), last.isoformat()] for first, last in hours.away]
    return {"week": [window and list(window) for window in hours.week], "away": away}


def with_zone(hours: Hours) -> dict[str, Any]:
    """Return hours as a prompt keeps them: with their zone; {} if every minute counts."""
    return {} if hours.is_always() else serialize_hours(hours) | {"zone": hours.zone}


def from_prompt(kept: Mapping[str, Any]) -> Hours:
    """Return the hours that with_zone() wrote."""
    return read_hours(kept["zone"], kept) if kept else ALWAYS


def bank_from(kept: Mapping[str, int] | None) -> Bank | None:
    """Return the bank that a match's row keeps in hours, None if it has none."""
    if kept is None:
        return None
    return Bank(**{name: timedelta(hours=kept[name]) for name in BANK_FIELDS})


def find_hours_violation(hours: Hours, today: date) -> str | None:
    """Return the rule that hours break: “week”, “window”, “at_once” or “a_year”; None if none."""
    windows = [window for window in hours.week if window is not None]
    if any(until - begin < LEAST_WINDOW // timedelta(minutes=1) for begin, until in windows):
        return "window"
    if sum(until - begin for begin, until in windows) < LEAST_A_WEEK // timedelta(minutes=1):
        return "week"
    days = [(last - first).days + 1 for first, last in hours.away]
    if any(not 1 <= many <= MOST_AWAY_AT_ONCE for many in days):
        return "at_once"
    recent = [
        many
        for many, (first, _) in zip(days, hours.away, strict=True)
        if first > today - timedelta(days=365)
    ]
    return "a_year" if sum(recent) > MOST_AWAY_A_YEAR else None


def effective_hours(hours: Hours, amount: timedelta, *, absences: bool = True) -> Hours:
    """Return the hours that count for a question of so much time.

    None but the wall clock's at one sitting; no absences where a match forbids them.
    """
    if amount < LEAST_WITH_HOURS:
        return ALWAYS
    return hours if absences or not hours.away else Hours(hours.zone, hours.week)


def open_hours(hours: Hours, since: datetime) -> Iterator[tuple[datetime, datetime]]:
    """Yield the stretches (UTC) that count, the first of them the one `since` lies in or before.

    Stretches follow one another and never overlap, whatever the zone does to its clocks: a local
    time that is left out is taken as late as it would have been, one that comes twice the first
    time.
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
    """The instant at which the clocks of the zone show this minute of the day."""
    day += timedelta(days=minute // DAY)
    return datetime.combine(day, time(*divmod(minute % DAY, 60)), zone).astimezone(UTC)


def elapsed_time(opened: datetime, now: datetime, hours: Hours = ALWAYS) -> timedelta:
    """Return how much of a player's time has gone by from `opened` to `now`."""
    if hours.is_always():
        return max(now - opened, timedelta())
    total = timedelta()
    for begin, end in open_hours(hours, opened):
        if begin >= now:
            break
        total += min(end, now) - max(begin, opened)
    return total


def deadline(opened: datetime, amount: timedelta, hours: Hours = ALWAYS) -> datetime:
    """Return the instant (UTC) at which a question opened at `opened` has had `amount` of time.

    The first instant at which elapsed() is `amount`, unless the wall clock's cap comes before.
    """
    if hours.is_always() or amount < LEAST_WITH_HOURS:
        return opened + amount
    due = _add_open_time(opened, amount, hours)
    return min(due, latest_deadline(opened, amount, hours))


def deadline_after_pause(
    due: datetime, stopped: datetime, now: datetime, hours: Hours = ALWAYS
) -> datetime:
    """Return the deadline at which a clock that stood still from `stopped` to `now` has run out.

    As much of the player's time is left at `now` as was at `stopped`, and no less of the day's
    hours: never earlier than `due` moved by the whole pause would be, were there no nights.
    """
    later = due + (now - stopped)
    if hours.is_always():
        return later
    left = elapsed_time(stopped, due, hours)
    return max(
        later, min(_add_open_time(now, left, hours), latest_deadline(now, due - stopped, hours))
    )


def next_open_instant(instant: datetime, hours: Hours) -> datetime:
    """Return the first instant from `instant` on that counts."""
    if hours.is_always():
        return instant
    begin, _ = next(open_hours(hours, instant))
    return max(begin, instant)


def latest_deadline(opened: datetime, amount: timedelta, hours: Hours) -> datetime:
    """Return the instant beyond which no hours move a deadline."""
    most = max(amount * MOST_STRETCH, amount + WEEKEND)
    return _add_open_time(opened, most, Hours(hours.zone, away=hours.away))


def _add_open_time(opened: datetime, amount: timedelta, hours: Hours) -> datetime:
    left = amount
    for begin, end in open_hours(hours, opened):
        begin = max(begin, opened)
        if end - begin >= left:
            return begin + left
        left -= end - begin
    return opened + amount


def next_reminder_at(
    opened: datetime, due: datetime, now: datetime, hours: Hours = ALWAYS
) -> datetime | None:
    """Return the next instant after `now` at which to remind, None if none comes any more.

    Counted in the player's own time, so that none falls into a night of theirs.
    """
    amount = elapsed_time(opened, due, hours)
    if due - opened < LEAST_WITH_HOURS or not amount:
        return None
    last = min(_add_open_time(opened, amount * (1 - LAST_CALL_SHARE), hours), due - LAST_CALL)
    steps = [_add_open_time(opened, amount / 2, hours)] if amount > HALF_IF_OVER else []
    return next((step for step in [*steps, last] if opened < step > now), None)
