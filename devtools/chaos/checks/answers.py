"""Check that every accepted answer is one move and others are none, and that senders of e-mails are
told."""

from __future__ import annotations

from collections import Counter, defaultdict

from devtools.chaos.evidence import Evidence
from devtools.chaos.service import Row

# Possible outcomes of an e-mail with an answer: it was played, or its prompt was closed before; the
# same for votes.
OUTCOMES = {"played", "stale", "voted", "vote_over"}
# Above this number of e-mails a day a sender gets no replies but new prompts
# (notifications/incoming/dispatch.py), so receipts are expected for the first e-mails of each
# sender only.
RECEIPTS_A_SENDER = 80

MOVES = "SELECT key, source, match_id, prompt_id FROM games_move"
EMAILS = """
SELECT id, message_id, state, reason, sender, processed_at FROM notifications_inboundemail
WHERE source = 'smtp'
"""
# Moves by e-mail, and whether their seat was asked something afterwards, or the match was over,
# which also tells the sender: both have the instant of the move that causes them. Comparing
# instants is not enough to find later moves, because the clock is put back.
PLAYED_BY_EMAIL = """
SELECT split_part(m.key, ' ', 1) AS message_id, EXISTS (
  SELECT FROM games_prompt p WHERE p.match_id = m.match_id AND p.seat = m.seat
  AND p.id <> m.prompt_id AND p.opened_at = m.played_at AND p.closed_at IS DISTINCT FROM m.played_at
) OR EXISTS (
  SELECT FROM games_match ended WHERE ended.id = m.match_id AND ended.finished_at = m.played_at
) AS is_told FROM games_move m WHERE m.source = 'email'
"""
RECEIPTS = "SELECT key FROM notifications_notification WHERE kind IN ('receipt', 'sequence')"


def find_lost_or_doubled(evidence: Evidence) -> list[str]:
    """Return accepted answers that are not exactly one move, and refused ones that are."""
    by_hand = [
        move for move in evidence.service.rows(MOVES) if move["source"] in ("email", "page", "api")
    ]
    move_counts = Counter(map(submission_of, by_hand))
    states_by_message = defaultdict(list)
    for email in evidence.service.rows(EMAILS):
        states_by_message[email["message_id"]].append((email["state"], email["reason"]))
    violations, keys = [], set()
    for submission in evidence.submissions:
        keys.add(submission.key)
        expects_move = submission.accepted
        if submission.door == "email":
            states = states_by_message[submission.key]
            if len(states) != 1 or states[0][0] != "done" or states[0][1] not in OUTCOMES:
                violations.append(
                    f"the e-mail {submission.key} was taken and is {states or 'not there'}"
                )
            expects_move = ("done", "played") in states
        if move_counts[submission.key] != expects_move:
            violations.append(
                f"{submission.door} answered {submission.why} to {submission.key}, which made"
                f" {move_counts[submission.key]} moves"
            )
    return violations + [
        f"nobody made the move {move['key']} by {move['source']}"
        for move in by_hand
        if submission_of(move) not in keys
    ]


def find_missing_receipts(evidence: Evidence) -> list[str]:
    """Return e-mailed answers whose sender got no receipt, next prompt or result.

    Their order is that of sending: the service's instants may be in another, because its clock is
    put back.
    """
    is_told_by_message = {
        row["message_id"]: row["is_told"] for row in evidence.service.rows(PLAYED_BY_EMAIL)
    }
    receipts = {row["key"].partition("-")[2] for row in evidence.service.rows(RECEIPTS)}
    email_by_message = {row["message_id"]: row for row in evidence.service.rows(EMAILS)}
    violations, senders = [], Counter[str]()
    for submission in evidence.submissions:
        email = email_by_message.get(submission.key) if submission.door == "email" else None
        if email is None:
            continue
        senders[email["sender"]] += 1
        is_told = is_told_by_message.get(submission.key, True) or str(email["id"]) in receipts
        if senders[email["sender"]] <= RECEIPTS_A_SENDER and not is_told:
            violations.append(f"nobody told {email['sender']} that {email['id']} was played")
    return violations


def submission_of(move: Row) -> str:
    """Return the id of the `Submission` that a move came from, taken from the move's key."""
    if move["source"] == "email":
        return str(move["key"].split()[0])
    # page-<prompt id>-<number of the form>, api-<prompt id>-<digest of the key>-<digest of the
    # body>.
    _, _, rest = move["key"].split("-", 2)
    return str(rest if move["source"] == "page" else rest.partition("-")[0])
