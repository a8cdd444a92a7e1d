"""Beasts and dragons as full silhouettes: feet at y = 0, looking left."""

from __future__ import annotations

from games.engine.board.paper_cut import Point

from .brush import Brush, Subject, read_points, ring_points, star_points
from .objects import OBJECTS
from .people import Pose, draw_person

# ------------------------------------------------------------------ shared pieces


def draw_wing(b: Brush, tone: str, root: str, wrist: str, tips: str, *, rim: str = "glow") -> None:
    """Draw a wing of skin: from the root over the wrist to the tips, sagging between them."""
    (rx, ry, _), (wx, wy, _) = read_points(root)[0], read_points(wrist)[0]
    ends = [(x, y) for x, y, _ in read_points(tips)]
    outline = [f"{rx:g},{ry:g}!", f"{wx:g},{wy:g}!"]
    for at, (x, y) in enumerate(ends):
        outline.append(f"{x:g},{y:g}!")
        nx, ny = ends[at + 1] if at + 1 < len(ends) else (rx, ry + 20)
        mx, my = (x + nx) / 2, (y + ny) / 2
        outline.append(f"{mx + (wx - mx) * 0.34:g},{my + (wy - my) * 0.34:g}")
    b.cut(tone, " ".join(outline), rim=rim)
    if b.detail:
        for x, y in ends:
            b.line("shade" if tone != "shade" else "deep", [(wx, wy), (x, y)], 3.5, opacity=0.7)


def draw_dragon_head(
    b: Brush,
    neck: Point,
    size: float = 1,
    turn: float = 0,
    *,
    tone: str = "body",
    is_open: bool = True,
) -> None:
    """Draw the horned head of a dragon at the end of its neck."""
    with b.at(*neck, size, turn):
        b.limb("pale", "8,-26 34,-40 64,-38", "8 6 1", rim="glow")
        b.limb("tint", "14,-16 38,-22 60,-14", "7 5 1")
        if is_open:
            b.cut(tone, "14,10! -10,14 -40,34 -66,40! -50,22 -30,8 0,-6")
            b.cut("accent", "-10,4! -34,14 -56,28! -44,12 -20,-2", opacity=0.9)
        b.cut(
            tone,
            "24,14! 28,-12 12,-30 -10,-32 -26,-22 -60,-18 -78,-8! -76,4 -56,6 -30,2 -12,8 4,20",
            rim="glow",
        )
        if is_open:
            b.poly("bone", "-72,3 -68,16 -63,5 -54,6 -50,17 -45,5")
        b.dot("accent", -22, -16, 5)
        b.dot("ink", -23, -16, 2)
        b.dot("ink", -70, -8, 3)


def _spikes(b: Brush, tone: str, at: str, size: float) -> None:
    for x, y, _ in read_points(at):
        b.poly(
            tone,
            [
                (x - size * 0.5, y + size * 0.4),
                (x + size * 0.4, y - size),
                (x + size * 0.6, y + size * 0.5),
            ],
            rim="glow",
        )


def _claws(b: Brush, x: float, y: float, tone: str = "bone") -> None:
    for k in (-14, -4, 6):
        b.poly(tone, [(x + k - 4, y - 6), (x + k - 9, y + 5), (x + k + 4, y - 2)])


# ------------------------------------------------------------------ dragons


def _hoard_dragon(b: Brush) -> None:
    draw_wing(b, "shade", "50,-110", "96,-230", "150,-170 150,-110 120,-70")
    b.limb(
        "body",
        "-60,-40 10,-110 90,-100 120,-50 60,-20 -60,-14 -130,-30 -150,-70",
        "20 50 46 34 30 24 12 2",
        rim="glow",
    )
    b.limb("body", "6,-96 -30,-150 20,-200 -10,-236 -50,-226", "40 30 22 18 14", rim="glow")
    b.limb("pale", "-14,-84 -44,-140 -2,-196", "14 12 6", opacity=0.7)
    draw_wing(b, "mid", "20,-110", "-20,-250", "-60,-270 40,-230 90,-170 96,-110")
    draw_dragon_head(b, (-46, -226), 0.95, -24, is_open=False)
    b.cut("#d99a2b", "-160,10! -150,-20 -90,-36 -20,-30 60,-44 130,-26 160,10!", rim="glow")
    for x, y in (
        (-120, -14),
        (-84, -26),
        (-40, -14),
        (-6, -28),
        (40, -16),
        (74, -34),
        (112, -12),
        (-60, -34),
        (20, -36),
    ):
        b.dot("#f9d466", x, y, 11, rim="glow")
    b.poly("accent", "-20,-44 -8,-60 8,-60 20,-44 0,-24", rim="glow")


