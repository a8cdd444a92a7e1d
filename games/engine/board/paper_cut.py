"""Drawing in layered paper-cut: flat shapes with at most one gradient each, as SVG text.

A picture has four layers, back to front: light from above, the far setting, the figure, near
silhouettes. There are no outlines: depth comes from darkening towards the ground and from a rim of
light at the top left. Angles are in degrees, clockwise from the right; y grows downwards.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence

# A point (x, y) in the units of the picture's view box.
Point = tuple[float, float]


class Variation:
    """Numbers that vary what nobody reads (weed, bubbles): the same seed gives the same ones."""

    def __init__(self, seed: str) -> None:
        self._seed, self._bytes, self._next = seed, b"", 0

    def between(self, low: float, high: float) -> float:
        """Return the next number between `low` and `high`."""
        if self._next + 2 > len(self._bytes):
            self._bytes += hashlib.sha256(f"{self._seed}{len(self._bytes)}".encode()).digest()
        value = int.from_bytes(self._bytes[self._next : self._next + 2], "big") / 65535
        self._next += 2
        return low + (high - low) * value


# ------------------------------------------------------------------ shapes


def fill_path(data: str, fill: str, opacity: float = 1) -> str:
    """Return a filled path; `fill` is a colour or "url(#id)"."""
    return f'<path d="{data}" fill="{fill}"{_faint(opacity)}/>'


def fill_circle(centre: Point, radius: float, fill: str, opacity: float = 1) -> str:
    """Return a disc."""
    x, y = write_number(centre[0]), write_number(centre[1])
    return f'<circle cx="{x}" cy="{y}" r="{write_number(radius)}" fill="{fill}"{_faint(opacity)}/>'


def fill_ellipse(
    centre: Point, across: float, high: float, fill: str, *, turn: float = 0, opacity: float = 1
) -> str:
    """Return an ellipse with these half axes, turned by degrees."""
    x, y = write_number(centre[0]), write_number(centre[1])
    rotation = f' transform="rotate({write_number(turn)} {x} {y})"' if turn else ""
    return (
        f'<ellipse cx="{x}" cy="{y}" rx="{write_number(across)}" ry="{write_number(high)}" '
        f'fill="{fill}"{_faint(opacity)}{rotation}/>'
    )


def fill_rect(
    x: float, y: float, width: float, height: float, fill: str, opacity: float = 1
) -> str:
    """Return a rectangle."""
    return (
        f'<rect x="{write_number(x)}" y="{write_number(y)}" width="{write_number(width)}" '
        f'height="{write_number(height)}" fill="{fill}"{_faint(opacity)}/>'
    )


def place_group(
    parts: Iterable[str],
    at: Point = (0, 0),
    *,
    scale: float = 1,
    turn: float = 0,
    flip: bool = False,
) -> str:
    """Return the parts as a group: moved to `at`, turned by degrees, scaled, flipped sideways."""
    steps = [f"translate({write_number(at[0])} {write_number(at[1])})"]
    if turn:
        steps.append(f"rotate({write_number(turn)})")
    if scale != 1 or flip:
        steps.append(f"scale({-scale if flip else scale:g} {scale:g})")
    return f'<g transform="{" ".join(steps)}">{"".join(parts)}</g>'


# ------------------------------------------------------------------ gradients, documents


def define_linear_gradient(
    name: str,
    stops: Sequence[tuple[float, str]],
    *,
    towards: Point = (0, 1),
    along: tuple[Point, Point] | None = None,
) -> str:
    """Return a gradient from the top left to `towards`, in parts of the filled shape's box, or
    between two points of the picture.

    `stops` are (0 to 1, colour).
    """
    (x, y), (to_x, to_y) = along or ((0, 0), towards)
    units = ' gradientUnits="userSpaceOnUse"' if along else ""
    return (
        f'<linearGradient id="{name}"{units} x1="{write_number(x)}" y1="{write_number(y)}" '
        f'x2="{write_number(to_x)}" y2="{write_number(to_y)}">'
        f"{_write_stops(stops)}</linearGradient>"
    )


def mirror_gradient(linear: str) -> str:
    """Return a linear gradient of a shape's box with its left and right sides exchanged."""
    return re.sub(
        r' x([12])="([^"]*)"', lambda end: f' x{end[1]}="{write_number(1 - float(end[2]))}"', linear
    )


def define_radial_gradient(
    name: str, stops: Sequence[tuple[float, str]], *, centre: Point = (0.35, 0.3)
) -> str:
    """Return a gradient around `centre`, in parts of the filled shape's box."""
    x, y = centre
    return (
        f'<radialGradient id="{name}" cx="{write_number(x)}" cy="{write_number(y)}" r=".8">'
        f"{_write_stops(stops)}</radialGradient>"
    )


def fade_gradient(radial: str) -> str:
    """Return a radial gradient that is gone half a box from its centre."""
    first, _, rest = radial.replace('r=".8"', 'r=".5"').rpartition("/>")
    return f'{first} stop-opacity="0"/>{rest}'


def build_document(width: float, height: float, definitions: str, body: str) -> str:
    """Return an SVG document of this size; what lies outside is cut off."""
    defs = f"<defs>{definitions}</defs>" if definitions else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {write_number(width)} '
        f'{write_number(height)}">'
        f"{defs}{body}</svg>"
    )


def _write_stops(stops: Sequence[tuple[float, str]]) -> str:
    return "".join(
        f'<stop offset="{write_number(at)}" stop-color="{colour}"/>' for at, colour in stops
    )


def _faint(opacity: float) -> str:
    return "" if opacity == 1 else f' opacity="{write_number(opacity)}"'


def write_number(value: float) -> str:
    """Return a number with at most two decimals below 10 and one above, as short as possible."""
    short = f"{value:.{2 if abs(value) < 10 else 1}f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short
