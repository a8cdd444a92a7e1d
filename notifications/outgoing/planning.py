"""Decide when a notification is e-mailed, and whether at all, by the player's preferences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist
from django.db import connection, transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, Lower

from abyss_site.core.valkey import presence
from notifications import quarantine
from notifications.models import (
    BounceScore,
    ChannelPreference,
    EmailPreferences,
    Notification,
    sql,
)
from notifications.models.notifications import NOT_VERIFIED, UNREACHABLE
from notifications.models.players import Player

from . import channels, introductions, quiet_hours
from .channels import EVERYTHING as EVERYTHING

# Kinds sent even to unverified addresses, because they serve to verify the address.
UNVERIFIED_OK_KINDS = {"sign_in", "device_code", "new_address", "new_sender"}
# Kind of notifications that e-mail to the player's address is stopped: for devices and programs
# only.
STOPPED_KIND = "emails_stopped"
# Kind of an e-mail that combines several notifications.
BUNDLE = "bundle"
# Kind and thread of the e-mail with all open questions, and the kinds whose questions it contains.
DAILY_LIST, DAILY_LIST_THREAD = "daily_list", "daily-list"
LISTED = {"your_turn", "reminder"}
# Questions that the list contains are e-mailed this long after it, should it not have been posted.
LIST_GRACE = timedelta(minutes=30)
# A list that is posted at most this long before its hour waits for it; a late one is due at once.
LIST_EARLY = timedelta(hours=1)
# Kind of the e-mail that says that a match has begun, which the first question says as well.
MATCH_STARTED = "match_started"
# Kinds of questions of a match: each of them replaces the earlier ones of its thread.
TURN = "your_turn"
# A confirmation waits for a question that would contain it.
RECEIPT = "receipt"
# Reason for a delay: the player has reached the daily limit of e-mails.
FULL_DAY = "full day"
# Reason for a delay: the player is on the page of the match, and sees there what happens.
ON_PAGE = "on the page"
RECEIPTS = {"receipt", "sequence"}
ERRORS = {"refused", "sequence_stopped", "message_refused"}
# About direct messages between two players.
DIRECT_MESSAGES = {"direct_message", "message_refused"}
# What players say: it can be answered, but asks no question of a match.
MESSAGES = {"chat"} | DIRECT_MESSAGES
# Kinds that tell something else, and repeat the question of the match.
REPEATING = {"chat", "vote_decided", "order_off"}
# Kinds that take replies, but ask nothing of their own.
ASKING_NOTHING = MESSAGES | REPEATING | {"league", "paused", "taken_for_automatic"}
# A player who got an e-mail of the same thread within this time is playing right now.
FAST = timedelta(minutes=10)
# A question is sent at least this long before its deadline, or before the quiet hours that contain
# the deadline.
LEAD = timedelta(hours=2)
DAY = timedelta(days=1)
# Maximum number of notifications planned in one transaction. Meanwhile no other worker can plan or
# send them, and one that finds nothing else stops, so these are few.
PLANNED_AT_ONCE = 50


class Recent(NamedTuple):
    """Recent e-mails to a player: whether one of the thread within FAST; how many in a DAY."""

    of_thread: bool
    of_day: int


class Plan(NamedTuple):
    """When a notification is due, whether it may be bundled, and why it is delayed."""

    due_at: datetime
    gathers: bool
    why: str = ""


def email_preferences_of(player: Player) -> EmailPreferences:
    """Return a player's e-mail preferences, or unsaved defaults."""
    try:
        mailbox: EmailPreferences = player.email_preferences
    except ObjectDoesNotExist:
        mailbox = EmailPreferences(player=player)
    return mailbox


def with_preferences(notifications: QuerySet[Notification]) -> QuerySet[Notification]:
    """Add players and preferences to a query of notifications.

    Annotates `mail_events` (see channels) and `dead`: whether e-mail to the player's address is
    stopped.
    """
    dead = BounceScore.objects.exclude(stopped_at=None).filter(
        address=Lower(OuterRef("player__email"))
    )
    rows = channels.with_mail_preferences(notifications.select_related("player__email_preferences"))
    return rows.annotate(dead=Exists(dead))


