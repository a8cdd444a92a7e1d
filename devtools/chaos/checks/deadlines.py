"""Check that deadlines expire neither early nor late, and that reminders are sent in time."""

from __future__ import annotations

import time
from datetime import datetime
from itertools import pairwise
from typing import Any

from devtools.chaos.checks.emails import prompt_of
from devtools.chaos.evidence import BOUNDS, Evidence
from devtools.chaos.service import Row

# The service reads its clock a moment before or after we do.
SLACK_SECONDS = 1.0
# Maximum duration of an outage by the right clock: a wave, and the time until recovery. If the
# service assumes a longer one, it gives back time that nobody lost.
LONGEST_OUTAGE_SECONDS = 400.0

BY_THE_CLOCK = """
SELECT m.played_at, p.deadline_at, p.id FROM games_move m JOIN games_prompt p ON p.id = m.prompt_id
WHERE m.source = 'clock'
"""
OPEN = """
SELECT p.id, p.deadline_at, p.closed_at FROM games_prompt p JOIN games_match m ON m.id = p.match_id
WHERE m.status = 'running'
"""
REMINDERS = "SELECT key, kind, created_at FROM notifications_notification WHERE kind = 'reminder'"


def find_early_or_late(evidence: Evidence) -> list[str]:
    """Return prompts that timed out too early or too late.

    Early: before the deadline, by the service's clock or by the right one. Late: more than the
    bound after it, or after the recovery from an outage.
    """
    violations = _find_wrong_outages(evidence)
    for row in evidence.service.rows(BY_THE_CLOCK):
        prompt = row["id"]
        if row["deadline_at"] is None or row["played_at"] < row["deadline_at"]:
            violations.append(f"the clock answered {prompt} before the deadline")
        due, answered_at = evidence.due.get(prompt), evidence.clock.to_right_time(row["played_at"])
        if due is None:
            continue
        if answered_at < due - SLACK_SECONDS or prompt in evidence.seen_early:
            violations.append(f"the clock answered {prompt} too early by the right time")
        due = evidence.clock.due_at(due)
        if evidence.windows.is_late(due, answered_at, BOUNDS["deadlines"]):
            violations.append(f"the clock answered {prompt} {answered_at - due:.0f} s late")
    open_now = {row["id"] for row in evidence.service.rows(OPEN) if row["closed_at"] is None}
    late = evidence.windows.is_late
    return violations + [
        f"the clock never answered {prompt}"
        for prompt, due in evidence.due.items()
        if prompt in open_now and late(evidence.clock.due_at(due), time.time(), BOUNDS["deadlines"])
    ]


def _find_wrong_outages(evidence: Evidence) -> list[str]:
    """Return outages given back without a jump of the clock, and those that are too long."""
    outages, jumps = evidence.clock.outages, evidence.clock.jumps
    forward = sum(ahead > before for (_, before), (_, ahead) in pairwise(jumps))
    violations = [
        f"an outage of {ended_at - began_at:.0f} s was given back"
        for began_at, ended_at in outages
        if ended_at - began_at > LONGEST_OUTAGE_SECONDS
    ]
    if len(outages) > forward:
        violations.append(
            f"{len(outages)} outages were given back for {forward} jumps of the clock"
        )
    return violations


def find_lost_reminders(evidence: Evidence) -> list[str]:
    """Return the prompts whose reminder was not posted in time."""
    reminders = {prompt_of(row): row for row in evidence.service.rows(REMINDERS)}
    ends = {row["id"]: row["closed_at"] for row in evidence.service.rows(OPEN)}
    violations = []
    for prompt, due in evidence.remind.items():
        due = evidence.clock.due_at(due)
        posted_at = _posted_at(evidence, reminders.get(prompt), ends.get(prompt))
        if prompt in ends and evidence.windows.is_late(due, posted_at, BOUNDS["reminders"]):
            violations.append(f"nobody was reminded in time of the question {prompt}")
    return violations


def _posted_at(evidence: Evidence, row: Row | None, closed_at: Any) -> float:
    """Return when the reminder was posted or the prompt closed, which needs none; else now."""
    instants: list[datetime] = [
        instant for instant in (row and row["created_at"], closed_at) if instant
    ]
    return min(map(evidence.clock.to_right_time, instants), default=time.time())
