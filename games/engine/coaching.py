"""What a coach beside the table says: what a question means, and why an answer might be good.

A game that teaches has `coach.py` with its sentences, (English, French, German) each; `games/
coaching.py` lists them. They are given the question, the view and an answer, nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from .contract import Decision, Prompt

Row = tuple[str, str, str]


class Coach(Protocol):
    """What a game's `coach.py` exports."""

    # By question: what it means, and what to look at.
    LESSONS: Mapping[str, Row]

    def reason(
        self, prompt: Prompt, view: Mapping[str, Any], answer: Decision
    ) -> tuple[Row, dict[str, object]] | None:
        """Return why an answer might be good, with the facts for its gaps; None: nothing to say."""


def translate_row(row: Row, language: str, facts: Mapping[str, object] | None = None) -> str:
    """Return a sentence in a language, its gaps filled.

    >>> translate_row(("{n} cards", "{n} cartes", "{n} Karten"), "de", {"n": 3})
    '3 Karten'
    """
    return row[("en", "fr", "de").index(language)].format(**(facts or {}))
