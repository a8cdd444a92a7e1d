"""Events as weather over the land: around 0,0, the horizon at y = 110, in a square of 300."""

from __future__ import annotations

import math

from .brush import Brush, Subject, arc_points, ring_points, star_points
from .objects import OBJECTS
from .scenes import draw_windows

WARM = "#ffd27a"


def _cloud(b: Brush, x: float, y: float, size: float, tone: str, rim: str = "light") -> None:
    with b.at(x, y, size):
        b.cut(
            tone,
            "-80,24! -100,0 -76,-20 -50,-20 -30,-50 10,-54 34,-32 64,-34 90,-10 92,14 74,26!",
            rim=rim,
        )


def _bolt(b: Brush, x: float, y: float, size: float, tone: str = "glow") -> None:
    with b.at(x, y, size):
        b.poly(tone, "10,-60 -24,6 -4,6 -20,60 26,-14 4,-14 22,-60")


def _village(b: Brush, x: float, y: float, size: float = 1) -> None:
    with b.at(x, y, size):
        b.poly(
            "ink", "-60,20 -60,-14 -44,-32 -28,-14 -28,-24 -10,-50 8,-24 8,-10 24,-28 42,-10 42,20"
        )
        draw_windows(b, "-48,-8 -14,-20 22,-4 -14,2", WARM)


def _army(b: Brush, y: float, tone: str, count: int, high: float) -> None:
    step = 300 / count
    for at in range(count):
        x = -150 + step * (at + 0.5)
        b.line(tone, [(x + 6, y - high * 1.9), (x + 4, y)], 2.5)
        b.cut(
            tone,
            f"{x - step * 0.42},{y + 8}! {x - step * 0.3},{y - high * 0.6} {x},{y - high} "
            f"{x + step * 0.3},{y - high * 0.6} {x + step * 0.42},{y + 8}!",
        )


def _dark_muster(b: Brush) -> None:
    _cloud(b, -60, -110, 1.2, "shade")
    _cloud(b, 80, -90, 1.1, "mid")
    _bolt(b, 30, -60, 0.8)
    _army(b, 60, "mid", 12, 34)
    _army(b, 92, "shade", 9, 46)
    _army(b, 132, "ink", 6, 62)
    for x in (-124, -24, 76):
        b.line("ink", f"{x},120 {x},-20", 4)
        b.cut("accent", f"{x},-20! {x + 30},-26 {x + 46},-12! {x + 30},4 {x},8!", rim="glow")


def _raid(b: Brush) -> None:
    for x, y in ((-70, -60), (20, -84), (70, -50)):
        _cloud(b, x, y, 0.8, "shade", "accent")
    for x, high in ((-96, 70), (-40, 90), (30, 80), (92, 70)):
        b.cut(
            "accent",
            f"{x - 26},110! {x - 30},{110 - high * 0.5} {x - 8},{110 - high * 0.6} "
            f"{x},{110 - high * 1.3}! {x + 12},{110 - high * 0.7} {x + 30},{110 - high * 0.5} "
            f"{x + 26},110!",
        )
        b.cut(
            WARM,
            f"{x - 12},110! {x - 14},{110 - high * 0.4} {x},{110 - high * 0.8}! "
            f"{x + 14},{110 - high * 0.4} {x + 12},110!",
        )
    _village(b, -60, 104, 1.1)
    _village(b, 60, 108, 1.1)
    for x, y, s in ((-104, 118, 0.3), (4, 124, 0.36), (106, 118, 0.3)):
        with b.at(x, y - 40, s, 20):
            OBJECTS["torch"](b)


def _siege(b: Brush) -> None:
    b.poly(
        "shade",
        "20,130 20,-20 34,-20 34,-34 50,-34 50,-20 66,-20 66,-34 84,-34 84,-20 100,-20 100,-34 "
        "118,-34 118,-20 150,-20 150,130",
        rim="light",
    )
    draw_windows(b, "50,10 90,10 120,30 60,50")
    b.poly("wood", "-120,130 -84,30 -70,30 -40,130 -54,130 -77,56 -104,130", rim="glow")
    b.limb("wood", "-36,90 -78,36 -112,-40", "8 7 5", rim="glow")
    b.dot("steel", -114, -50, 20, rim="glow")
    b.poly("steel", "-50,84 -20,76 -14,112 -44,116", rim="glow")
    b.line("light", "-90,-70 -40,-120 30,-110 60,-60", 4, opacity=0.7)
    b.dot("accent", 66, -44, 20)
    b.dot(WARM, 66, -44, 11)
    for x, y in ((20, -110), (-20, -116), (48, -84)):
        b.dot("accent", x, y, 6, opacity=0.7)


