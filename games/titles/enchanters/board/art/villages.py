"""Villages as skylines at night: the ground at y = 0, the landmark around x = 0, 400 wide."""

from __future__ import annotations

from .brush import Brush, Subject, ring_points, star_points
from .heads import HEADS
from .scenes import draw_windows

WARM = "#ffd27a"


def _house(b: Brush, x: float, wide: float, high: float, roof: float, tone: str = "shade") -> None:
    """Draw a house with a gable, seen from the front."""
    b.poly(
        tone,
        [(x, 4), (x, -high), (x + wide / 2, -high - roof), (x + wide, -high), (x + wide, 4)],
        rim="tint",
    )
    if b.detail:
        b.poly(
            WARM,
            [
                (x + wide * 0.3, -high * 0.6),
                (x + wide * 0.5, -high * 0.6),
                (x + wide * 0.5, -high * 0.3),
                (x + wide * 0.3, -high * 0.3),
            ],
        )


def _houses(b: Brush, rows: str, tone: str = "shade") -> None:
    """Draw houses: "x,width,height,roof ..."."""
    for word in rows.split():
        x, wide, high, roof = (float(part) for part in word.split(","))
        _house(b, x, wide, high, roof, tone)


def _dome(b: Brush, x: float, y: float, r: float, tone: str = "body") -> None:
    b.cut(
        tone,
        f"{x - r},{y}! {x - r * 1.1},{y - r * 0.7} {x - r * 0.4},{y - r * 1.2} {x},{y - r * 1.9}! "
        f"{x + r * 0.4},{y - r * 1.2} {x + r * 1.1},{y - r * 0.7} {x + r},{y}!",
        rim="glow",
    )


def _port_aurisan(b: Brush) -> None:
    _houses(b, "-200,40,40,18 -160,34,60,14 96,40,50,20 150,44,36,22", "mid")
    b.poly("body", "-60,4 -60,-84 60,-84 60,4", rim="glow")
    _dome(b, 0, -84, 46)
    b.line("accent", "0,-172 0,-186", 4)
    b.cut("accent", "6,-202! -10,-196 -6,-182 8,-184! -2,-192", rim="")
    for x in (-84, 84):
        b.poly("body", [(x - 10, 4), (x - 8, -132), (x + 8, -132), (x + 10, 4)], rim="glow")
        _dome(b, x, -132, 12)
    draw_windows(b, "-86,-110 82,-110 -40,-60 34,-60 -86,-60 82,-60")
    b.cut(WARM, "-12,4! -12,-40 0,-58 12,-40 12,4!")
    b.cut("ink", "90,16! 100,2 170,4 186,-12! 176,24 104,26!", rim="light")
    b.cut("pale", "136,0! 140,-70 180,-30! 176,-6", rim="accent")
    b.line("ink", "136,4 136,-76", 4)


def _fjordosan(b: Brush) -> None:
    b.poly("mid", "-210,4 -180,-120 -130,-70 -96,-160 -40,-60 -20,4")
    b.poly("mid", "210,4 200,-150 150,-90 110,-140 60,-40 40,4")
    b.poly("pale", "-96,-160 -84,-128 -100,-136 -108,-126")
    b.poly("body", "-84,4 -84,-30 0,-128 84,-30 84,4", rim="glow")
    for s in (-1, 1):
        b.limb("body", f"{14 * s},-112 {-10 * s},-140 {-30 * s},-150", "7 6 2", rim="glow")
    b.poly("wood", "-60,4 -60,-20 0,-92 60,-20 60,4")
    b.cut(WARM, "-18,4! -18,-34 0,-48 18,-34 18,4!")
    draw_windows(b, "-40,-20 34,-20 -4,-70")
    _houses(b, "-164,50,18,40 116,54,16,42")
    b.cut("ink", "-200,28! -196,6 -130,18 -96,8 -92,-22! -84,-24 -82,20! -110,34", rim="light")
    for x in (-170, -146, -122):
        b.dot("accent", x, 18, 8, rim="glow")


