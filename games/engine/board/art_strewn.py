"""Shapes that a seed strews: what nobody reads, different on every card and always the same there.

A table gives the ranges; the numbers come from the card's seed, in a fixed order.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from msgspec import Struct

from .art_motifs import PAINT, Shape
from .paper_cut import Point, Variation

# Low and high end of a range.
Range = tuple[float, float]
# Writes a number: short in a picture of groups, exact where shapes are cut along whole units.
Write = Callable[[float], str]


class Dots(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="dots"):
    """Discs in a field: stars, motes, bubbles."""

    count: int
    x: Range
    y: Range
    r: Range
    paint: str
    opacity: float = 1

    def list_shapes(self, vary: Variation, write: Write) -> list[Shape]:
        """Return the discs."""
        dots = []
        for _ in range(self.count):
            x, y, r = (write(vary.between(*ends)) for ends in (self.x, self.y, self.r))
            dots.append(_make_dot((x, y, r), self.paint, self.opacity))
        return dots


class Stars(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="stars"):
    """Twelve stars of three sizes in the upper part of a sky, by the letters of a code."""

    code: str
    width: float
    height: float
    paint: str
    opacity: float

    def list_shapes(self, vary: Variation, write: Write) -> list[Shape]:
        """Return the stars."""
        first = sum(map(ord, self.code))
        stars = []
        for at in range(12):
            x, y = (first * 7 + at * 61) % 97 / 97, (first * 3 + at * 37) % 89 / 130
            size = 1.1 + at % 3 * 0.5
            place = (write(self.width * x), write(self.height * y), write(size))
            stars.append(_make_dot(place, self.paint, self.opacity))
        return stars


class Beams(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="beams"):
    """Beams of light that fall from the top left, and dots in them."""

    count: int
    paint: str
    opacity: float
    dots: Dots

    def list_shapes(self, vary: Variation, write: Write) -> list[Shape]:
        """Return the beams, then the dots."""
        beams = []
        for at in range(self.count):
            x, wide = 20 + at * 85 + vary.between(-20, 20), vary.between(20, 52)
            edge = f"{x:.0f} -5L{x + wide:.0f} -5L{x + wide * 2 - 40:.0f} 430L{x - 90:.0f} 430"
            own = {"d": f"M{edge}Z", PAINT: "", "opacity": f"{self.opacity:g}"}
            beams.append(Shape("path", own, fill=self.paint))
        return beams + self.dots.list_shapes(vary, write)


class Weeds(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="weeds"):
    """Weeds that rise from their feet; `wave` is their swing in degrees, `size` that of their
    lengths and widths."""

    feet: list[Point]
    lean: float
    length: Range
    width: float
    wave: Range | float
    paint: str
    size: float = 1

    def list_shapes(self, vary: Variation, write: Write) -> list[Shape]:
        """Return the weeds."""
        weeds = []
        for foot in self.feet:
            angle = -90 + vary.between(-self.lean, self.lean)
            length = vary.between(*self.length) * self.size
            wave = vary.between(*self.wave) if isinstance(self.wave, tuple) else self.wave
            data = trace_limb(foot, angle, length, self.width * self.size, wave)
            weeds.append(Shape("path", {"d": data, PAINT: ""}, fill=self.paint))
        return weeds


class Ridge(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="ridge"):
    """A smooth ridge; each point of its crest is (x, number of a height, added to it)."""

    heights: int
    spread: Range
    crest: list[tuple[float, int, float]]
    floor: float
    paint: str
    edge: str

    def list_shapes(self, vary: Variation, write: Write) -> list[Shape]:
        """Return the ridge."""
        levels = [vary.between(*self.spread) for _ in range(self.heights)]
        points = [(x, round(levels[number] + offset)) for x, number, offset in self.crest]
        # Corners are doubled: the curve passes them.
        left, right = [(points[0][0], self.floor)] * 2, [(points[-1][0], self.floor)] * 2
        data = write_spline([*left, *points, *right])
        return [Shape("path", {"d": data, PAINT: ""}, fill=self.paint, edge=self.edge)]


Strewn = Dots | Stars | Beams | Weeds | Ridge


def _make_dot(place: tuple[str, str, str], paint: str, opacity: float) -> Shape:
    """Return a disc by its centre and radius."""
    x, y, r = place
    faint = {} if opacity == 1 else {"opacity": f"{opacity:g}"}
    return Shape("circle", {"cx": x, "cy": y, "r": r, PAINT: ""} | faint, fill=paint)


def trace_limb(start: Point, angle: float, length: float, width: float, wave: float) -> str:
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


def write_spline(knots: Sequence[Point]) -> str:
    """Return the `d` of a closed smooth curve that these points bend.

    >>> write_spline([(0, 0), (4, 0), (4, 4)])
    'M2 0Q4 0 4 2T2 2T2 0Z'
    """
    ends = zip(knots, [*knots[1:], knots[0]], strict=True)
    middles = [f"{(x + x2) / 2:g} {(y + y2) / 2:g}" for (x, y), (x2, y2) in ends]
    x, y = knots[1]
    return f"M{middles[0]}Q{x:g} {y:g} " + "T".join([*middles[1:], middles[0]]) + "Z"


def write_exactly(value: float) -> str:
    """Return a number with twelve digits."""
    return f"{value:.12g}"
