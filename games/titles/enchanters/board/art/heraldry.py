"""Banners: heraldry on cloth in the wind, its pole at x = 0, its foot at y = 0."""

from __future__ import annotations

from collections.abc import Callable

from .beasts import draw_dragon_head
from .brush import Brush, Subject, star_points
from .heads import HEADS

# The cloth by cut: from the top of the pole, blown to the right; the middle of its sign.
CUTS = {
    "swallow": "0,-226! 50,-240 100,-216 160,-232! 130,-176 160,-112! 100,-100 50,-122 0,-108!",
    "square": "0,-226! 40,-240 90,-212 140,-226! 146,-160 138,-96! 90,-84 44,-110 0,-96!",
    "pennant": "0,-230! 60,-226 110,-190 170,-170! 110,-140 60,-104 0,-100!",
    "ragged": "0,-226! 50,-240 96,-218 150,-230! 132,-206 156,-190! 134,-166 150,-150! 126,-136 "
    "140,-106! 96,-108 50,-126 0,-104!",
    "teeth": "0,-226! 60,-236 120,-220 148,-226! 150,-150 148,-126! 124,-96! 100,-128! 74,-94! "
    "50,-126! 24,-94! 0,-124!",
}


def _make_banner(cut: str, field: str, band: str, sign: Callable[[Brush], None]) -> Subject:
    """Return a banner: its cut, the tones of cloth and hem, and the sign it bears."""

    def draw(b: Brush) -> None:
        with b.at(-70, 0):
            b.cut(
                "shade",
                "8,-222! 60,-236 110,-210 150,-222! 146,-120 100,-90 50,-112 8,-96!",
                opacity=0.4,
            )
            b.cut(field, CUTS[cut], rim="glow")
            b.line(band, "12,-216 12,-108", 8)
            b.limb("wood", "0,6 0,-120 0,-246", "6 5 5", rim="glow")
            b.poly("accent", "-13,-246 0,-276 13,-246 0,-234", rim="glow")
            with b.at(72, -166, 0.56):
                sign(b)
            b.line("accent", "0,-228 -16,-200 -10,-170 -22,-150", 3)

    return draw


def _crescent_coin(b: Brush) -> None:
    b.cut("glow", "30,-90! -30,-90 -84,-40 -84,40 -30,90 30,90! -10,60 -34,0 -10,-60", rim="accent")
    b.dot("#f7c948", 30, 0, 36, rim="glow")
    b.poly("shade", "20,-10 40,-10 40,10 20,10")


def _ship(b: Brush) -> None:
    b.cut("glow", "-100,0! -60,10 60,10 100,0! 104,-40! 112,20 60,56 -60,56 -112,20 -104,-40!")
    b.poly("accent", "-50,-90 50,-90 60,-4 -60,-4")
    for x in (-30, 0, 30):
        b.poly("glow", [(x - 6, -90), (x + 6, -90), (x * 1.2 + 7, -4), (x * 1.2 - 7, -4)])
    b.line("glow", "-80,76 -40,66 0,78 40,66 80,76", 7)


def _eye_house(b: Brush) -> None:
    b.poly("glow", "0,-96 90,-20 70,-20 70,84 -70,84 -70,-20 -90,-20")
    b.cut("ink", "-52,20! 0,-26 52,20! 0,58")
    b.dot("accent", 0, 18, 22)
    b.dot("ink", 0, 18, 9)


def _dragon_sign(b: Brush) -> None:
    draw_dragon_head(b, (40, 20), 1.5, 8, tone="glow", is_open=True)


def _paw_sign(b: Brush) -> None:
    b.cut("glow", "0,-6 -40,16 -54,58 -20,76 20,76 54,58 40,16")
    for x, y in ((-56, -8), (-24, -46), (24, -46), (56, -8)):
        b.dot("glow", x, y, 20)
        b.poly("accent", [(x - 8, y - 18), (x, y - 46), (x + 8, y - 18)])


def _goblin_sign(b: Brush) -> None:
    with b.at(-6, 40, 2):
        HEADS["goblin"](b)


def _skull_sign(b: Brush) -> None:
    for turn in (38, -38):
        with b.at(0, 34, 1, turn):
            b.limb("bone", "-90,0 90,0", "9 9")
            b.dot("bone", -94, 0, 16)
            b.dot("bone", 94, 0, 16)
    b.cut("glow", "-56,-60 -60,-10 -34,20 -30,50! 30,50! 34,20 60,-10 56,-60 0,-92")
    for x in (-26, 26):
        b.dot("ink", x, -24, 17)
        b.dot("accent", x, -24, 7)
    b.poly("ink", "0,-4 -9,16 9,16")
    for x in (-14, 0, 14):
        b.line("ink", f"{x},30 {x},48", 5)


