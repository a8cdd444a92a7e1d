"""The clock is one more hand on the same door."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.engine.contract import Decision
from games.models import Move, Status
from games.queries import matches, states
from games.services.deadlines import (
    expire_deadlines,
    extend_unnotified_deadlines,
    record_tick,
)
from games.services.decisions import submit_decision
from games.services.reminders import send_reminders
from games.tasks.house_bots import answer_bots
from notifications.models import Notification

from ..conftest import NOON

LATE = NOON + timedelta(hours=73)


def test_an_overdue_prompt_gets_the_fallback_and_the_next_seat_its_own_time(deal: Any) -> None:
    match = deal("pebbles", seats=2)
    assert expire_deadlines(LATE) == 1
    assert Move.objects.get().source == "clock"
    assert expire_deadlines(LATE) == 0
    assert match.prompts.get(closed_at=None).deadline_at == LATE + timedelta(hours=72)
    assert Notification.objects.filter(kind="clock_moved").count() == 1


def test_a_tick_without_work_is_one_statement_for_each_step(
    deal: Any, django_assert_num_queries: Any
) -> None:
    deal("pebbles", seats=2)
    # What the deal has still to send goes with the first statement.
    assert expire_deadlines(NOON) == 0
    for step in (expire_deadlines, extend_unnotified_deadlines, send_reminders):
        with django_assert_num_queries(1):
            assert step(NOON) == 0


def test_many_reminders_take_as_many_statements_as_one(
    deal: Any, django_assert_max_num_queries: Any
) -> None:
    matches = [deal("pebbles", seats=2) for _ in range(8)]
    due = max(match.prompts.get().remind_at for match in matches)

    with django_assert_max_num_queries(12):
        assert send_reminders(due) == 8

    times = [match.prompts.get().remind_at for match in matches]
    assert all(at is None or at > due for at in times)


def test_before_its_deadline_nothing_falls(deal: Any) -> None:
    deal("pebbles", seats=2)
    assert expire_deadlines(NOON + timedelta(hours=71, minutes=59)) == 0


def test_an_extended_deadline_is_not_expired(deal: Any) -> None:
    match = deal("sealed", seats=3)
    match.prompts.filter(seat=0).update(deadline_at=LATE + timedelta(hours=1))
    assert expire_deadlines(LATE) == 2
    assert match.prompts.get(closed_at=None, answered_at=None).seat == 0


def test_a_frozen_match_has_no_deadlines(deal: Any) -> None:
    match = deal("pebbles", seats=2)
    type(match).objects.update(status=Status.FROZEN)
    assert expire_deadlines(LATE) == 0 and send_reminders(LATE) == 0


def test_a_match_nobody_answers_still_ends(deal: Any) -> None:
    match, moment = deal("pebbles", seats=2), NOON
    for _ in range(10):
        moment += timedelta(hours=73)
        expire_deadlines(moment)
    match.refresh_from_db()
    assert match.status == Status.FINISHED and match.ply == 10


def test_house_bots_answer_and_are_never_written_to(deal: Any) -> None:
    match = deal("pebbles", seats=3, bots=2)
    for _ in range(20):
        if not answer_bots(NOON):
            expire_deadlines(NOON + timedelta(days=400))
    match.refresh_from_db()
    assert match.status == Status.FINISHED
    assert match.moves.filter(source="bot").exists()
    assert not Notification.objects.filter(player__is_bot=True).exists()


# No notification, no timeout ------------------------------------------------------------------


def test_a_deadline_waits_while_the_email_has_not_left(deal: Any) -> None:
    match = deal("pebbles", seats=2)
    assert extend_unnotified_deadlines(LATE) == 1
    assert expire_deadlines(LATE) == 0
    assert match.prompts.get(closed_at=None).deadline_at == LATE + timedelta(hours=18)


def test_an_email_that_left_late_leaves_a_quarter_of_the_time(deal: Any) -> None:
    match = deal("pebbles", seats=2)
    Notification.objects.update(state="sent", sent_at=LATE - timedelta(hours=1))
    assert extend_unnotified_deadlines(LATE) == 1
    assert match.prompts.get(closed_at=None).deadline_at == LATE + timedelta(hours=17)


def test_everybody_who_was_not_told_is_given_time_however_many_are_overdue(deal: Any) -> None:
    dealt = [deal("pebbles", seats=2) for _ in range(5)]
    Notification.objects.update(state="failed")
    Notification.objects.filter(thread=f"match-{dealt[0].number}").update(state="withdrawn")

    assert extend_unnotified_deadlines(LATE, limit=2) == 4
    assert expire_deadlines(LATE) == 1


@pytest.mark.parametrize(
    "notification", [{"state": "sent", "sent_at": NOON}, {"state": "withdrawn", "sent_at": None}]
)
def test_who_was_told_or_wants_no_emails_is_not_waited_for(
    deal: Any, notification: dict[str, Any]
) -> None:
    deal("pebbles", seats=2)
    Notification.objects.update(**notification)
    assert extend_unnotified_deadlines(LATE) == 0 and expire_deadlines(LATE) == 1


def test_an_address_that_never_works_holds_nobody_up_for_ever(deal: Any) -> None:
    deal("pebbles", seats=2)
    Notification.objects.update(state="failed")
    now = LATE
    while extend_unnotified_deadlines(now):
        now += timedelta(hours=19)
    assert now - NOON > timedelta(hours=4 * 72) and expire_deadlines(now) == 1


# Outages ------------------------------------------------------------------------------------------


def test_an_outage_is_given_back_to_everybody(deal: Any) -> None:
    match = deal("pebbles", seats=2)
    row = match.prompts.get()
    assert record_tick(NOON) is None
    assert record_tick(NOON + timedelta(hours=5)) == timedelta(hours=5)
    later = match.prompts.get()
    assert (
        later.deadline_at - row.deadline_at == later.remind_at - row.remind_at == timedelta(hours=5)
    )


def test_a_clock_that_ticks_moves_nothing(deal: Any) -> None:
    match = deal("pebbles", seats=2)
    before = match.prompts.get().deadline_at
    for minute in range(30):
        assert record_tick(NOON + timedelta(minutes=minute)) is None
    assert match.prompts.get().deadline_at == before


def test_a_clock_that_was_put_back_makes_no_outage_shorter(deal: Any) -> None:
    prompt = deal("pebbles", seats=2, now=NOON).prompts.get()
    record_tick(NOON)
    back = NOON - timedelta(minutes=30)
    assert record_tick(back) is None
    assert record_tick(back + timedelta(hours=5)) == timedelta(hours=5)
    assert prompt.deadline_at
    before = prompt.deadline_at
    prompt.refresh_from_db()
    assert prompt.deadline_at == before + timedelta(hours=5)


def test_what_was_overdue_before_the_outage_stays_overdue(deal: Any) -> None:
    match = deal("pebbles", seats=2)
    record_tick(LATE)
    before = match.prompts.get().deadline_at
    record_tick(LATE + timedelta(days=1))
    assert match.prompts.get().deadline_at == before


# Absence ------------------------------------------------------------------------------------------


def test_who_misses_three_in_a_row_is_passed_over_until_they_are_back(deal: Any) -> None:
    match = deal("sealed", seats=3, rounds=5)
    for round_ in range(1, 4):
        for seat in (1, 2):
            row = match.prompts.get(closed_at=None, seat=seat)
            submit_decision(row.token, Decision("pass"), source="page", key=f"{round_}-{seat}")
        assert expire_deadlines(timezone.now() + timedelta(days=round_ * 4)) == 1
    order = match.orders.get()
    assert (order.seat, order.active) == (0, True)
    row = match.prompts.get(closed_at=None, seat=0)
    assert row.answered_at is not None and match.moves.latest("ply").source == "order"

    stones = states.load_state(matches.match_by_number(match.number)).hands[0]
    stake = Decision("stake", {"stones": stones[:1]})
    submit_decision(row.token, stake, source="page", key="back")

    order.refresh_from_db()
    assert (order.active, order.why) == (False, "back")
