"""The clock is one more hand on the same door."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.models import Prompt, Seat, Status
from games.rules.contract import Refused
from games.services import announcements
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
    """Submit the fallback; under the match's lock a player who was quicker, or more time, wins."""
    try:
        submit_decision(token, None, source="clock", key=f"deadline-{pk}", now=now)
    except Refused:
        return False
    return True


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
        announcements.reminders(rows, _players(rows), now=now)
        Prompt.objects.filter(pk__in=[row.pk for row in rows]).update(remind_at=None)
    return len(rows)


def _players(rows: list[Prompt]) -> dict[tuple[UUID, int], UUID]:
    """Who is to be reminded: (match, seat) -> player."""
    seats = Seat.objects.filter(match__in={row.match_id for row in rows})
    return {
        (match, number): player
        for match, number, player in seats.values_list("match_id", "number", "player_id")
    }
