"""Keys, Pearls and Monster tokens as objects, and the backs of the decks."""

from __future__ import annotations

from games.engine.board.art import ArtSize
from games.engine.board.paper_cut import (
    Palette,
    fill_circle,
    fill_ellipse,
    fill_rect,
    place_group,
    polar_point,
)

from .emblems import draw_family_sign
from .paper import (
    BONE,
    DARK,
    GILT,
    GOLD,
    GUILD_OF_RACE,
    NACRE,
    PALETTES,
    WATER,
    WHITE,
    blend,
    build_drawing,
    draw_line,
    fill_blob,
    fill_edges,
)
from .places import SEA
from .settings import define_water

# Width, height, and the scale of a thing 200 wide.
_FRAMES: dict[ArtSize, tuple[float, float, float]] = {
    "card": (300, 420, 1.2),
    "hand": (120, 168, 0.5),
    "chip": (48, 48, 0.23),
}
BACKS = {
    "exploration_back": "monster",
    "lord_back": "ambassadors",
    "location_back": "sea",
} | {f"council_{race}": guild for race, guild in GUILD_OF_RACE.items()}
THINGS = ("pearl", "key", "token")


def draw_thing(code: str, size: ArtSize) -> str:
    """Return a thing, or the back of a deck or of a stack of the Council."""
    wide, high, scale = _FRAMES[size]
    family = BACKS.get(code, "sea")
    paint = SEA if family == "sea" else PALETTES[family]
    middle = (wide / 2, high * (0.5 if size == "chip" else 0.44))
    if code in THINGS:
        shape = _draw_object(code)
        ground = (
            fill_circle(middle, wide / 2, paint.deep)
            if size == "chip"
            else _draw_cushion(wide, high)
        )
        light = "dusk"
    else:
        shape = _draw_back_sign(code, family, paint)
        ground = (
            _draw_frame(wide, high, paint)
            if size != "chip"
            else fill_circle(middle, wide / 2, paint.deep)
        )
        middle, light = (wide / 2, high / 2), "back" if code.startswith("council") else "dusk"
    water = fill_rect(0, 0, wide, high, WATER) if size != "chip" else ""
    body = water + ground + place_group([shape], middle, scale=scale)
    return build_drawing(wide, high, body, paint, water=define_water(light, paint, (0.5, 0.42)))


def _draw_cushion(wide: float, high: float) -> str:
    x, y = wide / 2, high * 0.68
    return (
        fill_ellipse((x, y), wide * 0.42, high * 0.1, DARK, opacity=0.5)
        + fill_ellipse((x, y - high * 0.03), wide * 0.4, high * 0.09, "#5a2450")
        + fill_ellipse((x - wide * 0.04, y - high * 0.045), wide * 0.32, high * 0.05, "#8a3f78")
    )


def _draw_object(code: str) -> str:
    if code == "pearl":
        return (
            fill_circle((0, 0), 66, NACRE)
            + fill_ellipse((-22, -26), 18, 13, WHITE, turn=-30)
            + draw_line("M46 34A58 58 0 0 1 -8 57", "#ffd0e4", 6, 0.7)
        )
    if code == "key":
        bow = f'<circle cy="-46" r="34" fill="none" stroke="{GOLD}" stroke-width="18"/>'
        shine = draw_line("M-26 -66A34 34 0 0 1 -4 -80", WHITE, 6, 0.8)
        return place_group(
            [
                fill_rect(-9, -14, 18, 106, GOLD),
                fill_edges("9 40 36 40 36 58 9 58", GOLD),
                fill_edges("9 72 42 72 42 92 9 92", GOLD),
                bow,
                shine,
                draw_line("M-5 -6V88", WHITE, 4, 0.6),
                fill_circle((0, -46), 10, NACRE),
            ],
            turn=18,
            scale=1.25,
        )
    coin = fill_edges(
        " ".join(
            f"{x:.0f} {y:.0f}" for x, y in (polar_point((0, 0), 84, 60 * at) for at in range(6))
        ),
        "#6d7f90",
    ) + fill_edges(
        " ".join(
            f"{x:.0f} {y:.0f}" for x, y in (polar_point((-3, -4), 74, 60 * at) for at in range(6))
        ),
        BONE,
    )
    teeth = "".join(
        fill_edges(f"{x - 9} 14 {x + 9} 14 {x} 36", WHITE) for x in (-36, -18, 0, 18, 36)
    )
    return (
        coin
        + fill_blob("-54 8 0 18 54 8 40 46 0 56 -40 46", "#5a1020")
        + teeth
        + fill_ellipse((-24, -22), 15, 10, DARK, turn=18)
        + fill_ellipse((24, -22), 15, 10, DARK, turn=-18)
        + fill_circle((-24, -22), 4, "#d8ff8a")
        + fill_circle((24, -22), 4, "#d8ff8a")
    )


def _draw_frame(wide: float, high: float, paint: Palette) -> str:
    edge = wide * 0.05
    frame = (
        f'<rect x="{edge:.0f}" y="{edge:.0f}" width="{wide - 2 * edge:.0f}"'
        f' height="{high - 2 * edge:.0f}" rx="{edge:.0f}" fill="none" stroke="{paint.accent}"'
        f' stroke-width="{wide / 90:.1f}" opacity=".8"/>'
    )
    waves = "".join(
        draw_line(
            f"M0 {high * y:.0f}Q{wide / 4:.0f} {high * y - wide / 12:.0f} {wide / 2:.0f} "
            f"{high * y:.0f}T{wide:.0f} {high * y:.0f}",
            blend(paint.light, paint.mid, 0.5),
            wide / 60,
            0.35,
        )
        for y in (0.14, 0.22, 0.78, 0.86)
    )
    return waves + frame


def _draw_back_sign(code: str, family: str, paint: Palette) -> str:
    disc = (
        fill_circle((0, 0), 84, blend(paint.deep, DARK, 0.3))
        + f'<circle r="84" fill="none" stroke="{paint.accent}" stroke-width="6"/>'
    )
    if code == "location_back":
        tower = (
            fill_edges("-18 44 -14 -34 0 -62 14 -34 18 44", SEA.light)
            + fill_edges("-54 44 -50 0 -36 -24 -24 0 -22 44", SEA.mid)
            + fill_edges("54 44 50 0 36 -24 24 0 22 44", SEA.mid)
        )
        return disc + tower + fill_rect(-60, 44, 120, 8, GILT) + fill_ellipse((0, -14), 5, 9, GOLD)
    return disc + place_group([draw_family_sign(family, paint)], (0, 0), scale=3.0)
