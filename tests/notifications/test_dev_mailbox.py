"""Tests of the local mailbox: read an e-mail, reply to it, see its status."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site
from django.test import Client
from django.utils import timezone

from games.models import SignInRequest
from games.services.sign_in import code_of, send_due_emails
from notifications.incoming.dispatch import process_due
from notifications.incoming.intake import Reply
from notifications.incoming.transports.smtp import Mailroom
from notifications.models import CapturedEmail
from notifications.outgoing.delivery import deliver_due_emails
from notifications.outgoing.renderers import Email

from .conftest import NOW, TOKEN, notification

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", autouse=True)
def static_root() -> None:
    """Create the folder that `manage.py up` fills: whitenoise warns if it is missing."""
    Path(site.STATIC_ROOT).mkdir(parents=True, exist_ok=True)


@pytest.fixture(autouse=True)
def local(settings: Any, kinds: dict[str, Any]) -> None:
    settings.EMAIL_BACKEND = "notifications.dev_mailbox.mailbox.Backend"
    settings.DEV_MAILBOX = settings.DEMO = True
    kinds["news"] = lambda notification: Email(
        subject="Abyss #7", text="What do you play?\n", html="<p>What do <b>you</b> play?</p>"
    )


@pytest.fixture
def email(people: dict[str, Any]) -> CapturedEmail:
    notification("a", people["alice"], thread="match-7", reply_token=TOKEN)
    deliver_due_emails(NOW)
    return CapturedEmail.objects.get()


@pytest.fixture
def alice(client: Client, people: dict[str, Any]) -> Client:
    client.force_login(people["alice"])
    return client


@pytest.fixture
def staff(client: Client, people: dict[str, Any]) -> Client:
    people["dave"].is_staff = True
    people["dave"].save()
    client.force_login(people["dave"])
    return client


def test_emails_stay_here(email: CapturedEmail) -> None:
    assert (email.recipient, email.subject) == ("alice@example.org", "Abyss #7")
    assert b"Reply-To: play+" in bytes(email.raw)


def test_a_player_goes_straight_to_their_mailbox(alice: Client, email: CapturedEmail) -> None:
    page = alice.get("/mailbox/", follow=True)

    assert page.redirect_chain == [("/mailbox/of/alice@example.org/", 302)]
    assert "Abyss #7" in page.content.decode()


def test_staff_sees_all_mailboxes(staff: Client, email: CapturedEmail) -> None:
    assert "alice@example.org" in staff.get("/mailbox/").content.decode()
    assert staff.get("/mailbox/of/alice@example.org/").status_code == 200


def test_an_email_is_shown_as_text_and_as_html_in_a_box(
    alice: Client, email: CapturedEmail
) -> None:
    page = alice.get(f"/mailbox/email/{email.pk}/").content.decode()

    assert '<pre class="card" tabindex="0">What do you play?' in page
    assert f'src="/mailbox/email/{email.pk}/html/"' in page
    assert re.search(r"<iframe[^>]*\ssandbox\s", page)


def test_the_html_of_an_email_may_do_nothing(alice: Client, email: CapturedEmail) -> None:
    shown = alice.get(f"/mailbox/email/{email.pk}/html/")

    assert "<p>What do <b>you</b> play?</p>" in shown.content.decode()
    assert shown["Content-Security-Policy"].startswith("sandbox; default-src 'none'")
    assert shown["X-Frame-Options"] == "SAMEORIGIN"


def test_opening_an_email_marks_it_read(alice: Client, email: CapturedEmail) -> None:
    alice.get(f"/mailbox/email/{email.pk}/")

    email.refresh_from_db()
    assert email.opened_at


def test_the_source_is_there_to_see(alice: Client, email: CapturedEmail) -> None:
    page = alice.get(f"/mailbox/email/{email.pk}/source/")

    assert page["Content-Type"].startswith("text/plain")
    assert page.content == bytes(email.raw)


@pytest.mark.parametrize("what", ["box/bob@example.org/", "email/{}/", "email/{}/source/"])
def test_alice_cannot_read_what_is_bobs(alice: Client, people: dict[str, Any], what: str) -> None:
    notification("b", people["bob"])
    deliver_due_emails(NOW)

    page = alice.get("/mailbox/" + what.format(CapturedEmail.objects.get().pk))

    assert page.status_code == 404


def test_alice_cannot_answer_for_bob(alice: Client, people: dict[str, Any]) -> None:
    notification("b", people["bob"], reply_token=TOKEN)
    deliver_due_emails(NOW)

    page = alice.post(f"/mailbox/email/{CapturedEmail.objects.get().pk}/reply/", {"text": "2"})

    assert page.status_code == 404


@pytest.mark.parametrize("path", ["", "box/alice@example.org/", "email/{}/", "email/{}/source/"])
def test_where_emails_leave_there_is_no_such_page(
    staff: Client, email: CapturedEmail, settings: Any, path: str
) -> None:
    settings.DEV_MAILBOX = False

    assert staff.get("/mailbox/" + path.format(email.pk)).status_code == 404


def test_strangers_sign_in_first(client: Client, email: CapturedEmail) -> None:
    page = client.get(f"/mailbox/email/{email.pk}/")

    assert page.status_code == 302 and page["Location"].startswith("/sign-in/")


def test_without_demo_players_only_staff_reads(alice: Client, settings: Any) -> None:
    settings.DEMO = False

    assert alice.get("/mailbox/").status_code == 403


def test_the_form_holds_the_email_quoted(alice: Client, email: CapturedEmail) -> None:
    page = alice.get(f"/mailbox/email/{email.pk}/").content.decode()
    form = re.search(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)

    assert form
    quoted = unescape(form[1])
    assert quoted.startswith("\n\n\nOn ") and "wrote:\n> What do you play?" in quoted


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("above", [True, False])
def test_an_answer_travels_by_smtp_and_is_read(
    alice: Client,
    email: CapturedEmail,
    mailroom: Mailroom,
    readers: list[Reply],
    above: bool,
) -> None:
    page = alice.get(f"/mailbox/email/{email.pk}/").content.decode()
    form = re.search(r"<textarea[^>]*>\n(.*?)</textarea>", page, re.DOTALL)
    assert form
    quoted = unescape(form[1])
    text = "2" + quoted if above else quoted + "\n2\n"

    sent = alice.post(f"/mailbox/email/{email.pk}/reply/", {"text": text.replace("\n", "\r\n")})
    process_due(timezone.now())

    assert sent["Location"] == "/mailbox/of/alice@example.org/"
    assert [(read.token, read.sender, read.lines) for read in readers] == [
        (TOKEN, "alice@example.org", ["2"])
    ]
    assert "“2”" in alice.get("/mailbox/of/alice@example.org/").content.decode()


@pytest.mark.django_db(transaction=True)
def test_an_answer_continues_the_conversation(
    alice: Client, email: CapturedEmail, mailroom: Mailroom, readers: list[Reply]
) -> None:
    alice.post(f"/mailbox/email/{email.pk}/reply/", {"text": "2"})
    process_due(timezone.now())

    from notifications.models import InboundEmail

    raw = bytes(InboundEmail.objects.get().raw or b"")
    message_id = re.search(rb"Message-ID: (<.*>)", bytes(email.raw))
    assert message_id and b"In-Reply-To: " + message_id[1] in raw
    assert b"Subject: Re: Abyss #7" in raw and b"From: Alice <alice@example.org>" in raw


def test_a_mailroom_that_is_away_is_told(
    alice: Client, email: CapturedEmail, settings: Any
) -> None:
    settings.SMTP_PORT = 1

    page = alice.post(f"/mailbox/email/{email.pk}/reply/", {"text": "2 & more"})

    assert page.status_code == 502
    assert "The mailroom does not answer" in page.content.decode()
    assert "2 &amp; more" in page.content.decode()


def test_a_get_sends_nothing(alice: Client, email: CapturedEmail) -> None:
    assert alice.get(f"/mailbox/email/{email.pk}/reply/").status_code == 405


def test_the_moderators_desk_shows_rows_and_no_tokens(
    staff: Client, email: CapturedEmail, people: dict[str, Any]
) -> None:
    people["dave"].is_superuser = True
    people["dave"].save()
    for name in ("notification", "delivery", "inboundemail", "capturedemail", "channelpreference"):
        assert staff.get(f"/admin/notifications/{name}/").status_code == 200
    page = staff.get(f"/admin/notifications/capturedemail/{email.pk}/change/")

    assert page.status_code == 200
    assert TOKEN not in page.content.decode()


def test_a_newcomer_reads_the_code_in_the_mailbox_of_the_address_they_made_up(
    client: Client, email: CapturedEmail
) -> None:
    client.post("/sign-in/", {"email": "Nora@example.net"})
    send_due_emails(timezone.now())
    deliver_due_emails(timezone.now())

    asked = client.get("/sign-in/code/").content.decode()
    box = client.get("/mailbox/", follow=True)
    posted = CapturedEmail.objects.get(recipient="nora@example.net")
    shown = client.get(f"/mailbox/email/{posted.pk}/")
    code = code_of(SignInRequest.objects.get())

    assert 'href="/mailbox/of/nora@example.net/"' in asked
    assert box.redirect_chain[-1][0] == "/mailbox/of/nora@example.net/"
    assert shown.status_code == 200
    # No other mailbox opens that way.
    assert client.get(f"/mailbox/email/{email.pk}/").status_code == 404
    assert client.get("/mailbox/of/alice@example.org/").status_code == 404
    assert client.post("/sign-in/code/", {"code": code}).status_code == 303


def test_outside_of_a_demo_a_requested_address_opens_no_mailbox(
    client: Client, settings: Any
) -> None:
    settings.DEMO = False
    client.post("/sign-in/", {"email": "nora@example.net"})

    assert "/mailbox/of/" not in client.get("/sign-in/code/").content.decode()
    assert client.get("/mailbox/of/nora@example.net/")["Location"].startswith("/sign-in/")
