"""The clock is one more hand on the same door."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.models import Match, Prompt, Status
from games.rules.contract import Refused
from games.services import announcements, matches
from games.services.decisions import submit_decision


def expire_deadlines(now: datetime | None = None, *, limit: int = 500) -> int:
    """Answer overdue prompts with their fallbacks; return how many. Safe to run twice, or at once.

    One transaction per prompt, so that a match whose rules fail keeps nobody else waiting.
    """
    now = now or timezone.now()
    overdue = Prompt.objects.filter(
        closed=None, deadline__lte=now, match__status=Status.RUNNING
    ).order_by("deadline")
    due = list(overdue.values_list("pk", "token")[:limit])
    return sum(_expire(pk, token, now) for pk, token in due)


def _expire(pk: UUID, token: str, now: datetime) -> bool:
    try:
        with transaction.atomic():
            # Under the match's lock: a player who was quicker, or an extension, wins.
            match = Match.objects.select_for_update(skip_locked=True, no_key=True, of=("self",))
            if match.filter(prompts=pk).only("pk").first() is None:
                return False
            if not Prompt.objects.filter(pk=pk, closed=None, deadline__lte=now).exists():
                return False
            submit_decision(token, None, source="clock", key=f"deadline-{pk}", now=now)
            return True
    except Refused:
        return False


def send_reminders(now: datetime | None = None, *, limit: int = 500) -> int:
    """Post a reminder for each open prompt whose moment has come; return how many."""
    now = now or timezone.now()
    with transaction.atomic():
        due = (
            Prompt.objects.select_for_update(skip_locked=True, of=("self",))
            .filter(closed=None, remind_at__lte=now, match__status=Status.RUNNING)
            .order_by("remind_at")
            .select_related("match")[:limit]
        )
        rows = list(due)
        for prompt in rows:
            seat = matches.sitters(prompt.match)[prompt.seat]
            announcements.reminder(prompt.match, seat, prompt, now=now)
        Prompt.objects.filter(pk__in=[row.pk for row in rows]).update(remind_at=None)
    return len(rows)
