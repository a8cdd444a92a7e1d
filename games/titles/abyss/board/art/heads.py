"""The heads of the six guilds around 0,0: told apart by anatomy, before any colour."""

from __future__ import annotations

import math

from games.engine.board.paper_cut import fill_circle, fill_ellipse, place_group, polar_point

from .faces import Mood, Pose, draw_eye, draw_face, draw_round_eye
from .hats import draw_shell_hat
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
    fill_path,
)


def draw_head(guild: str, pose: Pose, mood: Mood, crest: str, paint: Palette) -> str:
    """Return a head of the guild, about 160 wide, its neck ending at (0, 92)."""
    return _HEADS[guild](pose, mood, crest, paint)


# ------------------------------------------------------------------ mages: jellyfish bells

# The left half of a bell, from its top to the middle of its fringe.
_BELLS = {
    "dome": "0 -94 -44 -84 -76 -44 -84 -4 -64 -12 -46 6 -24 -10 0 6",
    "tall": "0 -132 -32 -112 -54 -64 -66 -6 -50 -12 -34 6 -16 -10 0 6",
    "wide": "0 -64 -58 -58 -104 -22 -112 -2 -84 -10 -58 6 -28 -8 0 6",
    "pointed": "0 -142 -10 -112 -28 -66 -72 -30 -106 0 -72 -4 -40 6 0 -2",
    "low": "0 -84 -46 -72 -72 -30 -76 34 -58 26 -50 -2 -24 -6 0 -8",
    "frilled": "0 -88 -40 -84 -62 -52 -98 -16 -78 -14 -84 8 -58 -4 -44 12 -22 -6 0 10",
    "small": "0 -80 -36 -72 -56 -40 -62 -4 -44 -12 -30 4 -16 -8 0 4",
}


def _draw_mage(pose: Pose, mood: Mood, crest: str, paint: Palette) -> str:
    wide = {"wide": 90, "pointed": 70, "small": 48, "tall": 54}.get(crest, 66)
    trail = 22 if pose == "profile" else 0
    hair = []
    for at in range(8):
        x = (at - 3.5) * wide / 3.9
        fill = paint.mid if at % 2 else blend(paint.light, paint.mid, 0.4)
        length = 150 - abs(at - 3.5) * 12 + (at % 3) * 14
        hair.append(fill_limb((x, -12), 92 - x / 9 - trail, length, 8, fill, wave=14 + at % 3 * 5))
    neck = fill_edges("-15 40 15 40 22 100 -22 100", paint.mid)
    aside = {"profile": -14, "turned": -8}.get(pose, 0)
    face = place_group(
        [draw_face(pose, mood, blend(paint.light, paint.mid, 0.3), paint)], (aside, 8)
    )
    bell = fill_mirrored(_BELLS[crest], SKIN)
    bell = place_group(
        [bell, _draw_bell_marks(crest, pose, paint)],
        turn={"turned": -7, "profile": -11}.get(pose, 0),
    )
    if pose == "behind":
        back = [
            fill_limb(((at - 2) * 17, -8), 90 - (at - 2) * 4, 130, 9, SKIN, wave=12)
            for at in range(5)
        ]
        return "".join(hair) + neck + "".join(back) + bell
    return "".join(hair) + neck + face + bell


def _draw_bell_marks(crest: str, pose: Pose, paint: Palette) -> str:
    top = {"tall": -122, "pointed": -100, "wide": -58, "small": -74}.get(crest, -84)
    rim = fill_blob(
        f"-8 {top + 4} -38 {top + 16} -58 -34 -56 -18 -46 -34 -28 {top + 26}", WHITE, 0.5
    )
    if crest == "wide":
        rim = fill_blob("-12 -60 -58 -52 -96 -22 -92 -16 -52 -40 -12 -50", WHITE, 0.5)
    spots = {
        "dome": [(-34, -50, 10), (4, -64, 12), (38, -46, 10), (-4, -28, 6), (22, -24, 5)],
        "frilled": [(0, -60, 16)],
        "wide": [(-50, -30, 8), (-18, -40, 8), (18, -40, 8), (50, -30, 8)],
        "low": [(0, -46, 9), (0, -22, 5)],
        "small": [(12, -46, 8), (26, -26, 5)],
    }.get(crest, [])
    marks = "".join(
        fill_ellipse((x, y), size, size * 1.25, paint.mid, opacity=0.5) for x, y, size in spots
    )
    if crest == "tall":
        marks = "".join(
            draw_line(f"M{x} {-100 + abs(x)}Q{x * 2.3} -50 {x * 2.7} -12", paint.mid, 5, 0.5)
            for x in (-16, 0, 16)
        )
    if crest == "pointed":
        marks = fill_circle((0, -134), 8, GILT) + draw_line("M-66 -26Q0 6 66 -26", paint.accent, 9)
    if pose == "behind":
        marks += "".join(
            draw_line(f"M0 {top + 10}Q{x} -50 {x * 1.5} -12", paint.mid, 4, 0.5)
            for x in (-40, -20, 0, 20, 40)
        )
    return marks + rim


