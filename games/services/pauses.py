"""A match that waits: its clocks stand still until it goes on."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.engine import clock
from games.models import Match, Prompt, Status, TimelineEntry
from games.services import announcements, inactivity
from games.services.decision_rows import fetch_sitters

Why = Match.Why


@transaction.atomic
def pause_match(match: Match, *, why: Match.Why, now: datetime | None = None) -> bool:
    """Stop the clocks of a running match and tell its people; False if they stand already.

    Questions stay open and may be answered; none is answered by the clock, and nobody is reminded.
    `match` is brought up to date.
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
    """Let the clocks run again: whoever is asked has as much of their time left as at the pause.

    False if the match is not paused. `match` is brought up to date.
    """
    now = now or timezone.now()
    row = _lock_match(match)
    if row.paused_at is None:
        return False
    seats = fetch_sitters(match)
    live = list(match.prompts.filter(closed_at=None).exclude(deadline_at=None).select_for_update())
    for prompt in live:
        _give_back(prompt, row.paused_at, now)
    Prompt.objects.bulk_update(live, ["deadline_at", "remind_at"])
    _save_pause(match, None, Why.NONE)
    inactivity.add_timeline_entry(row, TimelineEntry.Kind.RESUMED, now=now)
    announcements.announce_resume(match, seats, live, since=row.paused_at, now=now)
    return True


@transaction.atomic
def wait_for(prompt: UUID, *, now: datetime) -> bool:
    """Pause a match because this question was not answered in time; False if it is not to wait.

    It waits once for each question: who still is silent when it goes on is answered for.
    """
    match = _lock_match(Match.objects.only("pk").get(prompts=prompt))
    row = match.prompts.get(pk=prompt)
    is_late = row.closed_at is None and row.deadline_at is not None and row.deadline_at <= now
    waited = match.timeline.filter(kind=TimelineEntry.Kind.WAITED, seat=row.seat, ply=match.ply + 1)
    if not is_late or waited.exists() or not pause_match(match, why=Why.SILENCE, now=now):
        return False
    inactivity.add_timeline_entry(match, TimelineEntry.Kind.WAITED, seat=row.seat, now=now)
    return True


def _lock_match(match: Match) -> Match:
    rows = Match.objects.select_for_update(no_key=True).only("status", "paused_at", "ply", "number")
    return rows.get(pk=match.pk)


def _save_pause(match: Match, paused: datetime | None, why: Match.Why) -> None:
    match.paused_at, match.pause_reason = paused, why
    Match.objects.filter(pk=match.pk).update(paused_at=paused, pause_reason=why)


def _give_back(prompt: Prompt, paused: datetime, now: datetime) -> None:
    assert prompt.deadline_at is not None
    before = prompt.deadline_at
    since = max(paused, prompt.opened_at)
    if before <= since:
        # It was late already: its player has a quarter of the time again.
        prompt.deadline_at = now + (before - prompt.opened_at) / 4
    else:
        prompt.deadline_at = clock.deadline_after_pause(
            before, since, now, clock.from_prompt(prompt.hours)
        )
    if prompt.remind_at is not None:
        prompt.remind_at += prompt.deadline_at - before
