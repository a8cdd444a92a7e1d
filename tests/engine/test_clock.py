"""Arithmetic of clocks: waking hours, absences, every zone and every change of its clocks."""

from __future__ import annotations

import random
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice
from zoneinfo import available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.clock import (
    DAY,
    MIN_TIME_WITH_HOURS,
    WEEKEND,
    WHOLE_WEEK,
    DailyDeadline,
    Hours,
    Window,
    deadline,
    deadline_after_pause,
    elapsed_time,
    find_hours_violation,
    latest_deadline,
    open_hours,
    parse_stored_hours,
    serialize_hours,
)
from tests.sizes import SEED, examples, full_or

ZONES = sorted(zone for zone in available_timezones() if "/" in zone and zone[:4] != "Etc/")
WEEKDAYS: tuple[Window, ...] = ((8 * 60, 22 * 60),) * 5 + (None, None)
PARIS = Hours("Europe/Paris", WEEKDAYS)
FRIDAY = datetime(2026, 3, 27, 20, tzinfo=UTC)  # 21 h in Paris, before the clocks go forward


@st.composite
def windows(draw: st.DrawFn) -> Window:
    if draw(st.booleans()):
        return None
    begin = draw(st.integers(0, DAY - 180))
    return begin, draw(st.integers(begin + 180, DAY))


@st.composite
def all_hours(draw: st.DrawFn) -> Hours:
    week = draw(st.lists(windows(), min_size=7, max_size=7).filter(any))
    first = draw(st.dates(date(2025, 1, 1), date(2026, 12, 1)))
    away = [(first, first + timedelta(days=draw(st.integers(0, 27))))]
    return Hours(draw(st.sampled_from(ZONES)), tuple(week), tuple(away[: draw(st.integers(0, 1))]))


INSTANTS = st.datetimes(datetime(2025, 1, 1), datetime(2027, 1, 1), timezones=st.just(UTC))
AMOUNTS = st.integers(1, 200 * 60).map(lambda minutes: timedelta(minutes=minutes))


@examples(500)
@given(all_hours(), INSTANTS, AMOUNTS)
def test_a_deadline_is_when_the_time_has_elapsed(
    hours: Hours, opened: datetime, amount: timedelta
) -> None:
    due = deadline(opened, amount, hours)
    if amount < MIN_TIME_WITH_HOURS:
        assert due == opened + amount
    else:
        assert elapsed_time(opened, due, hours) <= amount
        assert elapsed_time(opened, due, hours) == amount or due == latest_deadline(
            opened, amount, hours
        )


@examples(300)
@given(all_hours(), INSTANTS, AMOUNTS, AMOUNTS)
def test_time_adds_up(hours: Hours, opened: datetime, one: timedelta, two: timedelta) -> None:
    between, end = opened + one, opened + one + two
    whole = elapsed_time(opened, end, hours)
    assert whole == elapsed_time(opened, between, hours) + elapsed_time(between, end, hours)
    assert timedelta() <= whole <= one + two


def test_four_hundred_zones_over_two_years() -> None:
    """Whole days leave nothing out and count nothing twice, wherever and however clocks change."""
    assert len(ZONES) >= 400
    begin, end = datetime(2025, 1, 1, tzinfo=UTC), datetime(2027, 1, 1, tzinfo=UTC)
    for zone in random.Random(SEED).sample(ZONES, full_or(len(ZONES), 60)):
        nearly = Hours(zone, away=((date(2030, 1, 1), date(2030, 1, 1)),))
        behind = None
        for start, stop in islice(open_hours(nearly, begin), 740):
            assert start < stop and behind in (None, start), zone
            behind = stop
        assert elapsed_time(begin, end, nearly) == end - begin, zone


@pytest.mark.parametrize("zone", ["Europe/Paris", "Pacific/Apia", "America/Sao_Paulo", "Asia/Gaza"])
def test_deadlines_of_working_hours_move_forward_through_two_years(zone: str) -> None:
    hours = Hours(zone, WEEKDAYS)
    opened = datetime(2025, 1, 1, tzinfo=UTC)
    last = opened
    for _ in range(2 * 365 * 4):
        opened += timedelta(hours=6)
        due = deadline(opened, timedelta(hours=24), hours)
        assert due >= last
        last = due


def test_nights_and_weekends_cost_nothing() -> None:
    due = deadline(FRIDAY, timedelta(hours=5), PARIS)
    assert due == datetime(2026, 3, 30, 10, tzinfo=UTC)  # Monday, 12 h in summer time


def test_at_one_sitting_there_are_no_nights() -> None:
    assert deadline(FRIDAY, timedelta(hours=1), Hours("UTC", ((0, 180),) * 7)).hour == 21


