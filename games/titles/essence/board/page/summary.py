"""The counters of each player in the strip above the board."""

from __future__ import annotations

from games.engine.contract import Counter, SeatSummary

from ...rules.view import View
from ...words.text_table import describe_seat_counts
from .tags import render_icon

# Counters with the colours of their icons.
COUNTER_COLOURS = {"shards": "gold", "essence": "blue", "wealth": "gold", "influence": "violet"}


def summarize_seats(view: View, language: str) -> list[SeatSummary]:
    """Return Shards, Essence, Wealth and Influence of each seat."""
    return [
        SeatSummary(
            tuple(
                Counter(render_icon(code), str(own.count(code)), tone)
                for code, tone in COUNTER_COLOURS.items()
            ),
            ", ".join(describe_seat_counts(own, language)),
            view.scores is None and number == view.active,
        )
        for number, own in enumerate(view.seats)
    ]
