"""The clock is one more hand on the same door."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from games.bots import answer_bots
from games.models import Move, Status
from games.services.deadlines import expire_deadlines, send_reminders
from notifications.models import Notice

from ..conftest import NOON

LATE = NOON + timedelta(hours=73)


def test_an_overdue_prompt_gets_the_fallback_and_the_next_seat_its_own_time(deal: Any) -> None:
    match = deal("pebbles", seats=2)
    assert expire_deadlines(LATE) == 1
    assert Move.objects.get().source == "clock"
    assert expire_deadlines(LATE) == 0
    assert match.prompts.get(closed=None).deadline == LATE + timedelta(hours=72)
    assert Notice.objects.filter(kind="clock_moved").count() == 1


def test_before_its_deadline_nothing_falls(deal: Any) -> None:
    deal("pebbles", seats=2)
    assert expire_deadlines(NOON + timedelta(hours=71, minutes=59)) == 0


def test_an_extended_deadline_is_not_expired(deal: Any) -> None:
    match = deal("sealed", seats=3)
    match.prompts.filter(seat=0).update(deadline=LATE + timedelta(hours=1))
    assert expire_deadlines(LATE) == 2
    assert match.prompts.get(closed=None, answered=None).seat == 0


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


def test_one_reminder_comes_when_a_quarter_of_the_time_is_left(deal: Any) -> None:
    deal("pebbles", seats=2)
    assert send_reminders(NOON + timedelta(hours=53)) == 0
    assert send_reminders(NOON + timedelta(hours=54)) == 1
    assert send_reminders(NOON + timedelta(hours=55)) == 0
    assert Notice.objects.filter(kind="reminder").count() == 1


def test_house_bots_answer_and_are_never_written_to(deal: Any) -> None:
    match = deal("pebbles", seats=3, bots=2)
    for _ in range(20):
        if not answer_bots(NOON):
            expire_deadlines(NOON + timedelta(days=400))
    match.refresh_from_db()
    assert match.status == Status.FINISHED
    assert match.moves.filter(source="bot").exists()
    assert not Notice.objects.filter(player__is_bot=True).exists()
