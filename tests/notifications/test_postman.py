"""The postman: every letter leaves once, or we know why not."""

from __future__ import annotations

import sys
import threading
from datetime import timedelta
from email.header import decode_header, make_header
from typing import Any

import pytest
from django.db import OperationalError, connection

from notifications.models import Delivery, Notification
from notifications.outgoing import delivery
from notifications.outgoing.delivery import MOST_TRIES, post_round
from notifications.outgoing.outbox import post
from notifications.outgoing.planning import unsubscribe_from_thread
from notifications.outgoing.renderers import Letter

from .conftest import NOW, Sink, draft, notification, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("kinds")]
DAY = timedelta(days=1)


def test_a_letter_leaves_once(sink: Sink, people: dict[str, Any]) -> None:
    notification("a", people["alice"])

    assert [post_round(NOW), post_round(NOW)] == [1, 0]
    assert [letter["To"] for letter in sink.letters] == ["alice@example.org"]
    assert Notification.objects.get().state == "sent"


def test_the_letter_says_what_its_writer_wrote(sink: Sink, people: dict[str, Any]) -> None:
    notification("a", people["alice"])

    post_round(NOW)

    assert sink.letters[0]["Subject"] == "News a"
    assert text_of(sink.letters[0]) == "Bob plays pebble 2.\n"


def test_html_comes_last_of_two_alternatives(
    sink: Sink, people: dict[str, Any], kinds: dict[str, Any]
) -> None:
    """C1: text first (RFC 2046 §5.1.4)."""
    kinds["news"] = lambda notification: Letter(subject="x", text="text", html="<p>html</p>")
    notification("a", people["alice"])

    post_round(NOW)

    letter = sink.letters[0]
    assert letter.get_content_type() == "multipart/alternative"
    assert [part.get_content_type() for part in letter.walk()][1:] == ["text/plain", "text/html"]


def test_no_line_of_text_is_longer_than_76(
    sink: Sink, people: dict[str, Any], kinds: dict[str, Any]
) -> None:
    """C2: hard wrapped."""
    kinds["news"] = lambda notification: Letter(subject="x", text="Grüße " * 200)
    notification("a", people["alice"])

    post_round(NOW)

    assert max(map(len, text_of(sink.letters[0]).splitlines())) <= 76


