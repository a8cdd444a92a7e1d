"""The background: layers of water, darker below, each with waves."""

from __future__ import annotations

from .palette import WATER

# Length of a wave.
WAVE = 90


def draw_sea(width: int, height: float, floors: list[float]) -> str:
    """Return the water; at each of `floors` a darker layer starts with a wave."""
    edges = [0, *floors, height]
    parts = [f'<rect width="{width}" height="{edges[1] + 9:g}" fill="{WATER[0]}"/>']
    for depth, (y, below) in enumerate(zip(floors, edges[2:], strict=True), 1):
        parts.append(_draw_water_layer(width, round(y), round(below) + 9, depth))
    return "".join(parts)


def _draw_water_layer(width: int, top: int, bottom: int, depth: int) -> str:
    """Return the water from one wave to below the next; every second wave is shifted by half."""
    start = -WAVE if depth % 2 else -WAVE // 2
    many = (width - start) // WAVE + 1
    wave = "q22-14 45 0" + f"t{WAVE // 2} 0" * (2 * many - 1)
    colour = WATER[min(depth, len(WATER) - 1)]
    # The wave is the same at every height, so that it is rendered once.
    return (
        f'<g transform="translate(0 {top})">'
        f'<path fill="{colour}" d="M{start} 0{wave}V12H{start}z"/>'
        f'<rect y="8" width="{width}" height="{bottom - top - 8}" fill="{colour}"/></g>'
    )