def _war_drums(b: Brush) -> None:
    """Two drums, the sticks on the skin of the nearer one."""
    for r in (112, 138):
        for a, z in ((188, 226), (314, 352)):
            b.line("light", arc_points(0, 10, r, a, z), 7, opacity=1.2 - r / 160)
    if b.detail:
        with b.at(62, -14, 0.66):
            _draw_drum(b)
    with b.at(-14, 16, 1.04):
        _draw_drum(b)
        b.limb("pale", "-118,-104 -70,-66 -28,-30", "5 5 5", rim="glow")
        b.limb("pale", "96,-112 60,-74 30,-34", "5 5 5", rim="glow")
        b.dot("bone", -24, -26, 13, rim="glow")
        b.dot("bone", 26, -30, 13, rim="glow")
        for x, y in ((-24, -52), (26, -56)):
            for side in (-1, 1):
                b.line("glow", f"{x + 22 * side},{y + 16} {x + 34 * side},{y + 4}", 4)


def _draw_drum(b: Brush) -> None:
    b.poly("wood", "-84,-16 84,-16 70,104 36,122 0,126 -36,122 -70,104", rim="glow")
    b.poly("shade", "30,-10 84,-16 70,104 36,122", opacity=0.55)
    b.line("accent", "-76,2! -56,102! -30,14! 0,110! 30,14! 56,102! 76,2!", 6)
    b.cut("accent", "-86,-16 -60,8 0,18 60,8 86,-16 84,6 60,30 0,40 -60,30 -84,6")
    b.cut("bone", "-88,-18 -60,-46 0,-54 60,-46 88,-18 60,10 0,18 -60,10", rim="glow")
    b.cut("pale", "-64,-20 -44,-38 0,-44 44,-38 64,-20 44,-4 0,2 -44,-4", opacity=0.7)


def _assault(b: Brush) -> None:
    _cloud(b, -80, -118, 0.9, "shade")
    _cloud(b, 90, -124, 0.9, "shade")
    b.cut("ink", "150,-150! 60,-130 0,-100 -20,-60! 10,-30 60,-50 150,-70!", rim="light")
    b.cut("steel", "30,-110! -16,-104 -44,-70 -30,-36! 20,-24 60,-44!", rim="glow")
    for k in range(4):
        b.limb(
            "steel",
            f"{-4 + k * 10},{-40 - k * 4} {-40 + k * 14},{-30 - k * 2} "
            f"{-34 + k * 15},{-14 - k * 4}",
            "9 9 7",
            rim="glow",
        )
    with b.at(-22, -20, 0.92, 196):
        OBJECTS["greatsword"](b)
    b.poly("accent", star_points(-46, 72, 62, 22, 9))
    b.poly("glow", star_points(-46, 72, 34, 14, 9))
    b.cut("body", "-96,84! -48,70 0,84! 4,130 -48,150! -100,130", rim="glow")
    b.poly("ink", "-60,112 -44,78 -34,100 -20,86 -40,130")
    _army(b, 128, "ink", 7, 40)


def _fog(b: Brush) -> None:
    b.dot("glow", 50, -70, 34, opacity=0.6)
    _village(b, -40, 40, 1.3)
    b.limb("shade", "90,120 86,20 100,-50", "12 9 3")
    b.limb("shade", "88,10 120,-20 126,-50", "6 4 1")
    for y, x, o in ((-20, -40, 0.35), (20, 30, 0.5), (56, -20, 0.62), (96, 20, 0.8)):
        b.cut(
            "pale",
            f"{x - 190},{y + 6} {x - 90},{y - 18} {x},{y + 4} {x + 90},{y - 16} {x + 190},{y + 4} "
            f"{x + 90},{y + 30} {x},{y + 18} {x - 90},{y + 32}",
            opacity=o,
        )
    with b.at(-90, 66, 0.5):
        OBJECTS["lantern"](b)


