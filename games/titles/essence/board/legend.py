"""The legend of icons: every shape on cards, with its meaning."""

from __future__ import annotations

from ..rules.vocabulary import TYPES
from ..words.lexicon import STATS, language_column, list_words
from .page.tags import COUNTERS, render_icon
from .sayings import ICONS

# Shapes that stand for players on the board and are on no card.
OF_PLAYERS = ("asked",)


def list_icons(language: str) -> list[tuple[str, str]]:
    """Return each icon (HTML) with its meaning: types, values, then effects."""
    column, words = language_column(language), list_words(language)
    names = [name for name in (*TYPES, *COUNTERS) if name not in (*ICONS, *OF_PLAYERS)]
    # “attack” is a verb, too.
    meanings = {name: STATS[name][column] if name in STATS else words[name] for name in names}
    return [(render_icon(name), word) for name, word in meanings.items()] + [
        (render_icon(name), row[column]) for name, row in ICONS.items()
    ]
