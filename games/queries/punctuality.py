"""The punctuality of players: the share of prompts answered in time, and how fast."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from uuid import UUID

import msgspec
from django.db import connections

from abyss_site.core.database import SqlValues
from abyss_site.core.database.replica import read_alias
from games.models import Punctuality, sql

# Older prompts are ignored; with fewer prompts than MIN_ANSWERS nothing is reported.
LOOKED_AT, MIN_ANSWERS = timedelta(days=365), 10

# Answers by orders, bots and the rules do not count.
COUNTED_SOURCES = ["email", "link", "page", "api", "clock"]


class Reliability(msgspec.Struct, frozen=True):
    """`in_time` is a whole percentage; `median` is from prompt to answer, None if there is none."""

    in_time: int
    median: timedelta | None


def compute_reliability(players: Collection[UUID], *, now: datetime) -> dict[UUID, Reliability]:
    """Compute the reliability of each player of whom enough is known."""
    since = now - LOOKED_AT
    values: SqlValues = {"players": list(players), "since": since, "least": MIN_ANSWERS}
    values["counted"] = COUNTED_SOURCES
    with connections[read_alias.get()].cursor() as cursor:
        cursor.execute(sql.RELIABILITY, values)
        return {
            player: Reliability(100 * in_time // total, median)
            for player, in_time, total, median in cursor.fetchall()
        }


def stored_reliability(players: Collection[UUID]) -> dict[UUID, Reliability]:
    """Return the reliability as stored some minutes ago, without counting any moves.

    See services/punctuality.py, which counts.
    """
    rows = sql.fetch_rows(Punctuality, sql.OF_PLAYERS, list(players))
    return {row.player_id: Reliability(row.in_time, row.median) for row in rows}


def players_with_moves_between(came: tuple[UUID, UUID], went: tuple[UUID, UUID]) -> list[UUID]:
    """Return the players of seats with moves whose ids lie in one of two (from, to) ranges."""
    with connections[read_alias.get()].cursor() as cursor:
        cursor.execute(sql.PLAYERS_WITH_MOVES_BETWEEN, [*came, *went, COUNTED_SOURCES])
        return [player for (player,) in cursor.fetchall()]
