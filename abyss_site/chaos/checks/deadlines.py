"""The clock answers nothing before its deadline and nothing late; reminders come in time."""

from __future__ import annotations

import time
from datetime import datetime
from itertools import pairwise
from typing import Any

from abyss_site.chaos.checks.emails import prompt_of
from abyss_site.chaos.evidence import BOUNDS, Evidence

# The service's clock is read a moment before or after ours.
SLACK_SECONDS = 1.0
# No outage lasts longer by the right clock: a wave, and the time until recovery. What the service
# takes for one beyond that gives away time that nobody lost.
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
    """Nothing is answered before its deadline, by the service's time and by the right one; nothing
    later than the bound after it, or after the recovery from what kept the clock from it.
    """
    violations = _find_wrong_outages(evidence)
    for row in evidence.service.rows(BY_THE_CLOCK):
        prompt = row["id"]
        if row["deadline_at"] is None or row["played_at"] < row["deadline_at"]:
            violations.append(f"the clock answered {prompt} before the deadline")
        due, done = evidence.due.get(prompt), evidence.clock.right(row["played_at"])
        if due is None:
            continue
        if done < due - SLACK_SECONDS or prompt in evidence.seen_early:
            violations.append(f"the clock answered {prompt} too early by the right time")
        due = evidence.clock.due_at(due)
        if evidence.windows.is_late(due, done, BOUNDS["deadlines"]):
            violations.append(f"the clock answered {prompt} {done - due:.0f} s late")
    open_now = {row["id"] for row in evidence.service.rows(OPEN) if row["closed_at"] is None}
    late = evidence.windows.is_late
    return violations + [
        f"the clock never answered {prompt}"
        for prompt, due in evidence.due.items()
        if prompt in open_now and late(evidence.clock.due_at(due), time.time(), BOUNDS["deadlines"])
    ]


def _find_wrong_outages(evidence: Evidence) -> list[str]:
    """No time is given back but for jumps of the clock, and no more than was lost."""
    outages, jumps = evidence.clock.outages, evidence.clock.jumps
    forward = sum(ahead > before for (_, before), (_, ahead) in pairwise(jumps))
    violations = [
        f"an outage of {ended - began:.0f} s was given back"
        for began, ended in outages
        if ended - began > LONGEST_OUTAGE_SECONDS
    ]
    if len(outages) > forward:
        violations.append(
            f"{len(outages)} outages were given back for {forward} jumps of the clock"
        )
    return violations


def find_lost_reminders(evidence: Evidence) -> list[str]:
    """Whoever was to be reminded was, once the moment had come, and not much later."""
    posted = {prompt_of(row): row for row in evidence.service.rows(REMINDERS)}
    ends = {row["id"]: row["closed_at"] for row in evidence.service.rows(OPEN)}
    violations = []
    for prompt, due in evidence.remind.items():
        due = evidence.clock.due_at(due)
        done = _posted_at(evidence, posted.get(prompt), ends.get(prompt))
        if prompt in ends and evidence.windows.is_late(due, done, BOUNDS["reminders"]):
            violations.append(f"nobody was reminded in time of the question {prompt}")
    return violations


def _posted_at(evidence: Evidence, row: dict[str, Any] | None, closed: Any) -> float:
    """When a reminder was posted, or the question closed, which needs none; now if neither was."""
    known: list[datetime] = [one for one in (row and row["created_at"], closed) if one]
    return min(map(evidence.clock.right, known), default=time.time())
