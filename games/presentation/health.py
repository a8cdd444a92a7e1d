"""Health checks of all parts of the service, as a flat report for monitoring."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper
from django.db.models import Count, Min, QuerySet
from django.utils import timezone

from abyss_site.database import replica
from abyss_site.valkey import heartbeats
from abyss_site.valkey.client import valkey
from games.models import sql
from games.services.deadlines import overdue_prompts
from notifications.gateway import InboundEmail, Notification, Quarantine

# Older heartbeats count as a failure; the tick comes every five seconds.
HEARTBEAT_STALE = timedelta(seconds=45)

# A hash in Valkey: task name -> when it last finished; and since when that is recorded, for jobs
# that have not finished yet.
JOBS_KEY, NOTED_SINCE = "jobs:succeeded", "since"
# A job is late after this many of its intervals, but not sooner than MIN_LATE.
MAX_INTERVALS, MIN_LATE = 3, timedelta(minutes=1)

# An e-mail that is due to be sent, or to be read, for longer than this is stuck; so is a deadline
# that has not been processed.
OUTBOX_STALE = INBOX_STALE = timedelta(minutes=5)
DEADLINE_STALE = timedelta(minutes=2)

# Timeout in seconds: monitoring polls often, so an unavailable part must not delay the report.
PATIENCE = 0.25

Report = dict[str, Any]


def note_success(job: str, now: datetime | None = None) -> None:
    """Record that a job has finished.

    Raises one of CONNECTION_ERRORS if the broker is unavailable.
    """
    written = (now or timezone.now()).isoformat()
    pipe = valkey(PATIENCE).pipeline()
    pipe.hsetnx(JOBS_KEY, NOTED_SINCE, written)
    pipe.hset(JOBS_KEY, job, written)
    pipe.execute()


def check_health(now: datetime | None = None) -> Report:
    """Return {"ok": whether all is well, part: {"ok": …, …}} for each part.

    A failing part is reported with the type of the exception only: messages of drivers contain host
    names, user names and files.
    """
    now = now or timezone.now()
    parts: dict[str, Report] = {
        "web": {"ok": True},
        "database": _check_part(_check_database),
        "broker": _check_part(_check_broker),
        "worker": _check_part(_check_heartbeat, heartbeats.WORKER, now),
        "beat": _check_part(_check_heartbeat, heartbeats.BEAT, now),
        "mailroom": _check_part(_check_smtp_server),
        "outbox": _check_part(_check_outbox, now),
        "inbox": _check_part(_check_inbox, now),
        "deadlines": _check_part(_check_deadlines, now),
        "jobs": _check_part(_check_jobs, now),
        "set_aside": _check_part(_set_aside),
    }
    if replica.has_replica():
        parts["replica"] = _check_part(_check_replica)
    return {"ok": all(part["ok"] for part in parts.values()), **parts}


def _check_part(part: Callable[..., Report], *args: Any) -> Report:
    try:
        return part(*args)
    except Exception as error:  # Any failure of a part is to be reported.
        return {"ok": False, "error": type(error).__name__}


def _check_database() -> Report:
    with _short_statements() as cursor:
        cursor.execute(sql.PING)
        return {"ok": cursor.fetchone() == (1,)}


def _check_replica() -> Report:
    """Report how far the replica is behind. While it is not well, all is read from the primary."""
    lag = replica.measure_lag()
    is_close = lag is not None and lag <= replica.MAX_LAG_SECONDS
    return {"ok": is_close, "seconds_behind": None if lag is None else round(lag, 1)}


def _check_broker() -> Report:
    return {"ok": bool(valkey(PATIENCE).ping())}


def _check_heartbeat(name: str, now: datetime) -> Report:
    written = valkey(PATIENCE).get(heartbeats.KEY.format(name))
    if not isinstance(written, bytes):
        return {"ok": False, "seconds_ago": None}
    ago = now - datetime.fromisoformat(written.decode())
    return {"ok": ago <= HEARTBEAT_STALE, "seconds_ago": round(ago.total_seconds(), 1)}


def _check_jobs(now: datetime) -> Report:
    """Report how long ago each scheduled job finished, in seconds, and the names of late ones."""
    found: Any = valkey(PATIENCE).hgetall(JOBS_KEY)
    told = {name.decode(): datetime.fromisoformat(at.decode()) for name, at in found.items()}
    since = told.pop(NOTED_SINCE, now)
    ages: dict[str, float | None] = {}
    late = []
    schedule: dict[str, Any] = settings.CELERY_BEAT_SCHEDULE
    for entry in schedule.values():
        job, patience = entry["task"], entry["schedule"] * MAX_INTERVALS
        at = told.get(job)
        ages[job] = round((now - at).total_seconds(), 1) if at else None
        if (now - (at or since)).total_seconds() > max(patience, MIN_LATE.total_seconds()):
            late.append(job)
    return {"ok": not late, "late": sorted(late), "seconds_ago_of": ages}


def _check_smtp_server() -> Report:
    with socket.create_connection((settings.SMTP_HOST, settings.SMTP_PORT), timeout=PATIENCE):
        return {"ok": True}


def _check_outbox(now: datetime) -> Report:
    queued = Notification.objects.filter(state=Notification.State.QUEUED)
    # Rows that are set aside are reported separately.
    waiting = queued.exclude(pk__in=_quarantined_row_ids("notifications.notification", now))
    many, late = _measure_lateness(waiting, "due_at", now)
    return {"ok": late <= OUTBOX_STALE, "queued": many, "oldest_due_seconds": _round_seconds(late)}


def _check_inbox(now: datetime) -> Report:
    unread = InboundEmail.objects.filter(state=InboundEmail.State.RECEIVED)
    many, late = _measure_lateness(unread, "due_at", now)
    return {"ok": late <= INBOX_STALE, "unread": many, "oldest_due_seconds": _round_seconds(late)}


def _check_deadlines(now: datetime) -> Report:
    """Report how late the clock is; prompts that are set aside are reported separately."""
    overdue = overdue_prompts(now).exclude(pk__in=_quarantined_row_ids("games.prompt", now))
    many, late = _measure_lateness(overdue, "deadline_at", now)
    return {
        "ok": late <= DEADLINE_STALE,
        "overdue": many,
        "oldest_overdue_seconds": _round_seconds(late),
    }


def _measure_lateness(rows: QuerySet[Any], due: str, now: datetime) -> tuple[int, timedelta]:
    """Return how many rows are waiting, and for how long the oldest has been due."""
    with _short_statements():
        found = rows.aggregate(many=Count("pk"), oldest=Min(due))
    late = now - found["oldest"] if found["oldest"] else timedelta(0)
    return found["many"], max(late, timedelta(0))


def _round_seconds(late: timedelta) -> float:
    return round(late.total_seconds(), 1)


def _set_aside() -> Report:
    """How many rows jobs have set aside, by table: staff should look. The service goes on."""
    with _short_statements():
        rows = Quarantine.objects.values_list("table").annotate(many=Count("pk")).order_by("table")
        tables = dict(rows)
    return {"ok": True, "rows": sum(tables.values()), "tables": tables}


def _quarantined_row_ids(table: str, now: datetime) -> list[str]:
    rows = Quarantine.objects.filter(table=table, next_try_at__gt=now)
    return list(rows.values_list("row_id", flat=True))


@contextmanager
def _short_statements() -> Iterator[CursorWrapper]:
    """Let no statement take longer than PATIENCE; a transaction around it gets its time back."""
    is_nested = connection.in_atomic_block
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql.LIMIT_STATEMENT_TIME, [f"{PATIENCE * 1000:.0f}"])
        yield cursor
        if is_nested:
            cursor.execute(sql.RESTORE_STATEMENT_TIME)
