"""A match played with the links in e-mails only: on a phone, without scripts."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, ViewportSize

from games.models import KnownDevice, Match, Move, Player, Status
from games.tasks.house_bots import answer_bots
from notifications.gateway import change_email_preferences
from notifications.models import Notification
from tests.emails import email_of

from .conftest import keep

pytestmark = pytest.mark.django_db(transaction=True)

PHONE: ViewportSize = {"width": 390, "height": 844}
WORDS = {
    "en": ("Is this you?", "Your answer was played."),
    "fr": ("Est-ce bien vous", "Votre réponse a été jouée."),
    "de": ("Bist du es?", "Deine Antwort wurde gespielt."),
}


def link_of(kind: str, pattern: str) -> str:
    """Return the first match of `pattern` in the newest e-mail of a kind."""
    email = email_of(Notification.objects.filter(kind=kind).latest("id"))
    found = email and re.search(pattern, email.text)
    assert found
    return found[1]


def press_link(page: Page, site: str) -> None:
    """Open the first answer of the newest prompt and submit it."""
    page.goto(site + urlsplit(link_of("your_turn", r"1: (https?://\S+)")).path)
    # A form submitted within a second is taken for a robot's.
    page.wait_for_timeout(1100)
    page.click("button.primary")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("language", WORDS)
def test_a_match_is_played_by_links_after_one_code(
    browser: Browser,
    live_server: Any,
    deal: Callable[..., Match],
    people: dict[str, Player],
    language: str,
    pictures: Path,
) -> None:
    Player.objects.filter(pk=people["alice"].pk).update(language=language)
    change_email_preferences(people["alice"], answer_links="pages")
    match = deal("pebbles", seats=2, bots=1, now=timezone.now())
    asks, done = WORDS[language]
    context = browser.new_context(viewport=PHONE, java_script_enabled=False)
    page = context.new_page()

    press_link(page, live_server.url)
    assert not Move.objects.exists()
    keep(page, pictures / f"code-{language}.png")
    page.fill("[name=code]", link_of("device_code", r"\b([a-z2-7]{4}-[a-z2-7]{4})\b"))
    page.wait_for_timeout(1100)
    page.click("button.primary")
    keep(page, pictures / f"answer-{language}.png")
    for _ in range(40):
        while answer_bots():
            pass
        match.refresh_from_db()
        if match.status == Status.FINISHED:
            break
        press_link(page, live_server.url)
        assert asks not in page.inner_text("body")

    keep(page, pictures / f"answered-{language}.png")
    assert match.status == Status.FINISHED and done in page.inner_text("body")
    assert set(match.moves.filter(seat=0).values_list("source", flat=True)) == {"link"}
    assert KnownDevice.objects.get().confirmed_at is not None
    context.close()
