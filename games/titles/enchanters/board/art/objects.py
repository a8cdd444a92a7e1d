"""Objects: the items that lie on cloth, and what creatures hold. In a square of 200 around 0,0;
weapons stand upright and are gripped near 0,45."""

from __future__ import annotations

import math

from .brush import Brush, Subject, arc_points, ring_points, star_points

# ------------------------------------------------------------------ shared pieces


def _haft(
    b: Brush, top: float = -90, low: float = 100, wide: float = 6, tone: str = "wood"
) -> None:
    b.poly(tone, [(-wide, top), (wide, top), (wide, low), (-wide, low)], rim="glow")


def _coin(b: Brush, x: float, y: float, r: float = 14) -> None:
    b.dot("#f7c948", x, y, r, rim="glow")
    if b.detail:
        b.dot("#c98a1d", x, y, r * 0.55)


def draw_drop(b: Brush, x: float, y: float, r: float, tone: str) -> None:
    """Draw a falling drop."""
    b.cut(
        tone,
        [
            (x, y - r * 2),
            (x, y - r * 2),
            (x + r * 1.1, y),
            (x + r * 0.8, y + r * 1.1),
            (x - r * 0.8, y + r * 1.1),
            (x - r * 1.1, y),
        ],
    )


# ------------------------------------------------------------------ bandits


def _cutpurse_knife(b: Brush) -> None:
    with b.at(34, 30, 0.78):
        _purse(b)
    b.line("wood", "30,-26 0,-40 -14,-30", 4)
    with b.at(-26, -16, 1.05, -38):
        b.cut("bright", "-10,24! -22,-30 -8,-80 26,-108! 20,-60 18,-20 14,24!", rim="glow")
        b.cut("steel", "2,24! -2,-30 8,-70 26,-108! 20,-60 18,-20 14,24!")
        b.poly("accent", "-22,22 26,22 22,36 -18,36")
        b.cut("wood", "-11,36! -13,60 -8,92 2,98 14,90 15,60 13,36!", rim="glow")
    _coin(b, -44, 84, 13)
    _coin(b, 88, 92, 13)
    _coin(b, 84, -30, 11)


def _purse(b: Brush) -> None:
    b.cut("body", "-12,-44! -50,10 -66,60 -30,92 34,92 66,58 46,6 14,-44!", rim="glow")
    b.cut("tint", "-34,-72! -10,-62 8,-74! 34,-64! 18,-44 -16,-44!", rim="glow")
    b.poly("accent", "-18,-48 20,-48 20,-38 -18,-38")
    if b.detail:
        b.line("deep", "-34,10 -40,50 -20,76", 4, opacity=0.5)
        _coin(b, 4, 32, 18)


def _coins(b: Brush) -> None:
    _coin(b, -40, 50, 22)
    _coin(b, 10, -20, 20)
    _coin(b, 50, 40, 16)


def _padded_vest(b: Brush) -> None:
    b.cut(
        "body",
        "-20,-92! -52,-84! -84,-62! -66,-20 -64,40 -72,98! 0,104 72,98! 64,40 66,-20 84,-62! "
        "52,-84! 20,-92! 12,-60 -12,-60",
        rim="glow",
    )
    b.cut("ink", "-20,-92! 0,-98 20,-92! 12,-62 -12,-62")
    for y in (-30, 2, 34, 66):
        b.line("tint", f"-64,{y} 0,{y + 8} 64,{y}", 4)
    for x in (-40, -14, 14, 40):
        b.line("shade", f"{x},-62 {x * 1.1:.0f},94", 4)
    for y in (-24, 12, 48):
        b.poly("wood", [(-18, y), (18, y + 6), (18, y + 16), (-18, y + 10)], rim="glow")
        b.dot("accent", 0, y + 8, 6)


def _long_crossbow(b: Brush) -> None:
    with b.at(0, 0, 1, 40):
        _crossbow(b)
        b.poly("bright", "-4,-108 0,-132 4,-108 3,-10 -3,-10")


def _crossbow(b: Brush) -> None:
    b.cut("wood", "-9,-90! 9,-90! 10,20 22,60 20,116! -8,116! -12,60 -10,20", rim="glow")
    b.cut("steel", "-104,-40! -70,-74 0,-92 70,-74 104,-40! 66,-60 0,-76 -66,-60", rim="glow")
    b.line("glow", "-102,-40 -40,-30 0,6 40,-30 102,-40", 3)
    b.poly("accent", "-12,-8 12,-8 12,6 -12,6")
    b.line("steel", "8,34 22,44 20,60", 5)