def _plague(b: Brush) -> None:
    for x, y, s in ((-70, -104, 1.1), (70, -116, 1)):
        _cloud(b, x, y, s, "mid", "accent")
    for at in range(14):
        x = -140 + at * 21
        b.line("accent", [(x, -90 + (at * 31) % 30), (x - 8, -50 + (at * 31) % 60)], 4, opacity=0.7)
    b.cut("ink", "-20,130! -46,60 -50,-10 -20,-56 20,-56 50,-10 46,60 90,130!", rim="light")
    b.cut("ink", "-74,-36! -30,-46 0,-70 34,-46 70,-38! 20,-26 -30,-26", rim="light")
    b.cut("bone", "20,-28! 26,0 0,14 -40,30 -86,56! -60,20 -30,-12 -26,-30!", rim="glow")
    b.dot("accent", -8, -8, 13, rim="glow")
    b.dot("ink", -8, -8, 7)
    with b.at(74, 70, 0.5):
        OBJECTS["lantern"](b)
    for x, y in ((-110, 96), (-96, 104), (-120, 110)):
        b.cut(
            "ink",
            f"{x - 16},{y + 10} {x - 4},{y - 6} {x + 14},{y + 4} {x + 26},{y + 12}",
            rim="light",
        )


def _reserves(b: Brush) -> None:
    b.dot("light", 0, 30, 110, opacity=0.25)
    b.cut("ink", "-150,140! -150,60 -90,20 -60,90! 60,90! 90,20 150,60 150,140!", rim="light")
    for y, k, tone in ((30, 5, "tint"), (62, 4, "mid"), (110, 3, "shade")):
        for at in range(k):
            x = (at - (k - 1) / 2) * (22 + (110 - k * 14) * 0.5)
            s = 1.5 - k * 0.16
            with b.at(x, y, s):
                b.cut(tone, "-20,30! -24,-4 -10,-16 10,-16 24,-4 20,30!", rim="glow")
                b.cut("steel", "-11,-14! -12,-32 0,-42 12,-32 11,-14!", rim="glow")
                b.poly("accent", "-8,-26 8,-26 8,-22 -8,-22")
                b.line("wood", "20,30 24,-58", 3)
    for x in (-60, 0, 60):
        b.poly(
            "accent",
            [
                (x - 12, -84),
                (x, -104),
                (x + 12, -84),
                (x + 4, -84),
                (x + 4, -60),
                (x - 4, -60),
                (x - 4, -84),
            ],
        )


def _dark_wall(b: Brush) -> None:
    for x, w, high in (
        (-130, 44, 150),
        (-84, 44, 200),
        (-38, 48, 172),
        (14, 46, 214),
        (62, 44, 184),
        (108, 48, 206),
    ):
        b.poly(
            "ink",
            [
                (x, 130),
                (x, 130 - high),
                (x + w * 0.4, 112 - high),
                (x + w, 136 - high),
                (x + w, 130),
            ],
            rim="light",
        )
    for y in (-30, 10, 50, 90):
        b.line("accent", f"-150,{y} -60,{y - 10} 40,{y + 8} 150,{y - 6}", 3, opacity=0.5)
    b.cut("accent", "-50,0! 0,-34 50,0! 0,34")
    b.cut("ink", "0,-26! 10,0 0,26! -10,0")
    _village(b, 0, 116, 0.6)


def _draw_hound(b: Brush, x: float, y: float, size: float, turn: float) -> None:
    with b.at(x, y, size, turn):
        b.cut(
            "ink",
            "-116,-20! -90,-36 -70,-56! -66,-34 -40,-26 10,-34 50,-22 96,-50! 76,-10 60,6 90,30 "
            "96,60! 70,50 30,14 -10,12 -40,24 -70,52 -104,66! -84,36 -62,8 -80,-2 -104,-2",
            rim="glow",
        )
        b.dot("accent", -86, -24, 7)


def _wild_hunt(b: Brush) -> None:
    """The hunter with antlers before the moon, his hounds running at his feet."""
    b.dot("glow", 0, -36, 92)
    for y in (-116, -64, 6):
        b.line("light", f"150,{y} 60,{y + 14} -40,{y - 10} -150,{y + 16}", 4, opacity=0.35)
    for s in (-1, 1):
        b.limb("ink", f"{16 * s},-62 {46 * s},-84 {58 * s},-132", "7 6 2")
        b.limb("ink", f"{40 * s},-78 {78 * s},-82 {92 * s},-116", "6 5 2")
        b.limb("ink", f"{50 * s},-96 {34 * s},-112 {32 * s},-130", "4 3 1")
        b.limb("ink", f"{76 * s},-84 {102 * s},-74 {118 * s},-84", "4 3 1")
    b.cut(
        "ink",
        "0,-84! -26,-72 -34,-40 -30,-14 -70,2 -104,40 -112,140! 112,140! 104,40 70,2 30,-14 34,-40 "
        "26,-72",
        rim="light",
    )
    b.cut("bone", "-18,-60! -20,-30 -12,-8 0,16! 12,-8 20,-30 18,-60! 0,-70", rim="glow")
    b.dot("ink", -9, -38, 7)
    b.dot("ink", 9, -38, 7)
    b.dot("accent", -9, -38, 3)
    b.dot("accent", 9, -38, 3)
    b.line("ink", "0,-20 0,-2", 4)
    b.limb("ink", "-96,120 -88,30 -84,-30", "4 4 4", rim="light")
    b.poly("accent", "-84,-74 -96,-28 -84,-36 -72,-28", rim="glow")
    _draw_hound(b, -74, 104, 0.56, -4)
    _draw_hound(b, 62, 112, 0.62, -4)


