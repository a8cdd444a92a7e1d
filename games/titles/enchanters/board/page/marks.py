"""The view to render, and its shapes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from games.engine.board.art import icon_file_path, render_icon_file
from games.engine.board.chapters import PREFIX, render_icon_symbols
from games.engine.board.tags import render_icon as render_shape

from ...rules.components import CARD
from ...rules.view import View
from ...words.lexicon import list_words
from ...words.names import language_index
from ..guide import LOOKS
from ..guide import SHAPES as KINDS
from .sayings import WORDS

# Shapes of the counters; like those of the kinds of cards, paths in a square of 24.
SHAPES = KINDS | {
    "attack": "M21 3l-1 5-9 9 2 2-2 2-3-3-3 3-2-2 3-3-3-3 2-2 2 2 9-9z",
    "defense": "M12 2l9 3v6c0 5-4 9-9 11-5-2-9-6-9-11V5z",
    "crystal": "M7 3h10l5 6-10 12L2 9zM8 5l-3 4h4zM16 5l3 4h-4zM10 9h4l-2 8z",
    "health": "M12 21C5 16 2 12 2 8a5 5 0 0 1 10-2 5 5 0 0 1 10 2c0 4-3 8-10 13z",
    "reward": "M12 2a7 7 0 0 1 4 12.7L18 22l-6-3-6 3 2-7.3A7 7 0 0 1 12 2zM12 5a4 4 0 1 0 .1 0z",
    "points": "M12 2l3 6.5 7 .8-5.2 4.8 1.5 7-6.3-3.5-6.3 3.5 1.5-7L2 9.3l7-.8z",
}

# The file of icons, and its address.
ICONS = render_icon_file(render_icon_symbols(SHAPES))
ICONS_PATH = icon_file_path("enchanters", ICONS)


class Sheet(Struct, frozen=True):
    """The view to render, its language, and the URLs of its components."""

    view: View
    names: Sequence[str]
    language: str
    links: Mapping[str, str]

    def word(self, code: str) -> str:
        """Return a text of the page, or of the game."""
        row = WORDS.get(code)
        return row[language_index(self.language)] if row else list_words(self.language)[code]


def render_icon(name: str) -> str:
    """Return one of the shapes, in the colour of the surrounding text."""
    return render_shape(f"{ICONS_PATH}#{PREFIX}{name}", "0 0 24 24")


def render_inline_icon(name: str) -> str:
    """Return a shape within the text of a component, whose label says the same in words.

    Half the bytes of `render_icon`: boards have many, the symbol has the box, and the label hides
    it from screen readers.
    """
    return f'<svg class="i"><use href="{ICONS_PATH}#{PREFIX}{name}"/></svg>'


def kind_of(code: str) -> str:
    """Return the shape for a card's kind."""
    return LOOKS[CARD[code].kind][0]
