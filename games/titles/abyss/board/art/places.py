"""The Locations at their three sizes: wide scenes, each with one landmark."""

from __future__ import annotations

from msgspec import Struct

from games.engine.board.paper_cut import (
    Palette,
    Point,
    Variation,
    fill_circle,
    fill_rect,
    place_group,
)

from ...rules.components import LOCATIONS
from .landmarks import draw_landmark, draw_landmark_emblem
from .paper import (
    DARK,
    GUILD_OF_RACE,
    PALETTES,
    WATER,
    blend,
    build_drawing,
    draw_line,
    fill_blob,
    fill_edges,
    fill_limb,
)
from .settings import cool_palette, define_water, draw_rays

SEA = Palette(deep="#071c2f", mid="#1d5f7a", light="#8ee0ee", glow="#e4fbff", accent="#ffcf5c")
STONE = Palette(deep="#0d1a26", mid="#4d6a80", light="#bcd2de", glow="#eef7ff", accent="#ffcf5c")
EMBER = Palette(deep="#170d12", mid="#5a3030", light="#d0603c", glow="#ffd9a8", accent="#ff9a4a")
GILT = Palette(deep="#20160a", mid="#6a4c1c", light="#e0b04c", glow="#fff0c4", accent="#e9f4ff")


class Scene(Struct, frozen=True):
    """One Location: its colours, light, far shapes, and where the landmark stands (420 x 300)."""

    paint: Palette
    light: str
    far: str
    at: Point
    scale: float


def _find_paint(code: str) -> Palette:
    of = LOCATIONS[code].of
    return PALETTES[GUILD_OF_RACE.get(of, of)]


SCENES = {
    "sargasso_silos": Scene(_find_paint("sargasso_silos"), "noon", "hills", (276, 150), 1.1),
    "hydrozoa_reserves": Scene(_find_paint("hydrozoa_reserves"), "dusk", "hills", (222, 132), 1.1),
    "sanctuary": Scene(_find_paint("sanctuary"), "back", "cliffs", (210, 134), 1.15),
    "parliament": Scene(_find_paint("parliament"), "noon", "city", (210, 150), 1.15),
    "barracks": Scene(_find_paint("barracks"), "side", "peaks", (226, 146), 1.15),
    "dockworks": Scene(_find_paint("dockworks"), "noon", "masts", (196, 142), 1.15),
    "sargasso_fields": Scene(_find_paint("sargasso_fields"), "side", "hills", (226, 138), 1.2),
    "the_abyss": Scene(SEA, "dusk", "cliffs", (210, 136), 1.3),
    "city_of_mirrors": Scene(SEA, "noon", "none", (210, 138), 1.4),
    "black_smokers": Scene(EMBER, "back", "peaks", (196, 144), 1.15),
    "oceanic_senate_assembly": Scene(
        _find_paint("oceanic_senate_assembly"), "dusk", "columns", (210, 132), 1.2
    ),
    "depths": Scene(SEA, "noon", "none", (210, 150), 1.55),
    "throne_room": Scene(GILT, "side", "columns", (210, 142), 1.1),
    "jail": Scene(STONE, "dusk", "cliffs", (196, 140), 1.2),
    "chasm": Scene(_find_paint("chasm"), "back", "peaks", (210, 182), 1.1),
    "closed_tower": Scene(GILT, "dusk", "city", (150, 146), 1.15),
    "lost_tower": Scene(STONE, "noon", "hills", (256, 136), 1.15),
    "chamber_of_allies": Scene(GILT, "back", "columns", (210, 134), 1.2),
    "nest_of_giant_clams": Scene(
        _find_paint("nest_of_giant_clams"), "side", "cliffs", (210, 136), 1.25
    ),
    "coral_barrier": Scene(SEA, "noon", "hills", (210, 140), 1.65),
}


