"""The cover of the game: 1200 x 630, a dragon over a village at dusk and three who set out."""

from __future__ import annotations

from games.engine.board.paper_cut import Palette, build_document, define_linear_gradient

from .beasts import BEASTS
from .brush import Brush
from .palettes import trace_halo
from .people import PEOPLE
from .scenes import NIGHT, define_lights
from .villages import VILLAGES

DUSK = Palette("#1d1240", "#5b3a94", "#c184d8", "#ffe6c4", "#ffd166")
DRAKE = Palette("#2a0e2c", "#8c2f4a", "#f1762f", "#ffe3a6", "#6fe8dc")


def draw_cover() -> str:
    """Return the cover as an SVG document of 1200 x 630; its left side is quiet, for a title."""
    brush = Brush(DUSK, "card", "cover")
    brush.window = (0, 0, 1200, 630)
    brush.parts.append('<path d="M0 0H1200V630H0Z" fill="url(#s)"/>')
    for _ in range(40):
        x, y = brush.vary.between(10, 1190), brush.vary.between(8, 330)
        brush.dot("glow", x, y, brush.vary.between(1, 2.6), opacity=0.8)
    brush.fill("light", trace_halo("disc", (800, 250), 250), 0.2)
    brush.fill("url(#h)", trace_halo("disc", (800, 250), 208))
    brush.cut("mid", "-20,640! -20,430 120,380 280,430 420,360 620,440 900,400 1220,430 1220,640!")
    with brush.at(330, 476, 1.25):
        VILLAGES["enchanters_guild"](brush)
    brush.cut("shade", "-20,640! -20,470 300,462 700,480 1220,450 1220,640!", rim="mid")
    drake = Brush(DRAKE, "card", "cover")
    drake.window = brush.window
    with drake.at(820, 520, 1.62):
        BEASTS["red_sire"](drake)
    brush.parts += [part.replace("url(#b)", "url(#r)") for part in drake.parts]
    brush.cut("deep", "-20,640! -20,530 240,514 520,536 860,512 1220,540 1220,640!", rim="tint")
    for who, x, size in (("acolyte", 420, 0.8), ("highwayman", 530, 0.86), ("raider", 660, 0.84)):
        with brush.at(x, 560, size, flip=True):
            PEOPLE[who](brush)
    brush.cut("ink", "-20,640! -20,590 300,566 640,590 960,570 1220,592 1220,640!")
    sky = [(0, NIGHT), (0.35, "#3a2272"), (0.6, "#8c4f9c"), (0.75, "#e79a86")]
    lights = define_lights(brush, 120, 600).replace('id="s"', 'id="o"')
    fire = define_lights(drake, 60, 560)
    fire = fire[fire.index('<linearGradient id="b"') :].replace('id="b"', 'id="r"')
    return build_document(
        1200, 630, define_linear_gradient("s", sky) + lights + fire, "".join(brush.parts)
    )