def _pistol(b: Brush) -> None:
    with b.at(0, 0, 0.9, -90):
        _crossbow(b)


def _lantern(b: Brush) -> None:
    b.dot("#ffcf5e", 0, 10, 62, opacity=0.35)
    b.line("ink", "-18,-40 0,-66 18,-40", 6)
    b.poly("ink", "-26,-40 26,-40 32,-28 -32,-28")
    b.poly("#ffd76e", "-24,-28 24,-28 28,46 -28,46")
    b.poly("ink", "-34,46 34,46 28,62 -28,62")
    b.line("ink", "0,-28 0,46", 5)


def _sabre(b: Brush) -> None:
    b.cut("bright", "-8,36! -14,-20 -6,-70 26,-118! 22,-60 8,-10 8,36!", rim="glow")
    b.line("accent", "-20,38 0,36 20,40 18,60 4,74", 7)
    b.poly("wood", "-6,38 6,38 6,72 -6,72")


# ------------------------------------------------------------------ barbarians


def _axe_head(b: Brush, side: int) -> None:
    s = side
    b.cut(
        "steel",
        f"{4 * s},-84! {30 * s},-92 {62 * s},-116! {78 * s},-70 {64 * s},-16! {32 * s},-44 "
        f"{4 * s},-48!",
        rim="glow",
    )
    b.cut("bright", f"{62 * s},-116! {78 * s},-70 {64 * s},-16! {60 * s},-68")


def _great_axe(b: Brush) -> None:
    with b.at(0, 6, 1.12, 24):
        _haft(b, -110, 104, 7)
        _axe_head(b, -1)
        _axe_head(b, 1)
        b.poly("accent", "-11,-92 11,-92 11,-40 -11,-40")
        b.poly("glow", "-7,-108 0,-128 7,-108")
        for y in (30, 46, 62):
            b.line("deep", f"-8,{y} 8,{y - 8}", 4)


def _axe(b: Brush) -> None:
    _haft(b, -100, 90, 6)
    _axe_head(b, -1)


def _throwing_axe(b: Brush) -> None:
    """An axe that has hit the middle of a slice of wood."""
    for tone, radius in (("wood", 96), ("bone", 84), ("accent", 62), ("bone", 42), ("accent", 22)):
        b.dot(tone, -18, 14, radius, rim="glow" if radius == 96 else "")
    for line in ("-30,26 -66,60", "-34,2 -74,-18", "-14,36 -8,86"):
        b.line("ink", line, 4)
    for radius, start, end in ((104, -62, -18), (122, -54, -26)):
        b.line("glow", arc_points(-18, 14, radius, start, end), 4, opacity=0.7)
    with b.at(62, 14, 0.92, -40):
        _axe(b)


def _bear_pelt(b: Brush) -> None:
    b.cut(
        "wood",
        "-24,-60! -56,-56 -104,-84! -112,-50! -70,-16 -64,34 -80,66 -108,92! -86,112! -40,84 0,94 "
        "40,84 86,112! 108,92! 80,66 64,34 70,-16 112,-50! 104,-84! 56,-56 24,-60!",
        rim="glow",
    )
    b.cut("bone", "-34,-22 -40,30 -16,66 0,74 16,66 40,30 34,-22 0,-36", opacity=0.55)
    for x in (-38, 38):
        b.dot("wood", x, -104, 17, rim="glow")
        b.dot("pale", x, -104, 8)
    b.cut(
        "wood",
        "-48,-96 -52,-66 -34,-40 -18,-26 0,-22 18,-26 34,-40 52,-66 48,-96 22,-112 0,-114 -22,-112",
        rim="glow",
    )
    b.cut("bone", "-24,-62 -26,-40 -12,-26 0,-24 12,-26 26,-40 24,-62 0,-72")
    b.cut("ink", "-14,-62! 14,-62! 6,-48 -6,-48")
    b.line("ink", "0,-50 0,-40 -12,-34", 4)
    b.line("ink", "0,-40 12,-34", 4)
    for x in (-24, 24):
        b.dot("ink", x, -80, 6)
    for x, y, s in ((-106, -68, -1), (106, -68, 1), (-98, 102, -1), (98, 102, 1)):
        for k in (-12, 0, 12):
            b.poly("glow", [(x, y + k - 5), (x + 20 * s, y + k + 4), (x, y + k + 5)])


