"""Deliver due notifications by e-mail: claim, render and send them, and record each result."""

from __future__ import annotations

import logging
import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from time import monotonic
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import connection, transaction
from django.db.models import QuerySet

from abyss_site.core import ids
from abyss_site.core.email_addresses import address_key
from abyss_site.core.ids import uuid7
from abyss_site.core.valkey import histograms
from notifications import mail_outages, quarantine
from notifications.models import Delivery, MailOutage, Notification, sql

from . import bounce_scores, bundles, planning
from .renderers import error_location
from .rendering import (
    CLAIM_DURATION,
    Group,
    finalize_unsent_email,
    render_batch,
    update_notification,
)
from .transport import Failure, close_connection, send_email

# Name of this job in the quarantine.
JOB = "emails"
# Maximum value of the `tries` column (PostgreSQL smallint).
MAX_STORED_TRIES = 32767
# Maximum number of attempts to send an e-mail, which take about a day and a half.
MAX_TRIES = 12
# Maximum number of notifications claimed at once. They are rendered and sent in separate
# transactions.
BATCH_SIZE = 25
# Maximum number of concurrent connections to one domain; further e-mails wait for SLOT_RETRY_DELAY.
MAX_CONCURRENT_PER_DOMAIN = 4
SLOT_RETRY_DELAY = timedelta(seconds=5)
# An e-mail rendered more than this many seconds ago is rendered again before it is sent.
FRESH = 1


log = logging.getLogger(__name__)


def deliver_due_emails(now: datetime, limit: int = 500) -> int:
    """Send up to `limit` due e-mails and return how many were sent. Safe to run concurrently."""
    while planning.plan_due(now):
        pass
    mail_connection = get_connection()
    attempts, began = quarantine.Attempts(JOB, Notification, now), monotonic()
    sent_count = claim_count = 0
    try:
        while claim_count < limit and (
            batch := claim_due_notifications(now, min(BATCH_SIZE, limit - claim_count))
        ):
            claim_count += len(batch)
            emails, rendered_at = _render_claimed(batch, now), monotonic()
            for email in emails:
                # If sending is slow, the content may be outdated by now.
                is_fresh = monotonic() - rendered_at <= FRESH
                for notification in [email] if is_fresh else _rerender([email], now):
                    at = now + timedelta(seconds=monotonic() - began)
                    failure = _send_once(notification, mail_connection, at)
                    if failure is None:
                        attempts.succeed(notification.pk)
                        if not sent_count:
                            mail_outages.end_outage(MailOutage.Direction.OUT, at)
                    sent_count += failure is None
                    if failure and failure.is_outage:
                        # Other e-mails would fail as well.
                        log.warning("e-mails wait, no mail server: %s", failure.reason)
                        mail_outages.note_outage(MailOutage.Direction.OUT, since=at)
                        return sent_count
    finally:
        close_connection(mail_connection)
    return sent_count


@transaction.atomic
def claim_due_notifications(now: datetime, many: int) -> list[list[Notification]]:
    """Claim up to `many` due notifications and return them in groups, one group per e-mail.

    The claim lasts for CLAIM_DURATION; after that another worker may claim them. One batch never
    has two e-mails of one thread to one player, because the second has to contain what happened
    after the first. Two workers may claim them at the same time; then both e-mails may contain the
    same messages.
    """
    batch: list[Group] = []
    claimed_ids: set[UUID] = set()
    threads: set[tuple[object, str]] = set()
    for notification in _leave_to_page(_due_notifications(now)[:many], now):
        if (
            notification.pk not in claimed_ids
            and (notification.player_id, notification.thread) not in threads
        ):
            player_threads = {
                thread for player, thread in threads if player == notification.player_id
            }
            batch.append(
                [notification, *_find_companions(notification, claimed_ids, player_threads, now)]
            )
            claimed_ids.update(member.pk for member in batch[-1])
            threads.update(
                (member.player_id, member.thread) for member in batch[-1] if member.thread
            )
    Notification.objects.filter(pk__in=claimed_ids).update(due_at=now + CLAIM_DURATION)
    for group in batch:
        for notification in group:
            _note_waiting(notification, now)
            notification.due_at = now + CLAIM_DURATION
    return batch


