"""Questions as JSON values, as programs receive them."""

from __future__ import annotations

import msgspec

from games.engine import notation
from games.models import Prompt
from games.queries.matches import Question
from games.titles import GAMES


def serialize_question(question: Question, language: str, *, with_token: bool) -> dict[str, object]:
    """Return a prompt as its seat may see it; the token only for those who may answer."""
    rules_prompt = question.asked
    words = GAMES[question.row.match.game].list_words(language)
    answers = [
        msgspec.to_builtins({"verb": answer.decision.verb, "args": answer.decision.args})
        | {"number": answer.number, "words": answer.words, "hint": answer.hint}
        for answer in question.answers
    ]
    choices = [
        {"verb": choice.verb, "args": choice.args, "slots": msgspec.to_builtins(choice.slots)}
        for choice in rules_prompt.choices
    ]
    return serialize_prompt(question.row, with_token=with_token) | {
        "text": question.text,
        "facts": msgspec.to_builtins(rules_prompt.facts),
        "answers": answers,
        "choices": choices,
        "fallback": notation.format_decision(rules_prompt.fallback, words),
        "answered": question.answered,
    }


def serialize_prompt(row: Prompt, *, with_token: bool) -> dict[str, object]:
    """Return what is known of a prompt without its match's state."""
    plain = ("id", "seat", "question", "sealed", "opened_at", "deadline_at")
    return {name: getattr(row, name) for name in plain} | {
        "token": row.token if with_token else None,
        "match": row.match.number,
        "game": row.match.game,
    }
