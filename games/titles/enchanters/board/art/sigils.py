"""Enchantments as sigils in motion, and the signs of the classes: strokes of light around 0,0."""

from __future__ import annotations

import math

from .beasts import draw_dragon_head
from .brush import Brush, Subject, arc_points, ring_points, star_points
from .heads import HEADS
from .objects import OBJECTS, draw_drop

# ------------------------------------------------------------------ shared strokes


def _sweep(
    b: Brush,
    radius: float,
    angles: tuple[float, float],
    width: float = 5,
    tone: str = "light",
    opacity: float = 1,
) -> None:
    """Draw an arc of light around the middle, from one angle to another."""
    b.line(tone, arc_points(0, 0, radius, *angles), width, opacity=opacity)


def _spiral(
    b: Brush, far: float, turns: float, start: float, width: float, tone: str = "light"
) -> None:
    """Draw a line that winds inwards."""
    steps = round(turns * 10)
    points = []
    for at in range(steps + 1):
        angle = math.radians(start + at * 36)
        radius = far * (1 - at / steps * 0.86)
        points.append((math.cos(angle) * radius, math.sin(angle) * radius))
    b.line(tone, points, width)


def _draw_hand(
    b: Brush, tone: str, rim: str = "glow", fingers: str = "-30,-96 -6,-110 18,-104 40,-84"
) -> None:
    """Draw an open hand, the fingers upwards."""
    for at, word in enumerate(fingers.split()):
        x, y = (float(part) for part in word.split(","))
        root = -24 + at * 16
        b.limb(
            tone,
            f"{root},10 {root + (x - root) * 0.6:g},{y * 0.5:g} {x:g},{y:g}",
            "11 10 7",
            rim=rim,
        )
    b.limb(tone, "-26,40 -56,14 -70,-16", "12 10 7", rim=rim)
    b.cut(tone, "-34,-4 -38,40 -20,70! -18,104! 22,104! 24,70! 40,36 36,-4 0,-14", rim=rim)


# ------------------------------------------------------------------ bandits


def _quick_fingers(b: Brush) -> None:
    """A hand that pulls a full purse off its cord, faster than the coins fall."""
    for y, reach in ((-70, 96), (-46, 112), (-20, 104)):
        b.line("light", f"{reach},{y} {reach - 40},{y - 4} {reach - 76},{y + 2}", 5, opacity=0.55)
    with b.at(-26, 66, 0.94):
        b.cut("wood", "-16,-66! 16,-66! 26,-46 62,-6 60,50 0,66 -60,50 -62,-6 -26,-46", rim="glow")
        b.cut("shade", "20,-50! 58,-6 58,48 6,62 36,30 34,-10", opacity=0.6)
        b.cut("wood", "-16,-62! -36,-92! -12,-84 0,-98! 12,-84 36,-92! 16,-62!", rim="glow")
        b.line("accent", "-24,-60 0,-54 24,-60", 9)
        b.dot("#f7c948", 0, 8, 22, rim="glow")
        b.dot("#c98a1d", 0, 8, 12)
    with b.at(34, -40, 0.9, -128):
        b.cut("deep", "-40,64! -44,150! 44,150! 40,64!", rim="light")
        _draw_hand(b, "skin", "glow", "-34,-66 -10,-84 12,-80 32,-62")
    if not b.detail:
        return
    for x, y, r in ((62, 42, 15), (84, 86, 12), (-96, 16, 13)):
        b.dot("#f7c948", x, y, r, rim="glow")
        b.dot("#c98a1d", x, y, r * 0.5)


def _draw_greed(b: Brush) -> None:
    _spiral(b, 104, 2.4, 40, 9, "light")
    _spiral(b, 84, 2, 90, 4, "accent")
    for at in range(9):
        a, r = math.radians(at * 52), 104 - at * 9
        x, y = math.cos(a) * r, math.sin(a) * r
        b.dot("#f7c948", x, y, 15 - at, rim="glow")
    b.cut("glow", "-40,0! 0,-30 40,0! 0,30")
    b.cut("#c98a1d", "0,-24! 9,0 0,24! -9,0")


def _fast_feet(b: Brush) -> None:
    for y, x, w in ((-30, 40, 6), (0, 30, 8), (34, 44, 5), (60, 20, 7)):
        b.line("light", [(x, y), (x + 66, y - 6)], w, opacity=0.7)
    b.cut(
        "body",
        "-6,-70! 34,-76! 36,-10 44,40! 40,70 -20,66 -92,74! -104,52 -70,36 -20,20 -8,-20",
        rim="glow",
    )
    b.poly("accent", "-8,-74 38,-80 38,-62 -6,-58")
    b.poly("glow", "-96,70 44,68 42,82 -92,84")
    for at, (x, y) in enumerate(((70, -92), (84, -58), (80, -26))):
        b.cut(
            "glow",
            f"20,{-34 + at * 12}! {40},{-70 + at * 20} {x},{y}! {60},{y + 26} 24,{-14 + at * 12}!",
        )