def _frost_wyrm(b: Brush) -> None:
    b.limb("shade", "150,10 120,-60 60,-70 20,-10", "5 26 40 44")
    b.limb(
        "body",
        "10,10 -80,-10 -96,-70 -20,-110 70,-140 90,-210 30,-250 -30,-230",
        "36 50 52 52 48 40 30 20",
        rim="glow",
    )
    b.limb(
        "pale", "-60,-4 -78,-66 -14,-98 62,-132 74,-200 30,-238", "12 16 16 14 10 4", opacity=0.75
    )
    for x, y, tx, ty in (
        (-120, -60, -152, -92),
        (-90, -112, -118, -152),
        (-28, -146, -40, -196),
        (54, -176, 36, -214),
        (116, -150, 156, -150),
        (122, -210, 160, -224),
        (92, -250, 120, -284),
        (46, -272, 52, -312),
    ):
        b.poly("glow", [(x - 10, y + 6), (tx, ty), (x + 12, y - 2)])
    draw_dragon_head(b, (-24, -232), 1.1, -4)
    for x, y, tx, ty in (
        (-100, -214, -168, -190),
        (-100, -206, -160, -150),
        (-92, -200, -130, -132),
    ):
        b.poly("glow", [(x, y - 5), (tx, ty), (x + 2, y + 5)], opacity=0.8)


def _plague_wyrm(b: Brush) -> None:
    draw_wing(
        b, "deep", "50,-130", "90,-276", "156,-270 128,-210 160,-170 116,-130 134,-90", rim="light"
    )
    b.limb("mid", "80,-20 136,-24 150,-70 120,-96", "24 15 8 1", rim="glow")
    b.limb("tint", "-20,-110 -84,-150 -76,-206 -30,-226 -20,-256", "44 32 26 24 20", rim="glow")
    b.cut("tint", "-56,0! -100,-50 -84,-120 -20,-152 66,-132 106,-70 92,0!", rim="glow")
    b.cut("pale", "-60,-10! -84,-50 -66,-104 -30,-112 -10,-60 -20,-10!", opacity=0.6)
    for x, y, r in (
        (-44, -64, 16),
        (14, -112, 12),
        (36, -56, 21),
        (74, -84, 11),
        (0, -24, 11),
        (-62, -164, 11),
    ):
        b.dot("deep", x, y, r, rim="glow")
        b.dot("accent", x, y, r * 0.6)
    draw_wing(
        b, "deep", "30,-120", "10,-250", "64,-262 52,-216 98,-196 70,-156 96,-120", rim="light"
    )
    draw_dragon_head(b, (-24, -250), 1, 8, tone="tint")
    for x, high in ((-92, 40), (-76, 26), (-60, 52)):
        b.limb("accent", f"{x},-222 {x},{-222 + high}", "3 6")
    for x in (-64, 60):
        b.limb("mid", f"{x},-40 {x - 10},-20 {x - 6},-4", "20 15 13", rim="glow")
        _claws(b, x - 8, 2)
    for x, y in ((-130, -130), (-116, -160), (-140, -90), (-100, -190), (-124, -60)):
        b.dot("ink", x, y, 3.6)


def _red_sire(b: Brush) -> None:
    draw_wing(b, "deep", "20,-150", "100,-280", "166,-250 164,-160 136,-90 90,-70", rim="light")
    draw_wing(
        b, "deep", "-20,-150", "-80,-290", "-168,-262 -166,-180 -140,-110 -90,-84", rim="light"
    )
    b.limb("body", "30,-20 100,-6 150,-40 160,-100", "26 18 10 1", rim="glow")
    b.poly("accent", "150,-90 160,-130 172,-92")
    b.cut(
        "body",
        "-10,-180! -60,-150 -66,-90 -40,-30 -50,0! -14,0 0,-30 24,0! 66,0! 60,-60 60,-130 40,-170",
        rim="glow",
    )
    b.cut("light", "-14,-170 -44,-130 -38,-70 -10,-30 12,-60 16,-130", opacity=0.85)
    for y in (-140, -112, -84, -58):
        b.line("mid", f"-40,{y} -12,{y + 8} 14,{y}", 3.5)
    b.limb("body", "-10,-160 -16,-210 10,-244 -4,-262", "34 26 22 18", rim="glow")
    _spikes(b, "accent", "22,-190 32,-222 26,-254", 16)
    b.cut(
        "#ffd76e",
        "-40,-252! -84,-236 -110,-220 -152,-228! -130,-204 -150,-172! -104,-190 -76,-214 -44,-236!",
    )
    if b.detail:
        b.cut("glow", "-44,-248! -84,-230 -120,-212! -84,-212 -50,-238!")
    draw_dragon_head(b, (-10, -258), 1.15, 10)
    b.limb("body", "-46,-110 -84,-90 -76,-60", "14 11 9", rim="glow")
    _claws(b, -78, -54)
    _claws(b, -36, 4)
    _claws(b, 48, 4)


