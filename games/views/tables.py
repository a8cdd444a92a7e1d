"""Pages of a match: the table from my seat, its history, its scores."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import (
    answer_form,
    board,
    coaching,
    conversation,
    inviting,
    queries,
    record,
    refusals,
    standing,
    telling,
    voting,
    waiting,
)
from games.answer_parts import Part
from games.models import Match, Prompt, Status
from games.queries import Question
from games.record import Told
from games.rules import GAMES, notation, search
from games.rules.contract import AmbiguousDecision, Decision, Refused
from games.services import live, own_bots, people, undo
from games.services.chat import LONGEST
from games.services.dealing import LONGEST_WORD
from games.views import laying, sheet, shuffle, since, terms, wording
from games.views.live import watched
from games.views.unfolding import unfold
from games.views.visitors import language_of, player_of

# Sentences of the story that the table shows; the history has all of them.
STORY_SHOWN = 12
# The page of a match whose deal waits is loaded again so often.
DEALING_REFRESH_SECONDS = 5
# So few answers stand above the table even on a phone.
FEW_ANSWERS = 4


@dataclass(frozen=True)
class Tried:
    """What an answer that was not given yet would do: its words, and sentences; or why it cannot.

    `key` is the part of the form it was filled in.
    """

    key: str
    words: str
    told: tuple[str, ...]
    refusal: str = ""


@never_cache
@require_safe
def table(request: HttpRequest, number: int) -> HttpResponse:
    """The match from my seat, or as a stranger sees it; `?at=` asks only about one thing on it."""
    marks = live.marks(number)
    match = visible(request, number)
    return page(request, match, marks=marks, at=request.GET.get("at", ""))


def visible(request: HttpRequest, number: int) -> Match:
    """The match, if this visitor may look at it. Raises Http404."""
    match = known(request, number)
    is_watched = match.watchable or match.status in (Status.OPEN, Status.DEALING)
    if not is_watched and queries.seat_of(match, player_of(request)) is None:
        raise Http404
    return match


def known(request: HttpRequest, number: int) -> Match:
    """The match, if this visitor may know that it is there. Raises Http404."""
    try:
        match = queries.match_by_number(number)
    except Match.DoesNotExist as error:
        raise Http404 from error
    player = player_of(request)
    is_hidden = match.private and queries.seat_of(match, player) is None
    if is_hidden and inviting.to(match, player) is None:
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
    tried: Tried | None = None,
    at: str = "",
    marks: dict[str, str] | None = None,
    status: int = 200,
) -> HttpResponse:
    """Render the table for whoever asks.

    `closed` is the question somebody came to answer too late; `refusal` why an answer was not
    taken, whose form is then shown as it was filled; so it is with what an answer would do, which
    was only `tried`. `unsaid` is why a message was not taken. `at` is the thing on the table that
    alone is asked about, `marks` what the page is drawn under.
    """
    language = language_of(request)
    seat = queries.seat_of(match, player_of(request))
    context = head(match, seat, language) | {"live": watched(match, seat, marks)}
    if match.started is None:
        return _open_table(request, match, context)
    seen = queries.table(match, seat, language)
    after = _since(request, match, seat, closed)
    told = telling.history(match, seat, language, after=after)
    # Not `match.ply`: that another seat has given a sealed answer is its own business.
    shown = told[-1].ply if told else after
    context |= {
        "shown": shown,
        "table": unfold(seen.text),
        "story": story(told[-STORY_SHOWN:]),
        "story_is_cut": len(told) > STORY_SHOWN,
        "since": since.strip(request, match, told, seat=seat),
        "coach": coaching.beside(match, seen, language),
        "asked": _asked(seen),
        "closed": closed,
        "refusal": refusals.told(refusal, match.game) if refusal else "",
        "candidates": refusal.answers if isinstance(refusal, AmbiguousDecision) else (),
        "scores": sheet.of(match, language),
        "votes": [] if seat is None else voting.open_votes(match, seat, language),
        "undo": undo.offer(match, seat),
        "wishes": voting.wishes(match, seat),
        **terms.of(match, seat, player_of(request)),
        "tried": tried,
        "next": _next(request, match, seen.question),
    }
    parts: list[Part] = []
    if seen.question:
        keeps = tried is not None or (refusal is not None and closed is None)
        posted = request.POST if keeps else answer_form.as_answered(seen.question)
        look = laying.look(match.game, seen.view, language)
        context |= _form(seen.question, language, posted, nonce, match, look)
        parts = context["parts"]
        context |= _only(parts, at)
    if seat is not None:
        context["chat"] = _chat(request, match, seat, unsaid)
    context |= laying.laid_out(match.game, seen.view, seen.names, language, parts)
    response = render(request, "games/table.html", context, status=status)
    since.remember(response, match, shown)
    return response


def _only(parts: list[Part], at: str) -> dict[str, Any]:
    """What is asked about one thing alone; {} if nothing is."""
    about = [part for part in (each.about(at) for each in parts) if part] if at else []
    if about:
        return {"at": at, "shown_parts": about}
    is_short = len(parts) == 1 and not parts[0].fields and len(parts[0].answers) <= FEW_ANSWERS
    return {"shown_parts": parts, "is_short": is_short}


def _next(request: HttpRequest, match: Match, question: Question | None) -> Prompt | None:
    """What waits at another table, once nothing does at this one."""
    player = player_of(request)
    if player is None or (question is not None and question.answered is None):
        return None
    return waiting.next_waiting(player, match)


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
        "shuffle": shuffle.of(match, seat),
        "paused": wording.paused_why(match) if match.status == Status.RUNNING else "",
        "paused_until": voting.pause_until(match),
        "options": wording.options_in_words(match, language),
        "has_guide": match.game in board.GUIDES,
    }


def _open_table(request: HttpRequest, match: Match, context: dict[str, Any]) -> HttpResponse:
    player = player_of(request)
    context["free"] = match.seats_wanted - len(context["seats"])
    context["is_mine"] = player is not None and match.created_by_id == player.pk
    context["sitting"] = wording.sitting(context["seats"])
    context["terms"], context["longest_word"] = wording.terms(match), LONGEST_WORD
    context["may_think"] = search.can_think(GAMES[match.game])
    context |= inviting.about(match, player)
    if match.bots_welcome and player is not None:
        context["own_bots"] = own_bots.bots_of(player).exclude(seats__match=match)
    if match.private:
        path = f"/invitations/{people.invitation(match)}/"
        context["invitation"] = request.build_absolute_uri(path)
    response = render(request, "games/open_table.html", context)
    if match.status == Status.DEALING:
        response["Refresh"] = str(DEALING_REFRESH_SECONDS)
    return response


def _since(request: HttpRequest, match: Match, seat: int | None, closed: Prompt | None) -> int:
    """The ply after which the story begins: where the form was drawn, or before my last move."""
    drawn_at = request.POST.get("ply", "")
    if closed and drawn_at.isdecimal() and len(drawn_at) < 7:
        return int(drawn_at)
    if closed:
        return record.ply_at(match, closed.opened)
    if seat is not None and match.status != Status.FINISHED:
        return max(0, record.last_own_ply(match, seat) - 1)
    return max(0, match.ply - STORY_SHOWN)


def _form(
    question: Question,
    language: str,
    posted: QueryDict,
    nonce: UUID | None,
    match: Match,
    look: answer_form.Look | None,
) -> dict[str, Any]:
    words = GAMES[match.game].words(language)
    return {
        "question": question,
        "parts": answer_form.parts(question, words, posted, look),
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


def words_of(question: Question, decision: Decision, language: str) -> str:
    """An answer in words with what it costs or brings: “recruit Sage with … – pays 2 Pearls”."""
    match = question.row.match
    game = GAMES[match.game]
    view = queries.table(match, question.row.seat, language).view | {"names": queries.names(match)}
    hint = game.hint(decision, view, language)
    said = notation.write(decision, game.words(language))
    return f"{said} – {hint}" if hint else said


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


def _asked(seen: queries.Table) -> list[dict[str, Any]]:
    """Who else is asked, one row a deadline: {"names": …, "until": …, "awake": …}."""
    rows: dict[tuple[Any, Any], list[str]] = {}
    for row in waiting.asked_now(seen.match, timezone.now(), seen.rows):
        if row.seat != seen.seat:
            rows.setdefault((row.until, row.awake), []).append(row.name)
    return [
        {"names": ", ".join(called), "until": until, "awake": awake}
        for (until, awake), called in rows.items()
    ]
