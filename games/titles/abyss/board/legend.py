"""The legend of icons: every shape on cards and tracks, with its meaning."""

from __future__ import annotations

from ..rules.components import GUILDS, RACES
from ..words.lexicon import guild_name, list_words
from ..words.names import language_column
from .page.tags import render_shape_icon
from .sayings import EMBLEM, ICONS

# Shapes that the page draws itself, or under another name.
PAGE_SHAPES = {"ring": '<i class="ring"></i>', "crown": render_shape_icon("lords", "crown")}


def list_icons(language: str) -> list[tuple[str, str]]:
    """Return each icon (HTML) with its meaning: races, guilds, then the others."""
    column, words = language_column(language), list_words(language)
    races = [(render_shape_icon(race), words[race]) for race in RACES]
    guilds = [
        (render_shape_icon(guild), EMBLEM[column].format(guild=guild_name(guild, language)))
        for guild in GUILDS
    ]
    others = [
        (PAGE_SHAPES.get(name) or render_shape_icon(name), row[column])
        for name, row in ICONS.items()
    ]
    return races + guilds + others
