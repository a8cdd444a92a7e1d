"""The rules of Abyss in our own words, the list of its cards, and what each line of a score counts.

The printed rulebook says more; this is what one must know to answer a letter.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from games.engine.board.chapters import Entry, Section, named, sections
from games.titles.abyss.board import spoken
from games.titles.abyss.board.scene import scene
from games.titles.abyss.components import GUILDS, LOCATIONS, LORDS, RACES
from games.titles.abyss.names import index
from games.titles.abyss.words import guild, power, scoring, words

from . import faces
from .sayings import SCORED
from .tags import tag

# What may differ from match to match is left out: the list is about the printed cards.
PRINTED: dict[str, Any] = {"options": {}}


def guide(language: str) -> tuple[Section, ...]:
    """Return the rules, heading by heading."""
    return sections(Path(__file__), language)


def cards(language: str) -> list[Entry]:
    """Return every Lord, guild by guild, then every Location."""
    shown = scene(PRINTED, (), language)
    lords = [
        Entry(
            code,
            guild(LORDS[code].guild, language).capitalize(),
            shown.name(code),
            spoken.lord(shown, code).partition("): ")[2],
            _inked(tag("span", f"small {LORDS[code].guild}", faces.emblem(code))),
        )
        for of in GUILDS
        for code in LORDS
        if LORDS[code].guild == of
    ]
    places = [
        Entry(
            code, shown.word("locations"), shown.name(code), scoring(code, language),
            _inked(faces.sign(code)),
        )
        for code in LOCATIONS
    ]  # fmt: skip
    return lords + places


def legend(language: str) -> str:
    """Return the five races by colour, shape and name, as HTML."""
    lexicon = words(language)
    return "".join(named(_inked(faces.item(f"{race}3", language)), lexicon[race]) for race in RACES)


def scored(code: str, language: str) -> str:
    """Return what a line of the score counts; "" for one that says it all."""
    if code in LOCATIONS:
        return scoring(code, language)
    if code in SCORED:
        return SCORED[code][index(language)]
    return power(code, language) if code in LORDS else ""


def _inked(picture: str) -> str:
    """Return a picture in the colours of the table, on a page that is not the table."""
    return tag("span", "sea-ink", picture)
