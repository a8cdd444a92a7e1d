"""Bounce scores: count bounces and complaints per address, and stop e-mail to bad addresses.

Only the player or a moderator can resume it.
"""

from __future__ import annotations

import logging
import re
from datetime import datetime, timedelta

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Exists, OuterRef

from abyss_site.core.email_addresses import address_key
from abyss_site.core.ids import uuid7
from notifications.models import BounceScore, Webhook

from .outbox import Draft, post
from .planning import STOPPED_KIND

# Enhanced status codes of hard bounces (RFC 3463): the mailbox does not exist.
HARD = {"5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1"}
# Words of servers that reject our e-mails in general, not this address: an operator has to look.
_OURS = re.compile(r"\b(?:spam|dnsbl|rbl|blacklist|block ?list|dmarc|spf|dkim|policy|reputation)\b")
_STATUS = re.compile(r"\b([245]\.\d{1,3}\.\d{1,3})\b")
THRESHOLD = 3.0
# Minimum time between two reports that count.
STEP = timedelta(days=1)
# How long without a bounce until the score is reset.
SCORE_LIFETIME = timedelta(days=14)

log = logging.getLogger(__name__)


def bounce_weight(status: str, words: str) -> float:
    """Return the weight of a bounce: 1 if the mailbox does not exist, 0.5 for a temporary problem.

    0 for a successful status, or if our e-mails in general are rejected: because of a policy, a
    block list or a signature.
    """
    if status.startswith("5.7.") or (status not in HARD and _OURS.search(words.lower())):
        return 0
    if status.startswith("2."):
        return 0
    return 1 if status in HARD else 0.5


def status_in(words: str) -> str:
    """Return the first enhanced status code in a server's response; "" if there is none."""
    hit = _STATUS.search(words)
    return hit[1] if hit else ""


@transaction.atomic
def add_bounce_score(address: str, status: str, words: str, now: datetime) -> None:
    """Add a bounce to an address's score, at most once a day; stop e-mail at THRESHOLD.

    A second 5.1.1 (the mailbox does not exist) in a row stops e-mail, too: the e-mails after the
    first one are the retry.
    """
    counts = bounce_weight(status, words)
    if not counts:
        log.error("e-mails to %s are refused: %s", address.rpartition("@")[2], words[:200])
        return
    row = _lock_score_row(address, now)
    if row.score and now - row.last_reported_at < STEP:
        return
    is_probe = status == row.status == "5.1.1"
    row.score, row.last_reported_at = row.score + counts, now
    row.status, row.evidence = status, f"{status} {words}".strip()[:300]
    if row.stopped_at is None and (is_probe or row.score >= THRESHOLD):
        _stop_emails(row, BounceScore.Why.BOUNCES, now)
    row.save()


@transaction.atomic
def flag_address(address: str, now: datetime) -> str:
    """Record an unproven report about an address for moderators; it adds nothing to the score."""
    row = _lock_score_row(address, now)
    row.evidence = row.evidence or "an unproven report is about this address"
    row.save(update_fields=["evidence"])
    log.warning("an unproven report is about an address that we write to")
    return row.address


@transaction.atomic
def suppress_after_complaint(address: str, evidence: str, now: datetime) -> None:
    """Stop all e-mails about matches to an address whose reader marked one as spam."""
    row = _lock_score_row(address, now)
    row.last_reported_at, row.evidence = now, evidence[:300]
    if row.stopped_at is None:
        _stop_emails(row, BounceScore.Why.COMPLAINT, now)
    row.why = BounceScore.Why.COMPLAINT
    row.save()


def stopped_score_for(address: str) -> BounceScore | None:
    """Return the bounce score that stops e-mail to an address; None if e-mail is sent there."""
    return BounceScore.objects.filter(address=address_key(address)).exclude(stopped_at=None).first()


def clear_bounce_score(address: str) -> None:
    """Delete the bounce score of an address."""
    BounceScore.objects.filter(address=address_key(address)).delete()


def _stop_emails(row: BounceScore, why: BounceScore.Why, now: datetime) -> None:
    """Stop e-mail to an address, and tell its player's devices and programs, never by e-mail."""
    row.stopped_at, row.why = now, why
    people = get_user_model().objects.at_address(row.address)
    players = people.filter(Exists(Webhook.objects.filter(player=OuterRef("pk"), stopped_at=None)))
    drafts = [
        Draft(key=f"{STOPPED_KIND}-{uuid7().hex}", player_id=pk, kind=STOPPED_KIND)
        for pk in players.values_list("pk", flat=True)
    ]
    post(drafts, now=now)


def _lock_score_row(address: str, now: datetime) -> BounceScore:
    new = {"last_reported_at": now, "score": 0, "status": ""}
    key = address_key(address)
    BounceScore.objects.get_or_create(address=key, defaults=new)
    row = BounceScore.objects.select_for_update().get(address=key)
    if row.stopped_at is None and now - row.last_reported_at >= SCORE_LIFETIME:
        row.score, row.status = 0, ""
    return row
