"""Letters to people we do not know, on a player's behalf: each of them may end that for good."""

from __future__ import annotations

import hashlib
from datetime import datetime

from .models import Notice, Refusal, Trouble

# Such letters: their notice is the player's, their address is not.
INTRODUCTIONS = {"introduction"}


def is_introduction(notice: Notice) -> bool:
    """Tell whether a notice goes to somebody we do not know, on behalf of its player."""
    return notice.kind in INTRODUCTIONS


def refuse(address: str, now: datetime) -> None:
    """Write to an address never again unless its reader signs in. Twice is once."""
    Refusal.objects.get_or_create(digest=_digest(address), defaults={"since": now})


def why_not(address: str) -> str:
    """Return why nobody may introduce themself at an address; "" if they may."""
    if Refusal.objects.filter(digest=_digest(address)).exists():
        return "unsubscribed"
    dead = Trouble.objects.filter(address=address.lower()).exclude(stopped=None)
    return "address does not work" if dead.exists() else ""


def _digest(address: str) -> str:
    return hashlib.sha256(b"no introductions\0" + address.strip().lower().encode()).hexdigest()
