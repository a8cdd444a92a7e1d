"""Shoulders, arms and hands of the six guilds, around the foot of the neck at 0,0."""

from __future__ import annotations

from typing import Literal

from games.engine.board.paper_cut import Point, fill_circle, fill_ellipse, place_group

from .paper import (
    CLOAK,
    GOLD,
    NACRE,
    SKIN,
    WHITE,
    Palette,
    blend,
    draw_line,
    fill_blob,
    fill_edges,
    fill_mirrored,
)

# "grip" closes around a shaft that stands across the arm; "open" carries something above it.
Grasp = Literal["grip", "open"]


def draw_body(guild: str, trim: str, paint: Palette) -> str:
    """Return the shoulders of a Lord down to 220; `trim` is "plain", "rich" or "dark"."""
    return _BODIES[guild](trim, paint)


def _draw_robe(trim: str, paint: Palette) -> str:
    collar = fill_mirrored(
        "0 10 -46 0 -84 -62 -66 10 -40 40 0 60", paint.mid if trim == "rich" else paint.deep
    )
    robe = fill_mirrored("0 -6 -34 -4 -82 26 -122 92 -146 230 0 230", CLOAK)
    front = fill_edges("-20 0 20 0 34 230 -34 230", paint.deep, 0.55)
    edge = draw_line("M-22 0L-36 220M22 0L36 220", paint.accent, 6) if trim != "dark" else ""
    gem = fill_edges("0 14 13 32 0 54 -13 32", GOLD) if trim == "rich" else ""
    lit = fill_blob("-40 2 -84 30 -122 94 -108 90 -74 44", paint.light, 0.7)
    return collar + robe + front + edge + gem + lit


def _draw_armour(trim: str, paint: Palette) -> str:
    dark = blend(paint.mid, paint.deep, 0.55)
    parts = [fill_mirrored("0 -4 -46 -2 -96 24 -118 110 -110 230 0 230", CLOAK)]
    parts += [draw_line(f"M-62 {y}Q0 {y + 26} 62 {y}", dark, 8, 0.7) for y in (40, 72, 104)]
    for side in (-1, 1):
        pauldron = fill_blob(
            "-44 -22 -86 -28 -134 2 -148 50 -118 72 -70 48", SKIN if side < 0 else paint.mid
        )
        spikes = fill_edges("-84 -24 -104 -54 -108 -14", paint.glow) + fill_edges(
            "-118 -10 -146 -28 -138 12", paint.glow
        )
        plate = draw_line("M-62 10Q-106 6 -130 50", dark, 6, 0.6)
        pieces = ([spikes] if trim == "rich" else []) + [pauldron, plate]
        parts.append(place_group(pieces, flip=side > 0))
    if trim == "dark":
        parts.append(
            fill_mirrored(
                "0 -20 -60 -12 -118 20 -150 120 -150 230 0 230", blend(paint.deep, paint.mid, 0.3)
            )
            + draw_line("M-20 20Q-8 110 -34 230M24 16Q40 110 30 230", paint.deep, 8)
        )
    return "".join(parts)


def _draw_shawl(trim: str, paint: Palette) -> str:
    dark = blend(paint.mid, paint.deep, 0.6)
    parts = [fill_mirrored("0 0 -34 0 -80 34 -106 110 -112 230 0 230", CLOAK)]
    if trim == "rich":
        parts.append(fill_mirrored("0 4 -50 -14 -98 6 -124 52 -80 66 -36 46 0 76", paint.glow))
        parts += [
            fill_ellipse((x, y), 5, 9, dark)
            for x, y in ((-84, 36), (-52, 28), (52, 28), (84, 36), (-20, 44), (20, 44))
        ]
    elif trim == "plain":
        leaves = (
            (-90, 42, 30),
            (-58, 30, 14),
            (-24, 42, 4),
            (24, 42, -4),
            (58, 30, -14),
            (90, 42, -30),
        )
        parts += [
            fill_ellipse(
                (x, y),
                19,
                36,
                paint.accent if n % 2 else blend(paint.accent, paint.deep, 0.35),
                turn=turn,
            )
            for n, (x, y, turn) in enumerate(leaves)
        ]
    else:
        parts.append(draw_line("M-58 20L-40 220M58 20L40 220", dark, 18))
        parts.append(fill_edges("-46 110 46 110 52 230 -52 230", dark))
    return "".join(parts)


def _draw_coat(trim: str, paint: Palette) -> str:
    parts = [fill_mirrored("0 -2 -40 0 -104 36 -140 116 -148 230 0 230", CLOAK)]
    parts.append(fill_edges("-24 2 24 2 0 130", paint.glow, 0.85))
    parts.append(
        fill_blob("-30 -4 -70 20 -44 90 -2 140 -26 70", paint.mid)
        + fill_blob("30 -4 70 20 44 90 2 140 26 70", paint.deep)
    )
    if trim == "rich":
        for many, across, y in ((9, 56, 18), (11, 76, 34)):
            for at in range(many):
                part = at / (many - 1) * 2 - 1
                parts.append(
                    fill_circle((part * across, y + (1 - part * part) * across * 0.62), 6.4, NACRE)
                )
    elif trim == "dark":
        parts.append(fill_mirrored("0 24 -60 0 -92 16 -70 50 -30 62 0 60", paint.deep))
    else:
        parts.append(fill_mirrored("0 10 -36 -6 -58 8 -48 34 -20 40 0 22", paint.accent))
    return "".join(parts)


