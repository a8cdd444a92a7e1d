"""Tests of inline pictures in e-mails."""

from __future__ import annotations

import base64
from email.generator import BytesGenerator
from email.message import Message
from email.mime.image import MIMEImage
from io import BytesIO
from typing import Any

import pytest

from notifications.models import Notification, Picture
from notifications.outgoing.delivery import deliver_due_emails
from notifications.outgoing.headers import EmailWithPictures
from notifications.outgoing.renderers import Email
from notifications.outgoing.renderers import Picture as Drawn

from .conftest import NOW, Sink, notification

pytestmark = pytest.mark.django_db

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


@pytest.fixture(autouse=True)
def drawn(kinds: dict[str, Any]) -> None:
    kinds["news"] = lambda notification: Email(
        subject="x",
        text="The table.\n",
        html='<img src="cid:table" alt="The table">',
        pictures=(Drawn("table", PNG, "table.png"),),
    )


def parts(email: Message) -> list[str]:
    return [part.get_content_type() for part in email.walk()]


def test_a_picture_travels_with_the_html_that_shows_it(sink: Sink, people: dict[str, Any]) -> None:
    """C1: text first, HTML last, pictures as multipart/related."""
    notification("a", people["alice"])

    deliver_due_emails(NOW)

    email = sink.emails[0]
    assert parts(email) == [
        *["multipart/related", "multipart/alternative", "text/plain", "text/html", "image/png"]
    ]
    picture = list(email.walk())[-1]
    assert (picture["Content-ID"], picture.get_filename()) == ("<table>", "table.png")
    assert picture.get_content_disposition() == "inline"
    assert picture.get_payload(decode=True) == PNG


def test_an_email_tried_again_has_the_same_picture(sink: Sink, people: dict[str, Any]) -> None:
    email = notification("a", people["alice"])
    sink.data = "451 later"
    deliver_due_emails(NOW)
    sink.data = "250 OK"
    email.refresh_from_db()

    deliver_due_emails(email.due_at)

    assert parts(sink.emails[0])[-1] == "image/png"


def test_pictures_are_forgotten_once_the_email_has_left(sink: Sink, people: dict[str, Any]) -> None:
    notification("a", people["alice"])

    deliver_due_emails(NOW)

    assert not Picture.objects.exists()


def test_pictures_too_large_are_left_out(
    sink: Sink, people: dict[str, Any], kinds: dict[str, Any]
) -> None:
    """At most 100 kB together; the e-mail is complete without them."""
    kinds["news"] = lambda notification: Email(
        subject="x", text="x", html="x", pictures=(Drawn("table", bytes(100_001), "t.png"),)
    )
    notification("a", people["alice"])

    deliver_due_emails(NOW)

    assert "image/png" not in parts(sink.emails[0])
    assert Notification.objects.get().state == "sent"


def test_the_octets_are_those_that_the_standard_library_writes() -> None:
    """Long and short headers and lines, all line endings, e-mails with and without parts."""
    html = '<img src="cid:table">' + "ö" * 1200
    for text, wanted in [("a\r\nb\rc\n", ""), ("x" * 1100, html), ("Grüße\n", html)]:
        ids = " ".join(f"<{number:032}@example.org>" for number in range(9))
        row = EmailWithPictures(
            "Zug – Ærø" * 9, text, to=["a@example.org"], headers={"References": ids}
        )
        if wanted:
            row.attach_alternative(wanted, "text/html")
            row.attach(MIMEImage(PNG * 9, "png"))
        email = row.message()

        ours = email.as_bytes(linesep="\r\n")

        written = BytesIO()
        BytesGenerator(written, mangle_from_=False).flatten(email, linesep="\r\n")
        assert ours == written.getvalue()
