"""The postman: has due notices written, sends each letter, and records what became of it."""

from __future__ import annotations

import logging
import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from . import writer
from .carrier import Failure, close, hand_over
from .models import Delivery, Notice, Picture, Suppression

# Mailed even to an address nobody has shown to read: the letter that lets them show it.
TO_ANYBODY = {"sign_in"}
# About a day and a half.
MOST_TRIES = 12
LONGEST_PAUSE = timedelta(hours=6)
# So many letters are written before the first of them is sent.
BAG = 10
# A postman who is not heard of for so long is taken to be gone.
TAKEN = timedelta(seconds=30)

log = logging.getLogger(__name__)


def post_round(now: datetime, limit: int = 500) -> int:
    """Send up to `limit` due letters and return how many left. Many postmen may walk at once."""
    connection = get_connection()
    sent = seen = 0
    try:
        while seen < limit and (bag := take(now, min(BAG, limit - seen))):
            seen += len(bag)
            for notice in bag:
                failure = send(notice, connection, now)
                sent += failure is None
                if failure and failure.shut:
                    # Other letters would fare no better now.
                    log.warning("letters wait, no mail server: %s", failure.reason)
                    return sent
    finally:
        close(connection)
    return sent


@transaction.atomic
def take(now: datetime, many: int) -> list[Notice]:
    """Take due notices into the bag, and see that each is written or withdrawn.

    Nobody else takes them for a while; if we are gone by then, somebody will. What is written is
    committed before the first attempt, so that an attempt repeated after a crash sends the very
    same letter.
    """
    bag = list(_due(now)[:many])
    for notice in bag:
        why = _unwanted(notice)
        letter = None if why else writer.write(notice)
        if letter is None:
            _settle(notice, Notice.State.WITHDRAWN, why=why or "overtaken")
        else:
            _freeze(notice, letter, now)
    return bag


@transaction.atomic
def send(notice: Notice, connection: BaseEmailBackend, now: datetime) -> Failure | None:
    """Send one letter from the bag while holding its row. None: it left."""
    if notice.state != Notice.State.QUEUED or not _is_still_ours(notice):
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


def _is_still_ours(notice: Notice) -> bool:
    # If we were slow, another postman has taken it since: then `due` is his.
    rows = Notice.objects.filter(pk=notice.pk, state=Notice.State.QUEUED, due=notice.due)
    return bool(rows.select_for_update(skip_locked=True).values_list("pk"))


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
    """Keep the letter, unless it is written already, and that we have the notice in our bag."""
    fields: dict[str, Any] = {"due": now + TAKEN}
    if notice.written is None:
        fields |= {
            "written": now,
            "subject": letter.subject[:200],
            "text": letter.text,
            "html": letter.html,
            "language": letter.language[:10],
            "headers": dict(letter.headers),
        }
        _keep_pictures(notice, letter.pictures)
    _change(notice, **fields)


def _keep_pictures(notice: Notice, pictures: Sequence[writer.Picture]) -> None:
    size = sum(len(picture.png) for picture in pictures)
    if size > writer.LARGEST_PICTURES:
        # The letter is complete without them.
        log.error("letter %s: pictures of %d bytes left out", notice.id, size)
        return
    rows = [
        Picture(notice=notice, cid=picture.cid, name=picture.name, png=picture.png)
        for picture in pictures
    ]
    Picture.objects.bulk_create(rows, ignore_conflicts=True)


def _settle(notice: Notice, state: Notice.State, **fields: Any) -> None:
    Picture.objects.filter(notice=notice).delete()
    _change(notice, state=state, **fields)


def _change(notice: Notice, **fields: Any) -> None:
    for name, value in fields.items():
        setattr(notice, name, value)
    Notice.objects.filter(pk=notice.pk).update(**fields)
