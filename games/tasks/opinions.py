"""Compute the opinions of bots that are awaited on analysis boards, one at a time."""

from __future__ import annotations

from functools import partial

from django.db.models import QuerySet
from django.utils import timezone

from games.models import AnalysisBoard
from games.services.analysis_boards import answer_request
from games.services.leases import Lease, take_lease
from notifications import gateway

# The job under which failing rows are set aside.
JOB = "opinions"
# Maximum number of boards to try: if none can be judged, the cause is not a single one.
MAX_WAITING = 20


def answer_next_request(*, turn: Lease | None = None) -> bool:
    """Answer the oldest request that no other worker answers; return whether there was one.

    `turn` is extended meanwhile.
    """
    attempts = gateway.Attempts(JOB, AnalysisBoard, timezone.now())
    for row in _waiting_boards(attempts)[:MAX_WAITING]:
        with take_lease(f"opinion:{row.pk}") as lease:
            if lease is None:
                continue
            leases = [lease, turn] if turn else [lease]
            if attempts.attempt(row.pk, partial(_answer, row, leases)):
                return True
    return False


def _waiting_boards(attempts: gateway.Attempts) -> QuerySet[AnalysisBoard]:
    rows = AnalysisBoard.objects.filter(opinion_asked_at__isnull=False)
    return attempts.skip_resting(rows.select_related("match")).order_by("opinion_asked_at")


def _answer(row: AnalysisBoard, leases: list[Lease]) -> bool:
    """Answer one request. It is read again: another worker may just have answered it."""
    row.refresh_from_db()
    if row.opinion_asked_at is None:
        return False

    def report() -> None:
        for lease in leases:
            lease.extend()

    answer_request(row, report)
    return True
