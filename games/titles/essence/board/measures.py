"""What is worth drawing over time: numbers by seat that everybody at the table may know."""

from __future__ import annotations

from games.engine.contract import View

from ..words.lexicon import language_column
from .sayings import MEASURED


def count_measures(view: View) -> dict[str, list[int]]:
    """Return the Shards of each seat, and its Essence, which begins anew every round."""
    return {name: [seat[name] for seat in view["seats"]] for name in ("shards", "essence")}


def name_measure(code: str, language: str) -> str:
    """Return what one of these numbers is called."""
    return MEASURED[code][language_column(language)]
