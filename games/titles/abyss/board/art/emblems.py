"""Emblems of 48 x 48: the silhouette of a family, flat, with a prop before it."""

from __future__ import annotations

from games.engine.board.paper_cut import (
    Palette,
    fill_circle,
    fill_ellipse,
    place_group,
    polar_point,
)

from .paper import (
    DARK,
    GOLD,
    PALETTES,
    blend,
    build_drawing,
    draw_line,
    fill_blob,
    fill_edges,
    fill_mirrored,
    fill_path,
)
from .props import draw_prop

# (scale, x, y, turn) of props that do not fit as they are.
_FIT = {
    "banner": (0.17, 24, 32, 0), "eye": (0.26, 34, 37, 0), "pearl": (0.34, 34, 34, 0),
    "harpoon": (0.17, 33, 30, 24),
    "five_orbs": (0.18, 33, 36, 0), "star_staff": (0.24, 33, 40, 12),
    "scythe": (0.19, 26, 36, 0), "crook": (0.2, 29, 36, 0), "fry": (0.2, 28, 34, 0),
    "cane": (0.24, 34, 32, 8), "pack": (0.15, 32, 31, 6), "counter": (0.2, 28, 32, 0),
    "bribe": (0.26, 32, 33, 0), "dagger": (0.24, 33, 38, 20), "ward": (0.2, 32, 33, 0),
    "pour": (0.19, 35, 32, 0), "scales": (0.19, 33, 32, 0), "hull": (0.19, 32, 33, 0),
    "coral_staff": (0.22, 33, 38, 6), "map": (0.2, 31, 35, 0), "towers": (0.22, 33, 33, 0),
    "puppet": (0.21, 34, 32, 0), "globe": (0.24, 33, 34, 0), "lantern": (0.25, 34, 33, 0),
    "stack": (0.23, 32, 34, 0), "hourglass": (0.23, 34, 33, 0), "key_ring": (0.3, 34, 30, 0),
    "branch": (0.27, 35, 34, 16), "roll": (0.25, 34, 33, 0),
}  # fmt: skip


def draw_chip(family: str, prop: str) -> str:
    """Return the emblem of a family with a prop before it, lower right."""
    paint = PALETTES[family]
    scale, x, y, turn = _FIT.get(prop, (0.26, 34, 33, 0))
    parts = (
        fill_circle((24, 24), 24, paint.deep),
        place_group([draw_family_sign(family, paint)], (20, 20), scale=0.94),
        fill_circle((35, 35), 12.5, blend(paint.deep, DARK, 0.4)),
        place_group([draw_prop(prop, paint)], (x, y), scale=scale, turn=turn),
    )
    return build_drawing(48, 48, "".join(parts), paint)


def draw_family_sign(family: str, paint: Palette) -> str:
    """Return the head of a family as a flat silhouette around 0,0, 40 wide."""
    light, mid, glow = paint.light, paint.mid, paint.glow
    match family:
        case "mages":
            arms = "".join(
                draw_line(f"M{x} 2Q{x - 4} 9 {x} 13T{x} 20", mid if x % 2 else light, 3.4)
                for x in (-12, -5, 4, 11)
            )
            return (
                arms
                + fill_mirrored("0 -20 -11 -18 -19 -7 -20 4 -14 1 -9 5 -4 1 0 4", light)
                + fill_blob("-3 -17 -13 -11 -16 -3 -11 -7", glow)
            )
        case "soldiers":
            stalks = (
                draw_line("M-6 -4L-8 -15M6 -4L8 -15", light, 3.4)
                + fill_circle((-8, -16), 4, glow)
                + fill_circle((8, -16), 4, glow)
            )
            claw = draw_line("M-13 6Q-20 4 -19 -4", light, 3.6) + fill_path(
                "M-16 -3Q-25 -6 -22 -16Q-20 -21 -14 -22Q-18 -16 -16 -13"
                "Q-13 -17 -10 -17Q-9 -7 -16 -3Z",
                light,
            )
            legs = draw_line("M-12 11L-21 13M-11 14L-18 20", mid, 3)
            half = claw + legs
            shell = fill_mirrored("0 -5 -11 -4 -16 5 -11 15 0 18", light) + fill_blob(
                "-3 -4 -10 -3 -14 4 -10 1", glow
            )
            return (
                half
                + place_group([half], flip=True)
                + stalks
                + shell
                + draw_line("M-6 9Q0 13 6 9", paint.deep, 2.2)
            )
        case "farmers":
            crest = fill_edges(
                "-2 -12 2 -22 6 -14 13 -20 13 -10 21 -11 16 -3 21 3 12 2", paint.accent
            )
            return (
                crest
                + fill_blob(
                    "4 -15 13 -6 13 6 15 21 -1 21 -2 11 -7 6 -19 9 -21 1 -8 -1 -6 -9", light
                )
                + fill_circle((3, -6), 3.2, paint.deep)
            )
        case "merchants":
            fan = "".join(
                fill_path(
                    f"M0 6L{a[0]:.1f} {a[1]:.1f}L{b[0]:.1f} {b[1]:.1f}Z", (light, mid, glow)[at % 3]
                )
                for at in range(5)
                for a, b in [
                    (polar_point((0, 2), 22, 180 + at * 36), polar_point((0, 2), 22, 216 + at * 36))
                ]
            )
            return (
                fan + fill_mirrored("0 2 -9 4 -8 14 0 21", light) + fill_circle((0, 5), 3.4, "#fff")
            )
        case "politicians":
            arms = "".join(
                draw_line(f"M{x} 10Q{x * 1.4} 16 {x * 1.5} 21", mid, 3.4)
                for x in (-7, -2.4, 2.4, 7)
            )
            return (
                arms
                + fill_mirrored("0 -23 -7 -16 -17 -9 -17 -5 -9 -4 -10 8 0 12", light)
                + fill_ellipse((-4.4, 5), 2.4, 2, paint.deep)
                + fill_ellipse((4.4, 5), 2.4, 2, paint.deep)
            )
        case "ambassadors":
            rays = "".join(
                fill_edges(
                    " ".join(
                        f"{x:.1f} {y:.1f}"
                        for x, y in (
                            polar_point((0, 0), 13, angle - 12),
                            polar_point((0, 0), 22, angle),
                            polar_point((0, 0), 13, angle + 12),
                        )
                    ),
                    GOLD,
                )
                for angle in range(-90, 270, 40)
            )
            return (
                rays
                + fill_circle((0, 0), 14, light)
                + fill_circle((0, 0), 9, GOLD)
                + fill_circle((0, 0), 7.4, DARK)
                + fill_circle((-3, 0), 1.5, glow)
                + fill_circle((3, 0), 1.5, glow)
            )
    return fill_blob(
        "-20 -2 -14 -14 4 -16 18 -4 22 -10 22 12 16 6 2 16 -14 14 -20 8 -8 4", light
    ) + fill_circle((-4, -6), 4, DARK)
