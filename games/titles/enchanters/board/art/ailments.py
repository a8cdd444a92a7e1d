"""Wound cards and counters: what hurts, and the things that lie on the board, around 0,0."""

from __future__ import annotations

import math

from .brush import Brush, Subject, arc_points, ring_points, star_points
from .objects import draw_drop

LINEN, LINEN_SHADE = "#f4e8d4", "#cbb9a0"


def _bandage(b: Brush, at: str, width: float) -> None:
    """Draw a band of linen with its folds along a line."""
    b.line(LINEN, at, width)
    b.line(LINEN_SHADE, at, width / 6)


def _limp(b: Brush) -> None:
    with b.at(46, 0, 1, 12):
        b.line("wood", "0,106 0,-60", 9)
        b.limb("wood", "-30,-92 0,-98 30,-92", "9 10 9", rim="glow")
        b.line("wood", "-18,-88 0,-10 18,-88", 8)
    b.cut(
        "skin",
        "-50,-104! -8,-104! -6,-20 6,30 10,66 -40,72 -104,76! -104,50 -60,34 -54,-10",
        rim="glow",
    )
    for y in (-6, 18, 42):
        _bandage(b, f"-56,{y + 10} -24,{y + 14} 6,{y}", 19)
    _bandage(b, "-76,48 -70,62 -72,76", 19)
    for x, y in ((-96, -40), (-84, -70), (-104, 0)):
        b.poly("accent", star_points(x, y, 16, 5, 4))


def _sprain(b: Brush) -> None:
    # A raised hand, its wrist swollen and bandaged.
    b.limb("skin", "10,118 4,40 0,0", "27 28 33", rim="glow")
    b.cut("skin", "-40,10 -46,-40 -34,-60 34,-60 44,-36 36,14 0,24", rim="glow")
    for x, top, turn in ((-34, -104, -9), (-12, -120, -3), (11, -117, 4), (33, -98, 12)):
        b.limb("skin", f"{x},-40 {x + turn},{top}", "11 9", rim="glow")
    b.limb("skin", "34,0 62,-26 78,-50", "14 12 9", rim="glow")
    b.line("deep", "-22,-34 2,-26 30,-34", 3, opacity=0.5)
    for y in (30, 50, 70):
        _bandage(b, f"-38,{y - 8} 0,{y + 4} 42,{y - 10}", 19)
    b.poly(LINEN, "38,56 70,74 60,88 34,70", rim="glow")
    for a in (150, 180, 210):
        along, down = math.cos(math.radians(a)), math.sin(math.radians(a))
        b.line("accent", [(along * 58, 44 + down * 58), (along * 88, 44 + down * 88)], 8)


def _cracked_rib(b: Brush) -> None:
    b.limb("bone", "0,-110 4,-30 0,60 2,110", "10 9 9 6", rim="glow")
    for at, y in enumerate((-88, -56, -24, 8, 40)):
        w = (60, 84, 94, 90, 70)[at]
        for s in (-1, 1):
            if (at, s) == (2, 1):
                b.line("bone", f"8,{y} 34,{y - 6} 50,{y - 2}", 13)
                b.line("bone", f"62,{y + 14} 88,{y + 22} 80,{y + 36}", 13)
                b.poly("accent", star_points(58, y + 4, 30, 9, 6))
            else:
                b.line(
                    "bone",
                    f"{8 * s},{y} {w * 0.6 * s:g},{y - 8} {w * s:g},{y + 10} "
                    f"{(w - 24) * s:g},{y + 32}",
                    13,
                )


def _black_eye(b: Brush) -> None:
    b.cut("#4b2b66", "-100,-10 -60,-70 10,-84 80,-50 104,10 70,60 0,84 -70,60", rim="light")
    b.cut("#6f4b9a", "-80,-4 -40,-46 20,-54 70,-26 84,14 40,50 -30,52")
    b.cut("skin", "-90,-16! -40,-66 30,-72 88,-30! 40,-40 -30,-38", opacity=0.6)
    b.cut("glow", "-66,10! -20,-22 30,-20 70,12! 20,40 -30,38")
    b.dot("mid", 4, 10, 23)
    b.dot("ink", 4, 10, 11)
    b.dot("glow", -4, 2, 5)
    b.cut("#4b2b66", "-70,10! -20,-30 30,-28 74,12! 30,0 -20,-2")
    b.limb("ink", "-96,-70 -30,-104 50,-96 100,-60", "4 9 8 2")
    draw_drop(b, -50, 76, 11, "#7fd0ff")


