"""Building blocks of a game's guide: sections of the rules, printed cards, small icons."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from html import escape
from pathlib import Path

from msgspec import Struct

# A text in English, French and German.
Row = tuple[str, str, str]
# A heading of the rules and its anchor.
HEADING = re.compile(r"## (?P<heading>.+) \{#(?P<name>[a-z_-]+)\}")
# Prefix of the ids of icons in the page.
PREFIX = "mark-"


class Section(Struct, frozen=True):
    """A heading of the rules and the paragraphs under it. `name` is its anchor."""

    name: str
    heading: str
    paragraphs: tuple[str, ...]


class Entry(Struct, frozen=True):
    """A printed card: its group, name, full text and picture (HTML).

    `says` may have several lines.
    """

    code: str
    group: str
    name: str
    says: str
    picture: str


@cache
def load_rule_sections(game: Path, language: str) -> tuple[Section, ...]:
    """Return the sections of `rules.<language>.md` in the folder of the module `game`.

    Headings are “## Your turn {#turn}”; paragraphs are separated by empty lines and may be wrapped.
    """
    blocks = game.with_name(f"rules.{language}.md").read_text(encoding="utf-8").split("\n\n")
    found: list[tuple[re.Match[str], list[str]]] = []
    for block in blocks:
        heading = HEADING.fullmatch(block.strip())
        if heading:
            found.append((heading, []))
        else:
            found[-1][1].append(" ".join(block.split("\n")).strip())
    return tuple(Section(one["name"], one["heading"], tuple(said)) for one, said in found)


def render_icon_sprite(shapes: Mapping[str, str]) -> str:
    """Return a hidden SVG sprite with the shapes: name -> path in a 24×24 box.

    Include it once a page.
    """
    drawn = "".join(
        f'<symbol id="{PREFIX}{name}" viewBox="0 0 24 24">'
        f'<path fill-rule="evenodd" d="{path}"/></symbol>'
        for name, path in shapes.items()
    )
    return (
        '<svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false">'
        f"<defs>{drawn}</defs></svg>"
    )


def draw_icon(name: str, x: float, y: float, size: float, colour: str) -> str:
    """Return an SVG `<use>` of one of the sprite's icons."""
    place = f'x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"'
    return f'<use href="#{PREFIX}{name}" {place} fill="{colour}"/>'


def draw_badge(ground: str, edge: str, *parts: str) -> str:
    """Return a small card (48×48 SVG) with `parts` drawn on it."""
    return (
        '<svg class="badge-card" viewBox="0 0 48 48" width="48" height="48" aria-hidden="true">'
        f'<rect x="1" y="1" width="46" height="46" rx="8" fill="{ground}" stroke="{edge}"/>'
        f"{''.join(parts)}</svg>"
    )


def draw_badge_label(
    said: str | int, x: float, y: float, colour: str, anchor: str = "middle"
) -> str:
    """Return a number or a short text for a badge, as SVG text."""
    return (
        f'<text x="{x:g}" y="{y:g}" fill="{colour}" font-size="13" font-weight="700" '
        f'text-anchor="{anchor}">{escape(str(said))}</text>'
    )


def render_legend_item(picture: str, name: str) -> str:
    """Return a legend entry: an icon and its name."""
    return f'<span class="legend">{picture}{escape(name)}</span>'
