"""The page of a match: the board as seen from the viewer's seat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from msgspec import Struct

from abyss_site.core.valkey.presence import record_presence
from games.engine import notation, search
from games.engine.contract import AmbiguousDecision, Decision, Refused, SeatSummary, name_players
from games.engine.numbers import parse_number
from games.http.viewers import (
    header_counts,
    player_of,
    viewer_of,
    visible_match_or_404,
)
from games.models import Level, Match, Player, Prompt, Seat, Status
from games.presentation import (
    boards,
    coaching,
    errors_text,
    history_text,
    invitations,
    labels,
    league_tables,
    orders,
    results,
    shuffle,
    votes,
)
from games.queries import chat, matches, move_log, open_prompts
from games.queries.matches import Question
from games.queries.move_log import MoveSummary
from games.services import accounts, change_marks, own_bots
from games.services.chat import LONGEST
from games.services.play import undo
from games.services.play.dealing import MAX_WORD_LENGTH
from games.titles import GAMES
from games.web import board_html, page_updates, score_sheet, whats_new
from games.web.charts import build_match_charts
from games.web.forms import answers
from games.web.forms.answers import Part
from games.web.page_updates import KnownMarks, Subscription, page_of_match
from games.web.views.hotseat import cover_board

# Number of history sentences on the match page; the history page has all.
STORY_SHOWN = 12
# Seconds after which the page of a match that waits for its deal is reloaded.
DEALING_REFRESH_SECONDS = 5


@dataclass(frozen=True)
class AnswerPreview:
    """The preview of an answer: its words, and what it would do; or why it is not allowed.

    `key` is the part of the form it was filled in; `reveals` and `is_final` are those of a Preview.
    """

    key: str
    words: str
    told: tuple[str, ...]
    refusal: str = ""
    reveals: bool = False
    is_final: bool = False


class FormResult(Struct, frozen=True):
    """What became of a form that was sent from the page of a match.

    `closed` is the question somebody came to answer too late; `refusal` why an answer was not
    taken, whose form is then shown as it was filled; so it is with what an answer would do, which
    was only `tried`. Such a form keeps its number, the `nonce`. `unsaid` is why a message was not
    taken.
    """

    closed: Prompt | None = None
    refusal: Refused | None = None
    tried: AnswerPreview | None = None
    nonce: UUID | None = None
    unsaid: Refused | None = None


NOTHING_SENT = FormResult()


@never_cache
@require_safe
def show_match(request: HttpRequest, number: int) -> HttpResponse:
    """Show the match from my seat, or as a spectator; `?at=` limits answers to a component."""
    marks = page_updates.fetch_known_marks(player_of(request), change_marks.topic_of_match(number))
    match = visible_match_or_404(request, number)
    if match.is_hotseat and (cover := cover_board(request, match, marks)):
        return cover
    return render_match_page(request, match, marks=marks, at=request.GET.get("at", ""))


def render_match_page(
    request: HttpRequest,
    match: Match,
    result: FormResult = NOTHING_SENT,
    *,
    at: str = "",
    marks: KnownMarks = None,
    status: int = 200,
) -> HttpResponse:
    """Render the match page for the viewer.

    `at` is the thing on the table that alone is asked about, `marks` what the page is drawn under.
    """
    viewer, refusal = viewer_of(request), result.refusal
    player, language = viewer.player, viewer.language
    seat = matches.seat_of(match, player)
    page = page_of_match(match, seat)
    context = build_match_header(match, seat, language) | {
        "live": page_updates.describe_updates(viewer, page, marks)
    }
    if player is not None and seat is not None:
        record_presence(player.pk, Subscription(player.pk, page).thread())
    if match.started_at is None:
        return _open_table(request, match, context)
    table = matches.build_table(match, seat, language)
    after = _history_start_ply(request, match, seat, result.closed)
    votes_on_show = matches.shown_votes(match)
    moves = history_text.fetch_history(match, seat, language, after=after, votes=votes_on_show)
    # Not `match.ply`, which would reveal that another seat has given a sealed answer.
    last_ply = moves[-1].ply if moves else after
    context |= {
        "shown": last_ply,
        "table": board_html.render_table_in_words(table.text),
        "story": _order_story(match, seat, serialize_moves(moves[-STORY_SHOWN:])),
        "story_is_cut": len(moves) > STORY_SHOWN,
        "since": whats_new.summarize_new_moves(viewer.device, moves, seat=seat),
        "coach": coaching.build_coach_panel(match, table, language),
        **_find_awaited_players(table, context["seats"]),
        "closed": result.closed,
        "refusal": errors_text.describe_refusal(refusal, match.game) if refusal else "",
        "candidates": refusal.answers if isinstance(refusal, AmbiguousDecision) else (),
        "result": results.describe_result(match) if match.finished_at else "",
        "scores": score_sheet.score_sheet_for_match(match, language, seat),
        "votes": [] if seat is None else votes.open_votes(match, seat, language, votes_on_show),
        "undo": undo.available_undo(match, seat, rows=table.rows, votes=votes_on_show),
        "wishes": votes.list_possible_votes(match, seat),
        "ends": votes.list_possible_ends(match, seat),
        **match_settings_context(match, seat, player),
        "tried": result.tried,
        "shared_picture": board_html.shared_picture_url(request, match),
        "next": _find_next_prompt(request, match, table.question),
    }
    if context["scores"]:
        # The first chart is that of the score; the page of the scores has all.
        context["charts"] = build_match_charts(match, language, upto=match.ply)[:1]
    parts: list[Part] = []
    if table.question:
        keeps = result.tried is not None or (refusal is not None and result.closed is None)
        data = request.POST if keeps else answers.build_answered_data(table.question)
        view_with_names = name_players(table.view, table.names)
        look = board_html.build_page_layout(match.game, view_with_names, language)
        context |= _answer_form_context(table.question, language, data, result.nonce, match, look)
        parts = context["parts"]
        opens_form = keeps or table.question.answered is None
        context |= build_answer_menu(parts, at, keeps=keeps, opens_form=opens_form)
    if player is not None and seat is not None and not (player.is_guest or match.is_hotseat):
        context["chat"] = _chat_context(request, match, seat, result.unsaid)
    context |= board_html.board_context(match.game, table.view, table.names, language, parts)
    context["players"] = list_players(
        context["seats"], context.get("summaries", ()), context["awaited"]
    )
    response = render(request, "games/matches/match.html", context, status=status)
    whats_new.remember_seen_ply(response, match, last_ply)
    # A board that others may see next on this device is not kept.
    if seat is not None and not match.is_hotseat and result == NOTHING_SENT:
        response["X-Offline"] = "keep"
    return response


def build_answer_menu(
    parts: list[Part], at: str, *, keeps: bool, opens_form: bool | None = None
) -> dict[str, object]:
    """Return the menu of answers, limited to the component `at` if any are about it.

    `opens_form`: whether a form of numbers is open at first; None: the page has only examples.
    """
    about = [part for part in (each.about(at) for each in parts) if part] if at else []
    if about:
        return {"at": at, "menu": answers.Menu((), about, 0, is_open=True)}
    form = None if opens_form is None else answers.build_form_menu(parts, is_open=opens_form)
    return {"menu": form or answers.build_menu(parts, is_open=keeps)}


def _order_story(
    match: Match, seat: int | None, story: list[dict[str, object]]
) -> list[dict[str, object]]:
    """Return what happened since the viewer's last move in order, and recent moves newest first."""
    is_playing = seat is not None and match.status == Status.RUNNING
    return story if is_playing else story[::-1]