def _bad_knee(b: Brush) -> None:
    # A bent leg with its foot on the ground.
    b.limb("skin", "96,-30 20,-66 -34,-56", "34 31 28", rim="glow")
    b.limb("skin", "-34,-56 -26,20 -8,92", "29 24 17", rim="glow")
    b.cut("skin", "-28,84! 12,80 12,112! -84,114! -86,102 -54,96", rim="glow")
    b.cut("mid", "112,-66! 62,-92! 44,-38! 92,4! 116,0!", rim="glow")
    for k in (-20, 0, 20):
        _bandage(
            b,
            f"{-64 + k * 0.2:g},{-50 + k} {-34 + k * 0.3:g},{-30 + k} {2 + k * 0.3:g},{-48 + k}",
            18,
        )
    b.poly(LINEN, "-2,-38 34,-14 24,-2 -6,-22", rim="glow")
    b.poly("accent", star_points(-66, -92, 27, 9, 6))
    for a in (165, 200):
        x, y = math.cos(math.radians(a)), math.sin(math.radians(a))
        b.line("accent", [(-34 + x * 52, -46 + y * 52), (-34 + x * 78, -46 + y * 78)], 8)


def _scar(b: Brush) -> None:
    b.cut(
        "skin",
        "20,110! 60,70 66,-40 30,-96 -40,-100 -70,-56 -66,-30 -96,10! -76,24 -76,54 -50,74 -20,72 "
        "-16,110!",
        rim="glow",
    )
    b.cut(
        "deep",
        "-74,-58! -60,-112 20,-124 76,-84 84,0 66,60! 52,0 20,-20 10,-64 -30,-70",
        rim="tint",
    )
    b.dot("ink", -46, -22, 6)
    b.limb("deep", "-70,-46 -46,-52 -26,-44", "3 6 3")
    b.line("accent", "-8,-74 -20,-20 -6,40", 8)
    for y in (-50, -22, 6, 30):
        b.line("glow", f"-30,{y} 4,{y - 4}", 4)
    b.line("ink", "-74,42 -56,48 -42,40", 5)
    b.poly("#ffd166", star_points(-84, -84, 24, 7, 4))


def _fury(b: Brush) -> None:
    b.cut(
        "#79c8ff",
        "0,-124! 26,-70 60,-90! 70,-20 104,-30! 96,50 40,104 -40,104 -96,50 -104,-30! -70,-20 "
        "-64,-84! -30,-66",
        rim="glow",
    )
    b.cut("#2b4a86", "0,-64! 20,-30 50,-40! 70,40 30,88 -30,88 -70,40 -50,-40! -20,-30")
    for s in (-1, 1):
        b.cut("glow", f"{12 * s},14! {40 * s},-4 {62 * s},-10! {44 * s},30 {22 * s},30")
        b.dot("ink", 36 * s, 14, 7)
    b.line("glow", "-30,62 -10,54 10,64 30,54", 7)
    for x, y in ((-90, 84), (92, 88), (-108, 20)):
        b.poly("glow", star_points(x, y, 15, 4, 6))


def _flinch(b: Brush) -> None:
    b.cut(
        "skin",
        "40,110! 84,60 90,-20 50,-70 0,-76 -30,-40 -26,-10 -40,14! -20,26 -20,60 10,80 14,110!",
        rim="glow",
    )
    b.cut("deep", "-30,-44! 0,-100 70,-90 104,-30 100,40! 74,0 50,-40", rim="tint")
    b.line("ink", "-16,-14 0,-6 16,-14", 6)
    b.limb("skin", "70,112 20,70 -30,40 -50,20", "26 22 20 17", rim="glow")
    for k, (x, y) in enumerate(((-96, -40), (-76, -66), (-50, -76), (-26, -64))):
        b.limb(
            "skin",
            f"{-62 + k * 10},24 {(x - 62 + k * 10) / 2:g},{y * 0.4:g} {x},{y}",
            "10 9 6",
            rim="glow",
        )
    for x, y, tx, ty in ((-124, -110, -84, -88), (-70, -124, -56, -98), (-124, -60, -104, -54)):
        b.line("accent", [(x, y), (tx, ty)], 7)


