"""The postman: has due notifications written, sends each letter, and records what became of it."""

from __future__ import annotations

import logging
import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from time import monotonic
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import connection, transaction
from django.db.models import QuerySet

from abyss_site import ids
from abyss_site.ids import uuid7
from notifications import quarantine
from notifications.models import Delivery, Notification, sql

from . import bounce_scores, bundles, planning
from .renderers import error_location
from .rendering import TAKEN, Together, finalize_unsent_email, update_notification, write_out
from .transport import Failure, close_connection, hand_over

# What rows are set aside by.
JOB = "letters"
# What the column holds.
MOST_COUNTED = 32767
# About a day and a half.
MOST_TRIES = 12
# So many notifications are taken at once; each is then written and sent in transactions of its own.
BAG = 25
# So many postmen at once bring letters to one domain; the others come again.
AT_ONCE = 4
KNOCK_AGAIN = timedelta(seconds=5)
# So many seconds after it was written, a letter is looked at again before it is sent.
FRESH = 1


log = logging.getLogger(__name__)


def post_round(now: datetime, limit: int = 500) -> int:
    """Send up to `limit` due letters and return how many left. Many postmen may walk at once."""
    while planning.plan_due(now):
        pass
    carriage = get_connection()
    attempts = quarantine.Attempts(JOB, Notification, now)
    sent = seen = 0
    try:
        while seen < limit and (bag := claim_due_notifications(now, min(BAG, limit - seen))):
            seen += len(bag)
            letters, written = _render_claimed(bag, now), monotonic()
            for letter in letters:
                # Where letters leave slowly, what they tell may be over by now.
                is_fresh = monotonic() - written <= FRESH
                for notification in [letter] if is_fresh else _written_anew([letter], now):
                    failure = _send_once(notification, carriage, now)
                    sent += failure is None
                    if failure is None:
                        attempts.succeed(notification.pk)
                    if failure and failure.shut:
                        # Other letters would fare no better now.
                        log.warning("letters wait, no mail server: %s", failure.reason)
                        return sent
    finally:
        close_connection(carriage)
    return sent


@transaction.atomic
def claim_due_notifications(now: datetime, many: int) -> list[list[Notification]]:
    """Take due notifications into the bag; those that gather are together, for one letter.

    Nobody else takes them for a while; if we are gone by then, somebody will. Two letters of one
    thread to one player are not in one bag: the later one tells what came after the other. They
    may be in two bags of two postmen at once; then both may tell the same messages.
    """
    bag: list[Together] = []
    told: set[UUID] = set()
    threads: set[tuple[Any, str]] = set()
    for notification in _due_notifications(now)[:many]:
        if (
            notification.pk not in told
            and (notification.player_id, notification.thread) not in threads
        ):
            known = {thread for player, thread in threads if player == notification.player_id}
            bag.append([notification, *_find_companions(notification, told, known, now)])
            told.update(one.pk for one in bag[-1])
            threads.update((one.player_id, one.thread) for one in bag[-1] if one.thread)
    Notification.objects.filter(pk__in=told).update(due_at=now + TAKEN)
    for together in bag:
        for notification in together:
            notification.due_at = now + TAKEN
    return bag


def _find_companions(
    notification: Notification, told: set[UUID], threads: set[str], now: datetime
) -> list[Notification]:
    """Return what else its player is to be told in the same letter.

    Nothing that is `told` yet, and nothing of `threads` that another letter in the bag tells of.
    """
    if not notification.gathers or notification.rendered_at:
        return []
    soon = now + planning.settle_time(planning.email_preferences_of(notification.player))
    same = _due_notifications(soon).filter(
        player=notification.player_id, gathers=True, rendered_at=None
    )
    same = same.exclude(pk__in=[notification.pk, *told]).exclude(thread__in=threads)
    return list(same[: bundles.MOST_BLOCKS - 1])


def _render_claimed(bag: Sequence[Together], now: datetime) -> list[Notification]:
    """Render claimed notifications; an e-mail that cannot be rendered holds up no other.

    It is put off: the rest of its bag, and of its bundle, is written without it.
    """
    try:
        return write_out(bag, now)
    except Exception as error:
        if quarantine.is_outage(error):
            raise
        kinds = sorted({one.kind for together in bag for one in together})
        log.error(
            "kinds %s: not written, %s at %s", kinds, type(error).__name__, error_location(error)
        )
        failure = error
    parts = bag if len(bag) > 1 else [[one] for one in bag[0]]
    if len(parts) > 1:
        return [letter for part in parts for letter in _written_anew(part, now)]
    [[notification]] = parts
    later, tries = (
        now + retry_delay(notification.tries + 1),
        min(notification.tries + 1, MOST_COUNTED),
    )
    if _in_bag(parts[0], now).update(due_at=later, tries=tries):
        quarantine.set_aside(JOB, Notification, notification.pk, failure, now=now)
    return []


