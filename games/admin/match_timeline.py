"""The moves of a match beside the form that rewinds it: who moved when, and what everybody saw."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.utils.translation import get_language
from msgspec import Struct

from games.admin import visible_rows
from games.http.viewers import signed_in
from games.models import Match, Move
from games.queries import matches, move_log

# The latest moves that are shown; staff rewinds fewer without a second person.
MAX_MOVES = 80


class TimelineMove(Struct, frozen=True):
    """A move: when, whose, what everybody saw of it ("" if that was nothing), and its link."""

    ply: int
    name: str
    played_at: datetime
    sentence: str
    is_undone: bool
    path: str
    is_chosen: bool


def fetch_timeline(request: HttpRequest, number: object) -> list[TimelineMove]:
    """Return the latest moves of a match, newest first; each links to the form that rewinds to it.

    [] for a match that the visitor may not know of.
    """
    rows = visible_rows.filter_visible_rows(signed_in(request), Match.objects.defer("state"))
    try:
        match = rows.filter(pk=UUID(str(number))).first()
    except ValueError:
        return []
    return [] if match is None else list(_iter_moves(request, match))


def _iter_moves(request: HttpRequest, match: Match) -> Iterator[TimelineMove]:
    moves = list(match.moves.order_by("-ply")[:MAX_MOVES])
    names, public = matches.player_names(match), _describe_publicly(match, moves)
    for move in moves:
        query = request.GET.copy()
        query["ply"] = str(move.ply)
        yield TimelineMove(
            ply=move.ply,
            name=names[move.seat] if move.seat < len(names) else "",
            played_at=move.played_at,
            sentence=public.get(move.ply, ""),
            is_undone=move.undone is not None,
            path=f"?{query.urlencode()}",
            is_chosen=request.GET.get("ply") == str(move.ply),
        )


def _describe_publicly(match: Match, moves: list[Move]) -> dict[int, str]:
    """Return what everybody saw, by ply; {} for moves that cannot be described any more."""
    try:
        summaries: Any = move_log.describe_moves(match, None, get_language() or "en", moves)
    except (KeyError, ValueError, IndexError, TypeError, AttributeError):
        return {}
    return {summary.ply: " ".join(summary.sentences) for summary in summaries}
