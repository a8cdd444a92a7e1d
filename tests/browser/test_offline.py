"""Boards kept on a device, and answers without a network: sent later, or refused if too late.

Whether a network is there is emulated for pages and the worker only. The browser itself thinks
that it is online, so that tests say when it wakes the worker.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from django.core.signals import request_started
from playwright.sync_api import Browser, Error, Page, Playwright, Route, expect

from devtools.browser import chromium_path
from games.models import Match
from games.services.play.decisions import submit_decision

from .conftest import CONTROLLED, find_worker, keep, launch_chromium
from .test_pages import PHONE, demo, first_asked, open_page, sign_in

__all__ = ["demo", "open_page"]
KEPT = """async (path) => {
  for (let tries = 0; tries < 100; tries += 1) {
    if (await caches.match(path, { cacheName: "boards", ignoreVary: true })) return true;
    await new Promise((later) => setTimeout(later, 50));
  }
  return false;
}"""
# What is left on the device: boards, and the database of answers.
LEFT = """async () => {
  const names = async () => (await indexedDB.databases()).map((one) => one.name);
  for (let tries = 0; tries < 100; tries += 1) {
    if (!(await caches.has("boards")) && !(await names()).length) break;
    await new Promise((later) => setTimeout(later, 50));
  }
  return [await caches.has("boards"), await names()];
}"""
RELOADED = "performance.getEntriesByType('navigation')[0].type === 'reload'"
# The worker is not ready before the test says so.
UNREADY = """Object.defineProperty(ServiceWorkerContainer.prototype, "ready", {
  value: new Promise((ready) => { self.makeReady = ready; }),
})"""
# The site is too busy for answers; other requests work.
BUSY = """(() => {
  const load = window.fetch;
  window.fetch = async (url, ...more) =>
    `${url}`.startsWith("/p/") ? new Response("", { status: 503 }) : load(url, ...more);
})()"""


@pytest.fixture(scope="module")
def browser(driver: Playwright) -> Iterator[Browser]:
    """Yield a whole Chromium, which has background sync."""
    with launch_chromium(driver, chromium_path(is_whole=True)) as chromium:
        yield chromium


STATES = "async () => (await self.unsentAnswers.list()).map((one) => one.state)"


@pytest.fixture
def match(deal: Callable[..., Match]) -> Match:
    return deal("pebbles", seats=2)


@pytest.fixture
def board(open_page: Callable[..., Page], match: Match) -> Page:
    """The board of whoever is asked first, kept on a telephone that has lost its network."""
    page = open_page(PHONE, permissions=["background-sync"])
    lose_network(page, match)
    return page


@pytest.fixture
def unsynced(open_page: Callable[..., Page], match: Match) -> Page:
    """The same in a browser that does not allow background sync, since others are allowed."""
    page = open_page(PHONE, permissions=["notifications"])
    lose_network(page, match)
    return page


def lose_network(page: Page, match: Match) -> None:
    path = f"/matches/{match.number}/"
    sign_in(page, first_asked(match))
    page.get_by_role("button", name="Keep boards offline").click()
    expect(page.get_by_role("button", name="Keep boards offline")).to_have_attribute(
        "aria-pressed", "true"
    )
    wait_for_reload(page)
    page.goto(path)
    assert page.evaluate(KEPT, path)
    page.context.set_offline(True)
    page.goto(path)
    expect(page.locator("#offline")).to_contain_text("You are offline. You see this page as it was")


def wait_for_reload(page: Page) -> None:
    """Wait until the page has loaded again, so that the worker sees it."""
    for _ in range(200):
        # While it loads, there is nothing to ask.
        with suppress(Error):
            if page.evaluate(RELOADED):
                return
        page.wait_for_timeout(50)
    pytest.fail("The page was not loaded again within ten seconds.")


@pytest.fixture
def wake_worker(live_server: Any) -> Callable[[Page], None]:
    """Return a function that lets the worker know that the browser is online again."""

    def wake_worker(page: Page) -> None:
        tools, registration = find_worker(page)
        event = {"origin": live_server.url, "registrationId": registration}
        event |= {"tag": "unsent-answers", "lastChance": False}
        tools.send("ServiceWorker.dispatchSyncEvent", event)

    return wake_worker


@pytest.fixture
def posted() -> Iterator[list[str]]:
    """The paths of answers that the site is sent; a passing mouse asks for previews."""
    paths: list[str] = []

    def note(environ: dict[str, Any], **_: Any) -> None:
        is_preview = environ.get("HTTP_X_PART") == "tried"
        is_posted = environ["REQUEST_METHOD"] == "POST" and not is_preview
        if is_posted and environ["PATH_INFO"].startswith("/p/"):
            paths.append(environ["PATH_INFO"])

    request_started.connect(note)
    yield paths
    request_started.disconnect(note)


def answer(page: Page, pictures: Path) -> None:
    page.locator("#answer button:not(.hidden)").first.click()
    expect(page.locator("#offline")).to_contain_text("is kept on this device")
    keep(page, pictures / "offline-answer-390.png")


def test_a_link_is_followed_although_the_worker_gets_ready(
    open_page: Callable[..., Page], match: Match
) -> None:
    page, path = open_page(PHONE), f"/matches/{match.number}/"
    sign_in(page, first_asked(match))
    page.add_init_script(UNREADY)
    page.get_by_role("button", name="Keep boards offline").click()
    expect(page.get_by_role("button", name="Keep boards offline")).to_have_attribute(
        "aria-pressed", "true"
    )
    page.evaluate(CONTROLLED)

    def answer_later(route: Route) -> None:
        page.wait_for_timeout(500)
        route.continue_()

    page.route(f"**{path}", answer_later)

    page.evaluate(f"location.assign({path!r}); setTimeout(self.makeReady, 100)")

    page.wait_for_url(f"**{path}")


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


def test_an_answer_is_sent_while_no_page_is_open(
    board: Page, match: Match, pictures: Path, wake_worker: Callable[[Page], None]
) -> None:
    """The browser wakes the worker; a page that is opened later tells what has become of it."""
    answer(board, pictures)
    expect(board.locator("#offline")).to_contain_text("It is sent as soon as you are online.")
    board.goto("about:blank")

    board.context.set_offline(False)
    wake_worker(board)
    wait_for(match.moves.exists)

    assert match.moves.get().source == "page"
    board.goto(f"/matches/{match.number}/")
    expect(board.locator("#offline")).to_contain_text("has been sent")


def test_a_refusal_without_an_open_page_is_told_later(
    board: Page, match: Match, pictures: Path, wake_worker: Callable[[Page], None]
) -> None:
    answer(board, pictures)
    asked = match.prompts.get(closed_at=None)
    submit_decision(asked.token, None, source="clock", key="late")
    board.goto("about:blank")

    board.context.set_offline(False)
    wake_worker(board)
    board.goto(f"/matches/{match.number}/")

    expect(board.locator("#offline")).to_contain_text("was not played. ")
    assert [move.source for move in match.moves.all()] == ["clock"]


def test_page_and_worker_send_an_answer_once(
    board: Page,
    match: Match,
    pictures: Path,
    wake_worker: Callable[[Page], None],
    posted: list[str],
) -> None:
    answer(board, pictures)

    board.context.set_offline(False)
    wake_worker(board)
    wake_worker(board)

    expect(board.locator("#offline")).to_contain_text("has been sent")
    assert len(posted) == 1 == match.moves.count()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("why", ["not allowed", "unknown"])
def test_a_browser_without_background_sync_sends_from_an_open_page(
    open_page: Callable[..., Page], match: Match, pictures: Path, posted: list[str], why: str
) -> None:
    page = open_page(PHONE, permissions=["notifications"])
    if why == "unknown":
        page.add_init_script("delete ServiceWorkerRegistration.prototype.sync")
    lose_network(page, match)
    answer(page, pictures)
    expect(page.locator("#offline")).to_contain_text("online and a page of ours is open")

    page.context.set_offline(False)

    expect(page.locator("#offline")).to_contain_text("has been sent")
    assert len(posted) == 1 == match.moves.count()


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
    expect(board.get_by_role("button", name="Don’t send")).to_have_count(0)

    board.context.set_offline(False)
    board.reload()

    expect(board.locator("#offline")).to_be_hidden()
    assert not match.moves.exists()


def test_nothing_stays_on_the_device_of_who_signs_out(
    unsynced: Page,
    match: Match,
    pictures: Path,
    wake_worker: Callable[[Page], None],
    posted: list[str],
) -> None:
    """Not even an answer that could not be sent yet, and its sync event finds nothing."""
    answer(unsynced, pictures)
    unsynced.evaluate(BUSY)
    unsynced.add_init_script(BUSY)
    unsynced.context.set_offline(False)
    unsynced.locator("#answer button:not(.hidden)").last.hover()
    unsynced.goto("/")
    assert unsynced.evaluate(STATES) == ["waits"]

    unsynced.get_by_role("button", name="Sign out").click()
    expect(unsynced.get_by_role("link", name="Sign in").first).to_be_visible()
    left = unsynced.evaluate(LEFT)
    wake_worker(unsynced)
    unsynced.wait_for_timeout(500)

    assert left == [False, []]
    assert not posted and not match.moves.exists()


def test_signing_out_empties_the_device_without_the_script_of_the_next_page(
    unsynced: Page, match: Match, pictures: Path
) -> None:
    answer(unsynced, pictures)
    unsynced.evaluate(BUSY)
    unsynced.add_init_script(BUSY)
    unsynced.context.set_offline(False)
    unsynced.goto("/")
    unsynced.add_init_script("delete Document.prototype.getElementById")

    unsynced.get_by_role("button", name="Sign out").click()
    expect(unsynced.get_by_role("link", name="Sign in").first).to_be_visible()

    assert unsynced.evaluate(LEFT) == [False, []]


def wait_for(happens: Callable[[], bool]) -> None:
    for _ in range(100):
        if happens():
            return
        time.sleep(0.1)
    pytest.fail("It did not happen within ten seconds.")
