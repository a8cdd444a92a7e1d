"""Lets worker, beat and each job leave the heartbeats that /health/ reads."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from celery import Task
from celery.signals import after_task_publish, beat_init, task_postrun, task_success

from abyss_site.valkey.client import AWAY
from games.presentation import health


def note_worker(**_: Any) -> None:
    leave(health.WORKER)


def note_job(sender: Task, **_: Any) -> None:
    """Note that a scheduled job got to its end. Rows that it set aside do not count against it."""
    # Without the broker nobody ticks; the missing heartbeat is the report.
    with suppress(*AWAY):
        health.note_success(sender.name)


def watch_beat(**_: Any) -> None:
    """From now on, what this process publishes is what beat has asked for."""
    after_task_publish.connect(note_beat)


def note_beat(**_: Any) -> None:
    leave(health.BEAT)


def leave(name: str) -> None:
    # Without the broker nobody ticks; the missing heartbeat is the report.
    with suppress(*AWAY):
        health.record_heartbeat(name)


task_postrun.connect(note_worker)
task_success.connect(note_job)
beat_init.connect(watch_beat)
