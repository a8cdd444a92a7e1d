"""Measures for charts over time: public numbers by seat."""

from __future__ import annotations

from ..rules.view import View
from ..words.lexicon import language_column
from .sayings import MEASURES


def count_measures(view: View) -> dict[str, list[int]]:
    """Return each seat's Shards and Essence, by measure; the Essence restarts every round."""
    return {name: [seat.count(name) for seat in view.seats] for name in ("shards", "essence")}


def name_measure(code: str, language: str) -> str:
    """Return the name of a measure."""
    return MEASURES[code][language_column(language)]
