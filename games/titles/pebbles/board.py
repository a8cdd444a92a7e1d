"""The look of Pebbles: a pile on a beach at low tide."""

from __future__ import annotations

from games.engine.board.art import Art, ArtSize
from games.engine.board.paper_cut import (
    Point,
    build_document,
    define_linear_gradient,
    fill_circle,
    fill_ellipse,
    fill_path,
    fill_rect,
)
from games.engine.contract import Board

from .rules import View

SIZES: dict[ArtSize, tuple[int, int]] = {"card": (300, 420), "hand": (300, 420), "chip": (150, 150)}
SKY = define_linear_gradient("s", [(0, "#7fb6d6"), (0.6, "#dff0ee"), (1, "#f7e3c0")])
# The ground, the lit side and the shadow of a pebble.
COLOURS = (
    ("#7d8a97", "#aeb9c3", "#4d5864"),
    ("#b98d6b", "#dcb896", "#7c563b"),
    ("#5f7f86", "#93b3b8", "#37545b"),
    ("#d3cabb", "#f3ede2", "#958b79"),
)
# The pile of the cover: where each pebble lies, and its size.
PILE = (
    *((400 + 100 * place, 520, 62) for place in range(5)),
    *((450 + 100 * place, 446, 58) for place in range(4)),
    *((500 + 100 * place, 376, 54) for place in range(3)),
    *((550 + 100 * place, 312, 50) for place in range(2)),
)


def draw_pebble(centre: Point, size: float, colours: tuple[str, str, str]) -> str:
    """Return a flat, round stone, lit from the top left."""
    (x, y), (ground, lit, shade) = centre, colours
    return (
        fill_ellipse((x + size * 0.06, y + size * 0.12), size, size * 0.66, shade, turn=-6)
        + fill_ellipse((x, y), size, size * 0.64, ground, turn=-6)
        + fill_ellipse(
            (x - size * 0.28, y - size * 0.22), size * 0.5, size * 0.22, lit, turn=-14, opacity=0.8
        )
    )


def draw_art(code: str, size: ArtSize) -> str:
    """Return a single pebble or a small pile as SVG. Raises KeyError for an unknown code."""
    wide, high = SIZES[size]
    middle, large = wide / 2, wide * 0.36
    drawing = {
        "pebble": draw_pebble((middle, high * 0.5), large, COLOURS[1]),
        "pile": draw_pebble((middle - large * 0.6, high * 0.62), large * 0.7, COLOURS[0])
        + draw_pebble((middle + large * 0.6, high * 0.62), large * 0.7, COLOURS[2])
        + draw_pebble((middle, high * 0.38), large * 0.64, COLOURS[3]),
    }[code]
    ground = fill_rect(0, 0, wide, high, "#37545b" if code == "pile" else "url(#s)")
    if size == "chip":
        ground = fill_circle((75, 75), 74, "#37545b" if code == "pile" else "#dff0ee")
    return build_document(wide, high, SKY, ground + drawing)


def draw_cover() -> str:
    """Return the cover as an SVG document of 1200 x 630."""
    body = [
        fill_rect(0, 0, 1200, 630, "url(#s)"),
        fill_circle((930, 150), 70, "#fff6da", 0.9),
        fill_path("M0 300Q300 270 600 300Q900 330 1200 292L1200 420L0 420Z", "#4f97a8"),
        fill_path("M0 350Q300 330 600 356Q900 380 1200 344L1200 460L0 460Z", "#6fb3bd"),
        fill_path("M0 430Q280 380 600 420Q920 456 1200 400L1200 630L0 630Z", "#ecd3a4"),
        fill_path("M0 560Q300 510 640 556Q960 592 1200 540L1200 630L0 630Z", "#d2b27c"),
        fill_ellipse((610, 566), 320, 34, "#a88a58", opacity=0.6),
        *(
            draw_pebble((x, y), size, COLOURS[(number * 3) % 4])
            for number, (x, y, size) in enumerate(PILE)
        ),
        # The last one is the one that counts.
        draw_pebble((604, 206), 54, COLOURS[3]),
        fill_path(
            "M596 130L604 96L612 130Z M524 160L500 134L540 146Z M684 160L708 134L668 146Z",
            "#fff6da",
        ),
        draw_pebble((170, 560), 46, COLOURS[2]),
        draw_pebble((1020, 540), 52, COLOURS[1]),
        draw_pebble((1104, 582), 34, COLOURS[0]),
    ]
    return build_document(1200, 630, SKY, "".join(body))


BOARD: Board[View] = Board(
    art=Art(game="pebbles", codes=("pebble", "pile"), draw_art=draw_art, draw_cover=draw_cover)
)
