"""Boards kept on a device, and answers without a network: sent later, or refused if too late."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from games.models import Match
from games.services.decisions import submit_decision

from .conftest import keep
from .test_pages import PHONE, demo, first_asked, open_page, sign_in

__all__ = ["demo", "open_page"]
KEPT = """async (path) => {
  for (let tries = 0; tries < 100; tries += 1) {
    if (await caches.match(path, { cacheName: "boards", ignoreVary: true })) return true;
    await new Promise((later) => setTimeout(later, 50));
  }
  return false;
}"""
SHELVES = """async () => {
  for (let tries = 0; tries < 100 && await caches.has("boards"); tries += 1) {
    await new Promise((later) => setTimeout(later, 50));
  }
  return [await caches.has("boards"), localStorage.getItem("unsent-answers")];
}"""


@pytest.fixture
def match(deal: Callable[..., Match]) -> Match:
    return deal("pebbles", seats=2)


@pytest.fixture
def board(open_page: Callable[..., Page], match: Match, pictures: Path) -> Page:
    """The board of whoever is asked first, kept on a telephone that has lost its network."""
    page, path = open_page(PHONE), f"/matches/{match.number}/"
    sign_in(page, first_asked(match))
    page.get_by_role("button", name="Offline").click()
    expect(page.get_by_role("button", name="Offline")).to_have_attribute("aria-pressed", "true")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto(path)
    assert page.evaluate(KEPT, path)
    page.context.set_offline(True)
    page.goto(path)
    expect(page.locator("#offline")).to_contain_text("You are offline. You see this page as it was")
    return page


def answer(page: Page, pictures: Path) -> None:
    page.locator("#answer button:not(.hidden)").first.click()
    expect(page.locator("#offline")).to_contain_text("is kept on this device")
    keep(page, pictures / "offline-answer-390.png")


def test_an_answer_without_a_network_is_sent_later(
    board: Page, match: Match, pictures: Path
) -> None:
    answer(board, pictures)
    assert not match.moves.exists()

    board.context.set_offline(False)

    expect(board.locator("#offline")).to_contain_text("has been sent")
    assert match.moves.get().source == "page"
    board.locator("#offline button").click()
    expect(board.locator("#offline")).to_be_hidden()


def test_an_answer_that_comes_too_late_is_refused(
    board: Page, match: Match, pictures: Path
) -> None:
    answer(board, pictures)
    asked = match.prompts.get(closed_at=None)
    submit_decision(asked.token, None, source="clock", key="late")

    board.context.set_offline(False)

    expect(board.locator("#offline")).to_contain_text("was not played")
    keep(board, pictures / "offline-late-390.png")
    assert [move.source for move in match.moves.all()] == ["clock"]


def test_an_answer_can_be_taken_back_before_it_is_sent(
    board: Page, match: Match, pictures: Path
) -> None:
    answer(board, pictures)
    board.get_by_role("button", name="Don’t send").click()

    board.context.set_offline(False)
    board.reload()

    expect(board.locator("#offline")).to_be_hidden()
    assert not match.moves.exists()


def test_nothing_stays_on_the_device_of_who_signs_out(
    board: Page, match: Match, pictures: Path
) -> None:
    board.context.set_offline(False)
    board.goto("/")

    board.get_by_role("button", name="Sign out").click()
    expect(board.get_by_role("link", name="Sign in").first).to_be_visible()

    assert board.evaluate(SHELVES) == [False, None]
