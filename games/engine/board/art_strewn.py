"""Shapes that a seed strews: what nobody reads, different on every card and always the same there.

A table gives the ranges in `given`; the numbers come from the card's seed, in a fixed order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .art_motifs import Shape
from .paper_cut import Variation

# Low and high end of a range.
Range = tuple[float, float]
# (the numbers of the seed, the paint, what the table gives): shapes.
Strew = Callable[..., list[Shape]]


def strew_dots(
    vary: Variation, *, count: int, x: Range, y: Range, r: Range, paint: str, opacity: float = 1
) -> list[Shape]:
    """Return discs in a field: stars, motes, bubbles."""
    return [
        Shape(
            "circle",
            {
                "cx": f"{vary.between(*x):.12g}",
                "cy": f"{vary.between(*y):.12g}",
                "r": f"{vary.between(*r):.12g}",
                "class": "",
            }
            | ({} if opacity == 1 else {"opacity": f"{opacity:g}"}),
            fill=paint,
        )
        for _ in range(count)
    ]


def strew_ridge(
    vary: Variation,
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
    (left, first), (right, last) = points[0], points[-1]
    # Corners are doubled: the curve passes them.
    knots = [
        *[(left, floor)] * 2,
        *[(left, first)] * 1,
        *points[1:-1],
        (right, last),
        *[(right, floor)] * 2,
    ]
    return [Shape("path", {"d": write_spline(knots), "class": ""}, fill=paint, edge=edge)]


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


STREWN: dict[str, Strew] = {"dots": strew_dots, "ridge": strew_ridge}


def strew_shapes(name: str, vary: Variation, given: dict[str, Any]) -> list[Shape]:
    """Return the shapes of an operation by its name."""
    return STREWN[name](vary, **given)