def _find_next_prompt(
    request: HttpRequest, match: Match, question: Question | None
) -> Prompt | None:
    """Return the next open prompt in another match, if there is none in this one."""
    player = player_of(request)
    if player is None or (question is not None and question.answered is None):
        return None
    if player == request.user and not header_counts(request).waiting:
        return None
    return open_prompts.next_waiting(player, match)


def build_match_header(match: Match, seat: int | None, language: str) -> dict[str, Any]:
    """Return the context of the header shared by all pages of a match."""
    pace = labels.pace_in_words(match)
    seats = list(match.seats.all())
    return {
        "match": match,
        "title": labels.match_title(match),
        "seat": seat,
        "names": matches.player_names(match),
        "seats": seats,
        "pace": pace,
        "shuffle": shuffle.describe_shuffle(match, seat),
        "paused": labels.paused_why(match) if match.status == Status.RUNNING else "",
        "paused_until": votes.pause_until(match),
        "options": labels.options_in_words(match, language),
        "has_guide": match.game in boards.GUIDES,
        # Nobody opens the matches of leagues.
        "league_table": None
        if match.created_by_id
        else league_tables.find_table_of_match(match, seat),
        "has_analysis": matches.can_be_analysed(match),
        **(_list_next_starts(match.game, seats) if match.status == Status.FINISHED else {}),
    }


