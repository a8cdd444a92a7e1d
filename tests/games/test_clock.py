"""The clock is one more hand on the same door."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from abyss_site.core.valkey import heartbeats
from games.engine.contract import Decision
from games.models import Match, Move, Outage, Status
from games.presentation import history_text
from games.queries import matches, states
from games.services.play.deadlines import (
    expire_deadlines,
    extend_unnotified_deadlines,
)
from games.services.play.decisions import submit_decision
from games.services.play.outages import give_back_mail_outages, record_tick
from games.services.reminders import send_reminders
from games.tasks.house_bots import answer_bots
from notifications.mail_outages import end_outage, note_outage
from notifications.models import Notification, Quarantine
from tests.emails import email_of

from ..conftest import NOON

LATE = NOON + timedelta(hours=73)
SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)


def test_an_overdue_prompt_gets_the_fallback_and_the_next_seat_its_own_time(deal: Any) -> None:
    match = deal("pebbles", seats=2)
    assert expire_deadlines(LATE) == 1
    assert Move.objects.get().source == "clock"
    assert expire_deadlines(LATE) == 0
    assert match.prompts.get(closed_at=None).deadline_at == LATE + timedelta(hours=72)
    assert Notification.objects.filter(kind="clock_moved").count() == 1


def test_the_clock_freezes_a_match_that_cannot_be_read_and_goes_on(deal: Any) -> None:
    damaged, whole = deal("pebbles", seats=2), deal("pebbles", seats=2)
    type(damaged).objects.filter(pk=damaged.pk).update(state=b"junk")
    assert expire_deadlines(LATE) == 1
    damaged.refresh_from_db()
    assert damaged.status == Status.FROZEN
    assert Quarantine.objects.get().table == "games.match"
    assert Move.objects.get().match == whole


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


@pytest.mark.parametrize("why", ["address does not work", "address not verified"])
def test_a_deadline_waits_for_players_who_cannot_be_reached_by_email(deal: Any, why: str) -> None:
    """A stranger could have an address set aside, and the clock played for its player at once."""
    deal("pebbles", seats=2)
    Notification.objects.update(state="withdrawn", why=why)

    now = LATE
    while extend_unnotified_deadlines(now):
        assert expire_deadlines(now) == 0
        now += timedelta(hours=19)

    assert now - NOON > timedelta(hours=4 * 72) and expire_deadlines(now) == 1


@pytest.mark.parametrize(
    "notification",
    [
        {"state": "sent", "sent_at": NOON},
        {"state": "withdrawn", "why": "unsubscribed"},
        {"state": "withdrawn", "why": "overtaken"},
    ],
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


@pytest.mark.parametrize(
    ("minutes", "is_counted_in_minutes", "gap", "is_given_back"),
    [
        # Five minutes for a turn: any gap that is noticed.
        (5, True, timedelta(seconds=20), False),
        (5, True, timedelta(seconds=30), True),
        (5, True, timedelta(minutes=7), True),
        # An hour, half a day, three days: gaps of a hundredth.
        (60, True, timedelta(seconds=30), False),
        (60, True, timedelta(seconds=40), True),
        (1, False, timedelta(seconds=40), True),
        (12, False, timedelta(minutes=7), False),
        (11, False, timedelta(minutes=7), True),
        (72, False, timedelta(minutes=9), False),
        # Ten minutes are given back to everybody.
        (72, False, timedelta(minutes=10), True),
    ],
)
def test_a_gap_is_given_back_in_proportion_to_the_pace(
    deal: Any, minutes: int, is_counted_in_minutes: bool, gap: timedelta, is_given_back: bool
) -> None:
    match = deal("pebbles", seats=2)
    Match.objects.update(
        hours_per_turn=minutes, hours_per_offer=minutes, counts_minutes=is_counted_in_minutes
    )
    before = match.prompts.get().deadline_at
    record_tick(NOON)

    record_tick(NOON + gap)

    extra = gap if is_given_back else timedelta()
    assert match.prompts.get().deadline_at == before + extra
    assert Outage.objects.count() == match.timeline.count() == int(is_given_back)


def test_no_fast_question_falls_to_the_clock_right_after_a_short_outage(deal: Any) -> None:
    # After seven minutes without a worker, the clock used to answer every question of five minutes.
    match = deal("pebbles", seats=2)
    Match.objects.update(hours_per_turn=5, hours_per_offer=5, counts_minutes=True)
    record_tick(NOON)
    match.prompts.update(deadline_at=NOON + timedelta(minutes=4))
    back = NOON + timedelta(minutes=7)

    assert expire_deadlines(back) == 0
    record_tick(back)
    for seconds in range(20, 240, 20):
        record_tick(back + seconds * SECOND)
        assert expire_deadlines(back + seconds * SECOND) == 0
    assert expire_deadlines(NOON + timedelta(minutes=11)) == 1


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


@pytest.fixture
def fast(deal: Any) -> Any:
    """A match of five minutes a turn, whose question was opened at NOON and has been e-mailed."""
    match = deal("pebbles", seats=2)
    Match.objects.update(hours_per_turn=5, hours_per_offer=5, counts_minutes=True)
    match.prompts.update(deadline_at=NOON + 5 * MINUTE, remind_at=NOON + 4 * MINUTE)
    Notification.objects.update(state="sent", sent_at=NOON)
    return match


def test_time_without_a_mailroom_is_given_back_to_who_got_the_question_by_email(fast: Any) -> None:
    heartbeats.record_heartbeat(heartbeats.MAILROOM, NOON + MINUTE)
    give_back_mail_outages(NOON + 3 * MINUTE)

    # While no reply can come in, the clock answers nothing.
    assert extend_unnotified_deadlines(NOON + 6 * MINUTE) == 1
    assert expire_deadlines(NOON + 6 * MINUTE) == 0
    waiting = fast.prompts.get().deadline_at
    heartbeats.record_heartbeat(heartbeats.MAILROOM, NOON + 7 * MINUTE)
    give_back_mail_outages(NOON + 7 * MINUTE)

    assert fast.prompts.get().deadline_at == waiting + 6 * MINUTE
    assert "E-mail did not work for 6 minutes" in story(fast, None)
    give_back_mail_outages(NOON + 8 * MINUTE)
    assert fast.prompts.get().deadline_at == waiting + 6 * MINUTE


def test_time_without_a_mailroom_changes_nothing_for_who_gets_no_emails(fast: Any) -> None:
    Notification.objects.update(state="withdrawn", sent_at=None)
    heartbeats.record_heartbeat(heartbeats.MAILROOM, NOON)
    give_back_mail_outages(NOON + 3 * MINUTE)
    heartbeats.record_heartbeat(heartbeats.MAILROOM, NOON + 4 * MINUTE)

    give_back_mail_outages(NOON + 4 * MINUTE)

    assert fast.prompts.get().deadline_at == NOON + 5 * MINUTE
    assert not fast.timeline.exists()


@pytest.mark.parametrize(
    ("sent_minute", "minutes"),
    [
        # The question left before the mail server stopped.
        (0, 0),
        # It waited for the mail server, since it was opened or since that stopped.
        (4, 3),
    ],
)
def test_time_without_a_mail_server_is_given_back_to_who_waited_for_the_question(
    fast: Any, sent_minute: int, minutes: int
) -> None:
    Notification.objects.update(sent_at=NOON + sent_minute * MINUTE)
    note_outage("out", since=NOON + MINUTE)
    note_outage("out", since=NOON + 2 * MINUTE)
    end_outage("out", NOON + 4 * MINUTE)

    give_back_mail_outages(NOON + 4 * MINUTE)

    assert fast.prompts.get().deadline_at == NOON + (5 + minutes) * MINUTE


def test_what_the_clock_has_given_back_is_not_given_back_again_for_emails(fast: Any) -> None:
    record_tick(NOON)
    note_outage("in", since=NOON)
    record_tick(NOON + 3 * MINUTE)
    end_outage("in", NOON + 4 * MINUTE)

    give_back_mail_outages(NOON + 4 * MINUTE)

    assert fast.prompts.get().deadline_at == NOON + (5 + 4) * MINUTE


def test_who_was_never_sent_the_question_reads_so_and_nobody_else_does(deal: Any) -> None:
    match = deal("pebbles", seats=2)
    Notification.objects.update(state="failed")
    seat = match.prompts.get().seat
    told = "No e-mail with this question could be sent to you, and your time ran out."

    assert expire_deadlines(NOON + timedelta(days=13)) == 1

    assert told in story(match, seat)
    assert told not in story(match, 1 - seat) and told not in story(match, None)
    late = Notification.objects.get(kind="clock_moved")
    email = email_of(late)
    assert email is not None
    assert "The question could not be sent to you by e-mail before." in " ".join(email.text.split())


def story(match: Match, seat: int | None) -> str:
    """The history as a seat reads it, None as a stranger does."""
    entries = history_text.fetch_history(matches.match_by_number(match.number), seat, "en")
    return " ".join(sentence for entry in entries for sentence in entry.sentences)


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
