"""Give back the time of outages: of the service, and of e-mail to those who play by e-mail."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Case, F, QuerySet, Sum, Value, When
from django.db.models.functions import Greatest, Least
from django.utils import timezone

from games.models import Heartbeat, Match, Outage, Prompt, Status, TimelineEntry
from notifications import gateway

# How often the heartbeat is written. A gap of at least SHORTEST_OUTAGE is given back in matches
# whose time for an answer is at most PROPORTION times as long, and one of LONG_OUTAGE in all.
PULSE, SHORTEST_OUTAGE = timedelta(seconds=10), timedelta(seconds=30)
LONG_OUTAGE, PROPORTION = timedelta(minutes=10), 100
MINUTE = timedelta(minutes=1)
# Number of matches whose prompts are updated by one statement, which is limited to 65,535
# parameters.
PIECE = 5000

# Of the prompts of some matches, those that an outage is given back to.
Choose = Callable[[QuerySet[Prompt]], QuerySet[Prompt]]


def is_clock_down(now: datetime) -> bool:
    """Return whether the clock has been down for as long as an outage that is not compensated yet.

    Until record_tick() has extended deadlines, none may expire.
    """
    last = now - SHORTEST_OUTAGE
    return Heartbeat.objects.filter(pk=Heartbeat.ONLY, ticked_at__lte=last).exists()


def record_tick(now: datetime | None = None) -> timedelta | None:
    """Record a tick of the clock; after an outage extend deadlines by its length.

    Returns the length of the outage; None if there was none, or only one that is too short for all
    running matches (see PROPORTION).
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
        if gap < SHORTEST_OUTAGE:
            return None
        if not _give_back(pulse.ticked_at, gap, now) and gap < LONG_OUTAGE:
            return None
        Outage.objects.create(started_at=pulse.ticked_at, ended_at=now)
        return gap


def give_back_mail_outages(now: datetime) -> None:
    """Record whether replies can come in, and give back the mail outages that are over.

    What the clock has given back for the same time is not given back again.
    """
    gateway.observe_mailroom(now)
    with transaction.atomic():
        for outage in gateway.mail_outages_to_give_back():
            _give_back_mail_outage(outage)
            gateway.record_mail_outage_given_back(outage, now)


def _give_back_mail_outage(outage: gateway.MailOutage) -> None:
    started_at, ended_at = outage.started_at, outage.ended_at
    assert ended_at is not None
    gap = ended_at - started_at - _clock_outages_within(started_at, ended_at)
    if gap < SHORTEST_OUTAGE:
        return
    # An e-mail that had left before is not concerned by one that could not be sent.
    unsent_since = started_at if outage.direction == gateway.MailOutage.Direction.OUT else None

    def choose(prompts: QuerySet[Prompt]) -> QuerySet[Prompt]:
        earlier_prompts = prompts.filter(opened_at__lt=ended_at, awaits_bot=False)
        tokens = gateway.emailed_tokens(
            earlier_prompts.values_list("token", flat=True), unsent_since=unsent_since
        )
        return earlier_prompts.filter(token__in=tokens)

    _give_back(started_at, gap, ended_at, kind=TimelineEntry.Kind.MAIL_OUTAGE, choose=choose)


def _clock_outages_within(started_at: datetime, ended_at: datetime) -> timedelta:
    """Return how much of a period the clock stood still, as far as it was given back."""
    overlap = Least("ended_at", Value(ended_at)) - Greatest("started_at", Value(started_at))
    outages = Outage.objects.filter(started_at__lt=ended_at, ended_at__gt=started_at)
    total: timedelta | None = outages.aggregate(total=Sum(overlap))["total"]
    return total or timedelta()


def matches_hit_by_outage(gap: timedelta) -> QuerySet[Match]:
    """Return the running matches to which an outage of this length is given back."""
    # A pause extends deadlines itself.
    running = Match.objects.filter(status=Status.RUNNING, paused_at=None)
    if gap >= LONG_OUTAGE:
        return running
    unit = Case(When(counts_minutes=True, then=1), default=60)
    shortest = Least("hours_per_turn", "hours_per_offer") * unit
    return running.alias(minutes=shortest).filter(minutes__lte=gap * PROPORTION / MINUTE)


def _give_back(
    started_at: datetime,
    gap: timedelta,
    ended_at: datetime,
    *,
    kind: TimelineEntry.Kind = TimelineEntry.Kind.OUTAGE,
    choose: Choose = lambda prompts: prompts,
) -> int:
    """Extend the deadlines and reminders that were due after `started_at` by `gap`.

    While e-mail does not work, prompts are opened all the same; they have lost no more than the
    time since then. Says so in the timeline of each match, under `kind`. Returns the number of
    matches.

    Services lock one match and then its prompts. To update the prompts of many, lock their matches
    first, in a fixed order, so as not to deadlock.
    """
    hit = matches_hit_by_outage(gap).order_by("pk").select_for_update(no_key=True)
    plies = dict(hit.values_list("pk", "ply"))
    keys, match_ids = list(plies), set[UUID]()
    is_clock = kind == TimelineEntry.Kind.OUTAGE
    for first in range(0, len(keys), PIECE):
        # Prompts that were overdue before the outage are not extended.
        open_prompts = Prompt.objects.filter(
            match__in=keys[first : first + PIECE], closed_at=None, deadline_at__gt=started_at
        )
        rows = dict(choose(open_prompts).values_list("pk", "match"))
        prompts = Prompt.objects.filter(pk__in=list(rows))
        lost_time = Value(gap) if is_clock else Least(Value(gap), Value(ended_at) - F("opened_at"))
        prompts.filter(remind_at__gt=started_at).update(remind_at=F("remind_at") + lost_time)
        prompts.update(deadline_at=F("deadline_at") + lost_time)
        match_ids |= set(rows.values())
    _tell_in_timeline(match_ids, plies, gap, ended_at, kind)
    return len(match_ids)


def _tell_in_timeline(
    matches: Iterable[UUID],
    plies: dict[UUID, int],
    gap: timedelta,
    ended_at: datetime,
    kind: TimelineEntry.Kind,
) -> None:
    text = str(max(1, round(gap / MINUTE)))
    TimelineEntry.objects.bulk_create(
        TimelineEntry(match_id=pk, ply=plies[pk] + 1, kind=kind, text=text, occurred_at=ended_at)
        for pk in matches
    )
