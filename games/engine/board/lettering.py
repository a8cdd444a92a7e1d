"""Lettering: how wide words are, words that fit their place, and the SVG text they become."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from html import escape
from pathlib import Path

from PIL import ImageFont

# resvg draws with these, and here they are the measure of all words.
FONTS = Path(__file__).parent / "fonts"
PLAIN = FONTS / "DejaVuSansCondensed.ttf"
BOLD = FONTS / "DejaVuSansCondensed-Bold.ttf"
# Names are cut here before anybody measures them.
LONGEST = 60
ELLIPSIS = "…"


def sanitize_text(words: str) -> str:
    """Return words without what XML forbids or what turns the reading order of a line.

    >>> sanitize_text("Al\\x00ice\\u202e \\n B.")
    'Alice B.'
    """
    kept = (c for c in words[: 4 * LONGEST] if c.isspace() or unicodedata.category(c)[0] != "C")
    return " ".join("".join(kept).split())[:LONGEST]


@cache
def _load_font(bold: bool) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(BOLD if bold else PLAIN, 100, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def _letter_width(letter: str, bold: bool) -> float:
    """Return the width of one letter in hundredths of the size."""
    if unicodedata.east_asian_width(letter) in "WF":
        # Not in our fonts; a page finds it in another one.
        return 100
    return _load_font(bold).getlength(letter)


@lru_cache(maxsize=4096)
def width_of(words: str, size: float, bold: bool = False) -> float:
    """Return how far words reach at this size."""
    return sum(_letter_width(letter, bold) for letter in words) * size / 100


def fit_text(
    words: str, room: float, size: int, *, least: int, bold: bool = False
) -> tuple[str, int]:
    """Return the words and the size at which they fit: smaller first, then cut.

    >>> fit_text("Aquaculturalist", 145, 22, least=18)
    ('Aquaculturalist', 21)
    >>> fit_text("Aquaculturalist of the North", 145, 22, least=18)
    ('Aquaculturalist…', 18)
    """
    while size > least and width_of(words, size, bold) > room:
        size -= 1
    if width_of(words, size, bold) <= room:
        return words, size
    while words and width_of(words + ELLIPSIS, size, bold) > room:
        words = words[:-1]
    return words.rstrip() + ELLIPSIS, size


def wrap_text(words: str, room: float, size: int, lines: int) -> list[str]:
    """Break words into at most so many lines, the last one cut where it does not fit."""
    broken: list[str] = []
    for word in words.split(" "):
        longer = f"{broken[-1]} {word}" if broken else word
        if broken and (len(broken) == lines or width_of(longer, size) <= room):
            broken[-1] = longer
        else:
            broken.append(word)
    return [fit_text(line, room, size, least=size)[0] for line in broken]


def draw_text(
    x: float,
    y: float,
    words: str | int,
    size: int,
    *,
    bold: bool = False,
    colour: str = "",
    anchor: str = "",
    extra: str = "",
) -> str:
    """Return one line of text; `anchor` is "middle" or "end", `extra` more attributes."""
    weight = ' font-weight="700"' if bold else ""
    fill = f' fill="{colour}"' if colour else ""
    place = f' text-anchor="{anchor}"' if anchor else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}"{weight}{fill}{place}{extra}>'
        f"{escape(str(words))}</text>"
    )


def draw_fitted_text(
    x: float,
    y: float,
    words: str,
    size: int,
    *,
    room: float,
    least: int = 18,
    bold: bool = False,
    colour: str = "",
    anchor: str = "",
    extra: str = "",
) -> str:
    """Return one line of text that is never wider than `room`, in whatever font it is drawn."""
    shown, smaller = fit_text(words, room, size, least=least, bold=bold)
    if smaller < size or shown != words:
        reach = min(room, width_of(shown, smaller, bold))
        extra += f' textLength="{reach:.0f}" lengthAdjust="spacingAndGlyphs"'
    return draw_text(x, y, shown, smaller, bold=bold, colour=colour, anchor=anchor, extra=extra)