def _list_next_starts(game: str, seats: list[Seat]) -> dict[str, Any]:
    """Return what else one click starts after a match: a stronger bot, and the other games."""
    levels = [seat.player.level for seat in seats if seat.player.is_house_bot]
    is_against_quick_bots = len(levels) == len(seats) - 1 and set(levels) == {Level.QUICK}
    rules = GAMES[game]
    return {
        "may_meet_strong_bot": bool(is_against_quick_bots and rules.coach)
        and search.can_think(rules),
        "other_games": [other for other in GAMES.values() if other.coach and other is not rules],
    }


def _open_table(request: HttpRequest, match: Match, context: dict[str, Any]) -> HttpResponse:
    player = player_of(request)
    context["free"] = match.seats_wanted - len(context["seats"])
    context["is_mine"] = player is not None and match.created_by_id == player.pk
    context["sitting"] = labels.players_with_punctuality(context["seats"])
    context["terms"], context["longest_word"] = (
        labels.describe_match_settings(match),
        MAX_WORD_LENGTH,
    )
    context["may_think"] = search.can_think(GAMES[match.game])
    context |= invitations.describe_match_invitations(match, player)
    if match.bots_welcome and player is not None:
        context["own_bots"] = own_bots.bots_of(player).exclude(seats__match=match)
    path = f"/matches/{match.number}/"
    if match.private:
        path = f"/invitations/{accounts.invitation_token(match)}/"
    context["invitation"] = request.build_absolute_uri(path)
    response = render(request, "games/matches/open_match.html", context)
    if match.status == Status.DEALING:
        response["Refresh"] = str(DEALING_REFRESH_SECONDS)
    return response


def _history_start_ply(
    request: HttpRequest, match: Match, seat: int | None, closed_prompt: Prompt | None
) -> int:
    """Return the ply after which the history begins: the form's, or before my last move."""
    drawn_at = parse_number(request.POST.get("ply", ""), 999_999)
    if closed_prompt and drawn_at is not None:
        return drawn_at
    if closed_prompt:
        return move_log.ply_at(match, closed_prompt.opened_at)
    if seat is not None and match.status != Status.FINISHED:
        return max(0, move_log.last_own_ply(match, seat) - 1)
    # One move more than is shown, because the page says whether there are more.
    return move_log.last_visible_ply(match, seat, match.ply, but=STORY_SHOWN + 1)


def _answer_form_context(
    question: Question,
    language: str,
    data: QueryDict,
    nonce: UUID | None,
    match: Match,
    look: answers.Look | None,
) -> dict[str, object]:
    game = GAMES[match.game]
    words = game.list_words(language)

    def label(decision: Decision) -> str:
        answer = look.label_answer(decision) if look else ""
        return answer or notation.format_decision(decision, words)

    return {
        "question": question,
        "answered": question.asked.answered and label(question.asked.answered),
        "parts": answers.build_form_parts(question, words, data, look),
        "fallback": label(question.asked.fallback),
        "line": data.get("line", ""),
        "nonce": nonce or uuid4(),
        "presets": orders.list_preset_orders(match.game, language, question.asked.question),
    }


