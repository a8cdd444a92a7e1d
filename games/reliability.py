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
SELECT seat.player_id,
  count(*) FILTER (WHERE move.source <> 'clock'),
  count(*),
  percentile_cont(0.5) WITHIN GROUP (ORDER BY move.played - prompt.opened)
    FILTER (WHERE move.source <> 'clock')
FROM games_seat seat
JOIN games_move move ON move.match_id = seat.match_id AND move.seat = seat.number
JOIN games_prompt prompt ON prompt.id = move.prompt_id
WHERE seat.player_id = ANY(%(players)s)
  AND move.source IN ('letter', 'link', 'page', 'api', 'clock') AND move.played > %(since)s
GROUP BY seat.player_id
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
