"""Pages of a match: the table from my seat, its history, its scores."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID, uuid4

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import answer_form, board, conversation, queries, refusals, standing, voting
from games.models import Match, Prompt, Status
from games.queries import Question, Told
from games.rules import GAMES, notation
from games.rules.contract import AmbiguousDecision, Refused
from games.services import people, undo
from games.services.chat import LONGEST
from games.views import wording
from games.views.unfolding import unfold
from games.views.visitors import language_of, player_of

# Sentences of the story that the table shows; the history has all of them.
STORY_SHOWN = 12


@never_cache
@require_safe
def table(request: HttpRequest, number: int) -> HttpResponse:
    """The match from my seat, or as a stranger sees it."""
    return page(request, visible(request, number))


@require_safe
def history(request: HttpRequest, number: int) -> HttpResponse:
    """Every move as I may know it, newest last."""
    match = visible(request, number)
    seat = queries.seat_of(match, player_of(request))
    context = head(match, seat, language_of(request))
    if match.status != Status.OPEN:
        context["story"] = story(queries.history(match, seat, language_of(request)))
    return render(request, "games/history.html", context)


@require_safe
def scores(request: HttpRequest, number: int) -> HttpResponse:
    """How the match ended, line by line."""
    match = visible(request, number)
    seat = queries.seat_of(match, player_of(request))
    context = head(match, seat, language_of(request))
    context["scores"] = score_sheet(match, language_of(request))
    return render(request, "games/scores.html", context)


def visible(request: HttpRequest, number: int) -> Match:
    """The match, if this visitor may know of it. Raises Http404."""
    try:
        match = queries.match_by_number(number)
    except Match.DoesNotExist as error:
        raise Http404 from error
    if match.private and queries.seat_of(match, player_of(request)) is None:
        raise Http404
    return match


def page(
    request: HttpRequest,
    match: Match,
    *,
    closed: Prompt | None = None,
    nonce: UUID | None = None,
    refusal: Refused | None = None,
    unsaid: Refused | None = None,
    status: int = 200,
) -> HttpResponse:
    """Render the table for whoever asks.

    `closed` is the question somebody came to answer too late; `refusal` why an answer was not
    taken, whose form is then shown as it was filled; `unsaid` why a message was not.
    """
    language = language_of(request)
    seat = queries.seat_of(match, player_of(request))
    context = head(match, seat, language)
    if match.status == Status.OPEN:
        return _open_table(request, match, context)
    seen = queries.table(match, seat, language)
    told = queries.history(match, seat, language, after=_since(request, match, seat, closed))
    context |= {
        "board": mark_safe(board.svg(match.game, seen.view, seen.names, language) or ""),
        "table": unfold(seen.text),
        "story": story(told[-STORY_SHOWN:]),
        "story_is_cut": len(told) > STORY_SHOWN,
        "asked": _asked(match, seat) if match.status == Status.RUNNING else [],
        "closed": closed,
        "refusal": refusals.told(refusal, match.game) if refusal else "",
        "candidates": refusal.answers if isinstance(refusal, AmbiguousDecision) else (),
        "scores": score_sheet(match, language),
        "votes": [] if seat is None else voting.open_votes(match, seat, language),
        "undo": undo.offer(match, seat),
        "wishes": voting.wishes(match, seat),
    }
    if seen.question:
        refused = refusal is not None and closed is None
        posted = request.POST if refused else answer_form.as_answered(seen.question)
        context |= _form(seen.question, language, posted, nonce, match)
    if seat is not None:
        context["chat"] = _chat(request, match, seat, unsaid)
    return render(request, "games/table.html", context, status=status)


def head(match: Match, seat: int | None, language: str) -> dict[str, Any]:
    """What every page of a match shows above."""
    pace = wording.pace_in_words(match)
    return {
        "match": match,
        "title": wording.title(match),
        "seat": seat,
        "names": queries.names(match),
        "seats": list(match.seats.all()),
        "pace": pace,
        "paused": wording.paused_why(match) if match.status == Status.RUNNING else "",
        "options": wording.options_in_words(match, language),
    }


def _open_table(request: HttpRequest, match: Match, context: dict[str, Any]) -> HttpResponse:
    player = player_of(request)
    context["free"] = match.seats_wanted - len(context["seats"])
    context["mine"] = player is not None and match.created_by_id == player.pk
    context["sitting"] = wording.sitting(context["seats"])
    if match.private:
        path = f"/invitations/{people.invitation(match)}/"
        context["invitation"] = request.build_absolute_uri(path)
    return render(request, "games/open_table.html", context)


def _since(request: HttpRequest, match: Match, seat: int | None, closed: Prompt | None) -> int:
    """The ply after which the story begins: where the form was drawn, or before my last move."""
    drawn_at = request.POST.get("ply", "")
    if closed and drawn_at.isdecimal() and len(drawn_at) < 7:
        return int(drawn_at)
    if closed:
        return queries.ply_at(match, closed.opened)
    if seat is not None and match.status != Status.FINISHED:
        return max(0, queries.last_own_ply(match, seat) - 1)
    return max(0, match.ply - STORY_SHOWN)


def _form(
    question: Question, language: str, posted: QueryDict, nonce: UUID | None, match: Match
) -> dict[str, Any]:
    words = GAMES[match.game].words(language)
    return {
        "question": question,
        "parts": answer_form.parts(question, words, posted),
        "fallback": notation.write(question.asked.fallback, words),
        "line": posted.get("line", ""),
        "nonce": nonce or uuid4(),
        "presets": standing.presets(match.game, language, question.asked.question),
    }


def _chat(request: HttpRequest, match: Match, seat: int, unsaid: Refused | None) -> dict[str, Any]:
    """What was said, and the form to say something, as it was filled if it was not taken."""
    return {
        "said": conversation.said(match, seat),
        "longest": LONGEST,
        "nonce": uuid4(),
        "refusal": refusals.told(unsaid) if unsaid else "",
        "text": request.POST.get("text", "") if unsaid else "",
    }


def question_of(row: Prompt, language: str) -> Question | None:
    """What the rules ask behind the row now, None if nothing."""
    seen = queries.table(row.match, row.seat, language)
    return seen.question if seen.question and seen.question.row.pk == row.pk else None


def lexicons(game: str, language: str) -> list[Any]:
    """The words a line may be written in: the reader's own first, then English."""
    return [GAMES[game].words(spoken) for spoken in dict.fromkeys((language, "en"))]


