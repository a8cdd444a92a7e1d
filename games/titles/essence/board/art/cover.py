"""The cover: five heads of factions over an island of all their Palaces, in the morning."""

from __future__ import annotations

from games.engine.board.paper_cut import (
    build_document,
    define_linear_gradient,
    define_radial_gradient,
    fill_circle,
    fill_rect,
    place_group,
)

from ...rules.components import FACTIONS
from .directions import LEADERS
from .figures import define_cloak, draw_bust
from .paints import PALETTES, paint_layers
from .segments import draw_island

# Far islands, the rock under the near one, and clouds.
FAR = (
    "L/.8 M60 190L210 190L176 222L150 262L120 226Z;"
    "w/.7 M90 190L90 140L110 116L130 140L130 190Z;"
    "w/.5 M140 190L140 160L172 160L172 190Z;"
    "L/.8 M960 150L1140 150L1100 184L1064 230L1010 186Z;"
    "w/.7 M1010 150L1010 110L1040 80L1070 110L1070 150Z;"
    "w/.5 M1080 150L1090 126L1100 150Z;"
    "w/.8 o 300 110 26;w/.8 o 334 100 34;w/.8 o 372 112 24;"
    "w/.8 M290 112L390 112L390 134L290 134Z;w/.7 o 850 60 20;w/.7 o 878 52 26;"
    "w/.7 o 906 64 18;w/.7 M842 62L914 62L914 80L842 80Z"
)
ROCKS = (
    "M M-100 60L200 211L180 420L130 396L90 340L20 300L-50 180Z;"
    "D M500 60L200 211L180 420L240 470L290 400L360 370L420 240Z;"
    "D/.5 M20 300L90 340L130 396L180 420L240 470L200 452L120 430L70 360Z"
)
MIST = (
    "w/.55 M-10 640L-10 520Q120 450 240 500Q380 430 520 490Q640 440 760 500Q900 430 1020 "
    "490Q1120 460 1210 520L1210 640Z"
)
CLOUDS = (
    "w/.95 M-10 640L-10 590Q60 550 130 584Q190 552 270 590Q330 566 400 596Q480 560 560 "
    "600Q620 576 690 600Q760 560 850 596Q920 560 990 592Q1060 552 1130 588Q1180 566 1210 "
    "590L1210 640Z"
)
# The island of the cover, by (x, y), and the types of its segments.
ISLAND = {
    (0, 2): "palace.three_islands",
    (0, 1): "m.orrery",
    (1, 2): "palace.garden_synod",
    (0, 0): "palace.university_of_the_sun",
    (1, 1): "m.hanging_park",
    (2, 2): "palace.court_of_masks",
    (1, 0): "l.market",
    (2, 1): "palace.harbour_league",
    (2, 0): "l.fountain",
}
# Where the heads stand: the middle of the frame of a card, and its size.
PLACES = {
    "three_islands": (150, 458, 0.86),
    "university_of_the_sun": (372, 500, 0.74),
    "court_of_masks": (828, 500, 0.74),
    "garden_synod": (1050, 458, 0.86),
    "harbour_league": (600, 540, 0.66),
}


def draw_cover() -> str:
    """Return the cover as an SVG document of 1200 x 630."""
    definitions = define_linear_gradient(
        "s", [(0, "#5d9be0"), (0.45, "#bfe0f2"), (0.75, "#ffe3c2"), (1, "#ffb98f")]
    )
    definitions += define_radial_gradient(
        "n", [(0, "#ffffff"), (0.5, "#fff3cf"), (1, "#ffdf9e")], centre=(0.5, 0.5)
    )
    busts = []
    for number, (code, (x, y, size)) in enumerate(PLACES.items()):
        palette = PALETTES[FACTIONS[code].type]
        definitions += define_cloak(palette, f"c{number}")
        bust = draw_bust(LEADERS[code], palette).replace("url(#c)", f"url(#c{number})")
        busts.append(place_group([bust], (x - 150 * size, y - 250 * size), scale=size))
    body = [
        fill_rect(0, 0, 1200, 630, "url(#s)"),
        fill_circle((600, 190), 250, "url(#n)", 0.9),
        paint_layers(FAR, PALETTES["political"]),
        place_group(
            [paint_layers(ROCKS, PALETTES["economic"]), draw_island(ISLAND)], (456, 226), scale=0.72
        ),
        paint_layers(MIST, PALETTES["political"]),
        *busts,
        paint_layers(CLOUDS, PALETTES["political"]),
    ]
    return build_document(1200, 630, definitions, "".join(body))