# ------------------------------------------------------------------ barbarians


def _rage(b: Brush) -> None:
    b.poly("accent", star_points(0, 0, 118, 62, 11))
    b.poly("light", star_points(0, 2, 92, 56, 9))
    b.cut("ink", "-62,-30! -30,-10 -10,-4! -24,14 -52,2")
    b.cut("ink", "62,-30! 30,-10 10,-4! 24,14 52,2")
    b.dot("accent", -30, 0, 7)
    b.dot("accent", 30, 0, 7)
    b.cut("ink", "-50,34! 0,22 50,34! 36,74 -36,74")
    b.poly("glow", "-44,34 -34,52 -24,31 -14,48 -4,28 8,48 16,29 28,52 44,34")
    b.poly("glow", "-32,72 -24,58 -14,74 -4,60 8,74 18,58 30,72")


def _old_songs(b: Brush) -> None:
    for k in range(3):
        b.line(
            "light",
            [
                (-120, -30 + k * 34),
                (-60, -60 + k * 34),
                (0, -20 + k * 34),
                (60, -56 + k * 34),
                (122, -30 + k * 34),
            ],
            5 - k,
            opacity=0.65,
        )
    b.limb("wood", "-30,90 -60,40 -64,-20 -40,-70 0,-96 30,-108", "14 15 13 11 8 9", rim="glow")
    b.limb("wood", "30,-108 50,-60 40,10 0,60 -30,92", "9 7 8 11 14", rim="glow")
    for at in range(5):
        x = -40 + at * 16
        b.line("glow", [(x, -60 - at * 9), (x + 10 - at * 3, 54 - at * 18)], 3.4)
    b.dot("accent", 30, -108, 11)
    for x, y in ((86, -70), (100, 30), (-96, 70)):
        b.dot("accent", x, y, 9)
        b.line("accent", [(x + 8, y), (x + 8, y - 34), (x + 20, y - 26)], 4)


def _last_stand(b: Brush) -> None:
    _sweep(b, 108, (190, 350), 6, "light", 0.8)
    for at in range(7):
        with b.at(0, 60, 1, -96 + at * 32):
            b.line("light", "0,-152 0,-84", 4)
            b.poly("glow", "-9,-92 0,-70 9,-92")
            b.poly("tint", "-8,-158 0,-144 8,-158 0,-166")
    b.cut("deep", "-70,96! -40,66 0,72 40,62 76,96!", rim="light")
    b.poly("bright", "-13,70 -15,-20 2,-36 10,-18 16,-30 14,70", rim="glow")
    b.cut("accent", "-42,-26! 0,-18 40,-34! 42,-18 -40,-10", rim="glow", opacity=1)
    with b.at(0, -26):
        b.poly("wood", "-7,0 7,0 6,-44 -6,-44")
        b.dot("accent", 0, -50, 10, rim="glow")


# ------------------------------------------------------------------ cultists


def _draw_heart(b: Brush, x: float, y: float, size: float, tone: str) -> None:
    with b.at(x, y, size):
        b.cut(
            tone,
            "0,-30! -20,-58 -58,-50 -62,-10 -30,30 0,62! 30,30 62,-10 58,-50 20,-58",
            rim="glow",
        )


def _shared_pain(b: Brush) -> None:
    _draw_heart(b, -46, -24, 0.86, "light")
    _draw_heart(b, 50, 20, 0.86, "body")
    b.line("accent", "-46,-20 -10,-50 30,-10 50,22", 7)
    b.poly("ink", "-58,-66 -40,-36 -56,-24 -38,8 -52,-18 -34,-34", opacity=0.9)
    b.poly("accent", "96,-70 30,-6 46,10", rim="glow")
    for x, y, r in ((-44, 70, 10), (-66, 50, 7), (52, 100, 11), (30, 92, 7)):
        draw_drop(b, x, y, r, "#ff5b76")
    _sweep(b, 112, (110, 160), 5, "light")
    _sweep(b, 112, (-70, -20), 5, "light")


def _dark_pact(b: Brush) -> None:
    star = ring_points(0, 0, 100, 5)
    b.line("light", ring_points(0, 0, 116, 12), 6, close=True)
    b.poly("accent", [star[k % 5] for k in (0, 2, 4, 1, 3)], opacity=0.25)
    for k in range(5):
        b.line("accent", [star[k], star[(k + 2) % 5]], 5)
    b.limb("skin", "-100,40 -50,14 -6,4", "15 17 15", rim="glow")
    b.limb("ink", "100,44 50,16 -4,2", "18 18 13", rim="light")
    for k in range(3):
        b.limb("ink", f"-6,{-6 + k * 9} -22,{-2 + k * 9} -30,{8 + k * 8}", "6 5 3")
    draw_drop(b, 0, 60, 11, "#ff5b76")
    for x, y in star:
        b.cut("accent", f"{x},{y - 20}! {x + 9},{y} {x},{y + 8} {x - 9},{y}")


