"""How the parts of the service are, in a flat report a monitor can read."""

from __future__ import annotations

import socket
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Count, Min
from django.utils import timezone

from abyss_site.valkey import valkey
from notifications.models import Notice

# Who leaves a heartbeat: the worker whenever it ticks, beat whenever it has asked for a tick.
WORKER, BEAT = "worker", "beat"
HEARTBEAT_KEY = "heartbeat:{}"
# Older than this is a failure; the tick comes every five seconds.
HEARTBEAT_STALE = timedelta(seconds=45)
HEARTBEAT_KEPT = timedelta(hours=1)

# A letter that is due for longer than this is stuck.
OUTBOX_STALE = timedelta(minutes=5)

# Seconds. A monitor asks often, so a part that is away must not hold the answer up.
PATIENCE = 0.25

Report = dict[str, Any]


def beat(name: str, now: datetime | None = None) -> None:
    """Leave the heartbeat of WORKER or BEAT. Raises one of AWAY when the broker is away."""
    written = (now or timezone.now()).isoformat()
    valkey(PATIENCE).set(HEARTBEAT_KEY.format(name), written, ex=HEARTBEAT_KEPT)


def status(now: datetime | None = None) -> Report:
    """Return {"ok": all is well, part: {"ok": …, …}} for each part.

    A part that is away is told by its kind of failure only: messages of drivers name hosts, users
    and files.
    """
    now = now or timezone.now()
    parts: dict[str, Report] = {
        "web": {"ok": True},
        "database": _asked(_database),
        "broker": _asked(_broker),
        "worker": _asked(_heartbeat, WORKER, now),
        "beat": _asked(_heartbeat, BEAT, now),
        "mailroom": _asked(_mailroom),
        "outbox": _asked(_outbox, now),
    }
    return {"ok": all(part["ok"] for part in parts.values()), **parts}


def _asked(part: Callable[..., Report], *args: Any) -> Report:
    try:
        return part(*args)
    except Exception as error:  # Whatever is wrong with a part is what we are here to tell.
        return {"ok": False, "error": type(error).__name__}


def _database() -> Report:
    with transaction.atomic(), connection.cursor() as cursor:
        _hurry(cursor)
        cursor.execute("SELECT 1")
        return {"ok": cursor.fetchone() == (1,)}


def _broker() -> Report:
    return {"ok": bool(valkey(PATIENCE).ping())}


def _heartbeat(name: str, now: datetime) -> Report:
    written = valkey(PATIENCE).get(HEARTBEAT_KEY.format(name))
    if not isinstance(written, bytes):
        return {"ok": False, "seconds_ago": None}
    ago = now - datetime.fromisoformat(written.decode())
    return {"ok": ago <= HEARTBEAT_STALE, "seconds_ago": round(ago.total_seconds(), 1)}


def _mailroom() -> Report:
    with socket.create_connection((settings.SMTP_HOST, settings.SMTP_PORT), timeout=PATIENCE):
        return {"ok": True}


def _outbox(now: datetime) -> Report:
    with transaction.atomic(), connection.cursor() as cursor:
        _hurry(cursor)
        queued = Notice.objects.filter(state=Notice.State.QUEUED)
        found = queued.aggregate(many=Count("pk"), oldest=Min("due"))
    late = max((now - found["oldest"]).total_seconds(), 0.0) if found["oldest"] else 0.0
    return {
        "ok": late <= OUTBOX_STALE.total_seconds(),
        "queued": found["many"],
        "oldest_due_seconds": round(late, 1),
    }


def _hurry(cursor: Any) -> None:
    cursor.execute("SELECT set_config('statement_timeout', %s, true)", [f"{PATIENCE * 1000:.0f}"])
