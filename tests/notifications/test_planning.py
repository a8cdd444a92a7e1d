"""When a letter is mailed: rhythm, quiet hours, a full day."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest

from notifications.models import EmailPreferences, Notification
from notifications.outgoing import channels
from notifications.outgoing.delivery import post_round
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
    asked: Notification, now: datetime, recent: Recent = NOTHING_RECENT, **wishes: Any
) -> Plan:
    asked.player.email_preferences = EmailPreferences(player=asked.player, **wishes)
    return plan_notification(asked, recent, now)


def at(day: int, hour: int, minute: int = 0, *, month: int = 3) -> datetime:
    return datetime(2026, month, day, hour, minute, tzinfo=UTC)


def test_a_letter_waits_for_others_to_share_an_envelope(asked: Notification, settings: Any) -> None:
    """V1: a prompt waits, so that several matches become one letter."""
    settings.MAIL_DEBOUNCE_SECONDS = 60

    assert planned(asked, NOW) == (NOW + MINUTE, True, "")


def test_where_letters_stay_on_the_machine_nobody_waits(asked: Notification) -> None:
    assert planned(asked, NOW) == (NOW, False, "")


def test_a_fast_exchange_is_not_held_up(asked: Notification) -> None:
    """V1: a match in fast exchange is sent at once."""
    assert planned(asked, NOW, Recent(True, 3), settle=90) == (NOW, False, "")


def test_an_answer_to_a_letter_waits_for_nothing(asked: Notification) -> None:
    asked.answers = "<1@client.example>"

    assert planned(asked, NOW, rhythm="daily", settle=90) == (NOW, False, "")


def test_an_hourly_letter_comes_at_the_full_hour(asked: Notification) -> None:
    """V2: digest hourly."""
    assert planned(asked, NOW + MINUTE, rhythm="hourly").due_at == NOW + 60 * MINUTE


def test_a_daily_letter_comes_at_its_hour_of_the_readers_clock(asked: Notification) -> None:
    """V2: digest daily hh:mm, in the local zone."""
    assert planned(asked, NOW, rhythm="daily", daily_at=time(8, 30)).due_at == at(3, 7, 30)


@pytest.mark.parametrize(
    ("now", "due"),
    [
        # On 29 March 2026 clocks in Paris go from 2 to 3, on 25 October from 3 to 2.
        (at(28, 12), at(29, 6)),
        (at(27, 12), at(28, 7)),
        (at(24, 12, month=10), at(25, 7, month=10)),
        (at(23, 12, month=10), at(24, 6, month=10)),
    ],
)
def test_a_daily_letter_keeps_its_hour_when_clocks_change(
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
        # The night of the change is an hour shorter, and in October an hour longer.
        (at(28, 21), at(29, 5)),
        (at(24, 20, month=10), at(25, 6, month=10)),
    ],
)
def test_nothing_comes_in_quiet_hours(asked: Notification, now: datetime, due: datetime) -> None:
    """V2: quiet hours in the local zone across DST changes: from 22 to 7 in Paris."""
    assert planned(asked, now, quiet_from=time(22), quiet_until=time(7)).due_at == due


def test_quiet_hours_may_lie_within_a_day(asked: Notification) -> None:
    wishes: dict[str, Any] = {"quiet_from": time(9), "quiet_until": time(17)}

    assert planned(asked, NOW, **wishes).due_at == at(2, 16)
    assert planned(asked, at(2, 18), **wishes).due_at == at(2, 18)


def test_a_question_that_ends_in_the_night_is_asked_before_it(asked: Notification) -> None:
    """V2: if a deadline falls into quiet hours, send before them."""
    asked.answer_until = at(3, 2)
    wishes: dict[str, Any] = {"rhythm": "daily", "quiet_from": time(22), "quiet_until": time(7)}

    assert planned(asked, NOW, **wishes).due_at == at(2, 19)
    # Too late for "before": better a letter at night than an answer by the clock.
    assert planned(asked, at(2, 23), **wishes).due_at == at(2, 23)


def test_a_daily_letter_is_early_when_a_question_ends_before_it(asked: Notification) -> None:
    asked.answer_until = at(2, 18)

    assert planned(asked, NOW, rhythm="daily", daily_at=time(8)).due_at == at(2, 16)


def test_a_question_that_ends_after_breakfast_is_asked_at_the_end_of_the_night(
    asked: Notification,
) -> None:
    asked.answer_until = at(3, 7)
    wishes: dict[str, Any] = {"rhythm": "daily", "quiet_from": time(22), "quiet_until": time(7)}

    assert planned(asked, at(2, 22), daily_at=time(12), **wishes).due_at == at(3, 6)


def test_above_the_ceiling_letters_are_gathered_by_the_hour(
    asked: Notification, settings: Any
) -> None:
    """V4: a ceiling for each player; deadlines do not lift it."""
    settings.MAIL_DAILY_LIMIT = 60
    asked.answer_until = NOW + MINUTE

    assert planned(asked, NOW, Recent(True, 60)) == (NOW + 60 * MINUTE, True, "full day")


def test_a_runaway_match_cannot_bomb_a_mailbox(sink: Sink, kinds: Any, people: Any) -> None:
    """V4: five letters, then one that gathers the rest and says so."""
    EmailPreferences.objects.create(player=people["alice"], most_a_day=5)
    for number in range(30):
        notification(f"n{number}", people["alice"], thread=f"match-{number}")

    first = post_round(NOW)
    later = [post_round(NOW + hours * 60 * MINUTE) for hours in (1, 2, 3, 4)]

    assert (first, sum(later)) == (5, 3)
    part = next(part for part in sink.letters[5].walk() if not part.is_multipart())
    assert "many letters within a day" in str(part.get_payload())


def test_planning_twice_changes_nothing(asked: Notification) -> None:
    assert [plan_due(NOW), plan_due(NOW)] == [1, 0]


def test_a_wish_may_spare_questions(sink: Sink, kinds: Any, people: dict[str, Any]) -> None:
    """V2: per match: all, only when my turn, none."""
    alice = people["alice"]
    channel_preferences.set_preferred_events(
        alice, "match-7", {channels.MAIL: channels.QUESTIONS}, now=NOW
    )
    notification("news", alice, thread="match-7")
    notification("question", alice, thread="match-7", reply_token="a" * 26)

    post_round(NOW)

    assert [letter["Subject"] for letter in sink.letters] == ["News question"]


def test_stopping_everything_spares_letters_of_the_account(
    sink: Sink, kinds: Any, people: dict[str, Any]
) -> None:
    unsubscribe_from_thread(people["alice"].pk, EVERYTHING, NOW)
    unsubscribe_from_thread(people["alice"].pk, EVERYTHING, NOW)
    notification("news", people["alice"], thread="match-7")
    notification("account", people["alice"])

    post_round(NOW)

    assert [letter["Subject"] for letter in sink.letters] == ["News account"]


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

    post_round(NOW)

    assert {letter["Subject"].removeprefix("News ") for letter in sink.letters} == left
