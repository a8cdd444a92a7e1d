"""Where a card plays: dusk over a kingdom, cloth under an object, the night around a sigil."""

from __future__ import annotations

from collections.abc import Callable

from games.engine.board.paper_cut import (
    build_document,
    define_linear_gradient,
    define_radial_gradient,
)

from .brush import Brush
from .palettes import trace_halo

NIGHT = "#1b1033"
Setting = Callable[[Brush], None]


def define_lights(brush: Brush, high: float = 30, low: float = 320) -> str:
    """Return the gradients of a picture: the sky, its light, and a body darker towards the ground.

    Bodies share one gradient between these heights, so that all parts of a figure fit.
    """
    find = brush.tones.find_colour
    body = (
        f'<linearGradient id="b" gradientUnits="userSpaceOnUse" x1="0" y1="{high:g}" x2="0" '
        f'y2="{low:g}"><stop offset="0" stop-color="{find("tint")}"/><stop offset=".45" '
        f'stop-color="{find("mid")}"/><stop offset="1" stop-color="{find("deep")}"/>'
        "</linearGradient>"
    )
    sky = [(0, NIGHT), (0.3, find("shade")), (0.62, find("mid")), (0.74, find("tint"))]
    return (
        define_linear_gradient("s", sky)
        + define_linear_gradient("h", [(0, find("glow")), (1, find("light"))])
        + body
    )


def draw_sky(brush: Brush, halo: str) -> None:
    """Draw the dusk with a few stars, and the light of the kingdom behind the figure."""
    brush.parts.append('<path d="M0 0H300V420H0Z" fill="url(#s)"/>')
    for _ in range(7):
        x, y = brush.vary.between(8, 292), brush.vary.between(6, 130)
        brush.dot("glow", x, y, brush.vary.between(0.8, 1.8), opacity=0.7)
    brush.fill("light", trace_halo(halo, (150, 150), 128), 0.22)
    brush.fill("url(#h)", trace_halo(halo, (150, 150), 108))


def draw_bare_sky(brush: Brush) -> None:
    """Draw a dusk of weather, without the light of a kingdom."""
    brush.parts.append('<path d="M0 0H300V420H0Z" fill="url(#s)"/>')


def draw_wide_dusk(brush: Brush, halo: str) -> None:
    """Draw the dusk over a village, 420 x 300, the light of its kingdom behind it."""
    brush.parts.append('<path d="M0 0H420V300H0Z" fill="url(#s)"/>')
    for _ in range(14):
        x, y = brush.vary.between(8, 412), brush.vary.between(6, 120)
        brush.dot("glow", x, y, brush.vary.between(0.8, 1.8), opacity=0.7)
    brush.fill("light", trace_halo(halo, (210, 118), 106), 0.22)
    brush.fill("url(#h)", trace_halo(halo, (210, 118), 88))


def draw_wide_ground(brush: Brush) -> None:
    """Draw the dark ground before a village, with lights on a path."""
    brush.cut("deep", "-20,310! -20,236 90,226 210,234 330,224 440,238 440,310!", rim="mid")
    brush.cut("ink", "-20,310! -20,268 110,258 240,274 440,262 440,310!")


def draw_near_ground(brush: Brush) -> None:
    """Draw the dark ground in front of the figure: quiet, for a page may put text on it."""
    y = [296 + brush.vary.between(-6, 8) for _ in range(4)]
    brush.cut(
        "deep",
        f"-20,430! -20,{y[0]:.0f} 60,{y[1] - 6:.0f} 150,{y[2] + 4:.0f} 240,{y[3] - 4:.0f} "
        f"320,{y[1]:.0f} 320,430!",
        rim="mid",
    )
    brush.cut("ink", "-20,430! -20,352 70,338 170,356 250,344 320,352 320,430!")


# ------------------------------------------------------------------ far settings


def draw_windows(brush: Brush, places: str, tone: str = "#ffd27a") -> None:
    """Draw lit windows; "x,y" are their upper left corners."""
    if brush.detail:
        for word in places.split():
            x, y = (float(part) for part in word.split(","))
            brush.poly(tone, [(x, y), (x + 6, y), (x + 6, y + 8), (x, y + 8)])


