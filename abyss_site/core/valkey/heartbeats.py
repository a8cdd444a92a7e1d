"""Heartbeats of worker, beat and mailroom in Valkey, and when each scheduled job last finished.

games/presentation/health.py and notifications/mail_outages.py read them, and the scheduler.

One says that some worker, some beat or some mailroom does its work. The other is of one process, by
the name of its machine, which in containers is that of the container: one that is dead must not
pass for well because another is.
"""

from __future__ import annotations

import socket
from contextlib import suppress
from datetime import datetime, timedelta
from time import monotonic
from typing import Any

from django.utils import timezone

from abyss_site.core.valkey.client import CONNECTION_ERRORS, valkey

WORKER, BEAT, MAILROOM = "worker", "beat", "mailroom"
KEY, PROCESS_KEY = "heartbeat:{}", "heartbeat:{}@{}"
LIFETIME = timedelta(hours=1)
# A hash: task name -> when it last finished.
JOBS_KEY = "jobs:succeeded"
# Timeout in seconds.
PATIENCE = 0.25
# A process records its own heartbeat once in so many seconds.
PROCESS_SECONDS = 5.0

# Name -> time.monotonic() of the last heartbeat of this process.
_recorded_at = dict[str, float]()


def record_heartbeat(name: str, now: datetime | None = None) -> None:
    """Record the heartbeat of WORKER, BEAT or MAILROOM.

    Raises one of CONNECTION_ERRORS if the broker is unavailable.
    """
    instant = (now or timezone.now()).isoformat()
    valkey(PATIENCE).set(KEY.format(name), instant, ex=LIFETIME)


def last_heartbeat(name: str) -> datetime | None:
    """Return the last heartbeat; None if there was none within LIFETIME.

    Raises one of CONNECTION_ERRORS if the broker is unavailable.
    """
    instant: Any = valkey(PATIENCE).get(KEY.format(name))
    return datetime.fromisoformat(instant.decode()) if instant else None


def record_process(name: str, now: datetime | None = None) -> None:
    """Record that the main process of WORKER or BEAT on this machine goes on, once in a while.

    Without the broker there is nothing to go on with; the missing heartbeat is the report.
    """
    if monotonic() - _recorded_at.get(name, -PROCESS_SECONDS) < PROCESS_SECONDS:
        return
    instant = (now or timezone.now()).isoformat()
    with suppress(*CONNECTION_ERRORS):
        valkey(PATIENCE).set(process_key(name), instant, ex=LIFETIME)
        _recorded_at[name] = monotonic()


def process_key(name: str) -> str:
    """Return the key of the heartbeat of WORKER or BEAT on this machine."""
    return PROCESS_KEY.format(name, socket.gethostname())


def record_success(job: str, now: datetime | None = None) -> None:
    """Record that a scheduled job has finished.

    Raises one of CONNECTION_ERRORS if the broker is unavailable.
    """
    valkey(PATIENCE).hset(JOBS_KEY, job, (now or timezone.now()).isoformat())


def last_successes() -> dict[str, datetime]:
    """Return when each task that has ever finished did so last.

    Raises one of CONNECTION_ERRORS if the broker is unavailable.
    """
    return read_instants(JOBS_KEY)


def read_instants(key: str) -> dict[str, datetime]:
    """Return a hash of instants.

    Raises one of CONNECTION_ERRORS if the broker is unavailable.
    """
    instants: Any = valkey(PATIENCE).hgetall(key)
    return {name.decode(): datetime.fromisoformat(at.decode()) for name, at in instants.items()}
