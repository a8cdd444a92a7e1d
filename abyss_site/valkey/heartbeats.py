"""Heartbeats of worker, beat and mailroom in Valkey.

games/presentation/health.py and notifications/mail_outages.py read them.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from abyss_site.valkey.client import valkey

WORKER, BEAT, MAILROOM = "worker", "beat", "mailroom"
KEY = "heartbeat:{}"
KEPT = timedelta(hours=1)
# Timeout in seconds.
PATIENCE = 0.25


def record_heartbeat(name: str, now: datetime | None = None) -> None:
    """Record the heartbeat of WORKER, BEAT or MAILROOM.

    Raises one of CONNECTION_ERRORS if the broker is unavailable.
    """
    written = (now or timezone.now()).isoformat()
    valkey(PATIENCE).set(KEY.format(name), written, ex=KEPT)


def last_heartbeat(name: str) -> datetime | None:
    """Return the last heartbeat; None if there was none within the time KEPT.

    Raises one of CONNECTION_ERRORS if the broker is unavailable.
    """
    written: Any = valkey(PATIENCE).get(KEY.format(name))
    return datetime.fromisoformat(written.decode()) if written else None
