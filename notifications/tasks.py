"""Celery tasks of notifications. Each may run twice, concurrently or late, or skip a run."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from time import monotonic

from celery import shared_task
from django.utils import timezone

from abyss_site.core.valkey import wakeups

from .incoming import time_limit
from .incoming.dispatch import process_due
from .incoming.transports import provider_events
from .outgoing.delivery import deliver_due_emails
from .retention import periods
from .webhooks.calls import call_round

# A task ends after about this many seconds, so that under load incoming and outgoing e-mails and
# the expiry of prompts take turns. A wake-up is sent for the remaining work.
MAX_SECONDS = 5
# Seconds after which these tasks are interrupted, and their process killed. A piece of e-mails may
# go to a slow mail server, and each e-mail has a time limit of its own; so do calls, of which a run
# begins none after some seconds. Deleting a year of e-mails takes minutes.
PIECE_LIMITS = {"soft_time_limit": 600, "time_limit": 660}
CALL_LIMITS = {"soft_time_limit": 60, "time_limit": 90}
DELETION_LIMITS = {"soft_time_limit": 1800, "time_limit": 1860}
# Number of e-mails between two checks of the time. If a piece is full, another worker is woken up.
PIECE = 25


@shared_task(name="notifications.tasks.send_due_emails", **PIECE_LIMITS)
def send_due_emails() -> int:
    """Send e-mails that are due."""
    return _run_in_pieces("emails", deliver_due_emails)


@shared_task(name="notifications.tasks.process_inbound", **PIECE_LIMITS)
def process_inbound() -> int:
    """Process incoming e-mails that are due; one that takes too long ends this process."""
    work = partial(process_due, max_seconds=time_limit.MAX_SECONDS)
    return _run_in_pieces("inbound", work)


@shared_task(name="notifications.tasks.call_webhooks", **CALL_LIMITS)
def call_webhooks() -> int:
    """Make the webhook calls that are due."""
    wakeups.clear_wakeup("webhooks")
    return call_round(timezone.now())


@shared_task(name="notifications.tasks.delete_expired_emails", **DELETION_LIMITS)
def delete_expired_emails() -> int:
    """Delete old e-mails and expired events of e-mail providers."""
    provider_events.delete_expired_events(timezone.now())
    return periods.forget_old_emails(timezone.now())


def _run_in_pieces(name: str, work: Callable[[datetime, int], int]) -> int:
    """Run `work` in pieces for up to about MAX_SECONDS seconds; return the number of e-mails."""
    wakeups.clear_wakeup(name)
    end, count, some = monotonic() + MAX_SECONDS, 0, PIECE
    while some and monotonic() < end:
        some = work(timezone.now(), PIECE)
        count += some
        if some == PIECE:
            wakeups.wake(name)
    return count
