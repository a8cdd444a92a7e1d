"""Tests of delivery: every e-mail is sent once, or there is a reason why not."""

from __future__ import annotations

import sys
import threading
import time
from datetime import timedelta
from email.header import decode_header, make_header
from types import ModuleType
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction

from abyss_site.core.valkey import histograms
from notifications.models import Delivery, Notification
from notifications.outgoing import delivery, planning, rendering, transport
from notifications.outgoing.delivery import MAX_TRIES, deliver_due_emails
from notifications.outgoing.outbox import post
from notifications.outgoing.planning import unsubscribe_from_thread
from notifications.outgoing.renderers import Email

from .conftest import NOW, Sink, draft, notification, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("kinds")]
DAY = timedelta(days=1)


def test_an_email_leaves_once(sink: Sink, people: dict[str, Any]) -> None:
    notification("a", people["alice"])

    assert [deliver_due_emails(NOW), deliver_due_emails(NOW)] == [1, 0]
    assert [email["To"] for email in sink.emails] == ["alice@example.org"]
    assert Notification.objects.get().state == "sent"


def test_the_email_says_what_its_writer_wrote(sink: Sink, people: dict[str, Any]) -> None:
    notification("a", people["alice"])

    deliver_due_emails(NOW)

    assert sink.emails[0]["Subject"] == "News a"
    assert text_of(sink.emails[0]) == "Bob plays pebble 2.\n"


def test_html_comes_last_of_two_alternatives(
    sink: Sink, people: dict[str, Any], kinds: dict[str, Any]
) -> None:
    """C1: text first (RFC 2046 §5.1.4)."""
    kinds["news"] = lambda notification: Email(subject="x", text="text", html="<p>html</p>")
    notification("a", people["alice"])

    deliver_due_emails(NOW)

    email = sink.emails[0]
    assert email.get_content_type() == "multipart/alternative"
    assert [part.get_content_type() for part in email.walk()][1:] == ["text/plain", "text/html"]


def test_no_line_of_text_is_longer_than_76(
    sink: Sink, people: dict[str, Any], kinds: dict[str, Any]
) -> None:
    """C2: hard-wrapped."""
    kinds["news"] = lambda notification: Email(subject="x", text="Grüße " * 200)
    notification("a", people["alice"])

    deliver_due_emails(NOW)

    assert max(map(len, text_of(sink.emails[0]).splitlines())) <= 76