def _scapegoat(b: Brush) -> None:
    for s in (-1, 1):
        b.limb(
            "pale", f"{24 * s},-50 {70 * s},-84 {96 * s},-40 {76 * s},10", "13 13 9 1", rim="glow"
        )
        b.cut("mid", f"{30 * s},-30! {70 * s},-24 {88 * s},0! {54 * s},6", rim="glow")
    b.cut("body", "-34,-56 -40,-6 -22,40 -20,70 0,82 20,70 22,40 40,-6 34,-56 0,-68", rim="glow")
    for s in (-1, 1):
        b.dot("accent", 22 * s, -14, 8)
        b.poly("ink", [(15 * s, -17), (29 * s, -17), (29 * s, -11), (15 * s, -11)])
        b.dot("ink", 8 * s, 62, 4)
    b.cut("pale", "-14,78! -12,104 0,122! 12,104 14,78!")
    b.line("accent", "-36,30 0,44 36,30", 6)
    b.poly("#ff5b76", "0,38 14,52 0,84 -14,52", rim="glow")
    for a in (200, 250, 290, 340):
        x, y = math.cos(math.radians(a)), math.sin(math.radians(a))
        b.line("light", [(x * 122, y * 122), (x * 92, y * 92)], 5)
        b.poly(
            "light",
            [(x * 82 - y * 9, y * 82 + x * 9), (x * 68, y * 68), (x * 82 + y * 9, y * 82 - x * 9)],
        )


# ------------------------------------------------------------------ dracons


def _dragon_breath(b: Brush) -> None:
    b.cut(
        "light",
        "56,-40! 0,-50 -60,-70 -110,-40! -70,-40 -116,0! -66,-6 -112,44! -60,28 -84,84! -30,44 "
        "10,30 52,20!",
        rim="accent",
    )
    b.cut("#ffd76e", "50,-28! 0,-34 -50,-40! -20,-20 -70,6! -20,6 -40,40! 0,18 46,6!")
    b.cut("glow", "46,-20! 10,-22 -14,-12! 10,-4 44,2!")
    with b.at(70, -16, 1.05, 6):
        b.cut("body", "50,-50! 54,20! 20,40 -10,22! -4,4 -22,-4 -30,-26! 0,-44", rim="glow")
        b.limb("pale", "20,-40 50,-70 64,-100", "9 7 1", rim="glow")
        b.dot("accent", 6, -22, 6)


def _stone_scales(b: Brush) -> None:
    _sweep(b, 118, (190, 250), 7)
    _sweep(b, 118, (10, 70), 7)
    rows = (
        (84, (0,)),
        (52, (-26, 26)),
        (18, (-50, 0, 50)),
        (-18, (-76, -26, 26, 76)),
        (-54, (-50, 0, 50)),
    )
    for row, (y, columns) in enumerate(rows):
        for at, x in enumerate(columns):
            tone = ("steel", "light", "tint")[(row + at * 2) % 3]
            b.cut(
                tone,
                f"{x - 26},{y - 36}! {x},{y - 42} {x + 26},{y - 36}! {x + 28},{y} "
                f"{x + 14},{y + 18} "
                f"{x},{y + 24} {x - 14},{y + 18} {x - 28},{y}",
                rim="glow",
            )
    b.line("accent", "-34,-40 -10,-6 -24,20 0,60", 6)


def _nest(b: Brush) -> None:
    for x, y, t, tone in ((-36, -24, -16, "light"), (36, -26, 16, "pale"), (0, -40, 0, "glow")):
        with b.at(x, y, 1.05, t):
            b.cut(tone, "0,-58 -26,-34 -34,6 -16,34 16,34 34,6 26,-34", rim="accent")
            b.dot("mid", 6, -12, 6)
            b.dot("mid", -10, 8, 5)
    b.cut("wood", "-104,10! -60,24 0,30 60,24 104,10! 86,70 40,92 -40,92 -86,70", rim="glow")
    for line in (
        "-100,18 -30,50 40,40 98,22",
        "-86,50 -20,30 30,70 84,48",
        "-60,80 0,56 50,84",
        "-110,0 -60,36 -20,28",
        "112,-4 70,34 30,26",
    ):
        b.line("light", line, 5)
    for x in (-84, 84, -50, 50):
        b.line("tint", [(x, 26), (x * 1.3, -4)], 5)
    for x, y, r in ((-70, -84, 9), (78, -80, 12), (0, -116, 9)):
        b.poly("accent", star_points(x, y, r, r / 3, 4))


# ------------------------------------------------------------------ gnolls


