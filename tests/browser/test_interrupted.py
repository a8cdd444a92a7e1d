"""What is being sent when session or network are gone: kept in the tab, sent by one press."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models import Match
from games.services.play.decisions import submit_decision

from .conftest import CONTROLLED, keep
from .test_pages import PHONE, demo, first_asked, open_page, sign_in

__all__ = ["demo", "open_page"]
KEPT = "sessionStorage.getItem('interrupted')"
# What the worker keeps: paths by shelf.
SHELVES = """async () => {
  const shelves = {};
  for (const name of await caches.keys()) {
    const rows = await (await caches.open(name)).keys();
    shelves[name] = rows.map((row) => new URL(row.url).pathname).sort();
  }
  return shelves;
}"""


@pytest.fixture
def match(deal: Callable[..., Match]) -> Match:
    return deal("pebbles", seats=2, now=timezone.now())


@pytest.fixture
def board(open_page: Callable[..., Page], match: Match) -> Page:
    """The board of whoever is asked first, on a phone whose worker is ready."""
    page = open_page(PHONE)
    sign_in(page, first_asked(match))
    page.evaluate(CONTROLLED)
    page.goto(f"/matches/{match.number}/")
    return page


def lose_session(page: Page, match: Match) -> None:
    """Press an answer after the session has ended."""
    page.context.clear_cookies(name="sessionid")
    page.get_by_role("button", name="Take 2").click()
    page.wait_for_url("**/sign-in/**")


def test_an_answer_is_sent_by_one_press_after_signing_in(
    board: Page, match: Match, pictures: Path
) -> None:
    name = first_asked(match)
    lose_session(board, match)
    # Nobody is signed in who may read it.
    expect(board.locator(".note.warning")).to_contain_text("after signing in you can send it")
    assert "take 2" not in board.locator("body").inner_text().lower()
    keep(board, pictures / "interrupted-sign-in-390.png")

    board.get_by_role("button", name=name, exact=True).click()
    expect(board.locator(".note.warning")).to_contain_text("Take 2")
    assert not match.moves.exists()
    keep(board, pictures / "interrupted-match-390.png")
    assert Axe().run(board).response["violations"] == []
    board.get_by_role("button", name="Send it now").click()

    expect(board.get_by_text("Answer sent.")).to_be_visible()
    assert match.moves.count() == 1
    assert board.evaluate(KEPT) is None


def test_an_answer_is_sent_after_its_form_has_expired(board: Page, match: Match) -> None:
    board.context.clear_cookies(name="csrftoken")
    board.get_by_role("button", name="Take 2").click()
    expect(board.get_by_role("heading", name="This form has expired")).to_be_visible()
    expect(board.locator(".note.warning")).to_contain_text("Take 2")

    board.get_by_role("button", name="Back").click()
    board.get_by_role("button", name="Send it now").click()

    expect(board.get_by_text("Answer sent.")).to_be_visible()
    assert match.moves.count() == 1


def test_an_answer_of_another_player_is_discarded_and_not_shown(board: Page, match: Match) -> None:
    other = {"Alice": "Bob", "Bob": "Alice"}[first_asked(match)]
    lose_session(board, match)

    board.get_by_role("button", name=other, exact=True).click()

    expect(board.locator(".note.warning")).to_contain_text("has been discarded")
    assert "Take 2" not in board.locator(".note.warning").inner_text()
    assert board.evaluate(KEPT) is None and not match.moves.exists()


def test_an_answer_to_a_closed_question_is_discarded_and_shown(board: Page, match: Match) -> None:
    name = first_asked(match)
    lose_session(board, match)
    submit_decision(match.prompts.get(closed_at=None).token, None, source="email", key="late")

    board.get_by_role("button", name=name, exact=True).click()

    expect(board.locator(".note.warning")).to_contain_text("no longer open")
    expect(board.locator(".note.warning")).to_contain_text("Take 2")
    expect(board.get_by_role("button", name="Send it now")).to_have_count(0)
    assert board.evaluate(KEPT) is None
    assert [move.source for move in match.moves.all()] == ["email"]


@pytest.mark.parametrize("way", ["Don’t send", "Sign out"])
def test_an_answer_is_given_up(board: Page, match: Match, way: str) -> None:
    name = first_asked(match)
    lose_session(board, match)
    board.get_by_role("button", name=name, exact=True).click()
    expect(board.locator(".note.warning")).to_contain_text("Take 2")
    if way == "Sign out":
        # The page of a match has no header on a phone.
        board.goto("/")

    board.get_by_role("button", name=way).click()

    expect(board.locator(".note.warning")).to_have_count(0)
    board.wait_for_function("() => sessionStorage.getItem('interrupted') === null")
    assert not match.moves.exists()


@pytest.mark.parametrize("look", ["light", "dark"])
def test_without_a_network_a_page_of_ours_shows_what_was_being_sent(
    board: Page, match: Match, pictures: Path, look: Any
) -> None:
    board.emulate_media(color_scheme=look)
    board.context.set_offline(True)

    board.get_by_role("button", name="Take 2").click()

    expect(board.get_by_role("heading", name="You are offline")).to_be_visible()
    expect(board.locator(".note.warning")).to_contain_text("Take 2")
    keep(board, pictures / f"interrupted-offline-390-{look}.png")
    assert Axe().run(board).response["violations"] == []
    board.context.set_offline(False)
    board.get_by_role("button", name="Back").click()
    board.get_by_role("button", name="Send it now").click()
    expect(board.get_by_text("Answer sent.")).to_be_visible()
    assert match.moves.count() == 1


def test_a_message_that_was_not_sent_is_shown_again(board: Page, match: Match) -> None:
    board.locator("#talk > summary").click()
    board.get_by_label("Message to the other players").fill("Good luck, and sorry for the wait!")
    board.context.set_offline(True)
    board.locator("#talk").get_by_role("button", name="Send").click()

    expect(board.locator(".kept-words")).to_have_text("Good luck, and sorry for the wait!")


def test_the_worker_of_everybody_keeps_one_page_and_its_files(
    board: Page, open_page: Callable[..., Page], match: Match
) -> None:
    visitor = open_page(PHONE)
    visitor.goto("/")
    visitor.evaluate(CONTROLLED)
    visitor.goto("/matches/")

    for page in (board, visitor):
        shelves = page.evaluate(SHELVES)
        assert [*shelves] == ["offline"]
        files = [path.rpartition("/")[2].partition(".")[0] for path in shelves["offline"]]
        assert sorted(files) == ["", "favicon", "interrupted", "site"]
    visitor.context.set_offline(True)
    visitor.goto("/matches/")
    expect(visitor.get_by_role("heading", name="You are offline")).to_be_visible()
