"""The page about one's letters."""

from __future__ import annotations

import re
from datetime import time, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from notifications.models import Delivery, EmailPreferences, Notification
from notifications.outgoing import account_emails, bounce_scores
from notifications.outgoing.delivery import post_round
from notifications.preferences import channel_preferences

from .conftest import NOW, Sink, notification

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("kinds")]
WISHES = {
    "rhythm": "daily",
    "daily_at": "08:30",
    "quiet_from": "22:00",
    "quiet_until": "07:00",
    "receipts": "errors",
    "settle": "90",
    "most_a_day": "20",
}


@pytest.fixture
def alice(people: dict[str, Any], client: Client, kinds: dict[str, Any]) -> Any:
    for kind in ("test_letter", "new_address", "address_changed"):
        kinds[kind] = account_emails.render_account_email
    client.force_login(people["alice"])
    return people["alice"]


def page(client: Client) -> str:
    return client.get("/letters/").content.decode()


def test_only_its_player_sees_the_page(client: Client, db: None) -> None:
    assert client.get("/letters/").status_code == 302


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ({"state": "sent", "sent_at": NOW}, "taken over by the mail server"),
        ({"state": "withdrawn", "why": "overtaken"}, "answered or over before the letter left"),
        ({"state": "failed"}, "refused: 550 no such user"),
        ({"state": "queued"}, "waits to be tried again: 550 no such user"),
    ],
)
def test_the_page_says_what_became_of_each_letter(
    alice: Any, client: Client, state: dict[str, Any], words: str
) -> None:
    letter = notification("a", alice, thread="match-7")
    Notification.objects.filter(pk=letter.pk).update(subject="[Abyss #7]", **state)
    Delivery.objects.create(
        notification=letter, attempted_at=NOW, accepted=False, error="550 no such user"
    )

    assert words in page(client)


def test_letters_of_others_are_not_shown(alice: Any, client: Client, people: Any) -> None:
    letter = notification("b", people["bob"], thread="match-7")
    Notification.objects.filter(pk=letter.pk).update(subject="Secret of Bob")

    assert "Secret" not in page(client)


def test_wishes_are_kept(alice: Any, client: Client) -> None:
    """V2: rhythm, quiet hours, receipts, html or text, settle time, ceiling."""
    client.post("/letters/mailbox/", WISHES)

    box = EmailPreferences.objects.get(player=alice)
    assert (box.rhythm, box.daily_at, box.quiet_until) == ("daily", time(8, 30), time(7))
    assert (box.receipts, box.html, box.settle, box.most_a_day) == ("errors", False, 90, 20)


def test_half_quiet_hours_are_refused(alice: Any, client: Client) -> None:
    response = client.post("/letters/mailbox/", WISHES | {"quiet_until": ""})

    assert response.status_code == 422
    assert not EmailPreferences.objects.exists()


def test_a_test_letter_arrives(alice: Any, client: Client, sink: Sink) -> None:
    client.post("/letters/test/")

    post_round(timezone.now())

    assert sink.letters[0]["Subject"] == "A test letter from Abyss by Post"
    assert sink.letters[0]["List-Unsubscribe"] is None


def test_test_letters_have_a_limit(alice: Any, client: Client) -> None:
    for _ in range(channel_preferences.MOST_AN_HOUR + 3):
        client.post("/letters/test/")

    assert Notification.objects.count() == channel_preferences.MOST_AN_HOUR


def test_the_page_tells_of_trouble_and_leads_back(alice: Any, client: Client) -> None:
    """E3, E5: never silently dropped; the player lifts it."""
    bounce_scores.suppress_after_complaint(alice.email, "complaint", NOW)
    before = page(client)

    client.post("/letters/again/")

    assert "Nothing is sent to your address" in before
    assert "Nothing is sent to your address" not in page(client)
    assert Notification.objects.get().kind == "test_letter"


def link_in(letter: Any) -> str:
    text = "".join(
        part.get_payload(decode=True).decode()
        for part in letter.walk()
        if part.get_content_type() == "text/plain"
    )
    found = re.search(r"http://localhost:8000(/letters/address/\S+)", text)
    assert found
    return found[1]


def asked(client: Client, sink: Sink, address: str) -> str:
    client.post("/letters/address/", {"email": address})
    post_round(timezone.now())
    return link_in(sink.letters[-1])


def test_an_address_changes_when_its_reader_says_so(alice: Any, client: Client, sink: Sink) -> None:
    """D4: verified by a mailed link; the old address is told."""
    path = asked(client, sink, "new@example.org")
    assert sink.letters[0]["To"] == "new@example.org"
    client.get(path)
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"

    client.post(path)
    post_round(timezone.now())

    alice.refresh_from_db()
    assert alice.email == "new@example.org"
    assert sink.letters[-1]["To"] == "alice@example.org"


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
    client.post("/letters/address/", {"email": "Bob@example.org"})

    assert not Notification.objects.exists()
