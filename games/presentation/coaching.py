"""What the coach beside a table says to whoever sits there, from what they may see alone."""

from __future__ import annotations

from typing import Any

from games.engine import notation
from games.engine.chance import Chance
from games.engine.coaching import translate_row
from games.models import Match, Seat, Status
from games.queries.matches import Table
from games.titles import GAMES


def build_coach_panel(match: Match, seen: Table, language: str) -> dict[str, Any]:
    """What a page shows of the coach, {} where there is none: whether it is `on`, and if so what
    the question means, an answer that a house bot would give, and why. After the end, what next.
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
    # What a house bot would say, as luck of its own has it: of the table it sees no more than this.
    answer = game.bot.choose_decision(seen.view, asked, Chance(question.row.token.encode()))
    said = {"on": True, "means": translate_row(lesson, language) if lesson else ""}
    said["answer"] = notation.format_decision(answer, game.list_words(language))
    because = coach.explain_answer(asked, seen.view, answer)
    return said | {"why": translate_row(because[0], language, because[1]) if because else ""}


def _find_seat(match: Match, number: int | None) -> Seat | None:
    return next((seat for seat in match.seats.all() if seat.number == number), None)