def _draw_paw(b: Brush, x: float, y: float, size: float, turn: float, tone: str) -> None:
    with b.at(x, y, size, turn):
        b.cut(tone, "0,-12 -26,4 -34,30 -14,40 14,40 34,30 26,4", rim="glow")
        for px, py, r in ((-34, -14, 12), (-14, -36, 13), (14, -36, 13), (34, -14, 12)):
            b.dot(tone, px, py, r, rim="glow")
            b.poly("bone", [(px - 5, py - r + 2), (px, py - r - 15), (px + 5, py - r + 2)])


def _pack(b: Brush) -> None:
    for x, y, s, t in ((-62, 44, 0.8, -40), (62, 44, 0.8, 40), (0, -30, 1.25, 0)):
        _draw_paw(b, x, y, s, t, "light")
    _sweep(b, 112, (205, 265), 6, "accent")
    _sweep(b, 112, (275, 335), 6, "accent")
    _sweep(b, 112, (60, 120), 6, "accent")


def _chase(b: Brush) -> None:
    for y, x in ((-34, 84), (-6, 96), (22, 86)):
        b.line("light", [(x, y), (x + 34, y - 2)], 5, opacity=0.7)
    b.limb("tint", "-50,-4 -78,30 -110,34", "14 9 4")
    b.limb("tint", "44,0 70,30 104,52", "17 9 4")
    b.limb("light", "60,-22 88,-50 104,-78", "8 7 2", rim="glow")
    # A hound: deep chest, narrow waist.
    b.cut("light", "-66,-40 -72,-4 -40,22 0,4 40,2 66,6 74,-20 40,-36 -20,-44", rim="glow")
    b.limb("light", "-44,0 -56,44 -92,62", "16 10 5", rim="glow")
    b.limb("light", "56,-6 44,34 84,66", "20 11 5", rim="glow")
    b.limb("light", "-52,-20 -76,-44", "24 18")
    b.cut("light", "-60,-62! -24,-84 -34,-44 -58,-38", rim="glow")
    b.cut(
        "light", "-50,-60 -72,-74 -94,-66 -128,-50! -126,-42! -96,-40 -70,-26 -52,-36", rim="glow"
    )
    b.cut("light", "-98,-38! -122,-26! -112,-20 -76,-24")
    b.poly("bone", "-120,-43 -114,-33 -109,-42 -103,-33 -98,-41")
    b.dot("ink", -86, -57, 5)
    b.dot("ink", -126, -47, 5)
    for x in (-46, 14, 74):
        _draw_paw(b, x, 96, 0.34, -80, "accent")
    _sweep(b, 112, (215, 300), 6, "accent")


def _trophies(b: Brush) -> None:
    b.line("wood", "-100,-84 -60,-60 0,-52 60,-60 100,-84", 7)
    for s in (-1, 1):
        b.limb("bone", f"{16 * s},0 {56 * s},-30 {60 * s},-80 {40 * s},-108", "8 7 5 1", rim="glow")
        b.limb("bone", f"{54 * s},-44 {86 * s},-60 {92 * s},-92", "5 4 1", rim="glow")
        b.line("wood", f"{84 * s},-74 {84 * s},-20", 4)
        b.cut("bone", f"{70 * s},-20! {98 * s},-20! {92 * s},30 {70 * s},66!", rim="glow")
    b.cut(
        "bone", "-34,-10 -40,26 -24,50 -18,96! 0,104! 18,96! 24,50 40,26 34,-10 0,-22", rim="glow"
    )
    for s in (-1, 1):
        b.dot("ink", 19 * s, 24, 10)
        b.dot("accent", 19 * s, 24, 4)
        b.dot("ink", 6 * s, 88, 3)


# ------------------------------------------------------------------ goblins


def _far_wall(b: Brush) -> None:
    for k in range(3):
        _sweep(b, 70 + k * 22, (200, 340), 6 - k, "accent", 1 - k * 0.25)
    b.poly(
        "light",
        "-110,60 -110,10 -92,10 -92,-4 -76,-4 -76,10 -56,10 -56,-4 -40,-4 -40,10 -22,10 -22,-30 "
        "-30,-30 -30,-52 -16,-52 -16,-42 -6,-42 -6,-52 8,-52 8,-42 18,-42 18,-52 30,-52 30,-30 "
        "24,-30 24,10 42,10 42,-4 58,-4 58,10 76,10 76,-4 92,-4 92,10 110,10 110,60",
        rim="glow",
    )
    b.cut("ink", "-10,60! -10,34 0,22 10,34 10,60!")
    for y, x in ((26, -80), (40, -60), (26, 50), (42, 74)):
        b.poly("mid", [(x, y), (x + 22, y), (x + 22, y + 7), (x, y + 7)])
    b.cut("tint", "-30,110! -14,84 -4,60! 4,60! 8,84 30,110!")