def _draw_toga(trim: str, paint: Palette) -> str:
    parts = [fill_mirrored("0 -4 -36 0 -94 30 -126 110 -132 230 0 230", CLOAK)]
    if trim == "dark":
        parts.append(fill_mirrored("0 60 -36 0 -78 -56 -92 20 -124 110 -40 110", paint.deep))
        return "".join(parts)
    parts.append(fill_blob("-92 28 -30 8 40 60 96 160 92 230 20 230 -20 140", paint.glow, 0.9))
    parts.append(draw_line("M-70 34Q10 90 50 220M-40 22Q40 70 84 190", paint.mid, 5, 0.6))
    if trim == "rich":
        parts += [
            fill_ellipse(
                (x, 10 + 20 - abs(x) * 0.3), 12, 22, paint.glow if n % 2 else WHITE, turn=-x * 0.6
            )
            for n, x in enumerate(range(-66, 67, 22))
        ]
    return "".join(parts)


def _draw_suit(trim: str, paint: Palette) -> str:
    dark = blend(paint.mid, paint.deep, 0.6)
    if trim == "dark":
        cape = fill_mirrored("0 -20 -60 -14 -110 30 -146 130 -150 230 0 230", CLOAK)
        return cape + draw_line("M-14 6Q-4 110 -30 220M20 8Q34 100 26 220", dark, 8, 0.7)
    parts = [fill_mirrored("0 -4 -52 -2 -106 30 -130 110 -132 230 0 230", CLOAK)]
    parts.append(fill_mirrored("0 0 -58 0 -72 50 -40 96 0 104", SKIN))
    parts.append(draw_line("M-56 10Q-68 50 -38 88Q0 104 38 88Q68 50 56 10", GOLD, 6))
    parts += [fill_circle((x, 14), 5, GOLD) for x in (-40, 40)]
    if trim == "rich":
        parts.append(fill_circle((0, 50), 18, GOLD) + fill_circle((0, 50), 10, NACRE))
    return "".join(parts)


_BODIES = {
    "mages": _draw_robe,
    "soldiers": _draw_armour,
    "farmers": _draw_shawl,
    "merchants": _draw_coat,
    "politicians": _draw_toga,
    "ambassadors": _draw_suit,
}


def draw_arm(guild: str, shoulder: Point, elbow: Point, wrist: Point, paint: Palette) -> str:
    """Return an arm, without its hand."""
    (sx, sy), (ex, ey), (wx, wy) = shoulder, elbow, wrist
    path = f"M{sx:g} {sy:g}Q{ex:g} {ey:g} {wx:g} {wy:g}"
    lit = f"M{sx - 7:g} {sy - 9:g}Q{ex - 7:g} {ey - 9:g} {wx - 3:g} {wy - 6:g}"
    sleeve = blend(paint.mid, paint.deep, 0.25)
    if guild == "politicians":
        return draw_line(path, blend(paint.light, paint.mid, 0.35), 24) + draw_line(
            lit, paint.glow, 4, 0.6
        )
    if guild == "soldiers":
        return draw_line(path, paint.mid, 30) + draw_line(lit, paint.light, 8)
    wide = {"mages": 42, "merchants": 44, "ambassadors": 40}.get(guild, 34)
    cuff = fill_circle(
        (wx, wy), wide * 0.62, {"mages": paint.deep, "ambassadors": GOLD}.get(guild, paint.accent)
    )
    return (
        draw_line(path, sleeve, wide) + draw_line(lit, blend(paint.light, paint.mid, 0.5), 7) + cuff
    )


def draw_hand(guild: str, grasp: Grasp, paint: Palette) -> str:
    """Return a hand at 0,0 that points to the right."""
    skin = blend(paint.light, paint.glow, 0.25)
    dark = blend(paint.mid, paint.deep, 0.3)
    if guild == "soldiers":
        upper = fill_blob("-24 -14 0 -34 36 -34 64 -8 38 -12 18 -6 12 4", SKIN)
        lower = fill_blob("-24 12 -4 26 30 26 58 2 34 6 16 4 4 -6", paint.light)
        palm = fill_ellipse((-12, 0), 24, 22, paint.light)
        shine = draw_line("M-22 -8Q-4 -26 22 -28", paint.glow, 5, 0.8)
        return place_group([lower, palm, upper, shine], scale=0.86)
    if guild == "politicians":
        curl = (
            "M-16 0Q14 -8 22 -24Q24 -42 6 -40Q-8 -34 0 -22"
            if grasp == "grip"
            else "M-16 0Q16 2 30 -6Q46 -18 36 -28"
        )
        dots = ((2, -4), (14, -12)) if grasp == "grip" else ((6, 0), (20, -2))
        return draw_line(curl, paint.light, 17) + "".join(
            fill_circle(dot, 3.6, paint.glow) for dot in dots
        )
    if grasp == "open":
        palm = fill_blob("-18 -6 4 -14 26 -10 24 6 2 14 -18 10", skin)
        fingers = draw_line("M18 -8L40 -14M20 -2L44 -3M18 4L40 8", skin, 9)
        thumb = draw_line("M2 -10L14 -24", skin, 10)
        return fingers + palm + thumb
    if guild == "farmers":
        fin = fill_blob("-20 -12 4 -24 26 -20 30 0 26 20 4 24 -20 12", skin)
        return fin + draw_line("M8 -8L28 -9M8 2L30 2M8 12L26 13", dark, 3)
    fist = fill_blob("-20 -12 2 -22 20 -18 24 0 20 18 2 22 -20 12", skin)
    return fist + draw_line("M4 -9L22 -9M4 1L24 1M4 10L21 10", dark, 3, 0.8)