def _torch(b: Brush) -> None:
    b.dot("accent", 0, -70, 50, opacity=0.3)
    _haft(b, -40, 70, 6)
    b.cut("accent", "0,-120! 26,-76 22,-44 -20,-42 -26,-72 -8,-84")
    b.cut("#ffe08a", "2,-90! 12,-62 8,-46 -10,-46 -12,-62")


def _round_shield(b: Brush) -> None:
    b.dot("body", 0, 0, 92, rim="glow")
    for angle in range(0, 180, 60):
        b.poly(
            "tint",
            [
                (math.cos(math.radians(a)) * 86, math.sin(math.radians(a)) * 86)
                for a in (angle, angle + 24)
            ]
            + [
                (-math.cos(math.radians(a)) * 86, -math.sin(math.radians(a)) * 86)
                for a in (angle, angle + 24)
            ],
        )
    b.dot("steel", 0, 0, 28, rim="glow")


def _greatsword(b: Brush) -> None:
    b.poly("bright", "-13,40 -15,-110 0,-140 15,-110 13,40", rim="glow")
    b.poly("steel", "0,40 0,-140 15,-110 13,40")
    b.cut("accent", "-50,38! -30,30 30,30 50,38! 46,52 -46,52")
    b.poly("wood", "-7,50 7,50 7,86 -7,86")
    b.dot("accent", 0, 92, 11)


def _pauldrons(b: Brush) -> None:
    for s in (-1, 1):
        b.cut(
            "steel",
            f"{20 * s},-6! {38 * s},-22 {66 * s},-4 {74 * s},26! {50 * s},16 {28 * s},24",
            rim="glow",
        )
        for k in (0, 1, 2):
            b.poly(
                "pale",
                [
                    ((30 + 15 * k) * s, -10 + 6 * k),
                    ((46 + 18 * k) * s, -44 + 14 * k),
                    ((46 + 15 * k) * s, -2 + 9 * k),
                ],
            )


# ------------------------------------------------------------------ cultists


def _ritual_knife(b: Brush) -> None:
    with b.at(0, 0, 1, 28):
        b.cut(
            "bright",
            "-14,20! -26,0 -8,-24 -20,-50 -4,-76 0,-118! 14,-80 2,-54 16,-26 4,0 16,20!",
            rim="glow",
        )
        b.cut(
            "light",
            "-2,20! -8,-2 4,-26 -6,-52 4,-80 0,-118! 14,-80 2,-54 16,-26 4,0 16,20!",
            opacity=0.55,
        )
        b.cut("shade", "-44,34! -30,16 30,16 44,34! 20,30 -20,30", rim="glow")
        b.cut("wood", "-9,30! -12,60 -8,84! 8,84! 12,60 9,30!", rim="glow")
        b.dot("accent", 0, 96, 14, rim="glow")
        b.dot("ink", 0, 96, 6)
    draw_drop(b, 62, -62, 12, "#e0264b")
    draw_drop(b, 74, -14, 9, "#e0264b")
    draw_drop(b, 56, 30, 6, "#e0264b")


def _hooded_robe(b: Brush) -> None:
    b.cut(
        "body",
        "0,-112! -40,-86 -46,-40 -96,-8! -104,36! -62,26 -60,70 -74,106! 0,112 74,106! 60,70 62,26 "
        "104,36! 96,-8! 46,-40 40,-86",
        rim="glow",
    )
    b.cut("ink", "0,-92! -24,-74 -28,-44 0,-18! 28,-44 24,-74")
    b.cut("shade", "0,-18! -16,50 -20,110! 20,110! 16,50", opacity=0.8)
    b.line("accent", "-36,30 0,44 36,30", 6)
    b.line("accent", "8,42 14,70 8,92", 5)
    for x in (-9, 9):
        b.dot("accent", x, -56, 3.4)


def _hex_idol(b: Brush) -> None:
    b.poly("deep", "-62,84 62,84 74,108 -74,108", rim="tint")
    b.cut("body", "-40,-40! -60,-6 -62,50 -48,86! 48,86! 62,50 60,-6 40,-40!", rim="glow")
    b.cut("body", "-56,-104! -24,-92 24,-92 56,-104! 62,-60 44,-22 -44,-22 -62,-60", rim="glow")
    for x in (-24, 24):
        b.dot("glow", x, -64, 20)
        b.dot("ink", x + 3, -62, 10)
        b.dot("accent", x + 3, -62, 5)
    b.cut("ink", "-30,-34! 0,-42 30,-34! 20,-22 -20,-22")
    b.poly("bone", "-20,-36 -14,-26 -8,-38 -2,-26 4,-38 10,-26 16,-36")
    b.line("tint", "-44,10 -20,40 0,30 20,40 44,10", 7)
    for x, y, t in ((-50, 24, -50), (34, 60, 40), (0, 66, 0)):
        with b.at(x, y, 1, t):
            b.line("bright", "0,0 0,-38", 4)
            b.dot("bright", 0, -38, 6)