def _note_waiting(notification: Notification, now: datetime) -> None:
    """Note on a row that is being claimed since when it has been due, for metrics: the claim takes
    the place of that instant. As time.monotonic()."""
    waiting_time = max(timedelta(0), now - notification.due_at)
    notification.waits_since = monotonic() - waiting_time.total_seconds()


def _find_companions(
    notification: Notification, claimed_ids: set[UUID], threads: set[str], now: datetime
) -> list[Notification]:
    """Return other notifications to the same player to be bundled with this one.

    Leaves out `claimed_ids`, and those of `threads`, which another e-mail of the batch is about.
    """
    if not notification.gathers or notification.rendered_at:
        return []
    soon = now + planning.bundling_delay(planning.email_preferences_of(notification.player))
    same = _due_notifications(soon).filter(
        player=notification.player_id, gathers=True, rendered_at=None
    )
    same = same.exclude(pk__in=[notification.pk, *claimed_ids]).exclude(thread__in=threads)
    return _leave_to_page(same[: bundles.MAX_BLOCKS - 1], now)


def _leave_to_page(due: QuerySet[Notification], now: datetime) -> list[Notification]:
    """Return those that their players do not see on an open page; the others are postponed."""
    fresh = [row for row in due if row.rendered_at is None]
    remaining_ids = {row.pk for row in planning.postpone_while_present(fresh, now)}
    return [row for row in due if row.rendered_at or row.pk in remaining_ids]


def _render_claimed(batch: Sequence[Group], now: datetime) -> list[Notification]:
    """Render claimed notifications; return the rows to send.

    If rendering fails, groups and then single notifications are rendered on their own. The one
    that fails is rescheduled and quarantined; the rest is rendered without it.
    """
    try:
        return render_batch(batch, now)
    except Exception as error:
        if quarantine.is_outage(error):
            raise
        kinds = sorted({row.kind for group in batch for row in group})
        log.error(
            "kinds %s: not written, %s at %s", kinds, type(error).__name__, error_location(error)
        )
        failure = error
    parts = batch if len(batch) > 1 else [[row] for row in batch[0]]
    if len(parts) > 1:
        return [email for part in parts for email in _rerender(part, now)]
    [[notification]] = parts
    later, tries = (
        now + retry_delay(notification.tries + 1),
        min(notification.tries + 1, MAX_STORED_TRIES),
    )
    if _claimed_rows(parts[0]).update(due_at=later, tries=tries):
        quarantine.set_aside(JOB, Notification, notification.pk, failure, now=now)
    return []


def _rerender(group: Group, now: datetime) -> list[Notification]:
    """Reload notifications and their preferences and render them again as one e-mail.

    Returns the rows to send; none if this worker's claim has expired.
    """
    rows = {row.pk: row for row in planning.with_preferences(_claimed_rows(group))}
    ours = [rows[row.pk] for row in group if row.pk in rows]
    since = {row.pk: row.waits_since for row in group}
    for row in ours:
        row.waits_since = since[row.pk]
    return _render_claimed([ours], now) if ours else []


def _claimed_rows(notifications: Sequence[Notification]) -> QuerySet[Notification]:
    """Return the rows of notifications of one claim that this worker still holds it on."""
    claims = {notification.due_at for notification in notifications}
    pks = [notification.pk for notification in notifications]
    return Notification.objects.filter(
        pk__in=pks, state=Notification.State.QUEUED, due_at__in=claims
    )


def _send_once(
    notification: Notification, mail_connection: BaseEmailBackend, now: datetime
) -> Failure | None:
    """Send one e-mail; quarantine it after an unexpected error. Return None if it was sent."""
    try:
        return send_notification(notification, mail_connection, now)
    except Exception as error:
        if quarantine.is_outage(error):
            raise
        log.error("e-mail %s: not sent, %s", notification.pk, type(error).__name__)
        later, tries = (
            now + retry_delay(notification.tries + 1),
            min(notification.tries + 1, MAX_STORED_TRIES),
        )
        _claimed_rows([notification]).update(due_at=later, tries=tries)
        quarantine.set_aside(JOB, Notification, notification.pk, error, now=now)
        return Failure(type(error).__name__)


