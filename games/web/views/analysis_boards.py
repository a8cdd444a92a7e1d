"""Pages of analysis boards: one's own, and one of them with its position and question."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.engine import contract, notation
from games.engine.contract import Refused, name_players
from games.engine.numbers import parse_number
from games.engine.search import can_think
from games.http.responses import see_other
from games.http.viewers import language_of, signed_in, visible_match_or_404
from games.models import AnalysisBoard, Match, Prompt
from games.presentation import analysis_boards as presentation
from games.presentation import boards, errors_text, labels
from games.queries import analysis_boards as queries
from games.queries import matches
from games.services import analysis_boards as services
from games.services import replays
from games.services.analysis_boards import TriedPosition
from games.titles import GAMES
from games.web import board_html
from games.web.forms import answer_reading, answers
from games.web.views import matches as match_views

# Seconds after which a page that waits for a bot's opinion is reloaded.
REFRESH_SECONDS = 3


@require_POST
@login_required
def open_board(request: HttpRequest, number: int) -> HttpResponse:
    """Open an analysis board for a position of a finished match: `ply`."""
    match = visible_match_or_404(request, number)
    ply = parse_number(request.POST.get("ply", ""), 999_999) or 0
    try:
        board = services.open_board(match, signed_in(request), ply, now=timezone.now())
    except Refused as refusal:
        messages.error(request, errors_text.describe_refusal(refusal))
        return see_other(reverse("analysis_boards"))
    except replays.ReplayDiverged:
        messages.error(request, _("The rules have been corrected since."))
        return see_other(reverse("analysis_boards"))
    return see_other(reverse("analysis_board", args=[board.pk]))


@never_cache
@require_safe
@login_required
def show_boards(request: HttpRequest) -> HttpResponse:
    """Show one's analysis boards."""
    rows = queries.list_boards(signed_in(request))
    context = {
        "lines": [presentation.describe_board(row) for row in rows],
        "kept_days": services.RETENTION.days,
        "most": services.MAX_BOARDS,
    }
    return render(request, "games/analysis_boards/boards.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def show_board(request: HttpRequest, board: UUID) -> HttpResponse:
    """Show an analysis board, from the seat that is to move or `?as=`; a POST does `do`."""
    row = queries.find_board(signed_in(request), board)
    if row is None:
        raise Http404
    match = visible_match_or_404(request, row.match.number)
    if request.method != "POST":
        return _render_board(request, row, match)
    if request.POST.get("do") == "delete":
        services.delete_board(row)
        return see_other(reverse("analysis_boards"))
    return _change_board(request, row, match)


def _change_board(request: HttpRequest, row: AnalysisBoard, match: Match) -> HttpResponse:
    now, do = timezone.now(), request.POST.get("do")
    try:
        if do == "undo":
            services.undo_move(row, now=now)
        elif do == "ask":
            _request_opinion(request, row)
        else:
            services.try_move(
                row,
                _parse_number(request.POST.get("after", "")),
                lambda prompt: _parse_decision(request, match, prompt),
                now=now,
            )
    except Refused as refusal:
        return _render_board(request, row, match, refusal=refusal)
    except replays.ReplayDiverged:
        return _render_board(request, row, match)
    return see_other(reverse("analysis_board", args=[row.pk]))


def _request_opinion(request: HttpRequest, row: AnalysisBoard) -> None:
    if presentation.has_asked_often(signed_in(request)):
        raise services.CannotTry("You have asked the bot many times. Try again in an hour.")
    services.request_opinion(row, now=timezone.now())


def _parse_number(text: str) -> int:
    number = parse_number(text, 999_999)
    return -1 if number is None else number


def _parse_decision(
    request: HttpRequest, match: Match, prompt: contract.Prompt
) -> contract.Decision:
    lexicons = notation.list_lexicons(GAMES[match.game], language_of(request))
    row = Prompt(match=match, seat=prompt.seat, number=prompt.number)
    return answer_reading.parse_posted_decision(row, prompt, lexicons, request.POST)


def _render_board(
    request: HttpRequest, row: AnalysisBoard, match: Match, *, refusal: Refused | None = None
) -> HttpResponse:
    context: dict[str, object] = {
        "row": row,
        "match": match,
        "title": labels.match_title(match),
        "game": GAMES[match.game],
        "has_guide": match.game in boards.GUIDES,
    }
    row.match = match
    try:
        position = services.load_position(row)
    except replays.ReplayDiverged:
        return render(request, "games/analysis_boards/gone.html", context, status=410)
    language = language_of(request)
    context |= {
        "after": len(position.moves),
        "told": presentation.describe_moves(match, position, language),
        "result": presentation.describe_result(match, position),
        "may_ask": can_think(GAMES[match.game]) and position.prompt is not None,
        "opinion": presentation.describe_opinion(row, match, language),
        "refusal": errors_text.describe_refusal(refusal, match.game) if refusal else "",
        "replay": reverse("history", args=[match.number]) + f"?ply={row.ply}",
        **_build_question_context(request, match, position, language, refusal=refusal),
    }
    status = 422 if refusal else 200
    response = render(request, "games/analysis_boards/board.html", context, status=status)
    if row.opinion_asked_at is not None:
        response["Refresh"] = str(REFRESH_SECONDS)
    return response


def _build_question_context(
    request: HttpRequest,
    match: Match,
    position: TriedPosition,
    language: str,
    *,
    refusal: Refused | None,
) -> dict[str, object]:
    """Return the board, from the chosen seat, and the question with its answers."""
    game, names = GAMES[match.game], matches.player_names(match)
    mover = position.prompt.seat if position.prompt else 0
    seat = _parse_number(request.GET.get("as", ""))
    seat = seat if 0 <= seat < len(names) else mover
    view = game.build_view(position.state, seat)
    parts: list[answers.Part] = []
    context: dict[str, Any] = {
        "seat": seat,
        "viewers": presentation.build_board_names(match, seat),
    }
    question = presentation.build_question(match, position, language)
    if question is not None:
        own = view if seat == mover else game.build_view(position.state, mover)
        look = board_html.build_page_layout(match.game, name_players(own, names), language)
        data = request.POST if refusal else QueryDict()
        parts = answers.build_form_parts(question, game.list_words(language), data, look)
        context |= {"question": question, "asked_name": names[mover], "parts": parts}
        at = request.GET.get("at", "")
        context |= match_views.build_answer_menu(parts, at, keeps=refusal is not None)
    # What is clicked belongs to the seat that is to move.
    clickable_parts = parts if seat == mover else []
    context |= board_html.board_context(match.game, view, names, language, clickable_parts)
    context["table"] = board_html.render_table_in_words(game.describe_table(view, names, language))
    if "summaries" in context:
        seats = list(match.seats.all())
        context["players"] = match_views.list_players(seats, context["summaries"], {})
    return context
