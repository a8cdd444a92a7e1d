"""Check that chat messages are stored once, and sent to everybody in the match who wants them."""

from __future__ import annotations

from collections import Counter

from devtools.chaos.evidence import Evidence

NOTIFIED = "SELECT key FROM notifications_notification WHERE kind = 'chat'"


def find_lost_or_overheard(evidence: Evidence) -> list[str]:
    """Return messages that were lost, stored twice, not notified, or notified to the wrong
    people."""
    kept = evidence.report["chat"]
    many = Counter(one["text"] for one in kept)
    violations = [
        f"a line was answered {call.status} and is kept {many[call.sent['text']]} times"
        for call in evidence.calls("say")
        if many[call.sent["text"]] != (call.status == 201)
    ]
    notified = {row["key"] for row in evidence.service.rows(NOTIFIED)}
    wanted = {f"chat-{one['id']}-{seat}" for one in kept for seat in one["heard_by"]}
    violations += [f"a line was not sent: {key}" for key in sorted(wanted - notified)]
    return violations + [
        f"a line was sent to a blocker: {key}" for key in sorted(notified - wanted)
    ]
