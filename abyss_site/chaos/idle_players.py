"""Those who wait: deadlines and reminders of theirs are brought near, and when is noted.

This is how the run begins what it wants to see, as hours are too long to wait for; nothing that the
service has to do is done, or hurried, for it.
"""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from typing import Any
from uuid import UUID

import psycopg

from abyss_site.chaos.clock import Clock
from abyss_site.chaos.service import Service

EVERY_SECONDS = 0.7
# Seconds until a deadline or a reminder that was brought near: more than the service waits between
# two looks, so that one that is answered too early is seen to be.
NEAR = 6.5

# A tick of the service goes on by the clock that it began with.
TICK = 4.0

# Whoever is asked something with hours to go is asked with seconds to go; their e-mails are not
# wanted, so that no deadline waits for one.
BRING_DEADLINES_NEAR = """
UPDATE games_prompt SET deadline_at = %(due)s
WHERE closed_at IS NULL AND deadline_at > %(due)s AND (match_id, seat) IN (
    SELECT seat.match_id, seat.number FROM games_seat seat
    JOIN games_player player ON player.id = seat.player_id WHERE player.email LIKE 'sleeper%%')
RETURNING id
"""
# A match reminds once a day, so that everybody is reminded of their first question alone.
BRING_REMINDERS_NEAR = """
UPDATE games_prompt SET remind_at = %(due)s
WHERE closed_at IS NULL AND remind_at > %(due)s AND id <> ALL(%(known)s) AND (match_id, seat) IN (
    SELECT seat.match_id, seat.number FROM games_seat seat
    JOIN games_player player ON player.id = seat.player_id WHERE player.email LIKE 'reader%%'
    AND NOT EXISTS (SELECT FROM notifications_notification notification
        WHERE notification.player_id = player.id AND notification.kind = 'reminder'))
RETURNING id
"""
CLOSED = "SELECT id FROM games_prompt WHERE id = ANY(%(open)s) AND closed_at IS NOT NULL"


class IdlePlayers(threading.Thread):
    """`due[prompt]` is the right time before which the clock may not answer it, `remind[prompt]`
    that at which its reminder is due; `seen_early[prompt]` is when it was closed before that.
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
            # While the database is away nobody's time runs out.
            with suppress(psycopg.Error, OSError, ValueError, LookupError):
                self._look_for_early()
                if not self.resting.is_set():
                    self._bring_near()

    def _bring_near(self) -> None:
        with self.clock.held() as now:
            if self.clock.since_jump < TICK:
                return
            due = now.fromtimestamp(now.timestamp() + NEAR, now.tzinfo)
            values: dict[str, Any] = {"due": due, "known": list(self.remind)}
            right = time.time() + NEAR
            fallen = self.service.rows(BRING_DEADLINES_NEAR, **values)
            reminded = self.service.rows(BRING_REMINDERS_NEAR, **values)
        for row in fallen:
            self.due.setdefault(row["id"], right)
        for row in reminded:
            self.remind.setdefault(row["id"], right)

    def _look_for_early(self) -> None:
        """Note what is closed before its time, as somebody sees it who does not ask the service."""
        waiting = [prompt for prompt, due in self.due.items() if due - 1 > time.time()]
        if waiting:
            found = self.service.rows(CLOSED, open=waiting)
            now = time.time()
            for row in found:
                if now < self.due[row["id"]] - 1:
                    self.seen_early[row["id"]] = now
