"""Look for puzzles in the analyses that are finished, one at a time."""

from __future__ import annotations

from functools import partial
from time import monotonic

from django.db.models import QuerySet
from django.utils import timezone

from games.models import Analysis
from games.services.leases import Lease, take_lease
from games.services.puzzles import search_puzzles
from notifications import gateway

# The job under which failing rows are set aside.
JOB = "puzzles"
# Maximum number of analyses to try: if none can be searched, the cause is not a single one.
MAX_WAITING = 20


def search_next_analysis(*, ends: float, turn: Lease | None = None) -> bool:
    """Search the oldest analysis that no other worker searches; return whether there was one.

    It stops at `ends`, in seconds of `monotonic()`. `turn` is extended meanwhile.
    """
    attempts = gateway.Attempts(JOB, Analysis, timezone.now())
    for row in _unsearched_analyses(attempts)[:MAX_WAITING]:
        with take_lease(f"puzzles:{row.pk}") as lease:
            if lease is None:
                continue
            leases = [lease, turn] if turn else [lease]
            if attempts.attempt(row.pk, partial(_search, row, leases, ends)):
                return True
    return False


def _unsearched_analyses(attempts: gateway.Attempts) -> QuerySet[Analysis]:
    rows = Analysis.objects.filter(status=Analysis.Status.DONE, searched_at=None)
    return attempts.skip_resting(rows.select_related("match")).order_by("finished_at")


def _search(row: Analysis, leases: list[Lease], ends: float) -> bool:
    """Search one analysis. It is read again: another worker may just have searched it."""
    row.refresh_from_db()
    if row.searched_at is not None:
        return False

    def report() -> None:
        for lease in leases:
            lease.extend()

    search_puzzles(row, now=timezone.now(), is_time_up=lambda: monotonic() > ends, report=report)
    return True
