"""Tests of threading: mail programs show the e-mails of a match as one conversation."""

from __future__ import annotations

import base64
from datetime import timedelta
from email.header import decode_header, make_header
from email.message import Message
from typing import Any

import pytest

from notifications.models import Notification
from notifications.outgoing import threads
from notifications.outgoing.delivery import deliver_due_emails
from notifications.outgoing.headers import SUBJECT_LIMIT
from notifications.outgoing.renderers import Email

from .conftest import NOW, TOKEN, Sink, notification

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


@pytest.fixture
def conversation(sink: Sink, people: dict[str, Any], kinds: dict[str, Any]) -> list[Message]:
    """Return fifteen e-mails of one match, one per minute, each with a different subject."""
    kinds["news"] = lambda notification: Email(
        f"[Abyss #7] Your turn – {notification.key}", "text\n"
    )
    for number in range(15):
        email = notification(f"n{number}", people["alice"], thread="match-7", reply_token=TOKEN)
        Notification.objects.filter(pk=email.pk).update(due_at=NOW + number * MINUTE)
        deliver_due_emails(NOW + number * MINUTE)
    return sink.emails


def subject(email: Message) -> str:
    return str(make_header(decode_header(email["Subject"])))


def test_all_emails_of_a_conversation_name_the_first(conversation: list[Message]) -> None:
    """O2, O3: one root per match and player, an e-mail that the player has."""
    first, *others = conversation

    assert first["References"] is first["In-Reply-To"] is None
    assert {email["References"].split()[0] for email in others} == {first["Message-ID"]}


def test_an_email_names_only_emails_that_were_sent(
    sink: Sink, people: dict[str, Any], kinds: dict[str, Any]
) -> None:
    """Neither one that the server has refused nor one that was outdated before it left."""
    kinds["late"] = lambda notification: None
    emails = [
        ("a", "550 no"),
        ("b", "250 OK"),
        ("c", "550 no"),
        ("d", "250 OK"),
        ("late", "250 OK"),
    ]
    for minutes, (key, answer) in enumerate([*emails, ("f", "250 OK")]):
        sink.data = answer
        kind = "late" if key == "late" else "news"
        notification(key, people["alice"], thread="match-7", kind=kind)
        deliver_due_emails(NOW + minutes * MINUTE)

    ids = dict(Notification.objects.values_list("key", "message_id"))
    last = sink.emails[-1]
    assert last["References"].split() == [ids["b"], ids["d"]]
    assert last["In-Reply-To"] == ids["d"]


def test_references_name_the_first_and_ten_emails_at_most(conversation: list[Message]) -> None:
    """O2: the first and the last ten; the header stays below 2 KB."""
    references = conversation[-1]["References"].split()
    ids = [email["Message-ID"] for email in conversation]

    assert references == [ids[0], *ids[4:14]]
    assert len(conversation[-1]["References"]) < 2000


def test_an_email_answers_the_one_before(conversation: list[Message]) -> None:
    """O2: In-Reply-To is the previous e-mail."""
    assert conversation[5]["In-Reply-To"] == conversation[4]["Message-ID"]


def test_the_subject_of_questions_stays(conversation: list[Message]) -> None:
    """O3: constant within a match."""
    assert {subject(email) for email in conversation} == {"[Abyss #7] Your turn – n0"}


def test_outlook_finds_one_conversation(conversation: list[Message]) -> None:
    """O4: Thread-Index is a constant header block of 22 octets, and 5 octets for this e-mail."""
    indexes = [base64.b64decode(email["Thread-Index"]) for email in conversation]

    assert {len(index) for index in indexes} == {27}
    assert {index[0] for index in indexes} == {1}
    assert len({index[:22] for index in indexes}) == 1
    topics = {str(make_header(decode_header(email["Thread-Topic"]))) for email in conversation}
    assert topics == {subject(conversation[0])}


def test_a_long_conversation_begins_anew(
    sink: Sink, people: dict[str, Any], kinds: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """O3: root and subject change after eighty e-mails."""
    monkeypatch.setattr(threads, "MAX_EMAILS", 2)
    kinds["news"] = lambda notification: Email("Your turn", "text\n")
    for number in range(5):
        notification(f"n{number}", people["alice"], thread="match-7", reply_token=TOKEN)
        deliver_due_emails(NOW)

    assert [subject(email) for email in sink.emails] == [
        *["Your turn"] * 2,
        *["Your turn (2)"] * 2,
        "Your turn (3)",
    ]
    begins = [not email["References"] for email in sink.emails]
    assert begins == [True, False, True, False, True]

    # Retention deletes the oldest e-mails.
    Notification.objects.exclude(key="n4").delete()
    notification("n5", people["alice"], thread="match-7", reply_token=TOKEN)
    deliver_due_emails(NOW)

    assert subject(sink.emails[-1]) == "Your turn (3)"


def test_a_long_subject_is_cut(sink: Sink, people: dict[str, Any], kinds: dict[str, Any]) -> None:
    """O6: at most 60 characters."""
    kinds["news"] = lambda notification: Email("Bartholomew, " * 10, "text\n")
    notification("a", people["alice"])

    deliver_due_emails(NOW)

    assert len(subject(sink.emails[0])) <= SUBJECT_LIMIT
    assert subject(sink.emails[0]).endswith("…")


def test_an_id_is_the_same_when_tried_again_and_says_nothing(
    sink: Sink, people: dict[str, Any], kinds: dict[str, Any]
) -> None:
    """O1: deterministic for each e-mail, and opaque."""
    email = notification("a", people["alice"], thread="match-7")
    sink.data = "451 later"
    deliver_due_emails(NOW)
    sink.data = "250 OK"
    deliver_due_emails(NOW + 5 * MINUTE)

    assert sink.emails[0]["Message-ID"] == email.message_id
    assert "match" not in email.message_id and "alice" not in email.message_id


def test_text_is_never_base64_and_no_line_is_long(
    sink: Sink, people: dict[str, Any], kinds: dict[str, Any]
) -> None:
    """C2: quoted-printable or 8bit, with lines of at most 998 octets."""
    kinds["news"] = lambda notification: Email("x", "Grüße, 深海\n", f"<p>{'深海 ' * 900}</p>")
    notification("a", people["alice"])

    deliver_due_emails(NOW)

    parts = [part for part in sink.emails[0].walk() if not part.is_multipart()]
    assert {part["Content-Transfer-Encoding"] for part in parts} <= {
        *("7bit", "8bit", "quoted-printable")
    }
    assert max(map(len, sink.emails[0].as_bytes().splitlines())) <= 998
