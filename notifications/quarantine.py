"""Quarantine of rows that a job cannot handle, so that the job can continue with other rows.

A quarantined row is skipped until its next attempt, each time for twice as long. Staff can retry
it at once, and a new release of the code retries all rows.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

from django.apps import apps
from django.core.exceptions import FieldDoesNotExist
from django.db import InterfaceError, OperationalError, connection, transaction
from django.db.models import F, Model, QuerySet
from django.db.models.functions import Greatest

from abyss_site.core.release import ROOT, current_release

from .models import InboundEmail, Quarantine, sql

# Delay before the second attempt, doubled each time, and its maximum.
FIRST_PAUSE, MAX_PAUSE = timedelta(minutes=1), timedelta(hours=6)
# A row that has not failed again this long after its next attempt was due is fixed or gone.
RETENTION = timedelta(days=7)
# SQLSTATE prefixes of transient errors: prepared statements that are gone, deadlocks, unavailable
# locks and cancelled queries.
PASSING = ("26", "40", "55", "57014")
# SQLSTATE class of operational errors that a single row can cause: program limits exceeded.
TOO_COMPLEX = "54"


log = logging.getLogger(__name__)
Result = TypeVar("Result")
Row = TypeVar("Row", bound=Model)


class Attempts:
    """One run of a job over rows of a model, which handles the failure of each row separately."""

    def __init__(self, job: str, model: type[Model], now: datetime):
        self.job, self.model, self.now = job, model, now
        rows = Quarantine.objects.filter(job=job, table=model._meta.label_lower)
        tries = dict(rows.values_list("row_id", "next_try_at"))
        self.known = set(tries)
        self.resting = [row_id for row_id, next_try_at in tries.items() if next_try_at > now]

    def skip_resting(self, rows: QuerySet[Row], key: str = "pk") -> QuerySet[Row]:
        """Exclude quarantined rows whose next attempt is not due yet; `key` is the id's field."""
        return rows.exclude(**{f"{key}__in": self.resting}) if self.resting else rows

    def attempt(self, pk: object, work: Callable[[], Result]) -> Result | None:
        """Return the result of `work`, or None if it failed for the row `pk`.

        `work` has to open its own transaction. After a failure, the row is quarantined unless the
        error is transient. Raises the error of a database outage, which affects all rows.
        """
        try:
            result = work()
        except Exception as error:
            self.fail(pk, error)
            return None
        self.succeed(pk)
        return result

    def fail(self, pk: object, error: Exception) -> None:
        """Quarantine a row, unless `error` is transient. Raises `error` if it is an outage."""
        if is_outage(error):
            raise error
        if not is_passing(error):
            self.known.add(str(pk))
            self.resting.append(str(pk))
            set_aside(self.job, self.model, pk, error, now=self.now)

    def succeed(self, pk: object) -> None:
        """Release the row from the quarantine if it is there."""
        if str(pk) in self.known:
            self.known.discard(str(pk))
            release_rows(self.job, self.model, [pk])


def set_aside(
    job: str, model: type[Model], pk: object, error: BaseException, *, now: datetime
) -> None:
    """Quarantine a row that `job` could not handle, or extend its quarantine."""
    label, kind, line = model._meta.label_lower, type(error).__name__, place_of(error)
    log.error("%s: %s %s set aside, %s at %s", job, label, pk, kind, line)
    values: dict[str, Any] = {
        "job": job,
        "table": label,
        "row_id": str(pk)[:40],
        "error": kind[:60],
        "place": line[:200],
        "release": current_release(),
        "now": now,
        "first": FIRST_PAUSE,
        "longest": MAX_PAUSE,
    }
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql.SET_ASIDE, values)


def release_rows(job: str, model: type[Model], pks: Collection[object]) -> None:
    """Release rows from the quarantine of a job."""
    rows = Quarantine.objects.filter(job=job, table=model._meta.label_lower)
    rows.filter(row_id__in=[str(pk) for pk in pks]).delete()


def retry_entries(entries: QuerySet[Quarantine], *, now: datetime) -> int:
    """Make quarantined rows due for an attempt at once; return how many."""
    rows = list(entries)
    for entry in rows:
        _make_due(entry, now)
    entries.model.objects.filter(pk__in=[entry.pk for entry in rows]).update(
        next_try_at=now, release=current_release()
    )
    return len(rows)


def retry_after_release(now: datetime) -> int:
    """Make all rows that another release could not handle due at once; return how many."""
    return retry_entries(Quarantine.objects.exclude(release=current_release()), now=now)


def forget_settled(now: datetime) -> int:
    """Delete entries whose next attempt was due more than RETENTION ago; return how many."""
    return Quarantine.objects.filter(next_try_at__lt=now - RETENTION).delete()[0]


def _make_due(entry: Quarantine, now: datetime) -> None:
    """Make a quarantined row due at `now` if its model has a `due_at` field.

    A parked e-mail, which no job would process, is received again, for one more attempt.
    """
    try:
        model: Any = apps.get_model(entry.table)
        model._meta.get_field("due_at")
    except (LookupError, FieldDoesNotExist):
        return
    row = model.objects.filter(pk=entry.row_id)
    row.filter(due_at__gt=now).update(due_at=now)
    if model is InboundEmail:
        row.filter(state=InboundEmail.State.PARKED, raw__isnull=False).update(
            state=InboundEmail.State.RECEIVED, tries=Greatest(F("tries"), 2) - 1, due_at=now
        )


def is_outage(error: Exception) -> bool:
    """Return whether an error means that the database is unavailable, for all rows."""
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    return not is_passing(error) and not _read_sqlstate(error).startswith(TOO_COMPLEX)


def is_passing(error: Exception) -> bool:
    """Return whether an error is transient, so that a retry without any change may succeed."""
    return _read_sqlstate(error).startswith(PASSING)


def _read_sqlstate(error: Exception) -> str:
    return getattr(error.__cause__, "sqlstate", None) or ""


def place_of(error: BaseException) -> str:
    """Return file and line of the innermost frame of an error; "" without a traceback.

    Files of the project are relative to its root, others are shortened to two components.
    """
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    if trace is None:
        return ""
    path = Path(trace.tb_frame.f_code.co_filename)
    short_path = path.relative_to(ROOT) if path.is_relative_to(ROOT) else Path(*path.parts[-2:])
    return f"{short_path}:{trace.tb_lineno}"
