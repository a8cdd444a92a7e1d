"""Time for a whole match: what a turn costs, what handing it on brings, in every zone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.clock import (
    ALWAYS,
    DAY,
    HALF_IF_OVER,
    LAST_CALL,
    MIN_TIME_WITH_HOURS,
    Bank,
    Hours,
    deadline,
    deadline_after_pause,
    effective_hours,
    elapsed_time,
    latest_deadline,
    next_reminder_at,
    parse_bank,
    parse_prompt_hours,
    serialize_prompt_hours,
)
from tests.sizes import examples

from .test_clock import AMOUNTS, INSTANTS, PARIS, all_hours

HOUR = timedelta(hours=1)
BANK = Bank(start=240 * HOUR, increment=12 * HOUR, most=336 * HOUR, grace=8 * HOUR)
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("answered", "left"), [(0, 240), (8, 240), (9, 239), (100, 148), (248, 0), (400, 0)]
)
def test_a_turn_costs_what_it_takes_beyond_the_grace(answered: int, left: int) -> None:
    due = deadline(NOON, BANK.allowed_time(BANK.start))
    assert due == NOON + 248 * HOUR
    assert BANK.charge_time(BANK.start, NOON, due, NOON + answered * HOUR) == left * HOUR


@pytest.mark.parametrize(("left", "after"), [(0, 12), (240, 252), (330, 336), (340, 340)])
def test_handing_a_turn_on_brings_time_up_to_a_cap(left: int, after: int) -> None:
    assert BANK.add_increment(left * HOUR) == after * HOUR


def test_a_deadline_that_was_moved_costs_nothing() -> None:
    """An outage of a day: who answers an hour after it has used but the hours before and after."""
    due = deadline(NOON, BANK.allowed_time(BANK.start)) + 24 * HOUR
    assert BANK.charge_time(BANK.start, NOON, due, NOON + (24 + 9) * HOUR) == 239 * HOUR


@examples(400)
@given(all_hours(), INSTANTS, AMOUNTS, st.integers(0, 400 * 60))
def test_a_bank_pays_for_waking_time_and_never_more_than_it_holds(
    hours: Hours, opened: datetime, left: timedelta, minutes: int
) -> None:
    due = deadline(opened, BANK.allowed_time(left), hours)
    now = opened + timedelta(minutes=minutes)
    after = BANK.charge_time(left, opened, due, now, hours)
    used = elapsed_time(opened, now, hours)
    assert timedelta() <= after <= left
    assert after == max(timedelta(), min(left, left - (used - BANK.grace)))


@examples(400)
@given(all_hours(), INSTANTS, AMOUNTS, st.integers(1, 99), st.integers(1, 500 * 60))
def test_a_clock_that_stood_still_leaves_as_much_as_there_was(
    hours: Hours, opened: datetime, amount: timedelta, percent: int, pause: int
) -> None:
    hours = effective_hours(hours, amount)
    due = deadline(opened, amount, hours)
    stopped = opened + (due - opened) * percent / 100
    now = stopped + timedelta(minutes=pause)
    later = deadline_after_pause(due, stopped, now, hours)
    assert later >= due + (now - stopped)
    left = elapsed_time(stopped, due, hours)
    assert elapsed_time(now, later, hours) >= left or later >= latest_deadline(
        now, due - stopped, hours
    )


@examples(400)
@given(all_hours(), INSTANTS, AMOUNTS)
def test_reminders_come_in_order_in_waking_hours_and_early_enough(
    hours: Hours, opened: datetime, amount: timedelta
) -> None:
    hours = effective_hours(hours, amount)
    due, now, told = deadline(opened, amount, hours), opened, []
    while (now := next_reminder_at(opened, due, now, hours) or due) < due:
        told.append(now)
    assert len(told) <= 2 and all(opened < at <= due - LAST_CALL for at in told)
    assert len(told) < 2 or elapsed_time(opened, due, hours) > HALF_IF_OVER
    assert (
        bool(told)
        or due - opened < MIN_TIME_WITH_HOURS
        or elapsed_time(opened, due, hours) < 4 * HOUR
    )


def test_the_ladder_of_reminders_of_three_days() -> None:
    due = NOON + 72 * HOUR
    first = next_reminder_at(NOON, due, NOON)
    assert first == NOON + 36 * HOUR
    second = next_reminder_at(NOON, due, first)
    assert second == NOON + 64.8 * HOUR
    assert next_reminder_at(NOON, due, second) is None


def test_half_of_a_day_is_no_reason_to_write() -> None:
    assert next_reminder_at(NOON, NOON + 24 * HOUR, NOON) == NOON + 21.6 * HOUR
    assert next_reminder_at(NOON, NOON + 3 * HOUR, NOON) is None


def test_which_hours_count() -> None:
    away = Hours("UTC", PARIS.week, ((NOON.date(), NOON.date()),))
    assert effective_hours(away, 24 * HOUR) == away
    assert effective_hours(away, 24 * HOUR, absences=False) == Hours("UTC", PARIS.week)
    assert effective_hours(away, HOUR) == ALWAYS


def test_what_a_row_keeps_is_read_back() -> None:
    assert (
        parse_prompt_hours(serialize_prompt_hours(PARIS)) == PARIS
        and parse_prompt_hours({}) == ALWAYS
    )
    assert serialize_prompt_hours(Hours("Asia/Tokyo", ((0, DAY),) * 7)) == {}
    assert parse_bank({"start": 240, "increment": 12, "most": 336, "grace": 8}, HOUR) == BANK
    assert parse_bank(None, HOUR) is None
