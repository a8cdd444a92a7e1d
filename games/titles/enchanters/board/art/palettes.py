"""The palettes of the kingdoms, and the shape by which each is told apart without colour."""

from __future__ import annotations

from collections.abc import Callable

from games.engine.board.paper_cut import Palette, Point

from .brush import ring_points, trace_polygon, trace_spline

PALETTES = {
    "bandits": Palette("#2b1637", "#8c4a3c", "#eda63f", "#ffe9ae", "#43d1c0"),
    "barbarians": Palette("#121c40", "#3a5c92", "#93c6ea", "#eefaff", "#ff8450"),
    "cultists": Palette("#210a2b", "#701d53", "#d4457f", "#ffd0dc", "#c4ff66"),
    "dracons": Palette("#2e0c1c", "#93301f", "#f1762f", "#ffe3a6", "#6fe8dc"),
    "gnolls": Palette("#2a1a20", "#7d5936", "#cda467", "#fbecc8", "#e4573d"),
    "goblins": Palette("#141d2b", "#3c6538", "#93c74f", "#edffbf", "#ffb03b"),
    "undead": Palette("#101a33", "#2f6267", "#7fc4ad", "#e4fff0", "#b78cff"),
    "unicorns": Palette("#271746", "#74519f", "#d6a3e6", "#fff2ff", "#7fe6b0"),
    "enchanters": Palette("#1c1240", "#51379a", "#a483f0", "#f1e6ff", "#ffd166"),
    "storm": Palette("#120f2a", "#3a3768", "#8a84bd", "#e9e6ff", "#ffd166"),
    "wounds": Palette("#2a1422", "#6f3443", "#c9807c", "#ffe6d6", "#e5484d"),
    "desert": Palette("#2b1838", "#92564a", "#eab676", "#fff0cc", "#5ad0e0"),
    "northern": Palette("#0f1a3c", "#2f5f86", "#8fe0c8", "#f0fff8", "#ff9ad5"),
    "vampiric": Palette("#1a0716", "#6b1028", "#d2323f", "#ffd9cf", "#e8c66a"),
    "deeps": Palette("#0d1626", "#28465c", "#6f94a6", "#dff2f5", "#7dffb2"),
    "stone": Palette("#1f1a2e", "#5a5068", "#b3a6b8", "#fff6ea", "#f0a860"),
    "arena": Palette("#2b1226", "#8b3a3a", "#e58d55", "#ffe7bd", "#69d3ff"),
    "hell": Palette("#1c0813", "#7a1a1a", "#e65a24", "#ffdf9a", "#8affc1"),
    # Events, each under a sky of its own.
    "ember": Palette("#260d14", "#7d2f22", "#ef8a3d", "#ffe3a3", "#ff6a2b"),
    "mist": Palette("#1b2036", "#4c5a78", "#a3b4cc", "#f2f6ff", "#ffd27a"),
    "plague": Palette("#141d1c", "#42553a", "#a3b85a", "#f3ffc9", "#c4ff66"),
    "iron": Palette("#171425", "#4a4258", "#a89ab8", "#fff2e8", "#ff9d5c"),
    "hunt": Palette("#0c1b2b", "#235463", "#5fc0b4", "#dcfff4", "#ffb35c"),
    "dawn": Palette("#2c1740", "#8d4a78", "#f0a08c", "#fff0c4", "#ff8f5c"),
    "rite": Palette("#150a2c", "#4b2280", "#a86be8", "#f1dcff", "#6dffb0"),
}
# The kingdoms, by the shape of the light behind their figures and of their emblems.
HALOS = {
    "bandits": "disc",
    "barbarians": "shard",
    "cultists": "arch",
    "dracons": "scale",
    "gnolls": "maw",
    "goblins": "wall",
    "undead": "tomb",
    "unicorns": "leaf",
    "enchanters": "star",
    "desert": "sun",
    "wounds": "plaster",
}


def find_halo(family: str) -> str:
    """Return the shape of a family's light; a diamond for what belongs to no kingdom."""
    return HALOS.get(family, "diamond")


def trace_halo(shape: str, centre: Point, radius: float) -> str:
    """Return the `d` of a family's shape around a centre."""
    x, y = centre
    return TRACES[shape](x, y, radius)


def _smooth(points: list[tuple[float, float, bool]], x: float, y: float, r: float) -> str:
    return trace_spline([(x + px * r, y + py * r, corner) for px, py, corner in points])