def _harbour(brush: Brush) -> None:
    brush.poly("mid", "0,300 0,232 22,232 22,214 34,206 46,214 46,240 70,240 70,226 88,226 88,300")
    brush.cut(
        "mid", "206,300! 206,230! 214,226! 218,206 232,196! 246,206 250,226! 262,230! 262,300!"
    )
    brush.poly("mid", "262,300 262,244 300,236 300,300")
    brush.line("mid", "232,198 232,184", 2)
    draw_windows(brush, "10,246 30,230 54,252 76,238 228,238 240,254 276,256")


def _dunes(brush: Brush) -> None:
    brush.cut("tint", "-20,310! -20,262 60,236 130,262 200,272 320,240 320,310!", opacity=0.7)
    brush.cut("mid", "-20,310! -20,290 90,274 170,286 240,262 320,280 320,310!")


def _alley(brush: Brush) -> None:
    brush.poly("shade", "0,310 0,40 34,52 40,90 62,96 62,310")
    brush.poly("shade", "300,310 300,70 262,60 250,120 236,124 236,310")
    brush.poly("deep", "0,60 62,96 62,104 0,74")
    draw_windows(brush, "22,120 22,160 40,200 262,150 278,150 270,206")


def _road(brush: Brush) -> None:
    brush.cut("mid", "-20,310! -20,256 80,242 190,262 320,236 320,310!")
    brush.cut("tint", "60,310! 120,286 170,270 160,256 176,252! 196,268 190,290 250,310!")
    brush.poly("shade", "40,262 43,190 47,190 49,262")
    brush.poly("shade", "26,196 70,190 74,198 70,206 26,208")


def _tent(brush: Brush) -> None:
    brush.cut("mid", "-20,310! -20,270 320,262 320,310!")
    brush.poly("shade", "4,300 60,196 112,300")
    brush.poly("mid", "60,196 78,300 46,300")
    brush.poly("shade", "214,300 262,216 312,300")
    brush.line("shade", "60,200 60,176", 2)
    brush.poly("accent", "60,176 82,182 60,190")


def _peaks(brush: Brush) -> None:
    brush.poly(
        "mid", "-10,310 30,196 58,236 96,160 140,250 176,214 220,268 262,176 310,250 310,310"
    )
    brush.poly("pale", "96,160 112,194 100,190 94,200 82,190")
    brush.poly("pale", "262,176 278,202 266,200 258,208 248,198")
    brush.poly("pale", "30,196 40,212 32,210 24,214")


def _fjord(brush: Brush) -> None:
    brush.poly("mid", "-10,300 -10,120 30,170 52,236 84,290 96,300")
    brush.poly("shade", "310,300 310,90 272,150 256,230 226,280 214,300")
    brush.poly("tint", "0,284 300,284 300,300 0,300")
    brush.line("pale", "104,290 150,288 190,291", 2)


def _longship(brush: Brush) -> None:
    _fjord(brush)
    brush.cut(
        "shade",
        "8,292! 30,276 96,280 130,268 138,226! 146,214 156,222! 148,236 150,276 136,300 60,306 "
        "16,302!",
        rim="pale",
    )
    brush.poly("tint", "56,262 60,150 124,158 118,262")
    brush.poly("mid", "76,262 79,153 101,155 98,262")


def _chapel(brush: Brush) -> None:
    brush.cut("mid", "0,310! 0,150! 40,96! 74,150! 74,310!")
    brush.cut("mid", "300,310! 300,150! 262,96! 226,150! 226,310!")
    for x in (24, 248):
        brush.cut(
            "accent", f"{x},262! {x},196 {x + 14},176! {x + 28},196 {x + 28},262!", opacity=0.5
        )
    brush.poly("shade", "0,300 0,284 300,284 300,300")


def _pillars(brush: Brush) -> None:
    for x in (6, 60, 216, 268):
        brush.poly("shade", f"{x},310 {x + 4},90 {x - 4},80 {x + 34},80 {x + 24},90 {x + 28},310")
    brush.poly("deep", "0,80 0,62 300,62 300,80")


