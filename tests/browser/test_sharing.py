"""Words that a phone shares, from its share menu to the message that the player sends."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from games.models import DirectMessage, Player
from games.services import profiles

from .test_pages import DESK, PHONE, demo, look_at, open_page, sign_in

__all__ = ["demo", "open_page"]


@pytest.mark.parametrize(("size", "look"), [(PHONE, "dark"), (DESK, "light")])
def test_shared_words_are_sent_by_the_player_alone(
    open_page: Callable[..., Page],
    people: dict[str, Player],
    pictures: Path,
    size: tuple[int, int],
    look: str,
) -> None:
    profiles.follow_player(people["alice"], people["bob"])
    profiles.follow_player(people["bob"], people["alice"])
    page = open_page(size, look)
    sign_in(page)
    shared = {"title": "Rules", "text": "Shall we?", "url": "https://example.org/"}

    fault = look_at(page, f"/share/?{urlencode(shared)}", pictures, f"{size[0]}-{look}")
    page.get_by_label("Message", exact=True).fill("Shall we play?\nhttps://example.org/")
    page.get_by_role("button", name="Message to Bob").click()
    expect(page.get_by_label("Message to Bob")).to_have_value(
        "Shall we play?\nhttps://example.org/"
    )
    before = DirectMessage.objects.count()
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.locator(".said")).to_contain_text("Shall we play?")

    assert not fault
    assert (before, DirectMessage.objects.count()) == (0, 1)
