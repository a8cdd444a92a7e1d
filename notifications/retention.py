"""How long letters are kept, and how the post office forgets them: in pieces, the oldest first.

As long as a row is there, it is the only one with its Message-ID or its notice's key, which
PostgreSQL could not promise over a table in parts by month. Ids begin with their time, so that
the old rows are the beginning of the primary key, and going through them costs what they are.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from time import monotonic
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.db.models.expressions import RawSQL

from abyss_site.ids import first_after

from .models import HookCall, InboundLetter, Notice, PostedLetter
from .models.notices import SAID

# Rows of one transaction: a mailroom or a postman waits for it no longer than that.
PIECE = 1000
# Seconds for each kind of rows; what is left waits for the next round.
LONGEST = 20.0
# Of a letter that came in the decision stays, not who wrote it, and what.
WORDS_IN: dict[str, Any] = {"raw": None, "envelope": {}, "sender": "", "first_line": ""}
WORDS_IN |= {"words": ""}
# What is no object says nothing that its writer knows.
UNSAID = "CASE jsonb_typeof(data) WHEN 'object' THEN data - %s::text[] ELSE '{}'::jsonb END"
WORDS_OUT: dict[str, Any] = {"text": "", "html": "", "headers": {}}


def words_kept() -> timedelta:
    """How long is kept what letters say, those that came in and those that went out."""
    return timedelta(days=settings.LETTER_WORDS_DAYS)


def letters_kept() -> timedelta:
    """How long is kept that there was a letter, and what became of it."""
    return timedelta(days=settings.LETTERS_DAYS)


def forget_old(now: datetime) -> int:
    """Forget the words of old letters, and very old letters; return how many rows that were.

    What still waits to be read or sent is not forgotten. Safe to run twice, or at once.
    """
    words, letters = now - words_kept(), now - letters_kept()
    came = InboundLetter.objects.filter(state="done", received__lt=words).exclude(raw=None)
    went = Notice.objects.filter(written__lt=words).exclude(text="").exclude(state="queued")
    said = _before(Notice, words).filter(data__has_any_keys=SAID).exclude(state="queued")
    return (
        _in_pieces(came.order_by("received"), **WORDS_IN)
        + _in_pieces(went.order_by("written"), **WORDS_OUT)
        + _in_pieces(said, data=RawSQL(UNSAID, [SAID]))
        + _in_pieces(HookCall.objects.filter(done__lt=words).order_by("done"))
        + _in_pieces(_before(PostedLetter, words))
        + _in_pieces(_before(InboundLetter, letters).exclude(state="received"))
        + _in_pieces(_before(Notice, letters).exclude(state="queued"))
    )


def _before(model: Any, instant: datetime) -> QuerySet[Any]:
    rows: QuerySet[Any] = model.objects.filter(pk__lt=first_after(instant)).order_by("pk")
    return rows


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