def _candle(b: Brush) -> None:
    b.dot("#ffcf5e", 0, -50, 54, opacity=0.3)
    b.cut("bone", "-12,70! -12,-10 -6,-16 10,-12! 12,70!", rim="glow")
    b.cut("#ffcf5e", "0,-72! 14,-34 8,-16 -8,-16 -14,-34")
    b.poly("deep", "-26,70 26,70 20,82 -20,82")


def _lash(b: Brush) -> None:
    b.line("wood", "0,24 0,-24", 11)
    b.line("ink", "0,-24 -30,-70 20,-96 90,-66 96,0 150,40", 8)
    b.line("accent", "0,-24 -10,-54 30,-66 66,-40 70,20 116,66", 6)
    b.line("accent", "0,-24 -56,-50 -70,0 -50,60 -84,104", 6)
    for x, y in ((150, 40), (116, 66), (-84, 104)):
        b.poly("glow", star_points(x, y, 13, 5, 4))


def _eye_staff(b: Brush) -> None:
    _haft(b, -70, 118, 6)
    b.poly("shade", "0,-128 44,-54 -44,-54", rim="glow")
    b.cut("glow", "-24,-74! 0,-92 24,-74! 0,-58")
    b.dot("ink", 0, -75, 8)


def _stole(b: Brush) -> None:
    b.poly("accent", "-24,-156 -12,-150 -6,-20 -26,-16")
    b.poly("accent", "24,-156 12,-150 6,-20 26,-16")
    for y in (-110, -70):
        b.dot("ink", -15, y, 6)
        b.dot("ink", 15, y, 6)


# ------------------------------------------------------------------ dracons


def _scale_lance(b: Brush) -> None:
    with b.at(0, 0, 1, 42):
        b.poly("wood", "-6,140 6,140 5,-70 -5,-70", rim="glow")
        b.cut("body", "-22,20! -16,-40 -10,-66! 10,-66! 16,-40 22,20! 0,34", rim="glow")
        for row in range(4):
            for x in (-12, 0, 12) if row % 2 else (-6, 6):
                b.cut(
                    "light",
                    f"{x - 6},{8 - row * 20}! {x},{-6 - row * 20} {x + 6},{8 - row * 20}! "
                    f"{x},{18 - row * 20}!",
                )
        b.poly("bright", "0,-136 -13,-84 0,-66 13,-84", rim="glow")
        b.poly("steel", "0,-136 0,-66 13,-84")
        b.cut("accent", "6,40! 60,30 90,52! 64,62 82,82! 40,76 6,66!", rim="glow")


def _dragonhide(b: Brush) -> None:
    b.cut(
        "body",
        "-30,-100! -64,-84 -104,-34! -74,0 -86,60 -100,100! -60,90 -30,112! 0,92 30,112! 60,90 "
        "100,100! 86,60 74,0 104,-34! 64,-84 30,-100! 0,-80",
        rim="glow",
    )
    for row in range(6):
        y = -60 + row * 28
        for x in range(-48 + (row % 2) * 16, 60, 32):
            b.cut(
                "light" if row < 3 else "tint",
                f"{x - 15},{y - 8}! {x + 15},{y - 8}! {x + 12},{y + 8} {x},{y + 20}! "
                f"{x - 12},{y + 8}",
            )
    b.line("accent", "-30,-100 0,-78 30,-100", 6)
    b.dot("accent", 0, -80, 10, rim="glow")


def _fang_dagger(b: Brush) -> None:
    with b.at(6, 0, 1, -30):
        b.cut("bone", "-26,16! -34,-36 -20,-84 34,-120! 14,-78 16,-30 22,16!", rim="glow")
        b.cut("light", "0,16! -4,-40 4,-82 34,-120! 14,-78 16,-30 22,16!", opacity=0.5)
        b.cut("body", "-38,12! 0,4 36,12! 32,34 -34,34", rim="glow")
        b.cut("wood", "-14,34! -18,66 -12,96! 12,96! 16,66 12,34!", rim="glow")
        for y in (48, 62, 76):
            b.line("light", f"-15,{y} 0,{y + 6} 14,{y}", 4)
        b.cut("accent", "-14,94! 14,94! 20,112 0,122 -20,112")