def _normaltown(b: Brush) -> None:
    for x in range(-200, 200, 50):
        _house(b, x, 42, 40, 30, "shade")
    for x in (-176, -76, 24, 124):
        _house(b, x, 46, 56, 34, "mid")
    b.poly("body", "-26,4 -26,-104 0,-150 26,-104 26,4", rim="glow")
    b.dot(WARM, 0, -90, 16, rim="glow")
    b.line("ink", "0,-90 0,-101", 3)
    b.line("ink", "0,-90 8,-86", 3)
    b.cut("accent", "-12,4! -12,-28 0,-42 12,-28 12,4!")
    b.cut("ink", "-15,-60! 0,-70 15,-60! 0,-50")
    b.dot("accent", 0, -60, 6)


def _dracopolis(b: Brush) -> None:
    b.poly("mid", "-200,4 -190,-40 -150,-60 -140,-90 -100,-80 -90,4")
    b.poly("mid", "200,4 196,-60 170,-50 150,-110 120,-70 96,4")
    for x, high, wide in ((-110, 110, 22), (110, 126, 22), (-60, 160, 26), (60, 150, 26)):
        b.poly(
            "body",
            [
                (x - wide, 4),
                (x - wide * 0.7, -high),
                (x - wide, -high - 14),
                (x + wide, -high - 14),
                (x + wide * 0.7, -high),
                (x + wide, 4),
            ],
            rim="glow",
        )
        b.cut(
            "body",
            f"{x - wide},{-high - 14}! {x - 10},{-high - 40} {x + 8},{-high - 80}! "
            f"{x + 14},{-high - 40} {x + wide},{-high - 14}!",
            rim="glow",
        )
        draw_windows(b, f"{x - 3},{-high + 14} {x - 3},{-high + 50}")
    b.cut("body", "-44,4! -50,-50 -30,-90 0,-104 30,-90 50,-50 44,4!", rim="glow")
    b.cut("accent", "0,-84! -16,-66 0,-40 16,-66")
    b.cut(WARM, "-22,4! -22,-26 0,-40 22,-26 22,4!")
    b.poly(
        "bone", "-22,-20 -16,-2 -10,-28 -2,-8 4,-36 10,-8 16,-28 22,-18 22,-34 -22,-36", opacity=0.9
    )


def _hateville(b: Brush) -> None:
    for x in range(-200, 210, 24):
        high = 44 + (x * 7 % 23)
        b.poly(
            "shade",
            [(x, 4), (x, -high), (x + 10, -high - 22), (x + 20, -high), (x + 20, 4)],
            rim="tint",
        )
    b.cut("body", "-90,4! -86,-70 -40,-110 0,-120 40,-110 86,-70 90,4!", rim="glow")
    b.cut(WARM, "-34,4! -40,-40 0,-64 40,-40 34,4!")
    b.poly("bone", "-34,-40 -24,-12 -14,-48 -4,-20 8,-52 16,-18 26,-46 34,-16 38,-44 0,-66")
    for x in (-44, 44):
        b.dot("accent", x, -80, 9)
        b.dot("ink", x, -80, 4)
    for s in (-1, 1):
        b.limb("bone", f"{60 * s},-90 {90 * s},-120 {84 * s},-160", "9 8 1", rim="glow")
    for x, high in ((-140, 110), (140, 120)):
        b.line("wood", f"{x},4 {x},{-high}", 6)
        with b.at(x, -high - 6, 0.7):
            HEADS["skull"](b)
    b.cut("accent", "-180,4! -172,-20 -164,-4 -158,-34 -146,-6 -140,4!")