def _black_dam(b: Brush) -> None:
    draw_wing(b, "ink", "60,-100", "40,-280", "100,-290 150,-220 160,-140 140,-60", rim="light")
    b.limb(
        "deep",
        "-20,-30 70,-110 140,-70 130,-10 20,10 -100,0 -150,-40 -120,-90",
        "30 56 50 36 28 22 12 1",
        rim="light",
    )
    b.limb("deep", "60,-100 0,-160 -50,-150 -80,-190 -60,-230", "46 36 28 22 18", rim="light")
    draw_wing(b, "shade", "40,-110", "-30,-290", "-70,-250 20,-220 90,-180 110,-110", rim="light")
    for x, y, r in (
        (-60, -24, 0.9),
        (-18, -22, 1),
        (24, -20, 0.85),
        (-38, -50, 0.9),
        (2, -50, 0.9),
    ):
        with b.at(x, y, r):
            b.cut("glow", "0,-34 -16,-22 -22,2 -10,18 10,18 22,2 16,-22", rim="accent")
            b.dot("light", 4, -4, 4)
            b.dot("light", -6, 6, 3)
    with b.at(-64, -224, 1.1, -22):
        draw_dragon_head(b, (0, 0), 1, tone="deep", is_open=False)
        b.dot("accent", -22, -16, 7)
        b.dot("ink", -22, -16, 2.4)
    b.limb("deep", "-140,14 -60,4 40,10 140,16", "10 18 18 10", rim="light")


def _carrion_wyrm(b: Brush) -> None:
    """A bald-necked wyrm, hunched like a vulture over the ribs of its meal."""
    draw_wing(b, "deep", "40,-150", "96,-292", "158,-196 166,-100 120,-40")
    b.limb("deep", "70,-40 120,-10 160,-20", "22 12 3", rim="light")
    b.cut(
        "shade",
        "-34,-150 -20,-196 30,-210 74,-178 98,-112 92,-46 60,-16 10,-20 -22,-60 -38,-104",
        rim="glow",
    )
    b.limb("shade", "34,-60 22,-26 20,-6", "22 12 8", rim="light")
    b.limb("shade", "70,-54 76,-26 72,-6", "20 12 8")
    _claws(b, 16, 2)
    _claws(b, 70, 2)
    draw_wing(b, "ink", "26,-170", "-8,-268", "76,-196 104,-120 96,-40", rim="light")
    for x, y, turn in ((-36, -176, -54), (-42, -150, -84), (-34, -122, -112), (-16, -196, -24)):
        with b.at(x, y, 1, turn):
            b.cut("pale", "-14,14! -16,-10 0,-30! 16,-10 14,14!", rim="glow")
    b.limb("skin", "-26,-156 -76,-176 -112,-146 -108,-104", "22 15 13 15", rim="glow")
    b.cut("skin", "-90,-116 -100,-132 -124,-128 -134,-104 -126,-82 -104,-78 -88,-92", rim="glow")
    b.cut("ink", "-132,-106! -148,-84 -142,-40! -128,-62 -106,-76! -112,-92", rim="glow")
    b.dot("accent", -112, -108, 6)
    b.dot("ink", -113, -107, 2.6)
    b.poly("accent", "-106,-126 -92,-150 -86,-126 -70,-138 -84,-110")
    if not b.detail:
        return
    for x, high in ((-132, 30), (-110, 38), (-86, 42), (-62, 38), (-38, 30)):
        b.limb("bone", f"{x},0 {x - 12},{-high * 0.6:g} {x + 6},{-high}", "5 4 2", rim="glow")
    b.limb("bone", "-146,-2 -20,-2", "6 6")


