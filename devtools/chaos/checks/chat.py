"""Check that chat messages are stored once, and sent to everybody in the match who wants them."""

from __future__ import annotations

from collections import Counter

from devtools.chaos.evidence import Evidence

CHAT_NOTIFICATIONS = "SELECT key FROM notifications_notification WHERE kind = 'chat'"


def find_lost_or_overheard(evidence: Evidence) -> list[str]:
    """Return messages that were lost, stored twice, not notified, or notified to the wrong
    people."""
    lines = evidence.report["chat"]
    many = Counter(line["text"] for line in lines)
    violations = [
        f"a line was answered {call.status} and is kept {many[call.sent['text']]} times"
        for call in evidence.calls("say")
        if many[call.sent["text"]] != (call.status == 201)
    ]
    keys = {row["key"] for row in evidence.service.rows(CHAT_NOTIFICATIONS)}
    expected_keys = {f"chat-{line['id']}-{seat}" for line in lines for seat in line["heard_by"]}
    violations += [f"a line was not sent: {key}" for key in sorted(expected_keys - keys)]
    return violations + [
        f"a line was sent to a blocker: {key}" for key in sorted(keys - expected_keys)
    ]
