"""The monthly files of matches, and the matches of one player as data. Read-only."""

from __future__ import annotations

from datetime import date
from typing import TypedDict

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import DataDump, Match, Player, Seat, Status
from games.queries.matches import with_seats
from games.queries.puzzles import public_matches


class MatchDataFilters(TypedDict, total=False):
    """Which matches are wanted: of one game, that ended in these days."""

    game: str
    since: date
    until: date


def list_dumps() -> QuerySet[DataDump]:
    """Return all files without their contents, the last month first."""
    return DataDump.objects.order_by("-month").defer("content")


def list_match_data(
    player: Player, reader: Player | None, filters: MatchDataFilters
) -> QuerySet[Match]:
    """Return the finished matches of a player that a reader may see, the last one first."""
    rows = Match.objects.filter(Exists(Seat.objects.filter(match=OuterRef("pk"), player=player)))
    rows = rows.filter(status=Status.FINISHED).exclude(started_at=None)
    own_seats = Exists(Seat.objects.filter(match=OuterRef("pk"), player=reader))
    rows = rows.filter(public_matches() if reader is None else Q(public_matches()) | Q(own_seats))
    if game := filters.get("game"):
        rows = rows.filter(game=game)
    if since := filters.get("since"):
        rows = rows.filter(finished_at__date__gte=since)
    if until := filters.get("until"):
        rows = rows.filter(finished_at__date__lte=until)
    return with_seats(rows).order_by("-finished_at", "-pk").defer("state")