def _tremor(b: Brush) -> None:
    # A hand that cannot hold its cup still.
    for turn in (-13, 13):
        with b.at(0, 30, 1, turn), b.at(0, -30):
            b.poly("steel", "-44,-84 44,-84 32,8 -32,8", opacity=0.35)
    b.limb("skin", "112,112 84,60 52,8", "30 27 26", rim="glow")
    b.cut("steel", "-46,-86! 46,-86! 34,14! -34,14!", rim="glow")
    b.cut("#7fd0ff", "-46,-86! -20,-98 4,-76 28,-92 46,-86! 42,-60! -42,-60!")
    b.cut("skin", "30,-46 62,-40 74,0 56,34 26,26", rim="glow")
    for y in (-36, -15, 6):
        b.limb("skin", f"54,{y} 10,{y + 6} -26,{y + 2}", "12 11 9", rim="glow")
    for x, y, size in ((-64, -92, 13), (-38, -118, 10), (70, -106, 11)):
        draw_drop(b, x, y, size, "#7fd0ff")
    for r in (72, 96):
        b.line("accent", [(-r, -40), (-r - 12, -12), (-r, 16), (-r - 12, 44)], 7)


def _stiff_back(b: Brush) -> None:
    b.cut(
        "skin",
        "-30,-110! -34,-84 -80,-70 -92,-20 -70,40 -64,110! 64,110! 70,40 92,-20 80,-70 34,-84 "
        "30,-110!",
        rim="glow",
    )
    for at in range(7):
        y = -82 + at * 28
        b.cut(
            "bone",
            f"-26,{y - 8}! -9,{y - 11} 9,{y - 11} 26,{y - 8}! 16,{y + 12} -16,{y + 12}",
            rim="deep",
        )
    b.poly("accent", star_points(0, 50, 46, 14, 8), opacity=0.9)
    b.line("deep", "-56,-40 -40,-10 -52,20", 5, opacity=0.6)
    b.line("deep", "56,-40 40,-10 52,20", 5, opacity=0.6)


def _debt(b: Brush) -> None:
    b.cut("bone", "-64,-90! 60,-96! 66,-20 58,60 64,96! 0,88 -62,100! -56,20 -68,-40", rim="glow")
    b.limb(LINEN_SHADE, "-72,-92 0,-98 70,-98", "12 12 12", rim="glow")
    for y, w in ((-64, 40), (-44, 44), (-24, 30), (-4, 42), (16, 24)):
        b.line("mid", f"-48,{y} {w - 50},{y - 1}", 6)
        b.dot("#f7c948", 38, y - 2, 8)
    b.line("deep", "-48,36 46,34", 5)
    b.dot("accent", 26, 66, 24, rim="glow")
    b.poly("glow", "20,50 32,50 32,60 42,60 42,72 32,72 32,82 20,82 20,72 10,72 10,60 20,60")
    b.cut("#6fb3c9", "-70,40! -50,34 -34,44! -36,92 -72,94", rim="glow")
    b.poly("wood", "-62,26 -44,26 -46,40 -60,40")


def _pity(b: Brush) -> None:
    b.cut("body", "-20,-34! -66,10 -80,66 -40,96 44,96 84,62 62,6 24,-34!", rim="glow")
    b.cut("tint", "-46,-64! -14,-56 10,-66 50,-58! 28,-32 -24,-32!", rim="glow")
    b.line("accent", "-26,-34 26,-34", 9)
    b.cut("#ff7d8c", "0,16! -14,-4 -40,4 -38,30 0,70! 38,30 40,4 14,-4", rim="glow")
    b.poly(LINEN, "-70,60 -40,48 -30,74 -60,88", rim="glow")
    b.line(LINEN_SHADE, "-62,74 -38,62", 4)
    b.dot("#f7c948", 0, -96, 22, rim="glow")
    b.dot("#c98a1d", 0, -96, 12)
    b.line("glow", "-40,-110 -30,-96", 5)
    b.line("glow", "40,-110 30,-96", 5)


