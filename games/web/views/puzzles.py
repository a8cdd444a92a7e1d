"""Pages of puzzles: today's, those of each game, and one of them with its question."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.engine.contract import name_players
from games.engine.numbers import parse_number
from games.engine.search import can_think
from games.http.responses import see_other
from games.http.viewers import language_of, player_of
from games.models import Player, Puzzle
from games.presentation import puzzles as presentation
from games.presentation.puzzles import ShownPuzzle
from games.queries import puzzles as queries
from games.queries.games_on_offer import games_on_offer
from games.services.puzzles import attempt_puzzle
from games.titles import GAMES
from games.web import board_html
from games.web.forms import answers
from games.web.views import matches as match_views


@never_cache
@require_safe
def show_puzzles(request: HttpRequest) -> HttpResponse:
    """Show today's puzzle, one's ratings and streak, and the puzzles of a game (`?game=`)."""
    player, now = _counted_player(request), timezone.now()
    games = [puzzle for puzzle in games_on_offer().values() if can_think(puzzle)]
    game_name = request.GET.get("game", "")
    game = next(
        (puzzle for puzzle in games if puzzle.name == game_name), games[0] if games else None
    )
    page = max(1, min(parse_number(request.GET.get("page", ""), 999) or 1, queries.LAST_PAGE))
    today = queries.todays_puzzle(now.date())
    rows = queries.list_puzzles(game.name, page) if game else []
    attempts = queries.attempts_of(player, [*rows, *([today] if today else [])])
    context = {
        "today": today and presentation.describe_puzzle(today, attempts.get(today.pk)),
        "games": games,
        "game": game,
        "lines": [
            presentation.describe_puzzle(puzzle, attempts.get(puzzle.pk))
            for puzzle in rows[: queries.A_PAGE]
        ],
        "has_any": bool(rows) or bool(queries.list_puzzles(None, 1)),
        "page": page,
        "later": page + 1 if len(rows) > queries.A_PAGE and page < queries.LAST_PAGE else None,
        "is_counted": player is not None,
        "ratings": presentation.list_own_ratings(player) if player else [],
        "streak": queries.find_streak(player, now) if player else 0,
    }
    return render(request, "games/puzzles/puzzles.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show_puzzle(request: HttpRequest, number: int) -> HttpResponse:
    """Show a puzzle, and take its answer; afterwards say whether it was right, and why.

    `?given=` is the number of an answer that is not counted, as visitors and guests give it.
    """
    try:
        puzzle = queries.puzzle_by_number(number)
    except Puzzle.DoesNotExist as error:
        raise Http404 from error
    player = _counted_player(request)
    if request.method == "POST":
        return _answer_puzzle(request, puzzle, player)
    language = language_of(request)
    position = presentation.build_position(puzzle, language)
    if position is None:
        return render(request, "games/puzzles/gone.html", {"number": number}, status=410)
    attempt = queries.attempts_of(player, [puzzle]).get(puzzle.pk)
    answer = attempt.answer if attempt else None
    if player is None:
        answer = _parse_given(request, puzzle)
    context = {
        "line": presentation.describe_puzzle(puzzle, attempt),
        "is_counted": player is not None,
        "seat": puzzle.seat,
        **_build_position_context(position, language, request.GET.get("at", ""), answer=answer),
    }
    if answer is not None:
        match = position.match
        context["verdict"] = presentation.judge_answer(puzzle, position, answer, language, player)
        context["next"] = queries.next_puzzle(player, puzzle)
        place = reverse("history", args=[match.number])
        context["replay"] = f"{place}?ply={puzzle.ply}&as={puzzle.seat}"
    return render(request, "games/puzzles/puzzle.html", context)


def _counted_player(request: HttpRequest) -> Player | None:
    """Return the player whose answers count; None for visitors and guests."""
    player = player_of(request)
    return None if player is None or player.is_guest or player.is_bot else player


def _answer_puzzle(request: HttpRequest, puzzle: Puzzle, player: Player | None) -> HttpResponse:
    page = reverse("puzzle", args=[puzzle.number])
    answer = presentation.find_answer(puzzle, request.POST.get("decision", ""))
    if answer is None:
        messages.error(request, _("Choose one of the answers."))
        return see_other(page)
    if player is None:
        return see_other(f"{page}?given={answer + 1}")
    attempt_puzzle(player, puzzle, answer, now=timezone.now())
    return see_other(page)


def _parse_given(request: HttpRequest, puzzle: Puzzle) -> int | None:
    """Return the index of the answer in `?given=`, None if there is no such answer."""
    number = parse_number(request.GET.get("given", ""), len(puzzle.answers), least=1)
    return None if number is None else number - 1


def _build_position_context(
    position: ShownPuzzle, language: str, at: str, *, answer: int | None
) -> dict[str, object]:
    """Return the board, the question, and the answers unless `answer` is the reader's."""
    game, match, view = GAMES[position.match.game], position.match, position.view
    words, names = game.list_words(language), position.names
    look = board_html.build_page_layout(match.game, name_players(view, names), language)
    parts = answers.build_form_parts(position.question, words, QueryDict(), look)
    context: dict[str, Any] = {
        "match": match,
        "game": game,
        "question": position.question,
        "asked_name": names[position.question.row.seat],
        "table": board_html.render_table_in_words(game.describe_table(view, names, language)),
    }
    if answer is None:
        context |= match_views.build_answer_menu(parts, at, keeps=False)
    clickable_parts = parts if answer is None else []
    context |= board_html.board_context(match.game, view, names, language, clickable_parts)
    if "summaries" in context:
        seats = list(match.seats.all())
        context["players"] = match_views.list_players(seats, context["summaries"], {})
    return context
