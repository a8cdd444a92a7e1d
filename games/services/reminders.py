"""Send reminders of open prompts at the times of clock.next_reminder_at(), batched and limited."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from games.engine import clock
from games.models import Prompt, Status, sql
from games.services import announcements
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
        due = attempts.skip_resting(_due_prompts(now)).values_list("pk", flat=True)[:limit]
        send = partial(_send_together, attempts, now, limit=1)
        return sum(attempts.attempt(pk, partial(send, only=pk)) or 0 for pk in list(due))


def _send_together(
    attempts: Attempts, now: datetime, *, limit: int, only: UUID | None = None
) -> int:
    """Queue the due reminders in one transaction; `only`: just the one for this prompt."""
    with transaction.atomic():
        wanted = (
            attempts.skip_resting(_due_prompts(now))
            if only is None
            else _due_prompts(now).filter(pk=only)
        )
        due = list(wanted[:limit])
        players = {_player_id_of(row) for row in due}
        soon: list[Prompt] = []
        if due and only is None:
            soon = list(attempts.skip_resting(_soon_due_prompts(players, now)))
        rows = due + soon
        posted = _Posted(gateway.last_posted_at("reminder", players, since=now - OF_A_MATCH))
        sent = [row for row in rows if _may_be_sent(row, posted, now)]
        announcements.post_reminders(
            sent, {_match_and_seat(row): _player_id_of(row) for row in sent}, now=now
        )
        for row in sent:
            row.remind_at = _next_reminder_at(row, max(now, row.remind_at or now))
        for row in _exclude_prompts(due, sent):
            row.remind_at = _postponed_reminder_at(row, posted.allows_next_at(row))
        changed = _unique_prompts(sent + due)
        with connection.cursor() as cursor:
            times = [row.pk for row in changed], [row.remind_at for row in changed]
            cursor.execute(sql.WRITE_REMINDER_TIMES, times)
    return len(due)


def _due_prompts(now: datetime) -> QuerySet[Prompt]:
    return _lock_open_prompts(remind_at__lte=now).order_by("remind_at")


def _soon_due_prompts(players: Collection[UUID], now: datetime) -> QuerySet[Prompt]:
    """Return the prompts whose reminders these players would get within OF_A_PLAYER."""
    soon = {"remind_at__gt": now, "remind_at__lte": now + OF_A_PLAYER}
    return _lock_open_prompts(match__seats__player__in=players, **soon)


def _lock_open_prompts(**which: Any) -> QuerySet[Prompt]:
    """Lock and return open prompts of running matches, annotated with their player's id."""
    return (
        Prompt.objects.select_for_update(skip_locked=True, of=("self",))
        .filter(closed_at=None, match__status=Status.RUNNING, match__paused_at=None)
        .filter(match__seats__number=F("seat"), **which)
        .annotate(player=F("match__seats__player"))
        .select_related("match")
        .only("seat", "token", "opened_at", "deadline_at", "remind_at", "hours", "match__number")
    )


def _player_id_of(row: Prompt) -> UUID:
    player: UUID = row.player  # type: ignore[attr-defined]
    return player


def _match_and_seat(row: Prompt) -> tuple[UUID, int]:
    return row.match_id, row.seat


class _Posted:
    """When reminders were posted, by player and thread."""

    def __init__(self, by_thread: Mapping[tuple[UUID, str], datetime]) -> None:
        self.by_thread = by_thread
        self.last = dict[UUID, datetime]()
        for (player, _thread), at in by_thread.items():
            self.last[player] = max(at, self.last.get(player, at))

    def allows_next_at(self, row: Prompt) -> datetime | None:
        """Return when the row's player may be reminded again; None if no reminder was recent."""
        player = _player_id_of(row)
        last = self.last.get(player)
        of_match = self.by_thread.get((player, announcements.thread_for_match(row.match)))
        waits = [last + OF_A_PLAYER] if last else []
        return max([*waits, of_match + OF_A_MATCH] if of_match else waits, default=None)


def _may_be_sent(row: Prompt, posted: _Posted, now: datetime) -> bool:
    free = posted.allows_next_at(row)
    return row.deadline_at is not None and (free is None or free <= now)


def _next_reminder_at(row: Prompt, now: datetime) -> datetime | None:
    assert row.deadline_at is not None
    return clock.next_reminder_at(
        row.opened_at, row.deadline_at, now, clock.parse_prompt_hours(row.hours)
    )


def _postponed_reminder_at(row: Prompt, free: datetime | None) -> datetime | None:
    """Return when to check the row again, in its player's hours; None if it is too late then."""
    if row.deadline_at is None or free is None:
        return None
    latest = row.deadline_at - clock.LAST_CALL
    awake = clock.next_open_instant(free, clock.parse_prompt_hours(row.hours))
    return next((at for at in (awake, free) if at <= latest), None)


def _exclude_prompts(rows: Iterable[Prompt], others: Iterable[Prompt]) -> list[Prompt]:
    known = {row.pk for row in others}
    return [row for row in rows if row.pk not in known]


def _unique_prompts(rows: Iterable[Prompt]) -> list[Prompt]:
    return list({row.pk: row for row in rows}.values())
