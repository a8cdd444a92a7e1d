"""Extra randomness drawn in a real browser under our own content policy."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from games.models import Match
from games.services.matches import MatchTerms, open_match

DRAWN = re.compile("[a-z2-7]{20}")


@pytest.fixture
def demo(settings: Any) -> None:
    settings.DEMO, settings.MAIL_DOMAIN = True, "example.org"


def pages(browser: Browser, url: str, **more: Any) -> Iterator[Page]:
    context = browser.new_context(base_url=url, locale="en-GB", **more)
    context.set_default_timeout(10_000)
    yield context.new_page()
    context.close()


@pytest.fixture
def page(browser: Browser, live_server: Any) -> Iterator[Page]:
    yield from pages(browser, live_server.url)


@pytest.fixture
def plain_page(browser: Browser, live_server: Any) -> Iterator[Page]:
    """Yield a page in a browser that runs no scripts."""
    yield from pages(browser, live_server.url, java_script_enabled=False)


def sign_in(page: Page, name: str) -> None:
    page.goto("/sign-in/")
    page.get_by_role("button", name=name, exact=True).click()


def brought(match: Match) -> list[tuple[str, str]]:
    return list(match.seats.order_by("number").values_list("word", "word_source"))


@pytest.mark.django_db(transaction=True)
def test_the_browser_draws_the_word_of_a_new_match(
    page: Page, demo: None, people: dict[str, Any]
) -> None:
    sign_in(page, "Alice")
    page.goto("/matches/new/?game=pebbles")
    field = page.locator("#id_word")
    word = field.input_value()
    shown = page.locator("details.fold", has=field).locator("summary .unlike")

    assert DRAWN.fullmatch(word)
    # It is not a change from the defaults.
    expect(shown).to_be_hidden()
    page.get_by_role("button", name="Start match", exact=True).click()
    page.wait_for_url(re.compile(r"/matches/\d+/$"))

    assert brought(Match.objects.get()) == [(word, "browser")]


@pytest.mark.django_db(transaction=True)
def test_two_drawn_words_are_two_and_a_typed_one_counts_as_typed(
    page: Page, demo: None, people: dict[str, Any]
) -> None:
    match = open_match(people["bob"], MatchTerms("pebbles", seats=3))
    sign_in(page, "Alice")
    words = []
    for _ in range(2):
        page.goto(f"/matches/{match.number}/")
        words.append(page.locator("#word").input_value())
    page.locator("#word").fill("kelp")
    page.get_by_role("button", name="Join", exact=True).click()
    page.wait_for_load_state()

    assert len(set(words)) == 2 and all(map(DRAWN.fullmatch, words))
    assert brought(match)[1] == ("kelp", "typed")


@pytest.mark.django_db(transaction=True)
def test_without_scripts_no_word_is_brought(
    plain_page: Page, demo: None, people: dict[str, Any]
) -> None:
    match = open_match(people["bob"], MatchTerms("pebbles", seats=3))
    sign_in(plain_page, "Alice")
    plain_page.goto(f"/matches/{match.number}/")
    plain_page.get_by_role("button", name="Join", exact=True).click()
    plain_page.wait_for_load_state()

    assert brought(match)[1] == ("", "none")
    expect(plain_page.locator("#shuffle")).to_contain_text("You contributed nothing.")
