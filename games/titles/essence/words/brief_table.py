"""The board as short plain text for e-mails: the cards by name.

What the cards do is in the full text table, which the page of the match shows.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.engine import text

from ..rules.components import SEGMENT
from ..rules.view import View
from .chart import format_island
from .lexicon import name_of
from .story import format_card_list
from .text_table import (
    describe_seat_counts,
    format_advisors,
    format_header,
    format_label,
    format_scores,
    localize_colon,
    seats_from_viewer,
)


def describe_brief_table(view: View, names: Sequence[str], language: str) -> str:
    """Return the view in a fraction of the length of the text table."""
    blocks = [
        format_header(view, names, language),
        _format_hand(view, language),
        _format_offers(view, language),
        *(_format_seat(view, number, names, language) for number in seats_from_viewer(view)),
        format_scores(view, names, language),
    ]
    return "\n\n".join("\n".join(lines) for lines in blocks if lines)


def _format_hand(view: View, language: str) -> list[str]:
    """Return the viewer's hand; the answers say what its cards do."""
    if view.you is None or view.scores is not None:
        return []
    hand = view.own_hand
    cards = format_card_list(hand, language) if hand else format_label(language, "empty")
    return [text.wrap_item(format_label(language, "hand", many=len(hand)), cards)]


def _format_offers(view: View, language: str) -> list[str]:
    """Return what may be taken, built, read and signed: names and prices.

    While Advisors are bid for and taken, what they do, too.
    """
    if view.scores is not None:
        return []
    is_bidding = view.turn == 0
    market = sorted(view.market, key=lambda code: (SEGMENT[code].cost, code))
    offers = {
        "advisors": [
            name_of(pile.card, language) for pile in view.advisors if pile.card and not is_bidding
        ],
        "brief.market": [f"{name_of(code, language)} {SEGMENT[code].cost}" for code in market],
        "brief.row": [name_of(code, language) for code in view.row[1:] if code is not None],
        "treaties": [
            name_of(code, language)
            for code, signers in view.treaties.items()
            if len(signers) < view.spaces
        ],
    }
    offer_lines = [
        text.wrap_item(f"{format_label(language, kind)} ", ", ".join(names))
        for kind, names in offers.items()
        if names
    ]
    return [*(format_advisors(view, language) if is_bidding else ()), *offer_lines]


def _format_seat(view: View, number: int, names: Sequence[str], language: str) -> list[str]:
    """Return a player's counters; all of them, and the Island, for the viewer."""
    seat, is_viewer = view.seats[number], number == view.you
    name = names[number] + (format_label(language, "you") if is_viewer else "")
    stats = {key: seat.count(key) for key in ("essence", "shards", "wealth", "influence")}
    stats |= {"attack": seat.attack_value, "defense": seat.defense_value}
    brief = format_label(language, "brief.seat", **stats)
    counters = describe_seat_counts(seat, language)[0] if is_viewer else brief
    lines = [text.wrap_item(f"{name}{localize_colon(language)} ", counters)]
    if is_viewer:
        lines += format_island(seat.island, language, full=False)
    return lines
