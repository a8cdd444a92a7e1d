"""What is worth drawing over time: numbers by seat that everybody at the table may know."""

from __future__ import annotations

from games.engine.contract import View

from ..words.names import language_index
from .sayings import MEASURED


def count_measures(view: View) -> dict[str, list[int]]:
    """Return the points each seat would count now, and its attack; together there are no points."""
    names = ["attack"] if view["options"]["mode"] == "coop" else ["points", "attack"]
    return {name: [seat[name] for seat in view["seats"]] for name in names}


def name_measure(code: str, language: str) -> str:
    """Return what one of these numbers is called."""
    return MEASURED[code][language_index(language)]