def test_whoever_stops_letters_while_one_waits_to_be_sent_gets_none(
    sink: Sink, people: dict[str, Any], kinds: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """O11: looked at again at the time of sending."""
    monkeypatch.setattr(delivery, "FRESH", -1)

    def write(notification: Notification) -> Letter:
        unsubscribe_from_thread(notification.player_id, notification.thread, NOW)
        return Letter("x", "x")

    kinds["news"] = write
    letter = notification("a", people["alice"], thread="match-1")

    assert post_round(NOW) == 0
    letter.refresh_from_db()
    assert (letter.state, letter.why) == ("withdrawn", "unsubscribed")


@pytest.mark.django_db(transaction=True)
def test_three_postmen_at_once_send_each_letter_once(sink: Sink, people: dict[str, Any]) -> None:
    """O11: each letter is sent by one."""
    post([draft(f"n{number}", people["alice"]) for number in range(30)], now=NOW)

    def walk() -> None:
        post_round(NOW)
        connection.close()

    postmen = [threading.Thread(target=walk) for _ in range(3)]
    for postman in postmen:
        postman.start()
    for postman in postmen:
        postman.join()

    assert sorted(letter["Subject"] for letter in sink.letters) == sorted(
        f"News n{number}" for number in range(30)
    )


@pytest.mark.django_db(transaction=True)
def test_a_letter_sent_again_after_a_crash_is_the_same_letter(
    sink: Sink, people: dict[str, Any], kinds: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """O1: the same Message-ID and text."""
    words = iter(["first", "second"])
    kinds["news"] = lambda notification: Letter(subject="x", text=next(words))
    notification("a", people["alice"])
    note_left = delivery._note_left
    monkeypatch.setattr(delivery, "_note_left", lambda *_: sys.exit())
    with pytest.raises(SystemExit):
        post_round(NOW)
    monkeypatch.setattr(delivery, "_note_left", note_left)

    assert post_round(NOW) == 0
    assert post_round(NOW + timedelta(minutes=1)) == 1

    first, second = sink.letters
    assert first["Message-ID"] == second["Message-ID"]
    assert first.get_payload() == second.get_payload()


def test_a_server_that_says_later_is_asked_later(sink: Sink, people: dict[str, Any]) -> None:
    """O12: 4xx, with back-off and jitter."""
    letter = notification("a", people["alice"])
    pauses = []
    sink.rcpt = "450 4.2.1 mailbox busy"
    for _ in range(3):
        tried = max(NOW, letter.due_at)
        post_round(tried)
        letter.refresh_from_db()
        pauses.append(round((letter.due_at - tried) / timedelta(minutes=1), 1))

    assert letter.state == "queued"
    assert 2 <= pauses[0] <= 2.4 and 4 <= pauses[1] <= 4.8 and 8 <= pauses[2] <= 9.6


def test_a_letter_put_off_leaves_when_the_server_takes_it(
    sink: Sink, people: dict[str, Any]
) -> None:
    letter = notification("a", people["alice"])
    sink.data = "451 4.3.0 later"
    post_round(NOW)
    sink.data = "250 OK"

    assert post_round(NOW) == 0
    assert post_round(NOW + timedelta(minutes=3)) == 1
    assert list(letter.deliveries.order_by("id").values_list("accepted", "error")) == [
        (False, "451 4.3.0 later"),
        (True, ""),
    ]


def test_a_letter_is_given_up_after_the_last_try(sink: Sink, people: dict[str, Any]) -> None:
    """O12: and given up at last."""
    letter = notification("a", people["alice"])
    sink.rcpt = "450 4.2.1 mailbox busy"
    for day in range(MOST_TRIES + 2):
        post_round(NOW + day * DAY)

    letter.refresh_from_db()
    assert (letter.state, letter.tries) == ("failed", MOST_TRIES)


@pytest.mark.parametrize("step", ["rcpt", "data"])
def test_a_refusal_for_good_is_not_tried_again(
    sink: Sink, people: dict[str, Any], step: str
) -> None:
    """O12: 5xx."""
    letter = notification("a", people["alice"])
    setattr(sink, step, "550 5.1.1 no such user")

    post_round(NOW)
    post_round(NOW + DAY)

    letter.refresh_from_db()
    assert (letter.state, letter.tries) == ("failed", 1)
    assert "5.1.1 no such user" in letter.deliveries.get().error


def test_one_refused_letter_does_not_hold_up_the_next(
    sink: Sink, people: dict[str, Any], kinds: dict[str, Any]
) -> None:
    people["alice"].email = "not an address\r\n@at all"
    people["alice"].save()
    notification("a", people["alice"])
    notification("b", people["bob"])

    assert post_round(NOW) == 1
    assert Notification.objects.get(key="a").state == "failed"


def test_a_server_that_is_away_never_makes_a_letter_fail(
    settings: Any, people: dict[str, Any]
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    letter = notification("a", people["alice"])
    for day in range(MOST_TRIES + 2):
        post_round(NOW + day * DAY)

    letter.refresh_from_db()
    assert letter.state == "queued"


def test_a_server_that_is_away_is_asked_once_a_round(settings: Any, people: dict[str, Any]) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    post([draft(f"n{number}", people["alice"]) for number in range(5)], now=NOW)

    post_round(NOW)

    assert Delivery.objects.count() == 1


@pytest.mark.parametrize("goodbye", ["", "421 4.7.0 enough for now"])
def test_a_connection_closed_between_letters_is_opened_again(
    sink: Sink, people: dict[str, Any], goodbye: str
) -> None:
    """O12: 421."""
    post([draft(f"n{number}", people["alice"]) for number in range(3)], now=NOW)
    sink.most_letters, sink.goodbye = 2, goodbye

    assert post_round(NOW) == 3
    assert len(sink.letters) == 3


def test_a_notification_with_nothing_left_to_tell_is_withdrawn(
    sink: Sink, people: dict[str, Any], kinds: dict[str, Any]
) -> None:
    kinds["news"] = lambda notification: None
    letter = notification("a", people["alice"])

    post_round(NOW)

    letter.refresh_from_db()
    assert (letter.state, letter.why, sink.letters) == ("withdrawn", "overtaken", [])


def test_a_letter_overtaken_while_it_waits_is_withdrawn(
    sink: Sink, people: dict[str, Any], kinds: dict[str, Any]
) -> None:
    """O11, O12: looked at again at the time of sending."""
    letter = notification("a", people["alice"])
    sink.rcpt = "450 later"
    post_round(NOW)
    sink.rcpt, kinds["news"] = "250 OK", lambda notification: None

    post_round(NOW + DAY)

    letter.refresh_from_db()
    assert (letter.state, sink.letters) == ("withdrawn", [])


def test_a_broken_template_still_sends_three_plain_lines(
    sink: Sink, people: dict[str, Any], kinds: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    kinds["news"] = lambda notification: {}["a secret token"]  # type: ignore[index]
    notification("a", people["alice"])

    post_round(NOW)

    assert "http://localhost:8000/" in sink.letters[0].get_payload()
    assert "KeyError" in caplog.text and "secret" not in caplog.text


def test_a_kind_nobody_writes_still_sends_three_plain_lines(
    sink: Sink, people: dict[str, Any]
) -> None:
    notification("a", people["alice"], kind="unheard_of")

    post_round(NOW)

    assert "There is news for you" in sink.letters[0].get_payload()


def test_a_broken_query_in_a_writer_still_sends(
    sink: Sink, people: dict[str, Any], kinds: dict[str, Any]
) -> None:
    def ask(letter: Notification) -> Letter:
        with connection.cursor() as cursor:
            cursor.execute("SELECT nonsense")
        raise AssertionError

    kinds["news"] = ask
    notification("a", people["alice"])

    assert post_round(NOW) == 1


def test_an_email_that_meets_the_loss_of_the_database_is_written_in_full_later(
    sink: Sink, people: dict[str, Any], kinds: dict[str, Any]
) -> None:
    """It used to be replaced by three plain lines."""

    def ask(letter: Notification) -> Letter:
        raise OperationalError("the server closed the connection unexpectedly")

    in_full, kinds["news"] = kinds["news"], ask
    notification("a", people["alice"])
    with pytest.raises(OperationalError):
        post_round(NOW)
    sent_meanwhile = list(sink.letters)

    kinds["news"] = in_full
    post_round(NOW + DAY)

    assert sent_meanwhile == []
    assert "There is news for you" not in sink.letters[0].get_payload()


def test_nothing_is_mailed_to_an_address_nobody_has_verified(
    sink: Sink, people: dict[str, Any]
) -> None:
    """D4: nothing but the letter that verifies it."""
    people["alice"].email_verified_at = None
    people["alice"].save()
    letter = notification("a", people["alice"])

    post_round(NOW)

    letter.refresh_from_db()
    assert (letter.state, letter.why, sink.letters) == ("withdrawn", "address not verified", [])


def test_the_sign_in_letter_goes_to_any_address(sink: Sink, people: dict[str, Any]) -> None:
    people["alice"].email_verified_at = None
    people["alice"].save()
    notification("a", people["alice"], kind="sign_in")

    assert post_round(NOW) == 1


def test_bots_get_no_mail(sink: Sink, people: dict[str, Any]) -> None:
    people["alice"].is_bot, people["alice"].email = True, "bot-alice"
    people["alice"].save()
    letter = notification("a", people["alice"])

    assert post_round(NOW) == 0
    letter.refresh_from_db()
    assert letter.why == "a bot"


def test_a_player_who_unsubscribed_from_a_match_gets_no_letters_about_it(
    sink: Sink, people: dict[str, Any]
) -> None:
    """O8, O11: at once, also for what is written."""
    unsubscribe_from_thread(people["alice"].pk, "match-7", NOW)
    notification("a", people["alice"], thread="match-7")
    notification("b", people["alice"], thread="match-8")
    notification("c", people["bob"], thread="match-7")

    post_round(NOW)

    assert sorted(letter["Subject"] for letter in sink.letters) == ["News b", "News c"]


def test_letters_of_names_in_every_script_arrive(
    sink: Sink, people: dict[str, Any], kinds: dict[str, Any]
) -> None:
    kinds["news"] = lambda notification: Letter(
        subject="Zug von Ærøskøbing 深海", text="Grüße, 深海\n"
    )
    notification("a", people["alice"])

    post_round(NOW)

    letter = sink.letters[0]
    assert str(make_header(decode_header(letter["Subject"]))) == "Zug von Ærøskøbing 深海"
    assert text_of(letter) == "Grüße, 深海\n"
