"""The page about a player's own e-mails in a real browser: delivery problems and how to fix
them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Page, expect

from notifications.models import Delivery, Notification
from notifications.outgoing import bounce_scores
from notifications.outgoing.outbox import Draft, post

from .conftest import keep
from .test_pages import LOOKS, demo, open_page, sign_in, width_of

__all__ = ["demo", "open_page"]


@pytest.mark.parametrize(("size", "look"), LOOKS)
def test_an_address_that_was_given_up_is_written_to_again(
    open_page: Callable[..., Page],
    people: dict[str, Any],
    pictures: Path,
    size: tuple[int, int],
    look: str,
) -> None:
    """E3, E5: the page says why no e-mails arrive, and one click resumes them."""
    now, alice = timezone.now(), people["alice"]
    post([Draft(key="a", player_id=alice.pk, kind="news", thread="match-7")], now=now)
    Notification.objects.update(
        state="sent", planned_at=now, sent_at=now, subject="[Abyss #7] Your turn"
    )
    Delivery.objects.create(
        notification=Notification.objects.get(),
        attempted_at=now,
        accepted=True,
        bounced_at=now,
        bounce="5.1.1 no such user",
    )
    for instant in (now - timedelta(days=1), now):
        bounce_scores.add_bounce_score(alice.email, "5.1.1", "no such user", instant)
    page = open_page(size, look)
    sign_in(page)

    expect(page.get_by_text("E-mails to you do not arrive")).to_be_visible()
    keep(page, pictures / f"desk-{size[0]}-{look}.png")
    page.get_by_role("link", name="See why").click()
    expect(page.get_by_text("bounced: 5.1.1 no such user")).to_be_visible()
    keep(page, pictures / f"emails-{size[0]}-{look}.png")
    serious = [
        one
        for one in Axe().run(page).response["violations"]
        if one["impact"] in ("serious", "critical")
    ]
    page.get_by_role("button", name="Turn e-mail on again").click()

    expect(page.get_by_role("button", name="Turn e-mail on again")).to_have_count(0)
    assert bounce_scores.stopped_score_for(alice.email) is None
    assert (serious, width_of(page) <= size[0]) == ([], True)