def _dwarfburg(b: Brush) -> None:
    b.poly(
        "mid",
        "-210,4 -200,-90 -140,-150 -90,-130 -60,-190 0,-170 50,-200 110,-140 160,-150 210,-70 "
        "210,4",
    )
    notch = " ".join(f"{x},-74 {x},-92 {x + 16},-92 {x + 16},-74" for x in range(-120, 110, 30))
    b.poly("body", f"-130,4 -130,-74 {notch} 130,-74 130,4", rim="glow")
    for x in (-110, 110):
        b.poly(
            "body",
            [
                (x - 26, 4),
                (x - 26, -112),
                (x - 32, -112),
                (x - 32, -132),
                (x + 32, -132),
                (x + 32, -112),
                (x + 26, -112),
                (x + 26, 4),
            ],
            rim="glow",
        )
        draw_windows(b, f"{x - 12},-96 {x + 6},-96 {x - 3},-50")
    b.cut("steel", "-44,4! -44,-44 0,-76 44,-44 44,4!", rim="glow")
    b.line("ink", "0,-64 0,4", 5)
    for x in (-24, 24):
        b.line("ink", f"{x},-54 {x},4", 3)
        b.dot("accent", x * 0.5, -24, 6)
    b.poly("accent", star_points(0, -112, 26, 18, 8), rim="glow")
    b.dot("shade", 0, -112, 10)
    draw_windows(b, "-74,-50 70,-50 -74,-20 70,-20")


def _gravekill_mounds(b: Brush) -> None:
    b.cut("mid", "-210,4! -210,-30 -150,-70 -90,-20 -60,4!", rim="light")
    b.cut("mid", "60,4! 100,-50 150,-80 210,-20 210,4!", rim="light")
    b.cut("body", "-110,4! -96,-70 0,-120 96,-70 110,4!", rim="glow")
    b.poly("steel", "-34,4 -32,-52 -44,-52 -40,-68 40,-68 44,-52 32,-52 34,4", rim="glow")
    b.poly("ink", "-22,4 -20,-50 20,-50 22,4")
    b.dot("accent", 0, -22, 24, opacity=0.4)
    for x in (-8, 8):
        b.dot("accent", x, -26, 4)
    for x, y, t in (
        (-150, -50, -8),
        (-180, -34, 6),
        (150, -60, 8),
        (180, -34, -6),
        (-110, 0, 6),
        (120, 4, -8),
        (-60, 4, -4),
    ):
        with b.at(x, y, 1, t):
            b.cut("steel", "-10,10! -10,-18 0,-28 10,-18 10,10!", rim="glow")
    b.limb("ink", "66,4 74,-50 60,-100 80,-150", "9 6 5 1", rim="tint")
    b.limb("ink", "66,-70 100,-100 106,-130", "5 3 1")
    b.dot(WARM, 96, -84, 9, rim="glow")
    b.line("ink", "92,-104 96,-92", 3)


def _holy_grove(b: Brush) -> None:
    for x, high, wide in ((-180, 110, 40), (-130, 140, 34), (130, 130, 36), (180, 100, 42)):
        b.poly("mid", [(x - wide, 4), (x, -high), (x + wide, 4)])
    b.limb("body", "0,10 -6,-50 4,-90", "36 20 18", rim="glow")
    for at in ("0,-70 -50,-90 -80,-120", "0,-70 50,-96 84,-116"):
        b.limb("body", at, "14 10 5", rim="glow")
    for x, y, r in (
        (-84, -126, 40),
        (86, -124, 40),
        (-36, -160, 46),
        (36, -164, 46),
        (0, -120, 36),
    ):
        b.dot("accent" if x in (-36, 86) else "#4fb08a", x, y, r, rim="glow")
    b.cut(WARM, "-12,6! -14,-26 0,-42 14,-26 12,6!")
    for x, y in ((-60, -110), (-20, -150), (30, -130), (70, -110), (0, -184), (-96, -130)):
        b.dot(WARM, x, y, 4.5)
    for x in (-120, -84, 84, 120):
        b.poly("pale", [(x - 9, 4), (x - 7, -40), (x + 7, -44), (x + 9, 4)], rim="glow")
    b.poly("pale", "-130,-40 -74,-40 -74,-52 -130,-54", rim="glow")
    b.poly("pale", "74,-40 130,-44 130,-56 74,-52", rim="glow")


