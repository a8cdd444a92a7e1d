"""Every kind of e-mail that takes an answer is sent, and answered by mail at its own Reply-To."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from email.utils import parseaddr
from html import unescape
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

import pytest
from django.utils import timezone

from games.models import Match, Player
from games.services import rematches
from notifications.gateway import change_email_preferences
from notifications.models import Notification
from notifications.outgoing import delivery
from tests.email_deeds import ask_for_a_pause, invite_bob, people_of, play
from tests.emails import answer_email, read_text, sent_email

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def at_once(settings: Any) -> None:
    """E-mails wait for nothing."""
    settings.MAIL_DEBOUNCE_SECONDS = 0


def deliver(kind: str) -> Notification:
    """Send what is due; return the latest e-mail of a kind."""
    delivery.deliver_due_emails(timezone.now(), 200)
    sent = Notification.objects.filter(kind=kind, state=Notification.State.SENT)
    return sent.select_related("player").latest("created_at")


# Buttons ------------------------------------------------------------------------------------------


def finish(match: Match) -> None:
    play(match, 99, random.Random(4))


def offer_a_rematch(match: Match) -> None:
    finish(match)
    match.refresh_from_db()
    rematches.offer_rematch(match, people_of(match)[0])


# The kind of e-mail, what causes it, and what the reply of its first button does.
BUTTONS: dict[str, tuple[str, Callable[[Match], object], str]] = {
    "vote": ("vote_asked", ask_for_a_pause, "voted"),
    "invitation": ("invitation", invite_bob, "accepted"),
    "rematch": ("match_finished", finish, "rematch"),
    "offered rematch": ("invitation", offer_a_rematch, "accepted"),
}


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("name", BUTTONS)
def test_a_button_is_a_reply_in_the_conversation_that_answers(
    deal: Any, name: str, language: str
) -> None:
    kind, cause, done = BUTTONS[name]
    Player.objects.update(language=language)
    cause(deal("pebbles", seats=2, now=timezone.now()))
    notification = deliver(kind)
    sent = sent_email(notification)

    [button] = re.findall(r'<a class="act first" href="(mailto:[^"]+)"', notification.html)
    link = urlsplit(unescape(button))
    prepared = dict(parse_qsl(link.query))

    assert unquote(link.path) == parseaddr(str(sent["Reply-To"]))[1]
    assert prepared["in-reply-to"] == sent["Message-ID"]
    assert prepared["subject"] == f"Re: {notification.subject}"
    assert "/i/" not in read_text(sent) and "/v/" not in read_text(sent)
    assert answer_email(sent, prepared["body"]) == done


@pytest.mark.parametrize("name", BUTTONS)
def test_a_button_is_a_page_for_whoever_wants_pages(deal: Any, name: str) -> None:
    for player in Player.objects.all():
        change_email_preferences(player, answer_links="pages")
    kind, cause, _ = BUTTONS[name]
    cause(deal("pebbles", seats=2, now=timezone.now()))
    notification = deliver(kind)

    buttons = re.findall(r'<a class="act[^"]*" href="([^"]+)"', notification.html)

    assert len(buttons) == (1 if kind == "match_finished" else 2)
    assert all(one.startswith("http") and one in notification.text for one in buttons)
