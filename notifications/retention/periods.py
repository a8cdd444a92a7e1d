"""Retention periods of e-mails, and their deletion in batches, oldest first.

The tables are not partitioned by month, because PostgreSQL could then not enforce that Message-IDs
and keys are unique across partitions. Ids start with a timestamp, so that old rows are at the start
of the primary key and can be found without scanning others.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from time import monotonic
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from abyss_site.core.encryption.cipher import Undecryptable
from abyss_site.core.ids import first_after
from notifications.models import CapturedEmail, InboundEmail, Notification, WebhookCall
from notifications.models.notifications import QUOTING_KEYS

# Maximum number of rows per transaction, so that other workers do not have to wait for long.
PIECE = 1000
# Maximum number of seconds per query of rows; the rest is left for the next run.
MAX_SECONDS = 20.0
# Content of incoming e-mails, including the sender; the decision about them stays.
WORDS_IN: dict[str, object] = {"raw": None, "envelope": {}, "sender": "", "first_line": ""}
WORDS_IN |= {"words": ""}
WORDS_OUT: dict[str, object] = {"text": "", "html": "", "headers": {}}


def content_retention() -> timedelta:
    """Return how long the content of incoming and outgoing e-mails is kept."""
    return timedelta(days=settings.MAIL_BODY_RETENTION_DAYS)


def email_retention() -> timedelta:
    """Return how long the rows of e-mails, with their result, are kept."""
    return timedelta(days=settings.MAIL_RETENTION_DAYS)


def forget_old_emails(now: datetime) -> int:
    """Delete the content of old e-mails, and very old e-mails; return the number of rows.

    E-mails that are still to be processed or sent are kept. Safe to run twice or concurrently.
    """
    words, emails = now - content_retention(), now - email_retention()
    came = InboundEmail.objects.filter(state="done", received_at__lt=words, raw__isnull=False)
    went = Notification.objects.filter(rendered_at__lt=words, text__isnull=False).exclude(
        state="queued"
    )
    quoting = _rows_before(Notification, words).filter(quotes_people=True).exclude(state="queued")
    return (
        _update_in_batches(came.order_by("received_at"), **WORDS_IN)
        + _update_in_batches(went.order_by("rendered_at"), **WORDS_OUT)
        + _forget_quotes(quoting)
        + _update_in_batches(WebhookCall.objects.filter(done_at__lt=words).order_by("done_at"))
        + _update_in_batches(_rows_before(CapturedEmail, words))
        + _update_in_batches(_rows_before(InboundEmail, emails).exclude(state="received"))
        + _update_in_batches(_rows_before(Notification, emails).exclude(state="queued"))
    )


def _rows_before(model: Any, instant: datetime) -> QuerySet[Any]:
    rows: QuerySet[Any] = model.objects.filter(pk__lt=first_after(instant)).order_by("pk")
    return rows


def _forget_quotes(notifications: QuerySet[Notification]) -> int:
    """Remove quotes of people from the `data` of notifications; return the number of rows.

    Data that cannot be decrypted is deleted.
    """
    ends, count = monotonic() + MAX_SECONDS, 0
    while monotonic() < ends and (piece := _forget_some_quotes(notifications)):
        count += piece
    return count


@transaction.atomic
def _forget_some_quotes(notifications: QuerySet[Notification]) -> int:
    rows = list(notifications.select_for_update().only("pk", "data")[:PIECE])
    for row in rows:
        row.data, row.quotes_people = _without_quotes(row), False
    return Notification.objects.bulk_update(rows, ["data", "quotes_people"])


def _without_quotes(notification: Notification) -> dict[str, object]:
    try:
        facts = notification.data
    except Undecryptable:
        return {}
    # A damaged row may contain anything.
    return (
        {name: facts[name] for name in facts if name not in QUOTING_KEYS}
        if type(facts) is dict
        else {}
    )


def _update_in_batches(rows: QuerySet[Any], **blank: object) -> int:
    """Set the given columns of rows, or delete the rows if none are given; return how many.

    Works in batches of PIECE rows until MAX_SECONDS are over.
    """
    ends, count, keys = monotonic() + MAX_SECONDS, 0, [None]
    while keys and monotonic() < ends:
        keys = list(rows.values_list("pk", flat=True)[:PIECE])
        piece = rows.model._default_manager.filter(pk__in=keys)
        if blank:
            piece.update(**blank)
        else:
            piece.delete()
        count += len(keys)
    return count
