"""Shapes that a seed strews: what nobody reads, different on every card and always the same there.

A table gives the ranges in `given`; the numbers come from the card's seed, in a fixed order.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from .art_motifs import PAINT, Shape
from .paper_cut import Point, Variation, write_number

# Low and high end of a range.
Range = tuple[float, float]
# Writes a number: short in a picture of groups, exact where shapes are cut along whole units.
Write = Callable[[float], str]


def strew_dots(
    vary: Variation,
    write: Write,
    *,
    count: int,
    x: Range,
    y: Range,
    r: Range,
    paint: str,
    opacity: float = 1,
) -> list[Shape]:
    """Return discs in a field: stars, motes, bubbles."""
    faint = {} if opacity == 1 else {"opacity": f"{opacity:g}"}
    dots = []
    for _ in range(count):
        centre = {"cx": write(vary.between(*x)), "cy": write(vary.between(*y))}
        radius = {"r": write(vary.between(*r)), PAINT: ""}
        dots.append(Shape("circle", centre | radius | faint, fill=paint))
    return dots


def strew_stars(
    vary: Variation, write: Write, *, code: str, width: float, height: float, paint: str
) -> list[Shape]:
    """Return twelve stars of three sizes in the upper part of a sky, by the letters of a code."""
    first = sum(map(ord, code))
    stars = []
    for at in range(12):
        x, y = (first * 7 + at * 61) % 97 / 97, (first * 3 + at * 37) % 89 / 130
        centre = {"cx": write(width * x), "cy": write(height * y)}
        own = centre | {"r": write(1.1 + at % 3 * 0.5), PAINT: "", "opacity": "0.7"}
        stars.append(Shape("circle", own, fill=paint))
    return stars


def strew_beams(
    vary: Variation, write: Write, *, count: int, paint: str, opacity: float, dots: dict[str, Any]
) -> list[Shape]:
    """Return beams that fall from the top left, and dots in their light."""
    beams = []
    for at in range(count):
        x, wide = 20 + at * 85 + vary.between(-20, 20), vary.between(20, 52)
        edge = f"{x:.0f} -5L{x + wide:.0f} -5L{x + wide * 2 - 40:.0f} 430L{x - 90:.0f} 430"
        own = {"d": f"M{edge}Z", PAINT: "", "opacity": f"{opacity:g}"}
        beams.append(Shape("path", own, fill=paint))
    return beams + strew_dots(vary, write, **dots)


def strew_weeds(
    vary: Variation,
    write: Write,
    *,
    feet: list[Point],
    lean: float,
    length: Range,
    width: float,
    wave: Range | float,
    paint: str,
    size: float = 1,
) -> list[Shape]:
    """Return weeds that rise from their feet; `wave` is their swing in degrees, `size` that of
    their lengths and widths."""
    weeds = []
    for foot in feet:
        angle, long = -90 + vary.between(-lean, lean), vary.between(*length) * size
        swing = wave if isinstance(wave, (int, float)) else vary.between(*wave)
        data = trace_limb(foot, angle, long, width * size, wave=swing)
        weeds.append(Shape("path", {"d": data, PAINT: ""}, fill=paint))
    return weeds


def trace_limb(start: Point, angle: float, length: float, width: float, *, wave: float = 0) -> str:
    """Return the `d` of a tapering limb; `width` is half its breadth at the start."""
    turn = math.radians(angle)
    along, aside = (math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))

    def place(far: float, off: float) -> str:
        x = start[0] + along[0] * far * length + aside[0] * off
        y = start[1] + along[1] * far * length + aside[1] * off
        return f"{x:.0f} {y:.0f}"

    swing = math.sin(math.radians(wave)) * length * 0.7
    there = f"C{place(0.35, swing + width)} {place(0.7, -swing + width * 0.5)} {place(1, 0)}"
    back = f"C{place(0.7, -swing - width * 0.5)} {place(0.35, swing - width)} {place(0, -width)}"
    return f"M{place(0, width)}{there}{back}Z"


def strew_ridge(
    vary: Variation,
    write: Write,
    *,
    heights: int,
    spread: Range,
    crest: list[tuple[float, int, float]],
    floor: float,
    paint: str,
    edge: str,
) -> list[Shape]:
    """Return a smooth ridge; each point of its crest is (x, number of a height, added to it)."""
    levels = [vary.between(*spread) for _ in range(heights)]
    points = [(x, round(levels[number] + added)) for x, number, added in crest]
    left, right = points[0][0], points[-1][0]
    # Corners are doubled: the curve passes them.
    knots = [*[(left, floor)] * 2, *points, *[(right, floor)] * 2]
    return [Shape("path", {"d": write_spline(knots), PAINT: ""}, fill=paint, edge=edge)]


def write_spline(knots: list[tuple[float, float]]) -> str:
    """Return the `d` of a closed smooth curve that these points bend."""
    middles = [
        ((x + x2) / 2, (y + y2) / 2)
        for (x, y), (x2, y2) in zip(knots, [*knots[1:], knots[0]], strict=True)
    ]
    x, y = middles[0]
    bends = [
        f"Q{knots[1][0]:g} {knots[1][1]:g} {middles[1][0]:g} {middles[1][1]:g}",
        *(f"T{px:g} {py:g}" for px, py in (*middles[2:], middles[0])),
    ]
    return f"M{x:g} {y:g}" + "".join(bends) + "Z"


STREWN: dict[str, Callable[..., list[Shape]]] = {
    "dots": strew_dots,
    "stars": strew_stars,
    "beams": strew_beams,
    "weeds": strew_weeds,
    "ridge": strew_ridge,
}


def strew_shapes(
    name: str, vary: Variation, given: dict[str, Any], *, is_exact: bool
) -> list[Shape]:
    """Return the shapes of an operation by its name."""
    return STREWN[name](vary, write_exactly if is_exact else write_number, **given)


def write_exactly(value: float) -> str:
    """Return a number with twelve digits."""
    return f"{value:.12g}"
