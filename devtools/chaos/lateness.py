"""The lateness of work done without disruption, as percentiles: from due, or recovered, to done."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from devtools.chaos.checks.deadlines import BY_THE_CLOCK, REMINDERS
from devtools.chaos.checks.emails import NOTIFICATIONS, prompt_of
from devtools.chaos.evidence import Evidence
from devtools.chaos.service import Row

PERCENTILES = (50, 95, 100)


def measure_lateness(evidence: Evidence) -> Row:
    """Return seconds by kind: {"many": …, "p50": …, "p95": …, "p100": …}."""
    return {
        "deadlines": _summarise(_deadlines(evidence)),
        "reminders": _summarise(_reminders(evidence)),
        "emails": _summarise(_emails(evidence)),
    }


def _deadlines(evidence: Evidence) -> list[float]:
    return [
        evidence.windows.lateness(due, evidence.clock.to_right_time(row["played_at"]))
        for row in evidence.service.rows(BY_THE_CLOCK)
        if evidence.windows.is_peace(evidence.clock.to_right_time(row["played_at"]))
        and (due := _due(evidence, evidence.due, row["id"])) is not None
    ]


def _reminders(evidence: Evidence) -> list[float]:
    return [
        evidence.windows.lateness(due, evidence.clock.to_right_time(row["created_at"]))
        for row in evidence.service.rows(REMINDERS)
        if evidence.windows.is_peace(evidence.clock.to_right_time(row["created_at"]))
        and (due := _due(evidence, evidence.remind, prompt_of(row))) is not None
    ]


def _emails(evidence: Evidence) -> list[float]:
    rows = {row["message_id"]: row["created_at"] for row in evidence.service.rows(NOTIFICATIONS)}
    return [
        evidence.windows.lateness(evidence.clock.to_right_time(rows[name]), copies[0].began)
        for name, copies in evidence.mail.copies.items()
        if name in rows and evidence.windows.is_peace(copies[0].began)
    ]


def _due(
    evidence: Evidence, due_by_prompt: Mapping[UUID, float], prompt: UUID | None
) -> float | None:
    due = due_by_prompt.get(prompt) if prompt else None
    return None if due is None else evidence.clock.due_at(due)


def _summarise(seconds: list[float]) -> dict[str, float]:
    ascending = sorted(seconds)
    last = len(ascending) - 1
    return {"many": len(ascending)} | {
        f"p{share}": round(ascending[round(last * share / 100)], 1)
        for share in PERCENTILES
        if ascending
    }