def _reckless_charge(b: Brush) -> None:
    for y in (-60, -30, 30, 62):
        b.line("light", [(40, y), (118, y * 1.2)], 6, opacity=0.7)
    b.poly("accent", "-118,0 -40,-80 -50,-40 110,-24 90,0 110,24 -50,40 -40,80")
    b.cut("body", "-20,-50! 40,-60 70,-20 70,30 30,60 -20,44 -70,30 -84,4 -60,-18", rim="glow")
    b.limb("bone", "10,-44 -20,-84 -70,-80 -76,-44 -50,-34", "14 13 10 6 1", rim="glow")
    b.limb("bone", "20,46 -20,74 -64,66 -72,40", "11 10 7 1", rim="glow")
    b.poly("ink", "-46,-10 -20,-20 -18,-6")
    b.dot("glow", -28, -11, 5)
    b.dot("ink", -78, 8, 4)
    for x, y in ((-100, -40), (-108, 36)):
        b.poly("glow", star_points(x, y, 16, 5, 4))


def _bulwark(b: Brush) -> None:
    for at, (r, tone) in enumerate(((1.25, "shade"), (1, "mid"), (0.74, "light"), (0.46, "glow"))):
        with b.at(0, 0, r):
            b.cut(
                tone,
                "0,-92! -40,-84 -78,-70! -76,10 0,92! 76,10 78,-70! 40,-84",
                rim="glow" if at < 3 else "",
            )
    b.poly(
        "accent",
        "-22,-30 -22,-12 -10,-12 -10,-24 -4,-24 -4,-12 6,-12 6,-24 12,-24 12,-12 22,-12 22,-30 "
        "22,24 0,36 -22,24",
    )
    _sweep(b, 118, (150, 200), 5, "accent")
    _sweep(b, 118, (-20, 30), 5, "accent")


# ------------------------------------------------------------------ undead


def _open_graves(b: Brush) -> None:
    b.cut("tint", "-70,60! -70,-40 -50,-92 0,-108 50,-92 70,-40 70,60!", rim="glow")
    b.poly("deep", "4,-106 -8,-60 10,-30 -6,10 8,60 2,60 -14,8 2,-30 -16,-62")
    b.cut("ink", "-104,96! -60,52 60,52 104,96! 60,110 -60,110", rim="light")
    with b.at(4, 30, 0.72, 8):
        _draw_hand(b, "accent", "glow", "-36,-76 -8,-100 22,-96 50,-66")
    for x in (-80, -40, 50, 86):
        b.cut("deep", f"{x - 22},104! {x},78 {x + 22},104!", rim="tint")
    for x, y in ((-90, -40), (92, -50), (-100, 10), (100, 10)):
        b.limb(
            "accent",
            f"{x},{y + 40} {x - 8},{y + 14} {x + 6},{y - 10} {x},{y - 40}",
            "6 5 4 1",
            opacity=0.7,
        )


def _old_bones(b: Brush) -> None:
    for at in range(8):
        with b.at(0, 0, 1, at * 45 + 10):
            b.limb("bone", "-24,-96 24,-96", "6 6", rim="glow")
            for s in (-1, 1):
                b.dot("bone", 28 * s, -101, 8)
                b.dot("bone", 28 * s, -91, 8)
    for turn in (40, -40):
        with b.at(0, 6, 1, turn):
            b.limb("pale", "-58,0 58,0", "9 9", rim="glow")
            for s in (-1, 1):
                b.dot("pale", 62 * s, -8, 12, rim="glow")
                b.dot("pale", 62 * s, 8, 12)
    b.poly("accent", star_points(0, 6, 26, 8, 8))


def _cold_hands(b: Brush) -> None:
    for at in range(6):
        with b.at(0, -20, 1, at * 60):
            b.line("light", "0,-20 0,-100", 5)
            b.line("light", "-20,-86 0,-66 20,-86", 4)
    for x, y in ((-38, -70), (-14, -92), (12, -90), (36, -70)):
        b.limb("bone", f"{x * 0.5},10 {x * 0.8},{y * 0.4} {x},{y}", "7 6 3", rim="accent")
        b.dot("bone", x * 0.8, y * 0.44, 8)
    b.limb("bone", "-22,40 -54,14 -66,-10", "8 7 3", rim="accent")
    b.cut("bone", "-24,4 -28,40 -14,62 16,62 28,36 24,4 0,-4", rim="accent")
    b.limb("bone", "-10,62 -12,112", "7 8", rim="accent")
    b.limb("bone", "12,62 12,112", "7 8")
    for x in (-12, 0, 12):
        b.line("deep", f"{x},16 {x * 0.8},50", 3)


# ------------------------------------------------------------------ unicorns


