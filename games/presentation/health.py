"""Health checks of all parts of the service, as a flat report for monitoring."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from threading import Thread
from time import monotonic
from typing import Any

from django.conf import settings
from django.db import connections, transaction
from django.db.backends.utils import CursorWrapper
from django.db.models import Count, Min, QuerySet
from django.utils import timezone

from abyss_site.core.database import connection, replica
from abyss_site.core.valkey import heartbeats
from abyss_site.core.valkey.client import CONNECTION_ERRORS, valkey
from games.models import sql
from games.services.play.deadlines import overdue_prompts
from notifications.gateway import InboundEmail, Notification, Quarantine

# Older heartbeats count as a failure; the tick comes every five seconds.
HEARTBEAT_STALE = timedelta(seconds=45)

# A hash in Valkey: task name -> since when one that has not finished yet is missed.
MISSED_KEY = "jobs:missed_since"
# The same for tasks that hit a time limit, and “task limit” -> how often.
TIMED_OUT_KEY, TIMEOUTS_KEY = "jobs:timed_out", "tally:timeouts"
# How long a time limit that was hit is reported.
TIMED_OUT_SHOWN = timedelta(days=1)
# A job is late after this many of its intervals, but not sooner than MIN_LATE.
MAX_INTERVALS, MIN_LATE = 3, timedelta(minutes=1)

# An e-mail that is due to be sent, or to be read, for longer than this is stuck; so is a deadline
# that has not been processed.
OUTBOX_STALE = INBOX_STALE = timedelta(minutes=5)
DEADLINE_STALE = timedelta(minutes=2)

# Timeouts in seconds, of Valkey and the mailroom and of a statement: monitoring polls often, so an
# unavailable part must not delay the report.
PATIENCE, STATEMENT_SECONDS = 0.5, 1.0
# Seconds for the whole report, and of these for the database and its replica. Connecting may take
# two seconds, whatever is left.
CHECK_SECONDS, DATABASE_SECONDS, REPLICA_SECONDS = 2.3, 2.0, 0.3
# The parts in the order in which they are reported; there may be no replica.
PARTS: tuple[str, ...] = (
    *("web", "database", "broker", "worker", "beat", "mailroom", "outbox", "inbox"),
    *("deadlines", "jobs", "set_aside", "replica"),
)
# Parts that are reported and do not count: everything goes on without them, and staff looks.
ASIDE = ("set_aside", "replica")
NO_ANSWER = {"ok": False, "error": "Timeout"}
# What an SMTP or LMTP server says first (RFC 5321 section 4.2).
GREETING = b"220"

Report = dict[str, Any]


def note_timeout(task: str, limit: str, now: datetime | None = None) -> None:
    """Record that a task hit its “soft” limit, which interrupts it, or its “hard” one.

    Raises one of CONNECTION_ERRORS if the broker is unavailable.
    """
    pipe = valkey(PATIENCE).pipeline()
    pipe.hincrby(TIMEOUTS_KEY, f"{task} {limit}", 1)
    pipe.hset(TIMED_OUT_KEY, task, (now or timezone.now()).isoformat())
    pipe.execute()


def check_health(now: datetime | None = None) -> Report:
    """Return {"ok": whether all is well, part: {"ok": …, …}} for each part, within CHECK_SECONDS.

    A failing part is reported with the type of the exception only: messages of drivers contain host
    names, user names and files. Parts that do not matter for `ok` are in ASIDE.
    """
    now = now or timezone.now()
    asked_aside = _AskedAside(
        {
            # First, because four parts wait for Valkey if it hangs.
            "mailroom": _check_smtp_server,
            "broker": _check_broker,
            "worker": partial(_check_heartbeat, heartbeats.WORKER, now),
            "beat": partial(_check_heartbeat, heartbeats.BEAT, now),
            "jobs": partial(_check_jobs, now),
        }
    )
    parts: dict[str, Report] = {"web": {"ok": True}} | _ask_database(now) | asked_aside.wait()
    report = {name: parts[name] for name in PARTS if name in parts}
    is_well = all(part["ok"] for name, part in report.items() if name not in ASIDE)
    return {"ok": is_well, **report}


def check_process(part: str, now: datetime | None = None) -> Report:
    """Return the report of the worker, beat or mailroom of this machine, whatever others do.

    `is_unknown` says that the broker, which has the heartbeats, could not be asked.
    """
    if part == "mailroom":
        return _check_part(_check_smtp_server)
    try:
        return _read_heartbeat(heartbeats.process_key(part), now or timezone.now())
    except CONNECTION_ERRORS as error:
        return {"ok": False, "error": type(error).__name__, "is_unknown": True}


def _ask_database(now: datetime) -> dict[str, Report]:
    """Return the reports of the parts that need the database; together they wait so long only."""
    parts: dict[str, Callable[[], Report]] = {
        "database": _check_database,
        "outbox": partial(_check_outbox, now),
        "inbox": partial(_check_inbox, now),
        "deadlines": partial(_check_deadlines, now),
        "set_aside": _set_aside,
    }
    with connection.give_up_after(DATABASE_SECONDS):
        reports = {name: _check_part(part) for name, part in parts.items()}
    if replica.has_replica():
        copy: Any = connections[replica.REPLICA]
        with copy.give_up_after(REPLICA_SECONDS):
            reports["replica"] = _check_part(_check_replica)
    return reports


class _AskedAside:
    """Parts that other servers answer for, asked in a thread that is left behind if they hang.

    The timeouts of sockets do not bound the look-up of a name.
    """

    def __init__(self, parts: dict[str, Callable[[], Report]]) -> None:
        self.give_up_at = monotonic() + CHECK_SECONDS
        self.parts = parts
        self.reports: dict[str, Report] = {}
        self.thread = Thread(target=self._ask, name="health", daemon=True)
        self.thread.start()

    def _ask(self) -> None:
        for name, part in self.parts.items():
            self.reports[name] = _check_part(part)

    def wait(self) -> dict[str, Report]:
        """Return the reports of all parts; those without an answer by now have failed."""
        self.thread.join(max(0.0, self.give_up_at - monotonic()))
        return {name: self.reports.get(name, dict(NO_ANSWER)) for name in self.parts}


def _check_part(part: Callable[[], Report]) -> Report:
    try:
        return part()
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
    return _read_heartbeat(heartbeats.KEY.format(name), now)


def _read_heartbeat(key: str, now: datetime) -> Report:
    stamp = valkey(PATIENCE).get(key)
    if not isinstance(stamp, bytes):
        return {"ok": False, "seconds_ago": None}
    ago = now - datetime.fromisoformat(stamp.decode())
    return {"ok": ago <= HEARTBEAT_STALE, "seconds_ago": round(ago.total_seconds(), 1)}


def _check_jobs(now: datetime) -> Report:
    """Report how long ago each scheduled job finished, in seconds, and the names of late ones.

    A job that never finished is late like any other, from when it was first missed here. Tasks that
    hit a time limit within a day are named too.
    """
    schedule: dict[str, Any] = settings.CELERY_BEAT_SCHEDULE
    intervals = {entry["task"]: entry["schedule"] for entry in schedule.values()}
    successes = heartbeats.last_successes()
    since = successes | _note_missed(set(intervals) - set(successes), now)
    late = [
        job
        for job, interval in intervals.items()
        if now - since.get(job, now) > max(timedelta(seconds=interval * MAX_INTERVALS), MIN_LATE)
    ]
    timeouts = {task: now - at for task, at in heartbeats.read_instants(TIMED_OUT_KEY).items()}
    return {
        "ok": not late,
        "late": sorted(late),
        "seconds_ago_of": {
            job: _round_seconds(now - successes[job]) if job in successes else None
            for job in intervals
        },
        "timed_out_seconds_ago_of": {
            task: _round_seconds(ago) for task, ago in timeouts.items() if ago < TIMED_OUT_SHOWN
        },
    }


def _note_missed(jobs: set[str], now: datetime) -> dict[str, datetime]:
    """Record jobs as missed since now, unless they are already; return since when."""
    pipe = valkey(PATIENCE).pipeline()
    for job in jobs:
        pipe.hsetnx(MISSED_KEY, job, now.isoformat())
    pipe.execute()
    return {job: at for job, at in heartbeats.read_instants(MISSED_KEY).items() if job in jobs}


def _check_smtp_server() -> Report:
    """Wait for the greeting: the kernel accepts connections for a server that hangs."""
    address = (settings.SMTP_HOST, settings.SMTP_PORT)
    with socket.create_connection(address, timeout=PATIENCE) as room:
        return {"ok": room.recv(len(GREETING)) == GREETING}


def _check_outbox(now: datetime) -> Report:
    rows = Notification.objects.filter(state=Notification.State.QUEUED)
    # Rows that are set aside are reported separately.
    waiting = rows.exclude(pk__in=_quarantined_row_ids("notifications.notification", now))
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
        figures = rows.aggregate(many=Count("pk"), oldest=Min(due))
    late = now - figures["oldest"] if figures["oldest"] else timedelta(0)
    return figures["many"], max(late, timedelta(0))


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
    """Limit each statement to STATEMENT_SECONDS; a transaction around it gets its time back."""
    is_nested = connection.in_atomic_block
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql.LIMIT_STATEMENT_TIME, [f"{STATEMENT_SECONDS * 1000:.0f}"])
        yield cursor
        if is_nested:
            cursor.execute(sql.RESTORE_STATEMENT_TIME)
