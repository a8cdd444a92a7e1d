"""How players keep to the clock: what share of questions they answer in time, and how soon."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec
from django.db import connection

# Questions of so long ago are forgotten; with fewer than so many nothing is said.
LOOKED_AT, LEAST_ANSWERS = timedelta(days=365), 10

# What orders, bots and the rules answer is nobody's merit and nobody's fault.
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
WHERE move.source IN ('letter', 'link', 'page', 'api', 'clock') AND move.played > %(since)s
GROUP BY held.player_id
HAVING count(*) >= %(least)s
"""


class Reliability(msgspec.Struct, frozen=True):
    """`in_time` is a whole percentage; `median` from question to answer, None without any."""

    in_time: int
    median: timedelta | None


def of(players: Collection[UUID], *, now: datetime) -> dict[UUID, Reliability]:
    """The reliability of each player of whom enough is known."""
    since = now - LOOKED_AT
    values: dict[str, Any] = {"players": list(players), "since": since, "least": LEAST_ANSWERS}
    with connection.cursor() as cursor:
        cursor.execute(ANSWERS, values)
        return {
            player: Reliability(100 * answered // asked, median)
            for player, answered, asked, median in cursor.fetchall()
        }
