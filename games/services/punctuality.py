"""How players keep to the clock, counted in passing for the pages that tell it of many at once."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from uuid import UUID

from abyss_site.ids import first_after
from games import reliability
from games.models import Pulse, Punctuality

# A move has its id a moment before others can read it.
LATE = timedelta(minutes=5)
# So many players are counted by one statement.
AT_ONCE = 200


def count_round(now: datetime) -> int:
    """Count anew for whom an answer came, or is a year old, since the last round.

    Returns for how many. Goes on where the last round ended; safe to run twice, or at once. Does
    nothing before the clock's first tick.
    """
    pulse = Pulse.objects.filter(pk=Pulse.ONLY).first()
    if pulse is None:
        return 0
    since = now - reliability.LOOKED_AT if pulse.counted is None else pulse.counted - LATE
    # Ids begin with their time.
    came = first_after(since), first_after(now)
    year = reliability.LOOKED_AT
    went = first_after(since - year), first_after(now - year)
    players = reliability.answered(came, went)
    for first in range(0, len(players), AT_ONCE):
        count(players[first : first + AT_ONCE], now=now)
    Pulse.objects.filter(pk=Pulse.ONLY, counted=pulse.counted).update(counted=now)
    return len(players)


def count(players: Collection[UUID], *, now: datetime) -> None:
    """Keep how these players keep to the clock; nothing of whom too little is known."""
    found = reliability.of(players, now=now)
    rows = [
        # In one order, so that no two rounds wait for each other.
        Punctuality(player_id=player, in_time=kept.in_time, median=kept.median)
        for player, kept in sorted(found.items())
    ]
    Punctuality.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["player"],
        update_fields=["in_time", "median"],
    )
    Punctuality.objects.filter(player__in=set(players) - found.keys()).delete()
