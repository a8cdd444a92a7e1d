"""Heartbeats of worker and beat in Valkey; games/presentation/health.py reads them."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

from abyss_site.valkey.client import valkey

WORKER, BEAT = "worker", "beat"
KEY = "heartbeat:{}"
KEPT = timedelta(hours=1)
# Timeout in seconds.
PATIENCE = 0.25


def record_heartbeat(name: str, now: datetime | None = None) -> None:
    """Record the heartbeat of WORKER or BEAT.

    Raises one of CONNECTION_ERRORS if the broker is unavailable.
    """
    written = (now or timezone.now()).isoformat()
    valkey(PATIENCE).set(KEY.format(name), written, ex=KEPT)
