"""The moves of a match as a reader may see them, without others' private events. Read-only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.db import connection
from django.utils import translation
from django.utils.translation import gettext as _

from games.engine.contract import Event
from games.models import Match, Move, sql
from games.queries import matches
from games.titles import GAMES


class Told(msgspec.Struct, frozen=True):
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
    """A seat's own last move: its ply (0: none) and when it was played; and the moves after it."""

    after: int = 0
    played_at: datetime | None = None
    moves: list[Move] = []


def move_history(
    match: Match, seat: int | None, language: str, *, after: int = 0, upto: int | None = None
) -> list[Told]:
    """Return the moves after ply `after`, up to `upto`, as `seat` may see them, oldest first.

    Moves without an event for this seat are omitted, because others must not learn of sealed
    answers.
    """
    last = match.ply if upto is None else upto
    return describe_moves(
        match, seat, language, sql.fetch_rows(Move, sql.MOVES_BETWEEN, match.pk, after, last)
    )


def describe_moves(
    match: Match, seat: int | None, language: str, moves: Iterable[Move]
) -> list[Told]:
    """Return the moves as `seat` may see them."""
    game, called = GAMES[match.game], matches.player_names(match)
    told = []
    for move in moves:
        events = tuple(events_for(move, seat))
        sentences = tuple(game.describe_event(event, called, language) for event in events)
        if move.source == "undo":
            by_staff = move.decision["args"].get("by") == "staff"
            sentences = (_taken_back("" if by_staff else called[move.seat], language),)
        if sentences:
            source, undone = source_for(move, seat), move.undone is not None
            told.append(
                Told(move.ply, move.seat, source, move.played_at, sentences, undone, events)
            )
    return told


def _taken_back(name: str, language: str) -> str:
    """Return a sentence about an undo by `name`, "" for a moderator."""
    with translation.override(language):
        if not name:
            return _("A moderator takes the match back; what came after it does not count.")
        return _("%(name)s takes a move back; what came after it does not count.") % {"name": name}


def events_for(move: Move, seat: int | None) -> list[Event]:
    """Return the events of a move that `seat` may see."""
    events = msgspec.convert(move.events, list[Event])
    return [e for e in events if e.audience is None or (seat is not None and seat in e.audience)]


def source_for(move: Move, seat: int | None) -> str:
    """Return the source of a move; "" for others' personal sources, so as not to reveal orders."""
    is_personal = move.source in ("email", "page", "link", "api", "order")
    return "" if is_personal and move.seat != seat else move.source


def last_own_ply(match: Match, seat: int) -> int:
    """Return the ply of the last move that the seat's player made, 0 before the first."""
    with connection.cursor() as cursor:
        cursor.execute(sql.LAST_OWN_PLY, [match.pk, seat])
        return int(cursor.fetchone()[0])


def moves_since_own_move(seats: Sequence[tuple[Match, int, bool]]) -> list[Late]:
    """Return the moves since the last own move of each seat: (match, seat, from the beginning)."""
    found = [Late(moves=[]) for _ in seats]
    asked = [[match.pk for match, *_ in seats], [-1 if whole else one for _, one, whole in seats]]
    move: Any
    for move in Move.objects.raw(sql.MOVES_SINCE_OWN_MOVE, asked):
        one, match = found[move.asked - 1], seats[move.asked - 1][0]
        one.after = move.own_ply
        if move.ply == one.after:
            one.played_at = move.played_at
        elif move.ply <= match.ply:
            one.moves.append(move)
    return found


def ply_at(match: Match, instant: datetime) -> int:
    """Return the ply of the last move played at or before `instant`, 0 before the first."""
    before = match.moves.filter(played_at__lte=instant).order_by("-ply")
    return before.values_list("ply", flat=True).first() or 0
