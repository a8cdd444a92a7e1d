"""Make webhook calls: create those that are due, send each one, and retry failed ones."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import urllib3
from django.conf import settings
from django.db import connection, transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Lower
from django.utils.translation import gettext_noop

from abyss_site.encryption.cipher import Undecryptable
from abyss_site.encryption.fields import decrypt_or_default
from abyss_site.epoch import current_epoch
from notifications import quarantine
from notifications.models import BounceScore, sql
from notifications.models.webhooks import Webhook, WebhookCall
from notifications.outgoing import channels, planning

from . import formats, guard

# Maximum age of a notification for which a call is created.
FRESH = timedelta(minutes=15)
# Delay after the first failure, doubled each time, and its maximum.
PAUSE, MAX_PAUSE = timedelta(minutes=1), timedelta(hours=1)
# After this time, a call is given up, and a webhook whose calls all failed is switched off.
PATIENCE = timedelta(hours=24)
# How long a claim on a call lasts. After that, another worker may claim it.
CLAIM_DURATION = timedelta(seconds=60)


# Status codes of a push service for an expired subscription (RFC 8030 §7.3, RFC 9110 §15.5).
GONE = {404, 410}

# Shown to the owner of a webhook whose encryption key is lost.
UNREADABLE = gettext_noop("What is stored here cannot be read any more: remove it and add it anew.")

log = logging.getLogger(__name__)


class SubscriptionGone(Exception):
    """The push subscription of a device has been ended by its user or browser."""


class Outdated(Exception):
    """The notification is outdated: its question has been answered or has expired."""


def call_round(now: datetime, limit: int = 100) -> int:
    """Make up to `limit` due calls and return how many. Safe to run concurrently."""
    values: dict[str, Any] = {
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
    announce_new_epoch(now)
    attempts = quarantine.Attempts("webhooks", WebhookCall, now)
    calls = _claim_calls(now, limit)
    for row in calls:
        _make_once(attempts, row, now)
    return len(calls)


def announce_new_epoch(now: datetime, limit: int = 100) -> int:
    """Notify programs once that the database was restored; return how many were called.

    A program that misses this call sees the new `epoch` in the next one.
    """
    epoch = current_epoch()
    # Not `exclude(epoch=epoch)`, which cannot use an index.
    others = Q(epoch__lt=epoch) | Q(epoch__gt=epoch)
    programs = Webhook.objects.filter(others, shape=Webhook.Shape.JSON, stopped_at=None)
    attempts = quarantine.Attempts("webhooks", Webhook, now)
    called = 0
    for webhook in attempts.skip_resting(programs)[:limit]:
        # Only one of several workers updates the row.
        if Webhook.objects.filter(pk=webhook.pk).exclude(epoch=epoch).update(epoch=epoch):
            attempts.attempt(webhook.pk, partial(_announce_epoch, webhook, epoch, now))
            called += 1
    return called


def _announce_epoch(webhook: Webhook, epoch: str, now: datetime) -> str:
    return _send_call(webhook, formats.compose_epoch_change(webhook, epoch, now))


def _make_once(attempts: quarantine.Attempts, row: WebhookCall, now: datetime) -> None:
    """Make a call; after an unexpected error, quarantine it and treat it as unanswered."""
    try:
        _make_call(row, now)
    except Exception as error:
        attempts.fail(row.pk, error)
        if isinstance(error, Undecryptable):
            _end_unreadable(row, now)
        else:
            _schedule_retry(row, f"not made ({type(error).__name__})", now)
    else:
        attempts.succeed(row.pk)


def _end_unreadable(row: WebhookCall, now: datetime) -> None:
    """Finish a call whose webhook or notification cannot be decrypted.

    If it is the webhook, its owner gets an error message.
    """
    _finish_call(row, now, error="cannot be decrypted")
    if not _is_readable(row.webhook):
        Webhook.objects.filter(pk=row.webhook_id).update(error=UNREADABLE)


def _unreachable_players() -> QuerySet[Any, Any]:
    """Return the players with webhooks whose e-mails bounce.

    They get all questions by webhook and push, whatever their preferences.
    """
    back = BounceScore.objects.filter(address=Lower(OuterRef("player__email")))
    dead = back.filter(why=BounceScore.Why.BOUNCES).exclude(stopped_at=None)
    webhooks = Webhook.objects.filter(Exists(dead), stopped_at=None).order_by("player_id")
    return webhooks.values_list("player_id", flat=True).distinct()


@transaction.atomic
def _claim_calls(now: datetime, limit: int) -> list[WebhookCall]:
    due = WebhookCall.objects.filter(done_at=None, due_at__lte=now, webhook__stopped_at=None)
    rows = due.order_by("due_at", "pk").select_for_update(skip_locked=True, of=("self",))
    taken = [row.pk for row in rows[:limit]]
    found = WebhookCall.objects.filter(pk__in=taken)
    found.update(due_at=now + CLAIM_DURATION)
    calls = found.select_related("webhook", "notification__player__email_preferences").in_bulk()
    return [calls[key] for key in taken]


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
    except Outdated:
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

    Raises Outdated if the notification is outdated, SubscriptionGone if the subscription has ended.
    """
    call = formats.compose_call(webhook, notification, now)
    if call is None:
        raise Outdated
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
    if webhook.shape == Webhook.Shape.PUSH and status in GONE:
        raise SubscriptionGone
    return "" if 200 <= status < 300 else f"answered {status}"


def _is_readable(webhook: Webhook) -> bool:
    return None not in [
        decrypt_or_default(webhook, name, None) for name in ("url", "secret", "key")
    ]


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
    stopped = now if now - failing >= PATIENCE else None
    Webhook.objects.filter(pk=webhook.pk).update(
        first_failed_at=failing, error=error, stopped_at=stopped
    )
