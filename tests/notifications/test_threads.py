"""What keeps the letters of a match together in mail programs."""

from __future__ import annotations

import base64
from datetime import timedelta
from email.header import decode_header, make_header
from email.message import Message
from typing import Any

import pytest

from notifications.models import Notification
from notifications.outgoing import threads
from notifications.outgoing.delivery import post_round
from notifications.outgoing.headers import SUBJECT_LIMIT
from notifications.outgoing.renderers import Letter

from .conftest import NOW, TOKEN, Sink, notification

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


@pytest.fixture
def conversation(sink: Sink, people: dict[str, Any], kinds: dict[str, Any]) -> list[Message]:
    """Fifteen letters of one match, one a minute, the subject of each a little different."""
    kinds["news"] = lambda notification: Letter(
        f"[Abyss #7] Your turn – {notification.key}", "text\n"
    )
    for number in range(15):
        letter = notification(f"n{number}", people["alice"], thread="match-7", reply_token=TOKEN)
        Notification.objects.filter(pk=letter.pk).update(due_at=NOW + number * MINUTE)
        post_round(NOW + number * MINUTE)
    return sink.letters


def subject(letter: Message) -> str:
    return str(make_header(decode_header(letter["Subject"])))


def test_all_letters_of_a_conversation_name_its_root(conversation: list[Message]) -> None:
    """O2, O3: one constant root for each match and player."""
    roots = {letter["References"].split()[0] for letter in conversation}

    assert len(roots) == 1
    assert roots.isdisjoint(letter["Message-ID"] for letter in conversation)


def test_references_name_the_root_and_ten_letters_at_most(conversation: list[Message]) -> None:
    """O2: root and the last ten; the header stays below 2 KB."""
    references = conversation[-1]["References"].split()
    ids = [letter["Message-ID"] for letter in conversation]

    assert references[1:] == ids[4:14]
    assert len(conversation[-1]["References"]) < 2000


def test_a_letter_answers_the_one_before(conversation: list[Message]) -> None:
    """O2: In-Reply-To names the previous mail."""
    assert conversation[5]["In-Reply-To"] == conversation[4]["Message-ID"]


def test_the_subject_of_questions_stays(conversation: list[Message]) -> None:
    """O3: constant within a match."""
    assert {subject(letter) for letter in conversation} == {"[Abyss #7] Your turn – n0"}


def test_outlook_finds_one_conversation(conversation: list[Message]) -> None:
    """O4: Thread-Index is 22 octets of head, always the same, and 5 for this letter."""
    indexes = [base64.b64decode(letter["Thread-Index"]) for letter in conversation]

    assert {len(index) for index in indexes} == {27}
    assert {index[0] for index in indexes} == {1}
    assert len({index[:22] for index in indexes}) == 1
    topics = {str(make_header(decode_header(letter["Thread-Topic"]))) for letter in conversation}
    assert topics == {subject(conversation[0])}


def test_a_long_conversation_begins_anew(
    sink: Sink, people: dict[str, Any], kinds: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """O3: root and subject change after about eighty letters."""
    monkeypatch.setattr(threads, "LONGEST", 2)
    kinds["news"] = lambda notification: Letter("Your turn", "text\n")
    for number in range(5):
        notification(f"n{number}", people["alice"], thread="match-7", reply_token=TOKEN)
        post_round(NOW)

    assert [subject(letter) for letter in sink.letters] == [
        *["Your turn"] * 2,
        *["Your turn (2)"] * 2,
        "Your turn (3)",
    ]
    assert len({letter["References"].split()[0] for letter in sink.letters}) == 3

    # Retention takes the oldest letters.
    Notification.objects.exclude(key="n4").delete()
    notification("n5", people["alice"], thread="match-7", reply_token=TOKEN)
    post_round(NOW)

    assert subject(sink.letters[-1]) == "Your turn (3)"


def test_a_long_subject_is_cut(sink: Sink, people: dict[str, Any], kinds: dict[str, Any]) -> None:
    """O6: at most 60 characters."""
    kinds["news"] = lambda notification: Letter("Bartholomew, " * 10, "text\n")
    notification("a", people["alice"])

    post_round(NOW)

    assert len(subject(sink.letters[0])) <= SUBJECT_LIMIT
    assert subject(sink.letters[0]).endswith("…")


def test_an_id_is_the_same_when_tried_again_and_says_nothing(
    sink: Sink, people: dict[str, Any], kinds: dict[str, Any]
) -> None:
    """O1: deterministic for each letter, opaque."""
    letter = notification("a", people["alice"], thread="match-7")
    sink.data = "451 later"
    post_round(NOW)
    sink.data = "250 OK"
    post_round(NOW + 5 * MINUTE)

    assert sink.letters[0]["Message-ID"] == letter.message_id
    assert "match" not in letter.message_id and "alice" not in letter.message_id


def test_text_is_never_base64_and_no_line_is_long(
    sink: Sink, people: dict[str, Any], kinds: dict[str, Any]
) -> None:
    """C2: quoted-printable or 8bit, lines of at most 998 octets."""
    kinds["news"] = lambda notification: Letter("x", "Grüße, 深海\n", f"<p>{'深海 ' * 900}</p>")
    notification("a", people["alice"])

    post_round(NOW)

    parts = [part for part in sink.letters[0].walk() if not part.is_multipart()]
    assert {part["Content-Transfer-Encoding"] for part in parts} <= {
        *("7bit", "8bit", "quoted-printable")
    }
    assert max(map(len, sink.letters[0].as_bytes().splitlines())) <= 998
