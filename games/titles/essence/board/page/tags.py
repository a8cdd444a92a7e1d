"""The HTML building blocks of the board: clickable components, counters, icons."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from games.engine.board.art import icon_file_path, render_icon_file
from games.engine.board.chapters import PREFIX, render_icon_symbols
from games.engine.board.tags import (
    render_area,
    render_component,
    render_element,
    render_fold,
)
from games.engine.board.tags import (
    render_icon as render_shape,
)

from ...rules.view import View
from ...words.lexicon import language_column
from ..guide import SHAPES
from .sayings import WORDS

__all__ = [
    "ICONS",
    "ICONS_PATH",
    "Sheet",
    "render_area",
    "render_fold",
    "render_icon",
    "render_counter",
    "render_element",
    "render_component",
]

# Shapes of the counters, as paths in a square of 24.
COUNTERS = {
    "shards": "M12 1l7 8-7 14L5 9zM12 5L8.5 9.5h7z",
    "essence": "M12 1c5 7 8 10 8 14a8 8 0 0 1-16 0c0-4 3-7 8-14z",
    "wealth": "M12 2a10 10 0 1 0 .01 0zM12 7l5 5-5 5-5-5z",
    "influence": "M3 19h18v3H3zM2 6l5 5 5-8 5 8 5-5-2 11H4z",
    "attack": "M21 2h-4l-8 8-2-2-2 2 3 3-5 5v4h4l5-5 3 3 2-2-2-2 8-8z",
    "defense": "M12 1l9 3v7c0 6-4 10-9 12-5-2-9-6-9-12V4zM12 4.2L6 6.2V11c0 4 2.5 7 6 8.6z",
    "foundations": "M2 5h9v6H2zM13 5h9v6h-9zM2 13h5v6H2zM9 13h6v6H9zM17 13h5v6h-5z",
    "threat": "M12 1l3 6 6-3-2 6 4 3-6 2 0 7-5-4-5 4 0-7-6-2 4-3-2-6 6 3z",
    "popularity": (
        "M12 22C5 16 1 12 1 7.5A5.5 5.5 0 0 1 12 5a5.5 5.5 0 0 1 11 2.5C23 12 19 16 12 22z"
    ),
    "cards": "M2 5h11v17H2zM15 4h1l6 1-2 16-5-.6z",
}
# Shapes of the effects of cards.
EFFECTS = {
    "main": "M12 0l3 9 9 3-9 3-3 9-3-9-9-3 9-3z",
    "side": (
        "M12 0l3 9 9 3-9 3-3 9-3-9-9-3 9-3zM12 6.5l-1.5 4-4 1.5 4 1.5 1.5 4 1.5-4 4-1.5-4-1.5z"
    ),
    "strike": (
        "M2 2h4l6 7 6-7h4v4l-7 6 4 4 2-1 1 2-5 5-2-1 1-2-4-4-4 4 1 2-2 1-5-5 1-2 2 1 4-4-7-6z"
    ),
    "build": "M2 3h13l6 4v4h-5V9h-2v13H8V9H2z",
    "income": "M12 4a9 9 0 1 0 9 9h-3a6 6 0 1 1-6-6v4l7-5.5L12 0z",
    "once": "M14 1L3 14h7l-1 9 12-14h-8z",
    "ward": (
        "M12 1l10 4v7c0 6-5 10-10 12C7 22 2 18 2 12V5z"
        "M7 7l3.5 4L7 15l2 2 3-3.5 3 3.5 2-2-3.5-4L17 7l-2-2-3 3.5L9 5z"
    ),
    "defeat": "M11 1L2 4v7c0 6 5 10 8 12l-2-8 4-3-3-4zM14 1l-2 7 3 4-4 3 2 8c5-2 9-6 9-12V4z",
    "trophy": (
        "M6 1h12v3h5v4a5 5 0 0 1-5 5 7 7 0 0 1-4 3v3h4v4H6v-4h4v-3a7 7 0 0 1-4-3 5 5 0 0 1-5-5V4h5z"
    ),
    "skip": "M2 3l9 9-9 9zM12 3l9 9-9 9z",
    "others": (
        "M8 3a4.5 4.5 0 1 1-.01 0zM18 5a3.5 3.5 0 1 1-.01 0zM0 22a8 8 0 0 1 16 0z"
        "M17.5 22a10 10 0 0 0-2-7A6 6 0 0 1 24 22z"
    ),
    "exhaust": (
        "M12 1a11 11 0 1 0 .01 0z"
        "M12 4.5a7.5 7.5 0 0 1 4.3 1.3L5.8 16.3A7.5 7.5 0 0 1 12 4.5z"
        "M7.7 18.2L18.2 7.7A7.5 7.5 0 0 1 7.7 18.2z"
    ),
    "move": "M13 3l10 9-10 9v-5H1V8h12z",
    "swap": "M8 1L1 7l7 6V9h15V5H8zM16 11v4H1v4h15v4l7-6z",
    "spy": "M10 1a9 9 0 1 0 .01 0zM10 4.5a5.5 5.5 0 1 1-.01 0zM17 14l6 7-2.5 2.5-7-6z",
    "market": "M2 2h20l2 7a4 4 0 0 1-6 2 4 4 0 0 1-6 0 4 4 0 0 1-6 0 4 4 0 0 1-6-2zM3 14h18v8H3z",
}

# The file of icons, and its address.
ICONS = render_icon_file(render_icon_symbols(SHAPES | COUNTERS | EFFECTS))
ICONS_PATH = icon_file_path("essence", ICONS)


class Sheet(Struct, frozen=True):
    """The view to render, and the URLs of its components; components without a URL only have a
    description.

    `names[seat]` are cleaned of invisible characters.
    """

    view: View
    names: tuple[str, ...]
    language: str
    links: Mapping[str, str]

    def word(self, code: str, **values: object) -> str:
        return WORDS[code][language_column(self.language)].format(**values)


def render_icon(name: str, css: str = "") -> str:
    """Return one of our shapes, in the colour of the surrounding text."""
    return render_shape(f"{ICONS_PATH}#{PREFIX}{name}", "0 0 24 24", css)


def render_counter(name: str, many: int | str) -> str:
    """Return a number after its shape."""
    return render_element("span", f"count {name}", f"{render_icon(name)}<b>{many}</b>")
