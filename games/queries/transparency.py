"""What moderation decided, how often and how fast: counts only. Read-only."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from statistics import median

from django.db.models import Count, Q
from msgspec import Struct

from abyss_site.core.ids import first_after
from games.models import AuditLogEntry, FraudSignal, Proposal, Report

# The two spans that are counted, the shorter first.
MONTH, YEAR = timedelta(days=30), timedelta(days=365)


class Pair(Struct, frozen=True):
    """A figure of the last month and of the last year; None: there is none."""

    month: int | float | None
    year: int | float | None


class ReportFigures(Struct, frozen=True):
    """Reports, or appeals: how many came, what became of them, and how fast, in hours."""

    received: Pair
    upheld: Pair
    dismissed: Pair
    waiting: int
    median_hours: Pair
    slowest_hours: Pair


class Figures(Struct, frozen=True):
    """All figures; `actions` by the name of the action."""

    actions: dict[str, Pair]
    by_two: Pair
    proposals_refused: Pair
    signals: Pair
    signals_dismissed: Pair
    reports: ReportFigures
    appeals: ReportFigures


def count_moderation(now: datetime) -> Figures:
    """Return what was decided in the last month and the last year."""
    month, year = now - MONTH, now - YEAR
    lately = Count("pk", filter=Q(occurred_at__gt=month))
    # Ids begin with their time: the primary key finds the rows.
    log = AuditLogEntry.objects.filter(id__gt=first_after(year), occurred_at__gt=year)
    actions = log.filter(step=AuditLogEntry.Step.DONE)
    rows = actions.order_by().values_list("action").annotate(month=lately, year=Count("pk"))
    by_two = actions.exclude(approved_by=None).aggregate(month=lately, year=Count("pk"))
    proposals = Proposal.objects.filter(outcome=Proposal.Outcome.REFUSED, decided_at__gt=year)
    signals = FraudSignal.objects.filter(found_at__gt=year)
    return Figures(
        actions={action: Pair(recent, many) for action, recent, many in rows},
        by_two=Pair(by_two["month"], by_two["year"]),
        proposals_refused=Pair(
            proposals.filter(decided_at__gt=month).count(),
            proposals.count(),
        ),
        signals=Pair(signals.filter(found_at__gt=month).count(), signals.count()),
        signals_dismissed=Pair(
            signals.filter(dismissed_at__gt=month).count(),
            signals.exclude(dismissed_at=None).count(),
        ),
        reports=_count_reports(~Q(kind=Report.Kind.APPEAL), month, year),
        appeals=_count_reports(Q(kind=Report.Kind.APPEAL), month, year),
    )


def _count_reports(kind: Q, month: datetime, year: datetime) -> ReportFigures:
    rows = list(
        Report.objects.filter(kind, reported_at__gt=year).values_list(
            "reported_at", "settled_at", "outcome"
        )
    )
    recent = [row for row in rows if row[0] > month]
    return ReportFigures(
        received=Pair(len(recent), len(rows)),
        upheld=Pair(*(_count_outcome(part, Report.Outcome.UPHELD) for part in (recent, rows))),
        dismissed=Pair(
            *(_count_outcome(part, Report.Outcome.DISMISSED) for part in (recent, rows))
        ),
        waiting=Report.objects.filter(kind, outcome=Report.Outcome.OPEN).count(),
        median_hours=Pair(*(_hours(part, slowest=False) for part in (recent, rows))),
        slowest_hours=Pair(*(_hours(part, slowest=True) for part in (recent, rows))),
    )


Row = tuple[datetime, datetime | None, str]


def _count_outcome(rows: Iterable[Row], outcome: str) -> int:
    return sum(row[2] == outcome for row in rows)


def _hours(rows: Iterable[Row], *, slowest: bool) -> float | None:
    took = sorted((end - begin) / timedelta(hours=1) for begin, end, _ in rows if end is not None)
    if not took:
        return None
    # Nine out of ten were faster, or as fast.
    return round(took[-(-len(took) * 9 // 10) - 1] if slowest else median(took), 1)
