"""A match that waits: what stands still, what may be done, and what is given back."""

from __future__ import annotations

from datetime import timedelta
from html import unescape
from typing import Any

import pytest

from games.engine import clock
from games.engine.contract import Decision
from games.models import Match, Move
from games.services.play.deadlines import (
    expire_deadlines,
    extend_unnotified_deadlines,
)
from games.services.play.decisions import submit_decision
from games.services.play.outages import record_tick
from games.services.play.pauses import pause_match, resume_match
from games.services.reminders import send_reminders
from notifications.models import Notification
from tests.emails import email_of

from ..conftest import NOON
from .reading import As, text_of

HOUR = timedelta(hours=1)
TAKE = Decision("take", {"number": 1})
Why = Match.Why


def test_no_clock_runs_while_a_match_is_paused(deal: Any) -> None:
    match = deal("pebbles", seats=2)
    assert pause_match(match, why=Why.VOTE, now=NOON + HOUR)
    late = NOON + timedelta(days=30)
    assert (expire_deadlines(late), send_reminders(late), extend_unnotified_deadlines(late)) == (
        0,
        0,
        0,
    )


def test_a_paused_match_is_not_paused_again_nor_a_running_one_resumed(deal: Any) -> None:
    match = deal("pebbles", seats=2)
    assert not resume_match(match, now=NOON)
    assert pause_match(match, why=Why.VOTE, now=NOON) and not pause_match(
        match, why=Why.STAFF, now=NOON + HOUR
    )
    assert match.pause_reason == Why.VOTE
    assert resume_match(match, now=NOON) and match.paused_at is None


def test_what_was_left_is_left_when_it_goes_on(deal: Any) -> None:
    match = deal("pebbles", seats=2)
    before = match.prompts.get()
    pause_match(match, why=Why.VOTE, now=NOON + HOUR)
    resume_match(match, now=NOON + timedelta(days=5))
    after, moved = match.prompts.get(), timedelta(days=5) - HOUR
    assert (after.deadline_at, after.remind_at) == (
        before.deadline_at + moved,
        before.remind_at + moved,
    )


def test_nights_that_cost_nothing_before_a_pause_cost_nothing_after_it(
    deal: Any, people: dict[str, Any]
) -> None:
    days = clock.serialize_hours(clock.Hours("UTC", ((8 * 60, 20 * 60),) * 7))
    type(people["alice"]).objects.update(hours=days)
    match = deal("pebbles", seats=2)
    due = match.prompts.get().deadline_at
    pause_match(match, why=Why.VOTE, now=NOON + 4 * HOUR)
    resume_match(match, now=NOON + 10 * HOUR)
    hours = clock.parse_stored_hours("UTC", days)
    later = match.prompts.get().deadline_at
    assert later >= due + 6 * HOUR
    assert clock.elapsed_time(NOON + 10 * HOUR, later, hours) >= clock.elapsed_time(
        NOON + 4 * HOUR, due, hours
    )


def test_one_may_answer_during_a_pause_and_the_next_has_a_whole_turn(deal: Any) -> None:
    match = deal("pebbles", seats=2)
    pause_match(match, why=Why.VOTE, now=NOON)
    submit_decision(match.prompts.get().token, TAKE, source="page", key="1", now=NOON + HOUR)
    match.refresh_from_db()
    assert match.paused_at == NOON
    resume_match(match, now=NOON + 9 * HOUR)
    assert match.prompts.get(closed_at=None).deadline_at == NOON + (72 + 9) * HOUR


def test_who_was_waited_for_sets_the_clocks_going_by_answering(deal: Any) -> None:
    match = deal("pebbles", seats=2)
    late = NOON + 73 * HOUR
    pause_match(match, why=Why.SILENCE, now=late)
    token = match.prompts.get().token
    submit_decision(token, TAKE, source="page", key="1", now=late + HOUR)
    match.refresh_from_db()
    assert match.paused_at is None and match.ply == 1
    assert match.prompts.get(closed_at=None).deadline_at == late + 73 * HOUR


def test_who_was_late_at_the_pause_has_a_quarter_of_the_time_again(deal: Any) -> None:
    match = deal("pebbles", seats=2)
    late = NOON + 73 * HOUR
    pause_match(match, why=Why.SILENCE, now=late)
    resume_match(match, now=late + HOUR)
    assert match.prompts.get().deadline_at == late + 19 * HOUR


def test_an_outage_within_a_pause_is_given_back_once(deal: Any) -> None:
    match = deal("pebbles", seats=2)
    record_tick(NOON)
    pause_match(match, why=Why.VOTE, now=NOON)
    record_tick(NOON + 5 * HOUR)
    resume_match(match, now=NOON + 6 * HOUR)
    assert match.prompts.get().deadline_at == NOON + 78 * HOUR


def test_the_clock_cannot_answer_in_a_paused_match(deal: Any) -> None:
    match = deal("pebbles", seats=2)
    pause_match(match, why=Why.STAFF, now=NOON)
    with pytest.raises(Exception, match="more time"):
        submit_decision(
            match.prompts.get().token, None, source="clock", key="c", now=NOON + 90 * HOUR
        )
    assert not Move.objects.exists()


@pytest.mark.parametrize(
    ("language", "why", "goes_on"),
    [
        ("en", "A moderator has paused it.", "goes on"),
        ("fr", "La modération l’a mise en pause.", "reprend"),
        ("de", "Die Moderation hat sie pausiert.", "geht weiter"),
    ],
)
def test_everybody_is_told_of_a_pause_and_of_its_end(
    deal: Any, language: str, why: str, goes_on: str
) -> None:
    match = deal("pebbles", seats=2)
    players = [seat.player for seat in match.seats.all()]
    type(players[0]).objects.update(language=language)
    pause_match(match, why=Why.STAFF, now=NOON)
    told = Notification.objects.filter(kind="paused")
    assert told.count() == 2
    email = email_of(told.first())  # type: ignore[arg-type]
    assert email is not None and why in email.text and why in unescape(email.html)

    resume_match(match, now=NOON + HOUR)
    assert email_of(told.first()) is None  # type: ignore[arg-type]
    asked = Notification.objects.get(kind="resumed", reply_token=match.prompts.get().token)
    email = email_of(asked)
    assert email is not None and goes_on in email.text


def test_the_page_says_that_the_match_is_paused(as_: As, pebbles: Match) -> None:
    pause_match(pebbles, why=Why.VOTE)
    page = text_of(as_("alice").get(f"/matches/{pebbles.number}/"))
    assert "This match is paused. Its players have agreed on a pause." in page
    assert " left: " not in page
    assert "paused" in text_of(as_("alice").get("/")) + text_of(as_("bob").get("/"))
