"""How many of the offered answers are in sight on opening a question, and how much of the board.

Matches are played at random, not by hints: whole ones with `test --all`, which prints the shares.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser

from games.models import Match
from tests.sizes import IS_FULL, SEED

from .conftest import keep
from .test_layout import PATIENCE, iter_questions, play_like_a_bot

pytestmark = pytest.mark.django_db(transaction=True)

SIZES = {"phone": (390, 664), "tablet": (820, 1180), "laptop": (1366, 768), "desk": (1440, 900)}
SEATS = {"abyss": 3, "enchanters": 3, "essence": 3}
# The least share of questions all of whose answers are in sight on a phone, and on a desktop, where
# the list of the others is open.
LEAST_ON_A_PHONE = {"abyss": 0.95, "enchanters": 0.95, "essence": 0.85}
LEAST_ON_A_DESK = 0.98
# The least share of a window's height that is left to the board and the hand.
LEAST_BOARD = 0.45
# What a page may move after it was painted: nothing, but for fractions of a pixel.
MOST_SHIFT = 0.001
QUESTIONS = 60 if IS_FULL else 6
# How many answers are in sight and how many there are, without examples of what can be filled in,
# and the share of the window's height that is not covered by question and answers.
MEASURE = """() => {
  const isSeen = (element) => {
    const box = element.getBoundingClientRect();
    if (!box.width || box.top < -1 || box.bottom > innerHeight + 1) return false;
    const there = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    return there !== null && element.contains(there);
  };
  const own = "#answer [data-choice]:not([data-example]) > .answer";
  const answers = [...document.querySelectorAll(own)];
  const dock = document.getElementById("dock").getBoundingClientRect();
  const hand = document.getElementById("part-hand").getBoundingClientRect();
  return {
    shift: window.shift,
    seen: answers.filter(isSeen).length,
    all: answers.length,
    board: dock.height ? (dock.top + hand.height) / innerHeight : 1,
  };
}"""
# Counts how much of a page moves after it was painted, its CLS.
WATCH_SHIFTS = """window.shift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
}).observe({ type: "layout-shift", buffered: true });"""


@pytest.mark.sampled(3)
@pytest.mark.slow
@pytest.mark.parametrize("game", SEATS)
def test_all_answers_that_fit_are_shown(
    browser: Browser,
    live_server: Any,
    deal: Callable[..., Match],
    settings: Any,
    pictures: Path,
    game: str,
) -> None:
    settings.DEMO, settings.MAIL_DOMAIN = True, "example.org"
    page = browser.new_page(base_url=live_server.url, locale="en-GB", reduced_motion="reduce")
    page.set_default_timeout(PATIENCE)
    page.add_init_script(WATCH_SHIFTS)
    page.goto("/")
    page.get_by_role("button", name="Alice", exact=True).click()
    match = deal(game, seats=SEATS[game], now=timezone.now())
    # The short stretch is the same each time: few questions have no stable share.
    chance = random.Random(f"{SEED if IS_FULL else 0}/{game}")
    found: dict[str, list[tuple[int, int]]] = {size: [] for size in SIZES}
    boards, shifts = [], []
    for ply, state, asked in iter_questions(match):
        if len(found["phone"]) >= QUESTIONS:
            break
        prompt = min(asked, key=lambda it: it.seat)
        if prompt.seat == 0 and (IS_FULL or chance.random() < 0.3):
            for size, (width, height) in SIZES.items():
                page.set_viewport_size({"width": width, "height": height})
                page.goto(f"/matches/{match.number}/")
                seen = page.evaluate(MEASURE)
                found[size].append((seen["seen"], seen["all"]))
                boards.append(seen["board"])
                shifts.append(seen["shift"])
                keep(page, pictures / f"{game}-{ply}-{prompt.question}-{size}.png")
        play_like_a_bot(match, state, prompt, ply)
    page.context.close()

    shares = {
        size: sum(seen == offered for seen, offered in pairs) / len(pairs)
        for size, pairs in found.items()
    }
    print(game, {size: f"{share:.0%}" for size, share in shares.items()}, f"{min(boards):.0%}")
    print({size: [pair for pair in pairs if pair[0] < pair[1]] for size, pairs in found.items()})
    assert shares["phone"] >= LEAST_ON_A_PHONE[game]
    assert shares["desk"] >= LEAST_ON_A_DESK
    assert min(boards) >= LEAST_BOARD
    assert max(shifts) <= MOST_SHIFT