def _scrap_dragon(b: Brush) -> None:
    for x, y in ((76, -150), (102, -140)):
        b.poly("steel", [(x - 10, y), (x + 10, y), (x + 8, y - 60), (x - 8, y - 60)], rim="glow")
        b.dot("pale", x + 10, y - 84, 17, opacity=0.55)
        b.dot("pale", x + 22, y - 114, 23, opacity=0.4)
    b.poly("deep", "10,-140 -6,-270 24,-250 40,-286 66,-246 92,-264 84,-190 60,-130", rim="light")
    for line in ("8,-150 10,-244", "22,-146 42,-262", "36,-140 76,-240"):
        b.line("steel", line, 4)
    b.poly("body", "-70,-40 -84,-120 -30,-156 70,-150 124,-104 120,-36 60,-20 -30,-18", rim="glow")
    b.poly("wood", "10,-150 66,-148 78,-92 16,-86", rim="glow")
    b.poly("steel", "-76,-112 -28,-148 6,-110 -30,-74", rim="glow")
    b.poly("tint", "-62,-72 0,-66 10,-28 -56,-32", rim="glow")
    for x, y in ((-66, -110), (-28, -140), (16, -142), (66, -98), (-54, -64), (2, -36)):
        b.dot("ink", x, y, 4.5)
    b.poly("accent", star_points(66, -62, 42, 32, 9), rim="glow")
    b.dot("deep", 66, -62, 16)
    for x, y, tone in ((-60, -150, "tint"), (-70, -184, "steel"), (-66, -218, "tint")):
        b.poly(
            tone,
            [(x - 26, y - 16), (x + 26, y - 24), (x + 30, y + 16), (x - 24, y + 24)],
            rim="glow",
        )
        b.dot("ink", x, y, 5)
    b.poly("steel", "-48,-272 -30,-222 -66,-206 -126,-214 -136,-238 -90,-250 -82,-276", rim="glow")
    b.poly("tint", "-50,-212 -56,-190 -120,-176 -130,-192 -84,-204", rim="glow")
    b.poly("bone", "-130,-214 -124,-198 -116,-212 -108,-196 -100,-210 -92,-198 -86,-208")
    b.poly("steel", "-48,-272 -20,-300 -34,-246", rim="glow")
    b.poly("accent", "-90,-240 -68,-250 -64,-234")
    b.cut("#ffd76e", "-128,-204! -150,-190 -146,-170! -134,-180 -122,-164! -116,-184")
    b.poly("steel", "120,-96 156,-76 150,-50 116,-54", rim="glow")
    b.poly("tint", "140,-66 160,-20 132,-12 126,-52", rim="glow")
    for x in (-56, 0, 84):
        b.poly(
            "steel",
            [(x - 12, -36), (x + 14, -36), (x + 10, -14), (x + 16, 2), (x - 24, 2), (x - 12, -14)],
            rim="glow",
        )


def _dracolich(b: Brush) -> None:
    for wrist, tips in (
        ("110,-260", "180,-200 170,-130 140,-80"),
        ("-60,-280", "-150,-250 -150,-190 -110,-150"),
    ):
        wx, wy, _ = read_points(wrist)[0]
        draw_wing(b, "shade", "10,-150", wrist, tips, rim="accent")
        b.limb("bone", f"10,-150 {(10 + wx) / 2 + 20:g},-190 {wrist}", "7 5 6", rim="glow")
        for x, y, _ in read_points(tips):
            b.limb(
                "bone",
                f"{wx:g},{wy:g} {(wx + x) / 2 + 8:g},{(wy + y) / 2 - 8:g} {x:g},{y:g}",
                "5 4 1",
                rim="glow",
            )
    b.limb("bone", "-6,-150 40,-130 80,-80 130,-50 160,-80", "11 13 12 8 1", rim="glow")
    b.limb("bone", "0,-150 -40,-176 -30,-220 -60,-250", "13 11 10 9", rim="glow")
    for x, y in ((-18, -166), (-38, -186), (-34, -208), (-42, -232)):
        b.poly("bone", [(x, y - 4), (x + 22, y - 12), (x + 8, y + 8)])
    b.cut("deep", "-30,-140 -24,-80 10,-54 70,-60 90,-90 40,-136", rim="accent")
    b.dot("accent", 20, -96, 26, opacity=0.5)
    for at in range(5):
        x = -24 + at * 22
        b.line(
            "bone",
            f"{x + 6},{-140 + at * 8} {x - 20},{-110 + at * 6} {x - 12},{-66 + at * 4} "
            f"{x + 12},{-52 + at * 2}",
            7,
        )
    b.limb("bone", "-10,-130 -50,-90 -30,-50 -50,-4", "9 7 6 7", rim="glow")
    b.limb("bone", "84,-84 50,-50 80,-26 64,-4", "10 7 6 7", rim="glow")
    _claws(b, -52, 2)
    _claws(b, 62, 2)
    with b.at(-54, -250, 1.25, 4):
        b.limb("bone", "8,-22 34,-40 62,-34", "7 5 1", rim="glow")
        b.cut("bone", "10,8! -20,22 -62,30! -40,14 -6,2", rim="glow")
        b.cut(
            "bone",
            "22,8! 24,-16 8,-32 -14,-30 -30,-18 -66,-16 -80,-4! -56,4 -30,0 -10,6",
            rim="glow",
        )
        b.dot("ink", -16, -16, 8)
        b.dot("accent", -17, -16, 4)
        b.dot("ink", -68, -8, 3.4)
        b.poly("ink", "-58,2 -54,8 -50,2 -46,8 -42,2 -38,8 -34,1")


