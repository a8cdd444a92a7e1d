"""Check that every due e-mail was sent once, unchanged and in time, from prompt to e-mail."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from devtools.chaos.evidence import BOUNDS, Evidence
from devtools.chaos.service import Row

# Valid reasons for not sending an e-mail.
REASONS = {"overtaken", "receipts not wanted", "messages not wanted", "unsubscribed", "a bot", ""}
# E-mails that ask for an answer. No attempt to send one starts after the answer, except for this
# many seconds: a sender that has already checked may overlap with the answer's transaction.
ASKING = ("your_turn", "reminder")
ON_THE_WAY_SECONDS = 5.0
# The service reads its clock a moment before or after we do.
RECORDED_EARLY_SECONDS = 1.0
# Everybody except those who have turned off e-mails.
NOTIFICATIONS = """
SELECT id, message_id, key, kind, state, why, created_at, sent_at, within_id
FROM notifications_notification
"""
# `never_open`: it was closed by what opened it, or the rules or an order answered it at once. A
# sealed answer of the rules is repeated in later e-mails, so that its player may give it again.
PROMPTS = """
SELECT p.id, p.closed_at, p.answered_at, player.email,
  coalesce(p.closed_at = p.opened_at, false) OR EXISTS (
    SELECT FROM games_move move WHERE move.prompt_id = p.id AND move.played_at = p.opened_at
      AND move.source IN ('rules', 'order')) AS never_open
FROM games_prompt p
JOIN games_seat seat ON seat.match_id = p.match_id AND seat.number = p.seat
JOIN games_player player ON player.id = seat.player_id
WHERE NOT p.awaits_bot AND NOT player.is_bot
"""
# Everybody in a match that is over.
FINISHED_SEATS = """
SELECT 'match_finished-' || m.id || '-' || seat.number AS key, m.number, seat.number AS seat
FROM games_match m JOIN games_seat seat ON seat.match_id = m.id
JOIN games_player player ON player.id = seat.player_id
WHERE m.status = 'finished' AND NOT player.is_bot AND m.ruling = ''
"""


def find_lost_or_changed(evidence: Evidence) -> list[str]:
    """Return e-mails that did not leave unchanged under one Message-ID, unless they were
    obsolete."""
    rows = {row["message_id"]: row for row in evidence.service.rows(NOTIFICATIONS)}
    prompts = {row["id"]: row for row in evidence.service.rows(PROMPTS)}
    violations = []
    for row in rows.values():
        violations += _find_wrong(evidence, row)
        prompt = prompts.get(prompt_of(row))
        late = seconds_after_answer(evidence, row, prompt)
        if late > ON_THE_WAY_SECONDS:
            violations.append(f"the question {row['id']} came {late:.1f} s after its answer")
    return violations + [
        f"nobody posted the e-mail {name}" for name in evidence.mail.copies if name not in rows
    ]


def find_unasked(evidence: Evidence) -> list[str]:
    """Return prompts and ends of matches that were not posted as one e-mail per person."""
    emails = [row for row in evidence.service.rows(NOTIFICATIONS) if row["kind"] == "your_turn"]
    prompts = {prompt_of(row) for row in emails}
    violations = [
        f"nobody was sent the question {row['id']} to {row['email']}"
        for row in evidence.service.rows(PROMPTS)
        if row["id"] not in prompts and not row["never_open"]
    ]
    keys = {row["key"] for row in evidence.service.rows(NOTIFICATIONS)}
    return violations + [
        f"seat {row['seat']} was not notified that match {row['number']} is over"
        for row in evidence.service.rows(FINISHED_SEATS)
        if row["key"] not in keys
    ]


def _find_wrong(evidence: Evidence, row: Row) -> list[str]:
    copies = evidence.mail.copies.get(row["message_id"], [])
    name, state = f"the e-mail {row['id']} ({row['kind']})", row["state"]
    if len({copy.body for copy in copies}) > 1:
        return [f"{name} came again with other words"]
    if state == "withdrawn":
        return [] if row["why"] in REASONS else [f"{name} was withdrawn: {row['why']}"]
    if state == "queued" and _may_wait(evidence, row):
        return []
    if state != "sent" or not (copies or row["within_id"]):
        return [f"{name} is {state} and came {len(copies)} times {row['why']}"]
    # After a clock was put back, it is due that much later.
    posted_at = evidence.clock.sent_at(evidence.clock.to_right_time(row["created_at"]))
    if copies and evidence.windows.is_late(posted_at, copies[0].began, BOUNDS["emails"]):
        return [f"{name} came {copies[0].began - posted_at:.0f} s after it was posted"]
    early = _seconds_recorded_early(evidence, row)
    return [f"{name} is said to have left {early:.1f} s before it did"] if early else []


def _seconds_recorded_early(evidence: Evidence, row: Row) -> float:
    """Return by how much `sent_at` is before the mail server got the e-mail; 0 if it is not.

    Only without disruption: instants around a jump of the clock are ambiguous.
    """
    copies = evidence.mail.copies.get(row["message_id"], [])
    if not (copies and row["sent_at"] and evidence.windows.is_peace(copies[0].began)):
        return 0.0
    early = copies[0].began - evidence.clock.to_right_time(row["sent_at"])
    return early if early > RECORDED_EARLY_SECONDS else 0.0


def _may_wait(evidence: Evidence, row: Row) -> bool:
    """Return whether a notification was posted so late that it may still wait; bots and clock never
    rest."""
    last = timedelta(seconds=BOUNDS["emails"])
    return evidence.ended is not None and bool(row["created_at"] > evidence.ended - last)


def prompt_of(row: Row) -> UUID | None:
    """Return the id of the prompt that an e-mail is about: its key is <kind>-<prompt>-<when>."""
    if row["kind"] not in ASKING:
        return None
    return UUID(row["key"].removeprefix(f"{row['kind']}-")[:36])


def seconds_after_answer(evidence: Evidence, row: Row, prompt: Row | None) -> float:
    """Return how many seconds after the answer the sending of the prompt started; 0 if it did
    not."""
    copies = evidence.mail.copies.get(row["message_id"], [])
    settled_at = prompt and (prompt["answered_at"] or prompt["closed_at"])
    if not settled_at or not copies:
        return 0.0
    return max(0.0, max(copy.began for copy in copies) - evidence.clock.to_right_time(settled_at))
