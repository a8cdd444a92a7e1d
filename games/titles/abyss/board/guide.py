"""The guide to Abyss: the rules in our own words, the list of cards, and the lines of a score.

The printed rulebook has more; this is what a player needs to answer an e-mail.
"""

from __future__ import annotations

from pathlib import Path

from games.engine.board.chapters import Entry, Section, render_legend_item, select_rule_sections
from games.engine.contract import MatchOptions

from ..rules.components import GUILDS, LOCATIONS, LORDS, RACES
from ..rules.setup import SEATS, set_up_match
from ..rules.view import build_view
from ..words.lexicon import describe_location_scoring, describe_lord_power, guild_name, list_words
from ..words.names import language_column
from . import spoken
from .page import faces
from .page.tags import render_element
from .sayings import SCORE_LINES
from .scene import build_scene
from .shapes import render_shape_definitions


def list_sections(language: str, options: MatchOptions) -> tuple[Section, ...]:
    """Return the rules with these options, one section per heading."""
    return select_rule_sections(Path(__file__), language, options)


def list_cards(language: str) -> list[Entry]:
    """Return every Lord, guild by guild, then every Location."""
    # The list is about the printed cards, as they are without options.
    view = build_view(set_up_match(SEATS[0], bytes(32), {}), None)
    scene = build_scene(view, (), language)
    lords = [
        Entry(
            code,
            guild_name(LORDS[code].guild, language).capitalize(),
            scene.name(code),
            spoken.describe_lord_text(scene, code),
            _wrap_in_table_colours(faces.render_lord_portrait(code)),
        )
        for of in GUILDS
        for code in LORDS
        if LORDS[code].guild == of
    ]
    places = [
        Entry(
            code,
            scene.word("locations"),
            scene.name(code),
            describe_location_scoring(code, language),
            _wrap_in_table_colours(faces.render_location_sign(code)),
        )
        for code in LOCATIONS
    ]  # fmt: skip
    return lords + places


def render_legend(language: str) -> str:
    """Return the five races with colour, shape and name, as HTML."""
    lexicon = list_words(language)
    return "".join(
        render_legend_item(
            _wrap_in_table_colours(faces.render_item(f"{race}3", language)), lexicon[race]
        )
        for race in RACES
    )


def explain_score_line(code: str, language: str) -> str:
    """Return what a line of the score counts; "" if its name is clear enough."""
    if code in LOCATIONS:
        return describe_location_scoring(code, language)
    if code in SCORE_LINES:
        return SCORE_LINES[code][language_column(language)]
    return describe_lord_power(code, language) if code in LORDS else ""


def _wrap_in_table_colours(picture: str) -> str:
    """Return a picture with the colours of the board, for pages without the board."""
    return render_element("span", "sea-ink", picture)


def render_guide_sprite(html: str) -> str:
    """Return the SVG symbols that the HTML uses, to be placed once on the page."""
    return (
        '<svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false">'
        f"<defs>{render_shape_definitions(html)}</defs></svg>"
    )