def _thorn_dragon(b: Brush) -> None:
    for turn, x, y, s in ((-50, 30, -150, 1), (-10, 50, -146, 1.1), (26, 60, -130, 1)):
        with b.at(x, y, s, turn):
            b.cut(
                "accent" if turn == -10 else "#4fa882",
                "0,0! -36,-60 -20,-130 20,-170! 44,-110 34,-40",
                rim="glow",
            )
            b.line("deep", "2,-6 6,-70 18,-150", 3)
    b.limb("body", "60,-40 130,-20 150,-70 110,-110 84,-80", "24 16 11 7 1", rim="glow")
    b.cut("body", "-50,-140 -70,-80 -40,-30 30,-26 90,-50 84,-120 30,-160", rim="glow")
    b.limb("body", "-20,-130 -70,-170 -50,-220 -70,-246", "40 28 22 18", rim="glow")
    b.line("accent", "110,-30 70,-90 10,-90 -30,-140 -76,-176 -40,-226", 6)
    for x, y in ((90, -60), (40, -94), (0, -98), (-34, -146), (-68, -176), (-48, -208)):
        b.cut("accent", f"{x},{y}! {x + 10},{y - 20} {x + 26},{y - 24}! {x + 20},{y - 6}")
    _spikes(b, "glow", "-56,-196 -30,-214 10,-166 50,-160 84,-130 104,-90 140,-44", 20)
    draw_dragon_head(b, (-66, -242), 1.05, 0)
    for px, py in ring_points(-36, -262, 12, 5):
        b.dot("#ff9ecb", px, py, 8)
    b.dot("#ffd166", -36, -262, 7)
    for x in (-44, 50):
        b.limb("body", f"{x},-60 {x - 16},-30 {x - 6},-4", "20 14 12", rim="glow")
        _claws(b, x - 8, 2, "accent")


# ------------------------------------------------------------------ beasts


def _hatchling(b: Brush) -> None:
    draw_wing(b, "mid", "20,-90", "60,-150", "96,-130 90,-100 70,-80")
    b.limb("body", "10,-40 0,-90 -10,-120", "34 28 22", rim="glow")
    b.cut("light", "-10,-100 -20,-70 -10,-44 10,-50 6,-90", opacity=0.8)
    with b.at(-10, -126, 1.05):
        b.limb("pale", "8,-26 24,-38 34,-34", "6 4 1")
        b.cut("body", "26,14! 30,-20 8,-42 -18,-36 -34,-20 -54,-12! -54,0 -34,8 0,22", rim="glow")
        b.dot("glow", -14, -16, 12)
        b.dot("ink", -17, -15, 6)
        b.dot("glow", -19, -18, 2)
        b.dot("ink", -48, -6, 2.4)
        b.line("ink", "-48,2 -30,6 -20,2", 3)
    b.cut("#ffd76e", "-66,-124! -84,-120 -96,-130! -92,-112 -76,-106 -64,-116!")
    b.poly(
        "glow",
        "-62,-50 -44,-34 -30,-58 -10,-36 8,-58 26,-36 44,-56 60,-40 62,0 40,8 -40,8 -64,0",
        rim="accent",
    )
    b.cut("light", "20,-30 60,-36! 62,0 40,8 10,6", opacity=0.7)
    for x, y in ((-36, -16), (0, -10), (34, -20)):
        b.dot("light", x, y, 7)
    b.limb("body", "30,-70 46,-60 44,-42", "10 9 8", rim="glow")
    _claws(b, 44, -38)


