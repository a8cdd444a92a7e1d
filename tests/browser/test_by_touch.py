"""Matches played from the landing page on, as a new visitor does it: by what lies under the finger.

After each answer, and for each question that comes while the page is open, the page stands where it
is unless nothing that is asked about is in sight. With `test --all` whole matches are played.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from games.models import Match, Prompt
from games.tasks.house_bots import answer_bots
from games.titles import GAMES
from tests.sizes import SEED

from .pointing import LAPTOP, PHONE, press, tap

GAMES_TO_LEARN = [name for name, game in GAMES.items() if game.tutorial]
# Number of answers of the short form.
SHORT = 6
# Most answers of a whole match.
MOST = 400
# Where the page stands: how far it is scrolled, what of the question, of the components asked about
# and of the board is in sight, and what would be in sight where the page stood before (0: as it is
# when it is opened). Heights in CSS pixels.
STANDS = """(before = 0) => {
  const scroller = [".board-part", ".scroller"].map((part) => document.querySelector(part))
    .find((part) => getComputedStyle(part).overflowY === "auto");
  const dock = document.getElementById("dock");
  const board = document.getElementById("part-board");
  const frame = scroller ? scroller.getBoundingClientRect()
    : { top: 0, bottom: dock.getBoundingClientRect().top };
  const ground = scroller ?? document.documentElement;
  const scrolled = ground.scrollTop;
  const space = frame.bottom - frame.top;
  const isIn = (box, by) =>
    Math.min(box.bottom + by, frame.bottom) - Math.max(box.top + by, frame.top)
    >= Math.min(box.height, space) - 1;
  const things = [...board.querySelectorAll("a.thing")].filter((thing) => thing.checkVisibility());
  const boxes = things.map((thing) => thing.getBoundingClientRect());
  const ask = document.getElementById("ask");
  const box = ask.getBoundingClientRect();
  const corners = [[box.left + 2, box.top + 2], [box.right - 2, box.bottom - 2]];
  const plan = board.getBoundingClientRect();
  return {
    scrolled, sideways: scrollX, page: scrollY,
    isAtEnd: scrolled >= ground.scrollHeight - ground.clientHeight - 1,
    things: things.length,
    inSight: boxes.filter((each) => isIn(each, 0)).length,
    atBefore: boxes.filter((each) => isIn(each, scrolled - before)).length,
    board: Math.min(plan.bottom, frame.bottom) - Math.max(plan.top, frame.top),
    isQuestionSeen: box.height > 0 && corners.every(([x, y]) => {
      const there = document.elementFromPoint(x, y);
      return there !== null && dock.contains(there);
    }),
  };
}"""
# How far the page is scrolled, whether there is a question or not, and where the components of the
# board stand that begin in sight, above the dock, by id.
SCROLLED = """() => {
  const scroller = [".board-part", ".scroller"].map((part) => document.querySelector(part))
    .find((part) => part && getComputedStyle(part).overflowY === "auto");
  const dock = document.getElementById("dock");
  const frame = scroller ? scroller.getBoundingClientRect()
    : { top: 0, bottom: dock?.offsetHeight ? dock.getBoundingClientRect().top : innerHeight };
  const tops = [...document.querySelectorAll("#part-board .thing[id]")]
    .map((thing) => [thing.id, thing.getBoundingClientRect()])
    .filter(([, box]) => box.height && box.top >= frame.top && box.top < frame.bottom)
    .map(([id, box]) => [id, box.top]);
  const scrolled = (scroller ?? document.documentElement).scrollTop;
  return { scrolled, tops: Object.fromEntries(tops) };
}"""
# What is in sight of a board at least, in CSS pixels.
LEAST_BOARD = 60
# A line of text, in CSS pixels: nobody loses their place by less.
A_LINE = 20

pytestmark = pytest.mark.django_db(transaction=True)


class Visitor:
    """Somebody new on the site, with a finger or a mouse."""

    def __init__(self, page: Page, act: Callable[[Page, Locator], None], game: str) -> None:
        self.page, self.act = page, act
        self.chance = random.Random(f"{SEED}/{game}")
        page.goto("/")
        act(page, page.locator(f".shelf .tile:has(input[value={game}])").get_by_role("button"))
        page.wait_for_url("**/matches/*/")
        self.match = Match.objects.get()

    def wait_for_question(self) -> bool:
        """Let the bots answer until the visitor is asked, and wait until the page shows it."""
        while (prompt := self._open_prompt()) is None:
            if not answer_bots():
                return False
        shown = f'#part-answers[data-question="{prompt.token}"]'
        expect(self.page.locator(shown)).to_be_attached(timeout=30_000)
        return True

    def _open_prompt(self) -> Prompt | None:
        return self.match.prompts.filter(seat=0, closed_at=None, answered_at=None).first()

    def answer(self) -> None:
        """Press one of the answers in sight, or open the list of them first."""
        answers = self.page.locator("#answer .answer:visible")
        if not answers.count():
            self.act(self.page, self.page.locator("#picker > summary"))
        if not answers.count():
            answers = self.page.locator("#coach form button[name=decision]")
        with self.page.expect_navigation():
            self.act(self.page, answers.nth(self.chance.randrange(answers.count())))
        expect(self.page.locator("main > .note.success")).to_be_attached()


@pytest.fixture
def visit(browser: Browser, live_server: Any) -> Iterator[Callable[..., Visitor]]:
    """Start a match from the landing page: visit("abyss", PHONE)."""
    contexts = []

    def visit(game: str, size: tuple[int, int]) -> Visitor:
        context = browser.new_context(
            base_url=live_server.url,
            locale="en-GB",
            viewport={"width": size[0], "height": size[1]},
            has_touch=size == PHONE,
            reduced_motion="reduce",
        )
        context.set_default_timeout(30_000)
        contexts.append(context)
        return Visitor(context.new_page(), tap if size == PHONE else press, game)

    yield visit
    for context in contexts:
        context.close()


def find_faults(page: Page, before: dict[str, Any] | None = None) -> list[str]:
    """Return what is wrong with where a page stands, compared with SCROLLED before a question.

    A page that has become shorter than it was scrolled stands at its end, and one that has become
    shorter above what is in sight shows the same at the same place. While a question comes in place
    the page may be laid out once more.
    """
    for _ in range(30):
        if not (faults := list_faults(page, before or {"scrolled": 0, "tops": {}})):
            break
        page.wait_for_timeout(100)
    return faults


def is_at_same_place(before: dict[str, float], after: dict[str, float]) -> bool:
    """Return whether what was in sight stands where it stood in the window, by the median.

    A board may grow between its components.
    """
    moves = [after[name] - top for name, top in before.items() if name in after]
    return bool(moves) and abs(median(moves)) <= 2


def list_faults(page: Page, before: dict[str, Any]) -> list[str]:
    stands, after = page.evaluate(STANDS, before["scrolled"]), page.evaluate(SCROLLED)
    is_shorter = stands["isAtEnd"] and stands["scrolled"] < before["scrolled"]
    is_still = is_at_same_place(before["tops"], after["tops"])
    is_unmoved = abs(stands["scrolled"] - before["scrolled"]) <= A_LINE or is_shorter or is_still
    rules = {
        "the question is not whole": stands["isQuestionSeen"],
        "nothing of the board is in sight": stands["board"] >= LEAST_BOARD or stands["inSight"],
        "nothing asked about is in sight": not stands["things"] or stands["inSight"],
        "scrolled without need": is_unmoved or not stands["atBefore"],
        "scrolled sideways": not stands["sideways"],
    }
    return [f"{fault}: {stands}" for fault, is_right in rules.items() if not is_right]


def play(visitor: Visitor, most: int) -> tuple[int, list[str]]:
    """Answer up to `most` questions; return how many, and what was wrong with the page."""
    page, faults = visitor.page, list[str]()
    for number in range(most):
        before = page.evaluate(SCROLLED)
        if not visitor.wait_for_question():
            return number, faults
        faults += [f"{number}, in place: {fault}" for fault in find_faults(page, before)]
        visitor.answer()
        if page.locator("#answer").count():
            faults += [f"{number}, answered: {fault}" for fault in find_faults(page)]
    return most, faults


@pytest.mark.sampled(6)
@pytest.mark.parametrize("game", GAMES_TO_LEARN)
@pytest.mark.parametrize("size", [PHONE, LAPTOP])
def test_a_page_stands_where_it_is_unless_what_is_asked_about_is_out_of_sight(
    visit: Callable[..., Visitor], game: str, size: tuple[int, int]
) -> None:
    """Pages used to open scrolled, with headings cut, and to show no board after an answer."""
    visitor = visit(game, size)

    _number, faults = play(visitor, SHORT)

    assert faults == []


@pytest.mark.sampled(6)
@pytest.mark.parametrize("game", GAMES_TO_LEARN)
@pytest.mark.parametrize("size", [PHONE, LAPTOP])
def test_a_question_is_seen_alike_in_place_loaded_again_and_by_a_link(
    visit: Callable[..., Visitor], game: str, size: tuple[int, int]
) -> None:
    visitor = visit(game, size)
    page, path = visitor.page, f"/matches/{visitor.match.number}/"
    assert visitor.wait_for_question()
    visitor.answer()
    assert visitor.wait_for_question()
    # The strip with what happened since the last visit is above the board, if there is one.
    page.goto(path)
    seen = page.evaluate(STANDS)

    page.reload()
    again = page.evaluate(STANDS)
    page.goto("/")
    page.get_by_role("link", name="Answer").click()
    page.wait_for_url(f"**{path}#question")
    by_link = page.evaluate(STANDS)

    assert seen == again == by_link
    assert find_faults(page) == []


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES_TO_LEARN)
def test_a_whole_match_is_played_on_a_phone(visit: Callable[..., Visitor], game: str) -> None:
    visitor = visit(game, PHONE)

    number, faults = play(visitor, MOST)

    visitor.match.refresh_from_db()
    assert (visitor.match.status, faults) == ("finished", []), number
    visitor.page.goto(f"/matches/{visitor.match.number}/")
    ends = re.compile(r"\bwins?\b|a draw|tie")
    expect(visitor.page.get_by_role("heading", name=ends).first).to_be_visible()
