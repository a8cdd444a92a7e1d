"""Matches played from the landing page on, as a new visitor does it: by what lies under the finger.

The answers are drawn among all that are offered, not among the hints. After each answer, and for
each question that comes while the page is open, the page stands where it is unless nothing that is
asked about is in sight. Of each question is counted how many of its answers are in sight, how much
of the board, and how many clicks lead to the answer. With `test --all` whole matches are played,
and a row of a table is printed for each.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import mean, median
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from games.models import Match, Prompt
from games.tasks.house_bots import answer_bots
from games.titles import GAMES
from tests.sizes import SEED

from .conftest import keep
from .pointing import LAPTOP, PHONE, TABLET, press, tap

GAMES_TO_LEARN = [name for name, game in GAMES.items() if game.tutorial]
SIZES = {"phone": PHONE, "tablet": TABLET, "laptop": LAPTOP, "desk": (1440, 900)}
# Number of answers of the short form.
SHORT = 6
# Most answers of a whole match.
MOST = 400
# The least share of questions all of whose answers are in sight on a phone or tablet, and on a
# desktop, where the list of the others is open.
LEAST_SHOWN = {"abyss": 0.95, "enchanters": 0.95, "essence": 0.85}
LEAST_SHOWN_ON_A_DESK = 0.98
# The least share of a window's height that is left to the board and the hand.
LEAST_SPACE = 0.45
# Clicks for an answer but for what is filled in: in the mean of complete answers, and at most.
MEAN_CLICKS, MOST_CLICKS = 1.2, 2
# What a page may move after it was painted: nothing, but for fractions of a pixel.
MOST_SHIFT = 0.001
# Height of the page of a question on a phone, in CSS pixels.
MOST_HEIGHT = 2000
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
# How many answers are in sight and how many there are, without examples of what can be filled in;
# the answers whose words or cost are cut to nothing; the share of the window's height that is not
# covered by question and answers; and the height of the page.
LOOK = """() => {
  const isSeen = (element) => {
    const box = element.getBoundingClientRect();
    if (!box.width || box.top < -1 || box.bottom > innerHeight + 1) return false;
    const there = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    return there !== null && element.contains(there);
  };
  const isCut = (words) => {
    const frame = words.parentElement.getBoundingClientRect();
    const lines = [...words.getClientRects()].filter((line) => line.width && line.height);
    return lines.length > 0 && !lines.some((line) => line.bottom <= frame.bottom + 2);
  };
  const own = "#answer [data-choice]:not([data-example]) > .answer";
  const answers = [...document.querySelectorAll(own)];
  const dock = document.getElementById("dock").getBoundingClientRect();
  const hand = document.getElementById("part-hand").getBoundingClientRect();
  const board = document.querySelector(".board-part").getBoundingClientRect();
  const space = (dock.height ? dock.top : board.height) + hand.height;
  return {
    shown: answers.filter(isSeen).length,
    offered: answers.length,
    cut: [...document.querySelectorAll("#answer .first .hint")].filter(isCut)
      .map((hint) => hint.closest(".answer").textContent.trim().replace(/\\s+/g, " ")),
    space: space / innerHeight,
    height: document.documentElement.scrollHeight,
  };
}"""
# Collects what moves after a page was painted, with its share of the window: its CLS.
WATCH_SHIFTS = """window.shifts = [];
const name = ({ node, previousRect, currentRect }) =>
  `${node?.id || node?.className || node?.nodeName} ${previousRect.y} ${currentRect.y}`;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) {
    window.shifts.push([entry.value, ...entry.sources.map(name)]);
  }
}).observe({ type: "layout-shift", buffered: true });"""
# Puts an element into the middle of what is in sight, as a finger that drags the page does.
DRAG = """(element) => {
  const box = element.getBoundingClientRect();
  const there = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
  if (element.contains(there)) return;
  const dock = document.getElementById("dock");
  const top = dock?.offsetHeight ? dock.getBoundingClientRect().top : innerHeight;
  const covered = Math.max(0, innerHeight - top);
  element.scrollIntoView({ block: "nearest", inline: "center", behavior: "instant" });
  const now = element.getBoundingClientRect();
  if (!dock?.contains(element) && covered < innerHeight / 1.5 && now.bottom > top) {
    scrollBy({ top: now.bottom - top + 8, behavior: "instant" });
  }
}"""
# The components of the board that an answer is about, with how many answers each has.
COMPONENTS = """(button) => {
  const choices = [...document.querySelectorAll("#answer li[data-choice]")];
  const things = (button.parentElement.dataset.things ?? "").split(" ").filter(Boolean);
  return things.map((thing) => [`at-${thing}`, choices.filter((choice) =>
    (choice.dataset.things ?? "").split(" ").includes(thing)).length])
    .filter(([id]) => document.getElementById(id)?.matches("a.thing"))
    .filter(([id]) => document.getElementById(id).checkVisibility());
}"""
# What says that an answer was taken; and that, or the words about the component that was pressed.
DONE = "main > .note.success"
ANSWERED_OR_ASKED = f"{DONE}:not([data-seen]), #chosen[data-asks]"
MARK_AS_SEEN = f"""() => document.querySelectorAll("{DONE}")
  .forEach((note) => note.toggleAttribute("data-seen", true))"""
# What is in sight of a board at least, in CSS pixels.
LEAST_BOARD = 60
# A line of text, in CSS pixels: nobody loses their place by less.
A_LINE = 20

pytestmark = pytest.mark.django_db(transaction=True)


@dataclass(frozen=True)
class Look:
    """What one question showed, and what its answer took."""

    # Complete answers in sight, and all of them.
    shown: int
    offered: int
    # Answers without a word of what they cost.
    cut: list[str]
    # The share of the window's height that is left to the board and the hand.
    space: float
    # Height of the page, in CSS pixels.
    height: int
    # Presses of the answer and of what led to it; None where cards or numbers were filled in.
    clicks: int | None = None
    # Whether a choice led to the answer: what first, then where.
    is_example: bool = False


class Visitor:
    """Somebody new on the site, with a finger or a mouse."""

    def __init__(self, page: Page, act: Callable[[Page, Locator], None], game: str) -> None:
        self.page, self.act = page, act
        self.chance = random.Random(f"{SEED}/{game}")
        self.clicks = 0
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

    def answer(self) -> tuple[int | None, bool]:
        """Press one of the offered answers; return the clicks and whether it is an example.

        The clicks are None for what was filled in.

        What is in sight is pressed; otherwise the component with the fewest answers, the button of
        the choice, or the list leads to it.
        """
        self.clicks = 0
        # What said that the answer before was taken says nothing of this one.
        self.page.evaluate(MARK_AS_SEEN)
        answers = self.page.locator("#answer .answer")
        if not answers.count():
            self._press_until_answered(
                self.page.locator("section.hints button[name=decision]").first
            )
            return None, False
        form = self.page.locator("#picker.form[open] fieldset.part.form:visible")
        if form.count() and self._fill_in(form):
            return None, False
        is_filled_in = form.count() > 0
        button, part = self._choose(answers)
        if not button.is_visible():
            self._lead_to(button, part)
        if not self._is_answered():
            self._press_until_answered(button)
        return None if is_filled_in else self.clicks, part is not None

    def _choose(self, answers: Locator) -> tuple[Locator, str | None]:
        """Return an answer and the choice that it is an example of, None for a complete one.

        First what to do is drawn, then how: a choice with many examples is one among others.
        """
        parts: list[str | None] = answers.evaluate_all(
            "(all) => all.map((each) => each.parentElement.dataset.of ?? null)"
        )
        ways = [[at] for at, part in enumerate(parts) if part is None]
        ways += [
            [at for at, each in enumerate(parts) if each == part]
            for part in dict.fromkeys(parts)
            if part is not None
        ]
        place = self.chance.choice(self.chance.choice(ways))
        return answers.nth(place), parts[place]

    def _fill_in(self, form: Locator) -> bool:
        """Choose a few things of a form and send it; return whether the rules take them."""
        for _ in range(self.chance.randrange(3)):
            choices = form.locator(".wish:visible, .tick:visible, [data-step='1']:visible")
            if many := choices.count():
                self._press(choices.nth(self.chance.randrange(many)))
        self._press(form.locator("button[name=fill]"))
        self.page.wait_for_selector(f"{DONE}:not([data-seen]), #refusal", state="attached")
        return self._is_answered()

    def _lead_to(self, button: Locator, part: str | None) -> None:
        """Press what shows a button that is not in sight, which may answer at once."""
        opener = self.page.locator(f'#answer [data-opens="{part}"]:visible')
        components = sorted(button.evaluate(COMPONENTS), key=lambda pair: pair[1])
        if components and not self.page.locator("#picker.form[open]").count():
            self._press(self.page.locator(f'a.thing[id="{components[0][0]}"]'))
            # A component with one answer plays it, or says what it costs.
            self.page.wait_for_selector(ANSWERED_OR_ASKED, state="attached")
        elif opener.count():
            self._press(opener)
        elif self.page.locator("#picker:not([open]) > summary:visible").count():
            self._press(self.page.locator("#picker > summary"))
        if self._is_answered():
            return
        folds = button.locator("xpath=ancestor::details[not(@open)]/summary")
        while folds.count():
            self._press(folds.first)

    def _is_answered(self) -> bool:
        return self.page.locator(f"{DONE}:not([data-seen])").count() > 0

    def _press_until_answered(self, button: Locator) -> None:
        self._press(button)
        expect(self.page.locator(f"{DONE}:not([data-seen])")).to_be_attached()

    def _press(self, target: Locator) -> None:
        self.clicks += 1
        target.evaluate(DRAG)
        self.act(self.page, target)


@pytest.fixture
def visit(browser: Browser, live_server: Any) -> Iterator[Callable[..., Visitor]]:
    """Start a match from the landing page: visit("abyss", PHONE)."""
    contexts = []

    def visit(game: str, size: tuple[int, int], locale: str = "en-GB") -> Visitor:
        context = browser.new_context(
            base_url=live_server.url,
            locale=locale,
            viewport={"width": size[0], "height": size[1]},
            has_touch=size == PHONE,
            reduced_motion="reduce",
        )
        context.set_default_timeout(30_000)
        context.add_init_script(WATCH_SHIFTS)
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


def play(visitor: Visitor, most: int, pictures: Path) -> tuple[list[Look], list[str]]:
    """Answer up to `most` questions; return how each looked, and what was wrong with the page."""
    page, looks, faults = visitor.page, list[Look](), list[str]()
    for number in range(most):
        before = page.evaluate(SCROLLED)
        if not visitor.wait_for_question():
            break
        faults += [f"{number}, in place: {fault}" for fault in find_faults(page, before)]
        look = Look(**page.evaluate(LOOK))
        keep(page, pictures / f"{number:03}.png")
        clicks, is_example = visitor.answer()
        looks.append(replace(look, clicks=clicks, is_example=is_example))
        shifts = page.evaluate("window.shifts")
        if sum(share for share, *_parts in shifts) > MOST_SHIFT:
            faults.append(f"{number}, answered: parts of the page move: {shifts}")
        if page.locator("#answer").count():
            faults += [f"{number}, answered: {fault}" for fault in find_faults(page)]
    return looks, faults


def list_missed_aims(looks: list[Look], game: str, size: str, spare: int = 0) -> list[str]:
    """Return the aims that these questions do not reach, but for `spare` of them each."""
    is_desk = size in ("laptop", "desk")
    aim = LEAST_SHOWN_ON_A_DESK if is_desk else LEAST_SHOWN[game]
    hidden = [look for look in looks if look.shown < look.offered]
    clicks = list_clicks(looks)
    most_clicks = max((look.clicks for look in looks if look.clicks is not None), default=0)
    aims = {
        "answers in sight": len(hidden) <= (1 - aim) * len(looks) + spare,
        "board in sight": all(look.space >= LEAST_SPACE for look in looks),
        "clicks": sum(clicks) <= MEAN_CLICKS * len(clicks) + spare and most_clicks <= MOST_CLICKS,
        "cut answers": not any(look.cut for look in looks),
        "height": size != "phone" or all(look.height <= MOST_HEIGHT for look in looks),
    }
    return [name for name, is_reached in aims.items() if not is_reached]


def list_clicks(looks: list[Look]) -> list[int]:
    """Return the clicks for complete answers."""
    return [look.clicks for look in looks if look.clicks is not None and not look.is_example]


def write_row(looks: list[Look], name: str) -> str:
    """Return a row of the table of aims: a match, its questions, and what they showed."""
    most_clicks = max(look.clicks or 0 for look in looks)
    space, height = min(look.space for look in looks), max(look.height for look in looks)
    whole = sum(look.shown == look.offered for look in looks)
    return (
        f"{name}: {len(looks)} questions; all answers in sight {whole} ({whole / len(looks):.0%});"
        f" board at least {space:.0%}; clicks {mean(list_clicks(looks)):.2f}, at most"
        f" {most_clicks}; page up to {height} px;"
        f" cut {sum(bool(look.cut) for look in looks)}"
    )


@pytest.mark.sampled(12)
@pytest.mark.parametrize("game", GAMES_TO_LEARN)
@pytest.mark.parametrize("size", SIZES)
def test_a_page_stands_where_it_is_and_shows_its_answers(
    visit: Callable[..., Visitor], pictures: Path, game: str, size: str
) -> None:
    """Pages used to open scrolled, with headings cut, and to show no board after an answer."""
    visitor = visit(game, SIZES[size])

    looks, faults = play(visitor, SHORT, pictures)

    assert faults == []
    assert list_missed_aims(looks, game, size, spare=2) == [], looks


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


# Matches of whole length: each game at each size, on a phone and a laptop also in a language with
# long words.
WHOLE = [
    *((size, "en-GB") for size in SIZES),
    ("phone", "de"),
    ("laptop", "de"),
]


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES_TO_LEARN)
@pytest.mark.parametrize(("size", "locale"), WHOLE)
def test_a_whole_match_is_played_by_touch(
    visit: Callable[..., Visitor], pictures: Path, game: str, size: str, locale: str
) -> None:
    visitor = visit(game, SIZES[size], locale)
    name = f"{game}-{size}-{locale}"

    looks, faults = play(visitor, MOST, pictures / name)

    print(write_row(looks, name))
    for look in looks:
        if look.shown < look.offered or look.clicks and look.clicks > MOST_CLICKS or look.cut:
            print("  ", looks.index(look), look)
    visitor.match.refresh_from_db()
    assert (visitor.match.status, faults) == ("finished", [])
    visitor.page.goto(f"/matches/{visitor.match.number}/")
    expect(visitor.page.locator("#scores")).to_be_visible()
    assert list_missed_aims(looks, game, size) == []