def _lesson(b: Brush) -> None:
    b.poly("wood", "-104,-40 0,-24 104,-40 104,76 0,92 -104,76", rim="glow")
    b.cut("bone", "0,-30! -40,-56 -96,-48! -96,62! -40,56 0,80!", rim="glow")
    b.cut(LINEN, "0,-30! 40,-56 96,-48! 96,62! 40,56 0,80!")
    for y in (-20, 0, 20, 40):
        b.line("light", f"-84,{y - 8} -50,{y - 10} -16,{y + 4}", 5)
    with b.at(44, 6, 0.8, 28):
        b.poly("steel", "-9,34 -10,-60 4,-46 10,-58 9,34", rim="deep")
        b.poly("accent", "-28,32 28,32 26,44 -26,44")
        b.poly("deep", "-5,44 5,44 5,70 -5,70")
    for x, y, r in ((0, -92, 30), (-50, -84, 12), (52, -86, 12)):
        b.poly("#ffd166", star_points(x, y, r, r / 3, 4))


# ------------------------------------------------------------------ counters


def _crystal(b: Brush) -> None:
    b.poly("#43d1c0", "-46,-84 46,-84 96,-24 0,104 -96,-24", rim="glow")
    b.poly("#bff7ef", "-46,-84 0,-84 -34,-24 -96,-24")
    b.poly("#86e6da", "0,-84 46,-84 34,-24 -34,-24")
    b.poly("#2a9c93", "46,-84 96,-24 34,-24")
    b.poly("#1d7a78", "96,-24 0,104 34,-24")
    b.poly("#6fdcd0", "-34,-24 34,-24 0,104")


def _wound(b: Brush) -> None:
    b.cut("#e5384f", "0,-116! 40,-50 74,10 64,76 0,100 -64,76 -74,10 -40,-50", rim="glow")
    b.cut("#a41d3c", "10,-90 40,-50 74,10 64,76 0,100 40,60 44,10")
    b.cut("glow", "-44,20 -40,-10 -30,-10 -30,20 -26,48 -40,44", opacity=0.85)


def _reward(b: Brush) -> None:
    for s in (-1, 1):
        b.poly(
            "#e5384f",
            [(6 * s, 20), (44 * s, 4), (64 * s, 104), (36 * s, 88), (16 * s, 110)],
            rim="glow",
        )
    b.poly(
        "#ffd166",
        [
            p
            for pair in zip(
                ring_points(0, -26, 82, 14), ring_points(0, -26, 70, 14, -77), strict=True
            )
            for p in pair
        ],
        rim="glow",
    )
    b.dot("#c98a1d", 0, -26, 54)
    b.poly("glow", star_points(0, -26, 44, 18, 5))


def _pearl(b: Brush) -> None:
    b.cut("mid", "-104,20! -60,70 0,92 60,70 104,20! 40,40 -40,40", rim="glow")
    b.dot("#f2eefc", 0, -10, 66, rim="glow")
    b.dot("#c9c2e6", 14, 6, 46)
    b.dot("#e8e2f7", 4, -6, 44)
    b.dot("#ffffff", -24, -36, 14)


def _slime(b: Brush) -> None:
    b.cut(
        "#8fd14f",
        "-100,70 -60,40 -70,-20 -30,-80 30,-84 70,-30 62,40 104,66 70,96 0,88 -70,98",
        rim="glow",
    )
    b.cut("#c9f08a", "-44,-20 -20,-60 0,-60 -20,-20 -34,10")
    for x in (-20, 28):
        b.dot("#ffffff", x, -6, 17)
        b.dot("#1a2a12", x - 3, -4, 8)
    b.line("#1a2a12", "-20,36 4,48 30,34", 7)


def _weight(b: Brush) -> None:
    b.line("steel", arc_points(0, -62, 34, 150, 390), 15)
    b.cut("#59607a", "-50,-44! 50,-44! 94,84! 80,100 -80,100 -94,84!", rim="glow")
    b.cut("#3d4359", "10,-44! 50,-44! 94,84! 80,100 30,100!")
    b.poly("glow", "-14,-6 14,-6 14,24 34,24 0,66 -34,24 -14,24")


