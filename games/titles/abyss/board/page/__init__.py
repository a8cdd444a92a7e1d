"""Abyss on a page: the same art as the picture, in HTML that flows from a phone to a wide desk.

Where to look: `court`, `depths`, `places` and `tableau` are the parts of the table, `faces` the
cards, `tags` what they are made of, `aims` at which thing an answer is pointed, `guide` the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from games.titles.abyss.board import spoken
from games.titles.abyss.board.scene import scene
from games.titles.abyss.board.shapes import definitions
from games.titles.abyss.names import LANGUAGES, index

from .aims import aim, goal, worth
from .court import court
from .depths import council, played, threat, track
from .faces import item
from .guide import cards, guide, legend, scored
from .measures import measured, measures
from .places import locations
from .tableau import hand, seat
from .tags import Sheet

__all__ = [
    "aim",
    "cards",
    "goal",
    "guide",
    "item",
    "lay",
    "legend",
    "measured",
    "measures",
    "scored",
    "sprite",
    "worth",
]


def lay(
    view: Mapping[str, Any], names: Sequence[str], language: str, links: Mapping[str, str]
) -> str:
    """Return the table as HTML; `links[thing]` is where a press on that thing leads."""
    sheet = Sheet(scene(view, names, language), links)
    middle = [court(sheet), track(sheet), threat(sheet), council(sheet), locations(sheet)]
    if view["scores"] is not None:
        middle = [court(sheet), council(sheet), locations(sheet)]
    around = [seat(sheet, number) for number in _around(view)]
    seats = f'<div class="seats-around">{"".join(around)}</div>'
    centre = f'<div class="middle">{"".join(middle)}</div>'
    parts = [_head(sheet), played(sheet), centre, hand(sheet), seats]
    if view["scores"] is not None:
        parts = [_head(sheet), seats, centre]
    lang = LANGUAGES[index(language)]
    return f'<div class="tabletop sea" lang="{lang}">{"".join(parts)}</div>'


def sprite(html: str) -> str:
    """Return the shapes that the HTML uses, to stand once on the page."""
    return (
        '<svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false">'
        f"<defs>{definitions(html)}</defs></svg>"
    )


def _head(sheet: Sheet) -> str:
    told = f'<p class="turn">{escape(spoken.turn(sheet.scene))}</p>'
    if warning := spoken.last_round(sheet.scene):
        told += f'<p class="last-round">{escape(warning)}</p>'
    return f'<div class="top">{told}</div>'


def _around(view: Mapping[str, Any]) -> list[int]:
    """Return the seats clockwise, the viewer first."""
    many, first = len(view["seats"]), view["you"] or 0
    return [(first + n) % many for n in range(many)]
