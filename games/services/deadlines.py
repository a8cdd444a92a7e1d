"""The clock is one more hand on the same door."""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from games.models import Heartbeat, Match, Outage, Prompt, Status, TimelineEntry, Vote
from games.services import pauses
from games.services.decisions import MatchFrozen, StalePrompt, UnknownPrompt, submit_decision
from notifications import gateway

# What rows are set aside by.
JOB, POSTPONING = "deadlines", "postponing"
# At least so many overdue questions one hand of the clock takes at once.
HANDFUL = 20
# A question whose letter never left waits at most so many times its time.
MOST_WAITS = 4
# The pulse is written down this often; a longer gap than OUTAGE is one.
PULSE, OUTAGE = timedelta(minutes=1), timedelta(minutes=10)
# Matches whose questions are moved by one statement: it may have 65,535 parameters.
PIECE = 5000


def expire_deadlines(now: datetime | None = None, *, limit: int = 500) -> int:
    """Answer overdue prompts with their fallbacks; return how many. Safe to run twice, or at once.

    One transaction per prompt, so that a match whose rules fail keeps nobody else waiting. Takes a
    quarter, any of the `limit` oldest: several hands of the clock seldom take the same ones.
    """
    now = now or timezone.now()
    if is_away(now):
        return 0
    rows = gateway.Attempts(JOB, Prompt, now)
    overdue = rows.skip_resting(overdue_prompts(now)).exclude(_has_due_vote(now))
    # Of these nobody can say whether their players know of them.
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
    """Questions that the clock should have answered by now."""
    return Prompt.objects.filter(
        closed_at=None, deadline_at__lte=now, match__status=Status.RUNNING, match__paused_at=None
    )


def is_away(now: datetime) -> bool:
    """Whether the clock has not ticked for as long as an outage, and nothing is given back yet.

    What falls due meanwhile may not fall before it is: add_outage moves it.
    """
    return Heartbeat.objects.filter(pk=Heartbeat.ONLY, ticked_at__lte=now - OUTAGE).exists()


def _has_due_vote(now: datetime) -> Exists:
    """A vote that is to be decided first, for it may give more time; not one that is set aside."""
    due = Vote.objects.filter(
        match=OuterRef("match"), outcome=Vote.Outcome.OPEN, expires_at__lte=now
    )
    return Exists(gateway.Attempts("votes", Vote, now).skip_resting(due))


def postpone_untold(now: datetime | None = None, *, limit: int = 500) -> int:
    """Move deadlines of which their players could not know; return how many.

    No notification, no timeout: an overdue question waits while its e-mail is queued or failed,
    and its player has a quarter of the time once it has left; but not for ever. Looks at all
    that are overdue, `limit` at a time: what it leaves may fall.
    """
    now = now or timezone.now()
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
    time = timedelta(hours=match.hours_per_offer if row.sealed else match.hours_per_turn)
    later = (told or now) + time / 4
    if later <= now or now - row.opened_at > time * MOST_WAITS:
        return False
    same = Prompt.objects.filter(pk=row.pk, closed_at=None, deadline_at=row.deadline_at)
    return bool(same.update(deadline_at=later))


def add_outage(now: datetime | None = None) -> timedelta | None:
    """Note that the clock ticks; after an outage give everybody the time back that it took.

    Return how long the outage was, None if there was none.
    """
    now = now or timezone.now()
    with transaction.atomic():
        pulse, is_first = Heartbeat.objects.select_for_update().get_or_create(
            pk=Heartbeat.ONLY, defaults={"ticked_at": now}
        )
        gap = now - pulse.ticked_at
        # A clock that was put back is counted on from where it stands now.
        if is_first or timedelta() <= gap < PULSE:
            return None
        Heartbeat.objects.filter(pk=Heartbeat.ONLY).update(ticked_at=now)
        if gap < OUTAGE:
            return None
        Outage.objects.create(started_at=pulse.ticked_at, ended_at=now)
        _give_back(pulse.ticked_at, gap)
        return gap


def _give_back(began: datetime, gap: timedelta) -> None:
    """Move what falls due after `began`.

    A door locks one match and then its questions. Whoever moves the questions of many locks these
    matches first, in one order, and so waits for doors without holding what they want.
    """
    # A pause gives back by itself.
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
        # What was overdue before is nobody's fault but its player's.
        live = Prompt.objects.filter(match__in=piece, closed_at=None, deadline_at__gt=began)
        live.filter(remind_at__gt=began).update(remind_at=F("remind_at") + gap)
        live.update(deadline_at=F("deadline_at") + gap)


def _expire_prompt(pk: UUID, token: str, *, now: datetime, waits: bool) -> bool:
    """Submit the fallback; under the match's lock a player who was quicker, or more time, wins.

    `waits`: the match waits for its player instead, but once only.
    """
    if waits and pauses.wait_for(pk, now=now):
        return True
    try:
        move = submit_decision(token, None, source="clock", key=f"deadline-{pk}", now=now)
    except (MatchFrozen, StalePrompt, UnknownPrompt):
        return False
    # Not what another hand of the clock had answered before.
    return move.played_at == now
