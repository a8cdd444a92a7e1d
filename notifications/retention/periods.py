"""How long letters are kept, and how the post office forgets them: in pieces, the oldest first.

As long as a row is there, it is the only one with its Message-ID or its notification's key, which
PostgreSQL could not promise over a table in parts by month. Ids begin with their time, so that
the old rows are the beginning of the primary key, and going through them costs what they are.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from time import monotonic
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from abyss_site.encryption.cipher import Undecryptable
from abyss_site.ids import first_after
from notifications.models import CapturedEmail, InboundEmail, Notification, WebhookCall
from notifications.models.notifications import SAID

# Rows of one transaction: a mailroom or a postman waits for it no longer than that.
PIECE = 1000
# Seconds for each kind of rows; what is left waits for the next round.
LONGEST = 20.0
# Of a letter that came in the decision stays, not who wrote it, and what.
WORDS_IN: dict[str, Any] = {"raw": None, "envelope": {}, "sender": "", "first_line": ""}
WORDS_IN |= {"words": ""}
WORDS_OUT: dict[str, Any] = {"text": "", "html": "", "headers": {}}


def words_kept() -> timedelta:
    """How long is kept what letters say, those that came in and those that went out."""
    return timedelta(days=settings.MAIL_BODY_RETENTION_DAYS)


def letters_kept() -> timedelta:
    """How long is kept that there was a letter, and what became of it."""
    return timedelta(days=settings.MAIL_RETENTION_DAYS)


def forget_old_emails(now: datetime) -> int:
    """Forget the words of old letters, and very old letters; return how many rows that were.

    What still waits to be read or sent is not forgotten. Safe to run twice, or at once.
    """
    words, letters = now - words_kept(), now - letters_kept()
    came = InboundEmail.objects.filter(state="done", received_at__lt=words, raw__isnull=False)
    went = Notification.objects.filter(rendered_at__lt=words, text__isnull=False).exclude(
        state="queued"
    )
    said = _rows_before(Notification, words).filter(quotes_people=True).exclude(state="queued")
    return (
        _in_pieces(came.order_by("received_at"), **WORDS_IN)
        + _in_pieces(went.order_by("rendered_at"), **WORDS_OUT)
        + _forget_quotes(said)
        + _in_pieces(WebhookCall.objects.filter(done_at__lt=words).order_by("done_at"))
        + _in_pieces(_rows_before(CapturedEmail, words))
        + _in_pieces(_rows_before(InboundEmail, letters).exclude(state="received"))
        + _in_pieces(_rows_before(Notification, letters).exclude(state="queued"))
    )


def _rows_before(model: Any, instant: datetime) -> QuerySet[Any]:
    rows: QuerySet[Any] = model.objects.filter(pk__lt=first_after(instant)).order_by("pk")
    return rows


def _forget_quotes(notifications: QuerySet[Notification]) -> int:
    """Take from the facts of notifications what people wrote; return how many rows that were.

    Facts that nobody can read any more are forgotten altogether.
    """
    ends, done = monotonic() + LONGEST, 0
    while monotonic() < ends and (piece := _forget_some_quotes(notifications)):
        done += piece
    return done


@transaction.atomic
def _forget_some_quotes(notifications: QuerySet[Notification]) -> int:
    rows = list(notifications.select_for_update().only("pk", "data")[:PIECE])
    for row in rows:
        row.data, row.quotes_people = _without_quotes(row), False
    return Notification.objects.bulk_update(rows, ["data", "quotes_people"])


def _without_quotes(notification: Notification) -> dict[str, Any]:
    try:
        facts = notification.data
    except Undecryptable:
        return {}
    # A damaged row may hold anything.
    return {name: facts[name] for name in facts if name not in SAID} if type(facts) is dict else {}


def _in_pieces(rows: QuerySet[Any], **blank: Any) -> int:
    """Set these columns of rows, or delete them if none are named; return how many."""
    ends, done, keys = monotonic() + LONGEST, 0, [None]
    while keys and monotonic() < ends:
        keys = list(rows.values_list("pk", flat=True)[:PIECE])
        piece = rows.model._default_manager.filter(pk__in=keys)
        if blank:
            piece.update(**blank)
        else:
            piece.delete()
        done += len(keys)
    return done