def with_recent(notifications: QuerySet[Notification], now: datetime) -> QuerySet[Notification]:
    """Annotate notifications with their players' recent e-mails: `of_thread` and `of_day`."""
    to_player = Notification.objects.filter(player=OuterRef("player")).order_by()
    # Whoever has just written an e-mail is playing right now, too.
    is_recent = Q(sent_at__gt=now - FAST) | Q(kind=RECEIPT, created_at__gt=now - FAST)
    of_thread = to_player.filter(is_recent, thread=OuterRef("thread"))
    of_day = to_player.filter(planned_at__gt=now - DAY, gathers=False).exclude(state="withdrawn")
    of_day = of_day.exclude(Q(thread="") & ~Q(kind=BUNDLE))
    many = of_day.values("player").annotate(many=Count("pk")).values("many")
    return notifications.annotate(of_thread=Exists(of_thread), of_day=Coalesce(Subquery(many), 0))


def plan_due(now: datetime, many: int = PLANNED_AT_ONCE) -> int:
    """Plan up to `many` new notifications; return how many. Safe to run concurrently.

    A notification without a delay keeps its place in the queue.
    """
    attempts = quarantine.Attempts("planning", Notification, now)
    with transaction.atomic():
        fresh = Notification.objects.filter(
            state=Notification.State.QUEUED, planned_at=None, due_at__lte=now
        )
        fresh = fresh.order_by("due_at", "id").select_for_update(skip_locked=True, of=("self",))
        fresh_rows = list(with_recent(with_preferences(fresh), now)[:many])
        withdraw_superseded(fresh_rows)
        unsent = [row for row in fresh_rows if row.state == Notification.State.QUEUED]
        rows = postpone_while_present(unsent, now)
        counts, waiting = Counter[object](), []
        for notification in rows:
            row: Any = notification
            recent = Recent(row.of_thread, row.of_day + counts[notification.player_id])
            work = partial(_plan_behind_strangers, notification, recent, now)
            # If it or its player's preferences cannot be read, it is not delayed.
            plan = attempts.attempt(notification.pk, work)
            is_counted = plan is not None and not is_immediate(notification)
            plan = plan or Plan(now, False)
            if notification.why == ON_PAGE and not plan.why:
                # What has gathered while the player was there leaves together.
                plan = plan._replace(gathers=True)
            if plan.gathers or plan.due_at > now:
                notification.due_at, notification.gathers, notification.why = plan
                notification.planned_at = now
                waiting.append(notification)
            elif is_counted:
                counts[notification.player_id] += 1
        Notification.objects.bulk_update(waiting, ["due_at", "gathers", "why", "planned_at"])
        Notification.objects.filter(pk__in=[row.pk for row in rows], planned_at=None).update(
            planned_at=now
        )
    return len(fresh_rows)


def withdraw_superseded(fresh_rows: Sequence[Notification]) -> int:
    """Withdraw what fresh questions make superfluous, in one statement; return how many rows.

    That is the question before, which has been answered, and the news that the match has begun.
    Only what is not rendered yet, and only if the player wants e-mails about questions.
    """
    questions = [row for row in fresh_rows if row.kind == TURN and channels.is_wanted(row)]
    if not questions:
        return 0
    values: dict[str, Any] = {
        "players": [row.player_id for row in questions],
        "threads": [row.thread for row in questions],
        "ids": [row.pk for row in questions],
        "kinds": [TURN, MATCH_STARTED],
    }
    with connection.cursor() as cursor:
        cursor.execute(sql.WITHDRAW_SUPERSEDED, values)
        withdrawn_ids = {pk for (pk,) in cursor.fetchall()}
    for row in fresh_rows:
        if row.pk in withdrawn_ids:
            row.state = Notification.State.WITHDRAWN
    return len(withdrawn_ids)


def postpone_while_present(
    notifications: Sequence[Notification], now: datetime
) -> list[Notification]:
    """Postpone what players see on the page that they have open; return the others.

    They are due once the player has been away for some minutes, questions after half of their time
    at the latest. Replies to e-mails are not postponed.
    """
    candidates = [row for row in notifications if not is_immediate(row)]
    postponed_rows = [row for row, until in _present_until(candidates) if until > now]
    Notification.objects.bulk_update(postponed_rows, ["due_at", "why"])
    keys = {row.pk for row in postponed_rows}
    return [row for row in notifications if row.pk not in keys]


