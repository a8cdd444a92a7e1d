"""Ticks of the post office. Each may run twice, at once, late, or not at all until the next."""

from __future__ import annotations

from datetime import timedelta
from time import monotonic

from celery import shared_task
from django.utils import timezone

from . import bell
from .deliver import post_round as deliver_round
from .models import InboundLetter
from .sorting import read_due
from .sources import events

# A task ends by itself within this many seconds; the next tick goes on where it stopped.
LONGEST = 30
# So many letters are a task's next piece of work; where there are more, another worker is rung for.
PIECE = 100
# Kept so long to explain decisions; then the bytes are forgotten and the decision stays.
RAW_LIFE = timedelta(days=60)


@shared_task(name="notifications.tasks.post_round")
def post_round() -> int:
    """Send all letters that are due."""
    bell.answer("letters")
    end, sent = monotonic() + LONGEST, 0
    while (left := deliver_round(timezone.now(), limit=PIECE)) and monotonic() < end:
        sent += left
        if left == PIECE:
            bell.ring("letters")
    return sent + left


@shared_task(name="notifications.tasks.read_round")
def read_round() -> int:
    """Decide about all letters that came in."""
    bell.answer("inbound")
    end, done = monotonic() + LONGEST, 0
    while (some := read_due(timezone.now(), limit=PIECE)) and monotonic() < end:
        done += some
        if some == PIECE:
            bell.ring("inbound")
    return done + some


@shared_task(name="notifications.tasks.forget_round")
def forget_round() -> int:
    """Forget the bytes of letters that were decided long ago, and what providers told."""
    events.forget(timezone.now())
    old = timezone.now() - RAW_LIFE
    done = InboundLetter.objects.filter(state="done", received__lt=old).exclude(raw=None)
    return done.update(raw=None)
