"""Programs are called at least once for each thing they are to be told, and can tell who calls."""

from __future__ import annotations

import json
from collections import defaultdict
from datetime import datetime
from typing import Any

from abyss_site.chaos.evidence import BOUNDS, Evidence
from notifications.webhooks.calls import FRESH
from notifications.webhooks.shapes import EVENTS, START_OVER

NOTIFICATIONS = """
SELECT id, player_id, kind, created_at, answer_until FROM notifications_notification
WHERE kind = ANY(%(kinds)s)
"""
CALLS = "SELECT webhook_id, notification_id, done_at, error FROM notifications_webhookcall"
# Why a call need not be made.
OVERTAKEN = "overtaken"
# A clock that jumps makes news old before anybody has seen it; see FRESH.
TOO_LATE = "too late"


def find_lost_or_forged(evidence: Evidence) -> list[str]:
    """Every notification to a program's player became a signed call with its stable id."""
    made = {(str(r["webhook_id"]), r["notification_id"]): r for r in evidence.service.rows(CALLS)}
    notifications = evidence.service.rows(NOTIFICATIONS, kinds=list(EVENTS))
    violations = []
    for webhook in evidence.report["webhooks"]:
        came = evidence.receiver.calls.get(webhook["path"], [])
        violations += [
            f"a call about {call.notification} is not signed by us"
            for call in came
            if not call.is_signed_with(webhook["secret"])
        ]
        bodies = defaultdict(set)
        for call in came:
            bodies[call.notification].add(call.body)
        since = datetime.fromisoformat(webhook["since"])
        for notification in notifications:
            if (
                str(notification["player_id"]) == webhook["player"]
                and notification["created_at"] >= since
            ):
                call_row = made.get((webhook["id"], notification["id"]))
                if not _is_told(
                    evidence, notification, call_row, bodies.get(str(notification["id"]), set())
                ):
                    violations.append(
                        f"a program was not told of {notification['kind']} {notification['id']}"
                    )
        strange = bodies.keys() - {str(one["id"]) for one in notifications}
        starts = {one for one in strange if any(map(_is_start_over, bodies[one]))}
        violations += [f"a call told of {one}, which nobody posted" for one in strange - starts]
        # Two of one epoch would have the same program start over twice.
        epochs = {json.loads(body)["epoch"] for one in starts for body in bodies[one]}
        if len(epochs) < len(starts):
            violations.append(
                f"{webhook['path']} was told {len(starts)} times of {len(epochs)} epochs"
            )
    return violations


def _is_start_over(body: bytes) -> bool:
    """Whether a call tells that the database has failed over."""
    return bool(json.loads(body)["event"] == START_OVER)


def _is_told(
    evidence: Evidence, notification: dict[str, Any], row: dict[str, Any] | None, bodies: set[bytes]
) -> bool:
    """Whether a call came, need not come, or may still come."""
    if row is None:
        return _is_no_news(evidence, notification["created_at"]) or _is_recent(
            evidence, notification
        )
    if row["done_at"] is None:
        return _is_recent(evidence, notification)
    return bool(bodies) or row["error"] in (OVERTAKEN, TOO_LATE)


def _is_recent(evidence: Evidence, notification: dict[str, Any]) -> bool:
    """Whether it was posted so late that the bound is not reached; bots and clock never rest."""
    ended = evidence.ended
    age = (ended - notification["created_at"]).total_seconds() if ended else 0.0
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