def _halberd(b: Brush) -> None:
    _haft(b, -110, 124, 5)
    b.cut("steel", "-4,-96! -40,-112! -48,-70 -34,-42! -4,-58!", rim="glow")
    b.poly("bright", "-6,-108 0,-152 6,-108")
    b.poly("steel", "4,-92 34,-78 4,-66")


def _scale_shield(b: Brush) -> None:
    b.cut("body", "0,-100! -40,-92 -72,-72! -68,20 0,104! 68,20 72,-72! 40,-92", rim="glow")
    for y, row in ((-50, (-36, 0, 36)), (-16, (-18, 18)), (18, (-24, 12)), (46, (0,))):
        for x in row:
            b.cut(
                "light",
                f"{x - 17},{y - 14}! {x + 17},{y - 14}! {x + 12},{y + 10} {x},{y + 22}! "
                f"{x - 12},{y + 10}",
            )


# ------------------------------------------------------------------ gnolls


def _bone_cleaver(b: Brush) -> None:
    with b.at(0, 0, 1.05, 34):
        b.cut("steel", "-14,26! -18,-100! 30,-108 58,-86! 54,10! 30,26!", rim="glow")
        b.cut("bright", "58,-86! 54,10! 30,26! 40,0 38,-60")
        b.dot("deep", -2, -82, 9)
        b.poly("deep", "54,-40 40,-32 56,-24")
        b.limb("bone", "4,24 2,60 4,94", "9 8 9", rim="glow")
        b.dot("bone", -6, 102, 12, rim="glow")
        b.dot("bone", 14, 102, 12)


def _hide_shield(b: Brush) -> None:
    for turn in (-28, 28):
        with b.at(0, 0, 1, turn):
            b.poly("wood", "-5,124 5,124 5,-112 -5,-112", rim="glow")
            b.poly("steel", "-14,-108 0,-140 14,-108 0,-98", rim="glow")
    b.cut("wood", "0,-104 -62,-82 -82,0 -62,82 0,104 62,82 82,0 62,-82", rim="glow")
    b.cut("bone", "0,-88 -50,-70 -66,0 -50,70 0,88 50,70 66,0 50,-70")
    for x, y, size in ((-38, -40, 15), (34, -56, 11), (46, 20, 16), (-46, 26, 11), (-14, 66, 13)):
        b.dot("body", x, y, size)
    for along, down in ring_points(0, 0, 1, 14):
        b.line("glow", [(along * 62, down * 82), (along * 76, down * 98)], 5)
    # Two claw marks, painted.
    for x in (-16, 8):
        b.cut("accent", f"{x},-50! {x + 18},-10 {x + 2},48! {x + 6},-8")


def _hunting_net(b: Brush) -> None:
    b.cut("deep", "-8,-96 -60,-40 -88,40 -60,86 0,92 60,86 88,40 60,-40 8,-96", opacity=0.35)
    _loose_net(b)
    b.line("accent", "0,-90 10,-112 30,-100 10,-90", 6)


def _loose_net(b: Brush) -> None:
    for x in (-80, -48, -16, 16, 48, 80):
        b.line("bone", [(0, -92), (x * 0.7, -30), (x, 40), (x * 0.9, 86)], 4)
    for y, w in ((-50, 32), (-14, 54), (22, 74), (56, 84)):
        b.line("bone", [(-w, y), (0, y + 22), (w, y)], 4)
    for x in (-72, -43, -14, 14, 43, 72):
        b.dot("steel", x, 90, 10, rim="glow")


def _spear(b: Brush) -> None:
    b.poly("wood", "-4,150 4,150 4,-120 -4,-120", rim="glow")
    b.poly("bright", "0,-164 -12,-126 0,-110 12,-126", rim="glow")


def _scars(b: Brush) -> None:
    b.line("accent", "-26,-24 2,12", 4)
    b.line("accent", "-14,-30 10,4", 4)


def _trophies(b: Brush) -> None:
    b.line("bone", "-44,-8 0,10 46,-12", 4)
    for x, y in ((-28, 4), (0, 12), (28, 4)):
        b.cut(
            "bone",
            f"{x - 9},{y}! {x - 11},{y + 12} {x - 5},{y + 22}! {x + 5},{y + 22}! {x + 11},{y + 12} "
            f"{x + 9},{y}!",
        )
        b.dot("ink", x - 3, y + 10, 3)


