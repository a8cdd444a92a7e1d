"""Letters to people we do not know, on a player's behalf: each of them may end that for good."""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q

from notifications.models import BounceScore, Notification, OptOut

# Letters to addresses that no account has shown to read: a stranger may be at each of them.
TO_STRANGERS = ("introduction", "new_sender", "new_address")
DAY = timedelta(days=1)
# Above the ceiling nobody waits for less.
SHORTEST_WAIT = timedelta(minutes=10)
# Why a notification waits, for staff to read.
MANY_STRANGERS = "many e-mails to strangers"

# Such letters: their notification is the player's, their address is not.
INTRODUCTIONS = {"introduction"}


def is_introduction(notification: Notification) -> bool:
    """Tell whether a notification goes to somebody we do not know, on behalf of its player."""
    return notification.kind in INTRODUCTIONS


def record_opt_out(address: str, now: datetime) -> None:
    """Write to an address never again unless its reader signs in. Twice is once."""
    OptOut.objects.get_or_create(digest=_hash_address(address), defaults={"opted_out_at": now})


def why_not(address: str) -> str:
    """Return why nobody may introduce themself at an address; "" if they may."""
    if OptOut.objects.filter(digest=_hash_address(address)).exists():
        return "unsubscribed"
    dead = BounceScore.objects.filter(address=address.lower()).exclude(stopped_at=None)
    return "address does not work" if dead.exists() else ""


def is_to_stranger(notification: Notification) -> bool:
    """Tell whether a notification is one of those that `waiting_time` holds back."""
    return notification.kind in TO_STRANGERS


def waiting_time(now: datetime, *, ahead: int = 0) -> timedelta | None:
    """Return how long one more e-mail to a stranger has to wait: zero below the day's ceiling.

    Above it they leave one by one, as far apart as the ceiling spreads over a day: an attacker who
    has us write to thousands gains little, and whoever really reads the address waits. `ahead` is
    how many wait elsewhere. None: it would wait for more than a day.
    """
    most = settings.MAIL_STRANGER_DAILY_LIMIT
    over = emails_of_day(now) + ahead - most + 1
    if over <= 0:
        return timedelta(0)
    wait = max(SHORTEST_WAIT, over * DAY / most)
    return wait if wait <= DAY else None


def emails_of_day(now: datetime) -> int:
    """Count the e-mails to strangers of the last day, those included that still wait."""
    kinds = ["sign_in", *TO_STRANGERS]
    recent = Notification.objects.filter(kind__in=kinds, created_at__gt=now - DAY)
    # A sign-in e-mail is a stranger's until somebody has shown to read that address.
    to_strangers = recent.filter(~Q(kind="sign_in") | Q(player__email_verified_at=None))
    return to_strangers.exclude(state=Notification.State.WITHDRAWN).count()


def _hash_address(address: str) -> str:
    return hashlib.sha256(b"no introductions\0" + address.strip().lower().encode()).hexdigest()
