"""Those who never answer: the chaos run lets their deadlines come near, and notes when."""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from typing import Any
from uuid import UUID

import psycopg

from abyss_site.chaos.clock import Clock
from abyss_site.chaos.service import Service

EVERY = 1.5
# Seconds until a deadline that was moved near.
NEAR = 3.0

# A tick of the service goes on by the clock that it began with.
TICK = 4.0

# Whoever is asked something with hours to go is asked with seconds to go; their letters are not
# wanted, so that no deadline waits for one.
HURRY = """
UPDATE games_prompt SET deadline = %(due)s
WHERE closed IS NULL AND deadline > %(due)s AND (match_id, seat) IN (
    SELECT seat.match_id, seat.number FROM games_seat seat
    JOIN games_player player ON player.id = seat.player_id WHERE player.email LIKE 'sleeper%%')
RETURNING id
"""


class IdlePlayers(threading.Thread):
    """`due[prompt]` is the right time before which the clock may not answer it."""

    def __init__(self, service: Service, clock: Clock) -> None:
        super().__init__(daemon=True)
        self.service, self.clock = service, clock
        self.due: dict[UUID, float] = {}
        self.stopping = threading.Event()

    def run(self) -> None:
        while not self.stopping.wait(EVERY):
            # While the database is away nobody's time runs out.
            with suppress(psycopg.Error, OSError, ValueError):
                self._hurry()

    def _hurry(self) -> None:
        with self.clock.held() as now:
            if self.clock.since_jump < TICK:
                return
            values: dict[str, Any] = {"due": now.fromtimestamp(now.timestamp() + NEAR, now.tzinfo)}
            right = time.time() + NEAR
            found = self.service.rows(HURRY, **values)
        for row in found:
            self.due.setdefault(row["id"], right)
