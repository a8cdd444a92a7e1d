"""Pictures within a letter."""

from __future__ import annotations

import base64
from email.generator import BytesGenerator
from email.message import Message
from email.mime.image import MIMEImage
from io import BytesIO
from typing import Any

import pytest

from notifications.models import Notification, Picture
from notifications.outgoing.delivery import post_round
from notifications.outgoing.headers import Illustrated
from notifications.outgoing.renderers import Letter
from notifications.outgoing.renderers import Picture as Drawn

from .conftest import NOW, Sink, notification

pytestmark = pytest.mark.django_db

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


@pytest.fixture(autouse=True)
def drawn(kinds: dict[str, Any]) -> None:
    kinds["news"] = lambda notification: Letter(
        subject="x",
        text="The table.\n",
        html='<img src="cid:table" alt="The table">',
        pictures=(Drawn("table", PNG, "table.png"),),
    )


def parts(letter: Message) -> list[str]:
    return [part.get_content_type() for part in letter.walk()]


def test_a_picture_travels_with_the_html_that_shows_it(sink: Sink, people: dict[str, Any]) -> None:
    """C1: text first, HTML last, pictures as multipart/related."""
    notification("a", people["alice"])

    post_round(NOW)

    letter = sink.letters[0]
    assert parts(letter) == [
        *["multipart/related", "multipart/alternative", "text/plain", "text/html", "image/png"]
    ]
    picture = list(letter.walk())[-1]
    assert (picture["Content-ID"], picture.get_filename()) == ("<table>", "table.png")
    assert picture.get_content_disposition() == "inline"
    assert picture.get_payload(decode=True) == PNG


def test_a_letter_tried_again_has_the_same_picture(sink: Sink, people: dict[str, Any]) -> None:
    letter = notification("a", people["alice"])
    sink.data = "451 later"
    post_round(NOW)
    sink.data = "250 OK"
    letter.refresh_from_db()

    post_round(letter.due_at)

    assert parts(sink.letters[0])[-1] == "image/png"


def test_pictures_are_forgotten_once_the_letter_has_left(
    sink: Sink, people: dict[str, Any]
) -> None:
    notification("a", people["alice"])

    post_round(NOW)

    assert not Picture.objects.exists()


def test_pictures_too_large_are_left_out(
    sink: Sink, people: dict[str, Any], kinds: dict[str, Any]
) -> None:
    """Less than 100 kB: the letter is complete without them."""
    kinds["news"] = lambda notification: Letter(
        subject="x", text="x", html="x", pictures=(Drawn("table", bytes(100_001), "t.png"),)
    )
    notification("a", people["alice"])

    post_round(NOW)

    assert "image/png" not in parts(sink.letters[0])
    assert Notification.objects.get().state == "sent"


def test_the_octets_are_those_that_the_standard_library_writes() -> None:
    """Long and short headers and lines, every line end, letters with and without parts."""
    html = '<img src="cid:table">' + "ö" * 1200
    for text, wanted in [("a\r\nb\rc\n", ""), ("x" * 1100, html), ("Grüße\n", html)]:
        ids = " ".join(f"<{number:032}@example.org>" for number in range(9))
        row = Illustrated("Zug – Ærø" * 9, text, to=["a@example.org"], headers={"References": ids})
        if wanted:
            row.attach_alternative(wanted, "text/html")
            row.attach(MIMEImage(PNG * 9, "png"))
        letter = row.message()

        ours = letter.as_bytes(linesep="\r\n")

        written = BytesIO()
        BytesGenerator(written, mangle_from_=False).flatten(letter, linesep="\r\n")
        assert ours == written.getvalue()
