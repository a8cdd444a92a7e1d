"""When a notice is mailed, and whether it may be at all: as its player wishes."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta
from functools import partial
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, Lower

from notifications import quarantine
from notifications.models import Mailbox, Notice, Trouble, Wish

from . import channels, introductions, quiet_hours
from .channels import EVERYTHING as EVERYTHING

# Mailed even to an address nobody has shown to read: the letters that let them show it.
TO_ANYBODY = {"sign_in", "device_code", "new_address", "new_sender"}
# Several notices in one letter.
BUNDLE = "bundle"
# Why a notice waits whose player has had all letters of a day.
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
    """When a notice is due, whether it may share a letter with others, and why it waits."""

    due: datetime
    gathers: bool
    why: str = ""


def mailbox_of(player: Any) -> Mailbox:
    """Return how a player wants to be written to; the usual way if they never said."""
    try:
        mailbox: Mailbox = player.mailbox
    except ObjectDoesNotExist:
        mailbox = Mailbox(player=player)
    return mailbox


def with_wishes(notices: QuerySet[Notice]) -> QuerySet[Notice]:
    """Return notices with their players, and what these wish about the notice's thread."""
    dead = Trouble.objects.exclude(stopped=None).filter(address=Lower(OuterRef("player__email")))
    wished = channels.with_mail_wishes(notices.select_related("player__mailbox"))
    return wished.annotate(dead=Exists(dead))


def with_recent(notices: QuerySet[Notice], now: datetime) -> QuerySet[Notice]:
    """Return notices with the letters their players have had lately."""
    to_player = Notice.objects.filter(player=OuterRef("player")).order_by()
    of_thread = to_player.filter(thread=OuterRef("thread"), sent__gt=now - FAST)
    of_day = to_player.filter(planned__gt=now - DAY, gathers=False).exclude(state="withdrawn")
    of_day = of_day.exclude(Q(thread="") & ~Q(kind=BUNDLE))
    many = of_day.values("player").annotate(many=Count("pk")).values("many")
    return notices.annotate(of_thread=Exists(of_thread), of_day=Coalesce(Subquery(many), 0))


def plan_due(now: datetime, many: int = 200) -> int:
    """Plan notices that were just posted, and return how many. Several planners may plan at once.

    A notice that waits for nothing keeps its place in the queue.
    """
    attempts = quarantine.Attempts("planning", Notice, now)
    with transaction.atomic():
        fresh = Notice.objects.filter(state=Notice.State.QUEUED, planned=None, due__lte=now)
        fresh = fresh.order_by("due", "id").select_for_update(skip_locked=True, of=("self",))
        rows = list(with_recent(with_wishes(fresh), now)[:many])
        told, waiting = Counter[Any](), []
        for notice in rows:
            known: Any = notice
            recent = Recent(known.of_thread, known.of_day + told[notice.player_id])
            work = partial(_plan_behind_strangers, notice, recent, now)
            # Where it, or what its player wished, cannot be read, it waits for nothing.
            planned = attempts.attempt(notice.pk, work)
            is_counted = planned is not None and not is_at_once(notice)
            planned = planned or Plan(now, False)
            if planned.gathers or planned.due > now:
                notice.due, notice.gathers, notice.why = planned
                notice.planned = now
                waiting.append(notice)
            elif is_counted:
                told[notice.player_id] += 1
        Notice.objects.bulk_update(waiting, ["due", "gathers", "why", "planned"])
        Notice.objects.filter(pk__in=[row.pk for row in rows], planned=None).update(planned=now)
    return len(rows)


def _plan_behind_strangers(notice: Notice, recent: Recent, now: datetime) -> Plan:
    """As `plan`, but an e-mail to a stranger may have to wait for longer."""
    return _behind_strangers(notice, now) or plan_notification(notice, recent, now)


def _behind_strangers(notice: Notice, now: datetime) -> Plan | None:
    """Put off an e-mail to a stranger above the ceiling of the day; None: it need not wait.

    What would wait for more than a day is put off for a day: its link is over by then, and it is
    withdrawn or asked for again.
    """
    if not introductions.is_to_stranger(notice):
        return None
    wait = introductions.waiting_time(now, ahead=-1)
    if wait == timedelta(0):
        return None
    return Plan(now + (wait or DAY), False, introductions.MANY_STRANGERS)


def plan_notification(notice: Notice, recent: Recent, now: datetime) -> Plan:
    """Return when a notice is to be mailed.

    1. What answers a letter, and letters of the account, wait for nothing. 2. The player's rhythm;
    a full day is gathered by the hour. 3. Quiet hours. 4. Never so late that an answer comes too
    late, even if that breaks the quiet.
    """
    if is_at_once(notice):
        return Plan(now, False)
    box = mailbox_of(notice.player)
    most = settings.MAIL_DAILY_LIMIT if box.most_a_day is None else box.most_a_day
    is_full = recent.of_day >= most
    planned = _by_rhythm(box, recent, is_full, now)
    night = _find_quiet_hours(box, planned.due)
    if night:
        planned = Plan(night.end, True, planned.why or "quiet hours")
    if notice.answer_by and not is_full:
        latest = max(now, _latest_send_time(box, notice.answer_by))
        planned = planned._replace(due=min(planned.due, latest))
    return planned


