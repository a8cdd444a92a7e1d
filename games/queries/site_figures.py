"""Figures about the whole site for visitors. Read-only."""

from __future__ import annotations

from datetime import datetime, timedelta

from msgspec import Struct

from abyss_site.core.ids import first_after
from games.models import Move
from games.queries import match_lists

DAY = timedelta(days=1)


class Figures(Struct, frozen=True):
    """Matches that are running, matches that wait for players, and moves of the last day."""

    running: int
    waiting: int
    moves: int


def count_figures(now: datetime) -> Figures:
    """Count in three queries; ids start with their time, so that moves are found by their key."""
    return Figures(
        running=match_lists.running_matches().count(),
        waiting=match_lists.open_matches().count(),
        # An answer to an open prompt is sealed: nobody may learn that it was given.
        moves=Move.objects.filter(
            pk__gte=first_after(now - DAY), prompt__closed_at__isnull=False
        ).count(),
    )
