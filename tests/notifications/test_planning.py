"""Tests of planning when to send an e-mail: rhythm, quiet hours and daily limit."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest

from notifications.models import EmailPreferences, Notification
from notifications.outgoing import channels
from notifications.outgoing.delivery import deliver_due_emails
from notifications.outgoing.planning import (
    EVERYTHING,
    Plan,
    Recent,
    plan_due,
    plan_notification,
    unsubscribe_from_thread,
)
from notifications.preferences import channel_preferences

from .conftest import NOW, Sink, notification

pytestmark = pytest.mark.django_db
NOTHING_RECENT = Recent(False, 0)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def asked(people: dict[str, Any]) -> Notification:
    people["alice"].zone = "Europe/Paris"
    people["alice"].save()
    return notification("a", people["alice"], thread="match-7")


def planned(
    asked: Notification, now: datetime, recent: Recent = NOTHING_RECENT, **preferences: Any
) -> Plan:
    asked.player.email_preferences = EmailPreferences(player=asked.player, **preferences)
    return plan_notification(asked, recent, now)


def at(day: int, hour: int, minute: int = 0, *, month: int = 3) -> datetime:
    return datetime(2026, month, day, hour, minute, tzinfo=UTC)


def test_an_email_waits_for_others_to_share_an_envelope(asked: Notification, settings: Any) -> None:
    """V1: a prompt waits, so that several matches are combined in one e-mail."""
    settings.MAIL_DEBOUNCE_SECONDS = 60

    assert planned(asked, NOW) == (NOW + MINUTE, True, "")


def test_where_emails_stay_on_the_machine_nobody_waits(asked: Notification) -> None:
    assert planned(asked, NOW) == (NOW, False, "")


def test_a_fast_exchange_is_not_held_up(asked: Notification) -> None:
    """V1: in a fast exchange, e-mails are sent at once."""
    assert planned(asked, NOW, Recent(True, 3), settle=90) == (NOW, False, "")


def test_an_answer_to_an_email_waits_for_nothing(asked: Notification) -> None:
    asked.answers = "<1@client.example>"

    assert planned(asked, NOW, rhythm="daily", settle=90) == (NOW, False, "")


def test_an_hourly_email_comes_at_the_full_hour(asked: Notification) -> None:
    """V2: hourly digest."""
    assert planned(asked, NOW + MINUTE, rhythm="hourly").due_at == NOW + 60 * MINUTE


def test_a_daily_email_comes_at_its_hour_of_the_readers_clock(asked: Notification) -> None:
    """V2: daily digest at hh:mm in the player's time zone."""
    assert planned(asked, NOW, rhythm="daily", daily_at=time(8, 30)).due_at == at(3, 7, 30)


@pytest.mark.parametrize(
    ("now", "due"),
    [
        # In Paris, DST starts at 2:00 on 29 March 2026 and ends at 3:00 on 25 October.
        (at(28, 12), at(29, 6)),
        (at(27, 12), at(28, 7)),
        (at(24, 12, month=10), at(25, 7, month=10)),
        (at(23, 12, month=10), at(24, 6, month=10)),
    ],
)
def test_a_daily_email_keeps_its_hour_when_clocks_change(
    asked: Notification, now: datetime, due: datetime
) -> None:
    """V2: across DST changes."""
    assert planned(asked, now, rhythm="daily", daily_at=time(8)).due_at == due


@pytest.mark.parametrize(
    ("now", "due"),
    [
        (at(2, 20, 59), at(2, 20, 59)),
        (at(2, 21), at(3, 6)),
        (at(3, 5, 59), at(3, 6)),
        (at(3, 6), at(3, 6)),
        # The night of the DST change is an hour shorter in March and an hour longer in October.
        (at(28, 21), at(29, 5)),
        (at(24, 20, month=10), at(25, 6, month=10)),
    ],
)
def test_nothing_comes_in_quiet_hours(asked: Notification, now: datetime, due: datetime) -> None:
    """V2: quiet hours from 22 to 7 in Paris, across DST changes."""
    assert planned(asked, now, quiet_from=time(22), quiet_until=time(7)).due_at == due


def test_quiet_hours_may_lie_within_a_day(asked: Notification) -> None:
    preferences: dict[str, Any] = {"quiet_from": time(9), "quiet_until": time(17)}

    assert planned(asked, NOW, **preferences).due_at == at(2, 16)
    assert planned(asked, at(2, 18), **preferences).due_at == at(2, 18)


