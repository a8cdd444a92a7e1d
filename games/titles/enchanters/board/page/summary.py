"""The counters of each player in the strip above the board."""

from __future__ import annotations

from games.engine.contract import Counter, SeatSummary
from games.engine.text import format_number

from ...rules.view import View
from ...words.text_table import describe_seat_counts
from .marks import render_icon

# Counters, with their shapes and the colours of these.
COUNTER_LOOKS = {
    "attack": ("attack", "red"),
    "defense": ("defense", "blue"),
    "crystals": ("crystal", "gold"),
    "wound_count": ("wound", ""),
}


def summarize_seats(view: View, language: str) -> list[SeatSummary]:
    """Return attack, defense, crystals, wounds and points of each seat; no points in a cooperative
    match."""
    return [_summarize_seat(view, number, language) for number in range(len(view.seats))]


def _summarize_seat(view: View, number: int, language: str) -> SeatSummary:
    own = view.seats[number]
    points = own.points
    if view.scores is not None:
        points = sum(points for _, points in view.scores[number])
    counters = [
        Counter(render_icon(shape), format_number(own.count(code)), tone)
        for code, (shape, tone) in COUNTER_LOOKS.items()
    ]
    if view.options.mode != "coop":
        counters.append(Counter(render_icon("points"), format_number(points), "gold"))
    words = describe_seat_counts(own, points, language)
    return SeatSummary(tuple(counters), words, number == view.active and not view.result)
