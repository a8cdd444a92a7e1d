"""Segments: a building on its cell, over clouds, close up, and as an emblem."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.board.paper_cut import (
    Palette,
    Point,
    build_document,
    define_linear_gradient,
    fill_circle,
    fill_path,
    fill_rect,
    place_group,
)
from games.engine.board.raster import mix_colours

from ...rules.components import SEGMENT
from .buildings import BUILDINGS
from .isometry import CELL, build_piece, draw_ground, project_point
from .paints import PALETTES, paint_layers

ROCK = (
    "M M-100 61L0 111L-8 150L-30 158L-52 136L-74 118L-90 88Z;D M100 61L0 111L-8 150L14 196"
    "L30 160L48 150L66 116L88 100Z;D/.55 M-52 136L-30 158L-8 150L14 196L4 204L-16 176L-40 168Z"
)
CLOUDS = (
    "w/.9 M-10 300L-10 270Q20 244 56 262Q84 236 118 262Q142 258 150 300Z;"
    "G/.9 M290 300Q296 262 330 268Q356 244 390 262Q410 254 430 266L430 300Z"
)


def place_cell(x: int, y: int) -> Point:
    """Return where the far corner of a cell is in the picture of an island; y grows to the back."""
    return project_point(x * CELL, -y * CELL)


def pick_palette(code: str) -> Palette:
    """Return the palette of a segment's type."""
    return PALETTES[SEGMENT[code].type]


def draw_piece(code: str) -> str:
    """Return a segment on the ground of its cell, its far corner at (0, 0)."""
    palette = pick_palette(code)
    return draw_ground(palette) + build_piece(BUILDINGS[code], palette)


def draw_island(cells: Mapping[tuple[int, int], str]) -> str:
    """Return the segments of an island, given by (x, y), side by side, the farthest first."""
    order = sorted(cells, key=lambda cell: (cell[0] - cell[1], cell))
    return "".join(place_group([draw_piece(cells[cell])], place_cell(*cell)) for cell in order)


def draw_segment_card(code: str) -> str:
    """Return a segment as an island of its own in the morning, 420 x 300."""
    palette = pick_palette(code)
    pale = mix_colours(palette.glow, palette.light, 0.3)
    stops = [(0.0, palette.light), (0.6, pale), (1.0, palette.glow)]
    body = [
        fill_rect(0, 0, 420, 300, "url(#s)"),
        _draw_sun(code),
        paint_layers(_draw_distance(code), palette),
        place_group(
            [paint_layers(ROCK, palette), draw_piece(code)],
            (210, 138 if is_great(code) else 124),
            scale=1.08 if is_great(code) else 1.3,
        ),
        paint_layers(CLOUDS, palette),
    ]
    return build_document(420, 300, define_linear_gradient("s", stops), "".join(body))


def draw_segment_hand(code: str) -> str:
    """Return a segment close up, its ground from edge to edge, 120 x 168."""
    palette = pick_palette(code)
    stops = [(0.0, palette.light), (0.7, palette.glow), (1.0, palette.mid)]
    body = [
        fill_rect(0, 0, 120, 168, "url(#s)"),
        fill_circle((26, 26), 52 if is_great(code) else 18, "#fffdf0", 0.6),
        fill_path("M-2 122L60 153L122 122L122 170L-2 170Z", palette.deep),
        place_group(
            [draw_piece(code)],
            (60, 90 if is_great(code) else 78),
            scale=0.61 if is_great(code) else 0.76,
        ),
    ]
    return build_document(120, 168, define_linear_gradient("s", stops), "".join(body))


def draw_segment_chip(code: str) -> str:
    """Return the building of a segment on its ground alone, 48 x 48."""
    palette = pick_palette(code)
    body = [
        fill_path("M24 21L47 32.5L24 44L1 32.5Z", palette.light),
        fill_path("M1 32.5L24 44L24 47L1 35.5Z", palette.mid),
        fill_path("M47 32.5L24 44L24 47L47 35.5Z", palette.deep),
        place_group(
            [build_piece(BUILDINGS[code], palette)],
            (24, 21 if is_great(code) else 18),
            scale=0.23 if is_great(code) else 0.29,
        ),
    ]
    return build_document(48, 48, "", "".join(body))


def is_great(code: str) -> bool:
    """Return whether a segment is a Monument or a Palace."""
    return not code.startswith("l.")


def _draw_sun(code: str) -> str:
    """Return the sun, beside a Location and behind what is great."""
    if is_great(code):
        return fill_circle((210, 96), 118, "#fffdf0", 0.4) + fill_circle(
            (210, 96), 84, "#fffdf0", 0.5
        )
    return fill_circle((60 + sum(map(ord, code)) % 60, 62), 44, "#fffdf0", 0.8)


def _draw_distance(code: str) -> str:
    """Return small islands far off; each segment sees others."""
    at = sum(map(ord, code))
    left, right = at % 40, at % 50
    return (
        f"M/.35 M{10 + left} {150 - right}l60 0l-22 14l-12 20l-14 -18z;"
        f"L/.8 M{22 + left} {150 - right}l0 -18l10 -12l10 12l0 18z;"
        f"M/.3 M{320 + left} {70 + right}l64 0l-20 14l-14 22l-12 -20z;"
        f"L/.8 M{340 + left} {70 + right}l0 -14l16 -14l16 14l0 14z;"
        f"w/.8 M{250 + right} 40q12 -18 30 -8q16 -16 34 0q16 -2 18 12l-86 0z"
    )
