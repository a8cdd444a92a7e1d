"""Paths of SVG: read, moved, and written along whole units.

A path is a list of steps (command, numbers) with absolute coordinates: M, L, C, Q, A and Z. A `T`
becomes a Q whose control point is the mirror image of the one before.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from .paper_cut import Point

# How many numbers a command takes.
COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
TOKEN = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
# Points that are less than this apart are the same.
NEAR = 0.01


class Step(NamedTuple):
    """A command of a path; `is_smooth` marks a curve that goes on from the one before."""

    command: str
    numbers: tuple[float, ...]
    is_smooth: bool = False


class Matrix(NamedTuple):
    """A point (x, y) becomes (a x + c y + e, b x + d y + f)."""

    a: float = 1
    b: float = 0
    c: float = 0
    d: float = 1
    e: float = 0
    f: float = 0

    def place(
        self, at: Point = (0, 0), scale: float = 1, turn: float = 0, *, flip: bool = False
    ) -> Matrix:
        """Return the matrix of what is moved, turned by degrees, scaled and flipped sideways."""
        a, b, c, d, e, f = self
        x, y = at
        cos, sin = math.cos(math.radians(turn)) * scale, math.sin(math.radians(turn)) * scale
        side = -1 if flip else 1
        return Matrix(
            (a * cos + c * sin) * side,
            (b * cos + d * sin) * side,
            c * cos - a * sin,
            d * cos - b * sin,
            a * x + c * y + e,
            b * x + d * y + f,
        )

    def combine(self, inner: Matrix) -> Matrix:
        """Return the matrix of what is moved by `inner` first."""
        a, b, c, d, e, f = self
        return Matrix(
            a * inner.a + c * inner.b,
            b * inner.a + d * inner.b,
            a * inner.c + c * inner.d,
            b * inner.c + d * inner.d,
            a * inner.e + c * inner.f + e,
            b * inner.e + d * inner.f + f,
        )

    def move(self, x: float, y: float) -> Point:
        """Return where a point lies."""
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    @property
    def scale(self) -> float:
        """Return how much larger things become."""
        return math.hypot(self.a, self.b)


TRANSFORM = re.compile(r"(\w+)\s*\(([^)]*)\)")


def read_transform(text: str) -> Matrix:
    """Return the matrix of a `transform`. Raises ValueError for one that is not known."""
    matrix = Matrix()
    for name, arguments in TRANSFORM.findall(text):
        numbers = [float(number) for number in re.split(r"[\s,]+", arguments.strip())]
        match name, numbers:
            case "translate", [x]:
                matrix = matrix.place((x, 0))
            case "translate", [x, y]:
                matrix = matrix.place((x, y))
            case "rotate", [turn]:
                matrix = matrix.place(turn=turn)
            case "rotate", [turn, x, y]:
                matrix = matrix.place((x, y), turn=turn).place((-x, -y))
            case "scale", [size]:
                matrix = matrix.place(scale=size)
            case "scale", [across, down]:
                matrix = matrix.combine(Matrix(across, 0, 0, down))
            case "matrix", [a, b, c, d, e, f]:
                matrix = matrix.combine(Matrix(a, b, c, d, e, f))
            case _:
                raise ValueError(f"Unknown transform {name}({arguments}).")
    return matrix


def read_path(data: str) -> list[Step]:
    """Return the steps of a path's `d`. Raises ValueError for what is no path."""
    tokens, steps = TOKEN.findall(data), list[Step]()
    at, command = 0, ""
    here = start = control = (0.0, 0.0)
    while at < len(tokens):
        if tokens[at].isalpha():
            command, at = tokens[at], at + 1
        if command.upper() not in COUNTS:
            raise ValueError(f"Unknown command {command!r} in a path.")
        count = COUNTS[command.upper()]
        numbers = [float(token) for token in tokens[at : at + count]]
        at += count
        if command in "zZ":
            steps.append(Step("Z", ()))
            here = start
            continue
        step, control = _make_absolute(command, numbers, here, control, steps)
        steps.append(step)
        here = (step.numbers[-2], step.numbers[-1])
        if step.command == "M":
            start, command = here, "l" if command == "m" else "L"
    return steps