def test_an_absence_costs_nothing_and_is_no_part_of_the_cap() -> None:
    away = Hours("UTC", WHOLE_WEEK, ((date(2026, 3, 28), date(2026, 4, 10)),))
    assert deadline(FRIDAY, timedelta(hours=24), away) == datetime(2026, 4, 11, 20, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "opened", "due"),
    [
        # Before, at and after 21 h in winter.
        ("Europe/Paris", "2026-03-02T19:59", "2026-03-02T20:00"),
        ("Europe/Paris", "2026-03-02T20:00", "2026-03-02T20:00"),
        ("Europe/Paris", "2026-03-02T20:01", "2026-03-03T20:00"),
        # The clocks go forward on 29 March, and back on 25 October.
        ("Europe/Paris", "2026-03-28T20:01", "2026-03-29T19:00"),
        ("Europe/Paris", "2026-10-24T19:01", "2026-10-25T20:00"),
        # In New York on 8 March and on 1 November; the day in UTC is the next one.
        ("America/New_York", "2026-03-08T02:01", "2026-03-09T01:00"),
        ("America/New_York", "2026-11-01T01:01", "2026-11-02T02:00"),
    ],
)
def test_a_daily_deadline_is_at_its_time_of_day_all_the_year(
    zone: str, opened: str, due: str
) -> None:
    daily = DailyDeadline(time(21), zone)
    since, expected = (datetime.fromisoformat(f"{one}+00:00") for one in (opened, due))
    assert daily.next_at(since) == expected


@pytest.mark.parametrize(
    ("zone", "opened", "due"),
    [
        # 2:30 is skipped on 29 March, and occurs twice on 25 October: the first time counts.
        ("Europe/Paris", "2026-03-28T12:00", "2026-03-29T01:30"),
        ("Europe/Paris", "2026-10-24T12:00", "2026-10-25T00:30"),
        ("Europe/Paris", "2026-10-25T00:31", "2026-10-26T01:30"),
        ("America/New_York", "2026-03-07T20:00", "2026-03-08T07:30"),
    ],
)
def test_a_daily_deadline_in_the_night_of_a_clock_change(zone: str, opened: str, due: str) -> None:
    daily = DailyDeadline(time(2, 30), zone)
    since, expected = (datetime.fromisoformat(f"{one}+00:00") for one in (opened, due))
    assert daily.next_at(since) == expected


@examples(300)
@given(all_hours(), INSTANTS, AMOUNTS, st.times(), st.sampled_from(ZONES))
def test_with_a_daily_deadline_everybody_has_the_least_time(
    hours: Hours, opened: datetime, amount: timedelta, at: time, zone: str
) -> None:
    due = deadline(opened, amount, hours, DailyDeadline(at.replace(second=0, microsecond=0), zone))
    least = deadline(opened, amount, hours)
    # A day of a clock change is longer.
    assert least <= due <= least + timedelta(hours=26)
    assert deadline_after_pause(due, opened, opened + amount, hours) >= due + amount


def test_however_short_the_hours_the_wall_clock_caps_them() -> None:
    short = Hours("UTC", ((600, 780),) * 7)
    due = deadline(FRIDAY, timedelta(hours=24), short)
    assert due == FRIDAY + timedelta(hours=24) + WEEKEND


@pytest.mark.parametrize(
    ("hours", "rule"),
    [
        (PARIS, None),
        (Hours("UTC", ((0, 60),) * 7), "window"),
        (Hours("UTC", ((0, DAY), None, None, None, None, None, None)), None),
        (Hours("UTC", ((0, 600), None, None, None, None, None, None)), "week"),
        (Hours("UTC", away=((date(2026, 1, 2), date(2026, 1, 1)),)), "at_once"),
        (Hours("UTC", away=((date(2026, 1, 1), date(2026, 1, 29)),)), "at_once"),
        (Hours("UTC", away=((date(2026, 1, 1), date(2026, 1, 25)),) * 2), "a_year"),
    ],
)
def test_hours_have_rules(hours: Hours, rule: str | None) -> None:
    assert find_hours_violation(hours, date(2026, 2, 1)) == rule


def test_hours_are_stored_as_plain_values() -> None:
    plain = {"week": [[480, 1320]] * 5 + [None, None], "away": [["2026-03-28", "2026-03-29"]]}
    hours = parse_stored_hours("Europe/Paris", plain)
    assert hours.week == WEEKDAYS and hours.away == ((date(2026, 3, 28), date(2026, 3, 29)),)
    assert serialize_hours(hours) == plain
    assert parse_stored_hours("UTC", {}).is_always() and serialize_hours(Hours("Asia/Tokyo")) == {}
