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

from games.board import abyss
from games.board.raster import rasterise

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


BOARDS: dict[str, Art] = {"abyss": abyss}


class Picture(Struct, frozen=True):
    """A picture for a letter: PNG, the words for those who do not see it, its size in pixels.

    `content_id` is the local part of a Content-ID; it is the same wherever the same is shown.
    """

    png: bytes
    alt: str
    width: int
    height: int
    content_id: str


def svg(
    game: str, view: Mapping[str, Any], names: Sequence[str], language: str, *, wide: bool = False
) -> str | None:
    """Return the table as SVG; None for a game that is not drawn."""
    board = BOARDS.get(game)
    return board.draw(view, names, language, wide=wide) if board else None


def png(game: str, view: Mapping[str, Any], names: Sequence[str], language: str) -> bytes | None:
    """Return the upright table as PNG, under 100 kB; None for a game that is not drawn."""
    shown = picture(game, view, names, language)
    return shown.png if shown else None


def describe(game: str, view: Mapping[str, Any], names: Sequence[str], language: str) -> str:
    """Return the table in at most 200 characters; "" for a game that is not drawn."""
    board = BOARDS.get(game)
    return board.describe(view, names, language) if board else ""


def picture(
    game: str, view: Mapping[str, Any], names: Sequence[str], language: str
) -> Picture | None:
    """Return the picture for a letter; None for a game that is not drawn.

    Views that look the same share one picture, which is made once.
    """
    if game not in BOARDS:
        return None
    return _shown(game, json.encode(view), tuple(names), language)


@lru_cache(maxsize=KEPT)
def _shown(game: str, seen: bytes, names: tuple[str, ...], language: str) -> Picture:
    """Return the picture of a view, given as JSON: drawing it takes much longer than that."""
    view = json.decode(seen)
    art = BOARDS[game]
    return _made(game, art.draw(view, names, language), art.describe(view, names, language))


@lru_cache(maxsize=KEPT)
def _made(game: str, drawn: str, alt: str) -> Picture:
    packed = rasterise(drawn, BOARDS[game].PAINTS)
    digest = hashlib.sha256(packed).hexdigest()[:32]
    return Picture(packed, alt, *_size(packed), f"table-{digest}")


def _size(packed: bytes) -> tuple[int, int]:
    """Return the width and height that stand in the first chunk of a PNG."""
    return int.from_bytes(packed[16:20]), int.from_bytes(packed[20:24])