def _cleaver(b: Brush) -> None:
    with b.at(0, 0, 1, -10):
        b.cut("steel", "-14,6! -18,-100! -50,-108 -70,-76! -54,-10! -30,6!", rim="glow")
        b.limb("bone", "-6,-90 -6,0 -4,80", "8 8 9", rim="glow")


# ------------------------------------------------------------------ goblins


def _door_shield(b: Brush) -> None:
    b.poly("wood", "-66,-108 66,-108 66,108 -66,108", rim="glow")
    for x in (-33, 0, 33):
        b.line("deep", f"{x},-104 {x},104", 4)
    for y in (-74, 62):
        b.cut(
            "steel",
            f"-66,{y}! 20,{y - 2} 36,{y - 16}! 52,{y + 6} 36,{y + 26}! 20,{y + 14} -66,{y + 14}!",
            rim="glow",
        )
    b.dot("steel", 42, 6, 16, rim="glow")
    b.dot("wood", 42, 6, 8)
    b.cut("glow", "-36,-30! -14,-40 6,-30! 0,-6 -14,6! -30,-6")
    b.dot("ink", -23, -20, 5)
    b.dot("ink", -5, -20, 5)
    with b.at(20, -46, 1, 40):
        b.poly("bright", "-3,0 3,0 3,-56 -3,-56", rim="glow")
        b.poly("accent", "-12,-70 0,-56 12,-70 10,-48 -10,-48")


def _spiked_buckler(b: Brush) -> None:
    b.poly("steel", star_points(0, 0, 108, 74, 12), rim="glow")
    b.dot("body", 0, 0, 80, rim="glow")
    b.dot("tint", 0, 0, 60)
    b.dot("shade", 0, 0, 46)
    for x, y in ring_points(0, 0, 70, 8, -67):
        b.dot("steel", x, y, 7)
    b.poly("bright", "0,-40 14,0 0,34 -14,0", rim="glow")
    b.poly("accent", "-34,0 0,-14 34,0 0,14", rim="glow")
    b.poly("bright", star_points(0, 0, 26, 8, 4))


def _scrap_maul(b: Brush) -> None:
    with b.at(0, 4, 1.05, -26):
        _haft(b, -60, 106, 8)
        b.poly("steel", "-70,-104 -20,-110 -16,-32 -74,-38", rim="glow")
        b.poly("body", "-16,-100 60,-96 64,-44 -14,-40", rim="glow")
        b.poly("accent", star_points(30, -70, 34, 26, 8), rim="glow")
        b.dot("deep", 30, -70, 12)
        b.line("bright", "-64,-90 -26,-94", 5)
        b.line("deep", "-30,-44 -24,-102", 5)
        for x, y in ((-62, -50), (-34, -50), (-48, -72)):
            b.dot("deep", x, y, 5)
        b.line("bone", "-12,-34 12,-24 -12,-16 12,-6", 6)


def _fork(b: Brush) -> None:
    b.poly("wood", "-4,110 4,110 4,-50 -4,-50", rim="glow")
    b.line("steel", "-24,-110 -22,-60 0,-50 22,-60 24,-110", 8)
    b.line("steel", "0,-50 0,-112", 8)


def _ram(b: Brush) -> None:
    b.cut("wood", "-100,-26! 110,-30! 118,0 110,28! -100,26!", rim="glow")
    b.dot("#a98258", 112, 0, 26)
    b.dot("wood", 112, 0, 14)
    b.cut("steel", "-84,-34! -120,-30 -146,0! -120,30 -84,34!", rim="glow")
    b.limb("bone", "-116,-26 -140,-50 -120,-66", "8 6 1")
    b.limb("bone", "-116,26 -140,50 -120,66", "8 6 1")
    for x in (-40, 40):
        b.poly("steel", [(x - 8, -30), (x + 8, -30), (x + 8, 30), (x - 8, 30)])


# ------------------------------------------------------------------ undead


def _grave_spade(b: Brush) -> None:
    b.cut("deep", "-90,92! -50,60 0,52 60,64 96,94! 0,110")
    with b.at(0, -14, 1, 14):
        _haft(b, -80, 40, 7)
        b.limb("wood", "-24,-98 0,-104 24,-98", "7 8 7", rim="glow")
        b.line("wood", "-20,-96 0,-76", 8)
        b.line("wood", "20,-96 0,-76", 8)
        b.cut("steel", "-40,30! 40,30! 42,74 0,116! -42,74", rim="glow")
        b.cut("bright", "0,34! 40,30! 42,74 0,116!", opacity=0.5)
    b.cut("deep", "-70,98! -36,80 0,92 40,82 76,98! 0,118", rim="tint")
    b.cut("bone", "40,66! 36,48 50,38 64,46 62,64! 56,74 46,74")
    b.dot("ink", 46, 54, 4)
    b.dot("ink", 56, 54, 4)


