"""Count the punctuality of players in the background, for pages that list many players."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from uuid import UUID

from abyss_site.core.ids import first_after
from games.models import Heartbeat, Punctuality
from games.queries import punctuality

# A move's id is generated a moment before others can read the row.
LATE = timedelta(minutes=5)
# Length of the period that one statement covers.
SPAN = timedelta(days=14)
# Number of players counted by one statement.
AT_ONCE = 200


def update_recent_punctuality(now: datetime) -> int:
    """Update the players whose answers were added, or became a year old, since the last round.

    Returns how many. Continues where the last round ended or was interrupted; safe to run twice, or
    at once. Does nothing before the clock's first tick.
    """
    pulse = Heartbeat.objects.filter(pk=Heartbeat.ONLY).first()
    if pulse is None:
        return 0
    year, counted_until, many = punctuality.LOOKED_AT, pulse.counted_until, 0
    since = now - year if counted_until is None else min(counted_until, now) - LATE
    while since < now:
        upto = min(now, since + SPAN)
        players = punctuality.players_with_moves_between(
            _id_range(since, upto), _id_range(since - year, upto - year)
        )
        for first in range(0, len(players), AT_ONCE):
            update_punctuality(players[first : first + AT_ONCE], now=now)
        if not Heartbeat.objects.filter(pk=Heartbeat.ONLY, counted_until=counted_until).update(
            counted_until=upto
        ):
            # Another process is doing the same.
            break
        since = counted_until = upto
        many += len(players)
    return many


def _id_range(since: datetime, upto: datetime) -> tuple[UUID, UUID]:
    """Return the range of ids of rows from that period: ids begin with the time."""
    return first_after(since), first_after(upto)


def update_punctuality(players: Collection[UUID], *, now: datetime) -> None:
    """Update the stored punctuality of these players; delete it if too little is known."""
    reliabilities = punctuality.compute_reliability(players, now=now)
    rows = [
        # In a fixed order, so that concurrent rounds cannot deadlock.
        Punctuality(player_id=player, in_time=reliability.in_time, median=reliability.median)
        for player, reliability in sorted(reliabilities.items())
    ]
    Punctuality.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["player"],
        update_fields=["in_time", "median"],
    )
    Punctuality.objects.filter(player__in=set(players) - reliabilities.keys()).delete()
