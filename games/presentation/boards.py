"""The table as a picture: what a seat may see, as SVG for a page and as PNG for a letter.

A game says how it is drawn in its `Board` (games/engine/contract.py); it is given nothing but the
view, the players' names and a language. The same view gives the same bytes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct, json

from games.engine.board.raster import render_png
from games.engine.contract import Board, Chart, Guide, Page, View
from games.titles import GAMES

# So many pictures are kept by each process: about 100 kB each, with the SVG they are known by.
KEPT = 128


# What draws is loaded here, once for every process that shows tables.
BOARDS: dict[str, Board] = {
    name: game.load_board() for name, game in GAMES.items() if game.load_board is not None
}
PAGES: dict[str, Page] = {name: board.page for name, board in BOARDS.items() if board.page}
CHARTS: dict[str, Chart] = {name: board.chart for name, board in BOARDS.items() if board.chart}
GUIDES: dict[str, Guide] = {name: board.guide for name, board in BOARDS.items() if board.guide}
PICTURES = {name: board.picture for name, board in BOARDS.items() if board.picture}


class RenderedPicture(Struct, frozen=True):
    """A picture for a letter: PNG, the words for those who do not see it, its size in pixels.

    `content_id` is the local part of a Content-ID; it is the same wherever the same is shown.
    """

    png: bytes
    alt: str
    width: int
    height: int
    content_id: str


def render_board_svg(
    game: str, view: View, names: Sequence[str], language: str, *, wide: bool = False
) -> str | None:
    """Return the table as SVG; None for a game that is not drawn."""
    picture = PICTURES.get(game)
    return picture.draw_picture(view, names, language, wide=wide) if picture else None


def render_board_png(game: str, view: View, names: Sequence[str], language: str) -> bytes | None:
    """Return the upright table as PNG, under 100 kB; None for a game that is not drawn."""
    shown = render_board_picture(game, view, names, language)
    return shown.png if shown else None


def describe_board(game: str, view: View, names: Sequence[str], language: str) -> str:
    """Return the table in at most 200 characters; "" for a game that is not drawn."""
    picture = PICTURES.get(game)
    return picture.describe_picture(view, names, language) if picture else ""


def render_board_picture(
    game: str, view: View, names: Sequence[str], language: str
) -> RenderedPicture | None:
    """Return the picture for a letter; None for a game that is not drawn.

    Views that look the same share one picture, which is made once.
    """
    if game not in PICTURES:
        return None
    return _render_cached_view(game, json.encode(view), tuple(names), language)


@lru_cache(maxsize=KEPT)
def _render_cached_view(
    game: str, seen: bytes, names: tuple[str, ...], language: str
) -> RenderedPicture:
    """Return the picture of a view, given as JSON: drawing it takes much longer than that."""
    view = json.decode(seen)
    drawn = PICTURES[game]
    return _build_picture(
        game,
        drawn.draw_picture(view, names, language),
        drawn.describe_picture(view, names, language),
    )


@lru_cache(maxsize=KEPT)
def _build_picture(game: str, drawn: str, alt: str) -> RenderedPicture:
    packed = render_png(drawn, PICTURES[game].colours)
    digest = hashlib.sha256(packed).hexdigest()[:32]
    return RenderedPicture(packed, alt, *_png_size(packed), f"table-{digest}")


def _png_size(packed: bytes) -> tuple[int, int]:
    """Return the width and height that stand in the first chunk of a PNG."""
    return int.from_bytes(packed[16:20]), int.from_bytes(packed[20:24])
