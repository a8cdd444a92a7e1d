"""The postman: has due notices written, sends each letter, and records what became of it."""

from __future__ import annotations

import logging
import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import connection, transaction
from django.db.models import QuerySet

from abyss_site import ids
from abyss_site.ids import uuid7

from . import bundles, planning, threads, troubles, writer
from .carrier import Failure, close, hand_over
from .models import Delivery, Notice, Picture

# About a day and a half.
MOST_TRIES = 12
LONGEST_PAUSE = timedelta(hours=6)
# So many notices are taken at once; each is then written and sent in transactions of its own.
BAG = 10
# So many postmen at once bring letters to one domain; the others come again.
AT_ONCE = 4
KNOCK_AGAIN = timedelta(seconds=5)
# A postman who is not heard of for so long is taken to be gone.
TAKEN = timedelta(seconds=30)

# That a letter left, in one statement: nothing is done more often.
LEFT = """
WITH attempt AS (
  INSERT INTO notifications_delivery (id, notice_id, channel, tried, accepted, error, bounce,
    provider_id)
  VALUES (%(attempt)s, %(notice)s, 'mail', %(now)s, true, '', '', %(name)s)
), forgotten AS (
  DELETE FROM notifications_picture WHERE notice_id = %(notice)s
)
UPDATE notifications_notice SET state = 'sent', sent = %(now)s, tries = %(tries)s
WHERE id = %(notice)s OR (within_id = %(notice)s AND state = 'bundled')
"""

log = logging.getLogger(__name__)


def post_round(now: datetime, limit: int = 500) -> int:
    """Send up to `limit` due letters and return how many left. Many postmen may walk at once."""
    while planning.plan_due(now):
        pass
    carriage = get_connection()
    sent = seen = 0
    try:
        while seen < limit and (bag := take(now, min(BAG, limit - seen))):
            seen += len(bag)
            for together in bag:
                notice = write_out(together, now)
                if notice is None:
                    continue
                failure = send(notice, carriage, now)
                sent += failure is None
                if failure and failure.shut:
                    # Other letters would fare no better now.
                    log.warning("letters wait, no mail server: %s", failure.reason)
                    return sent
    finally:
        close(carriage)
    return sent


@transaction.atomic
def take(now: datetime, many: int) -> list[list[Notice]]:
    """Take due notices into the bag; those that gather are together, for one letter.

    Nobody else takes them for a while; if we are gone by then, somebody will.
    """
    bag: list[list[Notice]] = []
    told: set[UUID] = set()
    for notice in _due(now)[:many]:
        if notice.pk not in told:
            bag.append([notice, *_companions(notice, now)])
            told.update(one.pk for one in bag[-1])
    Notice.objects.filter(pk__in=told).update(due=now + TAKEN)
    for together in bag:
        for notice in together:
            notice.due = now + TAKEN
    return bag


@transaction.atomic
def write_out(together: list[Notice], now: datetime) -> Notice | None:
    """Write notices from the bag as one letter and return its row; None: none is to be sent.

    What is written is committed before the first attempt, so that an attempt repeated after a
    crash sends the very same letter. A transaction of its own, since a writer may hold rows that
    a player's answer waits for.
    """
    ours = _still_ours(together)
    letters: list[bundles.Written] = []
    for notice in ours:
        why = planning.unwanted(notice)
        letter = None if why else writer.write(notice)
        if letter is None:
            _settle(notice, Notice.State.WITHDRAWN, why=why or "overtaken")
        else:
            letters.append((notice, letter))
    return _in_one_letter(letters, now) if letters else None


def _companions(notice: Notice, now: datetime) -> list[Notice]:
    """Return what else its player is to be told in the same letter."""
    if not notice.gathers or notice.written:
        return []
    soon = now + planning.settle_time(planning.mailbox_of(notice.player))
    same = _due(soon).filter(player=notice.player_id, gathers=True, written=None)
    return list(same.exclude(pk=notice.pk)[: bundles.MOST_BLOCKS - 1])


def _in_one_letter(letters: list[bundles.Written], now: datetime) -> Notice:
    fit = bundles.that_fit(letters)
    for notice, _ in letters[len(fit) :]:
        # It makes the next letter.
        _change(notice, due=now)
    is_full = any(notice.why == planning.FULL_DAY for notice, _ in fit)
    if len(fit) == 1 and not is_full:
        _freeze(*fit[0], now)
        return fit[0][0]
    bundle, letter = bundles.bundle(fit, now, is_full=is_full)
    for notice, said in fit:
        _freeze(notice, said, now, state=Notice.State.BUNDLED, within=bundle)
    _freeze(bundle, letter, now)
    return bundle