def _speed(b: Brush) -> None:
    for y, x in ((-50, -10), (-10, -40), (30, -20), (64, -50)):
        b.line("light", [(-110, y), (x, y)], 10)
    for k in (0, 1):
        b.poly(
            "#7fe6b0" if k else "#3fb98c",
            [
                (x + k * 52, y)
                for x, y in ((-40, -92), (30, -92), (70, 0), (30, 92), (-40, 92), (4, 0))
            ],
            rim="glow",
        )


def _undead(b: Brush) -> None:
    b.cut(
        "bone",
        "-70,-60 -78,0 -50,34 -44,70! -24,98 24,98 44,70! 50,34 78,0 70,-60 0,-104",
        rim="glow",
    )
    for s in (-1, 1):
        b.dot("#1a1433", 32 * s, -14, 23)
        b.dot("#b78cff", 32 * s, -14, 9)
    b.poly("#1a1433", "0,12 -14,40 14,40")
    for x in (-24, -8, 8, 24):
        b.line("#1a1433", f"{x},60 {x},92", 6)


def _calm(b: Brush) -> None:
    b.dot("#ffd76e", 0, -30, 46, rim="glow")
    for x, y in ring_points(0, -30, 1, 10):
        b.line("#ffd76e", [(x * 60, -30 + (y + 30) * 60), (x * 80, -30 + (y + 30) * 80)], 7)
    b.cut("light", "-120,110! -120,40 -50,10 20,40 120,20! 120,110!", rim="glow")
    b.cut("mid", "-120,110! -120,80 -20,50 60,76 120,60! 120,110!")


def _sandstorm(b: Brush) -> None:
    for y, w, x in (
        (-90, 84, 6),
        (-58, 74, -8),
        (-26, 60, 10),
        (4, 48, -6),
        (34, 34, 8),
        (62, 22, -2),
        (88, 10, 4),
    ):
        b.limb(
            "light" if y % 4 else "pale",
            f"{x - w},{y + 6} {x},{y + 14} {x + w},{y - 6}",
            "3 11 3",
            rim="glow",
        )
    for x, y in ((-90, 60), (-70, 20), (80, 50), (60, 84), (-50, 94)):
        b.dot("accent", x, y, 6)
    b.cut("mid", "-120,120! -60,92 40,100 120,120!")


def _deck(b: Brush) -> None:
    for k in (2, 1, 0):
        with b.at(k * 12 - 12, 10 - k * 10, 1, k * 5 - 5):
            b.poly("shade" if k else "mid", "-62,-92 62,-92 62,92 -62,92", rim="glow")
    with b.at(-12, 10, 1, -5):
        b.poly("accent", star_points(0, 0, 54, 18, 8))
        b.poly("glow", star_points(0, 0, 28, 10, 4))


def _graveyard(b: Brush) -> None:
    b.cut("#8b93b0", "-58,92! -58,-40 -40,-88 0,-104 40,-88 58,-40 58,92!", rim="glow")
    b.cut("#626a88", "10,-102 40,-88 58,-40 58,92! 20,92! 26,-20")
    b.poly(
        "glow", "-9,-66 9,-66 9,-42 32,-42 32,-24 9,-24 9,24 -9,24 -9,-24 -32,-24 -32,-42 -9,-42"
    )
    b.cut("deep", "-110,106! -70,76 0,84 70,74 110,106!", rim="light")


AILMENTS: dict[str, Subject] = {
    "limp": _limp,
    "sprain": _sprain,
    "cracked_rib": _cracked_rib,
    "black_eye": _black_eye,
    "bad_knee": _bad_knee,
    "scar": _scar,
    "fury": _fury,
    "flinch": _flinch,
    "tremor": _tremor,
    "stiff_back": _stiff_back,
    "debt": _debt,
    "pity": _pity,
    "lesson": _lesson,
}
COUNTERS: dict[str, Subject] = {
    "crystal": _crystal,
    "wound": _wound,
    "reward": _reward,
    "pearl": _pearl,
    "slime": _slime,
    "weight": _weight,
    "speed": _speed,
    "undead": _undead,
    "calm": _calm,
    "sandstorm": _sandstorm,
    "deck": _deck,
    "graveyard": _graveyard,
}
