"""The invariants after a chaos run: each check returns its violations as sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from devtools.chaos.checks import (
    answers,
    chat,
    deadlines,
    emails,
    events,
    invitations,
    leagues,
    matches,
    secrecy,
    votes,
    webhooks,
)
from devtools.chaos.evidence import Evidence

Check = Callable[[Evidence], list[str]]

CHECKS: dict[str, Check] = {
    "players": matches.find_failed_players,
    "answers": answers.find_lost_or_doubled,
    "receipts": answers.find_missing_receipts,
    "moves": matches.find_broken_histories,
    "frozen": matches.find_frozen,
    "replay": matches.find_diverging,
    "emails": emails.find_lost_or_changed,
    "ledger": emails.find_unasked,
    "deadlines": deadlines.find_early_or_late,
    "reminders": deadlines.find_lost_reminders,
    "votes": votes.find_miscounted,
    "undo": votes.find_without_consent,
    "chat": chat.find_lost_or_overheard,
    "webhooks": webhooks.find_lost_or_forged,
    "leagues": leagues.find_wrong_standings,
    "invitations": invitations.find_lost,
    "events": events.find_gaps,
    "secrecy": secrecy.find_leaks,
}
# Maximum number of violations to report per check: more of them are alike.
MOST_TOLD = 5


def find_violations(evidence: Evidence, names: Sequence[str] = tuple(CHECKS)) -> list[str]:
    """Return “check: sentence” for every violation."""
    return [f"{name}: {sentence}" for name in names for sentence in CHECKS[name](evidence)]


def shorten(violations: list[str]) -> list[str]:
    """Return some violations of each check and the number of the others."""
    lines = []
    for name in dict.fromkeys(violation.partition(":")[0] for violation in violations):
        mine = [violation for violation in violations if violation.partition(":")[0] == name]
        lines += mine[:MOST_TOLD]
        more = len(mine) - MOST_TOLD
        lines += [f"{name}: … and {more} more like that"] if more > 0 else []
    return lines