def _chat_context(
    request: HttpRequest, match: Match, seat: int, unsaid: Refused | None
) -> dict[str, object]:
    """Return the chat and its form, with the text of a refused message."""
    return {
        "said": chat.recent_messages(match, seat),
        "longest": LONGEST,
        "nonce": uuid4(),
        "refusal": errors_text.describe_refusal(unsaid) if unsaid else "",
        "text": request.POST.get("text", "") if unsaid else "",
    }


def serialize_moves(moves: Iterable[MoveSummary]) -> list[dict[str, Any]]:
    """Return one row per move: its sentences, time and source."""
    return [
        {
            "ply": move.ply,
            # As text, which templates print as it is.
            "number": str(move.ply),
            "sentences": move.sentences,
            "played_at": move.played_at,
            "undone": move.undone,
            "source": labels.SOURCES.get(move.source, move.source),
        }
        for move in moves
    ]


class PlayerStatus(Struct, frozen=True):
    """A player in the strip above the board.

    summary: their counters; None for a game without a page layout
    awaited: their open prompt; None: they have nothing to do
    bank: what is left of their time bank; None: each turn has its own time
    """

    seat: Seat
    summary: SeatSummary | None
    awaited: open_prompts.AwaitedSeat | None
    bank: timedelta | None


def list_players(
    seats: list[Seat],
    summaries: Sequence[SeatSummary],
    prompts_by_seat: Mapping[int, open_prompts.AwaitedSeat],
) -> list[PlayerStatus]:
    """Return the players by seat, each with their open prompt."""
    return [
        PlayerStatus(
            seat,
            summaries[seat.number] if summaries else None,
            prompts_by_seat.get(seat.number),
            None if seat.bank is None else timedelta(seconds=seat.bank),
        )
        for seat in seats
    ]


def _find_awaited_players(table: matches.Table, seats: list[Seat]) -> dict[str, object]:
    """Return who is awaited, by seat, and their names apart from the viewer's.

    Nobody learns who else has answered a sealed prompt; but a house bot, which answers at once, is
    not waited for.
    """
    if table.match.status != Status.RUNNING:
        return {"awaited": {}}
    prompts = open_prompts.seats_to_act(table.match, timezone.now(), table.rows)
    quick = {
        row_of_seat.number
        for row_of_seat in seats
        if row_of_seat.player.is_house_bot or row_of_seat.bot_took_over_at
    }
    has_answered = table.question is not None and table.question.answered is not None
    done = quick | {table.seat} if has_answered else quick
    prompts_by_seat = {row.seat: row for row in prompts if not (row.sealed and row.seat in done)}
    names = [seats[seat].player.display_name for seat in prompts_by_seat if seat != table.seat]
    return {
        "awaited": prompts_by_seat,
        "waited": ", ".join(names),
        "is_sealed": any(row.sealed for row in prompts),
        "waits_for_people": any(row.seat not in quick for row in prompts),
    }


def match_settings_context(
    match: Match, seat: int | None, player: Player | None
) -> dict[str, object]:
    """Return the context about seats and settings of a running match."""
    seats = list(match.seats.all())
    runs = match.status == Status.RUNNING
    mine = next((row for row in seats if row.number == seat), None) if runs else None
    return {
        "terms": labels.describe_match_settings(match),
        "sitting": labels.players_with_punctuality(seats) if runs else [],
        "lost": mine if mine and (mine.bot_took_over_at or mine.offered_at) else None,
        "offered": _find_offered_seat(seats)
        if runs and seat is None and player is not None
        else None,
    }


def _find_offered_seat(seats: list[Seat]) -> Seat | None:
    return next((seat for seat in seats if seat.offered_at), None)
