"""Check that votes are decided by their ballots, and that no move is taken back without consent."""

from __future__ import annotations

from collections import defaultdict

from devtools.chaos.evidence import Evidence
from devtools.chaos.service import Row

VOTES = """
SELECT v.id, v.kind, v.outcome, v.decided_at, v.expires_at, v.seat, m.undo, v.match_id
FROM games_vote v JOIN games_match m ON m.id = v.match_id
"""
BALLOTS = "SELECT vote_id, seat, says, answered_at FROM games_ballot"
# The number of other people in the match of a vote.
OTHERS = """
SELECT v.id, count(*) FROM games_vote v JOIN games_seat seat ON seat.match_id = v.match_id
JOIN games_player player ON player.id = seat.player_id
WHERE seat.number <> v.seat AND (NOT player.is_bot OR player.owner_id IS NOT NULL) GROUP BY v.id
"""
UNDO_MOVES = "SELECT key FROM games_move WHERE source = 'undo'"
PASSED_OUTCOME, FAILED_OUTCOME, OPEN_OUTCOME = "passed", "failed", "open"


def find_miscounted(evidence: Evidence) -> list[str]:
    """Return ballots that are not their player's last choice, and wrongly decided votes."""
    ballots = _ballots(evidence)
    violations = []
    for vote in evidence.service.rows(VOTES):
        right, is_over = _decide(vote, ballots[vote["id"]])
        if (
            vote["outcome"] in (PASSED_OUTCOME, FAILED_OUTCOME, OPEN_OUTCOME)
            and vote["outcome"] not in right
        ):
            violations.append(
                f"the vote {vote['id']} on {vote['kind']} {vote['outcome']}, and should have"
                f" {right[0]}{' by silence' if is_over else ''}"
            )
    return violations + _find_lost_ballots(evidence)


def find_without_consent(evidence: Evidence) -> list[str]:
    """Return moves that were taken back without a vote, or without the consent of all others where
    it is required."""
    ballots, others = _ballots(evidence), {}
    for row in evidence.service.rows(OTHERS):
        others[row["id"]] = row["count"]
    passed_votes = {
        row["id"]: row
        for row in evidence.service.rows(VOTES)
        if row["kind"] == "undo" and row["outcome"] == PASSED_OUTCOME
    }
    violations = [
        f"the vote {vote} took a move back, and {others.get(vote, 0)} others were not all for it"
        for vote, row in passed_votes.items()
        if row["undo"] == "consent"
        and [ballot["says"] for ballot in ballots[vote]].count(True) != others.get(vote, 0)
    ]
    keys = {f"undo-{vote}" for vote in passed_votes}
    moves = evidence.service.rows(UNDO_MOVES)
    return violations + [
        f"nobody asked for {move['key']}" for move in moves if move["key"] not in keys
    ]


def _ballots(evidence: Evidence) -> dict[object, list[Row]]:
    ballots = defaultdict(list)
    for row in evidence.service.rows(BALLOTS):
        ballots[row["vote_id"]].append(row)
    return ballots


def _decide(vote: Row, ballots: list[Row]) -> tuple[list[str], bool]:
    """Return the possible outcomes, and whether missing ballots decided, after the vote's time was
    up.

    Taking a move back needs every yes, and a missing ballot counts as no. Anything else passes with
    more than half and fails with half, and a missing ballot counts as yes.
    """
    answers = [ballot["says"] for ballot in ballots]
    yes, no, is_undo = answers.count(True), answers.count(False), vote["kind"] == "undo"
    if not answers:
        return [PASSED_OUTCOME], False
    if (is_undo and no) or (not is_undo and 2 * no >= len(answers)):
        return [FAILED_OUTCOME], False
    if (is_undo and yes == len(answers)) or (not is_undo and 2 * yes > len(answers)):
        return [PASSED_OUTCOME, FAILED_OUTCOME] if is_undo else [PASSED_OUTCOME], False
    decided_at, expires = vote["decided_at"], vote["expires_at"]
    is_over = decided_at is not None and expires is not None and decided_at >= expires
    return ([FAILED_OUTCOME if is_undo else PASSED_OUTCOME] if is_over else [OPEN_OUTCOME]), is_over


def _find_lost_ballots(evidence: Evidence) -> list[str]:
    """Return ballots of programs that were accepted last but do not count."""
    answers = {}
    for program in evidence.programs:
        for call in program.calls:
            if call.what == "vote" and call.status == 200:
                answers[call.heard["id"], program.address] = call.sent["says"]
    counted_answers = defaultdict(list)
    for row in evidence.service.rows(BALLOTS):
        counted_answers[str(row["vote_id"])].append(row["says"])
    return [
        f"{address} said {says} in the vote {vote}, which was not counted"
        for (vote, address), says in answers.items()
        if says not in counted_answers[vote]
    ]
