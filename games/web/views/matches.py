"""Pages of a match: the table from my seat, its history, its scores."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django.core.signing import BadSignature, Signer
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.engine import notation, search
from games.engine.contract import AmbiguousDecision, Refused
from games.engine.text import unfold_text
from games.models import Match, Player, Prompt, Seat, Status
from games.presentation import (
    boards,
    coaching,
    errors_text,
    history_text,
    invitations,
    labels,
    orders,
    shuffle,
    votes,
)
from games.presentation.request import language_of, player_of, visible_match_or_404
from games.queries import chat, matches, move_log, open_prompts
from games.queries.matches import Question
from games.queries.move_log import Told
from games.services import accounts, change_marks, own_bots, undo
from games.services.chat import LONGEST
from games.services.dealing import LONGEST_WORD
from games.titles import GAMES
from games.web import board_html, score_sheet, whats_new
from games.web.forms import answers
from games.web.forms.answers import Part

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
def show_match(request: HttpRequest, number: int) -> HttpResponse:
    """The match from my seat, or as a stranger sees it; `?at=` asks only about one thing on it."""
    marks = change_marks.fetch_marks(number)
    match = visible_match_or_404(request, number)
    return render_match_page(request, match, marks=marks, at=request.GET.get("at", ""))


def render_match_page(
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
    seat = matches.seat_of(match, player_of(request))
    context = build_match_header(match, seat, language) | {
        "live": build_live_context(match, seat, marks)
    }
    if match.started_at is None:
        return _open_table(request, match, context)
    seen = matches.build_table(match, seat, language)
    after = _history_start_ply(request, match, seat, closed)
    told = history_text.fetch_history(match, seat, language, after=after)
    # Not `match.ply`: that another seat has given a sealed answer is its own business.
    shown = told[-1].ply if told else after
    context |= {
        "shown": shown,
        "table": unfold_text(seen.text),
        "story": serialize_moves(told[-STORY_SHOWN:]),
        "story_is_cut": len(told) > STORY_SHOWN,
        "since": whats_new.summarize_new_moves(request, match, told, seat=seat),
        "coach": coaching.build_coach_panel(match, seen, language),
        "asked": _list_players_to_act(seen),
        "closed": closed,
        "refusal": errors_text.describe_refusal(refusal, match.game) if refusal else "",
        "candidates": refusal.answers if isinstance(refusal, AmbiguousDecision) else (),
        "scores": score_sheet.score_sheet_for_match(match, language),
        "votes": [] if seat is None else votes.open_votes(match, seat, language),
        "undo": undo.available_undo(match, seat),
        "wishes": votes.list_possible_votes(match, seat),
        **match_settings_context(match, seat, player_of(request)),
        "tried": tried,
        "next": _find_next_prompt(request, match, seen.question),
    }
    parts: list[Part] = []
    if seen.question:
        keeps = tried is not None or (refusal is not None and closed is None)
        posted = request.POST if keeps else answers.as_answered(seen.question)
        look = board_html.build_page_layout(match.game, seen.view, language)
        context |= _answer_form_context(seen.question, language, posted, nonce, match, look)
        parts = context["parts"]
        context |= _filter_parts(parts, at)
    if seat is not None:
        context["chat"] = _chat_context(request, match, seat, unsaid)
    context |= board_html.laid_out(match.game, seen.view, seen.names, language, parts)
    response = render(request, "games/table.html", context, status=status)
    whats_new.remember_seen_ply(response, match, shown)
    return response


def _filter_parts(parts: list[Part], at: str) -> dict[str, Any]:
    """What is asked about one thing alone; {} if nothing is."""
    about = [part for part in (each.about(at) for each in parts) if part] if at else []
    if about:
        return {"at": at, "shown_parts": about}
    is_short = len(parts) == 1 and not parts[0].fields and len(parts[0].answers) <= FEW_ANSWERS
    return {"shown_parts": parts, "is_short": is_short}


def _find_next_prompt(
    request: HttpRequest, match: Match, question: Question | None
) -> Prompt | None:
    """What waits at another table, once nothing does at this one."""
    player = player_of(request)
    if player is None or (question is not None and question.answered is None):
        return None
    return open_prompts.next_waiting(player, match)


def build_match_header(match: Match, seat: int | None, language: str) -> dict[str, Any]:
    """What every page of a match shows above."""
    pace = labels.pace_in_words(match)
    return {
        "match": match,
        "title": labels.match_title(match),
        "seat": seat,
        "names": matches.player_names(match),
        "seats": list(match.seats.all()),
        "pace": pace,
        "shuffle": shuffle.describe_shuffle(match, seat),
        "paused": labels.paused_why(match) if match.status == Status.RUNNING else "",
        "paused_until": votes.pause_until(match),
        "options": labels.options_in_words(match, language),
        "has_guide": match.game in boards.GUIDES,
    }


def _open_table(request: HttpRequest, match: Match, context: dict[str, Any]) -> HttpResponse:
    player = player_of(request)
    context["free"] = match.seats_wanted - len(context["seats"])
    context["is_mine"] = player is not None and match.created_by_id == player.pk
    context["sitting"] = labels.players_with_punctuality(context["seats"])
    context["terms"], context["longest_word"] = labels.describe_match_settings(match), LONGEST_WORD
    context["may_think"] = search.can_think(GAMES[match.game])
    context |= invitations.describe_match_invitations(match, player)
    if match.bots_welcome and player is not None:
        context["own_bots"] = own_bots.bots_of(player).exclude(seats__match=match)
    if match.private:
        path = f"/invitations/{accounts.invitation_token(match)}/"
        context["invitation"] = request.build_absolute_uri(path)
    response = render(request, "games/open_table.html", context)
    if match.status == Status.DEALING:
        response["Refresh"] = str(DEALING_REFRESH_SECONDS)
    return response


def _history_start_ply(
    request: HttpRequest, match: Match, seat: int | None, closed: Prompt | None
) -> int:
    """The ply after which the story begins: where the form was drawn, or before my last move."""
    drawn_at = request.POST.get("ply", "")
    if closed and drawn_at.isdecimal() and len(drawn_at) < 7:
        return int(drawn_at)
    if closed:
        return move_log.ply_at(match, closed.opened_at)
    if seat is not None and match.status != Status.FINISHED:
        return max(0, move_log.last_own_ply(match, seat) - 1)
    return max(0, match.ply - STORY_SHOWN)


def _answer_form_context(
    question: Question,
    language: str,
    posted: QueryDict,
    nonce: UUID | None,
    match: Match,
    look: answers.Look | None,
) -> dict[str, Any]:
    words = GAMES[match.game].list_words(language)
    return {
        "question": question,
        "parts": answers.build_form_parts(question, words, posted, look),
        "fallback": notation.format_decision(question.asked.fallback, words),
        "line": posted.get("line", ""),
        "nonce": nonce or uuid4(),
        "presets": orders.list_preset_orders(match.game, language, question.asked.question),
    }


def _chat_context(
    request: HttpRequest, match: Match, seat: int, unsaid: Refused | None
) -> dict[str, Any]:
    """What was said, and the form to say something, as it was filled if it was not taken."""
    return {
        "said": chat.recent_messages(match, seat),
        "longest": LONGEST,
        "nonce": uuid4(),
        "refusal": errors_text.describe_refusal(unsaid) if unsaid else "",
        "text": request.POST.get("text", "") if unsaid else "",
    }


def serialize_moves(told: Iterable[Told]) -> list[dict[str, Any]]:
    """One row a move: its sentences, when, and through which door."""
    return [
        {
            "ply": move.ply,
            "sentences": move.sentences,
            "played_at": move.played_at,
            "undone": move.undone,
            "source": labels.SOURCES.get(move.source, move.source),
        }
        for move in told
    ]


def _list_players_to_act(seen: matches.Table) -> list[dict[str, Any]]:
    """Who else is asked, one row a deadline: {"names": …, "until": …, "awake": …}."""
    rows: dict[tuple[Any, Any], list[str]] = {}
    for row in open_prompts.asked_now(seen.match, timezone.now(), seen.rows):
        if row.seat != seen.seat:
            rows.setdefault((row.deadline_at, row.awake_at), []).append(row.name)
    return [
        {"names": ", ".join(called), "until": until, "awake": awake}
        for (until, awake), called in rows.items()
    ]


def match_settings_context(match: Match, seat: int | None, player: Player | None) -> dict[str, Any]:
    """What the page of a running match says about seats and terms to whoever looks."""
    seats = list(match.seats.all())
    runs = match.status == Status.RUNNING
    mine = next((one for one in seats if one.number == seat), None) if runs else None
    return {
        "terms": labels.describe_match_settings(match),
        "sitting": labels.players_with_punctuality(seats),
        "lost": mine if mine and (mine.bot_took_over_at or mine.offered_at) else None,
        "offered": _find_offered_seat(seats)
        if runs and seat is None and player is not None
        else None,
    }


def _find_offered_seat(seats: list[Seat]) -> Seat | None:
    return next((one for one in seats if one.offered_at), None)


# What signs the address that an open page asks.
SALT = "live table"


def build_live_context(
    match: Match, seat: int | None, marks: dict[str, str] | None
) -> dict[str, str]:
    """Return {"url": where a page asks, "mark": what it was drawn under}; {} without Valkey.

    The marks are to be read before the match, so that nothing falls between the two.
    """
    if marks is None:
        return {}
    named = f"{match.number}-{'' if seat is None else seat}"
    url = reverse("live", args=[Signer(salt=SALT).sign(named)])
    return {"url": url, "mark": change_marks.mark_for_seat(marks, seat)}


@never_cache
@require_safe
def live_mark(request: HttpRequest, signed: str) -> HttpResponse:
    """Return the mark of a match as plain text; "" if nobody can tell.

    The address itself is the right to ask, so that no session has to be read.
    """
    try:
        match, _dash, seat = Signer(salt=SALT).unsign(signed).partition("-")
    except BadSignature as error:
        raise Http404 from error
    marks = change_marks.fetch_marks(int(match))
    told = "" if marks is None else change_marks.mark_for_seat(marks, int(seat) if seat else None)
    return HttpResponse(told, "text/plain")