def _rider(b: Brush) -> None:
    b.limb("body", "40,-110 100,-120 150,-90", "34 20 1", rim="glow")
    b.limb("shade", "30,-90 60,-50 30,-30 40,-4", "26 16 10 9")
    b.cut("body", "-50,-130 -40,-80 20,-66 70,-90 60,-130 0,-144", rim="glow")
    b.limb("body", "-30,-110 -80,-140 -84,-180", "32 24 18", rim="glow")
    draw_dragon_head(b, (-84, -176), 0.95, 12)
    b.limb("body", "0,-90 -40,-50 -10,-30 -30,-4", "26 16 10 9", rim="glow")
    _claws(b, -36, 2)
    _claws(b, 36, 2)
    b.limb("tint", "-34,-120 -54,-96 -62,-104", "7 5 4", rim="glow")
    b.poly("accent", "-10,-146 40,-146 52,-96 16,-88 -6,-100", rim="glow")
    with b.at(16, -66, 0.76):
        draw_person(
            b,
            Pose(
                head="lizard",
                legs="",
                near="-10,-150 -40,-130 -56,-124",
                far="14,-150 40,-128 20,-110",
                robe="-26,-168 -34,-130 -30,-70 -40,-20! 0,-10 24,-70! 34,-130 26,-168",
            ),
        )
    with b.at(-26, -162, 1.05, -66):
        OBJECTS["spear"](b)


def _cur(b: Brush) -> None:
    b.limb("shade", "-30,-70 -40,-36 -30,-2", "11 8 6")
    b.limb("shade", "56,-70 70,-36 58,-2", "12 8 6")
    b.limb("body", "60,-96 100,-104 116,-84", "10 7 1", rim="glow")
    b.cut(
        "body",
        "-60,-104 -50,-70 -10,-60 30,-72 70,-64 80,-96 40,-106 -10,-110 -40,-126",
        rim="glow",
    )
    for x in (-24, -8, 8, 24):
        b.line("deep", f"{x},-98 {x - 4},-84 {x},-72", 3)
    b.limb("body", "-40,-84 -50,-40 -56,-2", "13 9 7", rim="glow")
    b.limb("body", "60,-84 44,-44 58,-2", "16 9 7", rim="glow")
    for x, y in ((-30, -122), (-6, -114), (18, -110), (44, -110)):
        b.poly("shade", [(x - 8, y + 8), (x + 10, y - 12), (x + 12, y + 8)], rim="glow")
    with b.at(-54, -106, 1.05):
        b.cut("body", "6,-24! 26,-52! 26,-20", rim="glow")
        b.cut("body", "-12,-26! -4,-54! 8,-26", rim="glow")
        b.cut("body", "24,14! 24,-16 4,-32 -20,-24 -54,-12! -56,-4 -40,2 -20,4 -4,16", rim="glow")
        b.cut("body", "-4,10! -20,12 -46,18! -34,24 -8,24")
        b.poly("bone", "-50,-1 -46,10 -42,2 -34,3 -32,12 -28,3")
        b.dot("ink", -54, -9, 4)
        b.dot("accent", -16, -13, 4)
        b.limb("accent", "-34,14 -40,28 -36,38", "4 5 3")
    for x, y in ((0, -92), (40, -88)):
        b.dot("skin", x, y, 8, opacity=0.8)


