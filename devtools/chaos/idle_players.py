"""Players who never answer: bring their deadlines and reminders near, and record when they are due.

Hours would be too long to wait for; apart from that the service does everything by itself.
"""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from datetime import datetime
from uuid import UUID

import psycopg

from devtools.chaos.clock import Clock
from devtools.chaos.service import Row, Service

EVERY_SECONDS = 0.7
# Seconds until a deadline or reminder that was brought near: more than the service's interval, so
# that an answer given too early can be seen.
NEAR = 6.5

# A tick of the service keeps using the time at which it started.
TICK = 4.0
# After the clock has jumped forward, the service gives the time back to every prompt that is open
# when it notices: nothing is brought near before that.
GIVES_BACK = "SELECT ticked_at < %(now)s - interval '5 minutes' AS later FROM games_heartbeat"

# Prompts with hours left get seconds instead. These players get no e-mails, because a deadline
# would wait for one.
BRING_DEADLINES_NEAR = """
UPDATE games_prompt SET deadline_at = %(due)s
WHERE closed_at IS NULL AND deadline_at > %(due)s AND (match_id, seat) IN (
    SELECT seat.match_id, seat.number FROM games_seat seat
    JOIN games_player player ON player.id = seat.player_id WHERE player.email LIKE 'sleeper%%')
RETURNING id
"""
# A match reminds once a day, so everybody is reminded of their first prompt only.
BRING_REMINDERS_NEAR = """
UPDATE games_prompt SET remind_at = %(due)s
WHERE closed_at IS NULL AND remind_at > %(due)s AND id <> ALL(%(known)s) AND (match_id, seat) IN (
    SELECT seat.match_id, seat.number FROM games_seat seat
    JOIN games_player player ON player.id = seat.player_id WHERE player.email LIKE 'reader%%'
    AND NOT EXISTS (SELECT FROM notifications_notification notification
        WHERE notification.player_id = player.id AND notification.kind = 'reminder'))
RETURNING id
"""
CLOSED_PROMPTS = "SELECT id FROM games_prompt WHERE id = ANY(%(open)s) AND closed_at IS NOT NULL"


class IdlePlayers(threading.Thread):
    """Brings deadlines and reminders near.

    `due[prompt]` is the earliest right time at which the prompt may time out, `remind[prompt]` that
    of its reminder; `seen_early[prompt]` is when it was closed before that.
    """

    def __init__(self, service: Service, clock: Clock) -> None:
        super().__init__(daemon=True)
        self.service, self.clock = service, clock
        self.due: dict[UUID, float] = {}
        self.remind: dict[UUID, float] = {}
        self.seen_early: dict[UUID, float] = {}
        self.stopping, self.resting = threading.Event(), threading.Event()

    def run(self) -> None:
        while not self.stopping.wait(EVERY_SECONDS):
            # While the database is away, no time runs out.
            with suppress(psycopg.Error, OSError, ValueError, LookupError):
                self._look_for_early()
                if not self.resting.is_set():
                    self._bring_near()

    def _bring_near(self) -> None:
        with self.clock.without_jumps() as now:
            if self.clock.since_jump < TICK or self._gives_back_later(now):
                return
            due = now.fromtimestamp(now.timestamp() + NEAR, now.tzinfo)
            values: Row = {"due": due, "known": list(self.remind)}
            right = time.time() + NEAR
            deadlines = self.service.rows(BRING_DEADLINES_NEAR, **values)
            reminders = self.service.rows(BRING_REMINDERS_NEAR, **values)
        for row in deadlines:
            self.due.setdefault(row["id"], right)
        for row in reminders:
            self.remind.setdefault(row["id"], right)

    def _gives_back_later(self, now: datetime) -> bool:
        """Return whether the service has not noticed the last jump of its clock yet."""
        return any(row["later"] for row in self.service.rows(GIVES_BACK, now=now))

    def _look_for_early(self) -> None:
        """Record prompts closed too early, as seen from outside the service."""
        waiting = [prompt for prompt, due in self.due.items() if due - 1 > time.time()]
        if waiting:
            rows = self.service.rows(CLOSED_PROMPTS, open=waiting)
            now = time.time()
            for row in rows:
                if now < self.due[row["id"]] - 1:
                    self.seen_early[row["id"]] = now
