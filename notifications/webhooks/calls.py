"""Make webhook calls: create those that are due, send each one, and retry failed ones."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from time import monotonic
from typing import Any

import urllib3
from django.conf import settings
from django.db import connection
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Lower
from django.utils.translation import gettext_noop

from abyss_site.core.database import SqlValues
from abyss_site.core.encryption.cipher import Undecryptable
from abyss_site.core.encryption.fields import decrypt_or_default
from abyss_site.core.epoch import current_epoch
from abyss_site.core.ids import uuid7
from notifications import quarantine
from notifications.models import BounceScore, Notification, sql
from notifications.models.webhooks import Webhook, WebhookCall
from notifications.outgoing import channels, planning

from . import ceilings, formats, guard

# Maximum age of a notification for which a call is created.
FRESH = timedelta(minutes=15)
# Delay after the first failure, doubled each time, and its maximum.
PAUSE, MAX_PAUSE = timedelta(minutes=1), timedelta(hours=1)
# After this time, a call is given up, and a webhook whose calls all failed is switched off.
PATIENCE = timedelta(hours=24)
# Seconds after which a run begins no further call: calls to slow programs must not keep a worker
# from its other tasks.
ROUND_SECONDS = 5.0
# How often a run looks for another row after another worker was faster.
CLAIM_TRIES = 5

# Status codes of a push service for an expired subscription (RFC 8030 §7.3, RFC 9110 §15.5).
GONE_STATUSES = {404, 410}

# The result of a test call that failed by an error of ours; staff sees it in the quarantine.
NOT_MADE = gettext_noop("The call could not be made.")
# Shown to the owner of a webhook whose encryption key is lost.
UNREADABLE = gettext_noop("What is stored here cannot be read any more: remove it and add it anew.")

log = logging.getLogger(__name__)


class SubscriptionGone(Exception):
    """The push subscription of a device has been ended by its user or browser."""


class NotificationOutdated(Exception):
    """The notification is outdated: its question has been answered or has expired."""


class Round:
    """One run of the job: its instant, and the rows that it leaves out."""

    def __init__(self, now: datetime) -> None:
        self.now = now
        self.started = monotonic()
        self.calls = quarantine.Attempts("webhooks", WebhookCall, now)
        self.webhooks = quarantine.Attempts("webhooks", Webhook, now)

    def has_time(self) -> bool:
        return monotonic() - self.started < ROUND_SECONDS

    def instant(self) -> datetime:
        """Return `now` plus the time that has passed since."""
        return self.now + timedelta(seconds=monotonic() - self.started)


def call_round(now: datetime, limit: int = 100) -> int:
    """Make up to `limit` due calls and return how many. Safe to run concurrently.

    No call begins after ROUND_SECONDS; what is left waits for the next run. Test calls, and those
    that tell programs of a new epoch, are made in turn with the others and not counted.
    """
    values: SqlValues = {
        "now": now,
        "oldest": now - FRESH,
        "kinds": list(formats.EVENTS),
        "events": [channels.EVENT_OF[kind] for kind in formats.EVENTS],
        "everywhere": list(channels.EVERYWHERE),
        "questions": list(channels.QUESTIONS),
        "unreached": list(_unreachable_players()),
    }
    with connection.cursor() as cursor:
        cursor.execute(sql.CREATE_WEBHOOK_CALLS, values)
    this, call_count = Round(now), 0
    steps = [_announce_next, _make_next_test, _make_next_call]
    while steps and call_count < limit:
        steps = [step for step in steps if this.has_time() and step(this)]
        call_count += _make_next_call in steps
    return call_count


def announce_new_epoch(now: datetime) -> int:
    """Notify programs once that the database was restored; return how many were called.

    A program that misses this call sees the new `epoch` in the next one.
    """
    this, call_count = Round(now), 0
    while this.has_time() and _announce_next(this):
        call_count += 1
    return call_count


def _announce_next(this: Round) -> bool:
    """Tell one program of the new epoch; return False if there is none to tell."""
    epoch = current_epoch()
    # Not `exclude(epoch=epoch)`, which cannot use an index.
    others = Q(epoch__lt=epoch) | Q(epoch__gt=epoch)
    programs = Webhook.objects.filter(others, shape=Webhook.Shape.JSON, stopped_at=None)
    webhook = _claim_webhook(this, programs)
    if webhook is None:
        return False
    with _ceiling(this, webhook):
        # Only one of several workers updates the row.
        if Webhook.objects.filter(pk=webhook.pk).exclude(epoch=epoch).update(epoch=epoch):
            call = partial(_announce_epoch, webhook, epoch, this.now)
            this.webhooks.attempt(webhook.pk, call)
    return True


def _announce_epoch(webhook: Webhook, epoch: str, now: datetime) -> str:
    return _send_call(webhook, formats.compose_epoch_change(webhook, epoch, now))


def _make_next_test(this: Round) -> bool:
    """Make one test call that an owner has requested; return False if there is none."""
    due = Webhook.objects.filter(test_due_at__lte=this.now).order_by("test_due_at")
    webhook = _claim_webhook(this, due.select_related("player__email_preferences"))
    if webhook is None:
        return False
    with _ceiling(this, webhook):
        row = Webhook.objects.filter(pk=webhook.pk).exclude(test_due_at=None)
        # Another worker may have made it before this one claimed the player.
        if row.exists():
            error = this.webhooks.attempt(webhook.pk, partial(_make_test_call, webhook, this.now))
            outcome = NOT_MADE if error is None else error
            row.update(test_due_at=None, test_answered_at=this.instant(), test_error=outcome)
    return True


def _make_test_call(webhook: Webhook, now: datetime) -> str:
    """Call a webhook to try it; return "" or an error in English.

    A device whose subscription has ended is deleted.
    """
    sample = Notification(
        id=uuid7(), player=webhook.player, kind="test", created_at=now, due_at=now
    )
    try:
        return call_webhook(webhook, sample, now)
    except Undecryptable:
        return UNREADABLE
    except SubscriptionGone:
        webhook.delete()
        return ""


def _claim_webhook(this: Round, webhooks: QuerySet[Webhook]) -> Webhook | None:
    """Claim the player of the first of these webhooks that is not busy; None if there is none."""
    for _ in range(CLAIM_TRIES):
        free = this.webhooks.skip_resting(webhooks).exclude(
            ceilings.busy_webhooks("player", this.now)
        )
        webhook: Webhook | None = free.first()
        if webhook is None:
            return None
        if ceilings.claim_player(webhook.player_id, this.now):
            return webhook
    return None


@contextmanager
def _ceiling(this: Round, webhook: Webhook) -> Iterator[None]:
    """Release the player whose webhooks are claimed after the block, or let them rest."""
    began_at = this.instant()
    try:
        yield
    finally:
        ended_at = this.instant()
        ceilings.release_player(webhook.player_id, ended_at, ended_at - began_at)


def _make_next_call(this: Round) -> bool:
    """Make one due call; return False if there is none."""
    for _ in range(CLAIM_TRIES):
        row = _find_due_call(this.now)
        if row is None:
            return False
        if ceilings.claim_player(row.webhook.player_id, this.now):
            with _ceiling(this, row.webhook):
                if _claim_call(row, this.now):
                    _make_once(this, row)
            return True
    return False


def _find_due_call(now: datetime) -> WebhookCall | None:
    """Return the call that has been due for longest, of players who are not busy."""
    due = WebhookCall.objects.filter(done_at=None, due_at__lte=now, webhook__stopped_at=None)
    free = due.exclude(ceilings.busy_webhooks("webhook__player", now)).order_by("due_at", "pk")
    return free.select_related("webhook", "notification__player__email_preferences").first()


def _claim_call(row: WebhookCall, now: datetime) -> bool:
    """Claim a call; return False if another worker has made it meanwhile."""
    due = WebhookCall.objects.filter(pk=row.pk, done_at=None, due_at__lte=now)
    return bool(due.update(due_at=now + ceilings.CLAIM_DURATION))


def _make_once(this: Round, row: WebhookCall) -> None:
    """Make a call; after an unexpected error, quarantine it and treat it as unanswered."""
    now = this.now
    try:
        _make_call(row, now)
    except Exception as error:
        this.calls.fail(row.pk, error)
        if isinstance(error, Undecryptable):
            _end_unreadable(row, now)
        else:
            _schedule_retry(row, f"not made ({type(error).__name__})", now)
    else:
        this.calls.succeed(row.pk)


def _end_unreadable(row: WebhookCall, now: datetime) -> None:
    """Finish a call whose webhook or notification cannot be decrypted.

    If it is the webhook, its owner gets an error message.
    """
    _finish_call(row, now, error="cannot be decrypted")
    if not _is_readable(row.webhook):
        Webhook.objects.filter(pk=row.webhook_id).update(error=UNREADABLE)


def _unreachable_players() -> QuerySet[Any, object]:
    """Return the players with webhooks whose e-mails bounce.

    They get all questions by webhook and push, whatever their preferences.
    """
    back = BounceScore.objects.filter(address=Lower(OuterRef("player__email")))
    dead = back.filter(why=BounceScore.Why.BOUNCES).exclude(stopped_at=None)
    webhooks = Webhook.objects.filter(Exists(dead), stopped_at=None).order_by("player_id")
    return webhooks.values_list("player_id", flat=True).distinct()


def _make_call(row: WebhookCall, now: datetime) -> None:
    notification = row.notification
    is_late = notification.answer_until is not None and notification.answer_until < now
    if is_late or notification.created_at < now - PATIENCE:
        _finish_call(row, now, error="too late")
        return
    if (
        row.webhook.shape == Webhook.Shape.PUSH
        and (morning := planning.deliverable_at(notification, now)) > now
    ):
        WebhookCall.objects.filter(pk=row.pk).update(due_at=morning)
        return
    try:
        error = call_webhook(row.webhook, notification, now)
    except NotificationOutdated:
        _finish_call(row, now, error="overtaken")
        return
    except SubscriptionGone:
        row.webhook.delete()
        return
    if error:
        _schedule_retry(row, error, now)
    else:
        _finish_call(row, now, error="")
        Webhook.objects.filter(pk=row.webhook_id).update(first_failed_at=None, error="")


def call_webhook(webhook: Webhook, notification: Any, now: datetime) -> str:
    """Call a webhook for a notification; return "" or an error in English for its owner.

    Raises NotificationOutdated, or SubscriptionGone if the subscription has ended.
    """
    call = formats.compose_call(webhook, notification, now)
    if call is None:
        raise NotificationOutdated
    return _send_call(webhook, call)


def _send_call(webhook: Webhook, call: formats.Call) -> str:
    """Send a call; return "" or an error in English. Raises SubscriptionGone."""
    try:
        status = guard.post_to_url(webhook.url, call.body, call.headers)
    except guard.Unsafe as error:
        return str(error)
    except (OSError, urllib3.exceptions.HTTPError) as error:
        # The messages of such errors contain our own addresses.
        log.info("webhook %s: %s", webhook.pk, type(error).__name__)
        return f"no answer ({type(error).__name__})"
    if webhook.shape == Webhook.Shape.PUSH and status in GONE_STATUSES:
        raise SubscriptionGone
    return "" if 200 <= status < 300 else f"answered {status}"


def _is_readable(webhook: Webhook) -> bool:
    names = ("url", "secret", "old_secret", "key")
    return None not in [decrypt_or_default(webhook, name, None) for name in names]


def _finish_call(row: WebhookCall, now: datetime, *, error: str) -> None:
    WebhookCall.objects.filter(pk=row.pk).update(done_at=now, error=error, tries=F("tries") + 1)


def _schedule_retry(row: WebhookCall, error: str, now: datetime) -> None:
    longest = min(MAX_PAUSE, timedelta(seconds=settings.RETRY_MAX_DELAY_SECONDS))
    pause = min(PAUSE * 2 ** min(row.tries, 10), longest)
    WebhookCall.objects.filter(pk=row.pk).update(
        due_at=now + pause, tries=F("tries") + 1, error=error
    )
    webhook = row.webhook
    failing = webhook.first_failed_at or now
    stopped_at = now if now - failing >= PATIENCE else None
    Webhook.objects.filter(pk=webhook.pk).update(
        first_failed_at=failing, error=error, stopped_at=stopped_at
    )
