"""The brush of Enchanters: shapes cut from paper with one lit edge, at the top left.

A figure is drawn around its own origin, y upwards negative, in units of a card 300 wide. Points are
written as text, "x,y x,y! x,y": the outline is a smooth curve (a quadratic B-spline, whose `T`
commands take two numbers a point) with a corner at each "!".
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from msgspec import Struct

from games.engine.board.art import ArtSize
from games.engine.board.paper_cut import Palette, Point, Variation
from games.engine.board.raster import mix_colours

# A point of an outline: x, y, and whether it is a corner.
Knot = tuple[float, float, bool]
# Brush -> None: draws one subject around the origin.
Subject = Callable[["Brush"], None]
Outline = str | Sequence[Point]

# What is seen of the units of a picture: left, top, right, bottom.
WINDOWS: dict[ArtSize, tuple[float, float, float, float]] = {
    "card": (0, 0, 300, 420),
    "hand": (0, 0, 300, 420),
    "chip": (17, 17, 133, 133),
}


class Tones(Struct, frozen=True):
    """The colours of a palette by name, with those between them."""

    palette: Palette

    def find_colour(self, tone: str) -> str:
        """Return the colour of a tone; a colour "#rrggbb" or "url(#id)" stands for itself."""
        if tone[0] in "#u":
            return tone
        own = self.palette
        match tone:
            case "body":
                return "url(#b)"
            case "ink":
                return mix_colours(own.deep, "#05030c", 0.45)
            case "shade":
                return mix_colours(own.deep, own.mid, 0.45)
            case "tint":
                return mix_colours(own.mid, own.light, 0.5)
            case "pale":
                return mix_colours(own.light, own.glow, 0.55)
            case "steel":
                return mix_colours("#8d97b5", own.light, 0.3)
            case "bright":
                return mix_colours("#e6ebf7", own.glow, 0.4)
            case "wood":
                return mix_colours("#6b452e", own.deep, 0.25)
            case "skin":
                return mix_colours("#c98f6c", own.mid, 0.3)
            case "bone":
                return mix_colours("#e9dfc4", own.glow, 0.3)
            case "deep" | "mid" | "light" | "glow" | "accent":
                return str(getattr(own, tone))
        raise ValueError(f"There is no tone {tone!r}.")


def read_points(text: str) -> list[Knot]:
    """Return the points of "x,y x,y!".

    >>> read_points("1,2 3,4!")
    [(1.0, 2.0, False), (3.0, 4.0, True)]
    """
    knots = []
    for word in text.split():
        x, _, y = word.rstrip("!").partition(",")
        knots.append((float(x), float(y), word.endswith("!")))
    return knots


def trace_spline(knots: Sequence[Knot], *, is_closed: bool = True) -> str:
    """Return the `d` of a smooth path along whole units; every corner is passed."""
    points: list[tuple[int, int]] = []
    for x, y, is_corner in knots:
        points += [(round(x), round(y))] * (2 if is_corner else 1)
    if not is_closed:
        points = [points[0], *points, points[-1]]
    ends = len(points) if is_closed else len(points) - 2
    control: tuple[float, float] = points[1 % len(points)]
    x, y = _halve(points[0], control)
    parts = [f"M{x:g} {y:g}"]
    for at in range(ends):
        following = points[(at + 2) % len(points)]
        x2, y2 = _halve(control, following)
        parts.append(
            f"Q{control[0]:g} {control[1]:g} {x2:g} {y2:g}" if at == 0 else f"T{x2:g} {y2:g}"
        )
        control = (2 * x2 - control[0], 2 * y2 - control[1])
    return "".join(parts) + ("Z" if is_closed else "")


def _halve(first: Point, second: Point) -> Point:
    return round(first[0] + second[0]) / 2, round(first[1] + second[1]) / 2


def trace_polygon(points: Sequence[Point]) -> str:
    """Return the `d` of a closed path of straight lines, in whole units."""
    x, y = round(points[0][0]), round(points[0][1])
    parts = [f"M{x} {y}"]
    for to_x, to_y in points[1:]:
        along, down = round(to_x) - x, round(to_y) - y
        if along or down:
            parts.append(f"l{along} {down}")
        x, y = x + along, y + down
    return "".join(parts).replace(" -", "-") + "Z"


class Brush:
    """Collects the shapes of a picture; `detail` tells a card from a hand card and a chip."""

    def __init__(self, palette: Palette, size: ArtSize, seed: str) -> None:
        self.tones = Tones(palette)
        self.size = size
        self.vary = Variation(seed)
        self.parts: list[str] = []
        # What is seen: left, top, right, bottom.
        self.window = WINDOWS[size]
        # What is smaller is left out on a chip.
        self.speck = 15.0
        # A point (x, y) becomes (a x + c y + e, b x + d y + f).
        self._matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
        self.rim = {"card": 3.0, "hand": 4.0, "chip": 0.0}[size]

    @property
    def detail(self) -> bool:
        """Return whether small things are drawn: not on a chip."""
        return self.size != "chip"

    @contextmanager
    def at(
        self, x: float = 0, y: float = 0, scale: float = 1, turn: float = 0, *, flip: bool = False
    ) -> Iterator[None]:
        """Draw what follows moved, scaled, turned by degrees and flipped sideways."""
        matrix = self._matrix
        a, b, c, d, e, f = matrix
        cos, sin = math.cos(math.radians(turn)) * scale, math.sin(math.radians(turn)) * scale
        side = -1 if flip else 1
        self._matrix = (
            (a * cos + c * sin) * side,
            (b * cos + d * sin) * side,
            c * cos - a * sin,
            d * cos - b * sin,
            a * x + c * y + e,
            b * x + d * y + f,
        )
        yield
        self._matrix = matrix

    @property
    def scale(self) -> float:
        """Return how much larger things are drawn than they are written."""
        return math.hypot(self._matrix[0], self._matrix[1])

    def move_point(self, x: float, y: float) -> Point:
        """Return where a point lies in the picture."""
        a, b, c, d, e, f = self._matrix
        return a * x + c * y + e, b * x + d * y + f

    def _move_outline(self, outline: Outline) -> list[Knot]:
        knots = (
            read_points(outline)
            if isinstance(outline, str)
            else [(x, y, False) for x, y in outline]
        )
        return [(*self.move_point(x, y), is_corner) for x, y, is_corner in knots]

    def _is_outside(self, knots: Sequence[Knot], part: float = 1) -> bool:
        """Return whether a shape is out of the picture, or on a chip a speck."""
        xs, ys = [knot[0] for knot in knots], [knot[1] for knot in knots]
        left, top, right, low = self.window
        is_speck = (
            self.size == "chip" and max(max(xs) - min(xs), max(ys) - min(ys)) < self.speck * part
        )
        return is_speck or max(xs) < left or min(xs) > right or max(ys) < top or min(ys) > low

    # -------------------------------------------------------------- shapes

    def cut(
        self,
        tone: str,
        outline: Outline,
        *,
        opacity: float = 1,
        rim: str = "",
        mirror: bool = False,
    ) -> None:
        """Cut a smooth shape; `rim` is the tone of its lit edge, `mirror` adds the other side
        (of a half outline from top to bottom, around x = 0)."""
        knots = self._move_outline(_mirror_outline(outline) if mirror else outline)
        if not self._is_outside(knots):
            self.fill(tone, trace_spline(knots), opacity, rim)

    def poly(self, tone: str, outline: Outline, *, opacity: float = 1, rim: str = "") -> None:
        """Cut a shape with straight edges."""
        knots = self._move_outline(outline)
        if not self._is_outside(knots):
            self.fill(tone, trace_polygon([(x, y) for x, y, _ in knots]), opacity, rim)

    def limb(
        self, tone: str, spine: str, widths: str, *, opacity: float = 1, rim: str = ""
    ) -> None:
        """Cut a bent tube along a spine: "x,y x,y" with half its breadth at each point."""
        self.cut(tone, _outline_tube(spine, widths), opacity=opacity, rim=rim)

    def line(
        self, tone: str, outline: Outline, width: float, *, opacity: float = 1, close: bool = False
    ) -> None:
        """Draw a smooth line with round ends."""
        knots = self._move_outline(outline)
        if self._is_outside(knots):
            return
        data = trace_spline(knots, is_closed=close)
        faint = "" if opacity == 1 else f' opacity="{opacity:g}"'
        self.parts.append(
            f'<path d="{data}" fill="none" stroke="{self.tones.find_colour(tone)}" stroke-width='
            f'"{max(width * self.scale, 0.8):.3g}" stroke-linecap="round"{faint}/>'
        )

    def dot(
        self, tone: str, x: float, y: float, radius: float, *, opacity: float = 1, rim: str = ""
    ) -> None:
        """Cut a disc."""
        (cx, cy), r = self.move_point(x, y), radius * self.scale
        if self._is_outside([(cx - r, cy - r, False), (cx + r, cy + r, False)], 0.4):
            return
        if rim and self.rim:
            shift = self.rim * 0.7
            self._dot(rim, cx - shift, cy - shift, r, 1)
        self._dot(tone, cx, cy, r, opacity)

    def _dot(self, tone: str, x: float, y: float, radius: float, opacity: float) -> None:
        faint = "" if opacity == 1 else f' opacity="{opacity:g}"'
        self.parts.append(
            f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{radius:.3g}" '
            f'fill="{self.tones.find_colour(tone)}"{faint}/>'
        )

    def fill(self, tone: str, data: str, opacity: float = 1, rim: str = "") -> None:
        """Fill a path whose points are those of the picture."""
        if rim and self.rim:
            shift = f'transform="translate(-{self.rim:g} -{self.rim:g})"'
            lit = self.tones.find_colour(rim)
            self.parts.append(f'<path d="{data}" fill="{lit}" {shift}/>')
        faint = "" if opacity == 1 else f' opacity="{opacity:g}"'
        self.parts.append(f'<path d="{data}" fill="{self.tones.find_colour(tone)}"{faint}/>')


def _mirror_outline(outline: Outline) -> str:
    """Return a half outline with its mirror image around x = 0."""
    knots = (
        read_points(outline) if isinstance(outline, str) else [(x, y, False) for x, y in outline]
    )
    other = [(-x, y, corner) for x, y, corner in reversed(knots) if x]
    return " ".join(f"{x:g},{y:g}" + ("!" if corner else "") for x, y, corner in (*knots, *other))


def _outline_tube(spine: str, widths: str) -> list[Point]:
    points = [(x, y) for x, y, _ in read_points(spine)]
    half = [float(word) for word in widths.split()]
    half += [half[-1]] * (len(points) - len(half))
    left, right = [], []
    for at, (x, y) in enumerate(points):
        before, after = points[max(at - 1, 0)], points[min(at + 1, len(points) - 1)]
        along = math.atan2(after[1] - before[1], after[0] - before[0])
        dx, dy = -math.sin(along) * half[at], math.cos(along) * half[at]
        left.append((x + dx, y + dy))
        right.append((x - dx, y - dy))
    # Doubled ends, so that the curve reaches them.
    return [left[0], *left, left[-1], right[-1], *reversed(right), right[0]]


def write_points(points: Sequence[Point], *, corners: bool = False) -> str:
    """Return points as text for a brush.

    >>> write_points([(1, 2.5)], corners=True)
    '1,2.5!'
    """
    return " ".join(f"{x:g},{y:g}" + ("!" if corners else "") for x, y in points)


def ring_points(x: float, y: float, radius: float, count: int, start: float = -90) -> list[Point]:
    """Return points around a centre, the first at the angle `start` in degrees."""
    turns = [math.radians(start + 360 * at / count) for at in range(count)]
    return [(x + math.cos(turn) * radius, y + math.sin(turn) * radius) for turn in turns]


def star_points(x: float, y: float, far: float, near: float, count: int) -> list[Point]:
    """Return the outline of a star with this many rays, one of them upwards."""
    step = 180 / count
    return [
        point
        for outer, inner in zip(
            ring_points(x, y, far, count), ring_points(x, y, near, count, -90 + step), strict=True
        )
        for point in (outer, inner)
    ]


def arc_points(x: float, y: float, radius: float, start: float, end: float) -> str:
    """Return an arc as text: along `radius` around the centre from one angle to another."""
    steps = max(3, round(abs(end - start) / 30))
    turns = [math.radians(start + (end - start) * at / steps) for at in range(steps + 1)]
    return write_points(
        [(round(x + math.cos(t) * radius, 1), round(y + math.sin(t) * radius, 1)) for t in turns]
    )
