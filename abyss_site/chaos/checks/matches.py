"""No ply is missing, no match stands still, and a replay comes to the same states."""

from __future__ import annotations

from abyss_site.chaos.evidence import Evidence

# Of what a replay says, so many lines are told.
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
    """A player who fails proves nothing."""
    return [person.failure for person in evidence.people if person.failure]


def find_broken_histories(evidence: Evidence) -> list[str]:
    """No question but a sealed one is answered twice, and no ply is missing."""
    rows = evidence.service.rows
    return [f"the question {row['prompt_id']} has two answers" for row in rows(TWICE)] + [
        f"match {row['number']} misses a ply" for row in rows(HOLES)
    ]


def find_frozen(evidence: Evidence) -> list[str]:
    """The rules failed on no match."""
    return [f"match {row['number']} is frozen" for row in evidence.service.rows(FROZEN)]


def find_diverging(evidence: Evidence) -> list[str]:
    """Playing every move again comes to the states that are kept."""
    failed, said = evidence.service.run("replay")
    return said.splitlines()[-LINES:] if failed else []
