"""Lists beside those of queries.py."""

from __future__ import annotations

from datetime import datetime

from django.db.models import F, Min, Prefetch, QuerySet

from games.models import Match, Move, Player, Seat, Status

# So many of the last answers tell when somebody is awake.
LAST_ANSWERS = 200


def seats_offered() -> QuerySet[Match]:
    """Public matches with a seat for a substitute, the longest offered first."""
    seats = Seat.objects.select_related("player").order_by("number")
    running = Match.objects.filter(status=Status.RUNNING, private=False, paused=None)
    # One join, so that the few offered seats lead to their matches.
    offered = running.filter(seats__wanted__isnull=False).annotate(offered=Min("seats__wanted"))
    rows = offered.order_by("offered").defer("state", "seed", "secret")
    return rows.prefetch_related(Prefetch("seats", queryset=seats))


def answer_times(player: Player) -> list[datetime]:
    """When the player has answered in person lately, the last answer first."""
    own = Move.objects.filter(
        match__seats__player=player, match__seats__number=F("seat"), source__in=Move.OWN_HANDS
    )
    return list(own.order_by("-played").values_list("played", flat=True)[:LAST_ANSWERS])
