"""The tutorials of games: a scripted match, one page per step, without an account or a script.

Nothing is stored: every step follows from the game's script, so that a page can be reloaded, left
and linked to.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.engine import notation
from games.engine.coaching import translate_row
from games.engine.contract import name_players
from games.engine.tutorials import LEARNER, Lesson, play_tutorial
from games.http.viewers import language_of
from games.presentation import boards
from games.titles import GAMES
from games.web import board_html


@cache
def list_lessons(game: str) -> Sequence[Lesson]:
    """Return the steps of a game's tutorial, and its ending; () if it has none."""
    return play_tutorial(GAMES[game]) if GAMES[game].tutorial else ()


def has_tutorial(game: str) -> bool:
    return GAMES[game].tutorial is not None


@require_safe
def show_tutorial(request: HttpRequest, game: str, number: int = 1) -> HttpResponse:
    """Show a step of a tutorial: what is glowing on the board leads to the next one."""
    lessons = list_lessons(game) if game in GAMES else ()
    if not 1 <= number <= len(lessons):
        raise Http404
    lesson, language = lessons[number - 1], language_of(request)
    is_last = number == len(lessons)
    onward = "" if is_last else reverse("tutorial", args=[game, number + 1])
    context = {
        "game": GAMES[game],
        "number": number,
        "many": len(lessons) - 1,
        "is_last": is_last,
        "heading": translate_row(lesson.step.title, language),
        "says": translate_row(lesson.step.says, language),
        "onward": onward,
        "back": reverse("tutorial", args=[game, number - 1]) if number > 1 else "",
        "spotlight": lesson.step.spotlight,
        "answer": _describe_answer(game, lesson, language),
        "others": [rules for rules in GAMES.values() if rules.tutorial and rules.name != game],
        **_build_board(game, lesson, language, onward),
    }
    return render(request, "games/guide/tutorial.html", context)


def _describe_answer(game: str, lesson: Lesson, language: str) -> str:
    if lesson.answer is None:
        return ""
    rules = GAMES[game]
    view = name_players(rules.build_view(lesson.state, LEARNER), (_("You"), "Bot"))
    label = rules.label_answer(lesson.answer, view, language)
    text = notation.format_decision(lesson.answer, rules.list_words(language))
    return label or str(capfirst(text))


def _build_board(game: str, lesson: Lesson, language: str, onward: str) -> dict[str, object]:
    """Return the board as in a match; the component in the spotlight links `onward`."""
    view, names = GAMES[game].build_view(lesson.state, LEARNER), [_("You"), "Bot"]
    links = {lesson.step.spotlight: onward} if onward else {}
    context = board_html.board_context(game, view, names, language, links=links)
    context["players"] = list(
        zip(names, boards.PAGES[game].summarize_seats(view, language), strict=True)
    )
    return context