# ------------------------------------------------------------------ soldiers: crab helms

_SHELLS: dict[Pose, str] = {
    "front": "0 -60 -42 -58 -74 -36 -92 -6 -74 20 -46 52 -20 70 0 74 20 70 46 52 74 20 92 -6 74 "
    "-36 42 -58",
    "turned": "-8 -60 -48 -54 -78 -28 -86 2 -72 32 -50 60 -22 74 18 64 58 34 94 -4 78 -38 36 -58",
    "profile": "-46 -44 -8 -64 42 -58 82 -24 92 18 62 46 12 60 -34 70 -62 48 -74 18 -68 -16",
}
_SHELLS["behind"] = _SHELLS["front"]
# Some Soldiers have a shell of their own: heavy, or narrow with a beak.
_OWN_SHELLS = {
    "barnacled": "-4 -72 -48 -64 -80 -36 -86 6 -74 44 -46 72 -18 82 24 76 62 50 88 8 80 -38 40 -68",
    "finned": "-6 -66 -40 -56 -66 -26 -70 6 -54 38 -36 64 -22 80 4 68 40 38 70 2 64 -32 30 -60",
}
# The foot and the tip of each eye stalk.
_STALKS: dict[Pose, str] = {
    "front": "-24 -50 -36 -98 24 -50 36 -98",
    "turned": "6 -54 14 -100 -40 -46 -56 -90",
    "profile": "-16 -54 -26 -98 -40 -46 -62 -84",
    "behind": "-24 -50 -36 -92 24 -50 36 -92",
}


def _draw_soldier(pose: Pose, mood: Mood, crest: str, paint: Palette) -> str:
    if crest == "hooded":
        return _draw_hood(mood, paint)
    dark = blend(paint.mid, paint.deep, 0.5)
    parts = [fill_edges("-30 40 30 40 40 104 -40 104", dark)]
    parts.append(_draw_soldier_crest(crest, pose, paint))
    foot_tip = [float(number) for number in _STALKS[pose].split()]
    for at in (0, 4):
        fx, fy, tx, ty = foot_tip[at : at + 4]
        if crest == "scarred" and at == 4:
            parts.append(draw_line(f"M{fx} {fy}L{(fx + tx) / 2} {(fy + ty) / 2}", paint.mid, 11))
            continue
        parts.append(draw_line(f"M{fx} {fy}Q{tx} {fy - 20} {tx} {ty}", paint.light, 10))
        eye = fill_circle((tx, ty), 14, paint.mid) if pose == "behind" else ""
        parts.append(eye or draw_round_eye(tx, ty, 17, mood, paint))
    parts += [
        fill_edges(f"{x - 9} {y + 8} {x * 1.16} {y - 15} {x + 9} {y + 8}", paint.light)
        for x, y in ((-80, -22), (-58, -42), (62, -42), (82, -20))
    ]
    shell = _OWN_SHELLS.get(crest, _SHELLS[pose])
    parts.append(fill_blob(shell, SKIN))
    parts.append(_draw_shell_marks(pose, crest, mood, paint, dark))
    return "".join(parts)