def _curse(b: Brush) -> None:
    _spiral(b, 126, 3, 7)
    b.cut("ink", "-96,0! -50,-50 0,-62 50,-50 96,0! 50,46 0,58 -50,46", rim="light")
    b.cut("glow", "-76,0! -30,-36 30,-36 76,0! 30,36 -30,36")
    b.dot("accent", 0, 0, 34)
    b.cut("ink", "0,-32! 10,0 0,32! -10,0")
    for a in range(200, 350, 28):
        x, y = math.cos(math.radians(a)), math.sin(math.radians(a))
        b.poly(
            "accent",
            [
                (x * 84 - y * 7, y * 62 + x * 7),
                (x * 122, y * 104),
                (x * 84 + y * 7, y * 62 - x * 7),
            ],
        )
    for x, y in ((-50, 60), (0, 72), (50, 60)):
        b.limb("light", f"{x},{y - 10} {x - 4},{y + 20} {x + 4},{y + 48}", "6 5 1", rim="")


def _spiral(b: Brush, far: float, turns: float, width: float) -> None:
    points = []
    for at in range(round(turns * 10)):
        angle, r = math.radians(at * 36), far * (1 - at / (turns * 12))
        points.append((math.cos(angle) * r, math.sin(angle) * r))
    b.line("light", points, width, opacity=0.55)


def _respite(b: Brush) -> None:
    b.dot("glow", 0, 40, 62)
    for x, y in ring_points(0, 40, 1, 15):
        if y < 40.2:
            b.line(
                "glow",
                [(x * 78, 40 + (y - 40) * 78), (x * 126, 40 + (y - 40) * 126)],
                7,
                opacity=0.8,
            )
    b.cut("mid", "-150,140! -150,60 -60,40 30,64 150,44 150,140!", rim="glow")
    b.cut("shade", "-150,140! -150,96 0,78 150,100 150,140!", rim="light")
    b.poly("ink", "-70,112 -36,58 0,112", rim="glow")
    b.poly(WARM, "-44,112 -36,84 -28,112")
    b.cut("accent", "24,112! 34,86 42,100 48,74! 62,100 66,112!")
    b.line("wood", "20,114 72,114", 6)
    for x, y in ((-70, -50), (-96, -70), (-46, -76)):
        b.line("ink", [(x - 16, y - 6), (x, y), (x + 16, y - 8)], 4)


def _dark_rite(b: Brush) -> None:
    b.cut("light", "-40,130! -20,30 -30,-150! 30,-150! 20,30 40,130!", opacity=0.35)
    b.dot("glow", 0, -110, 30)
    b.dot("deep", 10, -114, 27)
    for x, s in ((-100, 0.62), (100, 0.62), (-58, 0.74), (58, 0.74)):
        with b.at(x, 128, s):
            b.cut("ink", "-34,0! -28,-90 -16,-120 0,-140! 16,-120 28,-90 34,0!", rim="light")
            side = -1 if x > 0 else 1
            b.limb(
                "ink", f"{10 * side},-90 {34 * side},-110 {44 * side},-150", "9 7 5", rim="light"
            )
    b.poly("shade", "-36,130 -30,84 -44,84 -44,72 44,72 44,84 30,84 36,130", rim="glow")
    b.cut("accent", "-20,72! -26,40 -6,30 0,-6! 12,26 26,44 20,72!")
    b.cut("glow", "-8,72! -10,54 0,36! 10,54 8,72!")


