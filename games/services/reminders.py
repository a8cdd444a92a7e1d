"""Send reminders of open prompts at the times of clock.next_reminder_at(), batched and limited."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from django.db import connection, transaction
from django.utils import timezone

from abyss_site.core.database import SqlValue
from games.engine import clock
from games.models import Prompt, sql
from games.services.play import announcements
from games.services.play.announcements import Reminder
from notifications import gateway
from notifications.gateway import Attempts

# Minimum interval between reminders about one match, and between reminder e-mails to one player.
OF_A_MATCH, OF_A_PLAYER = timedelta(days=1), timedelta(hours=6)


def send_reminders(now: datetime | None = None, *, limit: int = 500) -> int:
    """Queue the reminders that are due; return for how many prompts one was due.

    Reminders that the player would get within OF_A_PLAYER are sent in the same e-mail.
    """
    now = now or timezone.now()
    if not sql.is_true(sql.IS_REMINDER_DUE, now):
        return 0
    attempts = Attempts("reminders", Prompt, now)
    try:
        return _send_together(attempts, now, limit=limit)
    except Exception as error:
        if gateway.is_outage(error):
            raise
        # One of them cannot be processed: process them one by one.
        with transaction.atomic():
            due = [row.pk for row in _lock_due(attempts, now, limit)]
        send = partial(_send_together, attempts, now, limit=1)
        return sum(attempts.attempt(pk, partial(send, only=pk)) or 0 for pk in due)


def _send_together(
    attempts: Attempts, now: datetime, *, limit: int, only: UUID | None = None
) -> int:
    """Queue the due reminders in one transaction; `only`: just the one for this prompt."""
    with transaction.atomic():
        due = _lock_due(attempts, now, limit) if only is None else _lock_one_due(only, now)
        players = {row.player_id for row in due}
        soon = _lock_soon_due(attempts, players, now) if due and only is None else []
        rows = due + soon
        history = _ReminderHistory(
            gateway.last_posted_at("reminder", players, since=now - OF_A_MATCH)
        )
        reminders = [row for row in rows if _may_be_sent(row, history, now)]
        announcements.post_reminders(reminders, now=now)
        for row in reminders:
            row.remind_at = _next_reminder_at(row, max(now, row.remind_at or now))
        for row in _exclude_prompts(due, reminders):
            row.remind_at = _postponed_reminder_at(row, history.allows_next_at(row))
        prompts = _unique_prompts(reminders + due)
        with connection.cursor() as cursor:
            times = [row.pk for row in prompts], [row.remind_at for row in prompts]
            cursor.execute(sql.WRITE_REMINDER_TIMES, times)
    return len(due)


def _lock_due(attempts: Attempts, now: datetime, limit: int) -> list[Reminder]:
    return _lock_reminders(sql.ARE_DUE, attempts.resting, now, limit)


def _lock_one_due(only: UUID, now: datetime) -> list[Reminder]:
    return _lock_reminders(sql.IS_THIS_ONE_DUE, [], only, now)


def _lock_soon_due(attempts: Attempts, players: Collection[UUID], now: datetime) -> list[Reminder]:
    """Return the reminders that these players would get within OF_A_PLAYER."""
    times = now, now + OF_A_PLAYER
    return _lock_reminders(sql.ARE_SOON_DUE, attempts.resting, *times, list(players))


def _lock_reminders(which: str, resting: Collection[str], *values: SqlValue) -> list[Reminder]:
    """Lock open prompts of running matches for which `which` holds, and return their reminders.

    Those in `resting`, or locked by others, are left out.
    """
    with connection.cursor() as cursor:
        cursor.execute(sql.lock_reminders(which), [list(resting), *values])
        return [Reminder(*row) for row in cursor.fetchall()]


class _ReminderHistory:
    """When reminders were posted, by player and thread."""

    def __init__(self, by_thread: Mapping[tuple[UUID, str], datetime]) -> None:
        self.by_thread = by_thread
        self.last = dict[UUID, datetime]()
        for (player, _thread), at in by_thread.items():
            self.last[player] = max(at, self.last.get(player, at))

    def allows_next_at(self, row: Reminder) -> datetime | None:
        """Return when the row's player may be reminded again; None if no reminder was recent."""
        last = self.last.get(row.player_id)
        of_match = self.by_thread.get((row.player_id, row.thread))
        waits = [last + OF_A_PLAYER] if last else []
        return max([*waits, of_match + OF_A_MATCH] if of_match else waits, default=None)


def _may_be_sent(row: Reminder, history: _ReminderHistory, now: datetime) -> bool:
    free = history.allows_next_at(row)
    return row.deadline_at is not None and (free is None or free <= now)


def _next_reminder_at(row: Reminder, now: datetime) -> datetime | None:
    assert row.deadline_at is not None
    return clock.next_reminder_at(row.opened_at, row.deadline_at, now, _hours_of(row))


def _postponed_reminder_at(row: Reminder, free: datetime | None) -> datetime | None:
    """Return when to check the row again, in its player's hours; None if it is too late then."""
    if row.deadline_at is None or free is None:
        return None
    latest = row.deadline_at - clock.LAST_CALL
    awake = clock.next_open_instant(free, _hours_of(row))
    return next((at for at in (awake, free) if at <= latest), None)


def _hours_of(row: Reminder) -> clock.Hours:
    return clock.parse_prompt_hours(json.loads(row.hours))


def _exclude_prompts(rows: Iterable[Reminder], others: Iterable[Reminder]) -> list[Reminder]:
    ids = {row.pk for row in others}
    return [row for row in rows if row.pk not in ids]


def _unique_prompts(rows: Iterable[Reminder]) -> list[Reminder]:
    return list({row.pk: row for row in rows}.values())