def _straight(points: list[Point], x: float, y: float, r: float) -> str:
    return trace_polygon([(x + px * r, y + py * r) for px, py in points])


def _disc(x: float, y: float, r: float) -> str:
    r = round(r)
    return f"M{x - r:g} {y:g}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0-{2 * r} 0Z"


def _shard(x: float, y: float, r: float) -> str:
    far = [
        (0, -1.2),
        (0.62, -0.72),
        (1, 0.1),
        (0.55, 0.98),
        (-0.4, 1.05),
        (-1, 0.36),
        (-0.74, -0.6),
    ]
    return _straight(far, x, y, r)


def _arch(x: float, y: float, r: float) -> str:
    half = [(0, -1.25, True), (0.55, -0.85, False), (0.85, -0.25, False), (0.85, 1, True)]
    return _smooth([*half, *((-px, py, c) for px, py, c in reversed(half[1:]))], x, y, r)


def _scale(x: float, y: float, r: float) -> str:
    half = [(0, -0.8, True), (0.5, -1.05, True), (1.05, -0.75, False), (0.95, 0.3, False)]
    half += [(0.35, 0.9, False), (0, 1.2, True)]
    return _smooth([*half, *((-px, py, c) for px, py, c in reversed(half[1:-1]))], x, y, r)


def _maw(x: float, y: float, r: float) -> str:
    teeth = [(0.85, -1.1), (0.62, -0.6), (0.4, -1), (0.15, -0.55), (0, -0.95)]
    half = [(1.05, 0.3), (1.1, -0.5), *teeth]
    low = [(0, 1.05), (0.3, 0.75), (0.55, 1.02), (0.85, 0.8)]
    outline = [*low, *half]
    return _straight([*outline, *((-px, py) for px, py in reversed(outline[1:-1]))], x, y, r)


def _wall(x: float, y: float, r: float) -> str:
    half = [(0.2, -0.75), (0.2, -1.05), (0.56, -1.05), (0.56, -0.75), (0.72, -0.75), (0.72, -1.05)]
    half += [(1, -1.05), (1, 1)]
    return _straight([*half, *((-px, py) for px, py in reversed(half))], x, y, r)


def _tomb(x: float, y: float, r: float) -> str:
    half = [(0, -1.2, False), (0.55, -1.1, False), (0.82, -0.6, False), (0.82, 0.7, True)]
    half += [(1.05, 0.72, True), (1.05, 1.05, True)]
    return _smooth([*half, *((-px, py, c) for px, py, c in reversed(half[1:]))], x, y, r)


def _leaf(x: float, y: float, r: float) -> str:
    half = [(0.2, -1.3, True), (0.75, -0.85, False), (1.05, 0.1, False), (0.6, 0.95, False)]
    other = [(-0.2, 1.15, True), (-0.85, 0.7, False), (-0.95, -0.2, False), (-0.5, -0.85, False)]
    return _smooth([*half, *other], x, y, r)


def _star(x: float, y: float, r: float) -> str:
    far = ring_points(0, 0, 1.25, 8)
    near = ring_points(0, 0, 0.95, 8, -67.5)
    return _straight([p for pair in zip(far, near, strict=True) for p in pair], x, y, r)


def _sun(x: float, y: float, r: float) -> str:
    far = ring_points(0, 0, 1.2, 16)
    near = ring_points(0, 0, 1, 16, -78.75)
    return _straight([p for pair in zip(far, near, strict=True) for p in pair], x, y, r)


def _plaster(x: float, y: float, r: float) -> str:
    half = [(0.66, -1.14, True), (0.66, -0.66, True), (1.14, -0.66, True), (1.14, 0.66, True)]
    half += [(0.66, 0.66, True), (0.66, 1.14, True)]
    return _smooth([*half, *((-px, py, c) for px, py, c in reversed(half))], x, y, r)


def _diamond(x: float, y: float, r: float) -> str:
    return _straight([(0, -1.25), (1.05, 0), (0, 1.15), (-1.05, 0)], x, y, r)


TRACES: dict[str, Callable[[float, float, float], str]] = {
    "disc": _disc,
    "shard": _shard,
    "arch": _arch,
    "scale": _scale,
    "maw": _maw,
    "wall": _wall,
    "tomb": _tomb,
    "leaf": _leaf,
    "star": _star,
    "sun": _sun,
    "plaster": _plaster,
    "diamond": _diamond,
}
