"""The creatures of the races around 0,0, about 200 wide: from young (1) to crowned (5)."""

from __future__ import annotations

from games.engine.board.paper_cut import fill_circle, fill_ellipse, place_group

from .faces import Mood, draw_round_eye
from .hats import draw_fan
from .paper import (
    DARK,
    GILT,
    GOLD,
    NACRE,
    SKIN,
    WHITE,
    Palette,
    blend,
    draw_line,
    fill_blob,
    fill_edges,
    fill_limb,
    fill_mirrored,
)
from .props import draw_prop

# The look of each age.
_MOODS: tuple[Mood, ...] = ("wide", "wide", "calm", "stern", "stern")


def draw_creature(race: str, value: int, paint: Palette) -> str:
    """Return the creature of a race at the age of its value, 1 to 5."""
    return _CREATURES[race](value, paint)


def _draw_crown(x: float, y: float, size: float, paint: Palette) -> str:
    return place_group([draw_prop("crown", paint)], (x, y), scale=size)


def _draw_crab(value: int, paint: Palette) -> str:
    dark = blend(paint.mid, paint.deep, 0.5)
    legs = "".join(
        draw_line(
            f"M{side * 48} {y}Q{side * (84 + bend)} {y - 14} {side * (92 + bend)} {y + 34}",
            fill,
            10,
        )
        for side, fill in ((-1, paint.light), (1, paint.mid))
        for y, bend in ((18, 14), (32, 4), (44, -12))
    )
    reach = 0.52 + value * 0.15
    claw = [
        fill_blob("-14 34 -40 0 -34 -44 0 -66 -14 -30 2 -12 22 -40 34 -8 16 30", SKIN),
        draw_line("M-26 -8Q-26 -34 -12 -50", paint.glow, 6, 0.8),
    ]
    if value >= 4:
        claw.append(draw_line("M-20 22Q0 34 18 20", GOLD, 9))
    claws = "".join(
        draw_line(
            f"M{side * 50} 0Q{side * 84} -2 {side * 84} -30",
            paint.light if side < 0 else paint.mid,
            16,
        )
        + place_group(claw, (side * 88, -44), scale=reach, turn=side * 8, flip=side > 0)
        for side in (-1, 1)
    )
    spikes = "".join(
        fill_edges(
            f"{x - 9} -26 {x * 1.28} {-58 + abs(x) * 0.3} {x + 9} -26",
            paint.accent if value >= 4 else paint.light,
        )
        for x in (-58, -38, 38, 58)
        if value >= 3
    )
    eyes = "".join(
        draw_line(f"M{side * 20} -34L{side * 24} -70", paint.light, 9)
        + draw_round_eye(side * 24, -76, 22 - value * 1.6, _MOODS[value - 1], paint)
        for side in (-1, 1)
    )
    shell = fill_mirrored("0 -44 -48 -42 -82 -10 -70 32 -36 54 0 58", SKIN)
    marks = fill_blob("-8 -40 -46 -38 -72 -12 -66 0 -52 -22 -24 -32", paint.glow, 0.8)
    mouth = (
        draw_line("M-16 26Q0 40 16 26", dark, 6)
        if value < 3
        else fill_edges("-26 20 26 20 18 46 -18 46", dark)
        + fill_edges("-22 22 -4 22 -8 42", paint.glow)
        + fill_edges("22 22 4 22 8 42", paint.glow)
    )
    scar = (
        draw_line("M-40 -8Q0 -22 40 -8", dark, 7, 0.5)
        if value >= 3
        else fill_circle((26, -10), 7, dark, 0.4) + fill_circle((40, 6), 5, dark, 0.4)
    )
    gem = fill_edges("0 -26 13 -8 0 10 -13 -8", GILT) if value >= 4 else ""
    crown = _draw_crown(0, -104, 0.72, paint) if value == 5 else ""
    return legs + claws + spikes + eyes + shell + marks + scar + mouth + gem + crown


