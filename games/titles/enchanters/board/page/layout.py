"""Enchanters on a page: the road, the country beside it and all stacks, as HTML.

Where to look: `road`, `country` and `seats` are the parts of the board, `hand` the viewer's own
topmost cards, `summary` the counters of the players, `faces` the cards, `marks` the shapes and the
view to render, `aims` the component that an answer points at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from games.engine.board.lettering import sanitize_text
from games.engine.board.tags import render_element

from ...rules.view import View
from ...words.names import LANGUAGES, language_index, name_of
from ...words.text_table import format_label
from .country import render_country
from .hand import render_own_cards
from .marks import Sheet
from .road import render_road
from .seats import render_seat_panel


def render_table(view: View, names: Sequence[str], language: str, links: Mapping[str, str]) -> str:
    """Return the board as HTML; `links[thing]` is the URL of that component."""
    sheet = _build_sheet(view, names, language, links)
    first, many = view.you or 0, len(view.seats)
    around = "".join(render_seat_panel(sheet, (first + n) % many) for n in range(many))
    seats = render_element("div", "seats-around", around)
    parts = [render_road(sheet), render_country(sheet), seats]
    if view.result:
        parts = [seats, render_country(sheet)]
    return _render_tabletop(_render_header(sheet) + "".join(parts), language)


def render_hand(view: View, names: Sequence[str], language: str, links: Mapping[str, str]) -> str:
    """Return the viewer's topmost cards as HTML; "" for a spectator, and at the end."""
    hand = render_own_cards(_build_sheet(view, names, language, links))
    return _render_tabletop(hand, language, " in-hand") if hand else ""


def _build_sheet(
    view: View, names: Sequence[str], language: str, links: Mapping[str, str]
) -> Sheet:
    visible_names = [sanitize_text(name) or f"#{number}" for number, name in enumerate(names, 1)]
    return Sheet(view, visible_names, language, links)


def _render_tabletop(inside: str, language: str, css: str = "") -> str:
    lang = LANGUAGES[language_index(language)]
    return f'<div class="tabletop journey{css}" lang="{lang}">{inside}</div>'


def _render_header(sheet: Sheet) -> str:
    """Return the number of the turn, the kingdoms, and the shared wounds of a cooperative match."""
    view, language = sheet.view, sheet.language
    if view.result:
        line = format_label(language, "over")
    elif view.turn:
        line = sheet.word("turn").format(turn=view.turn)
    else:
        line = format_label(language, "setup")
    kingdoms = " · ".join(name_of(kingdom, language) for kingdom in view.kingdoms)
    header = render_element("p", "turn", escape(line)) + (
        render_element("p", "kingdoms", kingdoms) if kingdoms else ""
    )
    if view.threshold is not None:
        pool = format_label(language, "pool", pool=view.pool, threshold=view.threshold)
        header += render_element("p", "pool", pool)
    if view.duel:
        header += render_element("p", "pool", escape(_describe_duel(sheet)))
    return render_element("div", "top", header)


def _describe_duel(sheet: Sheet) -> str:
    """Return who fights a duel; the Overlord has no seat."""
    overlord = sheet.word("overlord")
    first, second = (sheet.names[n] if n >= 0 else overlord for n in sheet.view.duel or ())
    return sheet.word("duel").format(one=first, two=second)
