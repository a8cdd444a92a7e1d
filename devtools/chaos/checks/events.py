"""Check that programs receive every event about their player, once and in order."""

from __future__ import annotations

from itertools import pairwise

from devtools.chaos.evidence import Evidence

EVENTS_OF_PLAYER = """
SELECT number::text FROM games_playerevent JOIN games_player p ON p.id = player_id
WHERE p.email = %(email)s AND epoch = site_epoch() ORDER BY xid, place
"""
# Each failover starts an epoch, see abyss_site/core/epoch.py; one without events has no rows.
EPOCHS = "SELECT DISTINCT epoch FROM games_playerevent UNION SELECT site_epoch()"
# A move with a public event is reported to every program in the match.
MOVES = """
SELECT m.number, move.ply FROM games_move move JOIN games_match m ON m.id = move.match_id
JOIN games_prompt p ON p.id = move.prompt_id
WHERE move.source IN ('api', 'page', 'email') AND m.game = 'pebbles'
"""
MOVE_EVENTS = """
SELECT (facts->>'match')::int AS number, (facts->>'ply')::int AS ply FROM games_playerevent
WHERE kind = 'moved'
"""


def find_gaps(evidence: Evidence) -> list[str]:
    """Return programs whose events have gaps or repetitions.

    What each program received since the last failover must be a prefix of its events; it must not
    start over more often than the database failed over.
    """
    violations = []
    new_epochs = len(evidence.service.rows(EPOCHS)) - 1
    for program in evidence.programs:
        rows = evidence.service.rows(EVENTS_OF_PLAYER, email=program.address)
        places = {row["number"]: place for place, row in enumerate(rows)}
        event_places = [places.get(event, -1) for event in program.events]
        gaps = [(a, b) for a, b in pairwise([-1, *event_places]) if b != a + 1]
        violations += [f"{program.address} heard event {b} after event {a}" for a, b in gaps]
        if program.started_over > new_epochs:
            violations.append(
                f"{program.address} was told {program.started_over} times to start over, in"
                f" {new_epochs} new epochs"
            )
    return violations + _find_untold_moves(evidence)


def _find_untold_moves(evidence: Evidence) -> list[str]:
    """Return moves without event: the ply of an event is that of the last move of a submission."""
    last: dict[int, int] = {}
    for row in evidence.service.rows(MOVE_EVENTS):
        last[row["number"]] = max(last.get(row["number"], 0), row["ply"] or 0)
    return [
        f"nobody was told of ply {row['ply']} of match {row['number']}"
        for row in evidence.service.rows(MOVES)
        if row["ply"] > last.get(row["number"], 0)
    ]