def _draw_jellyfish(value: int, paint: Palette) -> str:
    dark = blend(paint.mid, paint.deep, 0.3)
    many = 3 + value
    arms = "".join(
        fill_limb(
            ((at - (many - 1) / 2) * 120 / many, 8),
            90 - (at - (many - 1) / 2) * 5,
            56 + value * 15 - abs(at - (many - 1) / 2) * 8,
            9,
            paint.light if at % 2 else dark,
            wave=20,
        )
        for at in range(many)
    )
    frill = ""
    if value >= 3:
        frill = "".join(
            fill_limb(
                (x, 6), 90 + x / 3, 60 + value * 9, 17, blend(paint.light, paint.glow, 0.4), wave=24
            )
            for x in (-20, 18)
        )
    bell = fill_mirrored(
        "0 -92 -44 -84 -78 -44 -84 4 -62 -6 -44 14 -22 -4 0 14"
        if value >= 3
        else "0 -76 -42 -68 -66 -34 -68 6 -46 -2 -24 12 0 4",
        SKIN,
    )
    shine = fill_blob("-6 -80 -38 -70 -60 -34 -58 -16 -44 -38 -24 -58", WHITE, 0.55)
    size = 15 - value
    eyes = draw_round_eye(-22, -18, size, _MOODS[value - 1], paint) + draw_round_eye(
        22, -18, size, _MOODS[value - 1], paint
    )
    organs = "".join(
        fill_ellipse((x, -54 + abs(x) * 0.3), 7, 10, dark, opacity=0.5)
        for x in (-26, 0, 26)[: max(0, value - 1)]
    )
    if value >= 4:
        organs += draw_line("M-80 -4Q0 26 80 -4", GOLD, 5) + "".join(
            fill_circle((x, 8 - abs(x) * 0.12), 6, NACRE) for x in (-60, -30, 0, 30, 60)
        )
    crown = _draw_crown(0, -112, 0.85, paint) if value == 5 else ""
    return arms + frill + bell + organs + shine + eyes + crown


