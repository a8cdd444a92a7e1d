"""Building blocks of a game's guide: sections of the rules, printed cards, small icons."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import Literal

from msgspec import Struct

# A text in English, French and German.
Row = tuple[str, str, str]
# A heading of the rules and its anchor.
HEADING = re.compile(r"## (?P<heading>.+) \{#(?P<name>[a-z_-]+)\}")
# What a block depends on: “{seats=2 or mode=coop short=true} ” in front of it.
CONDITION = re.compile(r"\{(?P<condition>\w+=[^}]*)\}\s+(?P<block>.*)", re.DOTALL)
# A drawing: its caption, "" for the name of the card, and its code.
DRAWING = re.compile(r"!\[(?P<caption>[^\]]*)\]\((?P<code>[\w.]+)\)")
# Prefix of the ids of icons in the page.
PREFIX = "mark-"

# The number of seats where no match is meant.
ANY_SEATS = "any"
# One way to fulfil a condition: (name of an option or “seats”, its allowed values) that all hold.
Alternative = tuple[tuple[str, tuple[str, ...]], ...]


class Block(Struct, frozen=True):
    """A paragraph, a table, a row of drawings, or an example, which is made of the others.

    The first of the `rows` of a table is its header; `drawings` are (code, caption), and the
    caption "" stands for the name of the card. The block counts if one of `conditions` holds or
    there are none.
    """

    kind: Literal["text", "table", "drawings", "example"]
    says: str = ""
    rows: tuple[tuple[str, ...], ...] = ()
    drawings: tuple[tuple[str, str], ...] = ()
    parts: tuple[Block, ...] = ()
    conditions: tuple[Alternative, ...] = ()


class Section(Struct, frozen=True):
    """A heading of the rules and what is under it. `name` is its anchor."""

    name: str
    heading: str
    blocks: tuple[Block, ...]
    conditions: tuple[Alternative, ...] = ()

    def first_words(self) -> str:
        """Return the first paragraph."""
        return next(block.says for block in self.blocks if block.kind == "text")


class Entry(Struct, frozen=True):
    """A printed card: its group, name, full text and picture (HTML).

    `says` may have several lines.
    """

    code: str
    group: str
    name: str
    says: str
    picture: str


def select_rule_sections(
    game: Path, language: str, options: Mapping[str, object]
) -> tuple[Section, ...]:
    """Return the sections and blocks that count with these options, `seats` among them."""
    return tuple(
        Section(
            section.name,
            section.heading,
            tuple(block for block in section.blocks if _holds(block.conditions, options)),
        )
        for section in load_rule_sections(game, language)
        if _holds(section.conditions, options)
    )


@cache
def load_rule_sections(game: Path, language: str) -> tuple[Section, ...]:
    """Return all sections of `rules.<language>.md` in the folder of the module `game`.

    Headings are “## Your turn {#turn}”; blocks are separated by empty lines and may be wrapped. A
    table has a row in each line, drawings are “![caption](code)”, an example has “> ” in front of
    each line. A heading or block that depends on options begins with its condition.
    """
    blocks = game.with_name(f"rules.{language}.md").read_text(encoding="utf-8").split("\n\n")
    sections: list[tuple[re.Match[str], tuple[Alternative, ...], list[Block]]] = []
    for block_text in blocks:
        conditions, block = _split_condition(block_text.strip())
        if heading := HEADING.fullmatch(block):
            sections.append((heading, conditions, []))
        else:
            sections[-1][2].append(_parse_block(block, conditions))
    return tuple(
        Section(heading["name"], heading["heading"], tuple(blocks), conditions)
        for heading, conditions, blocks in sections
    )


def list_block_words(block: Block) -> list[str]:
    """Return everything that a block says, in order.

    >>> list_block_words(Block("table", rows=(("Threat", "reward"), ("1", "Pearl"))))
    ['Threat', 'reward', '1', 'Pearl']
    """
    own = [block.says] if block.says else []
    cells = [cell for row in block.rows for cell in row]
    captions = [caption for _, caption in block.drawings if caption]
    return (
        own + cells + captions + [word for part in block.parts for word in list_block_words(part)]
    )


def _split_condition(text: str) -> tuple[tuple[Alternative, ...], str]:
    """Return the condition in front of a block, and the block.

    >>> _split_condition("{seats=2|3 or short=true} You play.")
    (((('seats', ('2', '3')),), (('short', ('true',)),)), 'You play.')
    """
    match = CONDITION.fullmatch(text)
    if match is None:
        return (), text
    ways = (
        tuple((name, tuple(values.split("|"))) for name, _, values in _pairs(way))
        for way in match["condition"].split(" or ")
    )
    return tuple(ways), match["block"]


def _pairs(way: str) -> list[tuple[str, str, str]]:
    return [pair.partition("=") for pair in way.split()]


def _parse_block(block: str, conditions: tuple[Alternative, ...] = ()) -> Block:
    lines = block.split("\n")
    if block.startswith(">"):
        inner = "\n".join(line.removeprefix(">").strip() for line in lines).split("\n\n")
        parts = tuple(_parse_block(part.strip()) for part in inner)
        return Block("example", parts=parts, conditions=conditions)
    if block.startswith("|"):
        rows = tuple(tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines)
        return Block("table", rows=(rows[0], *rows[2:]), conditions=conditions)
    if block.startswith("!["):
        drawings = tuple(
            (drawing["code"], drawing["caption"]) for drawing in DRAWING.finditer(block)
        )
        return Block("drawings", drawings=drawings, conditions=conditions)
    return Block("text", says=" ".join(lines), conditions=conditions)


def _holds(conditions: tuple[Alternative, ...], options: Mapping[str, object]) -> bool:
    return not conditions or any(
        all(str(options[name]).lower() in values for name, values in way) for way in conditions
    )


def render_icon_sprite(shapes: Mapping[str, str]) -> str:
    """Return a hidden SVG sprite with the shapes: name -> path in a 24×24 box.

    Include it once a page.
    """
    return (
        '<svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false">'
        f"<defs>{render_icon_symbols(shapes)}</defs></svg>"
    )


def render_icon_symbols(shapes: Mapping[str, str]) -> str:
    """Return the shapes as SVG symbols."""
    return "".join(
        f'<symbol id="{PREFIX}{name}" viewBox="0 0 24 24">'
        f'<path fill-rule="evenodd" d="{path}"/></symbol>'
        for name, path in shapes.items()
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
    label: str | int, x: float, y: float, colour: str, anchor: str = "middle"
) -> str:
    """Return a number or a short text for a badge, as SVG text."""
    return (
        f'<text x="{x:g}" y="{y:g}" fill="{colour}" font-size="13" font-weight="700" '
        f'text-anchor="{anchor}">{escape(str(label))}</text>'
    )


def render_legend_item(picture: str, name: str) -> str:
    """Return a legend entry: an icon and its name."""
    return f'<span class="legend">{picture}<span>{escape(name)}</span></span>'
