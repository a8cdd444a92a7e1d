"""How players keep to the clock: what share of questions they answer in time, and how soon."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec
from django.db import connection

from games.models import Punctuality, sql

# Questions of so long ago are forgotten; with fewer than so many nothing is said.
LOOKED_AT, LEAST_ANSWERS = timedelta(days=365), 10

# What orders, bots and the rules answer is nobody's merit and nobody's fault.
COUNTED = ["letter", "link", "page", "api", "clock"]


class Reliability(msgspec.Struct, frozen=True):
    """`in_time` is a whole percentage; `median` from question to answer, None without any."""

    in_time: int
    median: timedelta | None


def compute_reliability(players: Collection[UUID], *, now: datetime) -> dict[UUID, Reliability]:
    """The reliability of each player of whom enough is known."""
    since = now - LOOKED_AT
    values: dict[str, Any] = {"players": list(players), "since": since, "least": LEAST_ANSWERS}
    values["counted"] = COUNTED
    with connection.cursor() as cursor:
        cursor.execute(sql.RELIABILITY, values)
        return {
            player: Reliability(100 * answered // asked, median)
            for player, answered, asked, median in cursor.fetchall()
        }


def stored_reliability(players: Collection[UUID]) -> dict[UUID, Reliability]:
    """The same as it was kept some minutes ago, without a look at any answer.

    See services/punctuality.py, which counts.
    """
    rows = Punctuality.objects.filter(player__in=players)
    return {row.player_id: Reliability(row.in_time, row.median) for row in rows}


def players_with_moves_between(came: tuple[UUID, UUID], went: tuple[UUID, UUID]) -> list[UUID]:
    """Players of whom moves tell whose ids lie in one of two spans, each from and to."""
    with connection.cursor() as cursor:
        cursor.execute(sql.PLAYERS_WITH_MOVES_BETWEEN, [*came, *went, COUNTED])
        return [player for (player,) in cursor.fetchall()]
