"""E-mails as mail programs show them: every kind, in light and dark mode, on a phone and a
desktop."""

from __future__ import annotations

import base64
import random
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Browser, Page

from games.models import Match
from notifications.models import Notification
from notifications.outgoing import bundles, renderers
from notifications.outgoing.renderers import Email
from tests.email_deeds import DEEDS, play
from tests.emails import email_of
from tests.sizes import sample_of

from .conftest import keep

PHONE, DESK = (390, 844), (1280, 900)
LOOKS = [(PHONE, "light"), (PHONE, "dark"), (DESK, "light"), (DESK, "dark")]

# The context of each kind, in addition to match, seat and prompt.
KINDS: dict[str, dict[str, Any]] = {
    "your_turn": {},
    "reminder": {},
    "refused": {"line": "recruit nobody", "code": "illegal", "reason": "Nobody is not at court."},
    "held": {"line": "2", "sender": "somebody@example.org"},
    "receipt": {"ply": 1},
    "clock_moved": {"ply": 1},
    "match_started": {},
    "match_finished": {},
    "orders": {},
    "resumed": {},
    "commands": {
        "done": [{"line": "status", "told": ["Abyss #1: it is your turn."]}],
        "left": [],
        "helped": True,
        "ordered": True,
    },
    "sequence": {
        "done": [{"line": "1", "told": ["Played: explore."]}],
        "left": [],
        "helped": False,
        "ordered": False,
    },
    "sequence_stopped": {
        "done": [{"line": "1", "told": ["Played: explore."]}],
        "left": [{"line": "recruit oracle", "why": "That is not your turn."}],
        "helped": False,
        "ordered": False,
    },
    "sign_in": {"link_path": "/sign-in/abc/", "code": "123456"},
    "device_code": {"device": "0193c1a0-0000-7000-8000-000000000001", "name": "Firefox, Android"},
    "test_email": {},
    "new_address": {"link_path": "/emails/abc/"},
    "address_changed": {},
    "bundle_help": {"lines": ["2"], "is_partial": False},
}


def email(match: Match, kind: str) -> Email:
    """Return the e-mail of a kind for a player who is asked now, or the one posted by an action of
    DEEDS."""
    if kind in DEEDS:
        DEEDS[kind](match)
        posted = email_of(Notification.objects.filter(kind=kind).latest("created_at"))
        assert posted is not None
        return posted
    prompt = match.prompts.filter(closed_at=None, answered_at=None).earliest("seat")
    seat = match.seats.select_related("player").get(number=prompt.seat)
    data = {"match": str(match.pk), "seat": seat.number, "prompt": str(prompt.pk), **KINDS[kind]}
    now = timezone.now()
    notification = Notification(
        kind=kind, player=seat.player, data=data, created_at=now, due_at=now, key=kind
    )
    if "ply" in KINDS[kind]:
        notification.data["ply"] = match.moves.latest("ply").ply
    notification.thread, notification.reply_token = f"match-{match.number}", prompt.token
    written = renderers.renderers[kind](notification)
    assert written is not None
    return written


@pytest.fixture
def match(deal: Any) -> Match:
    match: Match = deal("abyss", seats=4, now=timezone.now() - timedelta(hours=1))
    play(match, 12, random.Random(3))
    return match


@pytest.fixture
def shown(browser: Browser, db: None) -> Iterator[Any]:
    """Show an e-mail like a mail program: shown(email, PHONE, "dark")."""
    contexts = []

    def shown(email: Email, size: tuple[int, int] = PHONE, look: Any = "light") -> Page:
        context = browser.new_context(
            color_scheme=look, viewport={"width": size[0], "height": size[1]}
        )
        contexts.append(context)
        page, html = context.new_page(), email.html
        for picture in email.pictures:
            data = base64.b64encode(picture.png).decode()
            html = html.replace(f"cid:{picture.cid}", f"data:image/png;base64,{data}")
        page.set_content(html)
        return page

    yield shown
    for context in contexts:
        context.close()


def serious(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {one['nodes'][0]['html']}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("kind", sample_of([*KINDS, *DEEDS], 10))
def test_axe_finds_nothing_serious_in_any_email(
    match: Match, shown: Any, pictures: Path, kind: str
) -> None:
    """C9: e-mails are accessible in light and dark mode, and never wider than a phone, even with a
    word of 600 letters."""
    written = email(match, kind)
    pages = {look: shown(written, PHONE, look) for look in ("light", "dark")}
    for look, page in pages.items():
        keep(page, pictures / f"email-{kind}-{look}.png")

    assert [serious(page) for page in pages.values()] == [[], []]
    widths = {page.evaluate("document.documentElement.scrollWidth") for page in pages.values()}
    assert widths == {PHONE[0]}


@pytest.mark.parametrize("kind", ["invitation_answered", "message_refused"])
def test_long_words_do_not_widen_an_email(match: Match, shown: Any, kind: str) -> None:
    """A hash, a link or a long word used to push the text out of the screen of a phone."""
    page = shown(email(match, kind), PHONE, "light")

    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


@pytest.mark.parametrize(("size", "look"), LOOKS)
def test_a_question_fits_every_screen(
    match: Match, shown: Any, pictures: Path, size: tuple[int, int], look: str
) -> None:
    page = shown(email(match, "your_turn"), size, look)
    keep(page, pictures / f"email-question-{size[0]}-{look}.png")

    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert page.evaluate("[...document.images].every(image => image.naturalWidth > 0)")


def test_a_map_in_an_email_is_a_grid(deal: Any, shown: Any) -> None:
    """Indented lines used to be joined, and the cells of an Island stood anywhere."""
    match = deal("essence", seats=2, now=timezone.now() - timedelta(hours=1))
    play(match, 14, random.Random(5))
    written = email(match, "your_turn")

    page = shown(written, PHONE)

    page.locator("summary").click()
    drawn = page.locator(".words pre").first
    lines = drawn.inner_text().splitlines()
    assert "\n".join(line.rstrip() for line in lines) in written.text
    height = drawn.evaluate(
        "pre => pre.clientHeight / parseFloat(getComputedStyle(pre).lineHeight)"
    )
    assert round(height) == len(lines) >= 2


def test_axe_finds_nothing_serious_in_a_bundle(match: Match, shown: Any, pictures: Path) -> None:
    notifications = Notification.objects.order_by("pk")[:2]
    written = [
        (notification, email(match, kind))
        for notification, kind in zip(notifications, ("your_turn", "match_started"), strict=True)
    ]
    _, together = bundles.create_bundle(written, timezone.now(), is_full=True)

    pages = {look: shown(together, PHONE, look) for look in ("light", "dark")}
    for look, page in pages.items():
        keep(page, pictures / f"email-bundle-{look}.png")

    assert [serious(page) for page in pages.values()] == [[], []]
