"""The form builder of standing orders on a phone, with and without JavaScript."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from games.models import Match

from ..conftest import NAMES
from .conftest import keep

PHONE = {"width": 390, "height": 664}


@pytest.fixture(autouse=True)
def demo(settings: Any) -> None:
    """Make the players of the tests the demo players."""
    settings.DEMO, settings.MAIL_DOMAIN = True, "example.org"


@pytest.fixture
def offered(deal: Callable[..., Match]) -> Any:
    """Return a match of Abyss in which `match.name` is asked to buy."""
    match: Any = deal("abyss", seats=3, now=timezone.now())
    match.name = NAMES[match.prompts.filter(question="offer").order_by("seat")[0].seat]
    return match


@pytest.mark.sampled(2)
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_an_order_is_built_on_a_phone_and_answers(
    browser: Browser, live_server: Any, offered: Any, pictures: Path, scripts: bool
) -> None:
    context = browser.new_context(
        base_url=live_server.url,
        locale="en-GB",
        viewport=PHONE,  # type: ignore[arg-type]
        has_touch=True,
        java_script_enabled=scripts,
    )
    context.set_default_timeout(20_000)
    page = context.new_page()
    page.goto("/")
    page.get_by_role("button", name=offered.name.title(), exact=True).click()
    page.goto(f"/matches/{offered.number}/orders/")
    # The question that is open is chosen, and only the fields that are needed can be seen.
    expect(page.locator("#about")).to_have_value("offer")
    first, second = (page.get_by_role("group", name=f"Rule 1, condition {n}") for n in (1, 2))
    expect(second).to_be_hidden()
    expect(first.get_by_label("Number")).to_be_hidden()

    first.get_by_label("Compare").select_option(label="value")
    first.get_by_label("Comparison").select_option(label="is at most")
    first.get_by_label("Number").fill("5")
    second.get_by_label("Compare").select_option(label="race is one of")
    expect(second.get_by_label("Number")).to_be_hidden()
    for race in ("crab", "squid", "jellyfish", "seahorse", "shellfish"):
        second.get_by_text(race, exact=True).click()
    page.get_by_label("Rule 1: the answer").select_option(label="pass")
    page.get_by_label("Otherwise: the answer").select_option(label="ask me")
    keep(page, pictures / f"orders-build-{scripts}.png")
    page.get_by_role("button", name="Try it out").first.click()

    written = page.locator("#written")
    expect(written).to_contain_text("If value is at most 5 and race is one of")
    expect(written.locator("code")).to_contain_text("order pass if value <= 5 and race in")
    expect(written.locator("strong")).to_have_text("pass")
    assert not offered.moves.exists()
    keep(page, pictures / f"orders-tried-{scripts}.png")
    assert_targets_are_large(page)
    if scripts:
        assert Axe().run(page).violations_count == 0
    for text in ("100%", "200%"):
        page.evaluate(f"document.documentElement.style.fontSize = '{text}'")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], text
    page.get_by_role("button", name="Save order").first.click()

    expect(page.get_by_text("It has answered your open decision.")).to_be_visible()
    move = offered.moves.get()
    assert (move.source, move.decision["verb"]) == ("order", "pass")
    expect(page.locator(".orders")).to_contain_text("Otherwise: ask me. ")
    page.get_by_role("link", name="Change 1").click()
    expect(first.get_by_label("Number")).to_have_value("5")
    keep(page, pictures / f"orders-change-{scripts}.png")
    context.close()


def assert_targets_are_large(page: Page) -> None:
    """Assert that everything to be touched in the form is at least 44 px high."""
    fields = page.locator("form.build").locator("select, input:not([type=hidden]), button")
    shown = [one for one in fields.all() if one.is_visible()]
    tall = [one for one in shown if (one.get_attribute("type") or "") != "checkbox"]
    heights = [box["height"] for one in tall if (box := one.bounding_box()) and box["width"] > 1]
    labels = [label.bounding_box() for label in page.locator("form.build label.tick:visible").all()]
    heights += [box["height"] for box in labels if box]

    assert heights and min(heights) >= 44
