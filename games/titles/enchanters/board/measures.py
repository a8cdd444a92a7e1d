"""Measures for charts over time: public numbers by seat."""

from __future__ import annotations

from ..rules.view import View
from ..words.names import language_index
from .sayings import MEASURES


def count_measures(view: View) -> dict[str, list[int]]:
    """Return each seat's current points and attack, by measure; a cooperative match has no
    points."""
    names = ["attack"] if view.options.mode == "coop" else ["points", "attack"]
    return {name: [seat.count(name) for seat in view.seats] for name in names}


def name_measure(code: str, language: str) -> str:
    """Return the name of a measure."""
    return MEASURES[code][language_index(language)]
