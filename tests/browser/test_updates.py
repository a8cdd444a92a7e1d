"""Open pages show what others do within a second, over one stream from our own web server."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import uvicorn
from axe_playwright_python.sync_playwright import Axe
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.handlers.wsgi import WSGIHandler
from django.db import connections
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from abyss_site.core.http.gateway import THREADS, Gateway
from abyss_site.core.valkey import presence
from games.models import Match, Player
from games.services import matches
from games.services.matches import MatchTerms
from games.services.play.decisions import submit_decision

# Milliseconds within which a change is seen on a busy machine; on an idle one it takes less than
# a second.
BUSY = 6000
HEARS = """
window.notes = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) { window.notes += 1; return start.call(this, at); };
"""
HIDES = (
    "Object.defineProperty(document, 'hidden', {get: () => true});"
    "document.dispatchEvent(new Event('visibilitychange'));"
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module")
def web_server(django_db_setup: None) -> Iterator[str]:
    """Yield the URL of our web server, which can keep streams, on the database of the tests."""
    gateway = Gateway(StaticFilesHandler(WSGIHandler()))
    config = uvicorn.Config(
        gateway,
        port=0,
        interface="asgi3",
        http="abyss_site.core.http.connection_limits:LimitedConnection",
        lifespan="off",
        loop="asyncio",
        log_config=None,
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield f"http://127.0.0.1:{port}"
    barrier = threading.Barrier(THREADS)
    closing = [gateway.pages.submit(_close_connections, barrier) for _ in range(THREADS)]
    for each in closing:
        each.result(timeout=10)
    server.should_exit = True
    thread.join(timeout=10)


def _close_connections(barrier: threading.Barrier) -> None:
    barrier.wait(timeout=10)
    connections.close_all()


@pytest.fixture(autouse=True)
def demo(settings: Any) -> None:
    """Make the players of the tests the demo players."""
    settings.DEMO, settings.MAIL_DOMAIN = True, "example.org"


OpenPage = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser, web_server: str) -> Iterator[OpenPage]:
    """Open a browser at a path, signed in unless `who` is "": open_page("Alice", "/matches/")."""
    contexts = []

    def open_page(who: str, path: str = "/", *, script: str = "", url: str = "") -> Page:
        context = browser.new_context(
            base_url=url or web_server, locale="en-GB", reduced_motion="reduce"
        )
        context.set_default_timeout(30_000)
        contexts.append(context)
        page = context.new_page()
        if script:
            page.add_init_script(script)
        if who:
            page.goto("/")
            page.get_by_role("button", name=who, exact=True).click()
            expect(page.get_by_role("heading", name="Dashboard")).to_be_visible()
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()


def answer(match: Match, seat: int = 0) -> float:
    """Let a seat answer; return when, by time.monotonic()."""
    row = match.prompts.get(seat=seat, closed_at=None)
    submit_decision(row.token, None, source="page", key=f"{seat}-{row.pk}")
    return time.monotonic()


def within(since: float, what: str) -> None:
    """Tell how long a change took; a machine that runs other tests gets more time."""
    took = (time.monotonic() - since) * 1000
    print(f"{what}: {took:.0f} ms")
    assert took < BUSY


@pytest.fixture
def pebbles(deal: Callable[..., Match]) -> Match:
    return deal("pebbles", seats=2, now=timezone.now())


def test_dashboard_header_title_and_icon_tell_of_a_question(
    open_page: OpenPage, pebbles: Match
) -> None:
    bob, elsewhere = open_page("Bob"), open_page("Bob", "/leagues/")
    expect(bob.locator("#part-waiting .tile")).to_have_count(0)

    begun = answer(pebbles)

    expect(bob.locator("#part-waiting .tile")).to_have_count(1, timeout=BUSY)
    within(begun, "dashboard")
    expect(elsewhere.locator("#waiting .count")).to_have_text("1", timeout=BUSY)
    within(begun, "header")
    expect(elsewhere).to_have_title("(1) Leagues · Abyss by Post")
    assert "waiting" in str(elsewhere.locator("link[rel=icon]").get_attribute("href"))
    expect(bob.locator("#announce")).to_contain_text("Your turn 1")
    expect(bob).to_have_title("(1) Dashboard · Abyss by Post")

    answer(pebbles, 1)

    expect(elsewhere.locator("#waiting .count")).to_have_count(0, timeout=BUSY)
    expect(elsewhere).to_have_title("Leagues · Abyss by Post")
    expect(bob.locator("#part-waiting .tile")).to_have_count(0)


def test_one_stream_carries_it_and_nothing_is_polled(open_page: OpenPage, pebbles: Match) -> None:
    page, asked = open_page("Bob"), list[str]()
    page.on("request", lambda request: asked.append(f"{request.resource_type} {request.url}"))

    page.goto(f"/matches/{pebbles.number}/")
    page.wait_for_timeout(4000)

    own = page.locator("body").get_attribute("data-live")
    assert own and [line.endswith(own) for line in asked].count(True) == 1
    # The page before this one may have begun its own.
    assert all(line.startswith("eventsource ") for line in asked if "/live/" in line)


def test_lobby_and_waiting_room_show_who_joins_and_the_match_begins(
    open_page: OpenPage, people: dict[str, Player]
) -> None:
    carol = open_page("Carol", "/matches/")
    visitor = open_page("", "/matches/")
    expect(carol.locator("#part-open article")).to_have_count(0)

    begun = time.monotonic()
    match = matches.open_match(people["alice"], MatchTerms("pebbles", 3))

    expect(carol.locator("#part-open article")).to_have_count(1, timeout=BUSY)
    within(begun, "lobby")
    expect(visitor.locator("#part-open article")).to_have_count(1, timeout=BUSY)
    alice = open_page("Alice", f"/matches/{match.number}/")
    bob = open_page("Bob", f"/matches/{match.number}/")

    bob.get_by_role("button", name="Join").click()
    begun = time.monotonic()
    expect(alice.locator("#part-seated")).to_contain_text("Bob", timeout=BUSY)
    within(begun, "waiting room")
    expect(alice.locator("#announce")).to_contain_text("one more player joins")
    expect(carol.locator("#part-open article")).to_contain_text("1 seat free", timeout=BUSY)

    carol.get_by_role("button", name="Join").click()
    begun = time.monotonic()
    expect(alice.locator("#part-board")).to_be_visible(timeout=BUSY)
    within(begun, "the match begins")
    expect(visitor.locator("#part-open article")).to_have_count(0, timeout=BUSY)
    expect(visitor.locator("#part-running li")).to_have_count(1, timeout=BUSY)


def test_a_table_shows_a_move_at_once_and_a_sealed_answer_to_nobody_else(
    open_page: OpenPage, deal: Callable[..., Match]
) -> None:
    match = deal("sealed", seats=2, now=timezone.now())
    bob = open_page("Bob", f"/matches/{match.number}/")
    asked = list[str]()
    bob.on("request", lambda request: asked.append(request.url))

    answer(match)
    bob.wait_for_timeout(2500)
    heard = [url for url in asked if "/live/" not in url and "/static/" not in url]
    begun = answer(match, 1)

    assert heard == []
    expect(bob.locator("main")).to_contain_text("Round 2 of", timeout=BUSY)
    within(begun, "table")


def test_without_a_stream_a_page_polls(
    open_page: OpenPage, pebbles: Match, live_server: Any
) -> None:
    bob = open_page("Bob", url=live_server.url)

    answer(pebbles)

    expect(bob.locator("#part-waiting .tile")).to_have_count(1, timeout=5 * BUSY)


def test_a_sound_is_made_only_where_it_was_asked_for(open_page: OpenPage, pebbles: Match) -> None:
    silent, loud = open_page("Bob", script=HEARS), open_page("Bob", script=HEARS)
    loud.get_by_role("button", name="Sound").click()
    expect(loud.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", "true")

    answer(pebbles)

    for page in (silent, loud):
        expect(page.locator("#waiting .count")).to_have_text("1", timeout=BUSY)
    assert loud.evaluate("window.notes") == 2 and silent.evaluate("window.notes") == 0
    loud.get_by_role("button", name="Sound").click()
    expect(loud.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", "false")


def test_whoever_looks_at_a_table_is_there_until_they_look_away(
    open_page: OpenPage, pebbles: Match, people: dict[str, Player]
) -> None:
    place = (people["bob"].pk, f"match-{pebbles.number}")
    assert presence.last_signs([place]) == [0]
    bob = open_page("Bob", f"/matches/{pebbles.number}/")
    expect(bob.locator("#part-board")).to_be_visible()
    [sign] = presence.last_signs([place])
    asked = list[str]()
    bob.on("request", lambda request: asked.append(request.url))

    bob.evaluate(HIDES)
    bob.wait_for_timeout(500)

    assert sign > time.time() - 30
    assert [url.endswith("?away") for url in asked] == [True]


def test_the_pages_that_change_break_no_rule_of_access(open_page: OpenPage, pebbles: Match) -> None:
    answer(pebbles)
    for path in ("/", "/matches/"):
        page = open_page("Bob", path)
        found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa"]})
        assert found.violations_count == 0, found.generate_report()
