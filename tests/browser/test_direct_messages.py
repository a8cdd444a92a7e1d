"""Two people write to each other in browsers, with and without scripts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models import Match, Player
from games.services import direct_messages

from .conftest import keep
from .test_pages import LOOKS, PHONE, demo, look_at, open_page, sign_in

__all__ = ["demo", "open_page"]

pytestmark = pytest.mark.django_db(transaction=True)


def write_to_alice(match: Match, text: str, key: str) -> Player:
    alice, bob = (match.seats.get(number=number).player for number in (0, 1))
    direct_messages.send_direct_message(bob, alice, text, key=key)
    return bob


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("size", "look"), LOOKS)
def test_pages_of_messages_are_accessible_and_fit(
    open_page: Callable[..., Page],
    deal: Callable[..., Match],
    pictures: Path,
    size: tuple[int, int],
    look: str,
) -> None:
    match = deal("pebbles", seats=2, now=timezone.now())
    page = open_page(size, look)
    sign_in(page)
    name = f"messages-{size[0]}-{look}"
    faults = [look_at(page, "/messages/", pictures, f"{name}-empty")]
    bob = write_to_alice(match, "Well played!\n\nShall we play Abyss on Sunday?", "1")
    write_to_alice(match, "W" * 300, "2")
    faults += [look_at(page, "/messages/", pictures, f"{name}-list")]
    faults += [look_at(page, f"/messages/{bob.pk}/", pictures, name)]
    faults += [look_at(page, f"/players/{bob.pk}/", pictures, name)]

    assert [fault for fault in faults if fault] == []


@pytest.mark.parametrize("is_scripted", [True, False])
def test_alice_answers_from_the_header_to_the_button(
    open_page: Callable[..., Page],
    deal: Callable[..., Match],
    pictures: Path,
    is_scripted: bool,
) -> None:
    match = deal("pebbles", seats=2, now=timezone.now())
    bob = write_to_alice(match, "Well played!", "1")
    page = open_page(PHONE, java_script_enabled=is_scripted)
    sign_in(page)

    page.goto("/")
    expect(page.locator("#unread .count")).to_have_text("1")
    page.get_by_role("link", name="Messages").click()
    page.get_by_role("link", name=bob.display_name).click()
    page.get_by_label(f"Message to {bob.display_name}").fill("Thank you!")
    page.get_by_role("button", name="Send").press("Enter")

    expect(page.get_by_text("Thank you!")).to_be_visible()
    expect(page.locator("#unread .count")).to_have_count(0)
    keep(page, pictures / f"messages-{is_scripted}-answered.png")


def test_an_open_conversation_shows_what_arrives(
    open_page: Callable[..., Page],
    deal: Callable[..., Match],
) -> None:
    match = deal("pebbles", seats=2, now=timezone.now())
    bob = write_to_alice(match, "Hello?", "1")
    page, elsewhere = open_page(), open_page()
    for one, path in ((page, f"/messages/{bob.pk}/"), (elsewhere, "/rules/")):
        sign_in(one)
        one.goto(path)
    page.get_by_label(f"Message to {bob.display_name}").fill("I am writing")

    write_to_alice(match, "Still there?", "2")

    expect(page.get_by_text("Still there?")).to_be_visible(timeout=15_000)
    expect(page.get_by_label(f"Message to {bob.display_name}")).to_have_value("I am writing")
    expect(elsewhere.locator("#unread .count")).to_have_count(0, timeout=15_000)