def _draw_wolf(b: Brush, x: float, y: float, size: float, *, flip: bool = False) -> None:
    with b.at(x, y, size, flip=flip):
        b.cut("ink", "10,-60! 34,-110! 50,-50", rim="light")
        b.cut("ink", "-26,-62! -20,-112! 8,-60", rim="light")
        b.cut(
            "ink",
            "60,80! 56,-30 30,-64 -20,-66 -46,-34 -96,-16! -102,6 -70,14 -40,18 -20,50 10,90",
            rim="light",
        )
        b.poly("bone", "-92,8 -86,24 -80,8 -66,10 -62,26 -56,12")
        b.dot("accent", -28, -27, 8)


def _three_heads(b: Brush) -> None:
    """Three heads on one breast: two look out for what comes, one looks at you."""
    _cloud(b, -86, -116, 0.8, "mid")
    _cloud(b, 90, -120, 0.8, "mid")
    _draw_wolf(b, -58, 28, 0.82)
    _draw_wolf(b, 58, 28, 0.82, flip=True)
    b.cut("ink", "-104,140! -84,70 -40,30 0,20 40,30 84,70 104,140!", rim="light")
    with b.at(0, -6, 1.06):
        b.cut(
            "#2a0d12",
            "-26,-46 -50,-112! -58,-52 -62,-10 -40,10 -30,44 -14,66 0,72 14,66 30,44 40,10 62,-10 "
            "58,-52 50,-112! 26,-46 0,-52",
            rim="light",
        )
        for s in (-1, 1):
            b.cut("accent", f"{12 * s},-6! {30 * s},-24 {46 * s},-16! {30 * s},0")
            b.dot("ink", 28 * s, -11, 4)
            b.cut("ink", f"{40 * s},-60! {48 * s},-92! {52 * s},-54!")
            b.poly("bone", f"{6 * s},50 {12 * s},72 {18 * s},46")
        b.cut("ink", "-15,20 0,14 15,20 10,34 0,40 -10,34", rim="light")
        b.line("ink", "-22,44 0,52 22,44", 4)
    b.poly("accent", "-46,88 0,104 46,88 50,104 0,122 -50,104")
    for x, y in ((-30, 100), (0, 113), (30, 100)):
        b.poly("bone", [(x - 7, y), (x + 7, y), (x, y + 20)], rim="glow")


def _watchful_hound(b: Brush) -> None:
    b.dot("glow", 34, -64, 58)
    b.cut("shade", "-150,140! -150,90 -60,60 40,54 150,80 150,140!", rim="light")
    with b.at(20, 66, 0.98):
        b.cut("ink", "-30,0! -26,-60 -40,-90 -30,-110 0,-96 40,-60 60,-20 56,0!", rim="light")
        b.cut("ink", "50,-10 90,-10 110,-40! 84,-24 56,-26", rim="light")
        with b.at(-24, -104, 0.9):
            b.cut("ink", "14,-24! 26,-58! 34,-18", rim="light")
            b.cut("ink", "-8,-28! -2,-60! 14,-28", rim="light")
            b.cut(
                "ink", "34,26! 32,-14 8,-32 -18,-24 -54,-12! -56,2 -36,8 -16,16 -4,34", rim="light"
            )
            b.dot("accent", -14, -12, 7)
        b.poly("accent", "-36,-82 10,-72 8,-62 -36,-72")


def _buried_bones(b: Brush) -> None:
    """A dug hole with one great bone, the spade left in the heap beside it."""
    b.dot("glow", -74, -84, 26, opacity=0.75)
    b.cut("mid", "-150,22! -80,14 40,20 150,8! 150,140! -150,140!", rim="light")
    b.cut("shade", "20,20! 50,-20 84,-34 122,-10 150,16! 150,30!", rim="light")
    for x, y in ((60, -8), (92, -22), (116, 2), (80, 8)):
        b.dot("deep", x, y, 7)
    b.cut("ink", "-132,24! -90,14 20,18 54,26! 40,86 -6,122 -80,120 -122,80")
    b.cut("deep", "-110,94 -60,82 10,88 34,70! 20,100 -10,118 -78,116")
    with b.at(-44, 50, 1, -24):
        b.limb("bone", "-70,0 70,0", "15 15", rim="glow")
        for s in (-1, 1):
            b.dot("bone", 80 * s, -15, 20, rim="glow")
            b.dot("bone", 80 * s, 15, 20, rim="glow")
        b.limb("bone", "-62,0 62,0", "13 13")
    with b.at(88, -10, 0.92, 12):
        b.limb("wood", "0,-8 0,-96", "7 7", rim="glow")
        b.limb("wood", "-24,-108 24,-108", "7 7", rim="glow")
        b.cut("steel", "-28,-14! 28,-14! 28,22 14,44 0,50 -14,44 -28,22", rim="glow")
    b.cut("shade", "40,14! 60,2 100,12 140,4 150,26! 40,26!")