def _draw_hood(mood: Mood, paint: Palette) -> str:
    """Return a head of which a hood leaves the eyes and the edge of the shell."""
    cloth = blend(paint.deep, paint.mid, 0.3)
    hood = fill_mirrored("0 -142 -40 -112 -86 -62 -104 10 -112 110 -40 120 0 120", cloth)
    lit = fill_blob("-4 -136 -42 -104 -88 -56 -104 20 -92 26 -70 -44 -34 -92", paint.mid)
    opening = fill_mirrored(
        "0 -88 -46 -66 -66 -14 -52 40 -24 66 0 72", blend(paint.deep, DARK, 0.7)
    )
    shell = fill_blob("-44 20 -20 6 0 4 22 6 46 20 34 46 0 60 -34 46", paint.mid)
    edge = draw_line("M-44 18Q0 -6 46 18", paint.light, 6)
    eyes = draw_round_eye(-25, -28, 17, mood, paint) + draw_round_eye(25, -28, 17, mood, paint)
    stalks = draw_line("M-22 12L-25 -20M22 12L25 -20", paint.light, 9)
    veil = fill_blob("-56 34 0 26 56 34 44 84 0 104 -44 84", cloth)
    return hood + lit + opening + stalks + shell + edge + eyes + veil


def _draw_shell_marks(pose: Pose, crest: str, mood: Mood, paint: Palette, dark: str) -> str:
    rim = fill_blob("-10 -56 -46 -52 -72 -30 -84 -6 -74 -8 -60 -28 -36 -42", paint.glow, 0.75)
    if pose == "behind":
        plates = "".join(
            draw_line(f"M{-x} {y}Q0 {y - 26} {x} {y}", dark, 7, 0.6)
            for x, y in ((56, -14), (64, 14), (46, 40))
        )
        return rim + plates
    if pose == "profile":
        jaw = fill_blob("-70 18 -62 48 -34 70 -8 64 -14 40 -40 34 -52 14", dark)
        teeth = fill_edges("-62 42 -50 38 -52 56", paint.glow) + fill_edges(
            "-46 44 -34 42 -36 64", paint.glow
        )
        ridge = draw_line("M-44 -6Q10 -24 70 10", dark, 8, 0.6)
        cheek = draw_line("M-14 22Q24 12 58 30", dark, 6, 0.4)
        return rim + jaw + teeth + ridge + cheek
    x = -22 if pose == "turned" else 0
    plate = blend(paint.light, paint.mid, 0.35)
    parts = [
        rim,
        fill_mirrored(f"{x} 12 {x - 30} 16 {x - 36} 36 {x - 20} 66 {x} 72", dark, axis=x),
        fill_edges(f"{x - 2} 22 {x - 26} 24 {x - 28} 38 {x - 16} 62 {x - 2} 64", plate),
        fill_edges(f"{x + 2} 22 {x + 26} 24 {x + 28} 38 {x + 16} 62 {x + 2} 64", plate),
        draw_line(
            f"M{x - 24} 36H{x - 4}M{x + 4} 36H{x + 24}M{x - 20} 48H{x - 4}M{x + 4} 48H{x + 20}",
            dark,
            3,
        ),
        draw_line(
            f"M{x - 58} 4Q{x - 40} -26 {x - 14} -22Q{x} -34 {x + 14} -22Q{x + 44} -26 {x + 64} 4",
            dark,
            7,
            0.55,
        ),
        fill_ellipse((x - 30, -40), 5, 3.5, dark, opacity=0.5)
        + fill_ellipse((x + 40, -38), 5, 3.5, dark, opacity=0.5),
        draw_line(
            f"M{x - 36} 14Q{x - 70} 20 {x - 62} 50M{x + 36} 14Q{x + 70} 20 {x + 62} 50",
            paint.light,
            6,
        ),
    ]
    if crest == "scarred":
        parts.append(draw_line(f"M{x + 18} -44L{x + 40} -2L{x + 30} 14", paint.glow, 5))
    if crest == "plumed":
        parts += [
            fill_path("M-84 -14Q-70 -66 0 -70Q70 -66 84 -14L60 -22Q0 -44 -60 -22Z", GILT),
            fill_edges("-8 -66 8 -66 10 14 0 24 -10 14", GILT),
        ]
    if crest == "barnacled":
        parts.append(
            draw_line(
                f"M{x - 40} 22H{x + 40}M{x - 36} 44H{x + 36}"
                f"M{x - 18} 12V70M{x} 12V74M{x + 18} 12V70",
                "#6d8496",
                7,
            )
        )
    return "".join(parts)


