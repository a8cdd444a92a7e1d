"""Pause and resume matches, whose clocks are stopped meanwhile."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.engine import clock
from games.models import Match, Prompt, Status, TimelineEntry
from games.services import inactivity
from games.services.play import announcements
from games.services.play.decision_rows import fetch_sitters

Why = Match.Why


@transaction.atomic
def pause_match(match: Match, *, why: Match.Why, now: datetime | None = None) -> bool:
    """Stop the clocks of a running match and notify its people; False if they are stopped already.

    Prompts stay open and may be answered; none expires, and no reminders are sent. `match` is
    updated.
    """
    now = now or timezone.now()
    row = _lock_match(match)
    if row.status != Status.RUNNING or row.paused_at is not None:
        return False
    _save_pause(match, now, why)
    if why != Why.SILENCE:
        inactivity.add_timeline_entry(row, TimelineEntry.Kind.PAUSED, now=now)
    announcements.announce_pause(match, fetch_sitters(match), now=now)
    return True


@transaction.atomic
def resume_match(match: Match, *, now: datetime | None = None) -> bool:
    """Resume a match: open prompts have as much time left as when it was paused.

    False if the match is not paused. `match` is updated.
    """
    now = now or timezone.now()
    row = _lock_match(match)
    if row.paused_at is None:
        return False
    seats = fetch_sitters(match)
    live = list(match.prompts.filter(closed_at=None).exclude(deadline_at=None).select_for_update())
    for prompt in live:
        _extend_deadline(prompt, row, now)
    Prompt.objects.bulk_update(live, ["deadline_at", "remind_at"])
    _save_pause(match, None, Why.NONE)
    inactivity.add_timeline_entry(row, TimelineEntry.Kind.RESUMED, now=now)
    announcements.announce_resume(match, seats, live, since=row.paused_at, now=now)
    return True


@transaction.atomic
def wait_for(prompt: UUID, *, now: datetime) -> bool:
    """Pause a match because this prompt was not answered in time; False if it should not wait.

    It waits only once per prompt: a player still silent after it is resumed is answered for.
    """
    match = _lock_match(Match.objects.only("pk").get(prompts=prompt))
    row = match.prompts.get(pk=prompt)
    is_late = row.closed_at is None and row.deadline_at is not None and row.deadline_at <= now
    earlier_waits = match.timeline.filter(
        kind=TimelineEntry.Kind.WAITED, seat=row.seat, ply=match.ply + 1
    )
    if not is_late or earlier_waits.exists() or not pause_match(match, why=Why.SILENCE, now=now):
        return False
    inactivity.add_timeline_entry(match, TimelineEntry.Kind.WAITED, seat=row.seat, now=now)
    return True


def _lock_match(match: Match) -> Match:
    rows = Match.objects.select_for_update(no_key=True).only(
        "status", "paused_at", "ply", "number", "deadline_time", "deadline_zone"
    )
    return rows.get(pk=match.pk)


def _save_pause(match: Match, paused_at: datetime | None, why: Match.Why) -> None:
    match.paused_at, match.pause_reason = paused_at, why
    Match.objects.filter(pk=match.pk).update(paused_at=paused_at, pause_reason=why)


def _extend_deadline(prompt: Prompt, match: Match, now: datetime) -> None:
    """Give an open prompt of a match that is still paused its new deadline."""
    assert prompt.deadline_at is not None and match.paused_at is not None
    before = prompt.deadline_at
    since = max(match.paused_at, prompt.opened_at)
    if before <= since:
        # It was overdue already: its player gets a quarter of the time.
        prompt.deadline_at = now + (before - prompt.opened_at) / 4
    else:
        daily = clock.parse_daily_deadline(match.deadline_time, match.deadline_zone)
        prompt.deadline_at = clock.deadline_after_pause(
            before, since, now, clock.parse_prompt_hours(prompt.hours), daily
        )
    if prompt.remind_at is not None:
        prompt.remind_at += prompt.deadline_at - before
