"""The Essence on a page: everything a seat may see as things that flow from a phone to a desk.

Where to look: `sky`, `market` and `seats` are the parts, `faces` the cards, `tags` what
they are made of, `sayings` the words, `aims` at which thing an answer is pointed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from games.engine.board.chapters import marks
from games.engine.board.lettering import clean
from games.titles.essence.board.guide import SHAPES
from games.titles.essence.table import around
from games.titles.essence.words import LANGUAGES, index

from .aims import aim, goal, worth
from .faces import item
from .market import advisors, factions, listed, market, treaties
from .seats import hand, seat
from .sky import head, prophecy
from .tags import COUNTERS, Sheet

__all__ = ["aim", "goal", "item", "lay", "sprite", "worth"]


def lay(
    view: Mapping[str, Any], names: Sequence[str], language: str, links: Mapping[str, str]
) -> str:
    """Return the table as HTML; `links[thing]` is where a press on that thing leads."""
    called = tuple(clean(name) or f"#{number}" for number, name in enumerate(names, 1))
    sheet = Sheet(view, called, language, links)
    around_ = "".join(seat(sheet, number) for number in around(view))
    seats = f'<div class="seats-around">{around_}</div>'
    parts = [head(sheet), seats] if view["scores"] is not None else [head(sheet), *_play(sheet)]
    if view["scores"] is None:
        parts.append(seats)
    lang = LANGUAGES[index(language)]
    return f'<div class="tabletop clouds" lang="{escape(lang)}">{"".join(parts)}</div>'


def _play(sheet: Sheet) -> list[str]:
    """Return what lies in the middle, and the viewer's hand."""
    middle = (market(sheet), advisors(sheet), prophecy(sheet), treaties(sheet))
    shown = f'<div class="middle">{"".join(middle)}</div>'
    return [listed(sheet), factions(sheet), hand(sheet), shown]


def sprite(html: str) -> str:
    """Return the shapes of this table, to stand once on the page."""
    return marks(SHAPES | COUNTERS)
