"""The bot: it takes a question and returns its decision."""

from __future__ import annotations

from abyss_kit import Decision, Question


def choose_decision(question: Question) -> Decision:
    """Return any of the offered answers; look at `question.view` for a better one."""
    return question.chance.choose("my_bot", question.offers)
