"""Every page of the site, for a visitor and for a player: its colours (with --all), its controls.

Other tests look at the states of single pages; this one follows the table of URLs, so that a page
without a test of its own is seen, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Page

from games.models import Match, Player
from games.services import matches
from tests.puzzles import call_finished, store_puzzle
from tests.test_every_url import Table, routes

from .pointing import LAPTOP, PHONE, list_unreachable
from .test_pages import league

# The Django admin and e-mails have tests of their own; the count of questions is a part of a page.
LEFT_OUT = ("mailbox/email/<uuid:number>/html/", "sample-email/", "sign-out/", "waiting/")
# What depends on the colours is looked at in both, the rest in light ones. Axe waits for ever for
# a frame without scripts: an e-mail.
ALL = {"iframes": False}
CONTRAST = {"iframes": False, "runOnly": ["color-contrast"]}
LEAST_PAGES = {"visitor": 25, "alice": 60}


@pytest.fixture
def paths(deal: Callable[..., Match], people: dict[str, Player]) -> list[str]:
    """Return the path of every page with something to show on it, some in several states."""
    running, over = deal("sealed", seats=2, now=timezone.now()), deal("enchanters", seats=2)
    boards = [
        deal(game, seats=2, now=timezone.now()) for game in ("abyss", "enchanters", "essence")
    ]
    table = Table(running, people)
    puzzle = store_puzzle(call_finished(over))
    league(running)
    waiting = matches.open_match(people["alice"], matches.MatchTerms("abyss", seats=3))
    terms = matches.MatchTerms("sealed", seats=3, companions=("Anna", "Ben"))
    passed_around = matches.open_match(people["alice"], terms)
    known = {"int:level": 1, "int:group": 1, "slug:slug": "club", "slug:game": "abyss"}

    def fill(route: str) -> str:
        numbers = {"leagues/": 1, "puzzles/": puzzle.number, "learn/": 1}
        here = next((one for head, one in numbers.items() if route.startswith(head)), None)
        mine = known if here is None else known | {"int:number": here}
        found = re.sub(r"<([a-z]+:\w+)>", lambda part: str(mine.get(part[1], part[0])), route)
        return table.path(found.replace("<str:game>", "abyss"))

    states = [f"/matches/{one.number}/" for one in (over, waiting, passed_around, *boards)]
    states += [f"/matches/{over.number}/{part}/" for part in ("history", "scores", "analysis")]
    states += [f"/puzzles/{puzzle.number}/?given={answer}" for answer in (1, 2)]
    states += ["/matches/new/?game=abyss", "/puzzles/?game=enchanters", "/leagues/cup/1/"]
    states += [f"/rules/{game}/" for game in ("enchanters", "essence")]
    return [fill(route) for route in routes() if route not in LEFT_OUT] + states


@pytest.mark.long
@pytest.mark.parametrize("who", ["visitor", "alice"])
def test_every_page_is_accessible_in_light_and_in_dark(
    page: Page, live_server: Any, settings: Any, paths: list[str], who: str
) -> None:
    settings.DEMO, settings.MAIL_DOMAIN = True, "example.org"
    page.set_default_timeout(60_000)
    page.goto(live_server.url)
    if who == "alice":
        page.get_by_role("button", name="Alice", exact=True).click()
        page.wait_for_selector("header form[action*='sign-out']")
    faults, seen = [], 0

    for path in find_pages(page, live_server.url, paths):
        seen += 1
        looks: list[tuple[Any, dict[str, Any]]] = [("light", ALL), ("dark", CONTRAST)]
        for look, options in looks:
            page.emulate_media(color_scheme=look, reduced_motion="reduce")
            page.goto(live_server.url + path)
            for fault in Axe().run(page, options=options).response["violations"]:
                where = [node["target"] for node in fault["nodes"]][:3]
                faults.append(f"{path} in {look}: {fault['id']} {where}")

    assert not faults, "\n".join(faults)
    assert seen >= LEAST_PAGES[who]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("size", [PHONE, LAPTOP])
@pytest.mark.parametrize("who", ["visitor", "alice"])
def test_every_control_is_pressed_where_it_is(
    page: Page, live_server: Any, settings: Any, paths: list[str], who: str, size: tuple[int, int]
) -> None:
    """The link of a tile used to lie over the buttons of the tile."""
    settings.DEMO, settings.MAIL_DOMAIN = True, "example.org"
    page.set_default_timeout(60_000)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(reduced_motion="reduce")
    page.goto(live_server.url)
    if who == "alice":
        page.get_by_role("button", name="Alice", exact=True).click()
        page.wait_for_selector("header form[action*='sign-out']")
    faults, seen = [], 0

    for path in find_pages(page, live_server.url, paths):
        seen += 1
        page.goto(live_server.url + path)
        faults += [f"{path}: {fault}" for fault in list_unreachable(page)]

    assert not faults, "\n".join(faults)
    assert seen >= LEAST_PAGES[who]


def find_pages(page: Page, base: str, paths: list[str]) -> Iterator[str]:
    """Yield the paths that lead to HTML; of pages that only say what is wrong, one of a kind."""
    errors = set()
    for path in dict.fromkeys(paths):
        found = page.request.get(base + path, max_redirects=0)
        if "text/html" not in found.headers.get("content-type", "") or found.status in range(
            300, 400
        ):
            continue
        if not found.ok:
            kind = (found.status, *re.findall(r"<h1>(.*?)</h1>", found.text()))
            if kind in errors:
                continue
            errors.add(kind)
        yield path
