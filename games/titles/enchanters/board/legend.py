"""The legend of icons: every shape in card texts, with its meaning."""

from __future__ import annotations

from ..words.names import language_index
from .guide import LOOKS, SHAPES
from .page.marks import render_icon
from .sayings import ICONS, KINDS


def list_icons(language: str) -> list[tuple[str, str]]:
    """Return each icon (HTML) with its meaning: what cards count, then the kinds of cards."""
    column = language_index(language)
    # Several kinds share a shape; the first one names it.
    kinds = {shape: KINDS[kind][column] for kind, (shape, _, _) in reversed(LOOKS.items())}
    counters = [(render_icon(name), row[column]) for name, row in ICONS.items()]
    return counters + [(render_icon(shape), kinds[shape]) for shape in SHAPES if shape not in ICONS]