def _howl(b: Brush) -> None:
    b.dot("glow", -40, -50, 64)
    for r in (84, 108, 132):
        b.line("light", arc_points(-30, -30, r, 190, 290), 5, opacity=1.15 - r / 150)
    b.poly("ink", "10,140 30,60 60,50 90,140", rim="light")
    with b.at(40, 60, 1):
        b.cut(
            "ink",
            "-30,10! -20,-40 -34,-66 -40,-96 -64,-132! -48,-134 -22,-110 6,-96! 22,-112! 18,-84 "
            "44,-40 50,10!",
            rim="light",
        )
        b.dot("accent", -20, -98, 4)
        b.cut("ink", "44,-4 80,0 96,-26! 80,-16 50,-22", rim="light")
    b.cut("shade", "-150,140! -150,104 -60,92 30,108 150,96 150,140!", rim="light")


def _gate_of_ash(b: Brush) -> None:
    for x, y in (
        (-110, -90),
        (-70, -40),
        (90, -110),
        (120, -30),
        (-130, 10),
        (70, -60),
        (-20, -120),
        (30, -96),
    ):
        b.poly("pale", [(x - 5, y), (x, y - 6), (x + 6, y), (x, y + 5)], opacity=0.8)
    b.cut("accent", "-50,130! -54,-10 0,-70 54,-10 50,130!")
    b.cut(WARM, "-28,130! -30,20 0,-26 30,20 28,130!")
    b.cut(
        "ink",
        "-104,130! -104,-30 -60,-92 0,-120 60,-92 104,-30 104,130! 64,130! 64,-10 0,-76 -64,-10 "
        "-64,130!",
        rim="light",
    )
    for x in (-84, 84):
        b.dot("bone", x, -30, 16, rim="glow")
        b.dot("ink", x - 6, -32, 4)
        b.dot("ink", x + 6, -32, 4)
    for x in (-34, 0, 34):
        b.line("ink", f"{x},-20 {x},130", 6)
    b.line("ink", "-60,40 60,40", 6)
    for x, y in ((-110, -60), (110, -60), (0, -124)):
        b.poly("ink", [(x - 14, y + 20), (x, y - 26), (x + 14, y + 20)], rim="light")


def _underworld(b: Brush) -> None:
    b.poly(
        "ink",
        "-150,-150 150,-150 150,-80 120,-40 100,-96 70,-20 44,-100 10,-60 -20,-110 -56,-40 "
        "-80,-104 -114,-20 -130,-80 -150,-60",
        rim="light",
    )
    b.cut(
        "accent", "-150,140! -150,60 -90,50 -40,70 10,52 70,72 120,50 150,62 150,140!", opacity=0.85
    )
    b.cut(WARM, "-150,140! -150,100 -70,92 0,108 80,94 150,104 150,140!", opacity=0.8)
    b.cut("ink", "-70,60! -40,76 40,76 74,56! 60,96 -56,96!", rim="light")
    b.limb("ink", "0,70 4,20 0,0", "20 15 11", rim="light")
    b.cut("ink", "-18,6! -20,-20 -4,-40! 14,-20 16,6!", rim="light")
    b.dot("accent", -8, -12, 4)
    b.line("wood", "-30,90 -44,-50", 5)
    b.limb("ink", "0,40 -20,30 -38,24", "8 7 5", rim="light")
    with b.at(58, 26, 0.36):
        OBJECTS["lantern"](b)


WEATHERS: dict[str, Subject] = {
    "dark_muster": _dark_muster,
    "raid": _raid,
    "siege": _siege,
    "war_drums": _war_drums,
    "assault": _assault,
    "fog": _fog,
    "plague": _plague,
    "reserves": _reserves,
    "dark_wall": _dark_wall,
    "wild_hunt": _wild_hunt,
    "curse": _curse,
    "respite": _respite,
    "dark_rite": _dark_rite,
    "three_heads": _three_heads,
    "watchful_hound": _watchful_hound,
    "buried_bones": _buried_bones,
    "howl": _howl,
    "gate_of_ash": _gate_of_ash,
    "underworld": _underworld,
}
