"""An Island as a picture: a grid of its segments by their cells, and their names below it."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.board.art_tiles import draw_art_tile
from games.engine.board.lettering import LEAST, TextStyle, draw_fitted_text, draw_text, width_of
from games.engine.board.pieces import Block, draw_component, draw_rounded_rect, translate_group

from ..rules.components import SEGMENT
from ..rules.island import parse_cell
from ..rules.view import SegmentView
from ..words.lexicon import TYPES as WORDS
from ..words.lexicon import language_column, name_of
from .art import ART
from .palette import GOLD, SLAB, SOFT, SPENT, TYPES

GAP = 5
# Height of a tile: of the cell at its foot, and of the drawing by the number of rows.
FOOT, ART_HEIGHTS = 30, (52, 52, 40, 34)
# Maximum and minimum width of a tile.
WIDEST, NARROWEST = 110, 62
# Height of a line of the list of names.
LINE = 27
CHIP_HEIGHT, CHIP_ART = 40, 38


def draw_island(
    island: Mapping[str, SegmentView], language: str, room: float, *, with_names: bool = True
) -> Block:
    """Return the Island as a grid, its lowest row at the bottom, and a list of its segments if they
    are to be `with_names`."""
    places = [parse_cell(cell) for cell in island]
    if not places:
        return Block("", 0)
    left, top = min(x for x, _ in places), max(y for _, y in places)
    columns = 1 + max(x for x, _ in places) - left
    rows = 1 + top - min(y for _, y in places)
    width = int(max(NARROWEST, min(WIDEST, (room - GAP * (columns - 1)) / columns)))
    height = FOOT + ART_HEIGHTS[min(rows, len(ART_HEIGHTS)) - 1]
    parts = []
    for cell, segment in island.items():
        x, y = parse_cell(cell)
        tile = _draw_cell(cell, segment, language, width, height)
        parts.append(translate_group((x - left) * (width + GAP), (top - y) * (height + GAP), tile))
    high = rows * (height + GAP)
    if not with_names:
        return Block("".join(parts), high - GAP)
    names = list_segments(island, language, room)
    return Block("".join(parts) + translate_group(0, high, names.svg), high + names.height)


def _draw_cell(cell: str, segment: SegmentView, language: str, width: int, height: int) -> str:
    code = segment.card
    card = SEGMENT[code]
    light, shade = TYPES[card.type]
    is_spent = segment.exhausted
    edge = GOLD if card.kind == "palace" else SPENT if is_spent else light
    kind = WORDS[card.type][language_column(language)]
    return draw_component(
        f'data-segment="{code}"',
        f"{name_of(code, language)}, {kind}, {cell}",
        draw_rounded_rect(width, height, SLAB if is_spent else shade, edge, round_=8),
        *([] if is_spent else [_draw_art(code, width - 4, height - FOOT)]),
        draw_text(width / 2, height - 7, cell, TextStyle(LEAST, bold=True, anchor="middle")),
    )


def _draw_art(code: str, width: int, height: int) -> str:
    return translate_group(2, 2, draw_art_tile(ART, code, width, height, corner=6))


def list_segments(island: Mapping[str, SegmentView], language: str, room: float) -> Block:
    """Return the names of the segments with their cells, two in a row if they fit."""
    lines = [f"{cell}  {name_of(segment.card, language)}" for cell, segment in island.items()]
    half = (room - 8) / 2
    parts = []
    for number, (line, segment) in enumerate(zip(lines, island.values(), strict=True)):
        row, column = divmod(number, 2)
        colour = SPENT if segment.exhausted else TYPES[SEGMENT[segment.card].type][0]
        style = TextStyle(LEAST, colour=colour)
        x, y = column * (half + 8), row * LINE + 24
        parts.append(draw_fitted_text(x, y, line, style, room=half))
    return Block("".join(parts), -(-len(lines) // 2) * LINE + 6)


def draw_chip(code: str, note: str, language: str, width: float, colour: str) -> str:
    """Return a card as a small drawing with its name, and a note at its right end."""
    art = draw_art_tile(ART, code, CHIP_ART, CHIP_HEIGHT - 4, corner=6, top=0.3)
    left = CHIP_ART + 8
    room = width - left - 6 - (width_of(note, LEAST) + 6 if note else 0)
    end = TextStyle(LEAST, colour=SOFT, anchor="end")
    return "".join(
        (
            draw_rounded_rect(width, CHIP_HEIGHT, SLAB, colour, round_=8),
            translate_group(2, 2, art),
            draw_fitted_text(left, 28, name_of(code, language), TextStyle(LEAST), room=room),
            draw_text(width - 8, 28, note, end) if note else "",
        )
    )
