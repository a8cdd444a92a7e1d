"""Check that no ply is missing, no match is stuck, and a replay reaches the same states."""

from __future__ import annotations

from devtools.chaos.evidence import Evidence

# Maximum number of lines to report from a replay.
LINES = 5

TWICE = """
SELECT prompt_id FROM games_move JOIN games_prompt p ON p.id = prompt_id
WHERE source <> 'undo' AND undone IS NULL AND NOT sealed GROUP BY prompt_id HAVING count(*) > 1
"""
HOLES = """
SELECT number FROM games_match m WHERE ply <> (SELECT count(*) FROM games_move
WHERE match_id = m.id) OR ply <> (SELECT coalesce(max(ply), 0) FROM games_move
WHERE match_id = m.id)
"""
FROZEN = "SELECT number FROM games_match WHERE status = 'frozen'"


def find_failed_players(evidence: Evidence) -> list[str]:
    """Return the players that failed; they prove nothing."""
    return [person.failure for person in evidence.people if person.failure]


def find_broken_histories(evidence: Evidence) -> list[str]:
    """Return prompts answered twice, unless they are sealed, and missing plies."""
    rows = evidence.service.rows
    return [f"the question {row['prompt_id']} has two answers" for row in rows(TWICE)] + [
        f"match {row['number']} misses a ply" for row in rows(HOLES)
    ]


def find_frozen(evidence: Evidence) -> list[str]:
    """Return matches that were frozen because the rules failed."""
    return [f"match {row['number']} is frozen" for row in evidence.service.rows(FROZEN)]


def find_diverging(evidence: Evidence) -> list[str]:
    """Return matches whose replay does not reach the stored states."""
    exit_code, output = evidence.service.run("replay")
    return output.splitlines()[-LINES:] if exit_code else []