def draw_boar(b: Brush, x: float, y: float, size: float, tone: str) -> None:
    """Draw a boar that charges to the left, its feet at the point."""
    with b.at(x, y, size):
        for spine in ("-30,-40 -52,-26 -76,-20", "50,-44 76,-26 96,-24"):
            b.limb("deep", spine, "12 9 6")
        for k in range(7):
            b.poly(
                "ink",
                [(-54 + k * 20, -98), (-30 + k * 20, -146 + abs(k - 2) * 6), (-30 + k * 19, -96)],
                rim="glow",
            )
        b.cut(tone, "-60,-96 -70,-50 -30,-28 40,-26 86,-44 92,-80 50,-104 -20,-118", rim="glow")
        b.limb(tone, "-16,-40 -30,-18 -62,-4", "15 10 7", rim="glow")
        b.limb(tone, "66,-50 56,-20 86,-4", "18 10 7", rim="glow")
        b.limb(tone, "88,-80 112,-92 108,-108", "4 4 2")
        b.cut("light", "-44,-112! -50,-136! -24,-110")
        b.cut(
            tone,
            "-26,-112 -56,-114! -74,-94 -96,-74 -124,-66! -126,-44! -100,-38 -60,-32 -34,-44",
            rim="glow",
        )
        b.cut("pale", "-124,-66! -132,-56 -126,-44! -114,-48 -114,-62")
        b.limb("bone", "-92,-44 -114,-50 -116,-84", "7 6 1", rim="glow")
        b.dot("accent", -76, -78, 7)
        b.dot("ink", -78, -78, 3)


def _boar_pack(b: Brush) -> None:
    draw_boar(b, 66, -96, 0.74, "shade")
    draw_boar(b, 14, -4, 1.08, "tint")
    for x, y, r in ((128, -8, 16), (140, -28, 12), (104, -4, 10)):
        b.dot("pale", x, y, r, opacity=0.6)


def draw_ghoul(b: Brush, x: float, y: float, size: float, tone: str) -> None:
    """Draw a ghoul on all fours, its feet at the point."""
    with b.at(x, y, size):
        b.limb("shade", "30,-60 70,-70 60,-4", "12 9 6")
        b.cut(tone, "-50,-96 -40,-50 10,-30 50,-36 62,-76 20,-118 -20,-124", rim="glow")
        for k in range(4):
            b.line("deep", f"{-18 + k * 18},{-110 + k * 8} {-26 + k * 18},{-84 + k * 8}", 4)
        b.limb(tone, "40,-50 10,-64 20,-4", "14 10 7", rim="glow")
        b.limb(tone, "-30,-90 -70,-60 -60,-4", "10 8 6", rim="glow")
        for k in (-16, -6, 4):
            b.poly("bone", [(-60 + k - 3, -8), (-66 + k, 10), (-60 + k + 4, -6)])
        with b.at(-48, -108):
            b.cut(tone, "18,14! 24,-16 4,-34 -22,-28 -36,-8 -30,12 -8,20", rim="glow")
            b.cut("ink", "-32,0! -14,-4 -2,4! -12,14 -26,12")
            b.poly("bone", "-30,-1 -26,6 -22,-2 -18,6 -14,-3")
            b.dot("accent", -18, -14, 6)
            b.cut(tone, "10,-20! 32,-30! 20,-6")


def _ghoul_pack(b: Brush) -> None:
    draw_ghoul(b, 74, -66, 0.8, "shade")
    draw_ghoul(b, -66, -50, 0.86, "mid")
    draw_ghoul(b, 20, 0, 1.16, "body")


def _foal(b: Brush) -> None:
    b.limb("shade", "-24,-90 -44,-46 -30,-2", "9 6 5")
    b.limb("shade", "44,-90 64,-46 54,-2", "10 6 5")
    b.limb("pale", "56,-116 84,-124 92,-90", "5 9 1", rim="glow")
    b.cut("body", "-44,-130 -40,-96 0,-84 50,-86 64,-116 30,-130 -10,-130", rim="glow")
    b.limb("body", "-32,-96 -24,-48 -50,-2", "12 7 6", rim="glow")
    b.limb("body", "52,-100 36,-50 40,-2", "13 7 6", rim="glow")
    b.limb("body", "-24,-112 -46,-150 -44,-170", "22 16 14", rim="glow")
    with b.at(-44, -170):
        b.cut("body", "4,-20! 18,-52! 22,-18", rim="glow")
        b.cut("body", "20,14! 22,-14 6,-26 -14,-20 -36,4 -44,16! -36,26 -22,22 -4,14", rim="glow")
        b.limb("glow", "-10,-22 -16,-40", "5 1")
        b.dot("ink", -10, -4, 6)
        b.dot("glow", -12, -6, 2)
        b.dot("ink", -38, 17, 2.4)
    b.limb("pale", "-26,-192 -6,-170 -10,-140 -2,-122", "6 11 9 1")
    for x, y in ((10, -112), (30, -104), (26, -122)):
        b.dot("pale", x, y, 5, opacity=0.8)
    b.cut("accent", "-96,-40! -84,-60 -76,-40! -84,-30")