def _candles(brush: Brush) -> None:
    _pillars(brush)
    for x, y in ((34, 268), (52, 282), (104, 286), (196, 286), (246, 270), (262, 284)):
        brush.poly("bone", f"{x - 5},302 {x - 4},{y} {x + 4},{y} {x + 5},302")
        brush.cut("accent", f"{x},{y - 20}! {x + 5},{y - 6} {x},{y} {x - 5},{y - 6}")


def _volcano(brush: Brush) -> None:
    brush.poly("shade", "-10,310 60,236 104,150 122,146 150,150 196,240 310,300 310,310")
    brush.cut("glow", "106,150! 122,146! 148,150! 136,164 140,196 128,176 122,216 116,170!")
    brush.cut("light", "112,148 90,110 120,80 108,50 140,70 150,110 140,148", opacity=0.5)


def _crags(brush: Brush) -> None:
    brush.poly("shade", "-10,310 -10,150 20,120 36,170 60,200 66,260 90,310")
    brush.poly("mid", "310,310 310,110 284,150 270,140 250,210 232,240 220,310")
    brush.poly("shade", "60,310 96,276 130,300 180,282 230,310")


def _tower(brush: Brush) -> None:
    brush.cut("mid", "-20,310! -20,270 140,250 320,272 320,310!")
    brush.poly(
        "shade",
        "222,300 230,130 216,124 216,96 228,96 228,108 240,108 240,96 254,96 254,108 266,108 "
        "266,96 278,96 278,124 264,130 274,300",
    )
    draw_windows(brush, "242,140 246,176 240,214")
    brush.poly("shade", "24,300 30,190 24,186 24,172 68,172 68,186 62,190 68,300")
    draw_windows(brush, "42,204")


def _savanna(brush: Brush) -> None:
    brush.cut("mid", "-20,310! -20,278 90,268 210,280 320,266 320,310!")
    brush.limb("shade", "46,300 48,240 60,200 52,180", "7 5 4 2")
    brush.limb("shade", "52,230 30,204 20,190", "4 3 1")
    brush.cut("shade", "-14,186 10,166 60,158 110,166 122,182 80,178 40,190")


def _bones(brush: Brush) -> None:
    brush.cut("mid", "-20,310! -20,276 90,284 200,268 320,282 320,310!")
    for x, high in ((20, 150), (44, 130), (70, 124), (96, 134), (236, 170), (262, 160)):
        brush.line("bone", f"{x},300 {x - 14},{high + 60} {x + 8},{high + 10} {x + 26},{high}", 7)


def _huts(brush: Brush) -> None:
    brush.cut("mid", "-20,310! -20,276 320,270 320,310!")
    brush.cut("shade", "0,300! 6,244 40,206! 76,244 82,300!")
    brush.cut("shade", "218,300! 226,250 256,214! 290,250 298,300!")
    brush.line("shade", "34,214 54,186", 4)
    brush.line("shade", "46,214 28,188", 4)
    draw_windows(brush, "34,262 250,266")


def _rampart(brush: Brush) -> None:
    notch = "".join(f"{x},232 {x},214 {x + 22},214 {x + 22},232 " for x in range(-4, 300, 40))
    brush.poly("mid", "-10,310 -10,232 " + notch + "310,232 310,310")
    for y, shift in ((246, 0), (266, 20), (286, 6)):
        for x in range(shift, 300, 46):
            brush.poly("shade", f"{x},{y} {x + 30},{y} {x + 30},{y + 8} {x},{y + 8}", opacity=0.6)


def _scrapyard(brush: Brush) -> None:
    brush.poly("mid", "-10,310 0,250 24,262 30,220 60,236 76,206 92,262 116,250 130,310")
    brush.poly("mid", "310,310 300,226 276,240 262,206 236,250 214,244 196,310")
    brush.dot("shade", 60, 262, 24)
    brush.dot("mid", 60, 262, 10)
    brush.poly("shade", "228,300 252,180 260,182 240,302")


