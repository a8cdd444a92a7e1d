"""The coach: explanations for a beginner, from nothing but their own view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from games.engine import notation
from games.engine.chance import Chance
from games.engine.coaching import translate_row
from games.engine.contract import AnyGame, Decision
from games.models import Match, Seat, Status
from games.queries.matches import Table
from games.titles import GAMES


def build_coach_panel(match: Match, seen: Table, language: str) -> dict[str, Any]:
    """Return the coach panel of the match page, {} if there is none.

    It says whether the coach is `on`, and if so, what the question means, an answer that a house
    bot would give, as words and as a form `value`, and why. After the end `is_over` is set.
    """
    seat, game = _find_seat(match, seen.seat), GAMES[match.game]
    if seat is None or game.coach is None:
        return {}
    if match.status != Status.RUNNING or not seat.coached:
        return {"on": seat.coached, "is_over": match.status == Status.FINISHED}
    question = seen.question
    if question is None or question.answered is not None:
        return {"on": True}
    coach, asked = game.coach, question.asked
    lesson = coach.lessons.get(asked.question)
    # The answer of a house bot with its own randomness, which sees no more than this view.
    answer = game.bot.choose_decision(seen.view, asked, Chance(question.row.token.encode()))
    said: dict[str, Any] = {"on": True, "means": translate_row(lesson, language) if lesson else ""}
    said["answer"] = notation.format_decision(answer, game.list_words(language))
    # The form of the hint sends what a button of the answer form would.
    said["value"], said["token"] = msgspec.json.encode(answer).decode(), question.row.token
    because = coach.explain_answer(asked, seen.view, answer)
    if because is not None:
        said["why"] = translate_row(because[0], language, _name_facts(game, because[1], language))
    return said


def _name_facts(game: AnyGame, facts: dict[str, object], language: str) -> dict[str, object]:
    """Return the facts of a reason with codes and answers in words."""
    words = game.list_words(language)
    return {name: _name_fact(fact, words) for name, fact in facts.items()}


def _name_fact(fact: object, words: Mapping[str, str]) -> object:
    if isinstance(fact, Decision):
        return notation.format_decision(fact, words)
    return words.get(fact, fact) if isinstance(fact, str) else fact


def _find_seat(match: Match, number: int | None) -> Seat | None:
    return next((seat for seat in match.seats.all() if seat.number == number), None)
