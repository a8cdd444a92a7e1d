"""Record the heartbeats of worker, beat and jobs, which /health/ reads."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from celery import Task
from celery.signals import after_task_publish, beat_init, task_postrun, task_success

from abyss_site.valkey.client import CONNECTION_ERRORS
from games.presentation import health


def note_worker(**_: Any) -> None:
    leave(health.WORKER)


def note_job(sender: Task, **_: Any) -> None:
    """Record that a scheduled job finished, even if it skipped broken rows."""
    # Without the broker there are no ticks; the missing heartbeat is the report.
    with suppress(*CONNECTION_ERRORS):
        health.note_success(sender.name)


def watch_beat(**_: Any) -> None:
    """From now on, record what this process publishes as sent by beat."""
    after_task_publish.connect(note_beat)


def note_beat(**_: Any) -> None:
    leave(health.BEAT)


def leave(name: str) -> None:
    # Without the broker there are no ticks; the missing heartbeat is the report.
    with suppress(*CONNECTION_ERRORS):
        health.record_heartbeat(name)


task_postrun.connect(note_worker)
task_success.connect(note_job)
beat_init.connect(watch_beat)