def _clear_water(b: Brush) -> None:
    for k, y in enumerate((50, 66, 84)):
        w = 50 + k * 30
        b.line(
            "accent",
            [(-w, y), (-w * 0.4, y + 14 + k * 3), (w * 0.4, y + 14 + k * 3), (w, y)],
            6 - k,
        )
    b.cut("light", "0,-118! 22,-70 52,-20 46,30 0,50 -46,30 -52,-20 -22,-70", rim="glow")
    b.cut("accent", "0,-40 24,-10 22,20 0,34 -30,26 -30,6 -10,10", opacity=0.7)
    b.cut("glow", "-28,-16 -20,-44 -14,-40 -18,-10 -24,6")
    for x, y, r in ((-86, 0, 9), (84, -20, 11), (70, 24, 6), (-70, -50, 6)):
        draw_drop(b, x, y, r, "glow")


def _spring(b: Brush) -> None:
    b.limb(
        "accent", "-90,96 -40,60 -20,0 30,-30 20,-80 -20,-84 -26,-54", "9 8 8 7 6 5 2", rim="glow"
    )
    for x, y, t in ((-50, 60, -60), (-22, 10, 50), (16, -24, -30), (30, -50, 70), (-70, 80, 40)):
        with b.at(x, y, 1, t):
            b.cut("accent", "0,0! -18,-24 0,-54! 18,-24", rim="glow")
    for x, y, r in ((70, -70, 1.1), (-76, -30, 0.9), (66, 44, 1.2)):
        for px, py in ring_points(x, y, 20 * r, 5):
            b.dot("#ffb5dd", px, py, 15 * r, rim="glow")
        b.dot("#ffd166", x, y, 9 * r)
    _sweep(b, 116, (-110, -60), 4)
    _sweep(b, 116, (60, 110), 4)


def _white_mane(b: Brush) -> None:
    b.cut(
        "glow",
        "-20,-96! 30,-104 80,-70 112,-10! 90,-24 104,30! 76,6 92,74! 60,40 66,104! 30,60 10,20 "
        "-10,-40",
        rim="accent",
    )
    for line in ("0,-80 50,-60 84,0", "0,-60 40,-20 70,50", "0,-40 24,20 48,74"):
        b.line("light", line, 5)
    b.cut(
        "body",
        "-20,-96! -6,-120! 6,-90 20,-40 30,30 30,104! -30,104! -36,60 -50,30 -84,50 -104,44! "
        "-108,26 -80,-20 -50,-66",
        rim="glow",
    )
    b.poly("bright", "-44,-78 -96,-128 -28,-92", rim="accent")
    b.dot("accent", -48, -34, 7)
    b.dot("ink", -98, 34, 4)
    b.cut("glow", "-26,-92 -14,-60 -30,-40! -40,-70")


# ------------------------------------------------------------------ classes


def _seal(b: Brush) -> None:
    b.line("light", ring_points(0, 0, 112, 14), 5, close=True)
    for x, y in ring_points(0, 0, 112, 4, -45):
        b.poly("accent", star_points(x, y, 14, 5, 4))


def _head(b: Brush, name: str, size: float, x: float = 8, y: float = 40) -> None:
    with b.at(x, y, size):
        HEADS[name](b)


def _draw_held(b: Brush, name: str, x: float, y: float, size: float, turn: float) -> None:
    with b.at(x, y, size, turn):
        OBJECTS[name](b)


def _rogues(b: Brush) -> None:
    _seal(b)
    for s in (-1, 1):
        with b.at(0, 26, 1, 46 * s):
            b.line("steel", "0,84 0,-86", 8)
            b.line("steel", "0,-86 14,-92 14,-68" if s > 0 else "0,-86 -14,-92 -6,-104", 8)
            b.dot("accent", 0, 90, 15)
            b.dot("deep", 0, 90, 7)
    b.cut(
        "body",
        "0,-100! -40,-84 -62,-30 -56,30 -84,84! 0,100 84,84! 56,30 62,-30 40,-84",
        rim="glow",
    )
    b.cut("skin", "-36,-30 -38,20 -16,56 0,62 16,56 38,20 36,-30 0,-62")
    b.cut("ink", "-38,-24! 0,-34 38,-24! 42,4 16,10 0,2 -16,10 -42,4", rim="light")
    for s in (-1, 1):
        b.cut("glow", f"{8 * s},-8! {20 * s},-18 {32 * s},-10! {20 * s},-2")
    b.line("ink", "-14,38 2,42 18,32", 5)


def _barbarian_class(b: Brush) -> None:
    _seal(b)
    for s in (-1, 1):
        with b.at(0, 20, 1, 44 * s, flip=s > 0):
            OBJECTS["axe"](b)
    for s in (-1, 1):
        b.limb("bone", f"{34 * s},-40 {76 * s},-46 {80 * s},-100", "13 10 1", rim="glow")
    b.cut("skin", "-36,-30 -40,10 40,10 36,-30 0,-44")
    b.cut("accent", "-42,-2! -20,8 0,4 20,8 42,-2! 44,50 20,80 0,112! -20,80 -44,50", rim="glow")
    b.cut("body", "-46,-18! -48,-58 0,-84 48,-58 46,-18! 8,-24 6,10! -6,10! -8,-24", rim="glow")
    for s in (-1, 1):
        b.dot("ink", 20 * s, -8, 6)
    b.line("deep", "-16,28 0,22 16,28", 5)


