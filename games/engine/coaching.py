"""Translate the sentences of a game's coach: see `Coach` in contract.py."""

from __future__ import annotations

from collections.abc import Mapping

from .board.chapters import Row


def translate_row(row: Row, language: str, facts: Mapping[str, object] | None = None) -> str:
    """Return the sentence in a language, with its placeholders filled.

    >>> translate_row(("{n} cards", "{n} cartes", "{n} Karten"), "de", {"n": 3})
    '3 Karten'
    """
    return row[("en", "fr", "de").index(language)].format(**(facts or {}))