def _present_until(notifications: Sequence[Notification]) -> list[tuple[Notification, datetime]]:
    """Return notifications to players who are on the page of the thread, and set when they are due.

    They are not saved.
    """
    signs = presence.last_signs([(row.player_id, row.thread) for row in notifications])
    rows_and_instants = []
    for row, sign in zip(notifications, signs, strict=True):
        if sign:
            until = datetime.fromtimestamp(sign + presence.AWAY_AFTER + 1, UTC)
            if row.answer_until:
                until = min(until, row.created_at + (row.answer_until - row.created_at) / 2)
            row.due_at, row.why = until, ON_PAGE
            rows_and_instants.append((row, until))
    return rows_and_instants


def _plan_behind_strangers(notification: Notification, recent: Recent, now: datetime) -> Plan:
    """Plan a notification; the daily limit for e-mails to strangers takes precedence."""
    return _apply_stranger_limit(notification, now) or plan_notification(notification, recent, now)


def _apply_stranger_limit(notification: Notification, now: datetime) -> Plan | None:
    """Delay an e-mail to a stranger above the daily limit; return None if the limit does not apply.

    An e-mail that would wait for more than a day is delayed for a day: its link has expired by
    then, so that it is withdrawn or requested again.
    """
    if not introductions.is_to_stranger(notification):
        return None
    wait = introductions.stranger_delay(now, ahead=-1)
    if wait == timedelta(0):
        return None
    return Plan(now + (wait or DAY), False, introductions.MANY_STRANGERS)


def plan_notification(notification: Notification, recent: Recent, now: datetime) -> Plan:
    """Return when a notification is to be e-mailed.

    1. Replies to the player's e-mails, and e-mails about the account, are not delayed. Only a
       receipt waits as long as others wait to be bundled: the next question confirms the answer.
    2. The player's rhythm applies; above the daily limit, notifications are bundled every hour.
    3. Quiet hours apply.
    4. A question is sent early enough to be answered, even in quiet hours, unless the daily limit
       has been reached.
    """
    box = email_preferences_of(notification.player)
    if is_immediate(notification):
        return _plan_reply(notification, box, now)
    most = settings.MAIL_DAILY_LIMIT if box.most_a_day is None else box.most_a_day
    is_full = recent.of_day >= most
    plan = _plan_by_rhythm(box, recent, is_full, now)
    if box.rhythm == EmailPreferences.Rhythm.DAILY_LIST and not is_full:
        plan = _plan_beside_list(notification, plan, now)
    night = _find_quiet_hours(box, plan.due_at)
    if night:
        plan = Plan(night.ends_at, True, plan.why or "quiet hours")
    if notification.answer_until and not is_full:
        latest = max(now, _latest_send_time(box, notification.answer_until))
        plan = plan._replace(due_at=min(plan.due_at, latest))
    return plan


def _plan_reply(notification: Notification, box: EmailPreferences, now: datetime) -> Plan:
    """Plan a reply to an e-mail. Those to the answers of a daily list are bundled."""
    has_list = box.rhythm == EmailPreferences.Rhythm.DAILY_LIST
    waits = notification.kind == RECEIPT or (has_list and notification.kind in RECEIPTS | ERRORS)
    delay = bundling_delay(box) if waits and notification.thread else timedelta(0)
    return Plan(now + delay, has_list and waits) if delay else Plan(now, False)


def _plan_beside_list(notification: Notification, plan: Plan, now: datetime) -> Plan:
    """Plan the list of all open questions, or what may be in it."""
    if notification.kind == DAILY_LIST and plan.due_at - now > LIST_EARLY:
        return plan._replace(due_at=now)
    return plan._replace(due_at=plan.due_at + LIST_GRACE * (notification.kind in LISTED))


def deliverable_at(notification: Notification, now: datetime) -> datetime:
    """Return when a notification may be delivered: now, or at the end of the quiet hours.

    A question is delivered early enough to be answered, even in quiet hours. What the player sees
    on the page that they have open is delivered once they have left it.
    """
    if (
        notification.thread
        and (presence_rows := _present_until([notification]))
        and presence_rows[0][1] > now
    ):
        return presence_rows[0][1]
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
    """Stop all e-mails about a thread, or about EVERYTHING. Idempotent.

    Of what has to be switched on, this switches off the event.
    """
    mail = ChannelPreference.objects.filter(player=player_id, channel=channels.MAIL)
    with transaction.atomic():
        if event := channels.OPT_IN_THREADS.get(thread):
            for row in mail.filter(thread=EVERYTHING).select_for_update():
                row.events = [name for name in row.events if name != event]
                row.save(update_fields=["events"])
            return
        if thread == EVERYTHING:
            # A preference for one match would take precedence.
            mail.exclude(thread=EVERYTHING).delete()
        defaults = {"events": [], "changed_at": now}
        key: dict[str, Any] = {
            "player_id": player_id,
            "channel": channels.MAIL,
            "thread": thread,
        }
        ChannelPreference.objects.update_or_create(**key, defaults=defaults)


