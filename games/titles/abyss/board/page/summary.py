"""The counters of each player in the strip above the board."""

from __future__ import annotations

from games.engine.contract import Counter, SeatSummary

from ...rules.view import View
from ...words.story import format_counted_noun
from .. import spoken
from ..scene import Scene, build_scene
from .tags import render_shape_icon


def summarize_seats(view: View, language: str) -> list[SeatSummary]:
    """Return Lords, Pearls, keys, cards and Monster tokens of each seat; after the end the score
    instead of the cards."""
    scene = build_scene(view, [""] * len(view.seats), language)
    return [_summarize_seat(scene, number) for number in range(len(view.seats))]


def _summarize_seat(scene: Scene, number: int) -> SeatSummary:
    view = scene.view
    own = view.seats[number]
    rows = [
        ("lords", len(own.lords), "blue"),
        ("pearl", own.pearls, ""),
        ("key", own.keys, "gold"),
        ("cards", own.hand_size, ""),
        ("token", own.monster_token_count, ""),
    ]
    words = f"{scene.word('lords')} {len(own.lords)}, {spoken.describe_holdings(scene, number)}"
    if view.scores is not None:
        score = spoken.sum_score_lines(view.scores[number])
        rows[3] = ("ambassadors", score, "gold")
        words = f"{format_counted_noun(score, 'points', scene.language)}, {words}"
    counters = tuple(Counter(render_shape_icon(name), str(many), tone) for name, many, tone in rows)
    return SeatSummary(counters, words, view.scores is None and number == view.active)
