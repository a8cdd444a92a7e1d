"""Shells as hats: each Merchant wears another one."""

from __future__ import annotations

import math

from games.engine.board.paper_cut import fill_circle, fill_ellipse, place_group

from .paper import (
    NACRE,
    SKIN,
    WHITE,
    Palette,
    blend,
    draw_line,
    fill_blob,
    fill_mirrored,
    fill_path,
)


def draw_shell_hat(kind: str, paint: Palette) -> str:
    """Return the hat of a head around 0,0; its brim lies at about -14."""
    return _HATS[kind](paint)


def draw_fan(count: int, across: float, high: float, paint: Palette) -> str:
    """Return the ribs of a scallop that opens upwards from 0,0."""
    parts = []
    for at in range(count):
        first, last = math.pi * (1 - at / count), math.pi * (1 - (at + 1) / count)
        middle = (first + last) / 2
        x0, y0 = math.cos(first) * across, -math.sin(first) * high
        x1, y1 = math.cos(last) * across, -math.sin(last) * high
        xm, ym = math.cos(middle) * across * 1.2, -math.sin(middle) * high * 1.18
        fill = (paint.light, blend(paint.mid, paint.light, 0.25), paint.glow)[at % 3]
        parts.append(
            fill_path(f"M0 14L{x0:.0f} {y0:.0f}Q{xm:.0f} {ym:.0f} {x1:.0f} {y1:.0f}Z", fill)
        )
    return "".join(parts)


def _draw_scallop(paint: Palette) -> str:
    fan = place_group([draw_fan(7, 92, 96, paint)], (0, -24))
    return (
        fan
        + fill_blob("-50 -22 0 -6 50 -22 40 -4 0 6 -40 -4", paint.mid)
        + fill_circle((0, -8), 13, NACRE)
    )


def _draw_nautilus(paint: Palette) -> str:
    shell = fill_blob("-58 -14 -70 -60 -40 -112 18 -122 72 -96 92 -46 72 -8 20 -22", SKIN)
    stripes = "".join(
        draw_line(f"M{x} {y}Q{x * 0.5 + 16} {y * 0.5 - 34} 22 -50", paint.mid, 9)
        for x, y in ((-30, -104), (12, -118), (54, -102), (80, -66), (82, -26))
    )
    spiral = draw_line(
        "M52 -22C70 -60 40 -88 8 -76C-16 -64 -10 -34 14 -34C32 -36 32 -58 16 -58", paint.deep, 7
    )
    return shell + stripes + spiral + fill_blob("-62 -20 0 -30 74 -14 60 4 0 -6 -56 4", paint.mid)


def _draw_conch(paint: Palette) -> str:
    parts = []
    for at, (x, y, across) in enumerate(
        ((0, -22, 66), (10, -52, 54), (22, -80, 42), (36, -104, 30), (50, -124, 19))
    ):
        parts.append(
            fill_ellipse((x, y), across, 21, SKIN if at % 2 == 0 else paint.light, turn=-14)
        )
        parts.append(
            draw_line(
                f"M{x - across * 0.85} {y + 8}Q{x} {y + 26} {x + across * 0.85} {y - 6}",
                paint.mid,
                5,
            )
        )
    tip = fill_path("M48 -136L76 -160L66 -126Z", paint.glow)
    return (
        tip
        + "".join(reversed(parts))
        + fill_blob("-70 -14 0 -4 68 -28 60 -6 0 10 -60 4", paint.mid)
    )


def _draw_cowrie(paint: Palette) -> str:
    dome = fill_blob("-78 -12 -72 -66 -28 -96 28 -96 72 -66 78 -12 0 -2", SKIN)
    spots = "".join(
        fill_circle((x, y), size, paint.mid, 0.75)
        for x, y, size in (
            (-46, -52, 9),
            (-20, -74, 8),
            (14, -70, 11),
            (46, -54, 9),
            (-22, -42, 6),
            (28, -36, 7),
            (58, -28, 6),
            (0, -50, 5),
        )
    )
    teeth = "".join(draw_line(f"M{x} -14V-2", paint.glow, 5) for x in range(-60, 61, 15))
    return dome + spots + fill_blob("-80 -16 0 -22 80 -16 66 6 0 4 -66 6", paint.deep) + teeth


def _draw_clam(paint: Palette) -> str:
    lower = fill_mirrored("0 -26 -50 -34 -86 -44 -78 -10 -40 2 0 6", paint.mid)
    upper = place_group(
        [fill_mirrored("0 -70 -50 -64 -90 -36 -60 -28 -30 -34 0 -28", SKIN)], (6, -22), turn=-14
    )
    ribs = place_group(
        [
            draw_line(f"M{x} -34Q{x * 0.8} -52 {x * 0.6} -66", paint.mid, 5, 0.6)
            for x in (-56, -28, 0, 28, 56)
        ],
        (6, -22),
        turn=-14,
    )
    return (
        lower
        + fill_blob("-76 -42 0 -30 80 -56 60 -34 0 -24 -60 -28", paint.deep)
        + fill_circle((6, -44), 15, NACRE)
        + upper
        + ribs
    )


def _draw_limpet(paint: Palette) -> str:
    cone = fill_blob("-8 -92 14 -92 54 -44 112 -6 60 6 0 4 -60 8 -112 -2 -54 -46", SKIN)
    ribs = "".join(
        draw_line(f"M{2 + x / 14} -86L{x} {-6 + abs(x) / 40}", paint.mid, 6, 0.8)
        for x in (-84, -50, -16, 18, 52, 86)
    )
    return cone + ribs + fill_ellipse((2, -90), 15, 6, WHITE)


_HATS = {
    "scallop": _draw_scallop,
    "nautilus": _draw_nautilus,
    "conch": _draw_conch,
    "cowrie": _draw_cowrie,
    "clam": _draw_clam,
    "limpet": _draw_limpet,
}
