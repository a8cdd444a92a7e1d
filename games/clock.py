"""When a question falls due: pure arithmetic on instants, no wall clock."""

from __future__ import annotations

from datetime import datetime, timedelta

# A reminder comes when this share of the time is left, but never in the first hours of a prompt.
REMIND_AT_SHARE_LEFT = 0.25
REMIND_NOT_BEFORE = timedelta(hours=3)


def deadline(opened: datetime, hours: int) -> datetime:
    """Return the instant (UTC) at which a prompt opened at `opened` is answered by its fallback."""
    return opened + timedelta(hours=hours)


def reminder(opened: datetime, due: datetime) -> datetime | None:
    """Return when to remind, None if the whole time is too short for it."""
    at = due - (due - opened) * REMIND_AT_SHARE_LEFT
    return at if at - opened >= REMIND_NOT_BEFORE else None
