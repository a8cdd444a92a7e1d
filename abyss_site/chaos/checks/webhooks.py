"""Programs are called at least once for each thing they are to be told, and can tell who calls."""

from __future__ import annotations

import json
from collections import defaultdict
from datetime import datetime
from typing import Any

from abyss_site.chaos.evidence import BOUNDS, Evidence
from notifications.webhooks.calls import FRESH
from notifications.webhooks.shapes import EVENTS, START_OVER

NOTICES = """
SELECT id, player_id, kind, created, answer_by FROM notifications_notice WHERE kind = ANY(%(kinds)s)
"""
CALLS = "SELECT hook_id, notice_id, done, error FROM notifications_hookcall"
# Why a call need not be made.
OVERTAKEN = "overtaken"
# A clock that jumps makes news old before anybody has seen it; see FRESH.
TOO_LATE = "too late"


def find_lost_or_forged(evidence: Evidence) -> list[str]:
    """Every notice to a program's player became a call that came, signed and with its stable id."""
    made = {(str(r["hook_id"]), r["notice_id"]): r for r in evidence.service.rows(CALLS)}
    notices = evidence.service.rows(NOTICES, kinds=list(EVENTS))
    violations = []
    for hook in evidence.report["webhooks"]:
        came = evidence.receiver.calls.get(hook["path"], [])
        violations += [
            f"a call about {call.notice} is not signed by us"
            for call in came
            if not call.is_signed_with(hook["secret"])
        ]
        bodies = defaultdict(set)
        for call in came:
            bodies[call.notice].add(call.body)
        since = datetime.fromisoformat(hook["since"])
        for notice in notices:
            if str(notice["player_id"]) == hook["player"] and notice["created"] >= since:
                call_row = made.get((hook["id"], notice["id"]))
                if not _is_told(evidence, notice, call_row, bodies.get(str(notice["id"]), set())):
                    violations.append(f"a program was not told of {notice['kind']} {notice['id']}")
        strange = bodies.keys() - {str(one["id"]) for one in notices}
        starts = {one for one in strange if any(map(_is_start_over, bodies[one]))}
        violations += [f"a call told of {one}, which nobody posted" for one in strange - starts]
        # Two of one epoch would have the same program start over twice.
        epochs = {json.loads(body)["epoch"] for one in starts for body in bodies[one]}
        if len(epochs) < len(starts):
            violations.append(
                f"{hook['path']} was told {len(starts)} times of {len(epochs)} epochs"
            )
    return violations


def _is_start_over(body: bytes) -> bool:
    """Whether a call tells that the database has failed over."""
    return bool(json.loads(body)["event"] == START_OVER)


def _is_told(
    evidence: Evidence, notice: dict[str, Any], row: dict[str, Any] | None, bodies: set[bytes]
) -> bool:
    """Whether a call came, need not come, or may still come."""
    if row is None:
        return _is_no_news(evidence, notice["created"]) or _is_recent(evidence, notice)
    if row["done"] is None:
        return _is_recent(evidence, notice)
    return bool(bodies) or row["error"] in (OVERTAKEN, TOO_LATE)


def _is_recent(evidence: Evidence, notice: dict[str, Any]) -> bool:
    """Whether it was posted so late that the bound is not reached; bots and clock never rest."""
    ended = evidence.ended
    age = (ended - notice["created"]).total_seconds() if ended else 0.0
    return age < BOUNDS["webhooks"]


def _is_no_news(evidence: Evidence, created: datetime) -> bool:
    """Whether the clock jumped so far, before anybody could look, that it was old at once."""
    posted = evidence.clock.right(created)
    ahead = 0.0
    for at, seconds in evidence.clock.jumps[1:]:
        if at >= posted - 1:
            ahead = max(ahead, seconds - _ahead_before(evidence, posted))
    return ahead >= FRESH.total_seconds() - BOUNDS["webhooks"]


def _ahead_before(evidence: Evidence, at: float) -> float:
    return [ahead for begin, ahead in evidence.clock.jumps if begin <= at][-1]
