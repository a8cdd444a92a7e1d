"""Solids seen from a corner: what the pieces of an island are built of.

A cell is 10 x 10 units. x runs to the lower right, y to the lower left, z up; in the picture a cell
is a diamond of 200 x 100 with its far corner at (0, 0). Light comes from the top left: the top of a
solid is brightest, the side towards the lower left plain, the other one in shade.

A piece is text, one solid a line (what is indented goes on with the line above), back to front:
`box x y z across deep high paint`, `gable … paint x` (its ridge runs along x or y), `pyramid …`,
`cylinder x y z radius high paint`, `cone …`, `dome x y z radius paint` (x, y: the middle),
`left x y z wide high paint` a panel on the side towards the lower left (`arch.left`: round above),
`right …` on the other one, `tree x y size`, `flag x y z high paint`, and
`draw x y z size layers` for shapes of their own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from games.engine.board.paper_cut import (
    Palette,
    Point,
    fill_ellipse,
    fill_path,
    place_group,
    straight_path,
)
from games.engine.board.raster import mix_colours

from .paints import paint_layers, pick_paint
from .props import PROPS

# Size of a cell in units, and of a unit in the picture.
CELL, UNIT = 10, 10
ROUND = math.sqrt(2)


def project_point(x: float, y: float, z: float = 0) -> Point:
    """Return where a point of a cell is in the picture."""
    return (x - y) * UNIT, (x + y) * UNIT / 2 - z * UNIT


def build_piece(solids: str, palette: Palette) -> str:
    """Return the solids of a piece as shapes."""
    lines = solids.replace("\n    ", " ").split("\n")
    return "".join(_build_solid(line.strip(), palette) for line in lines if line)


def shade_paint(key: str, palette: Palette) -> tuple[str, str, str]:
    """Return the colours of the top, the left and the right side of a solid."""
    base = pick_paint(key, palette)
    return mix_colours(base, "#ffffff", 0.35), base, mix_colours(base, palette.deep, 0.36)


def draw_ground(palette: Palette) -> str:
    """Return the ground of a cell, whose edges and paths meet those of its neighbours."""
    # The sides begin under the top, so that no seam shows where cells meet.
    up, high = 0.3, 1.2
    top, left, right = shade_paint("L", palette)
    sides = [
        fill_path(_join([(0, 10, up), (10, 10, up), (10, 10, -high), (0, 10, -high)]), left),
        fill_path(_join([(10, 0, up), (10, 10, up), (10, 10, -high), (10, 0, -high)]), right),
    ]
    paving = mix_colours(palette.glow, palette.light, 0.35)
    return "".join(
        (
            *sides,
            fill_path(_join([(0, 0, 0), (10, 0, 0), (10, 10, 0), (0, 10, 0)]), top),
            fill_path(_join([(0, 4, 0), (10, 4, 0), (10, 6, 0), (0, 6, 0)]), paving),
            fill_path(_join([(4, 0, 0), (6, 0, 0), (6, 10, 0), (4, 10, 0)]), paving),
        )
    )


def _build_solid(line: str, palette: Palette) -> str:
    kind, rest = line.split(" ", 1)
    if kind == "draw":
        x, y, z, size, layers = rest.split(" ", 4)
        shapes = paint_layers(PROPS.get(layers, layers), palette)
        return place_group([shapes], project_point(float(x), float(y), float(z)), scale=float(size))
    words = rest.split(" ")
    many = sum(1 for word in words if _is_number(word))
    numbers = [float(word) for word in words[:many]]
    return SOLIDS[kind](numbers, words[many:], palette)


def _is_number(word: str) -> bool:
    return word.lstrip("-").replace(".", "", 1).isdigit()


def _join(points: Sequence[tuple[float, float, float]]) -> str:
    return straight_path([project_point(*point) for point in points])


def _draw_box(numbers: Sequence[float], names: Sequence[str], palette: Palette) -> str:
    x, y, z, across, deep, high = numbers
    top, left, right = shade_paint(names[0], palette)
    a, b, c = x + across, y + deep, z + high
    return (
        fill_path(_join([(x, b, z), (a, b, z), (a, b, c), (x, b, c)]), left)
        + fill_path(_join([(a, y, z), (a, b, z), (a, b, c), (a, y, c)]), right)
        + fill_path(_join([(x, y, c), (a, y, c), (a, b, c), (x, b, c)]), top)
    )


def _draw_gable(numbers: Sequence[float], names: Sequence[str], palette: Palette) -> str:
    x, y, z, across, deep, high = numbers
    top, left, right = shade_paint(names[0], palette)
    a, b, c = x + across, y + deep, z + high
    if names[1] == "x":
        middle = y + deep / 2
        return fill_path(
            _join([(x, b, z), (a, b, z), (a, middle, c), (x, middle, c)]), left
        ) + fill_path(_join([(a, y, z), (a, b, z), (a, middle, c)]), right)
    middle = x + across / 2
    return fill_path(
        _join([(a, y, z), (a, b, z), (middle, b, c), (middle, y, c)]), right
    ) + fill_path(_join([(x, b, z), (a, b, z), (middle, b, c)]), top)


def _draw_pyramid(numbers: Sequence[float], names: Sequence[str], palette: Palette) -> str:
    x, y, z, across, deep, high = numbers
    _, left, right = shade_paint(names[0], palette)
    a, b, peak = x + across, y + deep, (x + across / 2, y + deep / 2, z + high)
    return fill_path(_join([(x, b, z), (a, b, z), peak]), left) + fill_path(
        _join([(a, y, z), (a, b, z), peak]), right
    )


def _draw_cylinder(numbers: Sequence[float], names: Sequence[str], palette: Palette) -> str:
    x, y, z, radius, high = numbers
    top, left, right = shade_paint(names[0], palette)
    (cx, low), (_, up) = project_point(x, y, z), project_point(x, y, z + high)
    rx, ry = radius * ROUND * UNIT, radius * ROUND * UNIT / 2
    body = (
        f"M{cx - rx:.1f} {up:.1f}V{low:.1f}A{rx:.1f} {ry:.1f} 0 0 0 {cx + rx:.1f} "
        f"{low:.1f}V{up:.1f}Z"
    )
    part = 0.15 * rx
    dark = (
        f"M{cx + part:.1f} {up:.1f}V{low + ry:.1f}A{rx:.1f} {ry:.1f} 0 0 0 {cx + rx:.1f} "
        f"{low:.1f}V{up:.1f}Z"
    )
    return fill_path(body, left) + fill_path(dark, right) + fill_ellipse((cx, up), rx, ry, top)


def _draw_cone(numbers: Sequence[float], names: Sequence[str], palette: Palette) -> str:
    x, y, z, radius, high = numbers
    _, left, right = shade_paint(names[0], palette)
    (cx, low), (_, up) = project_point(x, y, z), project_point(x, y, z + high)
    rx, ry = radius * ROUND * UNIT, radius * ROUND * UNIT / 2
    whole = (
        f"M{cx:.1f} {up:.1f}L{cx - rx:.1f} {low:.1f}A{rx:.1f} {ry:.1f} 0 0 0 {cx + rx:.1f} "
        f"{low:.1f}Z"
    )
    dark = (
        f"M{cx:.1f} {up:.1f}L{cx + 0.15 * rx:.1f} {low + ry:.1f}A{rx:.1f} {ry:.1f} 0 0 0 "
        f"{cx + rx:.1f} {low:.1f}Z"
    )
    return fill_path(whole, left) + fill_path(dark, right)


def _draw_dome(numbers: Sequence[float], names: Sequence[str], palette: Palette) -> str:
    x, y, z, radius = numbers
    top, left, right = shade_paint(names[0], palette)
    cx, low = project_point(x, y, z)
    rx, ry = radius * ROUND * UNIT, radius * ROUND * UNIT / 2
    high = rx * 1.05
    whole = (
        f"M{cx - rx:.1f} {low:.1f}A{rx:.1f} {high:.1f} 0 0 1 {cx + rx:.1f} "
        f"{low:.1f}A{rx:.1f} {ry:.1f} 0 0 1 {cx - rx:.1f} {low:.1f}Z"
    )
    dark = (
        f"M{cx:.1f} {low - high:.1f}A{rx:.1f} {high:.1f} 0 0 1 {cx + rx:.1f} "
        f"{low:.1f}A{rx:.1f} {ry:.1f} 0 0 1 {cx:.1f} {low + ry:.1f}Q{cx + 0.5 * rx:.1f} "
        f"{low - 0.4 * high:.1f} {cx:.1f} {low - high:.1f}Z"
    )
    shine = fill_ellipse((cx - 0.45 * rx, low - 0.55 * high), rx * 0.16, high * 0.26, top, turn=30)
    return fill_path(whole, left) + fill_path(dark, right) + shine


def _draw_panel(
    numbers: Sequence[float], names: Sequence[str], palette: Palette, *, left: bool, arch: bool
) -> str:
    x, y, z, wide, high = numbers

    def place(along: float, up: float) -> tuple[float, float, float]:
        return (x + along, y, z + up) if left else (x, y + wide - along, z + up)

    points = [(0, 0), (wide, 0), (wide, high)]
    if arch:
        points += [(wide * 0.85, high + wide * 0.3), (wide / 2, high + wide * 0.45)]
        points += [(wide * 0.15, high + wide * 0.3)]
    points.append((0, high))
    data = _join([place(along, up) for along, up in points])
    return fill_path(data, pick_paint(names[0], palette))


def _draw_left(numbers: Sequence[float], names: Sequence[str], palette: Palette) -> str:
    return _draw_panel(numbers, names, palette, left=True, arch=False)


def _draw_right(numbers: Sequence[float], names: Sequence[str], palette: Palette) -> str:
    return _draw_panel(numbers, names, palette, left=False, arch=False)


def _draw_left_arch(numbers: Sequence[float], names: Sequence[str], palette: Palette) -> str:
    return _draw_panel(numbers, names, palette, left=True, arch=True)


def _draw_right_arch(numbers: Sequence[float], names: Sequence[str], palette: Palette) -> str:
    return _draw_panel(numbers, names, palette, left=False, arch=True)


def _draw_tree(numbers: Sequence[float], names: Sequence[str], palette: Palette) -> str:
    x, y, size = numbers
    layers = "c M-3 0L3 0L2 -20L-2 -20Z;u o 3 -28 16;v o -3 -33 13"
    return place_group([paint_layers(layers, palette)], project_point(x, y), scale=size)


def _draw_flag(numbers: Sequence[float], names: Sequence[str], palette: Palette) -> str:
    x, y, z, high = numbers
    up, key = high * UNIT, names[0]
    layers = (
        f"k M-1 0L1 0L1 -{up:g}L-1 -{up:g}Z;"
        f"{key} M1 -{up:g}Q12 -{up + 5:g} 26 -{up - 2:g}L20 -{up - 9:g}L26 -{up - 15:g}Q12 "
        f"-{up - 12:g} 1 -{up - 16:g}Z"
    )
    return place_group([paint_layers(layers, palette)], project_point(x, y, z))


# The solids by name.
SOLIDS: dict[str, Callable[[Sequence[float], Sequence[str], Palette], str]] = {
    "box": _draw_box,
    "gable": _draw_gable,
    "pyramid": _draw_pyramid,
    "cylinder": _draw_cylinder,
    "cone": _draw_cone,
    "dome": _draw_dome,
    "left": _draw_left,
    "right": _draw_right,
    "arch.left": _draw_left_arch,
    "arch.right": _draw_right_arch,
    "tree": _draw_tree,
    "flag": _draw_flag,
}
