"""The postman: has due notices written, sends each letter, and records what became of it."""

from __future__ import annotations

import logging
import random
from datetime import datetime, timedelta
from typing import Any

from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from . import writer
from .carrier import Failure, close, hand_over
from .models import Delivery, Notice, Suppression

# Mailed even to an address nobody has shown to read: the letter that lets them show it.
TO_ANYBODY = {"sign_in"}
# About a day and a half.
MOST_TRIES = 12
LONGEST_PAUSE = timedelta(hours=6)

log = logging.getLogger(__name__)


def post_round(now: datetime, limit: int = 500) -> int:
    """Send up to `limit` due letters and return how many left. Many postmen may walk at once."""
    connection = get_connection()
    sent = 0
    try:
        for _ in range(limit):
            notice = next_letter(now)
            if notice is None:
                break
            outcome = send(notice, connection, now)
            sent += outcome is None
            if outcome and outcome.shut:
                # Other letters would fare no better now.
                break
    finally:
        close(connection)
    return sent


@transaction.atomic
def next_letter(now: datetime) -> Notice | None:
    """Claim the first due notice, see that it is written, and return it. None: nothing is due.

    Committed before the first attempt, so that an attempt repeated after a crash sends this same
    letter. A notice nobody wants any more is withdrawn.
    """
    notice = _due(now).first()
    if notice is None:
        return None
    why = _unwanted(notice)
    with transaction.atomic():
        letter = None if why else writer.write(notice)
    if letter is None:
        _settle(notice, Notice.State.WITHDRAWN, why=why or "overtaken")
    elif notice.written is None:
        _freeze(notice, letter, now)
    return notice


@transaction.atomic
def send(notice: Notice, connection: BaseEmailBackend, now: datetime) -> Failure | None:
    """Send one written letter while holding its row. None: it left."""
    if notice.state != Notice.State.QUEUED or not _claimed(notice, now):
        return Failure("not ours to send")
    failure = hand_over(notice, connection)
    Delivery.objects.create(
        notice=notice, tried=now, accepted=failure is None, error=failure.reason if failure else ""
    )
    notice.tries += 1
    if failure is None:
        _settle(notice, Notice.State.SENT, sent=now, tries=notice.tries)
    elif failure.permanent or (notice.tries >= MOST_TRIES and not failure.shut):
        log.warning("letter %s failed: %s", notice.id, failure.reason)
        _settle(notice, Notice.State.FAILED, why=failure.reason[:40], tries=notice.tries)
    else:
        _change(notice, due=now + pause(notice.tries), tries=notice.tries)
    return failure


def pause(tries: int) -> timedelta:
    """Return how long to wait after the given number of tries: 2, 4, 8 ... minutes, and a bit.

    The bit keeps letters that failed together from coming back together.
    """
    return min(timedelta(minutes=2 ** min(tries, 10)), LONGEST_PAUSE) * random.uniform(1, 1.2)


def _due(now: datetime) -> QuerySet[Notice]:
    muted = Suppression.objects.filter(player=OuterRef("player"), thread=OuterRef("thread"))
    due = Notice.objects.filter(state=Notice.State.QUEUED, due__lte=now).order_by("due", "id")
    return (
        due.select_for_update(skip_locked=True, of=("self",))
        .select_related("player")
        .annotate(muted=Exists(muted))
    )


def _claimed(notice: Notice, now: datetime) -> bool:
    # Another postman may have sent it, or failed and put it off, since it was written.
    rows = Notice.objects.select_for_update(skip_locked=True)
    claim = rows.filter(pk=notice.pk, state=Notice.State.QUEUED, due__lte=now)
    return claim.values_list("pk", flat=True).first() is not None


def _unwanted(notice: Notice) -> str:
    """Return why a notice may not be mailed at all; "" if it may."""
    player: Any = notice.player
    if player.is_bot:
        return "a bot"
    if not player.email_verified and notice.kind not in TO_ANYBODY:
        return "address not verified"
    if notice.muted:  # type: ignore[attr-defined]
        return "unsubscribed"
    return ""


def _freeze(notice: Notice, letter: writer.Letter, now: datetime) -> None:
    fields: dict[str, Any] = {
        "written": now,
        "subject": letter.subject[:200],
        "text": letter.text,
        "html": letter.html,
        "language": letter.language[:10],
        "headers": dict(letter.headers),
    }
    for name, value in fields.items():
        setattr(notice, name, value)
    _change(notice, **fields)


def _settle(notice: Notice, state: Notice.State, **fields: Any) -> None:
    notice.state = state
    _change(notice, state=state, **fields)


def _change(notice: Notice, **fields: Any) -> None:
    Notice.objects.filter(pk=notice.pk).update(**fields)