def _draw_soldier_crest(crest: str, pose: Pose, paint: Palette) -> str:
    if crest == "spiked":
        return "".join(
            fill_edges(f"{x - 11} -44 {x * 1.25} {-108 + abs(x) * 0.55} {x + 11} -44", paint.accent)
            for x in (-62, -38, 0, 38, 62)
        )
    if crest == "plumed":
        return "".join(
            fill_limb((x, -44), angle, length, 15, fill, wave=16)
            for x, angle, length, fill in (
                (26, -34, 130, blend(paint.accent, paint.mid, 0.4)),
                (18, -52, 140, paint.accent),
                (8, -72, 128, WHITE),
                (-4, -94, 104, paint.accent),
                (-14, -116, 80, blend(paint.accent, paint.mid, 0.4)),
            )
        )
    if crest == "horned":
        horn = "-58 -36 -104 -60 -112 -112 -90 -142 -92 -100 -64 -70 -36 -54"
        return fill_blob(horn, paint.glow) + place_group([fill_blob(horn, paint.accent)], flip=True)
    if crest == "finned":
        return fill_blob(
            "-40 -40 -50 -84 -10 -124 40 -120 84 -70 90 -10 40 -30", paint.mid
        ) + "".join(
            draw_line(f"M{x} -40L{x * 1.5 + 8} {-104 + abs(x - 10) * 0.6}", paint.accent, 5)
            for x in (-24, 0, 24, 44)
        )
    return ""


# ------------------------------------------------------------------ farmers: seahorse snouts


def _draw_farmer(pose: Pose, mood: Mood, crest: str, paint: Palette) -> str:
    dark = blend(paint.mid, paint.deep, 0.4)
    crown = _draw_farmer_crest(crest, pose, paint)
    over = crest in ("hat", "wreath")
    parts = ["" if over else crown]
    if pose == "profile":
        parts += [
            fill_blob(
                "34 -60 60 -36 62 4 54 48 64 100 -6 100 -8 62 -16 38 -42 34 -86 42 -100 40 -104 12 "
                "-92 12 -54 6 -26 -10 -24 -38 0 -58",
                SKIN,
            ),
            fill_blob("60 -30 62 4 54 48 64 100 36 100 30 40 40 0", dark, 0.5),
            *(
                draw_line(f"M{-4 + y / 12} {y}Q30 {y + 10} 54 {y - 4}", dark, 4, 0.5)
                for y in (52, 68, 84)
            ),
            draw_line("M-100 27Q-60 24 -38 22", dark, 3, 0.6),
            fill_ellipse((-101, 26), 5, 13, dark),
            draw_round_eye(2, -18, 15, mood, paint),
            draw_line("M-14 -38Q4 -44 20 -34", dark, 6, 0.7),
        ]
    else:
        x = -19 if pose == "turned" else 0
        outline = "0 -66 -30 -54 -44 -20 -30 12 -24 50 -36 104 36 104 24 50 30 12 44 -20 30 -54"
        parts += [
            fill_blob(outline, SKIN),
            fill_blob("10 -64 30 -54 44 -20 30 12 24 50 36 104 8 104 12 40", dark, 0.4),
            *(draw_line(f"M-24 {y}Q0 {y + 12} 24 {y}", dark, 4, 0.5) for y in (62, 78, 94)),
        ]
        if pose == "behind":
            parts += [
                fill_circle((-42, -20), 11, paint.light),
                fill_circle((42, -20), 11, paint.mid),
                *(
                    fill_edges(f"-9 {y} 0 {y - 14} 9 {y} 0 {y + 8}", dark)
                    for y in (-40, -16, 8, 32)
                ),
            ]
        else:
            parts += [
                draw_round_eye(x - 30, -18, 15, mood, paint),
                draw_round_eye(x / 2 + 34, -18, 15, mood, paint),
                draw_line(f"M{x / 2} -2L{x * 2.4} 34", paint.light, 40),
                draw_line(f"M{x / 2 - 9} -6L{x * 2.4 - 9} 30", paint.glow, 10),
                fill_ellipse((x * 2.4, 38), 21, 18, paint.light),
                fill_ellipse((x * 2.4, 41), 13, 10, dark),
            ]
    return "".join(parts) + (crown if over else "")


