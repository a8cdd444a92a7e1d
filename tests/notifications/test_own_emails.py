"""Tests of the page about a player's e-mails."""

from __future__ import annotations

import re
from datetime import time, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from notifications.models import Delivery, EmailPreferences, Notification
from notifications.outgoing import account_emails, bounce_scores
from notifications.outgoing.delivery import deliver_due_emails
from notifications.preferences import channel_preferences

from .conftest import NOW, Sink, notification

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("kinds")]
WISHES = {
    "rhythm": "daily",
    "daily_at": "08:30",
    "quiet_from": "22:00",
    "quiet_until": "07:00",
    "receipts": "errors",
    "answer_links": "pages",
    "settle": "90",
    "most_a_day": "20",
}


@pytest.fixture
def alice(people: dict[str, Any], client: Client, kinds: dict[str, Any]) -> Any:
    for kind in ("test_email", "new_address", "address_changed"):
        kinds[kind] = account_emails.render_account_email
    client.force_login(people["alice"])
    return people["alice"]


def page(client: Client) -> str:
    return client.get("/emails/").content.decode()


def test_only_its_player_sees_the_page(client: Client, db: None) -> None:
    assert client.get("/emails/").status_code == 302


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ({"state": "sent", "sent_at": NOW}, "delivered to mail server"),
        ({"state": "withdrawn", "why": "overtaken"}, "answered or over before the e-mail left"),
        ({"state": "failed"}, "refused: 550 no such user"),
        ({"state": "queued"}, "will be retried: 550 no such user"),
    ],
)
def test_the_page_says_what_became_of_each_email(
    alice: Any, client: Client, state: dict[str, Any], words: str
) -> None:
    email = notification("a", alice, thread="match-7")
    Notification.objects.filter(pk=email.pk).update(subject="[Abyss #7]", **state)
    Delivery.objects.create(
        notification=email, attempted_at=NOW, accepted=False, error="550 no such user"
    )

    assert words in page(client)


def test_emails_of_others_are_not_shown(alice: Any, client: Client, people: Any) -> None:
    email = notification("b", people["bob"], thread="match-7")
    Notification.objects.filter(pk=email.pk).update(subject="Secret of Bob")

    assert "Secret" not in page(client)


def test_preferences_are_kept(alice: Any, client: Client) -> None:
    """V2: rhythm, quiet hours, receipts, HTML or text, settle time and daily limit."""
    client.post("/emails/preferences/", WISHES)

    box = EmailPreferences.objects.get(player=alice)
    assert (box.rhythm, box.daily_at, box.quiet_until) == ("daily", time(8, 30), time(7))
    assert (box.receipts, box.html, box.settle, box.most_a_day) == ("errors", False, 90, 20)


def test_half_quiet_hours_are_refused(alice: Any, client: Client) -> None:
    response = client.post("/emails/preferences/", WISHES | {"quiet_until": ""})

    assert response.status_code == 422
    assert not EmailPreferences.objects.exists()


def test_a_test_email_arrives(alice: Any, client: Client, sink: Sink) -> None:
    client.post("/emails/test/")

    deliver_due_emails(timezone.now())

    assert sink.emails[0]["Subject"] == "A test e-mail from Abyss by Post"
    assert sink.emails[0]["List-Unsubscribe"] is None


def test_test_emails_have_a_limit(alice: Any, client: Client) -> None:
    for _ in range(channel_preferences.MAX_PER_HOUR + 3):
        client.post("/emails/test/")

    assert Notification.objects.count() == channel_preferences.MAX_PER_HOUR


def test_the_page_tells_of_trouble_and_leads_back(alice: Any, client: Client) -> None:
    """E3, E5: the player is informed and can resume e-mails."""
    bounce_scores.suppress_after_complaint(alice.email, "complaint", NOW)
    before = page(client)

    client.post("/emails/again/")

    assert "E-mail to your address is stopped" in before
    assert "E-mail to your address is stopped" not in page(client)
    assert Notification.objects.get().kind == "test_email"


def link_in(email: Any) -> str:
    text = "".join(
        part.get_payload(decode=True).decode()
        for part in email.walk()
        if part.get_content_type() == "text/plain"
    )
    found = re.search(r"http://localhost:8000(/emails/address/\S+)", text)
    assert found
    return found[1]


def asked(client: Client, sink: Sink, address: str) -> str:
    client.post("/emails/address/", {"email": address})
    deliver_due_emails(timezone.now())
    return link_in(sink.emails[-1])


def test_an_address_changes_when_its_reader_says_so(alice: Any, client: Client, sink: Sink) -> None:
    """D4: verified by an e-mailed link; the old address is notified."""
    path = asked(client, sink, "new@example.org")
    assert sink.emails[0]["To"] == "new@example.org"
    client.get(path)
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"

    client.post(path)
    deliver_due_emails(timezone.now())

    alice.refresh_from_db()
    assert alice.email == "new@example.org"
    assert sink.emails[-1]["To"] == "alice@example.org"


def test_a_link_works_once(alice: Any, client: Client, sink: Sink) -> None:
    path = asked(client, sink, "new@example.org")

    codes = [client.post(path).status_code for _ in range(2)]

    assert codes == [302, 410]


def test_an_old_link_changes_nothing(
    alice: Any, client: Client, sink: Sink, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = asked(client, sink, "new@example.org")
    monkeypatch.setattr(channel_preferences, "LINK_LIVES", timedelta(0))

    assert client.post(path).status_code == 410


def test_the_address_of_another_is_mailed_nothing(alice: Any, client: Client) -> None:
    client.post("/emails/address/", {"email": "Bob@example.org"})

    assert not Notification.objects.exists()
