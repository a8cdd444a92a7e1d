"""Compute the analyses that are waited for, a part at a time."""

from __future__ import annotations

from functools import partial
from time import monotonic

from django.db.models import QuerySet
from django.utils import timezone

from games.models import Analysis, Status
from games.services.analyses import advance_analysis
from games.services.leases import Lease, take_lease
from notifications import gateway

# The job under which failing rows are set aside.
JOB = "analyses"
# Maximum number of analyses to try: if none can be continued, the cause is not a single one.
MAX_WAITING = 20


def continue_analysis(*, ends: float, turn: Lease | None = None) -> bool:
    """Continue the oldest analysis that no other worker computes; return whether there was one.

    It stops at `ends`, in seconds of `monotonic()`. `turn` is extended meanwhile.
    """
    attempts = gateway.Attempts(JOB, Analysis, timezone.now())
    for row in _waiting_analyses(attempts)[:MAX_WAITING]:
        with take_lease(f"analysis:{row.pk}") as lease:
            if lease is None:
                continue
            leases = [lease, turn] if turn else [lease]
            if attempts.attempt(row.pk, partial(_advance, row, leases, ends)):
                return True
    return False


def _waiting_analyses(attempts: gateway.Attempts) -> QuerySet[Analysis]:
    rows = Analysis.objects.filter(
        status=Analysis.Status.WAITING, match__status=Status.FINISHED
    ).select_related("match")
    return attempts.skip_resting(rows).order_by("requested_at")


def _advance(row: Analysis, leases: list[Lease], ends: float) -> bool:
    """Continue one analysis. It is read again: another worker may just have continued it."""
    row.refresh_from_db()
    if row.status != Analysis.Status.WAITING:
        return False

    def report() -> None:
        for lease in leases:
            lease.extend()

    advance_analysis(row, now=timezone.now(), is_time_up=lambda: monotonic() > ends, report=report)
    return True