def _silver_mace(b: Brush) -> None:
    b.poly("glow", star_points(24, -44, 92, 20, 8), opacity=0.35)
    with b.at(0, 0, 1.05, 30):
        _haft(b, -20, 110, 7)
        for x, w in ((-30, 16), (30, 16), (0, 14)):
            b.cut(
                "bright" if x < 1 else "steel",
                f"{x * 0.4 - w * 0.4},-100! {x * 1.5 - w},-80 {x * 1.7 - w * 0.6},-40 "
                f"{x * 0.4},-14! {x * 1.2 + w},-40 {x * 1.2 + w},-80",
                rim="glow",
            )
        b.dot("bright", 0, -108, 11, rim="glow")
        b.poly("accent", "-14,-16 14,-16 12,-2 -12,-2")
        for y in (50, 66, 82):
            b.line("steel", f"-8,{y} 8,{y - 6}", 4)


def _shroud(b: Brush) -> None:
    b.cut("deep", "-96,96! -40,78 40,80 100,92! 60,112 -60,114!")
    b.cut(
        "glow",
        "-10,-112 -40,-98 -46,-62 -34,-36! -70,-20 -88,30 -96,98! -66,88 -44,104! -16,90 10,106! "
        "40,92 66,104! 84,88 102,96! 92,30 72,-20 34,-36! 44,-62 36,-98",
        rim="accent",
    )
    b.cut(
        "light",
        "14,-110 36,-98 44,-62 34,-36! 72,-20 92,30 102,96! 84,88 66,104! 52,50 40,0 20,-34 28,-70",
        opacity=0.75,
    )
    b.line("accent", "-40,-36 -10,-26 20,-28 38,-38", 7)
    b.line("accent", "-6,-28 -14,0 -2,22", 5)
    b.line("shade", "-26,-78 -18,-73 -9,-77", 4)
    b.line("shade", "4,-77 13,-73 21,-78", 4)
    b.line("light", "-2,-70 -5,-58 2,-56", 4)
    for line in ("-50,-10 -64,40 -60,84", "-26,-8 -34,44 -30,86", "20,0 24,50 20,90"):
        b.line("light", line, 6)


def _ribs(b: Brush) -> None:
    b.limb("shade", "20,-86 36,-48 30,0", "5 4 4")
    for leg in ("-8,-86 -26,-46 -16,0", "10,-86 34,-48 36,0"):
        b.limb("bone", leg, "6 5 4", rim="glow")
        x = float(leg.split()[-1].split(",")[0])
        b.cut("bone", f"{x + 6},4! {x + 4},-6 {x - 20},4!")
    b.limb("bone", "0,-160 2,-120 0,-88", "6 5 6", rim="glow")
    for y, w in ((-150, 24), (-136, 27), (-122, 25), (-109, 20)):
        b.line("bone", f"{-w},{y + 4} 0,{y - 6} {w},{y + 4} {w - 8},{y + 10}", 5)
    b.cut("bone", "-24,-94! -14,-84 0,-90 14,-84 24,-94! 18,-74 0,-70 -18,-74", rim="glow")


def _rusty_sword(b: Brush) -> None:
    b.poly("#b9785a", "-9,34 -12,-60 -4,-68 -10,-84 0,-120 10,-90 6,-40 11,34", rim="glow")
    b.poly("wood", "-26,32 26,34 24,44 -26,42")
    b.poly("wood", "-5,44 5,44 5,74 -5,74")


def _cold_sword(b: Brush) -> None:
    b.dot("accent", 0, -50, 56, opacity=0.22)
    b.poly("accent", "-10,34 -11,-104 0,-130 11,-104 10,34", rim="glow")
    b.cut("ink", "-38,30! 0,38 38,30! 34,48 -34,48")
    b.poly("ink", "-6,46 6,46 6,80 -6,80")


# ------------------------------------------------------------------ unicorns


