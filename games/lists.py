"""Lists of the lobby beside those of queries.py."""

from __future__ import annotations

from django.db.models import Min, Prefetch, QuerySet

from games.models import Match, Seat, Status


def seats_offered() -> QuerySet[Match]:
    """Public matches with a seat for a substitute, the longest offered first."""
    seats = Seat.objects.select_related("player").order_by("number")
    running = Match.objects.filter(status=Status.RUNNING, private=False, paused=None)
    offered = running.annotate(offered=Min("seats__wanted")).exclude(offered=None)
    rows = offered.order_by("offered").defer("state", "seed")
    return rows.prefetch_related(Prefetch("seats", queryset=seats))
