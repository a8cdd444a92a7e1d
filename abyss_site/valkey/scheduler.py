"""Celery beat's scheduler: a job that still waits in the queue is not put there again.

Where workers are slow, or two beats run, the queue would otherwise fill with copies of jobs, and
whatever stands last in each round would wait for ever, or expire.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from celery import beat
from django.conf import settings

from abyss_site.valkey.client import AWAY, valkey

KEY = "queued:{}"
# As kombu calls the lists of messages: of the highest priority, and of 6 (CELERY_TASK_ROUTES).
QUEUES = ("celery", "celery\x06\x166")
# A job that was lost with its worker is put into the queue again after so long. It expires later
# (CELERY_BEAT_SCHEDULE), so that where workers are slow a few copies of it wait, no more.
QUEUED_SECONDS = 20


class Scheduler(beat.Scheduler):  # type: ignore[misc]  # Celery says nothing about types.
    """Sends what is due, unless it was sent and has not begun."""

    def apply_async(
        self, entry: Any, producer: Any = None, advance: bool = True, **kwargs: Any
    ) -> Any:
        """Return what sending it returns, None if it waits in the queue already."""
        if not _mark_queued(entry.task):
            return None
        try:
            return super().apply_async(entry, producer=producer, advance=advance, **kwargs)
        except Exception:
            clear_queued(entry.task)
            raise


def clear_queued(task: str) -> None:
    """Let a job be sent again: a worker has begun it, or it was never sent."""
    if task in settings.CELERY_BEAT_SCHEDULE:
        with suppress(*AWAY):
            valkey().delete(KEY.format(task))


def _mark_queued(task: str) -> bool:
    """Note that a job is in the queue; return whether it was not there before."""
    try:
        return bool(valkey().set(KEY.format(task), 1, nx=True, ex=QUEUED_SECONDS))
    except AWAY:
        # Whether the broker takes it is seen when it is sent.
        return True
