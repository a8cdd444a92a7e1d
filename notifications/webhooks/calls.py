"""Telling webhooks the news: what is due, one call each, again later if it was not taken."""

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
from abyss_site.encryption.fields import readable
from abyss_site.epoch import current_epoch
from notifications import quarantine
from notifications.models import BounceScore, sql
from notifications.models.webhooks import Webhook, WebhookCall
from notifications.outgoing import channels, planning

from . import guard, shapes

# News older than this when it is first seen is no news.
FRESH = timedelta(minutes=15)
# The pause after a failure, doubled each time, and its most.
PAUSE, LONGEST_PAUSE = timedelta(minutes=1), timedelta(hours=1)
# A webhook whose calls have failed for so long is switched off, and a call is given up.
PATIENCE = timedelta(hours=24)
# A caller who is not heard of for so long is taken to be gone.
TAKEN = timedelta(seconds=60)


# A push service says so of a device that is to be told no more (RFC 8030 §7.3, RFC 9110 §15.5).
GONE = {404, 410}

# For the owner of a webhook that was encrypted under a key that is lost.
UNREADABLE = gettext_noop("What is stored here cannot be read any more: remove it and add it anew.")

log = logging.getLogger(__name__)


class Gone(Exception):
    """The device is not told anything any more: its reader, or its browser, has ended it."""


class Overtaken(Exception):
    """What the notification asked has been answered, or is over."""


def call_round(now: datetime, limit: int = 100) -> int:
    """Make up to `limit` calls that are due; return how many. Many callers may walk at once."""
    values: dict[str, Any] = {
        "now": now,
        "oldest": now - FRESH,
        "kinds": list(shapes.EVENTS),
        "events": [channels.EVENT_OF[kind] for kind in shapes.EVENTS],
        "questions": list(channels.QUESTIONS),
        "unreached": list(_unreachable_players()),
    }
    with connection.cursor() as cursor:
        cursor.execute(sql.CREATE_WEBHOOK_CALLS, values)
    tell_new_epoch(now)
    attempts = quarantine.Attempts("webhooks", WebhookCall, now)
    calls = _claim_calls(now, limit)
    for row in calls:
        _make_once(attempts, row, now)
    return len(calls)


def tell_new_epoch(now: datetime, limit: int = 100) -> int:
    """Tell programs once that the database was brought back; return how many were called.

    Whoever does not hear of it sees another `epoch` with the next call.
    """
    epoch = current_epoch()
    # Not “other than”, for which no index is of use.
    others = Q(epoch__lt=epoch) | Q(epoch__gt=epoch)
    programs = Webhook.objects.filter(others, shape=Webhook.Shape.JSON, stopped_at=None)
    attempts = quarantine.Attempts("webhooks", Webhook, now)
    called = 0
    for webhook in attempts.skip_resting(programs)[:limit]:
        # Of two callers one does it.
        if Webhook.objects.filter(pk=webhook.pk).exclude(epoch=epoch).update(epoch=epoch):
            attempts.attempt(webhook.pk, partial(_tell_epoch, webhook, epoch, now))
            called += 1
    return called


def _tell_epoch(webhook: Webhook, epoch: str, now: datetime) -> str:
    return _send_call(webhook, shapes.compose_start_over(webhook, epoch, now))


def _make_once(attempts: quarantine.Attempts, row: WebhookCall, now: datetime) -> None:
    """Make a call; one that cannot be made is set aside, as if its program had not answered."""
    try:
        _make_call(row, now)
    except Exception as error:
        attempts.fail(row.pk, error)
        if isinstance(error, Undecryptable):
            _end_unreadable(row, now)
        else:
            _put_off(row, f"not made ({type(error).__name__})", now)
    else:
        attempts.succeed(row.pk)


def _end_unreadable(row: WebhookCall, now: datetime) -> None:
    """End a call whose webhook or notification cannot be decrypted; tell the webhook's owner."""
    _finish_call(row, now, error="cannot be decrypted")
    if not _is_readable(row.webhook):
        Webhook.objects.filter(pk=row.webhook_id).update(error=UNREADABLE)


def _unreachable_players() -> QuerySet[Any, Any]:
    """Return the players whose letters come back: they are asked wherever else they can be."""
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
    found.update(due_at=now + TAKEN)
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
        and (morning := planning.awake_at(notification, now)) > now
    ):
        WebhookCall.objects.filter(pk=row.pk).update(due_at=morning)
        return
    try:
        error = try_once(row.webhook, notification, now)
    except Overtaken:
        _finish_call(row, now, error="overtaken")
        return
    except Gone:
        row.webhook.delete()
        return
    if error:
        _put_off(row, error, now)
    else:
        _finish_call(row, now, error="")
        Webhook.objects.filter(pk=row.webhook_id).update(first_failed_at=None, error="")


def try_once(webhook: Webhook, notification: Any, now: datetime) -> str:
    """Call the webhook with the notification; return "" or an error in English for its owner.

    Raises Overtaken when there is nothing to say any more, and Gone when nobody listens.
    """
    call = shapes.compose_call(webhook, notification, now)
    if call is None:
        raise Overtaken
    return _send_call(webhook, call)


def _send_call(webhook: Webhook, call: shapes.Call) -> str:
    """Call the webhook; return "" or what went wrong. Raises Gone."""
    try:
        status = guard.post_to_url(webhook.url, call.body, call.headers)
    except guard.Unsafe as error:
        return str(error)
    except (OSError, urllib3.exceptions.HTTPError) as error:
        # The text of such errors names addresses of ours.
        log.info("webhook %s: %s", webhook.pk, type(error).__name__)
        return f"no answer ({type(error).__name__})"
    if webhook.shape == Webhook.Shape.PUSH and status in GONE:
        raise Gone
    return "" if 200 <= status < 300 else f"answered {status}"


def _is_readable(webhook: Webhook) -> bool:
    return None not in [readable(webhook, name, None) for name in ("url", "secret", "key")]


def _finish_call(row: WebhookCall, now: datetime, *, error: str) -> None:
    WebhookCall.objects.filter(pk=row.pk).update(done_at=now, error=error, tries=F("tries") + 1)


def _put_off(row: WebhookCall, error: str, now: datetime) -> None:
    longest = min(LONGEST_PAUSE, timedelta(seconds=settings.RETRY_MAX_DELAY_SECONDS))
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