def test_whoever_stops_emails_while_one_waits_to_be_sent_gets_none(
    sink: Sink, people: dict[str, Any], kinds: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """O11: checked again when it is sent."""
    monkeypatch.setattr(delivery, "FRESH", -1)

    def write(notification: Notification) -> Email:
        unsubscribe_from_thread(notification.player_id, notification.thread, NOW)
        return Email("x", "x")

    kinds["news"] = write
    email = notification("a", people["alice"], thread="match-1")

    assert deliver_due_emails(NOW) == 0
    email.refresh_from_db()
    assert (email.state, email.why) == ("withdrawn", "unsubscribed")


@pytest.mark.django_db(transaction=True)
def test_three_senders_at_once_send_each_email_once(sink: Sink, people: dict[str, Any]) -> None:
    """O11: each e-mail is sent by one worker."""
    post([draft(f"n{number}", people["alice"]) for number in range(30)], now=NOW)

    def walk() -> None:
        deliver_due_emails(NOW)
        connection.close()

    senders = [threading.Thread(target=walk) for _ in range(3)]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join()

    undone = Notification.objects.exclude(state="sent")
    assert not undone.exists(), undone.values("key", "state", "why", "due_at", "tries")
    assert sorted(email["Subject"] for email in sink.emails) == sorted(
        f"News n{number}" for number in range(30)
    )


@pytest.mark.django_db(transaction=True)
def test_a_sender_does_not_wait_for_what_another_one_plans(
    sink: Sink, people: dict[str, Any]
) -> None:
    """Planning locks some rows at a time, or a second sender would find none and stop."""
    more = 10
    drafts = [draft(f"n{n}", people["alice"]) for n in range(planning.PLANNED_AT_ONCE + more)]
    post(drafts, now=NOW)
    planned, sent = threading.Event(), threading.Event()

    def plan() -> None:
        with transaction.atomic():
            planning.plan_due(NOW)
            planned.set()
            sent.wait(10)
        connection.close()

    other = threading.Thread(target=plan)
    other.start()
    assert planned.wait(10)

    assert deliver_due_emails(NOW) == more
    sent.set()
    other.join()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("step", [(delivery, "send_notification"), (rendering, "lock_claimed")])
def test_a_row_locked_for_a_moment_is_sent_all_the_same(
    sink: Sink,
    people: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
    step: tuple[ModuleType, str],
) -> None:
    """O11: a worker that looks for due e-mails locks rows that it then finds claimed by another."""
    email = notification("a", people["alice"])
    locked, go_on = threading.Event(), getattr(*step)

    def hold() -> None:
        with transaction.atomic():
            Notification.objects.select_for_update().get(pk=email.pk)
            locked.set()
            time.sleep(0.2)
        connection.close()

    def wait_first(*arguments: Any) -> Any:
        other.start()
        assert locked.wait(10)
        return go_on(*arguments)

    other = threading.Thread(target=hold)
    monkeypatch.setattr(*step, wait_first)

    assert deliver_due_emails(NOW) == 1
    other.join()
    assert len(sink.emails) == 1


@pytest.mark.django_db(transaction=True)
def test_an_email_sent_again_after_a_crash_is_the_same_email(
    sink: Sink, people: dict[str, Any], kinds: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """O1: the same Message-ID and text."""
    words = iter(["first", "second"])
    kinds["news"] = lambda notification: Email(subject="x", text=next(words))
    notification("a", people["alice"])
    note_left = delivery._record_sent
    monkeypatch.setattr(delivery, "_record_sent", lambda *_: sys.exit())
    with pytest.raises(SystemExit):
        deliver_due_emails(NOW)
    monkeypatch.setattr(delivery, "_record_sent", note_left)

    assert deliver_due_emails(NOW) == 0
    assert deliver_due_emails(NOW + timedelta(minutes=1)) == 1

    first, second = sink.emails
    assert first["Message-ID"] == second["Message-ID"]
    assert first.get_payload() == second.get_payload()


def test_a_server_that_says_later_is_asked_later(sink: Sink, people: dict[str, Any]) -> None:
    """O12: 4xx, with backoff and jitter."""
    email = notification("a", people["alice"])
    pauses = []
    sink.rcpt = "450 4.2.1 mailbox busy"
    for _ in range(3):
        tried = max(NOW, email.due_at)
        deliver_due_emails(tried)
        email.refresh_from_db()
        pauses.append(round((email.due_at - tried) / timedelta(minutes=1), 1))

    assert email.state == "queued"
    assert 2 <= pauses[0] <= 2.4 and 4 <= pauses[1] <= 4.8 and 8 <= pauses[2] <= 9.6


def test_an_email_put_off_leaves_when_the_server_takes_it(
    sink: Sink, people: dict[str, Any]
) -> None:
    email = notification("a", people["alice"])
    sink.data = "451 4.3.0 later"
    deliver_due_emails(NOW)
    sink.data = "250 OK"

    assert deliver_due_emails(NOW) == 0
    assert deliver_due_emails(NOW + timedelta(minutes=3)) == 1
    assert list(email.deliveries.order_by("id").values_list("accepted", "error")) == [
        (False, "451 4.3.0 later"),
        (True, ""),
    ]


def test_an_email_is_given_up_after_the_last_try(sink: Sink, people: dict[str, Any]) -> None:
    """O12: retries are limited."""
    email = notification("a", people["alice"])
    sink.rcpt = "450 4.2.1 mailbox busy"
    for day in range(MAX_TRIES + 2):
        deliver_due_emails(NOW + day * DAY)

    email.refresh_from_db()
    assert (email.state, email.tries) == ("failed", MAX_TRIES)


@pytest.mark.parametrize("step", ["rcpt", "data"])
def test_a_refusal_for_good_is_not_tried_again(
    sink: Sink, people: dict[str, Any], step: str
) -> None:
    """O12: 5xx."""
    email = notification("a", people["alice"])
    setattr(sink, step, "550 5.1.1 no such user")

    deliver_due_emails(NOW)
    deliver_due_emails(NOW + DAY)

    email.refresh_from_db()
    assert (email.state, email.tries) == ("failed", 1)
    assert "5.1.1 no such user" in email.deliveries.get().error


def test_one_refused_email_does_not_hold_up_the_next(
    sink: Sink, people: dict[str, Any], kinds: dict[str, Any]
) -> None:
    people["alice"].email = "not an address\r\n@at all"
    people["alice"].save()
    notification("a", people["alice"])
    notification("b", people["bob"])

    assert deliver_due_emails(NOW) == 1
    assert Notification.objects.get(key="a").state == "failed"


def test_a_server_that_is_away_never_makes_an_email_fail(
    settings: Any, people: dict[str, Any]
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    email = notification("a", people["alice"])
    for day in range(MAX_TRIES + 2):
        deliver_due_emails(NOW + day * DAY)

    email.refresh_from_db()
    assert email.state == "queued"


def test_a_server_that_is_away_is_asked_once_a_round(settings: Any, people: dict[str, Any]) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    post([draft(f"n{number}", people["alice"]) for number in range(5)], now=NOW)

    deliver_due_emails(NOW)

    assert Delivery.objects.count() == 1


@pytest.mark.parametrize("goodbye", ["", "421 4.7.0 enough for now"])
def test_a_connection_closed_between_emails_is_opened_again(
    sink: Sink, people: dict[str, Any], goodbye: str
) -> None:
    """O12: 421."""
    post([draft(f"n{number}", people["alice"]) for number in range(3)], now=NOW)
    sink.most_emails, sink.goodbye = 2, goodbye

    assert deliver_due_emails(NOW) == 3
    assert len(sink.emails) == 3


def test_a_server_that_hung_before_it_closed_is_not_asked_again_at_once(
    sink: Sink, people: dict[str, Any], kinds: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """O11: it may have taken the e-mail, which may be outdated by now."""
    monkeypatch.setattr(transport, "CLOSED_AT_ONCE_SECONDS", 0.1)
    email = notification("a", people["alice"])
    sink.hangs = 0.3

    assert deliver_due_emails(NOW) == 0
    sink.hangs, kinds["news"] = 0.0, lambda notification: None
    deliver_due_emails(NOW + DAY)

    email.refresh_from_db()
    assert (email.state, email.why, len(sink.emails)) == ("withdrawn", "overtaken", 1)


def test_a_notification_with_nothing_left_to_tell_is_withdrawn(
    sink: Sink, people: dict[str, Any], kinds: dict[str, Any]
) -> None:
    kinds["news"] = lambda notification: None
    email = notification("a", people["alice"])

    deliver_due_emails(NOW)

    email.refresh_from_db()
    assert (email.state, email.why, sink.emails) == ("withdrawn", "overtaken", [])


def test_an_email_overtaken_while_it_waits_is_withdrawn(
    sink: Sink, people: dict[str, Any], kinds: dict[str, Any]
) -> None:
    """O11, O12: checked again when it is sent."""
    email = notification("a", people["alice"])
    sink.rcpt = "450 later"
    deliver_due_emails(NOW)
    sink.rcpt, kinds["news"] = "250 OK", lambda notification: None

    deliver_due_emails(NOW + DAY)

    email.refresh_from_db()
    assert (email.state, sink.emails) == ("withdrawn", [])


def test_a_broken_template_still_sends_three_plain_lines(
    sink: Sink, people: dict[str, Any], kinds: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    kinds["news"] = lambda notification: {}["a secret token"]  # type: ignore[index]
    notification("a", people["alice"])

    deliver_due_emails(NOW)

    assert "http://localhost:8000/" in sink.emails[0].get_payload()
    assert "KeyError" in caplog.text and "secret" not in caplog.text


def test_a_kind_nobody_writes_still_sends_three_plain_lines(
    sink: Sink, people: dict[str, Any]
) -> None:
    notification("a", people["alice"], kind="unheard_of")

    deliver_due_emails(NOW)

    assert "There is news for you" in sink.emails[0].get_payload()


def test_a_broken_query_in_a_writer_still_sends(
    sink: Sink, people: dict[str, Any], kinds: dict[str, Any]
) -> None:
    def ask(email: Notification) -> Email:
        with connection.cursor() as cursor:
            cursor.execute("SELECT nonsense")
        raise AssertionError

    kinds["news"] = ask
    notification("a", people["alice"])

    assert deliver_due_emails(NOW) == 1


def test_an_email_that_meets_the_loss_of_the_database_is_written_in_full_later(
    sink: Sink, people: dict[str, Any], kinds: dict[str, Any]
) -> None:
    """It used to be replaced by the fallback e-mail."""

    def ask(email: Notification) -> Email:
        raise OperationalError("the server closed the connection unexpectedly")

    in_full, kinds["news"] = kinds["news"], ask
    notification("a", people["alice"])
    with pytest.raises(OperationalError):
        deliver_due_emails(NOW)
    sent_meanwhile = list(sink.emails)

    kinds["news"] = in_full
    deliver_due_emails(NOW + DAY)

    assert sent_meanwhile == []
    assert "There is news for you" not in sink.emails[0].get_payload()


def test_nothing_is_mailed_to_an_address_nobody_has_verified(
    sink: Sink, people: dict[str, Any]
) -> None:
    """D4: only the e-mail that verifies the address."""
    people["alice"].email_verified_at = None
    people["alice"].save()
    email = notification("a", people["alice"])

    deliver_due_emails(NOW)

    email.refresh_from_db()
    assert (email.state, email.why, sink.emails) == ("withdrawn", "address not verified", [])


def test_the_sign_in_email_goes_to_any_address(sink: Sink, people: dict[str, Any]) -> None:
    people["alice"].email_verified_at = None
    people["alice"].save()
    notification("a", people["alice"], kind="sign_in")

    assert deliver_due_emails(NOW) == 1


def test_bots_get_no_mail(sink: Sink, people: dict[str, Any]) -> None:
    people["alice"].is_bot, people["alice"].email = True, "bot-alice"
    people["alice"].save()
    email = notification("a", people["alice"])

    assert deliver_due_emails(NOW) == 0
    email.refresh_from_db()
    assert email.why == "a bot"


def test_a_player_who_unsubscribed_from_a_match_gets_no_emails_about_it(
    sink: Sink, people: dict[str, Any]
) -> None:
    """O8, O11: at once, even for e-mails that are rendered already."""
    unsubscribe_from_thread(people["alice"].pk, "match-7", NOW)
    notification("a", people["alice"], thread="match-7")
    notification("b", people["alice"], thread="match-8")
    notification("c", people["bob"], thread="match-7")

    deliver_due_emails(NOW)

    assert sorted(email["Subject"] for email in sink.emails) == ["News b", "News c"]


def test_letters_of_names_in_every_script_arrive(
    sink: Sink, people: dict[str, Any], kinds: dict[str, Any]
) -> None:
    kinds["news"] = lambda notification: Email(
        subject="Zug von Ærøskøbing 深海", text="Grüße, 深海\n"
    )
    notification("a", people["alice"])

    deliver_due_emails(NOW)

    email = sink.emails[0]
    assert str(make_header(decode_header(email["Subject"]))) == "Zug von Ærøskøbing 深海"
    assert text_of(email) == "Grüße, 深海\n"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("how", ["alone", "bundled", "rendered again", "at once"])
def test_the_metric_counts_from_when_an_email_was_due(
    how: str, sink: Sink, people: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It counted from the end of the claim, which takes the place of that instant: -30 s."""
    monkeypatch.setattr(histograms, "FLUSH_SECONDS", 0.0)
    if how == "rendered again":
        monkeypatch.setattr(delivery, "FRESH", -1)
    post([draft(f"n{n}", people["alice"]) for n in range(2 if how == "bundled" else 1)], now=NOW)
    due_at = NOW if how == "at once" else NOW - timedelta(seconds=100)
    Notification.objects.update(planned_at=NOW, due_at=due_at, gathers=how == "bundled")
    histograms.EMAILS.count("out", seconds=0)
    before = histograms.EMAILS.read()[("out",)][1]

    assert deliver_due_emails(NOW) == 1

    took = histograms.EMAILS.read()[("out",)][1] - before
    waited = (NOW - due_at).total_seconds()
    assert waited <= took < waited + 30
