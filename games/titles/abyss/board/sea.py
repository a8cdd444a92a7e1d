"""The background sea: layers of water, rays from above, weed on the ground."""

from __future__ import annotations

from .palette import GROUND, LURKER, RAY, WATER, WEED
from .shapes import draw_shape

# Length of a wave, and where the light enters, as fractions of the width.
WAVE = 90
RAYS = ((0.08, 0.2), (0.34, 0.42), (0.62, 0.78), (0.88, 0.94))


def draw_sea(width: int, height: float, floors: list[float]) -> str:
    """Return the water; at each of `floors` a darker layer starts with a wave."""
    edges = [0, *floors, height]
    parts = [f'<rect width="{width}" height="{edges[1] + 9:g}" fill="{WATER[0]}"/>']
    for left, right in RAYS:
        a, b = width * left, width * right
        parts.append(
            f'<path fill="{RAY}" d="M{a:.0f} 0H{b:.0f}L{b - 90:.0f} {edges[1] + 9:.0f}'
            f'H{a - 120:.0f}z"/>'
        )
    for depth, (y, below) in enumerate(zip(floors, edges[2:], strict=True), 1):
        parts.append(_draw_water_layer(width, y, below + 9, depth))
    return "".join(parts) + _draw_sea_bed(width, height)


def _draw_water_layer(width: int, top: float, bottom: float, depth: int) -> str:
    """Return the water from one wave to below the next; every second wave is shifted by half."""
    start = -WAVE if depth % 2 else -WAVE // 2
    many = (width - start) // WAVE + 1
    wave = "q22-14 45 0" + f"t{WAVE // 2} 0" * (2 * many - 1)
    colour = WATER[min(depth, len(WATER) - 1)]
    return f'<path fill="{colour}" d="M{start} {top:g}{wave}V{bottom:g}H{start}z"/>'


def _draw_sea_bed(width: int, height: float) -> str:
    """Return the sea bed: hills, weed, a few bubbles."""
    floor = f"{height:g}"
    hill = "q60-26 130-10t150 4t170-8t160 6"
    hills = f'<path fill="{GROUND}" d="M0 {floor}v-26{hill}{hill}{hill}V{floor}H0z"/>'
    weeds = "".join(
        f'<path d="M{x} {height - 14:g}q-12-16 0-{rise}t0-{rise}" fill="none" stroke="{WEED}" '
        'stroke-width="7" stroke-linecap="round"/>'
        for x, rise in ((34, 22), (56, 15), (width - 70, 24), (width - 44, 17), (width - 20, 21))
    )
    lurker = draw_shape("monster", width / 2 - 60, height - 36, 36, LURKER)
    return weeds + lurker + hills