def awake_at(notice: Notice, now: datetime) -> datetime:
    """Return when the reader's quiet hours let a notice through: now, or at their end.

    A question comes early enough to be answered, even if that breaks the quiet.
    """
    box = mailbox_of(notice.player)
    night = _find_quiet_hours(box, now)
    if night is None:
        return now
    latest = _latest_send_time(box, notice.answer_by) if notice.answer_by else night.end
    return max(now, min(night.end, latest))


def unsubscribe_from_thread(player_id: Any, thread: str, now: datetime) -> None:
    """Stop all letters about a thread, or about EVERYTHING. Doing it twice is doing it once."""
    mail = Wish.objects.filter(player=player_id, channel=channels.MAIL)
    with transaction.atomic():
        if thread == EVERYTHING:
            # What was wished for one match would go before it.
            mail.exclude(thread=EVERYTHING).delete()
        said = {"events": [], "since": now}
        key = {"player_id": player_id, "channel": channels.MAIL, "thread": thread}
        Wish.objects.update_or_create(**key, defaults=said)


def unsubscribe_recipient(notice: Notice, now: datetime, *, everything: bool = False) -> None:
    """Stop letters like this one, as its reader asks: those of its thread, or all."""
    if introductions.is_introduction(notice):
        introductions.record_opt_out(notice.address, now)
    else:
        unsubscribe_from_thread(notice.player_id, EVERYTHING if everything else notice.thread, now)


def may_be_stopped(notice: Notice) -> bool:
    """Tell whether a letter is one that its reader may stop: all but those of their account."""
    return bool(notice.thread) or notice.kind == BUNDLE or introductions.is_introduction(notice)


def is_at_once(notice: Notice) -> bool:
    """Tell whether a notice waits for nothing: its reader has just asked for it."""
    return not notice.thread or bool(notice.answers)


def is_question(notice: Notice) -> bool:
    """Tell whether a notice asks its player something."""
    return bool(notice.reply_token) and notice.kind not in MESSAGES


def settle_time(box: Mailbox) -> timedelta:
    """Return how long a notice waits for others."""
    return timedelta(seconds=settings.MAIL_DEBOUNCE_SECONDS if box.settle is None else box.settle)


def suppression_reason(notice: Notice) -> str:
    """Return why a notice may not be mailed at all; "" if it may. Wants rows of `with_wishes`."""
    player: Any = notice.player
    receipts = mailbox_of(player).receipts
    if player.is_bot:
        return "a bot"
    if notice.kind in TO_ANYBODY:
        return ""
    if introductions.is_introduction(notice):
        return introductions.why_not(notice.address)
    if not (player.email_verified or notice.address):
        return "address not verified"
    known: Any = notice
    if known.dead and may_be_stopped(notice):
        return "address does not work"
    if not channels.is_wished(notice):
        is_said = notice.kind in MESSAGES and known.wished
        return "messages not wanted" if is_said else "unsubscribed"
    if notice.kind in RECEIPTS and receipts != Mailbox.Receipts.ALWAYS:
        return "receipts not wanted"
    if notice.kind in ERRORS and receipts == Mailbox.Receipts.NEVER:
        return "receipts not wanted"
    return ""


def _by_rhythm(box: Mailbox, recent: Recent, is_full: bool, now: datetime) -> Plan:
    if is_full or box.rhythm == Mailbox.Rhythm.HOURLY:
        return Plan(quiet_hours.next_hour(now), True, FULL_DAY if is_full else "hourly")
    if box.rhythm == Mailbox.Rhythm.DAILY:
        return Plan(quiet_hours.next_time(now, box.daily_at, _player_zone(box)), True, "daily")
    settle = settle_time(box)
    if recent.of_thread or not settle:
        return Plan(now, False)
    return Plan(now + settle, True)


def _find_quiet_hours(box: Mailbox, instant: datetime) -> quiet_hours.Night | None:
    if box.quiet_from is None or box.quiet_until is None or box.quiet_from == box.quiet_until:
        return None
    return quiet_hours.night_at(instant, box.quiet_from, box.quiet_until, _player_zone(box))


def _latest_send_time(box: Mailbox, end: datetime) -> datetime:
    """Return until when a question that ends at `end` has to be asked."""
    night = _find_quiet_hours(box, end)
    if night:
        return night.start - LEAD
    latest = end - LEAD
    night = _find_quiet_hours(box, latest)
    return night.end if night else latest


def _player_zone(box: Mailbox) -> ZoneInfo:
    player: Any = box.player
    return ZoneInfo(player.zone)
