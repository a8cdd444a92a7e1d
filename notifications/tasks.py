"""Ticks of the post office. Each may run twice, at once, late, or not at all until the next."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from time import monotonic

from celery import shared_task
from django.utils import timezone

from abyss_site.valkey import wakeups

from .incoming.dispatch import read_due
from .incoming.transports import provider_events
from .outgoing.delivery import post_round as deliver_round
from .retention import periods
from .webhooks.calls import call_round

# A task ends by itself within about so many seconds, so that in a burst letters in, letters out and
# the clock take turns; what is left is rung for again.
LONGEST = 5
# So many letters between two looks at the time; where there are so many, another worker may help.
PIECE = 25


@shared_task(name="notifications.tasks.post_round")
def post_round() -> int:
    """Send letters that are due."""
    return _in_turn("letters", deliver_round)


@shared_task(name="notifications.tasks.read_round")
def read_round() -> int:
    """Decide about letters that came in."""
    return _in_turn("inbound", read_due)


@shared_task(name="notifications.tasks.webhook_round")
def webhook_round() -> int:
    """Call the programs of players that are to be told something."""
    return call_round(timezone.now())


@shared_task(name="notifications.tasks.forget_round")
def forget_round() -> int:
    """Forget old letters, and what providers told of them."""
    provider_events.delete_expired_events(timezone.now())
    return periods.forget_old_emails(timezone.now())


def _in_turn(name: str, work: Callable[[datetime, int], int]) -> int:
    """Do pieces of work while there are any, but not for long; return how many letters it were."""
    wakeups.answer(name)
    end, done, some = monotonic() + LONGEST, 0, PIECE
    while some and monotonic() < end:
        some = work(timezone.now(), PIECE)
        done += some
        if some == PIECE:
            wakeups.ring(name)
    return done
