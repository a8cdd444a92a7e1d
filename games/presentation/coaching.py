"""The coach: explanations for a beginner, from nothing but their own view."""

from __future__ import annotations

import msgspec

from games.engine import notation
from games.engine.chance import Chance
from games.engine.coaching import translate_row
from games.engine.contract import AnyGame, Decision, View, name_players
from games.models import Match, Seat, Status
from games.queries.matches import Table
from games.titles import GAMES


def build_coach_panel(match: Match, table: Table, language: str) -> dict[str, object]:
    """Return the coach panel of the match page, {} if there is none.

    It says whether the coach is `on`, and if so, what the question means, an answer that a house
    bot would give, as words and as a form `value`, and why. After the end `is_over` is set.
    """
    seat, game = _find_seat(match, table.seat), GAMES[match.game]
    if seat is None or game.coach is None:
        return {}
    if match.status != Status.RUNNING or not seat.coached:
        return {"on": seat.coached, "is_over": match.status == Status.FINISHED}
    question = table.question
    if question is None or question.answered is not None:
        return {"on": True}
    coach, prompt = game.coach, question.asked
    lesson = coach.lessons.get(prompt.question)
    # The answer of a house bot with its own randomness, which sees no more than this view.
    answer = game.bot.choose_decision(table.view, prompt, Chance(question.row.token.encode()))
    panel: dict[str, object] = {
        "on": True,
        "means": translate_row(lesson, language) if lesson else "",
    }
    view = name_players(table.view, table.names)
    panel["answer"] = _name_answer(game, answer, view, language)
    # The form of the hint sends what a button of the answer form would.
    panel["value"], panel["token"] = msgspec.json.encode(answer).decode(), question.row.token
    because = coach.explain_answer(prompt, table.view, answer)
    if because is not None:
        row, facts = because
        fact_names = {name: _name_fact(game, fact, view, language) for name, fact in facts.items()}
        panel["why"] = translate_row(row, language, fact_names)
    return panel


def _name_answer(game: AnyGame, answer: Decision, view: View, language: str) -> str:
    """Return an answer as its button says it, so that it is found among the buttons."""
    label = game.label_answer(answer, view, language)
    return label or notation.format_decision(answer, game.list_words(language))


def _name_fact(game: AnyGame, fact: object, view: View, language: str) -> object:
    """Return a fact of a reason with codes and answers in words."""
    if isinstance(fact, Decision):
        return _name_answer(game, fact, view, language)
    return game.list_words(language).get(fact, fact) if isinstance(fact, str) else fact


def _find_seat(match: Match, number: int | None) -> Seat | None:
    return next((seat for seat in match.seats.all() if seat.number == number), None)
