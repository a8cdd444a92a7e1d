"""What the header of every page tells a signed-in player."""

from __future__ import annotations

from django.db import connection
from msgspec import Struct

from abyss_site.core.database import SqlValues
from games.models import Invitation, Player, Status, Vote, sql


class HeaderCounts(Struct, frozen=True):
    """The number of questions that wait for a player, of conversations with new messages, and of
    invitations and votes that the player has not answered."""

    waiting: int
    unread: int
    asked: int


def fetch_header_counts(player: Player) -> HeaderCounts:
    """Count what waits for a player, on the primary: an open page is told of later changes only."""
    values: SqlValues = {
        "player": player.pk,
        "running": Status.RUNNING,
        "open": Status.OPEN,
        "unanswered": Invitation.Outcome.OPEN,
        "undecided": Vote.Outcome.OPEN,
    }
    with connection.cursor() as cursor:
        cursor.execute(sql.HEADER_COUNTS, values)
        return HeaderCounts(*cursor.fetchone())