def test_a_question_that_ends_in_the_night_is_asked_before_it(asked: Notification) -> None:
    """V2: if the deadline is in quiet hours, the e-mail is sent before them."""
    asked.answer_until = at(3, 2)
    preferences: dict[str, Any] = {
        "rhythm": "daily",
        "quiet_from": time(22),
        "quiet_until": time(7),
    }

    assert planned(asked, NOW, **preferences).due_at == at(2, 19)
    # In quiet hours already: an e-mail at night is better than a default answer at the deadline.
    assert planned(asked, at(2, 23), **preferences).due_at == at(2, 23)


def test_a_daily_email_is_early_when_a_question_ends_before_it(asked: Notification) -> None:
    asked.answer_until = at(2, 18)

    assert planned(asked, NOW, rhythm="daily", daily_at=time(8)).due_at == at(2, 16)


def test_a_question_that_ends_after_breakfast_is_asked_at_the_end_of_the_night(
    asked: Notification,
) -> None:
    asked.answer_until = at(3, 7)
    preferences: dict[str, Any] = {
        "rhythm": "daily",
        "quiet_from": time(22),
        "quiet_until": time(7),
    }

    assert planned(asked, at(2, 22), daily_at=time(12), **preferences).due_at == at(3, 6)


def test_above_the_ceiling_emails_are_gathered_by_the_hour(
    asked: Notification, settings: Any
) -> None:
    """V4: a daily limit for each player, even for questions with a deadline."""
    settings.MAIL_DAILY_LIMIT = 60
    asked.answer_until = NOW + MINUTE

    assert planned(asked, NOW, Recent(True, 60)) == (NOW + 60 * MINUTE, True, "full day")


def test_a_runaway_match_cannot_bomb_a_mailbox(sink: Sink, kinds: Any, people: Any) -> None:
    """V4: five e-mails, then one that bundles the rest and explains it."""
    EmailPreferences.objects.create(player=people["alice"], most_a_day=5)
    for number in range(30):
        notification(f"n{number}", people["alice"], thread=f"match-{number}")

    first = deliver_due_emails(NOW)
    later = [deliver_due_emails(NOW + hours * 60 * MINUTE) for hours in (1, 2, 3, 4)]

    assert (first, sum(later)) == (5, 3)
    part = next(part for part in sink.emails[5].walk() if not part.is_multipart())
    assert "many e-mails within a day" in str(part.get_payload())


def test_planning_twice_changes_nothing(asked: Notification) -> None:
    assert [plan_due(NOW), plan_due(NOW)] == [1, 0]


def test_a_wish_may_spare_questions(sink: Sink, kinds: Any, people: dict[str, Any]) -> None:
    """V2: per match: all events, only my turn, or none."""
    alice = people["alice"]
    channel_preferences.set_preferred_events(
        alice, "match-7", {channels.MAIL: channels.QUESTIONS}, now=NOW
    )
    notification("news", alice, thread="match-7")
    notification("question", alice, thread="match-7", reply_token="a" * 26)

    deliver_due_emails(NOW)

    assert [email["Subject"] for email in sink.emails] == ["News question"]


def test_stopping_everything_spares_emails_of_the_account(
    sink: Sink, kinds: Any, people: dict[str, Any]
) -> None:
    unsubscribe_from_thread(people["alice"].pk, EVERYTHING, NOW)
    unsubscribe_from_thread(people["alice"].pk, EVERYTHING, NOW)
    notification("news", people["alice"], thread="match-7")
    notification("account", people["alice"])

    deliver_due_emails(NOW)

    assert [email["Subject"] for email in sink.emails] == ["News account"]


@pytest.mark.parametrize(
    ("wish", "left"),
    [("always", {"receipt", "refused"}), ("errors", {"refused"}), ("never", set())],
)
def test_receipts_come_as_wished(
    sink: Sink, kinds: Any, people: dict[str, Any], wish: str, left: set[str]
) -> None:
    """K7: receipts always, only for errors, never."""
    kinds |= {"receipt": kinds["news"], "refused": kinds["news"]}
    EmailPreferences.objects.create(player=people["alice"], receipts=wish)
    for kind in ("receipt", "refused"):
        notification(
            kind, people["alice"], kind=kind, thread="match-7", data={"answers": "<1@b.c>"}
        )

    deliver_due_emails(NOW)

    assert {email["Subject"].removeprefix("News ") for email in sink.emails} == left
