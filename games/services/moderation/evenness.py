"""Whether an account answers as evenly as a program: its answer times against those of others.

People answer now after a minute, now after a night; a program that answers for them takes about as
long each time. Figures only, for people to look at; matches that run are not looked at.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from uuid import UUID

import msgspec
from django.db import connection

from abyss_site.core.database import SqlValues
from games.models import Match, Move, Player, Seat, Status, sql

# What is older is not looked at, nor people with fewer answers; the latest matches whose people are
# the ones to compare with.
LOOKED_AT, LEAST_ANSWERS, MATCHES_COMPARED = timedelta(days=90), 60, 500
# The middle half of an even player's answer times: the longest is at most so many times the
# shortest. And at most this share of people are as even.
MOST_SPREAD, RARE = 1.5, 0.01


class Evenness(msgspec.Struct, frozen=True):
    """How evenly an account answers, in seconds, and how many of so many people are as even."""

    answers: int
    quarter: float
    median: float
    three_quarters: float
    as_even: int = 0
    people: int = 0

    @property
    def spread(self) -> float:
        """The third quartile of the answer times over the first."""
        return self.three_quarters / max(self.quarter, 0.001)

    @property
    def chance(self) -> float:
        """The share of people who are as even, the account itself among them."""
        return (self.as_even + 1) / (self.people + 1)


def find_even_players(
    looked_at: Collection[UUID], *, now: datetime, rare: float = RARE
) -> dict[UUID, Evenness]:
    """Return those of some people who answer more evenly than nearly all others, and how evenly."""
    people = set(_fetch_recent_people(now)) | set(looked_at)
    quartiles = _fetch_quartiles(people, now)
    spreads = sorted(evenness.spread for evenness in quartiles.values())
    even_players = {}
    for player in looked_at:
        own = quartiles.get(player)
        if own is None or own.spread > MOST_SPREAD:
            continue
        as_even = sum(spread <= own.spread for spread in spreads) - 1
        evenness = msgspec.structs.replace(own, as_even=as_even, people=len(spreads) - 1)
        if evenness.chance <= rare:
            even_players[player] = evenness
    return even_players


def _fetch_recent_people(now: datetime) -> Collection[UUID]:
    over = Match.objects.filter(status=Status.FINISHED, finished_at__gt=now - LOOKED_AT)
    # By id, which has an index: the matches that were opened last.
    latest = list(over.order_by("-pk").values_list("pk", flat=True)[:MATCHES_COMPARED])
    people = Player.objects.filter(is_bot=False, left_at=None)
    seats = Seat.objects.filter(match__in=latest, player__in=people)
    return list(seats.order_by().values_list("player", flat=True).distinct())


def _fetch_quartiles(players: Collection[UUID], now: datetime) -> dict[UUID, Evenness]:
    values: SqlValues = {
        "players": list(players),
        "since": now - LOOKED_AT,
        "sources": list(Move.OWN_HANDS),
        "least": LEAST_ANSWERS,
    }
    with connection.cursor() as cursor:
        cursor.execute(sql.ANSWER_QUARTILES, values)
        return {player: Evenness(many, *quartiles) for player, many, quartiles in cursor.fetchall()}
