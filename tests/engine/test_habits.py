"""Hours that are learnt from a player's own answers."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from games.engine.availability import MIN_ANSWERS, MIN_HOURS, suggest_hours
from games.engine.clock import DAY, find_hours_violation
from tests.sizes import examples

from .test_clock import INSTANTS, ZONES

MONDAY = datetime(2026, 3, 2, tzinfo=UTC)


def at(*hours: int, days: range = range(5)) -> list[datetime]:
    """Answers at these hours of these days after a Monday, in UTC."""
    return [MONDAY + timedelta(days=day, hours=hour) for day in days for hour in hours]


def test_who_answers_by_day_is_suggested_the_day() -> None:
    found = suggest_hours(at(7, 9, 12, 19, 21), "UTC")
    assert found is not None and found.week == ((7 * 60, 22 * 60),) * 5 + (None, None)


def test_one_night_of_many_days_is_left_out() -> None:
    found = suggest_hours([*at(8, 10, 14, 20, days=range(28)), MONDAY + timedelta(hours=3)], "UTC")
    assert found is not None and found.week == ((8 * 60, 21 * 60),) * 7


def test_hours_are_those_of_the_zone_and_no_fewer_than_twelve() -> None:
    found = suggest_hours(at(0, 1, 2, 3), "Asia/Tokyo")
    assert found is not None and found.week[0] == (5 * 60, 17 * 60)


def test_of_few_answers_nothing_is_learnt() -> None:
    assert suggest_hours(at(9, 12, 18)[: MIN_ANSWERS - 1], "UTC") is None


@examples(200)
@given(st.lists(INSTANTS, min_size=MIN_ANSWERS, max_size=60), st.sampled_from(ZONES))
def test_what_is_suggested_may_be_saved(answers: list[datetime], zone: str) -> None:
    found = suggest_hours(answers, zone)
    assert found is not None and find_hours_violation(found, date(2026, 1, 1)) is None
    windows = [window for window in found.week if window]
    assert all(begin >= 0 and end <= DAY for begin, end in windows)
    assert all(end - begin >= MIN_HOURS * 60 for begin, end in windows)
