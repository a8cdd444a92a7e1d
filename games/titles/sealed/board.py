"""The look of Sealed: pouches of stones under a crown, by night."""

from __future__ import annotations

from games.engine.board.art import Art, ArtSize
from games.engine.board.paper_cut import (
    Point,
    build_document,
    define_linear_gradient,
    define_radial_gradient,
    fill_circle,
    fill_ellipse,
    fill_path,
    fill_rect,
    place_group,
)
from games.engine.contract import Board

from .rules import STONES, View

SIZES: dict[ArtSize, tuple[int, int]] = {"card": (300, 420), "hand": (300, 420), "chip": (150, 150)}
LIGHTS = define_linear_gradient(
    "s", [(0, "#171a3d"), (0.6, "#3b3170"), (1, "#7a4a86")]
) + define_radial_gradient("n", [(0, "#fff1c4"), (1, "#8a63a8")], centre=(0.5, 0.5))
# The ground, the lit side and the shadow of each stone, and what lies behind it on a card.
COLOURS = {
    "white": ("#e9e6f2", "#ffffff", "#aaa3c4", "#3b3170"),
    "grey": ("#8d8fa6", "#bfc1d2", "#595b73", "#c9c3dc"),
    "black": ("#2b2a3c", "#5a5874", "#121120", "#d99a5b"),
}
CROWN = "M-120 60L-140 -50L-70 0L0 -100L70 0L140 -50L120 60Z"
CROWN_SHADE = "M0 -100L70 0L140 -50L120 60L0 60Z"
POUCH = "M-40 -70Q-150 20 -120 110Q-60 150 0 150Q60 150 120 110Q150 20 40 -70Z"
POUCH_SHADE = "M40 -70Q150 20 120 110Q60 150 0 150Q70 90 40 -70Z"
TIE = "M-52 -92Q0 -70 52 -92L40 -60Q0 -44 -40 -60Z"
NECK = "M-70 -130Q-30 -112 0 -128Q30 -112 70 -130L44 -70Q0 -54 -44 -70Z"
# Cloth, its shadow, and the tie of each pouch.
POUCHES = (
    (290, 430, 0.9, ("#a4483f", "#7a2f33", "#f2c14e")),
    (910, 430, 0.9, ("#2f7f86", "#1f5a66", "#f2c14e")),
    (600, 462, 1.05, ("#5a4ba8", "#40357e", "#f2c14e")),
)


def draw_stone(centre: Point, size: float, stone: str) -> str:
    """Return a stone, lit from the top left."""
    (x, y), (ground, lit, shade, _) = centre, COLOURS[stone]
    return (
        fill_ellipse((x + size * 0.06, y + size * 0.12), size, size * 0.86, shade)
        + fill_ellipse((x, y), size, size * 0.84, ground)
        + fill_ellipse((x - size * 0.3, y - size * 0.3), size * 0.36, size * 0.22, lit, turn=-30)
    )


def draw_art(code: str, size: ArtSize) -> str:
    """Return a stone as SVG: as many as it is worth. Raises KeyError for an unknown code."""
    wide, high = SIZES[size]
    behind = COLOURS[code][3]
    ground = fill_rect(0, 0, wide, high, behind)
    if size == "chip":
        ground = fill_circle((75, 75), 74, behind)
    many = STONES[code]
    stones = [
        draw_stone((wide * (place + 0.5) / many, high * 0.5), wide * 0.38 / many + 14, code)
        for place in range(many)
    ]
    return build_document(wide, high, "", ground + "".join(stones))


def draw_cover() -> str:
    """Return the cover as an SVG document of 1200 x 630."""
    crown = [
        fill_path(CROWN, "#f2c14e"),
        fill_path(CROWN_SHADE, "#cf9430"),
        fill_rect(-120, 60, 240, 26, "#b87a22"),
        *(fill_circle((x, y), 15, "#fff1c4") for x, y in ((-140, -54), (0, -106), (140, -54))),
        fill_circle((0, 20), 18, "#a4483f"),
    ]
    pouches = [
        place_group(
            [
                fill_ellipse((0, 150), 140, 18, "#1a1233", opacity=0.5),
                fill_path(POUCH, cloth),
                fill_path(POUCH_SHADE, shade),
                fill_path(NECK, cloth),
                fill_path(TIE, tie),
                fill_circle((0, -74), 20, "#c23b3b"),
                fill_circle((-4, -78), 10, "#e0665c"),
            ],
            (x, y),
            scale=scale,
        )
        for x, y, scale, (cloth, shade, tie) in POUCHES
    ]
    stones = [
        draw_stone((x, y), size, stone)
        for x, y, size, stone in (
            (440, 566, 32, "white"),
            (502, 590, 28, "black"),
            (770, 574, 32, "grey"),
            (706, 594, 26, "white"),
            (120, 582, 34, "grey"),
            (1090, 584, 34, "black"),
        )
    ]
    body = [
        fill_rect(0, 0, 1200, 630, "url(#s)"),
        fill_circle((600, 190), 230, "url(#n)", 0.55),
        *(fill_circle((x, y), 4, "#fff1c4", 0.8) for x, y in ((160, 90), (340, 150), (1010, 80))),
        fill_path("M0 500Q300 460 600 500Q900 540 1200 490L1200 630L0 630Z", "#2a1d4a"),
        place_group(crown, (600, 190), scale=1.1),
        *pouches,
        *stones,
    ]
    return build_document(1200, 630, LIGHTS, "".join(body))


BOARD: Board[View] = Board(
    art=Art(game="sealed", codes=tuple(STONES), draw_art=draw_art, draw_cover=draw_cover)
)