@transaction.atomic
def send(notice: Notice, carriage: BaseEmailBackend, now: datetime) -> Failure | None:
    """Send one letter from the bag while holding its row. None: it left."""
    if not _still_ours([notice]):
        return Failure("not ours to send")
    if not _may_knock(notice):
        _change(notice, due=now + KNOCK_AGAIN * random.uniform(1, 2))
        return Failure("enough letters to that domain at once")
    answer = hand_over(notice, carriage)
    notice.tries += 1
    if not isinstance(answer, Failure):
        _note_left(notice, answer.name, now)
        return None
    failure = answer
    Delivery.objects.create(notice=notice, tried=now, accepted=False, error=failure.reason)
    if failure.permanent or (notice.tries >= MOST_TRIES and not failure.shut):
        log.warning("letter %s failed: %s", notice.id, failure.reason)
        _hold_against(notice, failure, now)
        _settle(notice, Notice.State.FAILED, why=failure.reason[:40], tries=notice.tries)
    else:
        _change(notice, due=now + pause(notice.tries), tries=notice.tries)
    return failure


def _may_knock(notice: Notice) -> bool:
    """Take one of the few turns at the recipient's domain; it is given back with the transaction.

    Servers put those off who come with too many connections.
    """
    player: Any = notice.player
    domain = (notice.address or player.email).rpartition("@")[2].lower()
    with connection.cursor() as cursor:
        for turn in random.sample(range(AT_ONCE), AT_ONCE):
            cursor.execute("SELECT pg_try_advisory_xact_lock(hashtext(%s), %s)", [domain, turn])
            if cursor.fetchone() == (True,):
                return True
    return False


def _hold_against(notice: Notice, failure: Failure, now: datetime) -> None:
    """Count a refusal for good against the address; an envelope we cannot write is our fault."""
    if failure.permanent and failure.reason[:1] == "5":
        player: Any = notice.player
        status = troubles.status_in(failure.reason)
        troubles.note(notice.address or player.email, status, failure.reason, now)


def pause(tries: int) -> timedelta:
    """Return how long to wait after the given number of tries: 2, 4, 8 ... minutes, and a bit.

    The bit keeps letters that failed together from coming back together.
    """
    return min(timedelta(minutes=2 ** min(tries, 10)), LONGEST_PAUSE) * random.uniform(1, 1.2)


def _due(now: datetime) -> QuerySet[Notice]:
    due = Notice.objects.filter(state=Notice.State.QUEUED, due__lte=now).exclude(planned=None)
    locked = due.order_by("due", "id").select_for_update(skip_locked=True, of=("self",))
    return planning.with_wishes(locked)


def _still_ours(notices: Sequence[Notice]) -> list[Notice]:
    """Lock those rows that are still in our bag, and return them.

    If we were slow, another postman has taken one since: then `due` is his.
    """
    dues = {notice.pk: notice.due for notice in notices}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id, due FROM notifications_notice WHERE id = ANY(%s) AND state = 'queued'"
            " FOR UPDATE SKIP LOCKED",
            [list(dues)],
        )
        ours = {pk for pk, due in cursor.fetchall() if due == dues[pk]}
    return [notice for notice in notices if notice.pk in ours]


def _note_left(notice: Notice, name: str, now: datetime) -> None:
    values: dict[str, Any] = {
        "attempt": uuid7(),
        "notice": notice.pk,
        "name": name,
        "now": now,
        "tries": notice.tries,
    }
    with connection.cursor() as cursor:
        cursor.execute(LEFT, values)
    with ids.about(notice=notice.pk):
        log.info("letter left: %s %s", notice.kind, notice.thread)
    notice.state, notice.sent = Notice.State.SENT, now


def _freeze(notice: Notice, letter: writer.Letter, now: datetime, **fields: Any) -> None:
    """Keep the letter, unless it is written already, and that we have the notice in our bag."""
    fields |= {"due": now + TAKEN}
    if notice.written is None:
        is_plain = not planning.mailbox_of(notice.player).html
        place = threads.place(notice, letter.subject)
        fields |= {
            "written": now,
            "gathers": False,
            "why": "",
            "subject": place.subject[:200],
            "volume": place.volume,
            "references": place.references,
            "text": letter.text,
            "html": "" if is_plain else letter.html,
            "language": letter.language[:10],
            "headers": dict(letter.headers),
        }
        if not is_plain and notice.within_id is None and "within" not in fields:
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
    if notice.kind == planning.BUNDLE:
        notice.bundled.update(state=state, sent=notice.sent, why=notice.why)


def _change(notice: Notice, **fields: Any) -> None:
    for name, value in fields.items():
        setattr(notice, name, value)
    Notice.objects.filter(pk=notice.pk).update(**fields)
