"""The match page holds question, answers and hand in sight at five sizes, while matches are played.

A short stretch of a match of each game; whole matches at every size with `test --all`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Locator, Page, expect

from games.engine.chance import Chance
from games.engine.contract import Prompt
from games.models import Match
from games.queries import states
from games.services.play.decisions import submit_decision
from games.titles import GAMES
from tests.sizes import IS_FULL, SEED

from .conftest import keep

# Width and height in CSS pixels: a phone with its bars, the same on its side, a tablet, a laptop, a
# desktop screen.
SIZES = {
    "phone": (390, 664),
    "flat": (844, 390),
    "tablet": (820, 1180),
    "laptop": (1366, 768),
    "desk": (1440, 900),
}
PHONE_HEIGHT = 2500
# Clicks per answer that needs no parts, on average; confirmations are not counted.
MOST_CLICKS = 1.3
# Patience in milliseconds: whole matches are played on machines that do other things, too.
PATIENCE = 120_000
SEATS = {"abyss": 4, "enchanters": 4, "essence": 4}
# Number of answers of the short stretch, spread over the sizes.
SHORT = 10
# Every few answers, the others and Alice play on like house bots, so that all of a match is seen.
SKIPPED = 4
# Number of matches in which kinds of questions are looked for.
MATCHES = 3
# What a person sees without scrolling: nothing of it is covered or beyond the edge.
MEASURE = """() => {
  const isSeen = (element) => {
    if (!element) return false;
    const box = element.getBoundingClientRect();
    if (!box.width || !box.height || box.left < -1 || box.top < -1) return false;
    if (box.right > innerWidth + 1 || box.bottom > innerHeight + 1) return false;
    const points = [[box.left + 4, box.top + 4], [box.right - 4, box.bottom - 4],
      [(box.left + box.right) / 2, (box.top + box.bottom) / 2]];
    return points.every(([x, y]) => {
      const there = document.elementFromPoint(x, y);
      return there && (element.contains(there) || there.contains(element));
    });
  };
  // Ready-made answers of a form to fill in are shortcuts below it.
  const answers = [...document.querySelectorAll("#answer .answer:not(.part.form *)")];
  const picker = document.querySelector("#picker > summary");
  const hand = document.querySelector("#part-hand > *");
  const targets = [...document.querySelectorAll(
    "main :is(a, button, summary, select, input:not([type=hidden]))")];
  const small = targets.filter((element) => {
    const box = element.getBoundingClientRect();
    const label = element.closest("label")?.getBoundingClientRect();
    const isInText = element.closest("p, .story, .hidden, dialog") !== null;
    return box.width && element.checkVisibility() && !isInText && (label ?? box).height < 43.5;
  });
  return {
    cut: [...document.querySelectorAll("header.site nav, header.match")]
      .filter((bar) => bar.checkVisibility() && bar.scrollWidth > bar.clientWidth)
      .map((bar) => bar.textContent.replace(/\\s+/g, " ")),
    // What a player has stands beside the name, not below it.
    below: [...document.querySelectorAll(".seat > .before > summary")].filter((said) =>
      said.getBoundingClientRect().top > said.closest(".seat").querySelector(".head")
        .getBoundingClientRect().bottom - 2).map((said) => said.textContent),
    // Name and clock on one line, counters on the next.
    tall: [...document.querySelectorAll(".player-chip")]
      .filter((chip) => chip.getBoundingClientRect().height > 48).map((chip) => chip.textContent),
    height: document.documentElement.scrollHeight,
    width: document.documentElement.scrollWidth,
    question: isSeen(document.getElementById("ask")),
    players: [...document.querySelectorAll(".player-chip")].filter(isSeen).length,
    answers: answers.slice(0, 4).filter(isSeen).length,
    offered: answers.length,
    filled: document.querySelectorAll("#answer fieldset.part").length,
    picker: !picker?.checkVisibility() || isSeen(picker),
    hand: hand === null || isSeen(hand),
    small: small.map((element) => element.outerHTML.slice(0, 120)),
  };
}"""


class Player:
    """Alice in a browser: she looks at each question at one size, and answers by clicking."""

    def __init__(self, page: Page, match: Match) -> None:
        self.page, self.match = page, match
        # The short stretch is the same each time: few clicks have no stable average.
        self.chance = random.Random(f"{SEED if IS_FULL else 0}/{match.game}")
        self.clicks = self.answers = 0

    def look(self, size: str) -> list[str]:
        """Open the match at this size, and return what is wrong with what is in sight."""
        width, height = SIZES[size]
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.goto(f"/matches/{self.match.number}/")
        seen = self.page.evaluate(MEASURE)
        wrong = [
            name
            for name, is_right in {
                "question": seen["question"],
                "answers": seen["answers"] == min(4, seen["offered"]),
                "picker": seen["picker"],
                # Elsewhere they scroll with the board.
                "players": size not in ("laptop", "desk")
                or seen["players"] == self.match.seats.count(),
                "hand": seen["hand"],
                # On a phone they scroll sideways.
                "bars": size not in ("laptop", "desk") or not seen["cut"],
                "chips": not seen["tall"],
                "heads": not seen["below"],
                "width": seen["width"] <= width,
                "height": size != "phone" or seen["height"] <= PHONE_HEIGHT,
                "targets": not seen["small"],
            }.items()
            if not is_right
        ]
        return [f"{size}: {', '.join(wrong)}: {seen}"] if wrong else []

    def answer(self) -> None:
        """Click one of the numbered answers, by the shortest way there is."""
        buttons = self.page.locator("#answer .answer")
        offered = buttons.count()
        if not offered:
            row = self.match.prompts.get(seat=0, closed_at=None)
            submit_decision(row.token, None, source="page", key=f"no-parts-{row.pk}")
            return
        button = buttons.nth(self.chance.randrange(offered))
        number = button.get_attribute("data-number")
        clicks_before = self.clicks
        is_example = button.locator("xpath=..").get_attribute("data-example") is not None
        if not button.is_visible() and self.page.locator("#picker.form[open]").count():
            # Components fill in this form; its examples are below it.
            open_ancestors(button)
        elif not button.is_visible() and not self._press_component(str(number)):
            self.clicks += 1
            of = button.locator("xpath=..").get_attribute("data-of")
            opener = self.page.locator(f'#answer [data-opens="{of}"]')
            (opener if opener.count() else self.page.locator("#picker > summary")).click()
            open_ancestors(button)
        if not self.page.locator(".note.success").count():
            self.clicks += 1
            button.click()
        expect(self.page.locator(".note.success").first).to_be_attached(timeout=PATIENCE)
        if is_example:
            self.clicks = clicks_before
        else:
            self.answers += 1

    def _press_component(self, number: str) -> bool:
        """Click a component that the answer is about; return whether the answer is shown then."""
        choice = self.page.locator(f'#answer li:has([data-number="{number}"])')
        for thing in (choice.get_attribute("data-things") or "").split():
            link = self.page.locator(f'a.thing[id="at-{thing}"]')
            if link.count() and link.first.is_visible():
                self.clicks += 1
                link.first.click()
                self.page.wait_for_selector(".note.success, #chosen[data-asks]", state="attached")
                self._check_only_about(thing)
                # The second click is not counted: it only confirms.
                self.clicks -= 1
                return True
        return False

    def _check_only_about(self, thing: str) -> None:
        others = self.page.evaluate(
            """(thing) => [...document.querySelectorAll("#answer.narrowed li[data-choice]")]
              .filter((one) => one.checkVisibility())
              .filter((one) => !(one.dataset.things ?? "").split(" ").includes(thing))
              .map((one) => one.textContent)""",
            thing,
        )
        assert others == [], thing


def iter_questions(match: Match) -> Iterator[tuple[int, Any, list[Prompt]]]:
    """Yield how many there were before, the state, and the open prompts, until nobody is asked.

    One of the prompts is to be answered each time.
    """
    for number in range(3000):
        match.refresh_from_db()
        state = states.load_state(match)
        asked = [p for p in GAMES[match.game].list_prompts(state) if p.answered is None]
        if not asked:
            return
        yield number, state, asked


def play(player: Player, sizes: list[str], most: int) -> list[str]:
    """Play on until `most` questions were looked at, or to the end; return what is wrong."""
    wrong: list[str] = []
    looked = 0
    for ply, state, asked in iter_questions(player.match):
        if looked >= most:
            break
        prompt = min(asked, key=lambda one: one.seat == 0)
        if prompt.seat == 0 and (IS_FULL or ply % SKIPPED == 0):
            for size in sizes if IS_FULL else [sizes[looked % len(sizes)]]:
                wrong += player.look(size)
            looked += 1
            player.answer()
            continue
        play_like_a_bot(player.match, state, prompt, ply)
    return wrong


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", SEATS)
def test_question_answers_and_hand_are_in_sight(
    browser: Browser, live_server: Any, deal: Callable[..., Match], settings: Any, game: str
) -> None:
    settings.DEMO, settings.MAIL_DOMAIN = True, "example.org"
    match = deal(game, seats=SEATS[game], now=timezone.now())
    context = browser.new_context(
        base_url=live_server.url, locale="en-GB", has_touch=True, reduced_motion="reduce"
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto("/")
    page.get_by_role("button", name="Alice", exact=True).click()
    player = Player(page, match)

    wrong = play(player, list(SIZES), 3000 if IS_FULL else SHORT)

    assert wrong == []
    # Of few answers one may take another click.
    assert player.clicks <= max(MOST_CLICKS * player.answers, player.answers + 1)
    context.close()


# Matches in which most kinds of questions are met, with seats and options.
VARIED: list[tuple[str, int, dict[str, Any]]] = [
    ("abyss", 4, {}),
    ("enchanters", 3, {"kingdom_pool": "all", "related": "random"}),
    ("enchanters", 2, {"mode": "coop", "kingdom_pool": "all"}),
    ("essence", 5, {"factions": "choose", "ties": "first_player"}),
]


@pytest.mark.long
@pytest.mark.parametrize(("game", "seats", "options"), VARIED)
def test_every_kind_of_question_fits(
    browser: Browser,
    live_server: Any,
    deal: Callable[..., Match],
    settings: Any,
    pictures: Path,
    game: str,
    seats: int,
    options: dict[str, Any],
) -> None:
    """The first question of each kind is looked at in each size; PICTURES keeps the screens."""
    settings.DEMO, settings.MAIL_DOMAIN = True, "example.org"
    page = browser.new_page(base_url=live_server.url, locale="en-GB", reduced_motion="reduce")
    page.set_default_timeout(PATIENCE)
    page.goto("/")
    page.get_by_role("button", name="Alice", exact=True).click()
    seen, wrong = set[str](), list[str]()
    for number in range(MATCHES):
        match = deal(game, seats=seats, now=timezone.now(), seed=bytes([number]) * 32, **options)
        player = Player(page, match)
        for ply, state, asked in iter_questions(match):
            prompt = min(asked, key=lambda one: one.seat)
            if prompt.seat == 0 and prompt.question not in seen:
                seen.add(prompt.question)
                for size in SIZES:
                    wrong += player.look(size)
                    keep(page, pictures / f"{game}{seats}-{prompt.question}-{size}.png")
            play_like_a_bot(match, state, prompt, ply)
    page.context.close()

    assert wrong == []
    assert len(seen) >= 4


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", SEATS)
def test_a_finished_match_is_short_on_a_phone(
    browser: Browser, live_server: Any, deal: Callable[..., Match], settings: Any, game: str
) -> None:
    """Its page of Abyss used to be 3,000 px high."""
    settings.DEMO, settings.MAIL_DOMAIN = True, "example.org"
    match = deal(game, seats=SEATS[game], now=timezone.now())
    play_to_the_end(match)
    width, height = SIZES["phone"]
    context = browser.new_context(
        base_url=live_server.url, locale="de", viewport={"width": width, "height": height}
    )
    page = context.new_page()
    page.goto("/")
    page.get_by_role("button", name="Alice", exact=True).click()

    page.goto(f"/matches/{match.number}/")

    expect(page.locator("#scores")).to_be_visible()
    seen = page.evaluate(MEASURE)
    assert seen["height"] <= PHONE_HEIGHT and seen["width"] <= width
    assert seen["small"] == seen["below"] == []
    context.close()


def play_to_the_end(match: Match) -> None:
    """Let everybody play like the house bots."""
    for ply, state, asked in iter_questions(match):
        play_like_a_bot(match, state, asked[0], ply)


def play_like_a_bot(match: Match, state: Any, prompt: Prompt, ply: int) -> None:
    """Answer a prompt like a house bot."""
    rules = GAMES[match.game]
    view = rules.build_view(state, prompt.seat)
    decision = rules.bot.choose_decision(view, prompt, Chance(bytes([ply % 256]) * 32))
    row = match.prompts.get(seat=prompt.seat, closed_at=None)
    submit_decision(row.token, decision, source="page", key=f"{ply}-{row.pk}")


# Other ways to play ------------------------------------------------------------------------------

# The answers whose words are cut after some lines.
CUT_WORDS = """() => [...document.querySelectorAll("#answer .words")]
  .filter((words) => words.checkVisibility() && words.scrollHeight > words.clientHeight + 1)
  .map((words) => words.textContent.trim())"""
# Number of answers without a script, or by keyboard alone; whole matches with `test --all`.
FEW = 3


@pytest.mark.sampled(9)
@pytest.mark.parametrize("game", SEATS)
@pytest.mark.parametrize("way", ["without javascript", "by keyboard", "in large text"])
def test_a_match_is_played_in_another_way(
    browser: Browser,
    live_server: Any,
    deal: Callable[..., Match],
    settings: Any,
    game: str,
    way: str,
) -> None:
    settings.DEMO, settings.MAIL_DOMAIN = True, "example.org"
    match = deal(game, seats=2, now=timezone.now())
    # A page of half the width shows text of twice the size.
    width, height = (195, 400) if way == "in large text" else SIZES["phone"]
    context = browser.new_context(
        base_url=live_server.url,
        locale="en-GB",
        viewport={"width": width, "height": height},
        reduced_motion="reduce",
        java_script_enabled=way != "without javascript",
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto("/")
    page.get_by_role("button", name="Alice", exact=True).click()
    chance = random.Random(f"{SEED}/{game}/{way}")
    answered = 0

    for ply, state, asked in iter_questions(match):
        if answered >= FEW and not IS_FULL:
            break
        prompt = min(asked, key=lambda one: one.seat == 0)
        row = match.prompts.get(seat=prompt.seat, closed_at=None)
        if prompt.seat != 0 or (not IS_FULL and ply % SKIPPED):
            play_like_a_bot(match, state, prompt, ply)
            continue
        page.goto(f"/matches/{match.number}/")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert way != "in large text" or page.evaluate(CUT_WORDS) == []
        numbers = page.locator("#answer .answer").count()
        if not numbers:
            submit_decision(row.token, None, source="page", key=f"no-parts-{row.pk}")
            continue
        press_answer(page, chance.randrange(numbers), by_keyboard=way == "by keyboard")
        expect(page.locator(".note.success").first).to_be_attached(timeout=PATIENCE)
        answered += 1
    context.close()


def press_answer(page: Page, place: int, *, by_keyboard: bool) -> None:
    """Press one of the answers on the page, whose place counts from 0."""
    button = page.locator("#answer .answer").nth(place)
    if by_keyboard:
        page.keyboard.type(str(button.get_attribute("data-number")))
        expect(button).to_be_focused(timeout=PATIENCE)
        page.keyboard.press("Enter")
        return
    open_ancestors(button)
    button.click()


def open_ancestors(button: Locator) -> None:
    """Open the folds around a button, the outermost first."""
    closed = button.locator("xpath=ancestor::details[not(@open)]/summary")
    for _ in range(closed.count()):
        closed.first.click()