def _draw_farmer_crest(crest: str, pose: Pose, paint: Palette) -> str:
    x = 26 if pose == "profile" else 0
    if crest == "hat":
        brim = fill_blob(
            f"{x - 112} -38 {x - 50} -60 {x} -64 {x + 52} -60 {x + 104} -34 {x} -26", paint.accent
        )
        top = fill_blob(
            f"{x - 46} -54 {x - 30} -96 {x} -106 {x + 32} -96 {x + 46} -54 {x} -46",
            blend(paint.accent, WHITE, 0.3),
        )
        band = draw_line(f"M{x - 44} -58Q{x} -46 {x + 44} -58", blend(paint.accent, DARK, 0.6), 9)
        return brim + top + band
    if crest == "wreath":
        leaves = "".join(
            fill_ellipse((x + dx, -60 + abs(dx) * 0.35), 7, 17, fill, turn=dx * 1.1)
            for dx, fill in zip(
                range(-44, 45, 11), (paint.accent, WHITE, paint.accent) * 3, strict=True
            )
        )
        return leaves
    if crest == "fan":
        ribs = [polar_point((x, -34), 82, angle) for angle in range(-170, 25, 24)]
        feet = [polar_point((x, -34), 62, angle + 12) for angle in range(-170, 0, 24)]
        edge = "L".join(
            f"{a:.0f} {b:.0f}"
            for pair in zip(ribs, [*feet, (x, -34.0)], strict=False)
            for a, b in pair
        )
        return fill_path(f"M{x} -34L{edge}Z", paint.accent) + "".join(
            draw_line(f"M{x} -34L{a:.0f} {b:.0f}", paint.mid, 4) for a, b in ribs
        )
    if crest == "leafy":
        return "".join(
            fill_limb((x + dx, -40), angle, length, 11, fill, wave=26)
            for dx, angle, length, fill in (
                (-24, -118, 78, paint.accent),
                (0, -92, 108, blend(paint.accent, paint.deep, 0.4)),
                (22, -62, 96, paint.accent),
                (36, -28, 84, blend(paint.accent, paint.deep, 0.4)),
                (36, 4, 66, paint.accent),
            )
        )
    if crest == "grain":
        return "".join(
            draw_line(f"M{x} -40Q{x + dx / 2} -90 {x + dx} {-120 + abs(dx) / 3}", paint.accent, 5)
            + "".join(
                fill_ellipse(
                    (x + dx * part + 3, -44 - 76 * part + abs(dx) * part / 3),
                    6,
                    12,
                    paint.glow,
                    turn=dx / 2,
                )
                for part in (0.6, 0.8, 1)
            )
            for dx in (-52, -18, 18, 52)
        )
    return "".join(
        fill_edges(
            f"{x + dx - 13} -40 {x + dx * 1.5} {-112 + abs(dx) * 0.5} {x + dx + 13} -40",
            paint.accent if dx % 4 else paint.glow,
        )
        for dx in (-38, -20, 0, 22, 40)
    )


# ------------------------------------------------------------------ merchants: shell hats


def _draw_merchant(pose: Pose, mood: Mood, crest: str, paint: Palette) -> str:
    skin = blend(paint.light, paint.glow, 0.15)
    neck = fill_edges("-18 40 18 40 26 102 -26 102", blend(paint.mid, paint.deep, 0.2))
    face = place_group([draw_face(pose, mood, skin, paint)], (0, 18), scale=1.12)
    ears = ""
    if pose == "front":
        ears = fill_ellipse((-42, 26), 9, 15, paint.mid) + fill_ellipse((42, 26), 9, 15, paint.mid)
    if pose == "behind":
        face = fill_blob("0 -30 -34 -20 -40 20 -26 56 0 64 26 56 40 20 34 -20", paint.mid)
    return neck + ears + face + draw_shell_hat(crest, paint)


# ------------------------------------------------------------------ politicians: squid mantles