def _draw_horse(b: Brush, *, rearing: bool) -> None:
    near = (
        ("-50,-120 -90,-130 -84,-90", "-40,-104 -76,-96 -90,-60")
        if rearing
        else ("-40,-120 -44,-60 -40,-2", "-56,-112 -66,-60 -60,-2")
    )
    b.limb("shade", near[0], "14 9 6")
    b.limb("shade", "60,-110 90,-56 76,-2", "18 10 8")
    b.cut("body", "-64,-150 -60,-108 -10,-92 60,-96 86,-126 60,-152 0,-154", rim="glow")
    b.limb("body", near[1], "15 10 7", rim="glow")
    b.limb("body", "66,-120 50,-58 60,-2", "22 11 8", rim="glow")


def _stag(b: Brush) -> None:
    _draw_horse(b, rearing=False)
    b.limb("pale", "82,-140 96,-146 96,-124", "8 8 3")
    b.limb("body", "-40,-130 -64,-180 -60,-206", "32 20 16", rim="glow")
    b.cut("pale", "-66,-170 -72,-130 -50,-112 -34,-136 -50,-176", opacity=0.8)
    for s, x in ((-1, -64), (1, -44)):
        b.limb("bone", f"{x},-232 {x + 44 * s},-262 {x + 40 * s},-312", "6 5 1", rim="glow")
        b.limb(
            "bone", f"{x + 26 * s},-250 {x + 70 * s},-264 {x + 80 * s},-296", "4 4 1", rim="glow"
        )
        b.limb("bone", f"{x + 10 * s},-240 {x + 12 * s},-276 {x + 4 * s},-296", "4 4 1", rim="glow")
        b.limb(
            "bone", f"{x + 42 * s},-276 {x + 62 * s},-300 {x + 62 * s},-322", "4 3 1", rim="glow"
        )
    with b.at(-58, -210):
        b.cut("body", "10,-18! 36,-32! 26,-8", rim="glow")
        b.cut("body", "22,18! 22,-14 4,-26 -18,-20 -42,8 -50,20! -42,30 -26,26 -4,18", rim="glow")
        b.dot("accent", -12, -4, 4)
        b.dot("ink", -46, 21, 3.4)


def _elder(b: Brush) -> None:
    b.limb("pale", "80,-140 130,-150 120,-90 150,-50", "8 16 14 1", rim="glow")
    with b.at(0, 6, 1, 22):
        _draw_horse(b, rearing=True)
    b.limb("body", "-26,-156 -70,-196 -64,-236", "38 26 18", rim="glow")
    b.poly("bright", "-84,-256 -128,-330 -70,-268", rim="accent")
    for k in range(4):
        b.line("light", [(-86 - k * 9, -264 - k * 14), (-74 - k * 11, -272 - k * 13)], 3)
    with b.at(-64, -238, 1.1):
        b.cut("body", "2,-22! 20,-52! 24,-16", rim="glow")
        b.cut("body", "24,16! 22,-14 4,-26 -18,-20 -42,8 -50,20! -42,30 -26,26 -4,18", rim="glow")
        b.dot("accent", -12, -4, 5)
        b.dot("ink", -44, 21, 3)
        b.limb("glow", "-34,26 -26,52 -40,70", "9 7 1")
    b.limb(
        "glow", "-46,-270 -10,-250 -20,-210 10,-190 0,-150 30,-130", "8 18 16 16 12 1", rim="accent"
    )
    b.limb("pale", "-40,-240 -26,-200 -36,-170 -8,-140", "6 10 10 1")


BEASTS: dict[str, Subject] = {
    "hoard_dragon": _hoard_dragon,
    "frost_wyrm": _frost_wyrm,
    "plague_wyrm": _plague_wyrm,
    "red_sire": _red_sire,
    "black_dam": _black_dam,
    "carrion_wyrm": _carrion_wyrm,
    "scrap_dragon": _scrap_dragon,
    "dracolich": _dracolich,
    "thorn_dragon": _thorn_dragon,
    "hatchling": _hatchling,
    "rider": _rider,
    "cur": _cur,
    "boar_pack": _boar_pack,
    "ghoul_pack": _ghoul_pack,
    "foal": _foal,
    "stag": _stag,
    "elder": _elder,
}
