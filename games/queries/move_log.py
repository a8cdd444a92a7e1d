"""The moves of a match as a reader may see them, without others' private events. Read-only."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.db import connection
from django.utils import translation
from django.utils.translation import gettext as _

from games.engine.contract import AnyGame, Event
from games.models import Match, Move, sql
from games.queries import matches
from games.queries.chat import DELIVERED_STATES
from games.titles import GAMES
from notifications.gateway import Notification


class MoveSummary(msgspec.Struct, frozen=True):
    """A move as a seat may see it: who, when, from which source, and what happened.

    `undone`: it was taken back later. `events` is what the sentences describe, for programs.
    """

    ply: int
    seat: int
    source: str
    played_at: Any
    sentences: tuple[str, ...]
    undone: bool
    events: tuple[Event, ...] = ()


class Late(msgspec.Struct):
    """The moves that an e-mail to a seat has to tell, which follow those that its player knows.

    `after` is the ply of the seat's own last move, or the one before the moves that it made by an
    e-mail nobody has replied to yet; 0: none. `since_at` is when the last known move was played.
    """

    after: int = 0
    since_at: datetime | None = None
    moves: list[Move] = []
    # Whether the player has made a move.
    has_own: bool = False
    # Whether they begin with what the player has written.
    tells_own: bool = False

    def leave_out(self, plies: Collection[int]) -> None:
        """Leave out own moves that the e-mail tells in another place."""
        self.moves = [move for move in self.moves if move.ply not in plies]
        self.tells_own = self.tells_own and not plies


def move_history(
    match: Match, seat: int | None, language: str, *, after: int = 0, upto: int | None = None
) -> list[MoveSummary]:
    """Return the final moves after ply `after`, up to `upto`, as `seat` may see them, in order.

    Moves without an event for this seat are omitted, because others must not learn of sealed
    answers.
    """
    moves = fetch_moves(match, after, match.ply if upto is None else upto)
    return describe_moves(match, seat, language, moves)


def fetch_moves(match: Match, after: int, upto: int) -> list[Move]:
    """Return the moves after one ply and up to another, without sealed answers that may change."""
    return sql.fetch_rows(Move, sql.MOVES_BETWEEN, match.pk, after, upto, match.pk)


def describe_moves(
    match: Match, seat: int | None, language: str, moves: Iterable[Move]
) -> list[MoveSummary]:
    """Return the moves as `seat` may see them."""
    game, names = GAMES[match.game], matches.player_names(match)
    summaries = []
    for move in moves:
        events = tuple(events_for(move, seat))
        sentences = _describe_events(game, events, names, language)
        if move.source == "undo":
            by_staff = move.decision["args"].get("by") == "staff"
            name = "" if by_staff else names[move.seat]
            own = move.seat == seat and not by_staff
            sentences = (_taken_back(name, language, is_own=own),)
        if sentences:
            source, is_undone = source_for(move, seat), move.undone is not None
            summaries.append(
                MoveSummary(
                    move.ply, move.seat, source, move.played_at, sentences, is_undone, events
                )
            )
    return summaries


def _describe_events(
    game: AnyGame, events: Sequence[Event], names: Sequence[str], language: str
) -> tuple[str, ...]:
    """Return the events of a move as sentences, with those about what did not happen."""
    asides = game.list_asides(events, names, language) if game.list_asides else {}
    sentences = []
    for position, event in enumerate(events):
        sentences.append(game.describe_event(event, names, language))
        if position in asides:
            sentences.append(asides[position])
    return tuple(sentences)


def _taken_back(name: str, language: str, *, is_own: bool) -> str:
    """Return a sentence about an undo by `name`, "" for a moderator."""
    with translation.override(language):
        if not name:
            return _("A moderator takes the match back; what came after it does not count.")
        if is_own:
            return _("You have taken a move back; what came after it does not count.")
        return _("%(name)s takes a move back; what came after it does not count.") % {"name": name}


def name_undone_moves(
    match: Match, seat: int | None, language: str, summaries: Sequence[MoveSummary]
) -> list[MoveSummary]:
    """Return the moves with a sentence more for each undo: which move was taken back.

    It says what `seat` was told of that move; nothing of one that others may not know.
    """
    plies = [summary.ply for summary in summaries if summary.source == "undo"]
    if not plies:
        return list(summaries)
    first: dict[int, Move] = {}
    for row in Move.objects.filter(match=match, undone__in=plies).order_by("ply"):
        first.setdefault(row.undone or 0, row)
    sentence_by_ply = {}
    for ply, row in first.items():
        sentences = [
            s for summary in describe_moves(match, seat, language, [row]) for s in summary.sentences
        ]
        if sentences:
            with translation.override(language):
                sentence_by_ply[ply] = _("Taken back: %(move)s") % {"move": sentences[0]}
    return [
        msgspec.structs.replace(
            summary, sentences=(*summary.sentences, sentence_by_ply[summary.ply])
        )
        if summary.ply in sentence_by_ply
        else summary
        for summary in summaries
    ]


def events_for(move: Move, seat: int | None) -> list[Event]:
    """Return the events of a move that `seat` may see."""
    events = msgspec.convert(move.events, list[Event])
    return [e for e in events if e.audience is None or (seat is not None and seat in e.audience)]


def source_for(move: Move, seat: int | None) -> str:
    """Return the source of a move; "" for others' personal sources, so as not to reveal orders."""
    is_personal = move.source in ("email", "page", "link", "api", "order")
    return "" if is_personal and move.seat != seat else move.source