def unsubscribe_recipient(
    notification: Notification, now: datetime, *, everything: bool = False
) -> None:
    """Unsubscribe the recipient from the e-mail's thread or, with `everything`, from all e-mails.

    The recipient of an introduction opts out of all introductions.
    """
    if introductions.is_introduction(notification):
        introductions.record_opt_out(notification.address, now)
    else:
        everything = everything or is_about_everything(notification)
        unsubscribe_from_thread(
            notification.player_id, EVERYTHING if everything else notification.thread, now
        )


def is_about_everything(notification: Notification) -> bool:
    """Return whether an e-mail is about all matches, so that stopping it stops all."""
    return notification.thread in ("", DAILY_LIST_THREAD)


def is_unsubscribable(notification: Notification) -> bool:
    """Return whether the recipient can unsubscribe: always, except from account e-mails."""
    return (
        bool(notification.thread)
        or notification.kind == BUNDLE
        or introductions.is_introduction(notification)
    )


def is_immediate(notification: Notification) -> bool:
    """Return whether a notification is never delayed: its recipient has just asked for it."""
    return not notification.thread or bool(notification.answers)


def is_question(notification: Notification) -> bool:
    """Return whether a notification asks its player a question."""
    return bool(notification.reply_token) and notification.kind not in ASKING_NOTHING


def bundling_delay(box: EmailPreferences) -> timedelta:
    """Return how long a notification waits for others to be bundled with."""
    return timedelta(seconds=settings.MAIL_DEBOUNCE_SECONDS if box.settle is None else box.settle)


def suppression_reason(notification: Notification) -> str:
    """Return why a notification may not be e-mailed, "" if it may.

    `notification` has to come from a query of `with_preferences`.
    """
    player = notification.player
    receipts = email_preferences_of(player).receipts
    if player.is_bot:
        return "a bot"
    if notification.kind == STOPPED_KIND:
        return UNREACHABLE
    if notification.kind in UNVERIFIED_OK_KINDS:
        return ""
    if introductions.is_introduction(notification):
        return introductions.introduction_refusal_reason(notification.address)
    if not (player.email_verified_at or notification.address):
        return NOT_VERIFIED
    row: Any = notification
    if row.dead and is_unsubscribable(notification):
        return UNREACHABLE
    if not channels.is_wanted(notification):
        # Other e-mails of the match tell the chat.
        is_said = notification.kind == "chat" and row.mail_events
        return "messages not wanted" if is_said else "unsubscribed"
    if notification.kind in RECEIPTS and receipts != EmailPreferences.Receipts.ALWAYS:
        return "receipts not wanted"
    if notification.kind in ERRORS and receipts == EmailPreferences.Receipts.NEVER:
        return "receipts not wanted"
    return ""


def _plan_by_rhythm(box: EmailPreferences, recent: Recent, is_full: bool, now: datetime) -> Plan:
    if is_full or box.rhythm == EmailPreferences.Rhythm.HOURLY:
        return Plan(quiet_hours.next_hour(now), True, FULL_DAY if is_full else "hourly")
    if box.rhythm in (EmailPreferences.Rhythm.DAILY, EmailPreferences.Rhythm.DAILY_LIST):
        return Plan(quiet_hours.next_time(now, box.daily_at, _player_zone(box)), True, "daily")
    settle = bundling_delay(box)
    if recent.of_thread or not settle:
        return Plan(now, False)
    return Plan(now + settle, True)


def _find_quiet_hours(box: EmailPreferences, instant: datetime) -> quiet_hours.Night | None:
    if box.quiet_from is None or box.quiet_until is None or box.quiet_from == box.quiet_until:
        return None
    return quiet_hours.night_at(instant, box.quiet_from, box.quiet_until, _player_zone(box))


def _latest_send_time(box: EmailPreferences, end: datetime) -> datetime:
    """Return the latest time to send a question whose deadline is `end`."""
    night = _find_quiet_hours(box, end)
    if night:
        return night.starts_at - LEAD
    latest = end - LEAD
    night = _find_quiet_hours(box, latest)
    return night.ends_at if night else latest


def _player_zone(box: EmailPreferences) -> ZoneInfo:
    player = box.player
    return ZoneInfo(player.zone)