def _silver_horn(b: Brush) -> None:
    with b.at(0, 0, 1, 32):
        b.cut("bright", "-30,92! -26,20 -10,-70 0,-126! 10,-70 26,20 30,92! 0,104", rim="glow")
        b.cut("light", "6,100! 8,20 4,-60 0,-126! 10,-70 26,20 30,92!", opacity=0.6)
        for at in range(7):
            y, w = 78 - at * 27, 28 - at * 3.7
            b.line("mid", [(-w, y), (0, y - 2), (w, y - 14)], 4)
        b.cut("accent", "-36,84! 0,98 36,84! 34,108 0,120 -34,108", rim="glow")
    for x, y, r in ((-66, -60, 16), (74, 40, 12), (-70, 30, 9)):
        b.poly("glow", star_points(x, y, r * 1.4, r * 0.3, 4))


def _birch_bow(b: Brush) -> None:
    with b.at(-6, 0, 1.05, 18):
        b.limb(
            "bone", "40,-112 -8,-84 -34,-40 -22,0 -34,40 -8,84 40,112", "3 7 9 8 9 7 3", rim="glow"
        )
        for x, y in ((-14, -78), (-36, -48), (-28, -22), (-36, 34), (-20, 66)):
            b.line("ink", f"{x - 5},{y} {x + 6},{y + 2}", 4)
        b.line("glow", "40,-112 40,0 40,112", 3)
        b.poly("wood", "-78,-3 84,-3 84,3 -78,3", rim="glow")
        b.poly("bright", "-104,0 -76,-12 -80,0 -76,12", rim="glow")
        for x in (66, 78):
            b.poly(
                "accent",
                [(x, 0), (x + 14, -14), (x + 28, -14), (x + 16, 0), (x + 28, 14), (x + 14, 14)],
            )
        b.cut("accent", "-30,-10! -14,-30 -6,-44! -4,-24 -20,-6")


def _clover(b: Brush, x: float, y: float, r: float, tone: str) -> None:
    for px, py in ring_points(x, y, r * 0.62, 3):
        b.dot(tone, px, py, r * 0.56, rim="glow" if b.size == "card" else "")


def _clover_wreath(b: Brush) -> None:
    b.line("mid", ring_points(0, 0, 72, 12), 12, close=True)
    tones = ("accent", "#46b585", "accent", "#9df2c8")
    for at, (x, y) in enumerate(ring_points(0, 0, 74, 11)):
        _clover(b, x, y, 28, tones[at % 4])
    for x, y in ring_points(0, 0, 50, 5, -60):
        b.dot("glow", x, y, 8)
    b.limb("mid", "-10,76 -30,104 -60,116", "6 5 1", rim="glow")
    b.limb("mid", "8,78 30,104 50,120", "6 5 1", rim="glow")


OBJECTS: dict[str, Subject] = {
    "cutpurse_knife": _cutpurse_knife,
    "purse": _purse,
    "coins": _coins,
    "padded_vest": _padded_vest,
    "long_crossbow": _long_crossbow,
    "pistol": _pistol,
    "lantern": _lantern,
    "sabre": _sabre,
    "great_axe": _great_axe,
    "axe": _axe,
    "throwing_axe": _throwing_axe,
    "bear_pelt": _bear_pelt,
    "torch": _torch,
    "round_shield": _round_shield,
    "greatsword": _greatsword,
    "pauldrons": _pauldrons,
    "ritual_knife": _ritual_knife,
    "hooded_robe": _hooded_robe,
    "hex_idol": _hex_idol,
    "candle": _candle,
    "lash": _lash,
    "eye_staff": _eye_staff,
    "stole": _stole,
    "scale_lance": _scale_lance,
    "dragonhide": _dragonhide,
    "fang_dagger": _fang_dagger,
    "halberd": _halberd,
    "scale_shield": _scale_shield,
    "bone_cleaver": _bone_cleaver,
    "hide_shield": _hide_shield,
    "hunting_net": _hunting_net,
    "loose_net": _loose_net,
    "spear": _spear,
    "scars": _scars,
    "trophies": _trophies,
    "cleaver": _cleaver,
    "door_shield": _door_shield,
    "spiked_buckler": _spiked_buckler,
    "scrap_maul": _scrap_maul,
    "fork": _fork,
    "ram": _ram,
    "grave_spade": _grave_spade,
    "silver_mace": _silver_mace,
    "shroud": _shroud,
    "ribs": _ribs,
    "rusty_sword": _rusty_sword,
    "cold_sword": _cold_sword,
    "silver_horn": _silver_horn,
    "birch_bow": _birch_bow,
    "clover_wreath": _clover_wreath,
}