def story(told: Iterable[Told]) -> list[dict[str, Any]]:
    """One row a move: its sentences, when, and through which door."""
    return [
        {
            "ply": move.ply,
            "sentences": move.sentences,
            "played": move.played,
            "undone": move.undone,
            "source": wording.SOURCES.get(move.source, move.source),
        }
        for move in told
    ]


def score_sheet(match: Match, language: str) -> dict[str, Any]:
    """One column a seat, the winner first, and one row a line; {} while the match runs.

    `rows` are (words, points by column), points None where a seat has no such line.
    """
    outcome = queries.outcome(match)
    if outcome is None:
        return {}
    words = GAMES[match.game].words(language)
    seats = sorted(match.seats.all(), key=lambda seat: (seat.place or 0, seat.number))
    lines = [dict(outcome.lines[seat.number]) if outcome.lines else {} for seat in seats]
    codes = dict.fromkeys(code for column in lines for code in column)
    return {
        "seats": seats,
        "rows": [
            (wording.word(code, words), [column.get(code) for column in lines]) for code in codes
        ],
        "has_scores": bool(outcome.scores),
    }


def _asked(match: Match, seat: int | None) -> list[dict[str, Any]]:
    """Who else is asked, one row a deadline: {"names": …, "until": …}."""
    rows: dict[Any, list[str]] = {}
    for number, name, until in queries.asked_now(match):
        if number != seat:
            rows.setdefault(until, []).append(name)
    return [{"names": ", ".join(called), "until": until} for until, called in rows.items()]
