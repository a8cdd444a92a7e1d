"""After the disruptions: measure how long the service takes to recover and do what is due."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from http.client import HTTPException
from statistics import fmean

import psycopg

from devtools.chaos.clock import Clock
from devtools.chaos.evidence import BOUNDS, Windows
from devtools.chaos.service import Service

# On a machine with nothing else to do. The supervisor waits up to ten seconds before it restarts a
# process that keeps failing.
RECOVERY_SECONDS = 75.0
LOOK_EVERY_SECONDS = 0.3
# Seconds of processor time for measuring how slow the machine is.
PROBE_SECONDS = 0.01

RUNNING = "JOIN games_match m ON m.id = match_id WHERE m.status = 'running' AND m.paused_at IS NULL"
# Possible causes of late work.
ACTIVITY = """
SELECT pid, state, now() - xact_start AS in_transaction, wait_event,
pg_blocking_pids(pid) AS waits_for, left(query, 200) AS query
FROM pg_stat_activity WHERE backend_type = 'client backend'
"""
# What is due at an instant, by kind. These statements contain nothing from outside.
DUE = {
    "deadlines": f"SELECT p.id FROM games_prompt p {RUNNING} AND closed_at IS NULL"  # nosec B608
    " AND deadline_at <= %(now)s",
    "bots": f"SELECT p.id FROM games_prompt p {RUNNING} AND closed_at IS NULL"  # nosec B608
    " AND answered_at IS NULL"
    " AND awaits_bot AND opened_at <= %(now)s",
    "reminders": f"SELECT p.id FROM games_prompt p {RUNNING} AND closed_at IS NULL"  # nosec B608
    " AND remind_at <= %(now)s",
    "votes": "SELECT id FROM games_vote WHERE outcome = 'open' AND expires_at <= %(now)s",
    "inbound": "SELECT id FROM notifications_inboundemail WHERE state = 'received'"
    " AND received_at <= %(now)s",
    "emails": "SELECT id FROM notifications_notification WHERE state = 'queued'"
    " AND created_at <= %(now)s",
    "webhooks": "SELECT c.id FROM notifications_webhookcall c JOIN notifications_notification n"
    " ON n.id = notification_id WHERE done_at IS NULL AND n.created_at <= %(now)s",
    "seasons": "SELECT id FROM games_season WHERE due_at <= %(now)s",
}


def measure_slowdown() -> float:
    """Return how many times as long as on a quiet machine work takes now; at least 1.

    It is the time that passes while this thread computes, over the processor time it gets.
    """
    began, cpu_before = time.monotonic(), time.thread_time()
    while time.thread_time() - cpu_before < PROBE_SECONDS:
        pass
    return max(1.0, (time.monotonic() - began) / (time.thread_time() - cpu_before))


class Recovery:
    """Waits for recovery; calls `keep_up` meanwhile, which restarts what has ended, like an init
    system."""

    def __init__(
        self, service: Service, clock: Clock, windows: Windows, keep_up: Callable[[], None]
    ) -> None:
        self.service, self.clock, self.windows = service, clock, windows
        self.keep_up = keep_up
        # Seconds until the service had recovered, and until each kind of work was done.
        self.recovered: list[float] = []
        self.settled: dict[str, list[float]] = {kind: [] for kind in DUE}

    def wait_until_recovered(self) -> list[str]:
        """Return a sentence if it takes longer than RECOVERY_SECONDS, else an empty list.

        On a machine that is busy with other things, everything may take that much longer.
        """
        begin, slowdowns = time.monotonic(), [measure_slowdown()]
        while not self.service.is_recovered():
            self.keep_up()
            time.sleep(LOOK_EVERY_SECONDS)
            slowdowns.append(measure_slowdown())
            if time.monotonic() - begin > 2 * RECOVERY_SECONDS * fmean(slowdowns):
                break
        took, slowdown = time.monotonic() - begin, fmean(slowdowns)
        self.recovered.append(round(took, 1))
        self.windows.slowdown = max(self.windows.slowdown, slowdown)
        if took <= RECOVERY_SECONDS * slowdown:
            return []
        times = f"on a machine {slowdown:.1f} times as slow as a quiet one"
        return [f"recovery: the service had not recovered after {took:.0f} s, {times}"]

    def settle(self, allowance: float = 0.0) -> list[str]:
        """Wait until everything due now is done; return a sentence for each kind that takes too
        long.

        `allowance` is added to each bound.
        """
        begin = time.monotonic()
        with self.clock.without_jumps() as now:
            pass
        waiting = {kind: self._find(kind, now) for kind in DUE}
        violations = []
        while any(waiting.values()):
            took = time.monotonic() - begin
            for kind, ids in waiting.items():
                if ids and took > BOUNDS[kind] * self.windows.slowdown + allowance:
                    violations.append(self._tell(kind, ids, took))
                    waiting[kind] = set()
            self.keep_up()
            time.sleep(LOOK_EVERY_SECONDS)
            waiting = self._look_again(waiting, now, begin)
        return violations

    def _look_again(
        self, waiting: dict[str, set[object]], now: datetime, begin: float
    ) -> dict[str, set[object]]:
        left = {}
        for kind, ids in waiting.items():
            left[kind] = ids & self._find(kind, now) if ids else ids
            if ids and not left[kind]:
                self.settled[kind].append(round(time.monotonic() - begin, 1))
        return left

    def _find(self, kind: str, now: datetime) -> set[object]:
        """Return the ids of what is due; retry until the database answers."""
        while True:
            with suppress(psycopg.Error, OSError, ValueError, LookupError):
                return {row["id"] for row in self.service.rows(DUE[kind], now=now)}
            self.keep_up()
            time.sleep(LOOK_EVERY_SECONDS)

    def _tell(self, kind: str, ids: set[object], took: float) -> str:
        some = ", ".join(sorted(map(str, ids))[:3])
        self._note_activity(f"{kind} {some}")
        return f"late {kind}: {len(ids)} wait {took:.0f} s after recovery ({some})"

    def _note_activity(self, about: str) -> None:
        """Record the activity of the database and the processes, to find the cause later."""
        lines = [about]
        with suppress(psycopg.Error, OSError, ValueError, LookupError, HTTPException):
            lines.append(str(self.service.health()))
            lines += [str(row) for row in self.service.rows(ACTIVITY)]
        with (self.service.folder / "late.log").open("a") as log:
            log.write("\n".join([*lines, ""]))
