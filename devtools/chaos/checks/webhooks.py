"""Check that every notification becomes at least one webhook call, signed so that programs can
verify it."""

from __future__ import annotations

import json
from collections import defaultdict
from datetime import datetime

from devtools.chaos.evidence import BOUNDS, Evidence
from devtools.chaos.service import Row
from notifications.webhooks.calls import FRESH
from notifications.webhooks.formats import EVENTS, START_OVER

NOTIFICATIONS = """
SELECT id, player_id, kind, created_at, answer_until FROM notifications_notification
WHERE kind = ANY(%(kinds)s)
"""
CALLS = "SELECT webhook_id, notification_id, done_at, error FROM notifications_webhookcall"
# Valid reason for not making a call.
OVERTAKEN = "overtaken"
# A clock that jumps makes a notification too old before anybody has seen it; see FRESH.
TOO_LATE = "too late"


def find_lost_or_forged(evidence: Evidence) -> list[str]:
    """Return notifications without a signed call that has their stable id."""
    call_rows = {
        (str(r["webhook_id"]), r["notification_id"]): r for r in evidence.service.rows(CALLS)
    }
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
                call_row = call_rows.get((webhook["id"], notification["id"]))
                if not _is_told(
                    evidence, notification, call_row, bodies.get(str(notification["id"]), set())
                ):
                    violations.append(
                        f"a program was not told of {notification['kind']} {notification['id']}"
                    )
        strange = bodies.keys() - {str(row["id"]) for row in notifications}
        starts = {
            notification_id
            for notification_id in strange
            if any(map(_is_start_over, bodies[notification_id]))
        }
        violations += [
            f"a call told of {notification_id}, which nobody posted"
            for notification_id in strange - starts
        ]
        # Two calls for the same epoch would make the program start over twice.
        epochs = {
            json.loads(body)["epoch"]
            for notification_id in starts
            for body in bodies[notification_id]
        }
        if len(epochs) < len(starts):
            violations.append(
                f"{webhook['path']} was told {len(starts)} times of {len(epochs)} epochs"
            )
    return violations


def _is_start_over(body: bytes) -> bool:
    """Return whether a call reports a failover of the database."""
    return bool(json.loads(body)["event"] == START_OVER)


def _is_told(
    evidence: Evidence,
    notification: Row,
    row: Row | None,
    bodies: set[bytes],
) -> bool:
    """Return whether a call was made, is not needed, or may still be made."""
    if row is None:
        return _is_no_news(evidence, notification["created_at"]) or _is_recent(
            evidence, notification
        )
    if row["done_at"] is None:
        return _is_recent(evidence, notification)
    return bool(bodies) or row["error"] in (OVERTAKEN, TOO_LATE)


def _is_recent(evidence: Evidence, notification: Row) -> bool:
    """Return whether it was posted so late that its bound is not reached; bots and clock never
    rest."""
    end = evidence.ended
    age = (end - notification["created_at"]).total_seconds() if end else 0.0
    return age < BOUNDS["webhooks"]


def _is_no_news(evidence: Evidence, created_at: datetime) -> bool:
    """Return whether the clock jumped so far at once that the notification was too old."""
    posted_at = evidence.clock.to_right_time(created_at)
    ahead = 0.0
    for at, seconds in evidence.clock.jumps[1:]:
        if at >= posted_at - 1:
            ahead = max(ahead, seconds - _ahead_before(evidence, posted_at))
    return ahead >= FRESH.total_seconds() - BOUNDS["webhooks"]


def _ahead_before(evidence: Evidence, at: float) -> float:
    return [ahead for begin, ahead in evidence.clock.jumps if begin <= at][-1]