def _cultist_class(b: Brush) -> None:
    _seal(b)
    _head(b, "cowl", 1.9, 0, 40)
    for x in (-74, 74):
        _draw_held(b, "candle", x, 30, 0.6, 0)
    b.poly("accent", "0,-96 24,-62 -24,-62", rim="glow")
    b.dot("ink", 0, -73, 6)


def _dragon_hunters(b: Brush) -> None:
    _seal(b)
    draw_dragon_head(b, (26, 0), 1.55, 14)
    _draw_held(b, "spear", -8, 0, 0.86, 42)
    draw_drop(b, -50, 76, 9, "#ff5b76")


def _rangers(b: Brush) -> None:
    _seal(b)
    for x, turn in ((-44, -18), (-26, -8), (-60, -28)):
        with b.at(x, 40, 1, turn):
            b.line("bone", "0,60 0,-110", 5)
            b.poly("accent", "-9,-104 0,-90 9,-104 9,-128 0,-116 -9,-128")
    b.cut(
        "body", "0,-96! -44,-76 -60,-20 -52,40 -80,92! 0,104 80,92! 52,40 60,-20 44,-76", rim="glow"
    )
    b.cut("ink", "0,-66! -34,-44 -38,10 0,50! 38,10 34,-44")
    for s in (-1, 1):
        b.cut("accent", f"{8 * s},-10! {20 * s},-20 {30 * s},-14! {20 * s},-4")
    b.line("glow", "84,-104 60,0 84,104", 3)
    b.limb("bone", "84,-108 112,-56 104,0 112,56 84,108", "3 8 10 8 3", rim="glow")
    b.line("bone", "40,0 124,0", 5)
    b.poly("bright", "118,-11 142,0 118,11", rim="glow")


def _defenders(b: Brush) -> None:
    _seal(b)
    b.cut("steel", "-40,-60! -36,-96 0,-108 36,-96 40,-60! 0,-70", rim="glow")
    b.poly("ink", "-28,-68 28,-68 24,-56 -24,-56")
    b.poly("body", "-72,-52 72,-52 72,60 0,104 -72,60", rim="glow")
    b.poly("tint", "-56,-38 56,-38 56,52 0,86 -56,52")
    b.poly("accent", "-10,-38 10,-38 10,80 0,86 -10,80")
    b.poly("accent", "-56,0 56,0 56,18 -56,18")
    for x in (-62, 62):
        b.cut("steel", f"{x - 16},-6! {x + 14},-10! {x + 18},20 {x - 16},22!", rim="glow")


def _gravediggers(b: Brush) -> None:
    _seal(b)
    _draw_held(b, "grave_spade", -24, 4, 0.9, -18)
    _draw_held(b, "lantern", 48, 6, 0.72, 6)


def _druids(b: Brush) -> None:
    _seal(b)
    for s in (-1, 1):
        b.limb("bone", f"{20 * s},-36 {56 * s},-62 {54 * s},-112", "7 6 1", rim="glow")
        b.limb("bone", f"{44 * s},-58 {84 * s},-66 {92 * s},-96", "5 4 1", rim="glow")
    b.cut("accent", "0,-56! -44,-30 -56,20 -30,70 0,96! 30,70 56,20 44,-30", rim="glow")
    b.cut("#3f9a72", "0,-56! 44,-30 56,20 30,70 0,96!")
    b.cut("ink", "-36,8! -22,-8 -8,8! -22,16")
    b.cut("ink", "36,8! 22,-8 8,8! 22,16")
    b.dot("glow", -22, 4, 4)
    b.dot("glow", 22, 4, 4)
    b.line("deep", "0,-40 0,84", 4)
    with b.at(-66, 60, 0.9, -20):
        b.limb("bright", "0,30 -20,-10 0,-50 40,-50", "5 8 8 1", rim="glow")
        b.poly("wood", "-6,26 8,26 10,60 -6,60")


def _monks(b: Brush) -> None:
    b.dot("glow", 0, -34, 72, opacity=0.35)
    _seal(b)
    b.cut("accent", "0,-52! -34,-40 -46,20 -98,66 -78,96 78,96 98,66 46,20 34,-40", rim="glow")
    b.cut("skin", "0,-50! 30,-40 40,10 4,-6 -16,-36")
    b.line("body", "-22,-40 -4,4 42,24", 6)
    b.cut("body", "-96,72! -40,54 0,70 40,54 96,72! 76,98 -76,98", opacity=0.55)
    b.dot("skin", 0, -80, 32, rim="glow")
    b.line("ink", "-18,-78 -10,-73 -4,-78", 4)
    b.line("ink", "4,-78 10,-73 18,-78", 4)
    b.line("ink", "-7,-62 0,-59 7,-62", 3)
    b.limb("skin", "-40,2 -54,40 -8,58", "12 11 9", rim="glow")
    b.limb("skin", "40,2 54,40 8,58", "12 11 9", rim="glow")
    for x, y in ring_points(0, 20, 50, 11, 15)[:5]:
        b.dot("wood", x, y + 14, 8, rim="glow")