def _enchanters_guild(b: Brush) -> None:
    _houses(b, "-200,44,34,30 -152,40,50,26 110,44,46,30 158,44,30,30", "mid")
    for x, high, wide in ((-74, 110, 20), (74, 96, 22)):
        b.poly(
            "body",
            [(x - wide, 4), (x - wide, -high), (x, -high - 60), (x + wide, -high), (x + wide, 4)],
            rim="glow",
        )
        draw_windows(b, f"{x - 3},{-high + 16} {x - 3},{-high + 48}")
    b.poly("body", "-40,4 -30,-140 -40,-150 0,-214 40,-150 30,-140 40,4", rim="glow")
    b.cut("accent", "-16,-110! 0,-130 16,-110 16,-84! -16,-84!")
    b.poly("glow", star_points(0, -226, 26, 8, 4))
    b.cut(WARM, "-16,4! -16,-34 0,-50 16,-34 16,4!")
    for x, y, r in ((-50, -190, 10), (60, -180, 13), (-100, -190, 7), (104, -170, 8)):
        b.poly("glow", star_points(x, y, r, r / 4, 4))
    b.line("light", "-130,-120 -60,-170 40,-160 130,-120", 4, opacity=0.6)


def _cave_of_fools(b: Brush) -> None:
    b.cut("mid", "-210,10! -210,-150 -120,-190 0,-210 120,-180 210,-140 210,10!", rim="light")
    b.cut("ink", "-120,6! -110,-90 -50,-140 30,-146 100,-100 124,6!")
    b.cut("light", "-70,6! -60,-50 -10,-84 50,-70 76,6!", opacity=0.25)
    with b.at(0, -50, 1):
        b.cut(
            "accent",
            "-30,10! -44,-20 -60,-24! -40,-44 0,-30 40,-44 60,-24! 44,-20 30,10!",
            rim="glow",
        )
        b.cut("skin", "-22,4! -22,36 0,52 22,36 22,4!", rim="glow")
        b.dot("ink", -9, 18, 3)
        b.dot("ink", 9, 18, 3)
        b.line("ink", "-12,30 0,40 12,30", 4)
        for x, y in ((-62, -24), (62, -24), (0, -34)):
            b.dot("#f7c948", x, y, 7, rim="glow")
    for x, y, r in ((-80, 2, 18), (-50, 6, 12), (60, 4, 16), (90, 8, 12)):
        b.poly(
            "#6fe0ff",
            [
                (x - r * 0.5, y),
                (x - r * 0.6, y - r * 1.6),
                (x, y - r * 2.6),
                (x + r * 0.6, y - r * 1.6),
                (x + r * 0.5, y),
            ],
            rim="glow",
        )
    for x, high in ((-60, 40), (-20, 30), (30, 46), (66, 28)):
        b.poly("mid", [(x - 9, -142), (x, -142 + high), (x + 9, -142)])


def _arena_mundi(b: Brush) -> None:
    b.cut("body", "-180,6! -180,-110 -90,-96 0,-92 90,-96 180,-110! 180,6!", rim="glow")
    b.cut("ink", "-180,-110! -90,-80 0,-76 90,-80 180,-110! 90,-122 0,-126 -90,-122")
    for y, high in ((4, 34), (-42, 28)):
        for x in range(-160, 170, 40):
            b.cut(
                WARM if (x + int(y)) % 3 else "light",
                f"{x - 11},{y}! {x - 11},{y - high + 8} {x},{y - high} {x + 11},{y - high + 8} "
                f"{x + 11},{y}!",
            )
    for x in (-180, -90, 0, 90, 180):
        b.line("ink", f"{x},-110 {x},-170", 4)
        b.poly("accent" if x % 180 else "light", [(x, -170), (x + 36, -160), (x, -146)], rim="glow")
    for s in (-1, 1):
        with b.at(0, -120, 0.5, 42 * s):
            b.poly("bright", "-9,60 -9,-80 0,-104 9,-80 9,60", rim="glow")
            b.poly("accent", "-30,60 30,60 30,72 -30,72")


