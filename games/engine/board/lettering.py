"""Text in SVG: measuring, shortening and wrapping words, and SVG text elements."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from html import escape
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace
from PIL import ImageFont

# resvg renders with these fonts, so all text is measured with them.
FONTS = Path(__file__).parent / "fonts"
PLAIN = FONTS / "DejaVuSansCondensed.ttf"
BOLD = FONTS / "DejaVuSansCondensed-Bold.ttf"
# The least font size in a picture 720 wide: 11 pixels where a phone shows it 358 wide.
LEAST = 23
# Names are truncated to this many characters before they are measured.
LONGEST = 60
ELLIPSIS = "…"


class TextStyle(Struct, frozen=True):
    """How a line of text looks: `anchor` is "middle" or "end", "" if the line begins at its x.

    Without a `colour` it has that of the picture; `spacing` is added between letters.
    """

    size: int
    bold: bool = False
    colour: str = ""
    anchor: str = ""
    spacing: int = 0
    is_struck: bool = False


def sanitize_text(words: str) -> str:
    """Return text without characters that XML forbids or that change the reading direction.

    >>> sanitize_text("Al\\x00ice\\u202e \\n B.")
    'Alice B.'
    """
    letters = (c for c in words[: 4 * LONGEST] if c.isspace() or unicodedata.category(c)[0] != "C")
    return " ".join("".join(letters).split())[:LONGEST]


@cache
def load_font(size: float, bold: bool) -> ImageFont.FreeTypeFont:
    """Return the font that text is measured and painted with."""
    return ImageFont.truetype(BOLD if bold else PLAIN, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=8192)
def _letter_width(letter: str, size: float, bold: bool) -> float:
    """Return the width of one character, which is not quite proportional to the font size."""
    if unicodedata.east_asian_width(letter) in "WF":
        # Wide characters are not in our fonts.
        return size
    return load_font(size, bold).getlength(letter)


@lru_cache(maxsize=4096)
def width_of(words: str, size: float, bold: bool = False) -> float:
    """Return the width of the text at this font size."""
    return sum(_letter_width(letter, size, bold) for letter in words)


def fit_text(
    words: str, room: float, size: int, *, least: int, bold: bool = False
) -> tuple[str, int]:
    """Return the text and the font size at which it fits: reduced first, then truncated.

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


def wrap_text(words: str, room: float, size: int, lines: int, *, bold: bool = False) -> list[str]:
    """Wrap text into at most `lines` lines; a line that does not fit is truncated."""
    broken: list[str] = []
    for word in words.split(" "):
        longer = f"{broken[-1]} {word}" if broken else word
        if broken and (len(broken) == lines or width_of(longer, size, bold) <= room):
            broken[-1] = longer
        else:
            broken.append(word)
    return [fit_text(line, room, size, least=size, bold=bold)[0] for line in broken]


def draw_text(x: float, y: float, words: str | int, style: TextStyle) -> str:
    """Return one line of text, its base line at y."""
    return f'<text x="{x:g}" y="{y:g}"{_format_style(style)}>{escape(str(words))}</text>'


def draw_fitted_text(
    x: float, y: float, words: str, style: TextStyle, *, room: float, least: int = LEAST
) -> str:
    """Return one line of text that is not wider than `room`."""
    line, size = fit_text(words, room, style.size, least=least, bold=style.bold)
    return draw_text(x, y, line, style if size == style.size else replace(style, size=size))


@lru_cache(maxsize=512)
def _format_style(style: TextStyle) -> str:
    """Return the attributes of a line of text; pictures have few styles and many lines."""
    weight = ' font-weight="700"' if style.bold else ""
    fill = f' fill="{style.colour}"' if style.colour else ""
    anchor = f' text-anchor="{style.anchor}"' if style.anchor else ""
    spacing = f' letter-spacing="{style.spacing}"' if style.spacing else ""
    strike = ' text-decoration="line-through"' if style.is_struck else ""
    return f' font-size="{style.size}"{weight}{fill}{anchor}{spacing}{strike}'
