"""When a notification is mailed, and whether it may be at all: as its player wishes."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, Lower

from notifications import quarantine
from notifications.models import BounceScore, ChannelPreference, EmailPreferences, Notification
from notifications.models.players import Player

from . import channels, introductions, quiet_hours
from .channels import EVERYTHING as EVERYTHING

# Mailed even to an address nobody has shown to read: the letters that let them show it.
TO_ANYBODY = {"sign_in", "device_code", "new_address", "new_sender"}
# Several notifications in one letter.
BUNDLE = "bundle"
# Why a notification waits whose player has had all letters of a day.
FULL_DAY = "full day"
RECEIPTS = {"receipt", "sequence"}
ERRORS = {"refused", "sequence_stopped"}
# What players say to each other.
MESSAGES = {"chat"}
# Who has had a letter of the same thread so recently is playing right now.
FAST = timedelta(minutes=10)
# So much before its end, or before the quiet hours with its end, a question is asked at the latest.
LEAD = timedelta(hours=2)
DAY = timedelta(days=1)


class Recent(NamedTuple):
    """What the player has had lately: a letter of the thread within FAST, all within a DAY."""

    of_thread: bool
    of_day: int


class Plan(NamedTuple):
    """When a notification is due, whether it may share a letter with others, and why it waits."""

    due_at: datetime
    gathers: bool
    why: str = ""


def email_preferences_of(player: Player) -> EmailPreferences:
    """Return how a player wants to be written to; the usual way if they never said."""
    try:
        mailbox: EmailPreferences = player.email_preferences
    except ObjectDoesNotExist:
        mailbox = EmailPreferences(player=player)
    return mailbox


def with_wishes(notifications: QuerySet[Notification]) -> QuerySet[Notification]:
    """Return notifications with their players and their wishes about the thread."""
    dead = BounceScore.objects.exclude(stopped_at=None).filter(
        address=Lower(OuterRef("player__email"))
    )
    wished = channels.with_mail_wishes(notifications.select_related("player__email_preferences"))
    return wished.annotate(dead=Exists(dead))


def with_recent(notifications: QuerySet[Notification], now: datetime) -> QuerySet[Notification]:
    """Return notifications with the letters their players have had lately."""
    to_player = Notification.objects.filter(player=OuterRef("player")).order_by()
    of_thread = to_player.filter(thread=OuterRef("thread"), sent_at__gt=now - FAST)
    of_day = to_player.filter(planned_at__gt=now - DAY, gathers=False).exclude(state="withdrawn")
    of_day = of_day.exclude(Q(thread="") & ~Q(kind=BUNDLE))
    many = of_day.values("player").annotate(many=Count("pk")).values("many")
    return notifications.annotate(of_thread=Exists(of_thread), of_day=Coalesce(Subquery(many), 0))


def plan_due(now: datetime, many: int = 200) -> int:
    """Plan notifications just posted, and return how many. Several planners may run at once.

    A notification that waits for nothing keeps its place in the queue.
    """
    attempts = quarantine.Attempts("planning", Notification, now)
    with transaction.atomic():
        fresh = Notification.objects.filter(
            state=Notification.State.QUEUED, planned_at=None, due_at__lte=now
        )
        fresh = fresh.order_by("due_at", "id").select_for_update(skip_locked=True, of=("self",))
        rows = list(with_recent(with_wishes(fresh), now)[:many])
        told, waiting = Counter[Any](), []
        for notification in rows:
            known: Any = notification
            recent = Recent(known.of_thread, known.of_day + told[notification.player_id])
            work = partial(_plan_behind_strangers, notification, recent, now)
            # Where it, or what its player wished, cannot be read, it waits for nothing.
            planned = attempts.attempt(notification.pk, work)
            is_counted = planned is not None and not is_at_once(notification)
            planned = planned or Plan(now, False)
            if planned.gathers or planned.due_at > now:
                notification.due_at, notification.gathers, notification.why = planned
                notification.planned_at = now
                waiting.append(notification)
            elif is_counted:
                told[notification.player_id] += 1
        Notification.objects.bulk_update(waiting, ["due_at", "gathers", "why", "planned_at"])
        Notification.objects.filter(pk__in=[row.pk for row in rows], planned_at=None).update(
            planned_at=now
        )
    return len(rows)


def _plan_behind_strangers(notification: Notification, recent: Recent, now: datetime) -> Plan:
    """As `plan`, but an e-mail to a stranger may have to wait for longer."""
    return _behind_strangers(notification, now) or plan_notification(notification, recent, now)


def _behind_strangers(notification: Notification, now: datetime) -> Plan | None:
    """Put off an e-mail to a stranger above the ceiling of the day; None: it need not wait.

    What would wait for more than a day is put off for a day: its link is over by then, and it is
    withdrawn or asked for again.
    """
    if not introductions.is_to_stranger(notification):
        return None
    wait = introductions.waiting_time(now, ahead=-1)
    if wait == timedelta(0):
        return None
    return Plan(now + (wait or DAY), False, introductions.MANY_STRANGERS)


def plan_notification(notification: Notification, recent: Recent, now: datetime) -> Plan:
    """Return when a notification is to be mailed.

    1. What answers a letter, and letters of the account, wait for nothing. 2. The player's rhythm;
    a full day is gathered by the hour. 3. Quiet hours. 4. Never so late that an answer comes too
    late, even if that breaks the quiet.
    """
    if is_at_once(notification):
        return Plan(now, False)
    box = email_preferences_of(notification.player)
    most = settings.MAIL_DAILY_LIMIT if box.most_a_day is None else box.most_a_day
    is_full = recent.of_day >= most
    planned = _by_rhythm(box, recent, is_full, now)
    night = _find_quiet_hours(box, planned.due_at)
    if night:
        planned = Plan(night.ends_at, True, planned.why or "quiet hours")
    if notification.answer_until and not is_full:
        latest = max(now, _latest_send_time(box, notification.answer_until))
        planned = planned._replace(due_at=min(planned.due_at, latest))
    return planned


def awake_at(notification: Notification, now: datetime) -> datetime:
    """Return when the reader's quiet hours let a notification through: now, or at their end.

    A question comes early enough to be answered, even if that breaks the quiet.
    """
    box = email_preferences_of(notification.player)
    night = _find_quiet_hours(box, now)
    if night is None:
        return now
    latest = (
        _latest_send_time(box, notification.answer_until)
        if notification.answer_until
        else night.ends_at
    )
    return max(now, min(night.ends_at, latest))


def unsubscribe_from_thread(player_id: UUID, thread: str, now: datetime) -> None:
    """Stop all letters about a thread, or about EVERYTHING. Doing it twice is doing it once."""
    mail = ChannelPreference.objects.filter(player=player_id, channel=channels.MAIL)
    with transaction.atomic():
        if thread == EVERYTHING:
            # What was wished for one match would go before it.
            mail.exclude(thread=EVERYTHING).delete()
        said = {"events": [], "changed_at": now}
        key: dict[str, Any] = {"player_id": player_id, "channel": channels.MAIL, "thread": thread}
        ChannelPreference.objects.update_or_create(**key, defaults=said)


def unsubscribe_recipient(
    notification: Notification, now: datetime, *, everything: bool = False
) -> None:
    """Stop letters like this one, as its reader asks: those of its thread, or all."""
    if introductions.is_introduction(notification):
        introductions.record_opt_out(notification.address, now)
    else:
        unsubscribe_from_thread(
            notification.player_id, EVERYTHING if everything else notification.thread, now
        )


def may_be_stopped(notification: Notification) -> bool:
    """Tell whether a letter is one that its reader may stop: all but those of their account."""
    return (
        bool(notification.thread)
        or notification.kind == BUNDLE
        or introductions.is_introduction(notification)
    )


def is_at_once(notification: Notification) -> bool:
    """Tell whether a notification waits for nothing: its reader has just asked for it."""
    return not notification.thread or bool(notification.answers)


def is_question(notification: Notification) -> bool:
    """Tell whether a notification asks its player something."""
    return bool(notification.reply_token) and notification.kind not in MESSAGES


def settle_time(box: EmailPreferences) -> timedelta:
    """Return how long a notification waits for others."""
    return timedelta(seconds=settings.MAIL_DEBOUNCE_SECONDS if box.settle is None else box.settle)


def suppression_reason(notification: Notification) -> str:
    """Return why a notification may not be mailed, "" if it may. Wants rows of `with_wishes`."""
    player = notification.player
    receipts = email_preferences_of(player).receipts
    if player.is_bot:
        return "a bot"
    if notification.kind in TO_ANYBODY:
        return ""
    if introductions.is_introduction(notification):
        return introductions.why_not(notification.address)
    if not (player.email_verified_at or notification.address):
        return "address not verified"
    known: Any = notification
    if known.dead and may_be_stopped(notification):
        return "address does not work"
    if not channels.is_wished(notification):
        is_said = notification.kind in MESSAGES and known.wished
        return "messages not wanted" if is_said else "unsubscribed"
    if notification.kind in RECEIPTS and receipts != EmailPreferences.Receipts.ALWAYS:
        return "receipts not wanted"
    if notification.kind in ERRORS and receipts == EmailPreferences.Receipts.NEVER:
        return "receipts not wanted"
    return ""


def _by_rhythm(box: EmailPreferences, recent: Recent, is_full: bool, now: datetime) -> Plan:
    if is_full or box.rhythm == EmailPreferences.Rhythm.HOURLY:
        return Plan(quiet_hours.next_hour(now), True, FULL_DAY if is_full else "hourly")
    if box.rhythm == EmailPreferences.Rhythm.DAILY:
        return Plan(quiet_hours.next_time(now, box.daily_at, _player_zone(box)), True, "daily")
    settle = settle_time(box)
    if recent.of_thread or not settle:
        return Plan(now, False)
    return Plan(now + settle, True)


def _find_quiet_hours(box: EmailPreferences, instant: datetime) -> quiet_hours.Night | None:
    if box.quiet_from is None or box.quiet_until is None or box.quiet_from == box.quiet_until:
        return None
    return quiet_hours.night_at(instant, box.quiet_from, box.quiet_until, _player_zone(box))


def _latest_send_time(box: EmailPreferences, end: datetime) -> datetime:
    """Return until when a question that ends at `end` has to be asked."""
    night = _find_quiet_hours(box, end)
    if night:
        return night.starts_at - LEAD
    latest = end - LEAD
    night = _find_quiet_hours(box, latest)
    return night.ends_at if night else latest


def _player_zone(box: EmailPreferences) -> ZoneInfo:
    player = box.player
    return ZoneInfo(player.zone)
