"""The drawn cards and icons of a game: size classes, addresses, the contact sheet."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from html import escape
from typing import Literal, get_args

from msgspec import Struct

# On a page: card 120 to 240 pixels wide, hand 60 to 110 (face and prop), chip 24 to 44 (emblem).
ArtSize = Literal["card", "hand", "chip"]
ART_SIZES: tuple[ArtSize, ...] = get_args(ArtSize)


class Art(Struct, frozen=True, kw_only=True):
    """The drawings of a game.

    `codes` are its cards, places and things in the order of the contact sheet. The same code and
    size always give the same SVG, which holds no text.
    """

    game: str
    codes: tuple[str, ...]
    # (code, size): the drawing as an SVG document.
    draw_art: Callable[[str, ArtSize], str]
    # (): the cover of the game as an SVG document of 1200 x 630.
    draw_cover: Callable[[], str]


def hash_contents(document: str) -> str:
    """Return the hash of a drawing in its address: short, since pages name dozens of them."""
    return hashlib.sha256(document.encode()).hexdigest()[:8]


@cache
def render_art(art: Art, code: str, size: ArtSize) -> tuple[str, str]:
    """Return a drawing and the hash of its contents. Raises KeyError for an unknown code."""
    if code not in art.codes:
        raise KeyError(code)
    svg = art.draw_art(code, size)
    return svg, hash_contents(svg)


def art_path(art: Art, code: str, size: ArtSize) -> str:
    """Return the path of a drawing on the site; it changes with the drawing."""
    return f"/art/{art.game}/{code}.{size}.{render_art(art, code, size)[1]}.svg"


def render_art_image(art: Art, code: str, size: ArtSize, css_class: str = "art") -> str:
    """Return an <img> that is silent for screen readers: the card's name stands beside it."""
    path = escape(art_path(art, code, size))
    return f'<img class="{css_class}" src="{path}" alt="" loading="lazy" decoding="async">'


@cache
def render_cover(art: Art) -> tuple[str, str]:
    """Return the cover of a game and the hash of its contents."""
    svg = art.draw_cover()
    return svg, hash_contents(svg)


def cover_path(art: Art) -> str:
    """Return the path of the cover on the site; it changes with the drawing."""
    return f"/art/{art.game}/cover.{render_cover(art)[1]}.svg"


def render_icon_file(symbols: str) -> str:
    """Return the SVG document of the symbols (SVG), for `<use>` in pages."""
    return f'<svg xmlns="http://www.w3.org/2000/svg"><defs>{symbols}</defs></svg>'


def icon_file_path(game: str, document: str) -> str:
    """Return the path of a game's file of icons on the site; it changes with the file."""
    return f"/art/{game}/icons.{hash_contents(document)}.svg"
