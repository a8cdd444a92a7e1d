"""Record the heartbeats of worker and jobs, which /health/ reads; beat.py records its own."""

from __future__ import annotations

from contextlib import suppress

from celery import Task
from celery.signals import heartbeat_sent, task_postrun, task_success

from abyss_site.core.valkey import heartbeats
from abyss_site.core.valkey.client import CONNECTION_ERRORS


def note_worker(**_: object) -> None:
    # Without the broker there are no ticks; the missing heartbeat is the report.
    with suppress(*CONNECTION_ERRORS):
        heartbeats.record_heartbeat(heartbeats.WORKER)


def note_job(sender: Task, **_: object) -> None:
    """Record that a scheduled job finished, even if it skipped broken rows."""
    # Without the broker there are no ticks; the missing heartbeat is the report.
    with suppress(*CONNECTION_ERRORS):
        heartbeats.record_success(sender.name)


def note_process(**_: object) -> None:
    """Record that the main process of the worker goes on, which has timers even without tasks."""
    heartbeats.record_process(heartbeats.WORKER)


heartbeat_sent.connect(note_process)
task_postrun.connect(note_worker)
task_success.connect(note_job)
