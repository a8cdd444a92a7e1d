"""The first five minutes in a browser: from the landing page to a move, and the tutorials."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from games.models import Match, Move, Player
from games.titles import GAMES

from .pointing import LAPTOP, press, tap
from .pointing import PHONE as SHORT_PHONE

PHONE, DESK = (390, 844), (1366, 768)
STEPS = 8
GAMES_TO_LEARN = [name for name, game in GAMES.items() if game.tutorial]
ANSWERS = "#answer .first button.answer, #answer .picker button.answer"

# What says that an answer was taken: whether it is sealed depends on the deal.
TAKEN = re.compile(r"Answer (sent|sealed)\.")
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def open_site(browser: Browser, live_server: Any) -> Iterator[Callable[..., Page]]:
    """Open the site: open_site(PHONE, java_script_enabled=False)."""
    contexts = []

    def open_site(size: tuple[int, int] = PHONE, path: str = "/", **more: Any) -> Page:
        context = browser.new_context(
            base_url=live_server.url,
            reduced_motion="reduce",
            viewport={"width": size[0], "height": size[1]},
            **{"locale": "en-GB", **more},
        )
        contexts.append(context)
        page = context.new_page()
        page.goto(path)
        return page

    yield open_site
    for context in contexts:
        context.close()


@pytest.mark.parametrize("scripted", [True, False])
def test_two_clicks_lead_from_the_landing_page_to_the_first_move(
    open_site: Callable[..., Page], scripted: bool
) -> None:
    page = open_site(PHONE, java_script_enabled=scripted)

    play = page.get_by_role("button", name="Play now against a bot")
    assert play.bounding_box()["y"] + play.bounding_box()["height"] < PHONE[1]  # type: ignore[index]
    play.click()
    answer = page.locator(ANSWERS).first
    expect(answer).to_be_visible()
    answer.click()

    expect(page.locator("main > .note.success")).to_contain_text(TAKEN)
    match = Match.objects.get()
    assert Move.objects.filter(match=match, seat=0, source="page").count() == 1
    assert Player.objects.filter(is_guest=True).count() == 1
    expect(page.get_by_text("Add an e-mail address to keep this match").first).to_be_visible()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", GAMES_TO_LEARN)
@pytest.mark.parametrize(("size", "act"), [(SHORT_PHONE, tap), (LAPTOP, press)])
def test_the_tile_of_a_game_starts_it_and_its_tutorial(
    open_site: Callable[..., Page],
    game: str,
    size: tuple[int, int],
    act: Callable[[Page, Locator], None],
) -> None:
    """The link of the tile used to lie over its buttons, at every size."""
    page = open_site(size, has_touch=act is tap)
    tile = page.locator(f".shelf .tile:has(input[value={game}])")

    # Elsewhere the tile leads to the rules.
    act(page, tile.locator(".cover"))
    page.wait_for_url(f"**/rules/{game}/")
    page.goto("/")
    act(page, tile.get_by_role("link", name="Learn"))
    page.wait_for_url(f"**/learn/{game}/1/")
    page.goto("/")
    act(page, tile.get_by_role("button", name="Play now"))
    page.wait_for_url("**/matches/*/")

    assert Match.objects.get().game == game


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", GAMES_TO_LEARN)
def test_a_tutorial_is_finished_by_clicking_what_glows(
    game: str, open_site: Callable[..., Page]
) -> None:
    page = open_site(PHONE, f"/learn/{game}/")
    for number in range(1, STEPS + 1):
        expect(page.locator("#lesson-title")).to_contain_text(f"{number}/{STEPS}")
        glowing = page.locator("a.thing")
        if glowing.count():
            check_is_in_sight(page)
            glowing.click()
        else:
            page.locator("a.primary").click()

    expect(page.locator("#lesson-title")).to_have_text("You have won!")
    page.get_by_role("button", name="Play a match with hints").click()
    page.wait_for_url("**/matches/*/")
    assert Match.objects.get().game == game


def check_is_in_sight(page: Page) -> None:
    """Check that what glows is neither cut off by its row, nor by the page, nor by the dock."""
    glowing = page.locator("a.thing")
    expect(glowing).to_be_in_viewport(ratio=1)
    hidden = glowing.evaluate(
        """thing => {
            const own = thing.getBoundingClientRect(), row = thing.parentElement;
            const around = row.getBoundingClientRect(), dock = document.getElementById("dock");
            const top = dock.getBoundingClientRect().top;
            const covered = dock.contains(thing) ? 0 : own.bottom - top;
            return Math.max(around.left - own.left, own.right - around.right, covered);
        }"""
    )
    assert hidden <= 1, page.url


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_the_links_above_a_tutorial_fit_on_a_phone(
    language: str, open_site: Callable[..., Page]
) -> None:
    cut_off = "head => head.scrollWidth - head.clientWidth"
    for game in GAMES_TO_LEARN:
        page = open_site(
            PHONE, f"/learn/{game}/2/", extra_http_headers={"Accept-Language": language}
        )
        assert page.locator("header.match").evaluate(cut_off) <= 0, page.url


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", GAMES_TO_LEARN)
def test_a_tutorial_is_finished_by_keyboard(game: str, open_site: Callable[..., Page]) -> None:
    page = open_site(DESK, f"/learn/{game}/")
    for number in range(1, STEPS + 1):
        expect(page.locator("#lesson-title")).to_contain_text(f"{number}/{STEPS}")
        onward = page.locator("[data-onward]")
        expect(onward).to_be_focused()
        # A screen reader reads the explanation with the link.
        expect(onward).to_have_attribute("aria-describedby", "lesson")
        page.keyboard.press("Enter")

    expect(page.locator("#lesson-title")).to_have_text("You have won!")
    expect(page.locator("[data-onward]")).to_be_focused()


@pytest.mark.sampled(9)
@pytest.mark.parametrize("path", ["/", *(f"/learn/{game}/2/" for game in GAMES_TO_LEARN)])
@pytest.mark.parametrize("look", ["light", "dark"])
def test_axe_finds_nothing_and_nothing_scrolls_sideways(
    path: str, look: str, open_site: Callable[..., Page]
) -> None:
    for size in (PHONE, DESK):
        page = open_site(size, path, color_scheme=look)
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert page.evaluate(wide) <= 0


def test_axe_finds_nothing_on_the_page_about_guests(open_site: Callable[..., Page]) -> None:
    page = open_site(PHONE)
    page.get_by_role("button", name="Play now against a bot").click()
    page.goto("/guest/")

    found = Axe().run(page)

    assert found.violations_count == 0, found.generate_report()


def test_a_hint_is_played_by_one_click(open_site: Callable[..., Page]) -> None:
    page = open_site(DESK)
    page.get_by_role("button", name="Play now against a bot").click()

    page.get_by_role("button", name="Play this move").click()

    expect(page.locator("main > .note.success")).to_contain_text(TAKEN)
