"""The statements of a decision's transaction: the baseline for submit_decision."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID, uuid4

from abyss_site.core.database import SqlValue

TABLES = {
    "match": "id uuid PRIMARY KEY, state bytea, ply int",
    "move": "id uuid PRIMARY KEY, match uuid, events text, played timestamptz",
    "prompt": "id uuid PRIMARY KEY, match uuid, opened timestamptz, closed timestamptz",
    "notification": "id uuid PRIMARY KEY, body text, due timestamptz",
}


def decision_statements(
    match_id: UUID, prompt: UUID, fresh: UUID, state: bytes
) -> list[tuple[str, tuple[SqlValue, ...]]]:
    """Return the minimum statements for a decision about `prompt`; `fresh` is the next prompt."""
    now = datetime.now(UTC)
    return [
        ("SELECT state FROM b_match WHERE id = %s FOR UPDATE", (match_id,)),
        ("SELECT id FROM b_prompt WHERE id = %s", (prompt,)),
        ("UPDATE b_match SET state = %s, ply = ply + 1 WHERE id = %s", (state, match_id)),
        ("INSERT INTO b_move VALUES (%s, %s, %s, %s)", (uuid4(), match_id, "x" * 500, now)),
        ("UPDATE b_prompt SET closed = %s WHERE id = %s", (now, prompt)),
        ("INSERT INTO b_prompt VALUES (%s, %s, %s)", (fresh, match_id, now)),
        ("INSERT INTO b_notification VALUES (%s, %s, %s)", (uuid4(), "x" * 300, now)),
    ]
