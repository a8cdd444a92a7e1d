"""Small text on cards and boards stands out from what is drawn below it, as it is painted."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable
from operator import sub
from typing import Any

import pytest
from django.utils import timezone
from PIL import Image
from playwright.sync_api import Browser, Page

from games.models import Match
from tests.sizes import full_or

from .test_layout import SEATS, SIZES
from .test_table import play_on

# WCAG 2.2, 1.4.3: for small text, and for 24 pixels, or bold 18.66 pixels, and more.
SMALL, LARGE = 4.5, 3.0
# The share of the pixels below the letters of a line that may be too close to their colour.
STRAY = 0.05
# Every line of text of the boards and the cards in the hand: its words, colour, size and place on
# the page. What scrolls out of its container is left out.
LINES = """() => {
  const ancestors = (one) => one ? [one, ...ancestors(one.parentElement)] : [];
  return [...document.querySelectorAll(".tabletop, .hand-part, .players-part")]
  .flatMap((board) => {
    const walker = document.createTreeWalker(board, NodeFilter.SHOW_TEXT), lines = [];
    while (walker.nextNode()) {
      const node = walker.currentNode, element = node.parentElement;
      if (!node.data.trim() || !element.checkVisibility({ opacityProperty: true })) continue;
      if (element.closest(".hidden, title, [disabled]")) continue;
      const style = getComputedStyle(element), range = document.createRange();
      range.selectNodeContents(node);
      const isPainted = element instanceof SVGElement;
      let clip = [0, 0, innerWidth, document.documentElement.scrollHeight];
      for (const one of ancestors(element)) {
        if (getComputedStyle(one).overflow === "visible") continue;
        const box = one.getBoundingClientRect();
        clip = [Math.max(clip[0], box.left), Math.max(clip[1], box.top),
          Math.min(clip[2], box.right), Math.min(clip[3], box.bottom)];
      }
      for (const box of range.getClientRects()) {
        lines.push({
          words: node.data.trim(), of: element.className.baseVal ?? element.className,
          colour: isPainted ? style.fill : style.color,
          opacity: ancestors(element).reduce((all, one) => all * getComputedStyle(one).opacity, 1),
          size: parseFloat(style.fontSize), weight: parseInt(style.fontWeight),
          box: [Math.max(box.left, clip[0]), Math.max(box.top, clip[1]),
            Math.min(box.right, clip[2]), Math.min(box.bottom, clip[3])],
        });
      }
    }
    return lines;
  });
}"""
# Text of one colour: once a signal, to find the pixels of letters, and once none, to see what is
# below them. Shadows, badges and drawings stay. The policy of content refuses a style element.
PAINT_TEXT = """(colour) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`*, *::before, *::after { -webkit-text-fill-color: ${colour} !important;
    text-decoration: none !important; animation: none !important; transition: none !important; }
    svg text { fill: ${colour} !important; stroke: none !important; }`);
  document.adoptedStyleSheets = [sheet];
}"""
# How far a pixel, in the sum of its channels, is from what is below it if a letter covers it.
COVERED = 160


def measure_luminance(colour: tuple[float, ...]) -> float:
    """Return the relative luminance of WCAG 2.2 of red, green and blue from 0 to 255."""
    channels = [channel / 255 for channel in colour[:3]]
    red, green, blue = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    ]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def measure_contrast(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """Return the contrast ratio of WCAG 2.2 of two colours, 1 to 21."""
    bright, dark = sorted((measure_luminance(one), measure_luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def read_colour(written: str, opacity: float) -> tuple[float, ...]:
    """Return red, green, blue from 0 to 255 and the opacity of a computed colour."""
    if written.startswith("color(srgb"):
        numbers = [float(one) for one in written[10:-1].replace("/", " ").split()]
        return (
            *(255 * one for one in numbers[:3]),
            opacity * (numbers[3] if len(numbers) > 3 else 1.0),
        )
    numbers = [float(one) for one in written[written.index("(") + 1 : -1].split(",")]
    return (*numbers[:3], opacity * (numbers[3] if len(numbers) > 3 else 1.0))


def find_faint_lines(page: Page) -> list[str]:
    """Return the lines of text whose colour is too close to what is painted below them."""
    lines = page.evaluate(LINES)
    shots = []
    for colour in ("transparent", "#ff00ff", "#00ff00"):
        page.evaluate(PAINT_TEXT, colour)
        shots.append(Image.open(io.BytesIO(page.screenshot())).convert("RGB"))
    below, *signals = shots
    found = []
    for line in lines:
        left, top, right, bottom = (round(one) for one in line["box"])
        box = (max(0, left), max(0, top), min(below.width, right), min(below.height, bottom))
        if box[2] - box[0] < 3 or box[3] - box[1] < 3:
            continue
        covered = find_covered_pixels(below.crop(box), *(one.crop(box) for one in signals))
        least = LARGE if line["size"] >= (18.66 if line["weight"] >= 700 else 24) else SMALL
        ratio = measure_worst(covered, read_colour(line["colour"], line["opacity"]))
        if ratio < least:
            found.append(f"{ratio:.1f}: {line['words'][:40]} ({line['of']}, {line['colour']})")
    return found


def find_covered_pixels(below: Image.Image, *signals: Image.Image) -> Counter[Any]:
    """Return the colours below letters, with the number of pixels; none if letters are hidden."""
    pixels = zip(
        below.get_flattened_data(), *(one.get_flattened_data() for one in signals), strict=True
    )
    return Counter(
        under
        for under, *over in pixels
        if all(sum(map(abs, map(sub, one, under))) > COVERED for one in over)
    )


def measure_worst(below: Counter[Any], colour: tuple[float, ...]) -> float:
    """Return the contrast that all but a few pixels reach."""
    ratios = []
    for pixel, count in below.items():
        mixed = [colour[3] * c + (1 - colour[3]) * p for c, p in zip(colour, pixel, strict=False)]
        ratios.append((measure_contrast(tuple(mixed), pixel), count))
    left = STRAY * below.total()
    for ratio, count in sorted(ratios):
        left -= count
        if left < 0:
            return ratio
    return 21.0


def ask_alice_after(most: int) -> Callable[[Any], bool]:
    """Return what is true of a prompt of the first seat after that many other prompts."""
    seen = iter(range(most))
    return lambda prompt: next(seen, None) is None and prompt.seat == 0


def test_black_on_white_has_the_highest_contrast() -> None:
    assert measure_contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert measure_contrast((118, 118, 118), (255, 255, 255)) == pytest.approx(4.54, abs=0.01)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("game", SEATS)
@pytest.mark.parametrize("look", ["light", "dark"])
def test_text_on_cards_stands_out(
    browser: Browser,
    live_server: Any,
    deal: Callable[..., Match],
    settings: Any,
    game: str,
    look: Any,
) -> None:
    settings.DEMO, settings.MAIL_DOMAIN = True, "example.org"
    match = deal(game, seats=SEATS[game], now=timezone.now())
    context = browser.new_context(
        base_url=live_server.url, locale="en-GB", color_scheme=look, reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto("/")
    page.get_by_role("button", name="Alice", exact=True).click()
    faint: list[str] = []

    for _ in range(full_or(4, 2)):
        play_on(match, ask_alice_after(30))
        for size in ("phone", "laptop"):
            width = SIZES[size][0]
            # All of the board is painted at once; parts that scroll by themselves have their
            # full height.
            page.set_viewport_size({"width": width, "height": 2200})
            page.goto(f"/matches/{match.number}/")
            faint += [f"{size}: {line}" for line in find_faint_lines(page)]

    context.close()
    print("\n".join(sorted(set(faint))))
    assert sorted(set(faint)) == []
