"""Shapes written as short lists of coordinates, and the colours of every family."""

from __future__ import annotations

import math
from collections.abc import Iterable

from games.engine.board.paper_cut import (
    Palette,
    Point,
    build_document,
    define_linear_gradient,
    define_radial_gradient,
    fill_path,
    mirror_points,
    smooth_path,
    straight_path,
    stroke_path,
)
from games.engine.board.raster import mix_colours

from ..palette import BONE, COLOURS, DARK, GOLD, PEARL, PEARL_SHADE, SHADES, WHITE

STEEL, ROPE, WOOD, PINK, TEAL = "#9fb4c6", "#c9a877", "#7a5230", "#ff9fbf", "#7fe0cf"
PAPER, INK = "#f3e6c4", "#4a3a22"
# Fills that every drawing may use.
SKIN, CLOAK, WATER, GILT, NACRE = ("url(#s)", "url(#c)", "url(#w)", "url(#o)", "url(#p)")
ACCENTS = {
    "soldiers": "#ffe08a",
    "mages": "#ffd166",
    "farmers": TEAL,
    "merchants": PINK,
    "politicians": "#ffcf70",
    "ambassadors": GOLD,
    "monster": "#d8ff8a",
}
GUILD_OF_RACE = {
    "crab": "soldiers",
    "jellyfish": "mages",
    "seahorse": "farmers",
    "shellfish": "merchants",
    "squid": "politicians",
}
_SHADE_OF = {guild: SHADES[race] for race, guild in GUILD_OF_RACE.items()} | {
    "ambassadors": "#41586f",
    "monster": SHADES["monster"],
}


def _build_palette(family: str) -> Palette:
    light, shade = COLOURS[family], _SHADE_OF[family]
    return Palette(
        deep=mix_colours(shade, DARK, 0.6),
        mid=mix_colours(shade, light, 0.34),
        light=light,
        glow=mix_colours(light, WHITE, 0.62),
        accent=ACCENTS[family],
    )


PALETTES = {family: _build_palette(family) for family in ACCENTS}


def parse_points(text: str) -> list[Point]:
    """Return the points of "x y x y".

    >>> parse_points("1 2 -3 4")
    [(1.0, 2.0), (-3.0, 4.0)]
    """
    numbers = [float(number) for number in text.split()]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def fill_blob(points: str, fill: str, opacity: float = 1) -> str:
    """Return a smooth shape through "x y x y"."""
    return fill_path(smooth_path(parse_points(points)), fill, opacity)


def fill_edges(points: str, fill: str, opacity: float = 1) -> str:
    """Return a shape with straight sides through "x y x y"."""
    return fill_path(straight_path(parse_points(points)), fill, opacity)


def fill_mirrored(half: str, fill: str, opacity: float = 1, *, axis: float = 0) -> str:
    """Return a smooth symmetric shape; `half` is its left side from top to bottom."""
    return fill_path(smooth_path(mirror_points(parse_points(half), axis)), fill, opacity)


def fill_limb(
    start: Point, angle: float, length: float, width: float, fill: str, *, wave: float = 0
) -> str:
    """Return a tapering limb; `width` is half its breadth at the start, `wave` its swing."""
    turn = math.radians(angle)
    along, aside = (math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))

    def place(far: float, off: float) -> str:
        x = start[0] + along[0] * far * length + aside[0] * off
        y = start[1] + along[1] * far * length + aside[1] * off
        return f"{x:.0f} {y:.0f}"

    swing = math.sin(math.radians(wave)) * length * 0.7
    there = f"C{place(0.35, swing + width)} {place(0.7, -swing + width * 0.5)} {place(1, 0)}"
    back = f"C{place(0.7, -swing - width * 0.5)} {place(0.35, swing - width)} {place(0, -width)}"
    return fill_path(f"M{place(0, width)}{there}{back}Z", fill)


def draw_line(data: str, colour: str, width: float, opacity: float = 1) -> str:
    """Return a line with round ends along a path."""
    return stroke_path(data, colour, width, opacity)


def join_parts(*groups: Iterable[str]) -> str:
    """Return all parts of all groups as one text."""
    return "".join("".join(group) for group in groups)


def blend(first: str, second: str, part: float = 0.5) -> str:
    """Return the colour that lies `part` of the way from one to the other."""
    return mix_colours(first, second, part)


def define_gradients(
    body: str, paint: Palette, *, water: str = "", is_lit_from_right: bool = False
) -> str:
    """Return the gradients that the body uses; `water` is one of its own."""
    stops = [(0.0, paint.glow), (0.3, paint.light), (1.0, paint.mid)]
    skin = define_linear_gradient("s", stops, towards=(0.35, 1))
    if is_lit_from_right:
        skin = skin.replace('x1="0"', 'x1="1"').replace('x2="0.35"', 'x2=".65"')
    cloak = [(0.0, blend(paint.light, paint.mid, 0.5)), (0.35, paint.mid), (1.0, paint.deep)]
    gradients = {
        WATER: water,
        SKIN: skin,
        CLOAK: define_linear_gradient("c", cloak),
        GILT: define_linear_gradient("o", [(0, "#fff3c8"), (0.35, GOLD), (1, "#b07a22")]),
        NACRE: define_radial_gradient("p", [(0, WHITE), (0.6, PEARL), (1, PEARL_SHADE)]),
    }
    return "".join(gradient for fill, gradient in gradients.items() if fill in body)


def rename_gradients(text: str, suffix: str) -> str:
    """Return a body or its gradients with other ids, for drawings with several palettes."""
    for name in "scwop":
        text = text.replace(f"url(#{name})", f"url(#{name}{suffix})")
        text = text.replace(f'id="{name}"', f'id="{name}{suffix}"')
    return text


def build_drawing(
    width: float,
    height: float,
    body: str,
    paint: Palette,
    *,
    water: str = "",
    is_lit_from_right: bool = False,
) -> str:
    """Return a document with the gradients that the body uses."""
    gradients = define_gradients(body, paint, water=water, is_lit_from_right=is_lit_from_right)
    return build_document(width, height, gradients, body)


__all__ = [
    "BONE",
    "CLOAK",
    "DARK",
    "GILT",
    "GOLD",
    "GUILD_OF_RACE",
    "INK",
    "NACRE",
    "PALETTES",
    "PAPER",
    "PEARL",
    "PEARL_SHADE",
    "PINK",
    "ROPE",
    "SKIN",
    "STEEL",
    "TEAL",
    "WATER",
    "WHITE",
    "WOOD",
    "Palette",
    "Point",
    "blend",
    "build_drawing",
    "define_gradients",
    "rename_gradients",
    "draw_line",
    "fill_blob",
    "fill_edges",
    "fill_limb",
    "fill_mirrored",
    "fill_path",
    "join_parts",
    "parse_points",
]
