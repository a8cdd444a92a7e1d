"""A player's analysis boards. Read-only."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Prefetch

from games.models import AnalysisBoard, Match, Player, Status
from games.queries.matches import with_seats


def find_board(player: Player, pk: UUID) -> AnalysisBoard | None:
    """Return a player's board of a match that is over; None if there is none."""
    rows = player.analysis_boards.filter(match__status=Status.FINISHED)
    return rows.select_related("match").filter(pk=pk).first()


def list_boards(player: Player) -> list[AnalysisBoard]:
    """Return a player's boards of matches that are over, the last used one first."""
    over = with_seats(Match.objects.defer("state", "seed"))
    rows = player.analysis_boards.filter(match__status=Status.FINISHED)
    return list(rows.prefetch_related(Prefetch("match", queryset=over)).order_by("-used_at"))
