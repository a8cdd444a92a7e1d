"""E-mails to addresses without an account: opt-outs of introductions, and a daily limit."""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q

from abyss_site.core.email_addresses import address_key, address_spellings
from notifications.models import BounceScore, Notification, OptOut
from notifications.models.notifications import UNREACHABLE

# Kinds of e-mails to addresses that no account has verified: each may belong to a stranger.
TO_STRANGERS = ("introduction", "new_sender", "new_address")
DAY = timedelta(days=1)
# Minimum delay of an e-mail above the daily limit.
MIN_DELAY = timedelta(minutes=10)
# Reason for a delay, shown to staff.
MANY_STRANGERS = "many e-mails to strangers"

# Kinds of notifications that belong to a player but are sent to somebody else's address.
INTRODUCTIONS = {"introduction"}


def is_introduction(notification: Notification) -> bool:
    """Return whether a notification is sent to somebody without an account, for its player."""
    return notification.kind in INTRODUCTIONS


def record_opt_out(address: str, now: datetime) -> None:
    """Opt an address out of introductions. Idempotent."""
    digest = _hash_address(address_key(address))
    OptOut.objects.get_or_create(digest=digest, defaults={"opted_out_at": now})


def introduction_refusal_reason(address: str) -> str:
    """Return why no introduction may be sent to an address; "" if it may be sent."""
    # Whichever spelling was opted out when spellings were told apart.
    digests = [_hash_address(spelling) for spelling in address_spellings(address)]
    if OptOut.objects.filter(digest__in=digests).exists():
        return "unsubscribed"
    dead = BounceScore.objects.filter(address=address_key(address)).exclude(stopped_at=None)
    return UNREACHABLE if dead.exists() else ""


def is_to_stranger(notification: Notification) -> bool:
    """Return whether the daily limit for e-mails to strangers applies to a notification."""
    return notification.kind in TO_STRANGERS


def stranger_delay(now: datetime, *, ahead: int = 0) -> timedelta | None:
    """Return how long another e-mail to a stranger has to wait: zero below the daily limit.

    Above the limit, e-mails are spaced so that the limit spreads over a day. This slows down an
    attacker who makes us write to thousands of addresses, and only delays real recipients.
    `ahead` is the number of e-mails that wait elsewhere. None means that the e-mail would wait for
    more than a day.
    """
    most = settings.MAIL_STRANGER_DAILY_LIMIT
    over = count_recent_stranger_emails(now) + ahead - most + 1
    if over <= 0:
        return timedelta(0)
    wait = max(MIN_DELAY, over * DAY / most)
    return wait if wait <= DAY else None


def count_recent_stranger_emails(now: datetime) -> int:
    """Count the e-mails to strangers of the last 24 hours, including those still waiting."""
    kinds = ["sign_in", *TO_STRANGERS]
    recent = Notification.objects.filter(kind__in=kinds, created_at__gt=now - DAY)
    # A sign-in e-mail counts as one to a stranger until the player has verified the address.
    to_strangers = recent.filter(~Q(kind="sign_in") | Q(player__email_verified_at=None))
    return to_strangers.exclude(state=Notification.State.WITHDRAWN).count()


def _hash_address(address: str) -> str:
    return hashlib.sha256(b"no introductions\0" + address.encode()).hexdigest()