def _draw_seahorse(value: int, paint: Palette) -> str:
    dark = blend(paint.mid, paint.deep, 0.4)
    tail = draw_line(
        "M22 58C30 112 -40 122 -42 86C-42 62 -12 64 -14 84", paint.mid, 17
    ) + draw_line("M16 60C22 100 -36 112 -36 86", paint.light, 6)
    fin = fill_blob("40 -10 86 -34 98 0 84 30 42 26", paint.accent) + draw_line(
        "M46 4L88 -16M46 8L90 4M46 12L82 22", dark, 3
    )
    body = fill_blob(
        "-4 -60 34 -66 48 -34 42 -6 54 26 38 62 10 76 -10 52 -30 24 -22 -8 -10 -36", SKIN
    )
    plates = "".join(
        draw_line(
            f"M{-20 + abs(y - 10) / 6} {y}Q8 {y + 12} {44 - abs(y - 20) / 7} {y - 2}", dark, 4, 0.55
        )
        for y in (-30, -12, 6, 24, 42, 58)
    )
    head = fill_blob(
        "-4 -112 28 -112 46 -84 36 -54 6 -48 -14 -58 -42 -62 -84 -54 -92 -60 -92 -78 -82 -80 "
        "-42 -80 -22 -98",
        SKIN,
    )
    eye = draw_round_eye(2, -86, 19 - value * 1.5, _MOODS[value - 1], paint)
    crest = "".join(
        fill_edges(
            f"{x - 10} -100 {x * 1.2} {-122 - value * 6 + abs(x - 14) / 2} {x + 10} -98",
            paint.accent,
        )
        for x in (-2, 16, 34)[: 1 + value // 2]
    )
    extra = ""
    if value >= 2:
        extra += "".join(
            fill_edges(f"{x} {y} {x + 18} {y - 4} {x + 2} {y + 16}", paint.accent)
            for x, y in ((40, -50), (46, 36), (34, 58))
        )
    if value >= 3:
        extra += fill_limb((36, -92), -30, 60, 10, paint.accent, wave=26) + fill_limb(
            (40, -72), 6, 52, 9, blend(paint.accent, paint.deep, 0.3), wave=26
        )
    if value >= 4:
        extra += draw_line("M-14 -44Q16 -26 42 -44", GOLD, 9) + fill_circle((10, -30), 10, NACRE)
    if value == 5:
        extra += _draw_crown(16, -134, 0.74, paint)
    return fin + tail + crest + body + plates + head + eye + extra


def _draw_shellfish(value: int, paint: Palette) -> str:
    dark = blend(paint.mid, paint.deep, 0.5)
    wide, gape = 60 + value * 8, 6 + value * 8
    ribs = 5 + value
    upper = place_group([draw_fan(ribs, wide, 52 + value * 8, paint)], (0, -gape))
    rim = fill_mirrored(
        f"0 {-gape + 2} {-wide * 0.6:.0f} {-gape - 6} {-wide - 4} {-gape - 14} "
        f"{-wide * 0.7:.0f} {-gape + 12} 0 {-gape + 22}",
        paint.light,
    )
    inside = fill_mirrored(
        f"0 {-gape} {-wide * 0.8:.0f} {-gape} {-wide * 0.9:.0f} 16 {-wide * 0.5:.0f} 34 0 38", dark
    )
    lower = fill_mirrored(
        f"0 34 {-wide * 0.5:.0f} 28 {-wide - 4} 12 {-wide * 0.84:.0f} 52 {-wide * 0.4:.0f} 74 0 80",
        SKIN,
    )
    lines = "".join(
        draw_line(
            f"M{x * wide:.0f} 32Q{x * wide * 0.8:.0f} 56 {x * wide * 0.45:.0f} 70",
            paint.mid,
            6,
            0.7,
        )
        for x in (-0.66, -0.34, 0, 0.34, 0.66)
    )
    size = 17 - value
    eyes = "".join(
        draw_line(f"M{x} 20L{x} {2 - gape * 0.2}", paint.light, 8)
        + draw_round_eye(x, -2 - gape * 0.2, size, _MOODS[value - 1], paint)
        for x in (-26, 26)
    )
    pearl = fill_circle((0, 20), 8 + value * 3, NACRE) if value >= 2 else ""
    extra = ""
    if value >= 3:
        extra += "".join(
            fill_limb((side * wide * 0.9, 40), 90 - side * 50, 56, 9, paint.accent, wave=22)
            for side in (-1, 1)
        )
    if value >= 4:
        extra += draw_line(f"M{-wide * 0.86:.0f} 30Q0 52 {wide * 0.86:.0f} 30", GOLD, 8) + "".join(
            fill_circle((x * wide, 38 - abs(x) * 14), 6, NACRE) for x in (-0.6, -0.3, 0.3, 0.6)
        )
    if value == 5:
        extra += _draw_crown(0, -162, 0.86, paint)
    return upper + inside + rim + pearl + eyes + lower + lines + extra


def _draw_squid(value: int, paint: Palette) -> str:
    dark = blend(paint.mid, paint.deep, 0.4)
    arms = "".join(
        fill_limb(
            (x, 34),
            90 - x * 0.8,
            54 + value * 9 - abs(x) * 0.4,
            10,
            paint.light if at % 2 else paint.mid,
            wave=22,
        )
        for at, x in enumerate((-30, -18, -6, 6, 18, 30))
    )
    long = "".join(
        draw_line(
            f"M{side * 32} 36C{side * 80} 70 {side * (60 + value * 8)} 20 "
            f"{side * (70 + value * 6)} {4 - value * 10}",
            paint.light if side < 0 else paint.mid,
            9,
        )
        + fill_ellipse(
            (side * (70 + value * 6), -8 - value * 10),
            10 + value,
            19 + value,
            paint.light if side < 0 else paint.mid,
            turn=side * 12,
        )
        for side in (-1, 1)
        if value >= 2
    )
    mantle = fill_mirrored(
        "0 -112 -20 -88 -58 -66 -70 -46 -42 -36 -38 0 -44 24 -30 46 0 52"
        if value >= 3
        else "0 -88 -28 -72 -54 -52 -50 -36 -40 -24 -44 14 -30 42 0 48",
        SKIN,
    )
    shine = fill_blob("-4 -94 -20 -72 -32 -46 -30 -8 -22 -18 -16 -54", WHITE, 0.5)
    spots = "".join(
        fill_ellipse((x, y), 5, 6, dark, opacity=0.5)
        for x, y in ((16, -50), (24, -30), (8, -26), (20, -72))[: value - 1]
    )
    size = 18 - value
    eyes = draw_round_eye(-21, 16, size, _MOODS[value - 1], paint) + draw_round_eye(
        21, 16, size, _MOODS[value - 1], paint
    )
    extra = ""
    if value >= 3:
        extra += draw_line("M-34 -14Q0 -2 34 -14", dark, 6, 0.5)
    if value >= 4:
        extra += draw_line("M-39 -12Q0 2 39 -12", GOLD, 8) + fill_edges(
            "0 -20 10 -6 0 10 -10 -6", WHITE
        )
    if value == 5:
        extra += _draw_crown(0, -116, 0.8, paint)
    return arms + long + mantle + shine + spots + eyes + extra


def draw_monster(threat: int, paint: Palette) -> str:
    """Return the Monster around 0,0: at threat 0 only its lights, then ever larger, up to 6."""
    hide, dim = "#22343d", "#3a525c"
    if threat == 0:
        return (
            fill_blob("-100 26 -70 -40 10 -62 84 -28 118 40 70 84 -50 88", "#3d5661", 0.95)
            + fill_blob("-92 20 -64 -36 10 -56 76 -26 40 -40 -20 -36 -70 -4", "#6f909b", 0.9)
            + fill_blob("-96 30 -40 44 30 40 64 22 30 62 -40 70 -84 52", DARK)
            + "".join(
                fill_edges(f"{x} {y} {x + 16} {y + 1} {x + 8} {y + 16}", WHITE)
                for x, y in ((-78, 34), (-54, 40), (-30, 43), (-6, 43), (18, 40))
            )
            + fill_ellipse((-34, -2), 19, 12, "#d8ff8a", turn=14)
            + fill_ellipse((-36, -2), 5, 11, DARK)
            + fill_ellipse((26, -8), 14, 9, "#d8ff8a", turn=-8)
            + fill_ellipse((24, -8), 4, 8, DARK)
            + draw_line("M-60 -88C-44 -112 -10 -96 0 -52", "#6f909b", 6)
            + _draw_lure(-66, -86, paint)
        )
    parts = [_draw_lure(-74, -92, paint) + draw_line("M-66 -88C-50 -120 -6 -110 4 -64", dim, 7)]
    for at in range(max(0, threat - 2)):
        side = -1 if at % 2 else 1
        parts.append(
            fill_limb(
                (side * 50 + 20, 50), 90 - side * (30 + at * 10), 110 + at * 14, 16, dim, wave=24
            )
        )
    parts += [
        fill_edges(f"{x - 14} -40 {x + 8} {-96 + abs(x - 30) / 3} {x + 16} -40", dim)
        for x in (0, 28, 56)[: 1 + threat // 2]
    ]
    parts.append(fill_blob("92 0 120 -44 128 10 120 62 92 24", dim))
    parts.append(
        fill_blob(
            "-104 -20 -60 -64 10 -74 76 -48 108 4 84 58 20 86 -50 84 -98 62 -70 34 -50 16 -70 2",
            hide,
        )
    )
    parts.append(fill_blob("-104 -20 -60 -64 10 -74 60 -56 10 -58 -50 -48", "#5c7a84", 0.9))
    parts.append(
        fill_blob(
            "-104 -20 -70 2 -50 16 -70 34 -98 62 -64 54 -10 40 0 16 -20 -6 -64 -18", "#8c1f2e"
        )
    )
    teeth = 3 + threat // 2
    for at in range(teeth):
        x = -96 + at * 70 / (teeth - 1)
        parts.append(
            fill_edges(
                f"{x - 8:.0f} {-18 + at * 3} {x + 8:.0f} {-16 + at * 3} {x:.0f} {8 + at * 2}", WHITE
            )
        )
        parts.append(
            fill_edges(
                f"{x - 6:.0f} {58 - at * 3} {x + 10:.0f} {56 - at * 3} {x + 3:.0f} {34 - at * 2}",
                WHITE,
            )
        )
    for x, y, size in ((-22, -36, 15), (16, -40, 10), (-52, -40, 8), (40, -26, 7))[
        : 1 + threat // 2
    ]:
        parts.append(
            fill_circle((x, y), size, paint.accent)
            + fill_ellipse((x - 2, y), size * 0.3, size * 0.8, DARK)
        )
    return "".join(parts)


def _draw_lure(x: float, y: float, paint: Palette) -> str:
    return (
        fill_circle((x, y), 30, paint.accent, 0.2)
        + fill_circle((x, y), 18, paint.accent, 0.4)
        + fill_circle((x, y), 9, "#f6ffd8")
    )


_CREATURES = {
    "crab": _draw_crab,
    "jellyfish": _draw_jellyfish,
    "seahorse": _draw_seahorse,
    "shellfish": _draw_shellfish,
    "squid": _draw_squid,
}
