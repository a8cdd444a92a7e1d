"""Troubles with addresses: what came back adds up, until nothing more is sent there.

Only the player lifts it (`wishes.try_again`), or a moderator.
"""

from __future__ import annotations

import logging
import re
from datetime import datetime, timedelta

from django.db import transaction

from notifications.models import BounceScore

# RFC 3463: there is no such mailbox, and there will be none.
HARD = {"5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1"}
# They refuse our letters, not this reader's: an operator has to look.
_OURS = re.compile(r"\b(?:spam|dnsbl|rbl|blacklist|block ?list|dmarc|spf|dkim|policy|reputation)\b")
_STATUS = re.compile(r"\b([245]\.\d{1,3}\.\d{1,3})\b")
THRESHOLD = 3.0
STEP = timedelta(days=1)
# After so long without a report all is forgotten.
FORGOTTEN = timedelta(days=14)

log = logging.getLogger(__name__)


def bounce_weight(status: str, words: str) -> float:
    """Return what a report counts: 1 for a mailbox that is none, ½ for one that may be again.

    0 if the trouble is ours: a policy, a list of senders, or a signature.
    """
    if status.startswith("5.7.") or (status not in HARD and _OURS.search(words.lower())):
        return 0
    if status.startswith("2."):
        return 0
    return 1 if status in HARD else 0.5


def status_in(words: str) -> str:
    """Return the first enhanced status in a server's words; "" if there is none."""
    found = _STATUS.search(words)
    return found[1] if found else ""


@transaction.atomic
def add_bounce_score(address: str, status: str, words: str, now: datetime) -> None:
    """Hold a report against an address: one step a day at most, and nothing more from three on.

    A mailbox that does not exist (5.1.1) is tried once more, by whatever letter comes next.
    """
    counts = bounce_weight(status, words)
    if not counts:
        log.error("letters to %s are refused: %s", address.rpartition("@")[2], words[:200])
        return
    row = _lock_score_row(address, now)
    is_probe = status == row.status == "5.1.1"
    if now - row.last_reported_at >= STEP or not row.score:
        row.score, row.last_reported_at = row.score + counts, now
    row.status, row.evidence = status, f"{status} {words}".strip()[:300]
    if row.stopped_at is None and (is_probe or row.score >= THRESHOLD):
        row.stopped_at, row.why = now, BounceScore.Why.BOUNCES
    row.save()


@transaction.atomic
def flag_address(address: str, now: datetime) -> str:
    """Note that something unproven speaks against an address: a moderator sees it, no more."""
    row = _lock_score_row(address, now)
    row.evidence = row.evidence or "a report names this address, but no letter of ours"
    row.save(update_fields=["evidence"])
    log.warning("a report names an address of ours, but no letter")
    return row.address


@transaction.atomic
def suppress_after_complaint(address: str, evidence: str, now: datetime) -> None:
    """Stop all letters about matches to an address whose reader called one of them spam."""
    row = _lock_score_row(address, now)
    row.last_reported_at, row.evidence = now, evidence[:300]
    row.stopped_at, row.why = row.stopped_at or now, BounceScore.Why.COMPLAINT
    row.save()


def of_address(address: str) -> BounceScore | None:
    """Return why nothing is sent to an address; None if it is."""
    return BounceScore.objects.filter(address=address.lower()).exclude(stopped_at=None).first()


def clear_bounce_score(address: str) -> None:
    """Forget all troubles with an address."""
    BounceScore.objects.filter(address=address.lower()).delete()


def _lock_score_row(address: str, now: datetime) -> BounceScore:
    new = {"last_reported_at": now, "score": 0, "status": ""}
    BounceScore.objects.get_or_create(address=address.lower(), defaults=new)
    row = BounceScore.objects.select_for_update().get(address=address.lower())
    if row.stopped_at is None and now - row.last_reported_at >= FORGOTTEN:
        row.score, row.status = 0, ""
    return row
