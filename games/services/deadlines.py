"""Play fallbacks for overdue prompts; extend deadlines after outages and undelivered e-mails."""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from games.models import Heartbeat, Match, Outage, Prompt, Status, TimelineEntry, Vote, sql
from games.services import pauses
from games.services.decisions import MatchFrozen, StalePrompt, UnknownPrompt, submit_decision
from notifications import gateway

# Names of the jobs under which failing rows are set aside.
JOB, POSTPONING = "deadlines", "postponing"
# Minimum number of overdue prompts that one worker processes at once.
HANDFUL = 20
# A prompt whose e-mail was never sent stays open for at most this multiple of its time.
MAX_WAITS = 4
# How often the heartbeat is written; a longer gap than OUTAGE counts as an outage.
PULSE, OUTAGE = timedelta(minutes=1), timedelta(minutes=10)
# Number of matches whose prompts are updated by one statement, which is limited to 65,535
# parameters.
PIECE = 5000


def expire_deadlines(now: datetime | None = None, *, limit: int = 500) -> int:
    """Answer overdue prompts with their fallbacks; return how many.

    Safe to run twice, or at once.

    There is one transaction per prompt, so that a match whose rules fail does not block others.
    Processes a random quarter of the `limit` oldest, so that concurrent workers rarely choose the
    same ones.
    """
    now = now or timezone.now()
    if not sql.is_true(sql.IS_OVERDUE, now) or is_clock_down(now):
        return 0
    rows = gateway.Attempts(JOB, Prompt, now)
    overdue = rows.skip_resting(overdue_prompts(now)).exclude(_has_due_vote(now))
    # For these it is unknown whether their players have been notified.
    overdue = gateway.Attempts(POSTPONING, Prompt, now).skip_resting(overdue)
    waits = Q(match__on_silence=Match.OnSilence.PAUSE, sealed=False, awaits_bot=False)
    overdue = overdue.order_by("deadline_at").annotate(waits=waits)
    due = list(overdue.values_list("pk", "token", "waits")[:limit])
    taken = random.sample(due, min(len(due), max(HANDFUL, len(due) // 4)))
    expire = partial(_expire_prompt, now=now)
    return sum(
        bool(rows.attempt(pk, partial(expire, pk, token, waits=waits)))
        for pk, token, waits in taken
    )


def overdue_prompts(now: datetime) -> QuerySet[Prompt]:
    """Return prompts whose deadline has passed."""
    return Prompt.objects.filter(
        closed_at=None, deadline_at__lte=now, match__status=Status.RUNNING, match__paused_at=None
    )


def is_clock_down(now: datetime) -> bool:
    """Return whether the clock has been down for as long as an outage that is not compensated yet.

    Until record_tick() has extended deadlines, none may expire.
    """
    return Heartbeat.objects.filter(pk=Heartbeat.ONLY, ticked_at__lte=now - OUTAGE).exists()


def _has_due_vote(now: datetime) -> Exists:
    """Return a condition: a due vote is decided first, because it may grant more time.

    Votes that are set aside do not count.
    """
    due = Vote.objects.filter(
        match=OuterRef("match"), outcome=Vote.Outcome.OPEN, expires_at__lte=now
    )
    return Exists(gateway.Attempts("votes", Vote, now).skip_resting(due))


def extend_unnotified_deadlines(now: datetime | None = None, *, limit: int = 500) -> int:
    """Extend deadlines that players could not know of; return how many.

    No notification, no timeout: an overdue prompt waits while its e-mail is queued or failed, and
    its player has a quarter of the time once it is sent; but not for ever (MAX_WAITS). Goes
    through all overdue prompts, `limit` at a time; those it leaves alone may expire.
    """
    now = now or timezone.now()
    if not sql.is_true(sql.IS_OVERDUE, now):
        return 0
    attempts = gateway.Attempts(POSTPONING, Prompt, now)
    overdue = attempts.skip_resting(overdue_prompts(now).filter(awaits_bot=False))
    overdue = overdue.select_related("match").defer("match__state").order_by("deadline_at", "pk")
    moved, rows = 0, list(overdue[:limit])
    while rows:
        told = gateway.first_sent_at_by_token([row.token for row in rows])
        for row in rows:
            if row.token in told:
                postpone = partial(_postpone_deadline, row, told[row.token], now)
                moved += bool(attempts.attempt(row.pk, postpone))
        last, at = rows[-1].pk, rows[-1].deadline_at
        rows = list(overdue.filter(Q(deadline_at__gt=at) | Q(deadline_at=at, pk__gt=last))[:limit])
    return moved


def _postpone_deadline(row: Prompt, told: datetime | None, now: datetime) -> bool:
    match = row.match
    time = timedelta(minutes=match.minutes_per_offer if row.sealed else match.minutes_per_turn)
    later = (told or now) + time / 4
    if later <= now or now - row.opened_at > time * MAX_WAITS:
        return False
    same = Prompt.objects.filter(pk=row.pk, closed_at=None, deadline_at=row.deadline_at)
    return bool(same.update(deadline_at=later))


def record_tick(now: datetime | None = None) -> timedelta | None:
    """Record a tick of the clock; after an outage extend all deadlines by its length.

    Returns the length of the outage, None if there was none.
    """
    now = now or timezone.now()
    with transaction.atomic():
        pulse, is_first = Heartbeat.objects.select_for_update().get_or_create(
            pk=Heartbeat.ONLY, defaults={"ticked_at": now}
        )
        gap = now - pulse.ticked_at
        # If the system clock was set back, count from the current time.
        if is_first or timedelta() <= gap < PULSE:
            return None
        Heartbeat.objects.filter(pk=Heartbeat.ONLY).update(ticked_at=now)
        if gap < OUTAGE:
            return None
        Outage.objects.create(started_at=pulse.ticked_at, ended_at=now)
        _extend_deadlines(pulse.ticked_at, gap)
        return gap


def _extend_deadlines(began: datetime, gap: timedelta) -> None:
    """Extend the deadlines and reminders that were due after `began` by `gap`.

    Services lock one match and then its prompts. To update the prompts of many, lock their matches
    first, in a fixed order, so as not to deadlock.
    """
    # A pause extends deadlines itself.
    running = Match.objects.filter(status=Status.RUNNING, paused_at=None).order_by("pk")
    locked = dict(running.select_for_update(no_key=True).values_list("pk", "ply"))
    text = str(round(gap / timedelta(minutes=1)))
    keys = list(locked)
    for first in range(0, len(keys), PIECE):
        piece = keys[first : first + PIECE]
        TimelineEntry.objects.bulk_create(
            TimelineEntry(
                match_id=pk,
                ply=locked[pk] + 1,
                kind=TimelineEntry.Kind.OUTAGE,
                text=text,
                occurred_at=began + gap,
            )
            for pk in piece
        )
        # Prompts that were overdue before the outage are not extended.
        live = Prompt.objects.filter(match__in=piece, closed_at=None, deadline_at__gt=began)
        live.filter(remind_at__gt=began).update(remind_at=F("remind_at") + gap)
        live.update(deadline_at=F("deadline_at") + gap)


def _expire_prompt(pk: UUID, token: str, *, now: datetime, waits: bool) -> bool:
    """Play the fallback unless, under the match's lock, the player was quicker or has more time.

    `waits`: pause the match to wait for its player instead, but only once. Returns whether
    something was done.
    """
    if waits and pauses.wait_for(pk, now=now):
        return True
    try:
        move = submit_decision(token, None, source="clock", key=f"deadline-{pk}", now=now)
    except (MatchFrozen, StalePrompt, UnknownPrompt):
        return False
    # False if a concurrent worker had answered it before.
    return move.played_at == now