def _sethos(b: Brush) -> None:
    for x, wide, high in ((-130, 90, 110), (120, 110, 140), (0, 120, 190)):
        b.poly("body" if x == 0 else "mid", [(x - wide, 4), (x, -high), (x + wide, 4)], rim="glow")
        b.poly("shade", [(x, -high), (x + wide, 4), (x + wide * 0.2, 4)], opacity=0.6)
    b.cut("glow", "-24,-104! 0,-122 24,-104! 0,-90")
    b.dot("accent", 0, -106, 9)
    for s in (-1, 1):
        b.poly(
            "body",
            [(70 * s, 4), (76 * s, -100), (82 * s, -116), (88 * s, -100), (94 * s, 4)],
            rim="glow",
        )
    b.poly(WARM, "-16,4 -12,-36 12,-36 16,4")
    b.limb("accent", "-190,4 -186,-40 -196,-60", "5 4 4")
    for x, y in ((-220, -70), (-170, -74), (-200, -92), (-180, -50)):
        b.limb("accent", f"-196,-62 {(x - 196) / 2:g},{(y - 76) / 2:g} {x},{y}", "5 5 1", rim="")


def _sleepy_rock(b: Brush) -> None:
    b.cut(
        "body",
        "-150,6! -160,-50 -120,-110 -60,-150 10,-156 80,-120 130,-90 170,-40 180,6!",
        rim="glow",
    )
    b.cut("shade", "-90,-70! -66,-58 -40,-70! -66,-50")
    b.cut("shade", "10,-76! 36,-62 64,-76! 36,-54")
    b.line("ink", "-92,-70 -66,-58 -40,-70", 5)
    b.line("ink", "8,-76 36,-62 66,-76", 5)
    b.cut("tint", "-30,-60 -36,-34 -14,-26 8,-36 0,-62", rim="pale")
    b.line("ink", "-40,-10 -14,-2 20,-12", 5)
    _houses(b, "60,30,24,22 96,34,30,24 132,30,18,20 -150,32,20,22 -184,30,16,18")
    for x, y, r in ((-20, -160, 14), (30, -158, 11), (70, -134, 12)):
        b.dot("#4fa882", x, y, r, rim="glow")
    for x, y, s in ((-80, -176, 1), (-106, -196, 0.7), (-50, -196, 1.4)):
        with b.at(x, y, s):
            b.poly("glow", "-9,-11 10,-11 10,-6 -1,7 10,7 10,12 -10,12 -10,7 1,-6 -9,-6")
    b.dot("glow", 150, -10, 8)


def _alea(b: Brush) -> None:
    _houses(b, "-200,40,36,24 -156,36,54,20 116,40,48,24 160,40,34,24", "mid")
    for x, y, s, t, tone in (
        (-60, -40, 1, -4, "body"),
        (62, -36, 0.92, 6, "body"),
        (4, -118, 0.86, -8, "light"),
    ):
        with b.at(x, y, s, t):
            b.poly(tone, "-48,44 -48,-44 48,-44 48,44", rim="glow")
            pips = {
                -60: ((-24, -24), (24, 24), (24, -24), (-24, 24), (0, 0)),
                62: ((-24, -24), (0, 0), (24, 24)),
                4: ((-22, -24), (22, -24), (-22, 0), (22, 0), (-22, 24), (22, 24)),
            }[x]
            for px, py in pips:
                b.dot(WARM if tone == "body" else "ink", px, py, 8)
    b.cut(WARM, "-14,6! -14,-24 0,-36 14,-24 14,6!")
    for gx, gy in ring_points(4, -120, 84, 8, 200)[:4]:
        b.poly("glow", star_points(gx, gy, 11, 3, 4))


VILLAGES: dict[str, Subject] = {
    "port_aurisan": _port_aurisan,
    "fjordosan": _fjordosan,
    "normaltown": _normaltown,
    "dracopolis": _dracopolis,
    "hateville": _hateville,
    "dwarfburg": _dwarfburg,
    "gravekill_mounds": _gravekill_mounds,
    "holy_grove": _holy_grove,
    "enchanters_guild": _enchanters_guild,
    "cave_of_fools": _cave_of_fools,
    "arena_mundi": _arena_mundi,
    "sethos": _sethos,
    "sleepy_rock": _sleepy_rock,
    "alea": _alea,
}
