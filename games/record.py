"""What was played, as somebody may know it: only events for their ears. Nothing here writes."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec
from django.db import connection
from django.utils import translation
from django.utils.translation import gettext as _

from games import queries
from games.models import (
    Match,
    Move,
)
from games.models.reading import rows
from games.rules import GAMES
from games.rules.contract import Event

LAST_OWN_PLY = """
SELECT coalesce(max(ply), 0) FROM games_move
WHERE match_id = %s AND seat = %s AND source NOT IN ('clock', 'order', 'rules', 'undo')
"""
BETWEEN = "it.match_id = %s AND it.ply > %s AND it.ply <= %s ORDER BY it.ply"


class Told(msgspec.Struct, frozen=True):
    """One move as a seat may know it: who, when, through which door, and what happened.

    `undone`: it was taken back later, and does not count. `events` is what the sentences tell, for
    programs.
    """

    ply: int
    seat: int
    source: str
    played: Any
    sentences: tuple[str, ...]
    undone: bool
    events: tuple[Event, ...] = ()


def history(
    match: Match, seat: int | None, language: str, *, after: int = 0, upto: int | None = None
) -> list[Told]:
    """The moves after ply `after`, up to `upto`, as `seat` may know them, oldest first.

    A sealed answer is nobody else's business: a move without a word for this seat is left out.
    """
    game, called = GAMES[match.game], queries.names(match)
    told = []
    last = match.ply if upto is None else upto
    for move in rows(Move, BETWEEN, match.pk, after, last):
        events = tuple(events_for(move, seat))
        sentences = tuple(game.tell(event, called, language) for event in events)
        if move.source == "undo":
            by_staff = move.decision["args"].get("by") == "staff"
            sentences = (_taken_back("" if by_staff else called[move.seat], language),)
        if sentences:
            source, undone = source_for(move, seat), move.undone is not None
            told.append(Told(move.ply, move.seat, source, move.played, sentences, undone, events))
    return told


def _taken_back(name: str, language: str) -> str:
    """That moves do not count any more; `name` took them back, "" a moderator."""
    with translation.override(language):
        if not name:
            return _("A moderator takes the match back; what came after it does not count.")
        return _("%(name)s takes a move back; what came after it does not count.") % {"name": name}


def events_for(move: Move, seat: int | None) -> list[Event]:
    """The events of one move that `seat` is told."""
    events = msgspec.convert(move.events, list[Event])
    return [e for e in events if e.audience is None or (seat is not None and seat in e.audience)]


def source_for(move: Move, seat: int | None) -> str:
    """The door a move came through; “” for others, who do not learn whether an order answered."""
    is_personal = move.source in ("letter", "page", "link", "api", "order")
    return "" if is_personal and move.seat != seat else move.source


def last_own_ply(match: Match, seat: int) -> int:
    """The ply of the last move this seat made itself, 0 before its first."""
    with connection.cursor() as cursor:
        cursor.execute(LAST_OWN_PLY, [match.pk, seat])
        return int(cursor.fetchone()[0])


def ply_at(match: Match, instant: datetime) -> int:
    """The ply of the last move played before or at `instant`, 0 before the first."""
    before = match.moves.filter(played__lte=instant).order_by("-ply")
    return before.values_list("ply", flat=True).first() or 0