def _graves(brush: Brush) -> None:
    brush.cut("mid", "-20,310! -20,270 90,262 200,276 320,262 320,310!")
    for x, y, tall in ((14, 300, 62), (64, 302, 40), (214, 300, 48), (256, 304, 74)):
        brush.cut(
            "shade",
            f"{x},{y}! {x},{y - tall + 14} {x + 4},{y - tall} {x + 17},{y - tall - 6} "
            f"{x + 30},{y - tall} {x + 34},{y - tall + 14} {x + 34},{y}!",
        )
    brush.limb("shade", "286,300 276,220 282,150 270,96", "9 6 5 1")
    brush.limb("shade", "280,190 250,160 244,130", "4 3 1")
    brush.limb("shade", "280,160 296,130 300,104", "4 3 1")


def _barrow(brush: Brush) -> None:
    brush.cut("mid", "-20,310! -20,290 30,212 150,170 270,212 320,290 320,310!")
    brush.poly("shade", "96,310 104,214 196,214 204,310")
    brush.poly("mid", "84,216 92,196 208,196 216,216")


def _forest(brush: Brush) -> None:
    for x, wide, high in (
        (6, 34, 90),
        (44, 26, 140),
        (84, 20, 180),
        (224, 22, 170),
        (258, 30, 110),
        (296, 34, 150),
    ):
        brush.poly(
            "mid",
            f"{x - wide},310 {x - wide // 3},{high + 50} {x},{high} {x + wide // 3},{high + 50} "
            f"{x + wide},310",
        )
    brush.cut("shade", "-20,310! -20,284 90,276 220,286 320,274 320,310!")


def _glade(brush: Brush) -> None:
    brush.limb("shade", "20,310 34,220 26,130 44,40", "18 13 11 8")
    brush.limb("shade", "30,170 70,120 96,104", "8 5 1")
    brush.limb("mid", "282,310 270,210 280,120 262,40", "20 14 11 8")
    brush.limb("mid", "276,170 240,130 224,116", "8 5 1")
    brush.cut("shade", "-20,60! -20,-20! 120,-20! 110,20 80,30 70,56 30,50")
    brush.cut("mid", "320,70! 320,-20! 190,-20! 200,24 236,30 246,60 290,54")
    brush.cut("mid", "-20,310! -20,282 120,272 320,284 320,310!")


def _pool(brush: Brush) -> None:
    _forest(brush)
    brush.cut("light", "30,300 90,284 210,284 272,300 200,308 90,308")
    brush.line("glow", "100,296 150,292 196,296", 2)


def _arena(brush: Brush) -> None:
    brush.cut("mid", "-20,310! -20,170 60,196 150,204 240,196 320,170 320,310!")
    for x in range(0, 300, 40):
        top = 222 + (20 - abs(x - 140) / 7)
        brush.cut(
            "shade",
            f"{x + 4},300! {x + 4},{top:.0f} {x + 16},{top - 16:.0f} {x + 28},{top:.0f} "
            f"{x + 28},300!",
        )


def _none(brush: Brush) -> None:
    """Leave the sky as it is."""


SETTINGS: dict[str, Setting] = {
    "none": _none,
    "harbour": _harbour,
    "dunes": _dunes,
    "alley": _alley,
    "road": _road,
    "tent": _tent,
    "peaks": _peaks,
    "fjord": _fjord,
    "longship": _longship,
    "chapel": _chapel,
    "pillars": _pillars,
    "candles": _candles,
    "volcano": _volcano,
    "crags": _crags,
    "tower": _tower,
    "savanna": _savanna,
    "bones": _bones,
    "huts": _huts,
    "rampart": _rampart,
    "scrapyard": _scrapyard,
    "graves": _graves,
    "barrow": _barrow,
    "forest": _forest,
    "glade": _glade,
    "pool": _pool,
    "arena": _arena,
}


# ------------------------------------------------------------------ cloth and night