def _sculptors(b: Brush) -> None:
    _seal(b)
    b.poly("steel", "-84,100 -90,-20 -60,-60 -10,-70 0,100", rim="glow")
    b.poly("shade", "-84,100 -90,-20 -60,-20 -54,100", opacity=0.5)
    b.cut(
        "bright",
        "-24,100! -30,50 -50,20 -54,-40 -30,-84 14,-92 40,-66 38,-40 44,-18 58,2! 42,12 44,26! "
        "36,34 38,48! 20,58 14,60 22,84 40,100!",
        rim="glow",
    )
    b.cut("light", "-54,-40 -30,-84 14,-92 40,-66! 10,-60 -6,-30 -10,10 -30,20 -44,0")
    b.cut("ink", "14,-22! 24,-30 36,-22! 24,-16")
    b.line("light", "24,36 40,34", 4)
    with b.at(74, -92, 0.9, 42):
        b.poly("steel", "-7,54 0,66 7,54 6,-10 -6,-10", rim="glow")
        b.poly("accent", "-10,-10 10,-10 10,-40 -10,-40", rim="glow")
    with b.at(96, 34, 0.9, 20):
        b.poly("wood", "-7,-10 7,-10 7,80 -7,80", rim="glow")
        b.poly("tint", "-38,-50 38,-50 34,-8 -34,-8", rim="glow")


def _warriors(b: Brush) -> None:
    _seal(b)
    for s in (-1, 1):
        with b.at(0, 0, 0.92, 44 * s):
            OBJECTS["greatsword"](b)
    b.cut("accent", "0,-62! -26,-84 -30,-110 0,-122 34,-116 58,-90! 30,-92 16,-62!", rim="glow")
    b.cut(
        "steel",
        "0,-70! -34,-60 -52,-20 -50,40! -20,66 -14,10! 14,10! 20,66 50,40! 52,-20 34,-60",
        rim="glow",
    )
    b.cut("bright", "0,-70! 34,-60 52,-20 50,40! 20,66 14,10! 4,10! 8,-20", opacity=0.5)
    b.cut("ink", "-42,-10! -24,-14 -8,-6! -8,8 -20,14 -40,8!")
    b.cut("ink", "42,-10! 24,-14 8,-6! 8,8 20,14 40,8!")
    b.poly("ink", "-14,16 14,16 18,60 0,72 -18,60")
    b.poly("steel", "-6,-30 6,-30 5,34 -5,34", rim="glow")


def _enchanting(b: Brush) -> None:
    _spiral(b, 112, 1.6, 120, 6, "light")
    with b.at(0, 0, 1, 38):
        b.limb("wood", "0,110 -4,40 4,-20", "7 6 5", rim="glow")
        b.poly("accent", "-9,-14 9,-14 8,0 -8,0")
    b.poly("accent", star_points(18, -26, 62, 20, 5), rim="glow")
    b.poly("glow", star_points(18, -26, 34, 12, 5))
    for x, y, r in ((-70, -50, 16), (80, 40, 14), (-40, -96, 10), (84, -90, 12)):
        b.poly("glow", star_points(x, y, r, r / 4, 4))


SIGILS: dict[str, Subject] = {
    "quick_fingers": _quick_fingers,
    "greed": _draw_greed,
    "fast_feet": _fast_feet,
    "rage": _rage,
    "old_songs": _old_songs,
    "last_stand": _last_stand,
    "shared_pain": _shared_pain,
    "dark_pact": _dark_pact,
    "scapegoat": _scapegoat,
    "dragon_breath": _dragon_breath,
    "stone_scales": _stone_scales,
    "nest": _nest,
    "pack": _pack,
    "chase": _chase,
    "trophies": _trophies,
    "far_wall": _far_wall,
    "reckless_charge": _reckless_charge,
    "bulwark": _bulwark,
    "open_graves": _open_graves,
    "old_bones": _old_bones,
    "cold_hands": _cold_hands,
    "clear_water": _clear_water,
    "spring": _spring,
    "white_mane": _white_mane,
    "rogues": _rogues,
    "barbarians": _barbarian_class,
    "cultists": _cultist_class,
    "dragon_hunters": _dragon_hunters,
    "rangers": _rangers,
    "defenders": _defenders,
    "gravediggers": _gravediggers,
    "druids": _druids,
    "monks": _monks,
    "sculptors": _sculptors,
    "warriors": _warriors,
    "enchanting": _enchanting,
}
