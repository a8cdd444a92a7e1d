"""Celery beat's scheduler: a job that is still queued is not queued again.

With slow workers or two beats, the queue would otherwise fill with copies of jobs, and the last one
of each round would wait forever or expire.

The schedule outlives a restart: a job is due its interval after it last finished. Counted from the
start of beat, hourly jobs would never run while beat is restarted more often.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from celery import beat
from django.conf import settings
from django.utils import timezone

from abyss_site.core.valkey import heartbeats
from abyss_site.core.valkey.client import CONNECTION_ERRORS, valkey

KEY = "queued:{}"
# Seconds after which a job that was lost with its worker is queued again. It expires later
# (CELERY_BEAT_SCHEDULE), so with slow workers only a few copies wait.
QUEUED_SECONDS = 20
# When a job that is not known to have finished is taken to have run: it is due at once.
NEVER = datetime.fromtimestamp(0, UTC)


class Scheduler(beat.Scheduler):  # type: ignore[misc]  # Celery is untyped.
    """Sends what is due, unless it was sent and has not started."""

    def setup_schedule(self) -> None:
        """Continue the schedule where the jobs are, whenever this process was started."""
        super().setup_schedule()
        last_successes = _last_successes()
        for entry in self.schedule.values():
            # A clock that was wrong may have written an instant to come.
            entry.last_run_at = min(last_successes.get(entry.task, NEVER), timezone.now())

    def tick(self, *args: object, **kwargs: object) -> object:
        """Record that this process goes on, also if another beat has sent everything."""
        heartbeats.record_process(heartbeats.BEAT)
        return super().tick(*args, **kwargs)

    def apply_async(
        self, entry: Any, producer: object = None, advance: bool = True, **kwargs: object
    ) -> object:
        """Return the result of sending it, None if it is already queued."""
        if not _mark_queued(entry.task):
            return None
        try:
            return super().apply_async(entry, producer=producer, advance=advance, **kwargs)
        except Exception:
            clear_queued(entry.task)
            raise


def clear_queued(task: str) -> None:
    """Allow a job to be sent again: a worker has started it, or it was never sent."""
    if task in settings.CELERY_BEAT_SCHEDULE:
        with suppress(*CONNECTION_ERRORS):
            valkey().delete(KEY.format(task))


def _mark_queued(task: str) -> bool:
    """Mark a job as queued; return whether it was not marked before."""
    try:
        return bool(valkey().set(KEY.format(task), 1, nx=True, ex=QUEUED_SECONDS))
    except CONNECTION_ERRORS:
        # Sending it will show whether the broker accepts it.
        return True


def _last_successes() -> dict[str, datetime]:
    """Return when each job last finished; nothing if Valkey cannot be asked."""
    try:
        return heartbeats.last_successes()
    except CONNECTION_ERRORS:
        # A job that runs too often does no harm; nothing can be sent before Valkey is back.
        return {}
