"""Trying rows one by one: what a job cannot handle is set aside, and the next row goes on.

A row that is set aside rests until its next try, each time for twice as long. Staff may have it
tried at once, and so does a change of our code.
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
from django.db.models import Model, QuerySet

from abyss_site.release import ROOT, current_release

from .models import Quarantine, sql

# The pause before the second try, doubled each time, and its most.
FIRST_PAUSE, LONGEST_PAUSE = timedelta(minutes=1), timedelta(hours=6)
# A row that was not met again for so long after its next try is mended, over or gone.
SETTLED = timedelta(days=7)
# SQLSTATE classes of what another try mends: a deadlock, a lock that was held, a cancelled query.
PASSING = ("40", "55", "57014")
# Errors of the server that one row can cause: a value beyond its limits.
TOO_COMPLEX = "54"


log = logging.getLogger(__name__)
Result = TypeVar("Result")


class Attempts:
    """The rows of one model that one run of a job goes through, each tried on its own."""

    def __init__(self, job: str, model: type[Model], now: datetime):
        self.job, self.model, self.now = job, model, now
        rows = Quarantine.objects.filter(job=job, table=model._meta.label_lower)
        tries = dict(rows.values_list("row_id", "next_try_at"))
        self.known = set(tries)
        self.resting = [row_id for row_id, next_try_at in tries.items() if next_try_at > now]

    def skip_resting(self, rows: QuerySet[Any], key: str = "pk") -> QuerySet[Any]:
        """Leave out the rows that are set aside and whose next try has not come."""
        return rows.exclude(**{f"{key}__in": self.resting}) if self.resting else rows

    def attempt(self, pk: object, work: Callable[[], Result]) -> Result | None:
        """Return what `work` returns; None if it failed and the row `pk` is set aside.

        `work` opens its own transaction. Raises what no other row would survive either, such as
        the loss of the database.
        """
        try:
            result = work()
        except Exception as error:
            self.fail(pk, error)
            return None
        self.succeed(pk)
        return result

    def fail(self, pk: object, error: Exception) -> None:
        """Set the row aside. Raises `error` again if it is not about the row."""
        if is_outage(error):
            raise error
        if not is_passing(error):
            self.known.add(str(pk))
            self.resting.append(str(pk))
            set_aside(self.job, self.model, pk, error, now=self.now)

    def succeed(self, pk: object) -> None:
        """Forget that the row was set aside, if it was."""
        if str(pk) in self.known:
            self.known.discard(str(pk))
            release_rows(self.job, self.model, [pk])


def set_aside(
    job: str, model: type[Model], pk: object, error: BaseException, *, now: datetime
) -> None:
    """Keep that `job` could not handle a row, and when it may be tried again."""
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
        "longest": LONGEST_PAUSE,
    }
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql.SET_ASIDE, values)


def release_rows(job: str, model: type[Model], pks: Collection[Any]) -> None:
    """Forget that rows were set aside by a job."""
    rows = Quarantine.objects.filter(job=job, table=model._meta.label_lower)
    rows.filter(row_id__in=[str(pk) for pk in pks]).delete()


def retry_entries(entries: QuerySet[Quarantine], *, now: datetime) -> int:
    """Have rows tried again at once; return how many. Rows that are gone are forgotten."""
    found = list(entries)
    for entry in found:
        _make_due(entry, now)
    entries.model.objects.filter(pk__in=[entry.pk for entry in found]).update(
        next_try_at=now, release=current_release()
    )
    return len(found)


def retry_after_release(now: datetime) -> int:
    """Have everything tried again that other code could not handle; return how many rows."""
    return retry_entries(Quarantine.objects.exclude(release=current_release()), now=now)


def forget_settled(now: datetime) -> int:
    """Forget rows that nobody has failed at for long since they could be tried again."""
    return Quarantine.objects.filter(next_try_at__lt=now - SETTLED).delete()[0]


def _make_due(entry: Quarantine, now: datetime) -> None:
    """Let a row whose job goes by `due` be looked at now."""
    try:
        model: Any = apps.get_model(entry.table)
        model._meta.get_field("due_at")
    except (LookupError, FieldDoesNotExist):
        return
    model.objects.filter(pk=entry.row_id, due_at__gt=now).update(due_at=now)


def is_outage(error: Exception) -> bool:
    """Whether an error says that the database is away: no other row would fare better."""
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    return not is_passing(error) and not _read_sqlstate(error).startswith(TOO_COMPLEX)


def is_passing(error: Exception) -> bool:
    """Whether another try, without any change, is likely to do better."""
    return _read_sqlstate(error).startswith(PASSING)


def _read_sqlstate(error: Exception) -> str:
    return getattr(error.__cause__, "sqlstate", None) or ""


def place_of(error: BaseException) -> str:
    """Return file and line of the innermost frame of an error, ours as seen from our folder."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    if trace is None:
        return ""
    path = Path(trace.tb_frame.f_code.co_filename)
    shown = path.relative_to(ROOT) if path.is_relative_to(ROOT) else Path(*path.parts[-2:])
    return f"{shown}:{trace.tb_lineno}"