@transaction.atomic
def send_notification(
    notification: Notification, mail_connection: BaseEmailBackend, now: datetime
) -> Failure | None:
    """Send one claimed e-mail while holding its row lock. Return None if it was sent.

    `now` is when it begins; a mail server may take its time.
    """
    began = monotonic()
    slot = _acquire_send_slot(notification)
    if slot is None:
        return Failure("not ours to send")
    if slot == (None,):
        update_notification(notification, due_at=now + SLOT_RETRY_DELAY * random.uniform(1, 2))
        return Failure("enough e-mails to that domain at once")
    answer = send_email(notification, mail_connection)
    notification.tries += 1
    if not isinstance(answer, Failure):
        _record_sent(notification, answer.name, now + timedelta(seconds=monotonic() - began))
        return None
    failure = answer
    Delivery.objects.create(
        notification=notification, attempted_at=now, accepted=False, error=failure.reason
    )
    if failure.permanent or (notification.tries >= MAX_TRIES and not failure.is_outage):
        log.warning("e-mail %s failed: %s", notification.id, failure.reason)
        _count_bounce(notification, failure, now)
        finalize_unsent_email(
            notification,
            Notification.State.FAILED,
            why=failure.reason[:40],
            tries=notification.tries,
        )
    else:
        update_notification(
            notification, due_at=now + retry_delay(notification.tries), tries=notification.tries
        )
    return failure


def _acquire_send_slot(notification: Notification) -> tuple[int | None] | None:
    """Lock the row of an e-mail and a slot of the recipient's domain.

    A domain has MAX_CONCURRENT_PER_DOMAIN slots, because mail servers defer clients that open too
    many connections. Returns (slot,), or (None,) if all slots are taken, or None if the claim on
    the row has expired.
    """
    player = notification.player
    domain = address_key(notification.address or player.email).rpartition("@")[2]
    turns = random.sample(range(MAX_CONCURRENT_PER_DOMAIN), MAX_CONCURRENT_PER_DOMAIN)
    with connection.cursor() as cursor:
        cursor.execute(
            sql.LOCK_WITH_SEND_SLOT, [turns, domain, notification.pk, notification.due_at]
        )
        slot: tuple[int | None] | None = cursor.fetchone()
        return slot


def _count_bounce(notification: Notification, failure: Failure, now: datetime) -> None:
    """Count a permanent refusal (5xx) against the address; our own errors do not count."""
    if failure.permanent and failure.reason[:1] == "5":
        player = notification.player
        status = bounce_scores.status_in(failure.reason)
        bounce_scores.add_bounce_score(
            notification.address or player.email, status, failure.reason, now
        )


def retry_delay(tries: int) -> timedelta:
    """Return the delay before the next attempt: 2, 4, 8 ... minutes and up to 20% jitter.

    The jitter spreads the retries of e-mails that failed group. The delay without jitter is at
    most RETRY_MAX_DELAY_SECONDS.
    """
    longest = timedelta(seconds=settings.RETRY_MAX_DELAY_SECONDS)
    return min(timedelta(minutes=2 ** min(tries, 10)), longest) * random.uniform(1, 1.2)


def _due_notifications(now: datetime) -> QuerySet[Notification]:
    due = Notification.objects.filter(state=Notification.State.QUEUED, due_at__lte=now).exclude(
        planned_at=None
    )
    rows = due.order_by("due_at", "id").select_for_update(skip_locked=True, of=("self",))
    return planning.with_preferences(rows)


def _record_sent(notification: Notification, name: str, now: datetime) -> None:
    values: dict[str, Any] = {
        "attempt": uuid7(),
        "notification": notification.pk,
        "name": name,
        "now": now,
        "tries": notification.tries,
    }
    with connection.cursor() as cursor:
        cursor.execute(sql.RECORD_SENT, values)
    with ids.about(notification=notification.pk):
        log.info("e-mail left: %s %s", notification.kind, notification.thread)
    took = 0.0 if notification.waits_since is None else monotonic() - notification.waits_since
    transaction.on_commit(partial(histograms.EMAILS.count, "out", seconds=took), robust=True)
    notification.state, notification.sent_at = Notification.State.SENT, now
