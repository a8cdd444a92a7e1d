"""How players keep to the clock: what share of questions they answer in time, and how soon."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec
from django.db import connection

from games.models import Punctuality

# Questions of so long ago are forgotten; with fewer than so many nothing is said.
LOOKED_AT, LEAST_ANSWERS = timedelta(days=365), 10

# What orders, bots and the rules answer is nobody's merit and nobody's fault.
COUNTED = ["letter", "link", "page", "api", "clock"]
ANSWERS = """
WITH held AS (
  SELECT match_id, number, player_id, taken AS since, NULL::timestamptz AS until
  FROM games_seat WHERE player_id = ANY(%(players)s)
  UNION ALL
  SELECT seat.match_id, seat.number, leaver.player_id, leaver.since, leaver.left
  FROM games_leaver leaver JOIN games_seat seat ON seat.id = leaver.seat_id
  WHERE leaver.player_id = ANY(%(players)s)
)
SELECT held.player_id,
  count(*) FILTER (WHERE move.source <> 'clock'),
  count(*),
  percentile_cont(0.5) WITHIN GROUP (ORDER BY move.played - prompt.opened)
    FILTER (WHERE move.source <> 'clock')
FROM held
JOIN games_move move ON move.match_id = held.match_id AND move.seat = held.number
  AND (held.since IS NULL OR move.played >= held.since)
  AND (held.until IS NULL OR move.played < held.until)
JOIN games_prompt prompt ON prompt.id = move.prompt_id
WHERE move.source = ANY(%(counted)s) AND move.played > %(since)s
GROUP BY held.player_id
HAVING count(*) >= %(least)s
"""
# Who holds the seats that were answered for by moves with ids of two spans, or held them.
ANSWERED = """
WITH held AS (
  SELECT DISTINCT seat.id, seat.player_id
  FROM games_move move
  JOIN games_seat seat ON seat.match_id = move.match_id AND seat.number = move.seat
  WHERE (move.id >= %s AND move.id < %s OR move.id >= %s AND move.id < %s)
    AND move.source = ANY(%s)
)
SELECT player_id FROM held
UNION SELECT leaver.player_id FROM held JOIN games_leaver leaver ON leaver.seat_id = held.id
"""


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
        cursor.execute(ANSWERS, values)
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
        cursor.execute(ANSWERED, [*came, *went, COUNTED])
        return [player for (player,) in cursor.fetchall()]
