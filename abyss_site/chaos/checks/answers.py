"""Every accepted answer is one move, what was not accepted is none; whoever wrote is told."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

from abyss_site.chaos.evidence import Evidence

# What may become of an e-mail with an answer: it was played, or its question was settled before; or
# the same with a vote.
FATES = {"played", "stale", "voted", "vote_over"}
# Somebody who writes so much in a day is answered nothing but new questions (notifications/
# dispatch.py): receipts are looked for among the first e-mails of each sender.
RECEIPTS_A_SENDER = 80

MOVES = "SELECT key, source, match_id, prompt_id FROM games_move"
EMAILS = """
SELECT id, message_id, state, reason, sender, processed_at FROM notifications_inboundemail
WHERE source = 'smtp' ORDER BY processed_at, id
"""
# Moves by e-mail, and whether their seat was then asked something else, which tells it as well:
# what a move asks, it asks at its own instant. Whether later ones come after it is no question of
# instants, for the clock is put back.
PLAYED_BY_EMAIL = """
SELECT split_part(m.key, ' ', 1) AS message_id, EXISTS (
  SELECT FROM games_prompt p WHERE p.match_id = m.match_id AND p.seat = m.seat
  AND p.id <> m.prompt_id AND p.opened_at = m.played_at AND p.closed_at IS DISTINCT FROM m.played_at
) AS is_asked FROM games_move m WHERE m.source = 'letter'
"""
RECEIPTS = "SELECT key FROM notifications_notification WHERE kind IN ('receipt', 'sequence')"


def find_lost_or_doubled(evidence: Evidence) -> list[str]:
    """Every accepted answer is one move, and what was not accepted is none."""
    by_hand = [
        move for move in evidence.service.rows(MOVES) if move["source"] in ("letter", "page", "api")
    ]
    played = Counter(map(submission_of, by_hand))
    kept = defaultdict(list)
    for email in evidence.service.rows(EMAILS):
        kept[email["message_id"]].append((email["state"], email["reason"]))
    violations, known = [], set()
    for one in evidence.submissions:
        known.add(one.key)
        wanted = one.accepted
        if one.door == "letter":
            states = kept[one.key]
            if len(states) != 1 or states[0][0] != "done" or states[0][1] not in FATES:
                violations.append(f"the e-mail {one.key} was taken and is {states or 'not there'}")
            wanted = ("done", "played") in states
        if played[one.key] != wanted:
            violations.append(
                f"{one.door} answered {one.why} to {one.key}, which made {played[one.key]} moves"
            )
    return violations + [
        f"nobody made the move {move['key']} by {move['source']}"
        for move in by_hand
        if submission_of(move) not in known
    ]


def find_untold(evidence: Evidence) -> list[str]:
    """Whoever answered by e-mail has a receipt, or the next question, which says so."""
    asked = {row["message_id"]: row["is_asked"] for row in evidence.service.rows(PLAYED_BY_EMAIL)}
    receipts = {row["key"].partition("-")[2] for row in evidence.service.rows(RECEIPTS)}
    violations, senders = [], Counter[str]()
    for email in evidence.service.rows(EMAILS):
        senders[email["sender"]] += 1
        is_told = asked.get(email["message_id"], True) or str(email["id"]) in receipts
        if senders[email["sender"]] <= RECEIPTS_A_SENDER and not is_told:
            violations.append(f"nobody told {email['sender']} that {email['id']} was played")
    return violations


def submission_of(move: dict[str, Any]) -> str:
    """What a `Submission` is known by, of the key of a move that came through its door."""
    if move["source"] == "letter":
        return str(move["key"].split()[0])
    # page-<id of the question>-<the form's own number>, api-<id>-<digest of the key>-<of the body>.
    _, _, rest = move["key"].split("-", 2)
    return str(rest if move["source"] == "page" else rest.partition("-")[0])
