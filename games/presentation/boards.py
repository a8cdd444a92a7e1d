"""Pictures of the board as a seat may see it: SVG for pages, PNG for e-mails.

A game describes its picture in its `Board` (games/engine/contract.py), which gets nothing but the
view, the players' names and a language. The same view gives the same bytes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct, json

from games.engine.board.art import Art
from games.engine.board.raster import render_png
from games.engine.contract import AnyBoard, AnyChart, AnyPage, Guide, View
from games.titles import GAMES

# Number of pictures cached per process; and of those cached by their SVG, of about 80 kB, which
# different views of a match without secrets share: they are drawn one after the other.
CACHE_SIZE, SVG_CACHE_SIZE = 128, 16


# Loaded once per process that shows boards.
BOARDS: dict[str, AnyBoard] = {
    name: game.load_board() for name, game in GAMES.items() if game.load_board is not None
}
PAGES: dict[str, AnyPage] = {name: board.page for name, board in BOARDS.items() if board.page}
CHARTS: dict[str, AnyChart] = {name: board.chart for name, board in BOARDS.items() if board.chart}
GUIDES: dict[str, Guide] = {name: board.guide for name, board in BOARDS.items() if board.guide}
ARTS: dict[str, Art] = {name: board.art for name, board in BOARDS.items() if board.art}
PICTURES = {name: board.picture for name, board in BOARDS.items() if board.picture}


class RenderedPicture(Struct, frozen=True):
    """A picture for an e-mail: PNG, alternative text, and size in pixels.

    `content_id` is the local part of a Content-ID; the same picture always has the same one.
    """

    png: bytes
    alt: str
    width: int
    height: int
    content_id: str


def render_board_svg(
    game: str, view: View, names: Sequence[str], language: str, *, wide: bool = False
) -> str | None:
    """Return the board as SVG; None for a game without a picture."""
    picture = PICTURES.get(game)
    return picture.draw_picture(view, names, language, wide=wide) if picture else None


def render_board_picture(
    game: str, view: View, names: Sequence[str], language: str
) -> RenderedPicture | None:
    """Return the picture for an e-mail; None for a game without a picture.

    Views that look the same share one cached picture.
    """
    if game not in PICTURES:
        return None
    return _render_cached_view(game, json.encode(view), tuple(names), language)


@lru_cache(maxsize=CACHE_SIZE)
def _render_cached_view(
    game: str, view_json: bytes, names: tuple[str, ...], language: str
) -> RenderedPicture:
    """Return the picture of a view in JSON, which is a cheap cache key compared to rendering."""
    view = json.decode(view_json, type=GAMES[game].view_type)
    painter = PICTURES[game]
    return _build_picture(
        game,
        painter.draw_picture(view, names, language, brief=True),
        painter.describe_picture(view, names, language),
    )


@lru_cache(maxsize=SVG_CACHE_SIZE)
def _build_picture(game: str, svg: str, alt: str) -> RenderedPicture:
    png = render_png(svg, PICTURES[game].colours)
    digest = hashlib.sha256(png).hexdigest()[:32]
    return RenderedPicture(png, alt, *_png_size(png), f"table-{digest}")


def _png_size(png: bytes) -> tuple[int, int]:
    """Return the width and height from the first chunk of a PNG."""
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])
