"""Prompts as shown to their player, and their answers in words."""

from __future__ import annotations

from games.engine import notation
from games.engine.contract import Decision
from games.models import Prompt
from games.queries import matches
from games.queries.matches import Question
from games.titles import GAMES


def question_of(row: Prompt, language: str) -> Question | None:
    """Return the rules' prompt for the row, None if it is no longer asked."""
    seen = matches.build_table(row.match, row.seat, language)
    return seen.question if seen.question and seen.question.row.pk == row.pk else None


def words_of(question: Question, decision: Decision, language: str) -> str:
    """Return an answer in words with its cost: “recruit Sage with … – and pay 2 Pearls”."""
    match = question.row.match
    game = GAMES[match.game]
    view = matches.build_table(match, question.row.seat, language).view | {
        "names": matches.player_names(match)
    }
    hint = game.describe_cost(decision, view, language)
    said = notation.format_decision(decision, game.list_words(language))
    return f"{said} – {hint}" if hint else said