_MANTLES = {
    "front": (
        "0 -132 -22 -100 -64 -76 -78 -54 -46 -42 -42 0 -48 30 -36 56 0 64 36 56 48 30 42 0 46 "
        "-42 78 -54 64 -76 22 -100"
    ),
    "turned": (
        "40 -128 2 -96 -46 -88 -62 -66 -38 -48 -42 0 -48 30 -32 56 8 64 38 48 46 8 50 -36 84 "
        "-42 90 -62 66 -92"
    ),
    "profile": (
        "118 -92 70 -94 52 -122 30 -96 -8 -68 -40 -28 -48 14 -38 46 -2 60 34 48 52 12 70 -28 "
        "104 -30 96 -60"
    ),
    "bulb": (
        "6 -118 -40 -108 -68 -70 -62 -30 -42 -6 -50 28 -36 56 0 64 36 56 50 28 44 -4 66 -30 "
        "74 -70 50 -106"
    ),
    "cuttle": (
        "0 -104 -30 -98 -62 -84 -84 -44 -80 -8 -52 -20 -50 30 -36 56 0 64 36 56 50 30 52 -20 "
        "80 -8 84 -44 62 -84 30 -98"
    ),
}


def _draw_politician(pose: Pose, mood: Mood, crest: str, paint: Palette) -> str:
    shape = crest if crest in _MANTLES else ("front" if pose == "behind" else pose)
    dark = blend(paint.mid, paint.deep, 0.4)
    beard = _draw_beard(crest, pose, paint)
    mantle = fill_blob(_MANTLES[shape], SKIN)
    parts = [
        fill_edges("-24 50 24 50 32 104 -32 104", dark),
        beard if pose == "behind" else "",
        mantle,
    ]
    if shape == "profile":
        parts.append(
            fill_blob("108 -88 60 -86 24 -80 -28 -34 -38 0 -20 -26 30 -66 70 -76", WHITE, 0.45)
        )
    elif shape == "turned":
        parts.append(
            fill_blob("36 -118 6 -90 -26 -70 -34 -30 -36 4 -24 -30 -8 -66 16 -90", WHITE, 0.45)
        )
    else:
        parts.append(fill_blob("-4 -104 -24 -86 -36 -56 -36 -10 -26 -20 -20 -60", WHITE, 0.45))
    spots = ((20, -60, 7), (30, -36, 5), (12, -30, 6), (28, -12, 4))
    parts += [fill_ellipse((x, y), size, size * 1.2, dark, opacity=0.5) for x, y, size in spots]
    if pose == "behind":
        parts.append(draw_line("M0 -110V50", dark, 6, 0.4))
        return "".join(parts)
    if pose == "profile":
        parts.append(draw_eye(-16, 14, 17, mood, paint))
    else:
        aside = -9 if pose == "turned" else 0
        parts.append(draw_eye(-25 + aside / 2, 16, 14 + aside / 4, mood, paint, side=-1))
        parts.append(draw_eye(24 + aside, 16, 15, mood, paint))
    parts.append(beard)
    if crest == "circlet" or crest == "cuttle":
        parts.append(draw_line("M-42 -20Q0 -6 43 -20", GOLD, 7) + fill_circle((0, -13), 7, NACRE))
    if crest == "monocle":
        parts.append(
            f'<circle cx="19" cy="16" r="21" fill="none" stroke="{GOLD}" stroke-width="4.5"/>'
            + draw_line("M38 24Q58 60 40 96", GOLD, 2.5)
        )
    return "".join(parts)


def _draw_beard(crest: str, pose: Pose, paint: Palette) -> str:
    lean = {"profile": 8, "turned": 4}.get(pose, 0)
    colours = (paint.mid, blend(paint.light, paint.mid, 0.35))
    if crest == "curled":
        curl = "M4 44C40 50 74 70 88 44C98 24 76 12 68 30"
        arms = [
            draw_line(curl, colours[1], 12),
            place_group([draw_line(curl, colours[0], 12)], flip=True),
        ]
        spread, count, length = 5, 5, 66
    elif crest == "long":
        arms, spread, count, length = [], 11, 5, 170
    elif crest == "forked":
        arms = [
            fill_limb((-14, 46), 112, 120, 15, colours[1], wave=20),
            fill_limb((14, 46), 68, 120, 15, colours[0], wave=-20),
        ]
        spread, count, length = 6, 3, 50
    else:
        arms, spread, count, length = [], 11, 7, 92
    middle = (count - 1) / 2
    for at in range(count):
        x = (at - middle) * spread
        arms.append(
            fill_limb(
                (x, 46),
                90 - x * 0.9 + lean,
                length - abs(at - middle) * 7,
                9.5,
                colours[at % 2],
                wave=18 if at % 2 else -16,
            )
        )
    return "".join(arms)