def _written_anew(together: Together, now: datetime) -> list[Notification]:
    """Write notifications as one letter, as they and what their player wishes stand by now.

    None of them: they have left our bag.
    """
    rows = {row.pk: row for row in planning.with_wishes(_in_bag(together, now))}
    ours = [rows[one.pk] for one in together if one.pk in rows]
    return _render_claimed([ours], now) if ours else []


def _in_bag(notifications: Sequence[Notification], now: datetime) -> QuerySet[Notification]:
    """The rows of notifications that we took at `now`, as far as they are still in our bag."""
    pks = [one.pk for one in notifications]
    return Notification.objects.filter(
        pk__in=pks, state=Notification.State.QUEUED, due_at=now + TAKEN
    )


def _send_once(
    notification: Notification, carriage: BaseEmailBackend, now: datetime
) -> Failure | None:
    """Send one letter; one that cannot be sent is set aside. None: it left."""
    try:
        return send_notification(notification, carriage, now)
    except Exception as error:
        if quarantine.is_outage(error):
            raise
        log.error("letter %s: not sent, %s", notification.pk, type(error).__name__)
        later, tries = (
            now + retry_delay(notification.tries + 1),
            min(notification.tries + 1, MOST_COUNTED),
        )
        _in_bag([notification], now).update(due_at=later, tries=tries)
        quarantine.set_aside(JOB, Notification, notification.pk, error, now=now)
        return Failure(type(error).__name__)


@transaction.atomic
def send_notification(
    notification: Notification, carriage: BaseEmailBackend, now: datetime
) -> Failure | None:
    """Send one letter from the bag while holding its row. None: it left."""
    held = _acquire_send_slot(notification)
    if held is None:
        return Failure("not ours to send")
    if held == (None,):
        update_notification(notification, due_at=now + KNOCK_AGAIN * random.uniform(1, 2))
        return Failure("enough letters to that domain at once")
    answer = hand_over(notification, carriage)
    notification.tries += 1
    if not isinstance(answer, Failure):
        _note_left(notification, answer.name, now)
        return None
    failure = answer
    Delivery.objects.create(
        notification=notification, attempted_at=now, accepted=False, error=failure.reason
    )
    if failure.permanent or (notification.tries >= MOST_TRIES and not failure.shut):
        log.warning("letter %s failed: %s", notification.id, failure.reason)
        _hold_against(notification, failure, now)
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
    """Hold the row of a letter and one of the few turns at the recipient's domain.

    Servers put those off who come with too many connections. (None,): all turns are taken; None:
    the row is not in our bag any more.
    """
    player = notification.player
    domain = (notification.address or player.email).rpartition("@")[2].lower()
    turns = random.sample(range(AT_ONCE), AT_ONCE)
    with connection.cursor() as cursor:
        cursor.execute(
            sql.LOCK_WITH_SEND_SLOT, [turns, domain, notification.pk, notification.due_at]
        )
        held: tuple[int | None] | None = cursor.fetchone()
        return held


def _hold_against(notification: Notification, failure: Failure, now: datetime) -> None:
    """Count a refusal for good against the address; an envelope we cannot write is our fault."""
    if failure.permanent and failure.reason[:1] == "5":
        player = notification.player
        status = bounce_scores.status_in(failure.reason)
        bounce_scores.add_bounce_score(
            notification.address or player.email, status, failure.reason, now
        )


def retry_delay(tries: int) -> timedelta:
    """Return how long to wait after the given number of tries: 2, 4, 8 ... minutes, and a bit.

    The bit keeps letters that failed together from coming back together.
    """
    longest = timedelta(seconds=settings.RETRY_MAX_DELAY_SECONDS)
    return min(timedelta(minutes=2 ** min(tries, 10)), longest) * random.uniform(1, 1.2)


def _due_notifications(now: datetime) -> QuerySet[Notification]:
    due = Notification.objects.filter(state=Notification.State.QUEUED, due_at__lte=now).exclude(
        planned_at=None
    )
    locked = due.order_by("due_at", "id").select_for_update(skip_locked=True, of=("self",))
    return planning.with_wishes(locked)


def _note_left(notification: Notification, name: str, now: datetime) -> None:
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
        log.info("letter left: %s %s", notification.kind, notification.thread)
    notification.state, notification.sent_at = Notification.State.SENT, now
