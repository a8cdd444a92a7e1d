"""The clock is one more hand on the same door."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.models import Prompt, Pulse, Seat, Status
from games.rules.contract import Refused
from games.services import announcements
from games.services.decisions import submit_decision
from notifications import outbox

# A question whose letter never left waits at most so many times its time.
MOST_WAITS = 4
# The pulse is written down this often; a longer gap than OUTAGE is one.
PULSE, OUTAGE = timedelta(minutes=1), timedelta(minutes=10)


def expire_deadlines(now: datetime | None = None, *, limit: int = 500) -> int:
    """Answer overdue prompts with their fallbacks; return how many. Safe to run twice, or at once.

    One transaction per prompt, so that a match whose rules fail keeps nobody else waiting.
    """
    now = now or timezone.now()
    overdue = Prompt.objects.filter(
        closed=None, deadline__lte=now, match__status=Status.RUNNING, match__paused=None
    ).order_by("deadline")
    due = list(overdue.values_list("pk", "token")[:limit])
    return sum(_expire(pk, token, now) for pk, token in due)


def postpone_untold(now: datetime | None = None, *, limit: int = 500) -> int:
    """Move deadlines of which their players could not know; return how many.

    No notice, no timeout: an overdue question waits while its letter is queued or failed, and its
    player has a quarter of the time once it has left; but not for ever.
    """
    now = now or timezone.now()
    overdue = Prompt.objects.filter(
        closed=None,
        deadline__lte=now,
        for_bot=False,
        match__status=Status.RUNNING,
        match__paused=None,
    )
    rows = list(overdue.select_related("match").order_by("deadline")[:limit])
    told = outbox.told([row.token for row in rows])
    return sum(_postpone(row, told[row.token], now) for row in rows if row.token in told)


def _postpone(row: Prompt, told: datetime | None, now: datetime) -> bool:
    match = row.match
    time = timedelta(hours=match.hours_per_offer if row.sealed else match.hours_per_turn)
    later = (told or now) + time / 4
    if later <= now or now - row.opened > time * MOST_WAITS:
        return False
    same = Prompt.objects.filter(pk=row.pk, closed=None, deadline=row.deadline)
    return bool(same.update(deadline=later))


def add_outage(now: datetime | None = None) -> timedelta | None:
    """Note that the clock ticks; after an outage give everybody the time back that it took.

    Return how long the outage was, None if there was none.
    """
    now = now or timezone.now()
    with transaction.atomic():
        pulse, is_first = Pulse.objects.select_for_update().get_or_create(
            pk=Pulse.ONLY, defaults={"ticked": now}
        )
        gap = now - pulse.ticked
        if is_first or gap < PULSE:
            return None
        Pulse.objects.filter(pk=Pulse.ONLY).update(ticked=now)
        if gap < OUTAGE:
            return None
        # What was overdue before is nobody's fault but its player's; a pause gives back by itself.
        live = Prompt.objects.filter(closed=None, deadline__gt=pulse.ticked, match__paused=None)
        live.filter(remind_at__gt=pulse.ticked).update(remind_at=F("remind_at") + gap)
        live.update(deadline=F("deadline") + gap)
        return gap


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
            .filter(
                closed=None,
                remind_at__lte=now,
                match__status=Status.RUNNING,
                match__paused=None,
            )
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
