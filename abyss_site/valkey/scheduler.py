"""Celery beat's scheduler: a job that is still queued is not queued again.

With slow workers or two beats, the queue would otherwise fill with copies of jobs, and the last one
of each round would wait forever or expire.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from celery import beat
from django.conf import settings

from abyss_site.valkey import heartbeats
from abyss_site.valkey.client import CONNECTION_ERRORS, valkey

KEY = "queued:{}"
# Seconds after which a job that was lost with its worker is queued again. It expires later
# (CELERY_BEAT_SCHEDULE), so with slow workers only a few copies wait.
QUEUED_SECONDS = 20


class Scheduler(beat.Scheduler):  # type: ignore[misc]  # Celery is untyped.
    """Sends what is due, unless it was sent and has not started."""

    def tick(self, *args: Any, **kwargs: Any) -> Any:
        """Record that this process goes on, also if another beat has sent everything."""
        heartbeats.record_process(heartbeats.BEAT)
        return super().tick(*args, **kwargs)

    def apply_async(
        self, entry: Any, producer: Any = None, advance: bool = True, **kwargs: Any
    ) -> Any:
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
