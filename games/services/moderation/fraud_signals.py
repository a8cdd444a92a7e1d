"""Hints of double accounts and collusion: found by the clock, looked at by staff, never proof."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache, partial
from itertools import combinations
from uuid import UUID

import msgspec
from django.db import connection

from abyss_site.core.database import SqlValues
from games.models import FraudSignal, Match, Player, Status, sql
from games.services import conflicts_of_interest
from games.services.action_context import ActionContext, CannotBeDone
from games.services.moderation import collusion, sign_in_fingerprints
from games.services.moderation.collusion import Trade
from games.services.moderation.evenness import find_even_players
from games.services.moderation.staff_actions import DismissSignal
from notifications import gateway

Kind = FraudSignal.Kind

# So long after its last evidence a hint is forgotten, set aside or not.
RETENTION = timedelta(days=180)


def look_for(now: datetime, *, limit: int = 200) -> int:
    """Keep what speaks for double accounts and collusion; return how many matches were looked at.

    Each match that is over is looked at once; safe to run twice, or at once.
    """
    for shared_sign_in in sign_in_fingerprints.shared_sign_ins(now):
        facts = {
            "many": shared_sign_in.many,
            "first": shared_sign_in.first_seen_at,
            "last": shared_sign_in.last_seen_at,
        }
        facts |= {
            "together": shared_sign_in.together,
            "sharing": shared_sign_in.sharing,
            "people": shared_sign_in.people,
        }
        _save_signal(
            Kind(shared_sign_in.kind),
            shared_sign_in.one,
            shared_sign_in.two,
            facts,
            now,
            last_seen_at=shared_sign_in.last_seen_at,
        )
    unseen = Match.objects.filter(status=Status.FINISHED, examined_at=None)
    due = list(unseen.order_by("finished_at").only("pk")[:limit])
    # In no transaction: it takes long, and what programs are told waits for all that are open.
    list_deals = cache(collusion.list_deals)
    attempts = gateway.Attempts("hints", Player, now)
    pairs = _list_seated_pairs(due)
    context = PairContext(list_deals, cache(partial(_count_compared_pairs, now)))
    for player, other in pairs:
        # A pair of whom something cannot be read is named by the first of them.
        attempts.attempt(player, partial(_compare_pair, player, other, context, now))
    people = {player for pair in pairs for player in pair}
    for player, evenness in find_even_players(people, now=now).items():
        facts = {**msgspec.to_builtins(evenness), "chance": evenness.chance}
        _save_signal(Kind.BOT, player, None, facts, now, last_seen_at=now)
    return unseen.filter(pk__in=[match.pk for match in due]).update(examined_at=now)


def _list_seated_pairs(matches: list[Match]) -> list[tuple[UUID, UUID]]:
    """Who sat with whom, each pair once and in order."""
    pairs: set[tuple[UUID, UUID]] = set()
    for match in matches:
        people = match.seats.filter(player__is_bot=False, player__left_at=None)
        sitting = sorted(people.values_list("player_id", flat=True))
        pairs.update((player, other) for player, other in combinations(sitting, 2))
    return sorted(pairs)


class PairContext(msgspec.Struct, frozen=True):
    """What is read once for all pairs of a round."""

    dealt: Callable[[Match], tuple[Trade, ...]]
    count_pairs: Callable[[], int]
    """How many pairs are compared in all: so many tries chance had."""


def _count_compared_pairs(now: datetime) -> int:
    values: SqlValues = {
        "since": now - collusion.LOOKED_AT,
        "least": collusion.LEAST_MATCHES,
    }
    with connection.cursor() as cursor:
        cursor.execute(sql.COMPARED_PAIRS, values)
        return int(cursor.fetchone()[0])


def _compare_pair(player: UUID, other: UUID, context: PairContext, now: datetime) -> None:
    matches = collusion.shared_matches(player, other, now=now)
    if not matches:
        return
    pace = collusion.compare_pace(player, other, matches, now=now)
    if pace is not None:
        facts = {"matches": len(matches), **msgspec.to_builtins(pace)}
        facts["pairs"] = context.count_pairs()
        _save_signal(Kind.TIMING, player, other, facts, now, last_seen_at=now)
    prices = collusion.compare_prices(
        player, other, [deal for match in matches for deal in context.dealt(match)]
    )
    if prices is not None:
        facts = {"matches": len(matches), **msgspec.to_builtins(prices)}
        facts["pairs"] = context.count_pairs()
        _save_signal(Kind.OFFERS, player, other, facts, now, last_seen_at=now)


def _save_signal(
    kind: Kind,
    player: UUID,
    other: UUID | None,
    facts: dict[str, object],
    now: datetime,
    *,
    last_seen_at: datetime,
) -> None:
    """Save a hint, or its newer evidence of `last_seen_at`; a hint that was set aside stays so."""
    columns = msgspec.to_builtins(facts)
    row = FraudSignal(
        kind=kind,
        one_id=player,
        two_id=other,
        facts=columns,
        found_at=now,
        last_seen_at=last_seen_at,
    )
    FraudSignal.objects.bulk_create(
        [row],
        update_conflicts=True,
        unique_fields=["kind", "one", "two"],
        update_fields=["facts", "last_seen_at"],
    )


def forget_old_signals(now: datetime) -> int:
    """Forget hints for which nothing spoke for long; return how many."""
    return FraudSignal.objects.filter(last_seen_at__lte=now - RETENTION).delete()[0]


def dismiss_signal(context: ActionContext, action: DismissSignal) -> None:
    """Set a hint aside: it is shown as such, and does not come back with more of the same."""
    rows = FraudSignal.objects.select_for_update()
    row = rows.filter(pk=action.hint, dismissed_at=None).first()
    if row is None:
        raise CannotBeDone("That fraud signal has been dismissed already.")
    for person in (row.one_id, row.two_id):
        conflicts_of_interest.check_person(context.by, person)
    row.dismissed_at = context.now
    row.save(update_fields=["dismissed_at"])
    # Without names: more people read the log than the hints, those it is about perhaps.
    context.add_change("The fraud signal is dismissed.")