def last_own_ply(match: Match, seat: int) -> int:
    """Return the ply of the last final move that the seat's player made, 0 before the first."""
    with connection.cursor() as cursor:
        cursor.execute(sql.LAST_OWN_PLY, [match.pk, seat, match.pk])
        return int(cursor.fetchone()[0])


def last_visible_ply(match: Match, seat: int | None, upto: int, *, but: int = 0) -> int:
    """Return the ply of the last final move up to `upto` that the seat may see; 0: there is none.

    `but` is how many of the last such moves are skipped.
    """
    with connection.cursor() as cursor:
        reader = -1 if seat is None else seat
        cursor.execute(sql.VISIBLE_PLY, [match.pk, upto, reader, match.pk, but])
        row = cursor.fetchone()
        return int(row[0]) if row else 0


def final_ply(match: Match) -> int:
    """Return up to which ply all moves are final; later ones are sealed answers that may change."""
    with connection.cursor() as cursor:
        cursor.execute(sql.FINAL_PLY, [match.ply, match.pk])
        return int(cursor.fetchone()[0])


def moves_since_own_move(
    about: Sequence[Match], emails: Sequence[Notification], *, whole: str
) -> list[Late]:
    """Return the moves that each e-mail has to tell, those since its reader's own last move.

    What was played by e-mail is told, too, together with what it led to, unless another e-mail has
    told it. Each of the e-mails is about the match at the same index; those of the kind `whole`
    tell everything.
    """
    late_moves = [Late(moves=[]) for _ in emails]
    values = {
        "notifications": [email.pk for email in emails],
        "matches": [match.pk for match in about],
        "seats": [-1 if email.kind == whole else email.data["seat"] for email in emails],
        "readers": [email.player_id for email in emails],
        "threads": [email.thread for email in emails],
        "told": list(DELIVERED_STATES),
    }
    move: Any
    for move in Move.objects.raw(sql.MOVES_SINCE_OWN_MOVE, values):
        late, match = late_moves[move.asked - 1], about[move.asked - 1]
        untold = move.first_ply is not None and move.told_at is None
        late.after = move.first_ply - 1 if untold else move.own_ply
        late.tells_own, late.has_own = untold, move.own_ply > 0
        is_known = move.told_at is not None and move.played_at <= move.told_at
        if move.ply <= late.after or is_known:
            late.since_at = move.played_at
        elif move.ply <= match.ply:
            late.moves.append(move)
    return late_moves


def ply_at(match: Match, instant: datetime) -> int:
    """Return the ply of the last move played at or before `instant`, 0 before the first."""
    before = match.moves.filter(played_at__lte=instant).order_by("-ply")
    return before.values_list("ply", flat=True).first() or 0