def draw_cloth(brush: Brush, halo: str, turn: float) -> None:
    """Draw a cloth in the colours of the kingdom, its sign woven into it, over a dark table."""
    brush.parts.append('<path d="M0 0H300V420H0Z" fill="url(#s)"/>')
    brush.poly("deep", "0,300 300,300 300,420 0,420")
    with brush.at(150, 152, 1, turn):
        brush.cut(
            "tint",
            "-136,-118! -40,-126 40,-118 134,-124! 138,-40 128,30 136,128! 50,120 -30,134 "
            "-132,124! -126,40 -138,-40",
            rim="pale",
        )
        brush.cut("mid", "-122,-104! 0,-110 120,-108! 122,0 120,112! 0,108 -118,110! -112,0")
        brush.cut("shade", "-30,132! 20,40 136,40! 128,70 136,128! 50,120", opacity=0.4)
        for x in range(-120, 130, 24):
            brush.line("tint", f"{x},128 {x - 3},144", 3)
    brush.fill("url(#h)", trace_halo(halo, (150, 150), 84), 0.85)


def draw_night(brush: Brush, halo: str) -> None:
    """Draw the night around a sigil: its kingdom's sign far off, hills, and motes that rise."""
    brush.parts.append('<path d="M0 0H300V420H0Z" fill="url(#n)"/>')
    brush.fill("mid", trace_halo(halo, (150, 150), 128), 0.5)
    brush.fill("url(#g)", trace_halo(halo, (150, 150), 112))
    for _ in range(12):
        x, y = brush.vary.between(14, 286), brush.vary.between(20, 300)
        brush.dot("light", x, y, brush.vary.between(1, 2.6), opacity=0.8)
    brush.cut("deep", "-20,430! -20,300 60,282 150,300 230,284 320,304 320,430!", rim="mid")
    brush.cut("ink", "-20,430! -20,352 70,338 170,356 250,344 320,352 320,430!")


def define_night(brush: Brush) -> str:
    """Return the gradients of a night with a sigil."""
    find = brush.tones.find_colour
    return define_linear_gradient(
        "n", [(0, NIGHT), (0.5, find("shade")), (1, find("deep"))]
    ) + define_radial_gradient(
        "g", [(0, find("mid")), (0.6, find("shade")), (1, find("deep"))], centre=(0.5, 0.5)
    )


# ------------------------------------------------------------------ documents


def frame_card(brush: Brush, definitions: str) -> str:
    """Return the picture as a card."""
    return build_document(300, 420, definitions, "".join(brush.parts))


def frame_place(brush: Brush, definitions: str) -> str:
    """Return the picture of a place, as wide as a card is high."""
    return build_document(420, 300, definitions, "".join(brush.parts))


def frame_hand(brush: Brush, definitions: str) -> str:
    """Return the picture as a hand card, of 120 x 168."""
    inside = f'<g transform="scale(.4)">{"".join(brush.parts)}</g>'
    return build_document(120, 168, definitions, inside)


def frame_chip(brush: Brush, halo: str, *, is_dark: bool) -> str:
    """Return the picture as an emblem of 48 x 48 on the shape of the kingdom."""
    ground = trace_halo(halo, (24, 24), 18.6)
    find = brush.tones.find_colour
    low, high = ("shade", "deep") if is_dark else ("glow", "light")
    lights = define_linear_gradient("h", [(0, find(low)), (1, find(high))])
    body = (
        f'<linearGradient id="b" gradientUnits="userSpaceOnUse" x1="0" y1="25" x2="0" y2="125">'
        f'<stop offset="0" stop-color="{find("mid")}"/><stop offset="1" '
        f'stop-color="{find("deep")}"/></linearGradient>'
    )
    edge = trace_halo(halo, (24, 24), 21)
    clip = f'<clipPath id="c"><path d="{ground}"/></clipPath>'
    return build_document(
        48,
        48,
        lights + body + clip,
        f'<path d="{edge}" fill="{find("deep" if not is_dark else "light")}"/>'
        f'<path d="{ground}" fill="url(#h)"/><g clip-path="url(#c)">'
        f'<g transform="scale(.32)">{"".join(brush.parts)}</g></g>',
    )
