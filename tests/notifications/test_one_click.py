"""Tests of unsubscribing by the link in an e-mail, and of subscribing again."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from notifications.models import ChannelPreference, Notification
from notifications.outgoing import reply_addresses
from notifications.outgoing.delivery import deliver_due_emails
from notifications.outgoing.headers import build_message, one_click_url
from notifications.preferences import channel_preferences

from .conftest import NOW, Sink, notification

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("kinds")]
ONE_CLICK = {"List-Unsubscribe": "One-Click"}


@pytest.fixture
def stranger() -> Client:
    """Return a client like a mail program: without cookies, and with CSRF checks."""
    return Client(enforce_csrf_checks=True)


@pytest.fixture
def turn(people: dict[str, Any]) -> Notification:
    email = notification("a", people["alice"], thread="match-7")
    Notification.objects.filter(pk=email.pk).update(subject="[Abyss #7] Your turn", rendered_at=NOW)
    return email


def path(email: Notification) -> str:
    return one_click_url(email).removeprefix("http://localhost:8000")


def test_an_email_offers_one_click(turn: Notification, settings: Any) -> None:
    """O8: List-Unsubscribe with https and mailto, and List-Unsubscribe-Post."""
    settings.SITE_URL, settings.SITE_IS_SECURE = "https://play.example.org", True

    email = build_message(turn).message()

    stop = reply_addresses.build_address("unsub", reply_addresses.token_from_uuid(turn.pk))
    assert email["List-Unsubscribe"] == f"<{one_click_url(turn)}>, <mailto:{stop}>"
    assert email["List-Unsubscribe"].startswith("<https://play.example.org/u/")
    assert email["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_one_click_is_not_promised_without_https(turn: Notification) -> None:
    assert build_message(turn).message()["List-Unsubscribe-Post"] is None


def test_one_click_stops_the_emails_of_its_match_at_once(
    turn: Notification, stranger: Client, sink: Sink
) -> None:
    """O8: POST only, without cookie, sign-in, CSRF token or redirect."""
    response = stranger.post(path(turn), ONE_CLICK)

    assert response.status_code == 200
    assert not response.cookies
    assert deliver_due_emails(NOW) == 0
    wish = ChannelPreference.objects.get()
    assert (wish.channel, wish.thread, wish.events) == ("mail", "match-7", [])


def test_one_click_twice_is_once(turn: Notification, stranger: Client) -> None:
    """O8: idempotent."""
    answers = [stranger.post(path(turn), ONE_CLICK).status_code for _ in range(2)]

    assert answers == [200, 200]
    assert ChannelPreference.objects.count() == 1


def test_stopping_outdoes_an_earlier_wish(turn: Notification, stranger: Client) -> None:
    for thread in ("match-7", "match-8"):
        channel_preferences.set_preferred_events(turn.player, thread, {"mail": ["turn"]}, now=NOW)

    stranger.post(path(turn), ONE_CLICK)
    left = {wish.thread: wish.events for wish in ChannelPreference.objects.all()}
    stranger.post(path(turn), ONE_CLICK | {"what": "everything"})

    assert left == {"match-7": [], "match-8": ["turn"]}
    assert [(wish.thread, wish.events) for wish in ChannelPreference.objects.all()] == [("", [])]


@pytest.mark.parametrize("method", ["get", "head", "options"])
def test_looking_stops_nothing(turn: Notification, stranger: Client, method: str) -> None:
    """L1, O8: GET shows a page with a button."""
    getattr(stranger, method)(path(turn))

    assert not ChannelPreference.objects.exists()


def test_the_page_has_buttons_for_one_match_and_for_all(
    turn: Notification, stranger: Client
) -> None:
    """O8: the page offers to unsubscribe from all matches."""
    page = stranger.get(path(turn)).content.decode()
    stranger.post(path(turn), ONE_CLICK | {"what": "everything"})

    assert "No more e-mails about this match" in page and "about any match" in page
    assert ChannelPreference.objects.get().thread == ""


@pytest.mark.parametrize("code", ["x", "a" * 44])
def test_a_forged_link_stops_nothing(code: str, stranger: Client) -> None:
    assert stranger.post(f"/u/{code}/", ONE_CLICK).status_code == 404


def test_a_bounce_address_is_no_link(turn: Notification, stranger: Client) -> None:
    """A3: an address is only valid for its own purpose."""
    code = reply_addresses.build_local_part(
        "bounce", reply_addresses.token_from_uuid(turn.pk)
    ).partition("+")[2]

    assert stranger.post(f"/u/{code}/", ONE_CLICK).status_code == 404


def test_emails_of_the_account_cannot_be_stopped(people: dict[str, Any], stranger: Client) -> None:
    email = notification("a", people["alice"])

    assert stranger.post(path(email), ONE_CLICK).status_code == 404
