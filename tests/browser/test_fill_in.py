"""Choices to fill in, on a phone: cards of hand and board are tapped, in order where it counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from games.models import Match
from games.queries import states

from .conftest import keep
from .pointing import PHONE, list_unreachable, tap
from .test_table import may, play_on

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def phone(
    browser: Browser, live_server: Any, settings: Any, deal: Callable[..., Match]
) -> Iterator[Page]:
    """Yield the phone of Alice, signed in; `deal` brings the players."""
    del deal
    settings.DEMO, settings.MAIL_DOMAIN = True, "example.org"
    context = browser.new_context(
        base_url=live_server.url,
        locale="en-GB",
        reduced_motion="reduce",
        viewport={"width": PHONE[0], "height": PHONE[1]},
        has_touch=True,
    )
    context.set_default_timeout(30_000)
    page = context.new_page()
    page.goto("/")
    tap(page, page.get_by_role("button", name="Alice", exact=True))
    expect(page.get_by_role("heading", name="Dashboard")).to_be_visible()
    yield page
    context.close()


def test_a_bid_is_made_by_steps_and_by_advisors_in_order(
    phone: Page, deal: Callable[..., Match], pictures: Path
) -> None:
    """It used to be twelve numbers behind two folds."""
    match = deal("essence", seats=3, now=timezone.now())
    offer = [pile.cards[-1] for pile in states.load_state(match).piles]
    phone.goto(f"/matches/{match.number}/")
    faults = list_unreachable(phone) + Axe().run(phone).response["violations"]

    tap(phone, phone.get_by_role("button", name="More: Wealth"))
    tap(phone, phone.locator(".wish .item").nth(2))
    tap(phone, phone.locator("#at-advisor-0"))
    places = phone.locator("#part-board .thing[data-place]")
    expect(places).to_have_count(2)
    keep(phone, pictures / "bid-phone.png")
    shown = dict(places.evaluate_all("(all) => all.map((e) => [e.dataset.item, e.dataset.place])"))
    tap(phone, phone.get_by_role("button", name="Bid", exact=True))

    expect(phone.locator(".note.success").first).to_contain_text("Answer sealed.")
    bid = match.moves.get().decision["args"]
    assert bid == {"wealth": 1, "influence": 0, "wishes": [offer[2], offer[0]]}
    assert shown == {offer[2]: "1", offer[0]: "2"}
    assert faults == []


def test_a_card_of_the_hand_opens_what_it_may_pay_for(
    phone: Page, deal: Callable[..., Match], pictures: Path
) -> None:
    match = deal("abyss", seats=2, now=timezone.now())
    play_on(match, may(0, "recruit"))
    phone.goto(f"/matches/{match.number}/")
    part = phone.locator(".part:has([data-goal])").first
    payable = set(part.locator(".tick input").evaluate_all("(all) => all.map((e) => e.value)"))
    cards = phone.locator("#part-hand .pickable")
    codes = cards.evaluate_all("(all) => all.map((e) => e.dataset.item)")
    place = next(number for number, code in enumerate(codes) if code in payable)

    tap(phone, cards.nth(place))
    if not phone.locator("#answer.single").count():
        tap(phone, part.locator("details.fill > summary"))

    keep(phone, pictures / "payment-phone.png")
    goal = int(part.locator("[data-goal]").get_attribute("data-goal") or 0)
    worth = int(part.locator("input:checked").get_attribute("data-worth") or 0)
    sum_line = f"Total {worth} / {goal}"
    missing = f" · {goal - worth} missing" if worth < goal else ""
    expect(part.locator(".sum")).to_have_text(sum_line + missing)
    expect(phone.locator("#part-hand .picked")).to_have_count(1)
