"""The HTML building blocks of the board: clickable components, counters, icons."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from msgspec import Struct

from games.engine.board.chapters import PREFIX
from games.engine.board.tags import (
    render_area,
    render_component,
    render_element,
)
from games.engine.board.tags import (
    render_icon as render_shape,
)
from games.engine.contract import View

from ...words.lexicon import language_column
from .sayings import WORDS

__all__ = [
    "COUNTERS",
    "Sheet",
    "render_area",
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
    "asked": "M5 2h14v3l-5 7 5 7v3H5v-3l5-7-5-7z",
}


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
    return render_shape(PREFIX + name, "0 0 24 24", css)


def render_counter(name: str, many: int | str, called: str = "") -> str:
    """Return a number after its shape, with its name below."""
    below = render_element("small", "", escape(called)) if called else ""
    return render_element("span", f"count {name}", f"{render_icon(name)}<b>{many}</b>{below}")
