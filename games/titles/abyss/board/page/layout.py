"""Abyss on a page: the same art as the picture, in responsive HTML from phone to desktop.

Where to look: `court`, `depths`, `places` and `tableau` are the parts of the board, `faces` the
cards, `tags` their building blocks, `aims` the component that an answer points at, `guide` the
rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from ...rules.view import View
from ...words.names import LANGUAGES, language_column
from .. import spoken
from ..scene import build_scene
from .court import render_court
from .depths import (
    render_council,
    render_exploration_track,
    render_played_allies,
    render_threat_track,
)
from .places import render_drawn_locations, render_locations
from .tableau import render_own_hand, render_tableau
from .tags import Sheet, render_fold


def render_table(view: View, names: Sequence[str], language: str, links: Mapping[str, str]) -> str:
    """Return the board as HTML; `links[thing]` is the URL of that component."""
    sheet = Sheet(build_scene(view, names, language), links)
    around = [render_tableau(sheet, number) for number in _list_seats_clockwise(view)]
    end_class = "" if view.scores is None else " ended"
    seats = f'<div class="seats-around{end_class}">{"".join(around)}</div>'
    if view.scores is not None:
        return _render_tabletop(seats + _fold_remaining_cards(sheet), language)
    middle = (
        render_court(sheet),
        render_exploration_track(sheet),
        render_threat_track(sheet),
        render_council(sheet),
        render_locations(sheet),
    )
    centre = f'<div class="middle">{"".join(middle)}</div>'
    # Components that lie there only while somebody is asked about them come first.
    passing = render_played_allies(sheet) + render_drawn_locations(sheet)
    notes = _render_note("last-round", spoken.last_round(sheet.scene))
    return _render_tabletop(notes + passing + centre + seats, language)


def _fold_remaining_cards(sheet: Sheet) -> str:
    """Return what nobody has taken, folded: after the end it is the least important."""
    kinds = " · ".join(sheet.scene.word(kind) for kind in ("court", "council", "locations"))
    rest = render_court(sheet) + render_council(sheet) + render_locations(sheet)
    return render_fold("rest", "seat", escape(kinds), f'<div class="middle">{rest}</div>')


def render_hand(view: View, names: Sequence[str], language: str, links: Mapping[str, str]) -> str:
    """Return the viewer's hand as HTML; "" for a spectator and for an empty hand."""
    hand = render_own_hand(Sheet(build_scene(view, names, language), links))
    return _render_tabletop(hand, language, "in-hand") if hand else ""


def _render_tabletop(inside: str, language: str, css: str = "") -> str:
    lang = LANGUAGES[language_column(language)]
    return f'<div class="tabletop sea {css}" lang="{lang}">{inside}</div>'


def _render_note(css: str, words: str) -> str:
    return f'<p class="{css}">{escape(words)}</p>' if words else ""


def _list_seats_clockwise(view: View) -> list[int]:
    """Return the seats clockwise, the viewer first."""
    many, first = len(view.seats), view.you or 0
    return [(first + n) % many for n in range(many)]
