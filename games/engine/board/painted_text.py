"""Paint the text of an SVG picture with FreeType: resvg fills every letter as a shape, which takes
more than a third of the time of a picture."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from html import unescape

from msgspec import Struct
from PIL import Image, ImageDraw

from .lettering import load_font

_TOKENS = re.compile(
    r"<text(?P<look>[^>]*)>(?P<words>[^<]*)</text>|<g\b(?P<group>[^>]*)>|(?P<end></g>)|<defs>.*?</defs>",
    re.DOTALL,
)
_ATTRIBUTES = re.compile(r'([\w-]+)="([^"]*)"')
_TRANSLATION = re.compile(r"translate\((-?[\d.]+)[ ,](-?[\d.]+)\)")
# Attributes of a group that change how text in it looks; such text is left to resvg.
_LOOKS = frozenset(
    ("fill", "opacity", "style", "filter", "mask", "clip-path", "font-size", "text-anchor")
)
# Attributes of a text that is painted here.
_TEXT_ATTRIBUTES = frozenset(
    ("x", "y", "font-size", "font-weight", "fill", "text-anchor", "letter-spacing")
)
_ANCHORS = {"": "ls", "start": "ls", "middle": "ms", "end": "rs"}


class Line(Struct, frozen=True):
    """A line of text: `x`, `y` is the point of its base line that `anchor` names, as in SVG."""

    x: float
    y: float
    words: str
    size: float
    bold: bool
    colour: str
    anchor: str
    spacing: float


def split_text(svg: str) -> tuple[str, list[Line]]:
    """Return a picture without the text that paint_lines() can paint, and that text.

    Text in a group that is scaled or has a look of its own, stretched text, and text of letters
    that our fonts do not have or that need shaping stay where they are.
    """
    colour = dict(_ATTRIBUTES.findall(svg[: svg.index(">")])).get("fill", "#000000")
    # For each open group its place on the picture, None if its text stays.
    groups: list[tuple[float, float] | None] = [(0.0, 0.0)]
    pieces, lines, at = [], list[Line](), 0
    for token in _TOKENS.finditer(svg):
        if token["end"]:
            groups.pop()
        elif token["group"] is not None:
            groups.append(_place_group(token["group"], groups[-1]))
        elif token["look"] is not None and (place := groups[-1]) is not None:
            line = _parse_line(token["look"], unescape(token["words"]), place, colour)
            if line is not None:
                lines.append(line)
                pieces.append(svg[at : token.start()])
                at = token.end()
    return "".join([*pieces, svg[at:]]), lines


def paint_lines(image: Image.Image, lines: Sequence[Line]) -> None:
    """Paint lines on a picture."""
    canvas = ImageDraw.Draw(image)
    for line in lines:
        font = load_font(line.size, line.bold)
        x, y = line.x, line.y
        if not line.spacing:
            canvas.text((x, y), line.words, line.colour, font, _ANCHORS[line.anchor])
            continue
        wide = font.getlength(line.words) + line.spacing * len(line.words)
        x -= {"middle": wide / 2, "end": wide}.get(line.anchor, 0)
        for letter in line.words:
            canvas.text((x, y), letter, line.colour, font, "ls")
            x += font.getlength(letter) + line.spacing


def _place_group(look: str, around: tuple[float, float] | None) -> tuple[float, float] | None:
    attributes = dict(_ATTRIBUTES.findall(look))
    if around is None or not _LOOKS.isdisjoint(attributes):
        return None
    if "transform" not in attributes:
        return around
    move = _TRANSLATION.fullmatch(attributes["transform"])
    return (around[0] + float(move[1]), around[1] + float(move[2])) if move else None


def _parse_line(look: str, words: str, place: tuple[float, float], colour: str) -> Line | None:
    attributes = dict(_ATTRIBUTES.findall(look))
    bold = attributes.get("font-weight") == "700"
    fill = attributes.get("fill", colour)
    if not (
        _TEXT_ATTRIBUTES.issuperset(attributes)
        and "font-size" in attributes
        and fill.startswith("#")
        and attributes.get("text-anchor", "") in _ANCHORS
        and all(_has_letter(letter, bold) for letter in words)
    ):
        return None
    return Line(
        x=place[0] + float(attributes.get("x", 0)),
        y=place[1] + float(attributes.get("y", 0)),
        words=words,
        size=float(attributes["font-size"]),
        bold=bold,
        colour=fill,
        anchor=attributes.get("text-anchor", ""),
        spacing=float(attributes.get("letter-spacing", 0)),
    )


@lru_cache(maxsize=4096)
def _has_letter(letter: str, bold: bool) -> bool:
    """Return whether our fonts have a letter, and it stands for itself in a line."""
    if unicodedata.combining(letter) or unicodedata.bidirectional(letter) in ("R", "AL", "AN"):
        return False
    font = load_font(20, bold)
    missing = font.getmask("\uffff")
    mask = font.getmask(letter)
    return mask.size != missing.size or bytes(mask) != bytes(missing)
