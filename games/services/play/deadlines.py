"""Play fallbacks for overdue prompts; extend deadlines of questions that were not e-mailed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from games.models import Match, Prompt, Status, TimelineEntry, Vote, sql
from games.services.play import outages, pauses
from games.services.play.decisions import MatchFrozen, StalePrompt, UnknownPrompt, submit_decision
from notifications import gateway

# Names of the jobs under which failing rows are set aside.
JOB, POSTPONING = "deadlines", "postponing"
# Minimum number of overdue prompts that one worker processes at once.
HANDFUL = 20
# A prompt whose e-mail was never sent stays open for at most this multiple of its time.
MAX_WAITS = 4


def expire_deadlines(now: datetime | None = None, *, limit: int = 500) -> int:
    """Answer overdue prompts with their fallbacks; return how many.

    Safe to run twice, or at once.

    There is one transaction per prompt, so that a match whose rules fail does not block others.
    Processes a random quarter of the `limit` oldest, so that concurrent workers rarely choose the
    same ones.
    """
    now = now or timezone.now()
    if not sql.is_true(sql.IS_OVERDUE, now) or outages.is_clock_down(now):
        return 0
    rows = gateway.Attempts(JOB, Prompt, now)
    overdue = rows.skip_resting(overdue_prompts(now)).exclude(_has_due_vote(now))
    # For these it is unknown whether their players have been notified.
    overdue = gateway.Attempts(POSTPONING, Prompt, now).skip_resting(overdue)
    waits = Q(match__on_silence=Match.OnSilence.PAUSE, sealed=False, awaits_bot=False)
    overdue = overdue.order_by("deadline_at").annotate(waits=waits)
    due = list(overdue.values_list("pk", "token", "waits")[:limit])
    sample = random.sample(due, min(len(due), max(HANDFUL, len(due) // 4)))
    unsent = _find_unsent_tokens([token for _, token, _ in sample])
    expire = partial(_expire_prompt, now=now, unsent=unsent)
    return sum(
        bool(rows.attempt(pk, partial(expire, pk, token, waits=waits)))
        for pk, token, waits in sample
    )


def overdue_prompts(now: datetime) -> QuerySet[Prompt]:
    """Return prompts whose deadline has passed."""
    return Prompt.objects.filter(
        closed_at=None, deadline_at__lte=now, match__status=Status.RUNNING, match__paused_at=None
    )


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

    No notification, no timeout: an overdue prompt waits while its e-mail is queued or failed, or
    while no reply can come in, and its player has a quarter of the time once it is sent; but not
    for ever (MAX_WAITS). Goes through all overdue prompts, `limit` at a time; those it leaves alone
    may expire.
    """
    now = now or timezone.now()
    if not sql.is_true(sql.IS_OVERDUE, now):
        return 0
    attempts = gateway.Attempts(POSTPONING, Prompt, now)
    overdue = attempts.skip_resting(overdue_prompts(now).filter(awaits_bot=False))
    overdue = overdue.select_related("match").defer("match__state").order_by("deadline_at", "pk")
    count, rows = 0, list(overdue[:limit])
    is_deaf = gateway.is_mailroom_down()
    while rows:
        sent_at_by_token = gateway.first_sent_at_by_token([row.token for row in rows])
        for row in rows:
            if row.token in sent_at_by_token:
                told_at = None if is_deaf else sent_at_by_token[row.token]
                postpone = partial(_postpone_deadline, row, told_at, now)
                count += bool(attempts.attempt(row.pk, postpone))
        last, at = rows[-1].pk, rows[-1].deadline_at
        rows = list(overdue.filter(Q(deadline_at__gt=at) | Q(deadline_at=at, pk__gt=last))[:limit])
    return count


def _postpone_deadline(row: Prompt, notified_at: datetime | None, now: datetime) -> bool:
    match = row.match
    time = timedelta(minutes=match.minutes_per_offer if row.sealed else match.minutes_per_turn)
    later = (notified_at or now) + time / 4
    if later <= now or now - row.opened_at > time * MAX_WAITS:
        return False
    same = Prompt.objects.filter(pk=row.pk, closed_at=None, deadline_at=row.deadline_at)
    return bool(same.update(deadline_at=later))


def _find_unsent_tokens(tokens: Sequence[str]) -> set[str]:
    """Return those whose question was to be e-mailed, but never was."""
    first_sent = gateway.first_sent_at_by_token(tokens)
    return {token for token, sent_at in first_sent.items() if sent_at is None}


def _expire_prompt(pk: UUID, token: str, *, now: datetime, waits: bool, unsent: set[str]) -> bool:
    """Play the fallback unless, under the match's lock, the player was quicker or has more time.

    `waits`: pause the match to wait for its player instead, but only once. A player whose token is
    in `unsent` is told that no e-mail could be sent. Returns whether something was done.
    """
    if waits and pauses.wait_for(pk, now=now):
        return True
    with transaction.atomic():
        try:
            move = submit_decision(token, None, source="clock", key=f"deadline-{pk}", now=now)
        except (MatchFrozen, StalePrompt, UnknownPrompt):
            # Not raised out of the transaction: it has the freezing of the match.
            return False
        if token in unsent and move.played_at == now:
            TimelineEntry.objects.create(
                match_id=move.match_id,
                ply=move.ply,
                kind=TimelineEntry.Kind.UNSENT,
                seat=move.seat,
                # Just before the move.
                occurred_at=now - timedelta(microseconds=1),
            )
    # False if a concurrent worker had answered it before.
    return move.played_at == now