def _make_absolute(
    command: str, numbers: list[float], here: Point, control: Point, before: Sequence[Step]
) -> tuple[Step, Point]:
    """Return a step with absolute coordinates, and its last control point (or its end)."""
    kind, (x, y) = command.upper(), here
    dx, dy = here if command.islower() else (0.0, 0.0)
    match kind:
        case "H":
            return Step("L", (numbers[0] + dx, y)), (numbers[0] + dx, y)
        case "V":
            return Step("L", (x, numbers[0] + dy)), (x, numbers[0] + dy)
        case "A":
            end = (numbers[5] + dx, numbers[6] + dy)
            return Step("A", (*numbers[:5], *end)), end
    points = [number + (dy if at % 2 else dx) for at, number in enumerate(numbers)]
    last = before[-1].command if before else ""
    mirror_point = (2 * x - control[0], 2 * y - control[1])
    if kind == "T":
        first = mirror_point if last == "Q" else here
        return Step("Q", (*first, *points), is_smooth=last == "Q"), first
    if kind == "S":
        points = [*(mirror_point if last == "C" else here), *points]
        kind = "C"
    edge = (points[-4], points[-3]) if kind in "CQ" else (points[-2], points[-1])
    return Step(kind, tuple(points)), edge


class Outline(NamedTuple):
    """A path as points that are moved together, and how they are written.

    The points of a spline are those that bend it, of another path those of its steps.
    """

    kind: Literal["spline", "polygon", "steps"]
    points: tuple[Point, ...]
    steps: tuple[Step, ...]

    def move(self, matrix: Matrix) -> list[Point]:
        """Return the points where a matrix takes them."""
        a, b, c, d, e, f = matrix
        return [(a * x + c * y + e, b * x + d * y + f) for x, y in self.points]

    def write(self, points: Sequence[Point], scale: float) -> str:
        """Return the `d` of the path through moved points along whole units, as short as possible;
        `scale` is how much larger arcs have become."""
        is_closed = self.steps[-1].command == "Z"
        match self.kind:
            case "spline":
                return trace_spline(points, is_closed=is_closed)
            case "polygon":
                return trace_polygon(points)
        rest, parts = iter(points), []
        for step in self.steps:
            numbers = list(step.numbers)
            if step.command == "A":
                numbers[:2] = (numbers[0] * scale, numbers[1] * scale)
            first = 5 if step.command == "A" else 0
            for at in range(first, len(numbers), 2):
                numbers[at : at + 2] = next(rest)
            parts.append(step.command + " ".join(str(round(number)) for number in numbers))
        return "".join(parts).replace(" -", "-")


def read_outline(data: str) -> Outline:
    """Return the outline of a path's `d`. Raises ValueError for what is no path."""
    steps = tuple(read_path(data))
    knots = _find_knots(steps)
    if knots:
        return Outline("spline", tuple(knots), steps)
    points: list[Point] = []
    for step in steps:
        numbers = step.numbers[5:] if step.command == "A" else step.numbers
        points += zip(numbers[::2], numbers[1::2], strict=True)
    commands = "".join(step.command for step in steps)
    is_polygon = commands == "M" + "L" * (len(steps) - 2) + "Z"
    return Outline("polygon" if is_polygon else "steps", tuple(points), steps)


def _find_knots(steps: Sequence[Step]) -> list[Point]:
    """Return the points that bend a smooth curve (a quadratic B-spline); none of other paths.

    A closed one begins between its last and its first point, an open one at its first.
    """
    curves = [step for step in steps if step.command == "Q"]
    is_closed = steps[-1].command == "Z"
    commands = "".join(step.command for step in steps)
    if len(curves) < 2 or commands != "M" + "Q" * len(curves) + ("Z" if is_closed else ""):
        return []
    if not all(step.is_smooth for step in curves[1:]):
        return []
    knots = [(step.numbers[0], step.numbers[1]) for step in curves]
    start, end = steps[0].numbers[:2], curves[-1].numbers[2:]
    (x, y), (x2, y2) = knots[0], knots[-1]
    if is_closed:
        middle = ((x + x2) / 2, (y + y2) / 2)
        is_spline = _is_near(start, middle) and _is_near(end, middle)
        return [knots[-1], *knots[:-1]] if is_spline else []
    return knots if _is_near(start, knots[0]) and _is_near(end, knots[-1]) else []


def _is_near(first: Sequence[float], second: Sequence[float]) -> bool:
    return math.dist(first, second) < NEAR


def trace_spline(knots: Sequence[Point], *, is_closed: bool = True) -> str:
    """Return the `d` of a smooth path; its `T` commands take two numbers a point."""
    points = [(round(x), round(y)) for x, y in knots]
    if is_closed:
        points += points[:2]
    else:
        points = [points[0], *points, points[-1]]
    middles = [f"{(x + x2) / 2:g} {(y + y2) / 2:g}" for (x, y), (x2, y2) in pairwise(points)]
    x, y = points[1]
    bends = "T".join(middles[1:])
    return f"M{middles[0]}Q{x} {y} {bends}" + ("Z" if is_closed else "")


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
