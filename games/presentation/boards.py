"""The table as a picture: what a seat may see, as SVG for a page and as PNG for a letter.

A game that is drawn has a folder here; it is given nothing but the view, the players' names and a
language. The same view gives the same bytes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol

from msgspec import Struct, json

from games.engine.board.chapters import Entry, Section
from games.engine.board.raster import render_png
from games.titles.abyss.board import picture as abyss
from games.titles.abyss.board.page import layout as abyss_page
from games.titles.enchanters.board import guide as enchanters_guide
from games.titles.enchanters.board import measures as enchanters_measures
from games.titles.enchanters.board import picture as enchanters
from games.titles.enchanters.board.page import layout as enchanters_page
from games.titles.essence.board import guide as essence_guide
from games.titles.essence.board import measures as essence_measures
from games.titles.essence.board import picture as essence
from games.titles.essence.board.page import layout as essence_page

# So many pictures are kept by each process: about 100 kB each, with the SVG they are known by.
KEPT = 128


class Art(Protocol):
    """What the folder of a game that is drawn exports."""

    PAINTS: tuple[str, ...]

    def draw(
        self, view: Mapping[str, Any], names: Sequence[str], language: str, *, wide: bool = False
    ) -> str:
        """Return the table as SVG: upright, or `wide` for a desk."""

    def describe(self, view: Mapping[str, Any], names: Sequence[str], language: str) -> str:
        """Return the table in at most 200 characters."""


class Laid(Protocol):
    """What the folder of a game exports that is laid out on pages, not only drawn.

    A thing is what an answer may be about or what explains itself: a card, a stack, a place. It has
    a name that is unique on the page. A game may also bring `static/games/<game>.css`.
    """

    def lay(
        self,
        view: Mapping[str, Any],
        names: Sequence[str],
        language: str,
        links: Mapping[str, str],
    ) -> str:
        """Return the table as HTML; `links[thing]` is where a press on that thing leads."""

    def sprite(self, html: str) -> str:
        """Return the shapes that HTML of this game uses, to stand once on a page."""

    def aim(self, verb: str, args: Mapping[str, Any], view: Mapping[str, Any]) -> str:
        """Return the thing an answer is about; "" if it is about none."""

    def goal(self, verb: str, args: Mapping[str, Any], view: Mapping[str, Any]) -> int | None:
        """Return what the items picked for an answer should add up to; None: no sum is asked."""

    def worth(self, code: str) -> int | None:
        """Return what an item adds to that sum; None for what has no value."""

    def item(self, code: str, language: str) -> str:
        """Return an item as a small picture in HTML; "" of what has none."""


class Gauge(Protocol):
    """What the folder of a game exports whose numbers are drawn over time."""

    def measures(self, view: Mapping[str, Any]) -> dict[str, list[int]]:
        """Return what is worth drawing over time, by seat, from what a stranger may see."""

    def measured(self, code: str, language: str) -> str:
        """Return what such a number is called."""


class Guide(Protocol):
    """What the folder of a game exports that is explained on a page of its own."""

    def guide(self, language: str) -> Sequence[Section]:
        """Return the rules, heading by heading."""

    def legend(self, language: str) -> str:
        """Return the marks one must know as HTML."""

    def cards(self, language: str) -> Sequence[Entry]:
        """Return the printed cards, those of a group side by side."""

    def sprite(self, html: str) -> str:
        """Return the shapes that HTML of this game uses, to stand once on a page."""

    def scored(self, code: str, language: str) -> str:
        """Return what a line of the final score counts; "" for one that says it all."""


BOARDS: dict[str, Art] = {"abyss": abyss, "enchanters": enchanters, "essence": essence}
PAGES: dict[str, Laid] = {
    "abyss": abyss_page,
    "enchanters": enchanters_page,
    "essence": essence_page,
}
GAUGES: dict[str, Gauge] = {
    "abyss": abyss_page,
    "enchanters": enchanters_measures,
    "essence": essence_measures,
}
GUIDES: dict[str, Guide] = {
    "abyss": abyss_page,
    "enchanters": enchanters_guide,
    "essence": essence_guide,
}


class Picture(Struct, frozen=True):
    """A picture for a letter: PNG, the words for those who do not see it, its size in pixels.

    `content_id` is the local part of a Content-ID; it is the same wherever the same is shown.
    """

    png: bytes
    alt: str
    width: int
    height: int
    content_id: str


def render_board_svg(
    game: str, view: Mapping[str, Any], names: Sequence[str], language: str, *, wide: bool = False
) -> str | None:
    """Return the table as SVG; None for a game that is not drawn."""
    board = BOARDS.get(game)
    return board.draw(view, names, language, wide=wide) if board else None


def render_board_png(
    game: str, view: Mapping[str, Any], names: Sequence[str], language: str
) -> bytes | None:
    """Return the upright table as PNG, under 100 kB; None for a game that is not drawn."""
    shown = render_board_picture(game, view, names, language)
    return shown.png if shown else None


def describe_board(game: str, view: Mapping[str, Any], names: Sequence[str], language: str) -> str:
    """Return the table in at most 200 characters; "" for a game that is not drawn."""
    board = BOARDS.get(game)
    return board.describe(view, names, language) if board else ""


def render_board_picture(
    game: str, view: Mapping[str, Any], names: Sequence[str], language: str
) -> Picture | None:
    """Return the picture for a letter; None for a game that is not drawn.

    Views that look the same share one picture, which is made once.
    """
    if game not in BOARDS:
        return None
    return _render_cached_view(game, json.encode(view), tuple(names), language)


@lru_cache(maxsize=KEPT)
def _render_cached_view(game: str, seen: bytes, names: tuple[str, ...], language: str) -> Picture:
    """Return the picture of a view, given as JSON: drawing it takes much longer than that."""
    view = json.decode(seen)
    art = BOARDS[game]
    return _build_picture(
        game, art.draw(view, names, language), art.describe(view, names, language)
    )


@lru_cache(maxsize=KEPT)
def _build_picture(game: str, drawn: str, alt: str) -> Picture:
    packed = render_png(drawn, BOARDS[game].PAINTS)
    digest = hashlib.sha256(packed).hexdigest()[:32]
    return Picture(packed, alt, *_png_size(packed), f"table-{digest}")


def _png_size(packed: bytes) -> tuple[int, int]:
    """Return the width and height that stand in the first chunk of a PNG."""
    return int.from_bytes(packed[16:20]), int.from_bytes(packed[20:24])