# ------------------------------------------------------------------ ambassadors: haloed divers


def draw_halo(crest: str, paint: Palette) -> str:
    """Return the halo behind an Ambassador's helm."""
    if crest == "moons":
        ring = f'<circle r="98" fill="none" stroke="{GOLD}" stroke-width="5"/>'
        discs = "".join(
            fill_circle(
                polar_point((0, 0), 98, 45 * at - 90),
                15 - 2 * abs(at - 4 if at > 4 else 4 - at),
                GILT,
            )
            for at in range(8)
        )
        return ring + discs
    if crest == "broken":
        return (
            f'<circle r="92" fill="none" stroke="{GOLD}" stroke-width="9"'
            ' stroke-dasharray="150 26 90 40 120 400"'
            ' transform="rotate(150)"/>'
        )
    rays = "".join(
        fill_edges(
            " ".join(
                f"{x:.0f} {y:.0f}"
                for x, y in (
                    polar_point((0, 0), 70, angle - 7),
                    polar_point((0, 0), 130 if at % 2 else 108, angle),
                    polar_point((0, 0), 70, angle + 7),
                )
            ),
            GILT,
        )
        for at, angle in enumerate(range(-180, 180, 20))
    )
    return rays


def _draw_ambassador(pose: Pose, mood: Mood, crest: str, paint: Palette) -> str:
    x = {"turned": -15, "profile": -34}.get(pose, 0)
    wide = {"turned": 41, "profile": 28}.get(pose, 46)
    dark = "#0b1a29"
    bolts = "".join(
        fill_circle((x + math.cos(a) * (wide + 5), math.sin(a) * 51), 3.6, paint.deep)
        for a in (math.tau * at / 8 + 0.39 for at in range(8))
    )
    gap = wide * 0.42
    eyes = draw_eye(x - gap, 2, 11, mood, paint, side=-1) + draw_eye(x + gap, 2, 12, mood, paint)
    if mood == "closed":
        eyes = draw_line(
            f"M{x - 31} -4Q{x - 20} 8 {x - 8} -4M{x + 8} -4Q{x + 20} 8 {x + 31} -4", WHITE, 5
        )
    inside = {
        "moons": "".join(
            f'<circle cx="{x + side * gap:.0f}" cy="2" r="16" fill="none" stroke="{GOLD}"'
            ' stroke-width="4"/>'
            for side in (-1, 1)
        )
        + draw_line(f"M{x - 9} 30Q{x} 36 {x + 11} 28", paint.light, 4),
        "sun": fill_edges("-14 18 14 18 10 34 0 52 -10 34", paint.glow)
        + fill_limb((-2, 18), 150, 34, 6, WHITE, wave=-10)
        + fill_limb((2, 18), 30, 34, 6, WHITE, wave=10),
    }.get(crest, draw_line(f"M{x - 10} 26Q{x} 22 {x + 10} 26", paint.light, 4))
    return "".join(
        (
            draw_halo(crest, paint),
            fill_mirrored("0 48 -50 50 -64 76 -60 96 0 100", paint.mid),
            draw_line("M-54 74Q0 92 54 74", GOLD, 8),
            fill_circle((0, 0), 70, SKIN),
            fill_blob("20 -66 58 -40 70 4 52 48 10 70 40 30 46 -14", paint.deep, 0.35),
            fill_ellipse((x, 0), wide + 11, 57, GILT),
            fill_ellipse((x, 0), wide, 46, dark),
            bolts,
            inside,
            eyes,
            draw_line(
                f"M{x - wide * 0.7:.0f} -16Q{x - wide * 0.6:.0f} -36 {x - 4} -38", WHITE, 6, 0.55
            ),
        )
    )


_HEADS = {
    "mages": _draw_mage,
    "soldiers": _draw_soldier,
    "farmers": _draw_farmer,
    "merchants": _draw_merchant,
    "politicians": _draw_politician,
    "ambassadors": _draw_ambassador,
}
