"""The Essence on a page: everything a seat may see, in responsive HTML from phone to desktop.

Where to look: `sky`, `market` and `seats` are the parts of the board, `faces` the cards, `icons`
their effects, `tags` their building blocks, `sayings` the texts, `aims` the component that an
answer points at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from games.engine.board.lettering import sanitize_text

from ...rules.view import View
from ...words.lexicon import LANGUAGES, language_column
from ...words.text_table import seats_from_viewer
from .market import (
    render_advisors,
    render_effect_options,
    render_factions,
    render_market,
    render_treaties,
)
from .seats import render_own_hand, render_seat_panel
from .sky import render_prophecy, render_round_header
from .tags import Sheet


def render_table(view: View, names: Sequence[str], language: str, links: Mapping[str, str]) -> str:
    """Return the board as HTML; `links[thing]` is the URL of that component."""
    sheet = _build_sheet(view, names, language, links)
    around_ = "".join(render_seat_panel(sheet, number) for number in seats_from_viewer(view))
    seats = f'<div class="seats-around">{around_}</div>'
    parts = (
        [render_round_header(sheet), seats]
        if view.scores is not None
        else [render_round_header(sheet), *_render_play_area(sheet)]
    )
    if view.scores is None:
        parts.append(seats)
    return _render_tabletop("".join(parts), language)


def render_hand(view: View, names: Sequence[str], language: str, links: Mapping[str, str]) -> str:
    """Return the viewer's hand as HTML; "" for a spectator, and if it is empty."""
    hand = render_own_hand(_build_sheet(view, names, language, links))
    return _render_tabletop(hand, language, "in-hand") if hand else ""


def _build_sheet(
    view: View, names: Sequence[str], language: str, links: Mapping[str, str]
) -> Sheet:
    visible_names = tuple(
        sanitize_text(name) or f"#{number}" for number, name in enumerate(names, 1)
    )
    return Sheet(view, visible_names, language, links)


def _render_tabletop(inside: str, language: str, css: str = "") -> str:
    lang = LANGUAGES[language_column(language)]
    return f'<div class="tabletop clouds {css}" lang="{escape(lang)}">{inside}</div>'


def _render_play_area(sheet: Sheet) -> list[str]:
    """Return the middle of the board."""
    middle = (
        render_market(sheet),
        render_advisors(sheet),
        render_prophecy(sheet),
        render_treaties(sheet),
    )
    middle_area = f'<div class="middle">{"".join(middle)}</div>'
    return [render_effect_options(sheet), render_factions(sheet), middle_area]