def draw_place_card(code: str) -> str:
    """Return a Location as a wide card of 420 x 300."""
    scene = SCENES[code]
    far = cool_palette(scene.paint, 0.35)
    dark = blend(scene.paint.deep, DARK, 0.5)
    vary = Variation(code)
    weeds = "".join(
        fill_limb((x, 306), -90 + vary.between(-18, 18), vary.between(40, 100), 9, dark, wave=22)
        for x in (6, 30, 54, 372, 396, 414)
    )
    ground = fill_blob(
        "-20 320 -20 246 90 232 210 240 330 230 440 248 440 320", blend(far.mid, far.deep, 0.5)
    )
    body = "".join(
        (
            fill_rect(0, 0, 420, 300, WATER),
            _draw_far(scene.far, far, vary),
            draw_rays(far, code),
            ground,
            place_group([draw_landmark(code, scene.paint)], scene.at, scale=scene.scale),
            fill_blob("-20 330 -20 276 100 258 220 268 340 254 440 272 440 330", dark),
            weeds,
        )
    )
    water = define_water(scene.light, far, (scene.at[0] / 420, 0.42))
    return build_drawing(420, 300, body, scene.paint, water=water)


def draw_place_hand(code: str) -> str:
    """Return a Location as a card of 120 x 168: its landmark before open water."""
    scene = SCENES[code]
    far = cool_palette(scene.paint, 0.35)
    body = "".join(
        (
            fill_rect(0, 0, 120, 168, WATER),
            place_group([draw_landmark(code, scene.paint)], (60, 82), scale=0.5),
            fill_blob(
                "-10 180 -10 132 30 124 70 130 130 122 130 180", blend(scene.paint.deep, DARK, 0.4)
            ),
        )
    )
    return build_drawing(
        120, 168, body, scene.paint, water=define_water(scene.light, far, (0.5, 0.45))
    )


def _draw_far(kind: str, paint: Palette, vary: Variation) -> str:
    shade = blend(paint.mid, paint.deep, 0.4)
    match kind:
        case "hills":
            return fill_blob(
                "-20 320 -20 190 70 150 160 190 260 160 340 190 440 140 440 320", shade, 0.8
            )
        case "cliffs":
            return fill_edges("-5 305 -5 30 40 44 62 120 96 150 104 305", shade) + fill_edges(
                "425 305 425 10 380 40 352 96 326 150 318 305", shade
            )
        case "peaks":
            return fill_edges(
                "-5 305 40 110 86 190 140 70 200 190 260 90 320 180 372 100 425 190 425 305",
                shade,
                0.8,
            )
        case "columns":
            return "".join(
                fill_rect(x, 0, 30, 305, shade) + fill_rect(x, 0, 8, 305, paint.light, 0.3)
                for x in (14, 74, 316, 376)
            )
    return (
        "".join(_draw_far_tower(kind, at, shade, paint, vary) for at in range(7))
        if kind != "none"
        else ""
    )


def _draw_far_tower(kind: str, at: int, shade: str, paint: Palette, vary: Variation) -> str:
    x, top = 6 + at * 62, vary.between(80, 170)
    if kind == "masts":
        return draw_line(f"M{x + 20:.0f} 300V{top - 40:.0f}", shade, 5) + fill_edges(
            f"{x + 22:.0f} {top - 30:.0f} {x + 56:.0f} {top + 30:.0f} {x + 22:.0f} {top + 40:.0f}",
            paint.glow,
            0.3,
        )
    return fill_edges(
        f"{x:.0f} 305 {x:.0f} {top:.0f} {x + 20:.0f} {top - 34:.0f} "
        f"{x + 40:.0f} {top:.0f} {x + 40:.0f} 305",
        shade,
    )


def draw_place_chip(code: str) -> str:
    """Return a Location as an emblem of 48 x 48: the landmark alone."""
    scene = SCENES[code]
    ground = fill_circle((24, 24), 24, blend(scene.paint.deep, scene.paint.mid, 0.25))
    landmark = place_group([draw_landmark_emblem(code, scene.paint)], (24, 25), scale=0.165)
    disc = '<clipPath id="k"><circle cx="24" cy="24" r="24"/></clipPath>'
    body = f'{disc}<g clip-path="url(#k)">{ground}{landmark}</g>'
    return build_drawing(48, 48, body, scene.paint)
