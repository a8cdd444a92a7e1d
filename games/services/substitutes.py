"""Seats that are offered to others: who may take one, and what they find there."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.engine.contract import Refused
from games.models import Match, Order, Player, Seat, SeatHistory, Status, TimelineEntry
from games.queries import blocking as block_queries
from games.queries import punctuality
from games.services import announcements, ballots, inactivity
from games.services.decision_rows import fetch_sitters
from games.services.moderation import sanctions


class CannotJoin(Refused):
    """The match is full, running, or the player sits in it already, or is not reliable enough."""

    code = "cannot_join"


@transaction.atomic
def take_seat(match: Match, player: Player, *, now: datetime | None = None) -> int:
    """Give `player` a seat of a running match that is offered; return its number.

    They find the seat as it is, with a whole clock, and nothing of its orders. Raises CannotJoin.
    """
    now = now or timezone.now()
    match = Match.objects.select_for_update(no_key=True).get(pk=match.pk)
    seats = list(match.seats.select_related("player").order_by("number"))
    offered = next((seat for seat in seats if seat.offered_at is not None), None)
    if match.status != Status.RUNNING or offered is None:
        raise CannotJoin("No seat of this match is offered any more.")
    if player.pk in [seat.player_id for seat in seats]:
        raise CannotJoin("You already sit at this table.")
    check_terms(match, player, now=now)
    sit_down(match, offered, player, now=now)
    return offered.number


def sit_down(match: Match, offered: Seat, player: Player, *, now: datetime) -> None:
    """Give a seat of a locked match to `player`, who does not sit there yet, as it is."""
    before = offered.player
    SeatHistory.objects.create(
        seat=offered, player=before, seated_at=offered.replaced_at, left_at=now
    )
    bank = offered.bank and match.bank and match.bank["start"] * 3600
    offered.player, offered.offered_at, offered.replaced_at = player, None, now
    offered.coached = False
    offered.bank = bank
    offered.save(update_fields=["player", "offered_at", "replaced_at", "coached", "bank"])
    mine = match.orders.filter(seat=offered.number, active=True)
    mine.update(active=False, why=Order.Why.CANCELLED, ended_at=now)
    name = before.display_name
    inactivity.add_timeline_entry(
        match, TimelineEntry.Kind.TAKEN, seat=offered.number, text=name, now=now
    )
    sitting = fetch_sitters(match)
    sitter = sitting[offered.number]
    announcements.seat_taken(match, sitter, before.pk, now=now)
    ballots.hand_over(match, sitting, offered.number, now=now)
    inactivity.ask_anew(match, sitter, now=now)


def check_terms(match: Match, player: Player, *, now: datetime) -> None:
    """Raise CannotJoin unless the player gets along with those who sit there, and keeps to the
    clock as the match demands, and is not kept from tables; nor if they are a bot and none is
    welcome.

    Of whom too little is known may sit in one match at a time that demands something.
    """
    sanctions.check_may_join(player, now=now)
    _check_hands(match, player)
    mine = block_queries.blocked_at(match, player).first()
    if mine is not None:
        raise CannotJoin("You have blocked {name}, who sits at this table.", name=mine.display_name)
    if block_queries.blocks_at(match, player).exists():
        raise CannotJoin("This match is not open to you.")
    least = match.min_punctuality
    if not least:
        return
    kept = punctuality.compute_reliability([player.pk], now=now).get(player.pk)
    if kept is None:
        alike = Match.objects.filter(min_punctuality__gt=0, seats__player=player)
        if alike.exclude(status=Status.FINISHED).exclude(pk=match.pk).exists():
            raise CannotJoin(
                "Whoever has answered few questions so far may sit in one match at a time that"
                " asks for punctual players."
            )
    elif kept.in_time < least:
        raise CannotJoin(
            "This match asks for players who answer {least}% of their questions in time; you have"
            " answered {share}%.",
            least=least,
            share=kept.in_time,
        )


def _check_hands(match: Match, player: Player) -> None:
    """Raise CannotJoin for a bot that is not welcome, and for the second seat of one person.

    Private matches are not rated: there somebody's bots may meet each other, and their owner.
    """
    if not match.bots_welcome:
        if player.owner_id is not None:
            raise CannotJoin("Players’ bots are not welcome at this table.")
        return
    person = player.owner_id or player.pk
    same = match.seats.filter(Q(player=person) | Q(player__owner=person))
    if not match.private and same.exclude(player=player).exists():
        raise CannotJoin("In a public match a person and their bots have one seat between them.")