def _tree_sign(b: Brush) -> None:
    b.limb("glow", "0,90 0,20 0,-40", "14 11 6")
    b.limb("glow", "0,30 -40,0 -54,-40", "8 6 3")
    b.limb("glow", "0,20 40,-10 52,-50", "8 6 3")
    for x, y in ((-60, -50), (56, -58), (0, -74), (-30, -30), (30, -36), (-80, -10), (82, -16)):
        b.cut("accent", f"{x},{y - 34}! {x + 22},{y} {x},{y + 34}! {x - 22},{y}")
    b.line("glow", "-60,92 -20,86 20,86 60,92", 7)


def _north_star(b: Brush) -> None:
    b.poly("glow", star_points(0, -14, 96, 24, 4))
    b.poly("pale", star_points(0, -14, 54, 20, 8))
    b.dot("bright", 0, -14, 24, rim="accent")
    b.dot("accent", 6, -8, 8, opacity=0.6)
    for x, y in ((-70, 70), (0, 88), (70, 70)):
        b.dot("accent", x, y, 12)


def _bat_sign(b: Brush) -> None:
    b.cut(
        "ink",
        "0,-40! -12,-64! -18,-44 -60,-70 -112,-40! -90,-24 -92,20! -64,0 -46,34! -24,14 0,50! "
        "24,14 46,34! 64,0 92,20! 90,-24 112,-40! 60,-70 18,-44 12,-64!",
    )
    for x in (-9, 9):
        b.dot("accent", x, -24, 6)
    b.cut("accent", "0,50! 18,80 0,100 -18,80")


def _mushroom_sign(b: Brush) -> None:
    for x, y, s, tone in ((-50, 40, 0.8, "light"), (54, 44, 0.7, "light"), (0, 20, 1.3, "accent")):
        with b.at(x, y, s):
            b.cut("glow", "-12,40! -8,0 8,0 12,40!")
            b.cut(tone, "0,-60 -44,-40 -60,0! -20,8 20,8 60,0! 44,-40", rim="glow")
            b.dot("ink", -18, -22, 7)
            b.dot("ink", 14, -32, 6)


def _fist(b: Brush) -> None:
    """Draw a clenched fist that strikes to the left."""
    b.poly("accent", star_points(-50, -6, 84, 34, 9))
    b.poly("glow", star_points(-54, -6, 52, 24, 8))
    b.cut("wood", "40,-30! 110,-44! 130,20! 120,60! 44,50!", rim="glow")
    for x in (64, 86):
        b.poly("accent", [(x, -38), (x + 9, -40), (x + 11, 56), (x + 2, 54)])
    b.cut("skin", "-40,-50 -52,-10 -44,44 0,62 50,54! 52,-40! 0,-62", rim="glow")
    for y in (-44, -16, 12, 40):
        b.cut(
            "skin",
            f"-20,{y - 15} -52,{y - 13} -62,{y} -52,{y + 13} -20,{y + 13} -8,{y}",
            rim="pale",
        )
    b.limb("skin", "40,40 10,34 -16,12 -22,-12", "18 15 13 10", rim="glow")


BANNERS: dict[str, Subject] = {
    "aurisan": _make_banner("swallow", "deep", "accent", _crescent_coin),
    "vikingork": _make_banner("square", "shade", "accent", _ship),
    "normalian": _make_banner("square", "shade", "accent", _eye_house),
    "dragonkin": _make_banner("pennant", "shade", "accent", _dragon_sign),
    "gnoll": _make_banner("ragged", "accent", "deep", _paw_sign),
    "goblin": _make_banner("teeth", "shade", "accent", _goblin_sign),
    "ghoul": _make_banner("ragged", "shade", "accent", _skull_sign),
    "wood_elf": _make_banner("pennant", "mid", "accent", _tree_sign),
    "northern": _make_banner("swallow", "shade", "light", _north_star),
    "vampiric": _make_banner("teeth", "light", "ink", _bat_sign),
    "underdweller": _make_banner("square", "shade", "accent", _mushroom_sign),
}
SIGNS: dict[str, Subject] = {
    "aurisan": _crescent_coin,
    "vikingork": _ship,
    "normalian": _eye_house,
    "dragonkin": _dragon_sign,
    "gnoll": _paw_sign,
    "goblin": _goblin_sign,
    "ghoul": _skull_sign,
    "wood_elf": _tree_sign,
    "northern": _north_star,
    "vampiric": _bat_sign,
    "underdweller": _mushroom_sign,
}
FIST: Subject = _fist
