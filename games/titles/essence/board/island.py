"""An Island as a picture: a tile for every segment, with its cell, name and type."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine.board.art_tiles import draw_art_tile
from games.engine.board.lettering import TextStyle, draw_fitted_text, width_of, wrap_text
from games.engine.board.pieces import Block, draw_component, draw_rounded_rect, translate_group

from ..rules.components import SEGMENT
from ..rules.island import parse_cell
from ..words.lexicon import TYPES as WORDS
from ..words.lexicon import language_column, name_of
from .art import ART
from .palette import EDGE, GOLD, INK, SOFT, SPENT, TYPES

GAP = 6
# A tile, and the drawing on its upper part.
TILE_HEIGHT, ART_HEIGHT = 144, 60
# Maximum and minimum width of a tile; a wide Island is drawn smaller.
WIDEST, NARROWEST = 160, 80
# How much wider bold letters are than those that wrap() measures.
BOLDER = 1.1


def draw_island(island: Mapping[str, Any], language: str, room: float) -> Block:
    """Return the Island as a grid, its lowest row at the bottom."""
    places = [parse_cell(cell) for cell in island]
    if not places:
        return Block("", 0)
    left, top = min(x for x, _ in places), max(y for _, y in places)
    columns = 1 + max(x for x, _ in places) - left
    rows = 1 + top - min(y for _, y in places)
    width = max(NARROWEST, min(WIDEST, (room - GAP * (columns - 1)) / columns))
    parts = []
    for cell, segment in island.items():
        x, y = parse_cell(cell)
        tile = draw_tile(segment["card"], cell, language, width, exhausted=segment["exhausted"])
        parts.append(
            translate_group((x - left) * (width + GAP), (top - y) * (TILE_HEIGHT + GAP), tile)
        )
    wide, high = columns * (width + GAP) - GAP, rows * (TILE_HEIGHT + GAP)
    scale = min(1.0, room / wide)
    drawn = "".join(parts)
    if scale < 1:
        drawn = f'<g transform="scale({scale:.3f})">{drawn}</g>'
    return Block(drawn, high * scale)


def draw_tile(code: str, note: str, language: str, width: float, *, exhausted: bool = False) -> str:
    """Return a segment: its name, its type as text and colour, and a note in its corner."""
    card = SEGMENT[code]
    light, shade = TYPES[card.type]
    name, kind = name_of(code, language), WORDS[card.type][language_column(language)]
    ink = SOFT if exhausted else INK
    edge = GOLD if card.kind == "palace" else SPENT if exhausted else light
    room = width - 14
    size = 17 if width_of(max(name.split(), key=len), 17, bold=True) <= room else 14
    lines = wrap_text(name, room / BOLDER, size, 2)
    art = draw_art_tile(ART, code, width - 4, ART_HEIGHT, corner=6)
    above = ART_HEIGHT + 2
    parts = [
        draw_rounded_rect(width, TILE_HEIGHT, shade, edge, round_=8),
        translate_group(2, 2, art),
        *(
            draw_fitted_text(
                7,
                above + 18 + 18 * n,
                line,
                TextStyle(size, bold=True, colour=ink),
                room=room,
                least=10,
            )
            for n, line in enumerate(lines)
        ),
        draw_fitted_text(
            7, TILE_HEIGHT - 26, kind, TextStyle(15, colour=light), room=room, least=12
        ),
        draw_fitted_text(7, TILE_HEIGHT - 8, note, TextStyle(15, colour=SOFT), room=room, least=12),
    ]
    if exhausted:
        parts.append(
            f'<path d="M6 {TILE_HEIGHT - 6}L{width - 6:g} 6" stroke="{EDGE}" stroke-width="3"/>'
        )
    return draw_component(f'data-segment="{code}"', f"{name}, {kind}, {note}", *parts)
