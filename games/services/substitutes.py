"""Substitutes: who may take over an offered seat, and in what state."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.engine.contract import Refused
from games.models import Invitation, Match, Order, Player, Seat, SeatHistory, Status, TimelineEntry
from games.queries import blocking as block_queries
from games.queries import punctuality
from games.queries.ratings import shown_rating
from games.services import change_marks, inactivity, sanctions
from games.services.play import announcements, ballots
from games.services.play.decision_rows import fetch_sitters


class CannotJoin(Refused):
    """The match is full or running, the player already plays in it, or is not reliable enough."""

    code = "cannot_join"


@transaction.atomic
def take_seat(match: Match, player: Player, *, now: datetime | None = None) -> int:
    """Give `player` the offered seat of a running match; return its number.

    They take over the seat with a new deadline, and without its orders. Raises CannotJoin.
    """
    now = now or timezone.now()
    match = Match.objects.select_for_update(no_key=True).get(pk=match.pk)
    seats = list(match.seats.select_related("player").order_by("number"))
    seat = next((seat for seat in seats if seat.offered_at is not None), None)
    if match.status != Status.RUNNING or seat is None:
        raise CannotJoin("No seat in this match is on offer any more.")
    if player.pk in [seat.player_id for seat in seats]:
        raise CannotJoin("You are already in this match.")
    check_terms(match, player, now=now)
    assign_seat(match, seat, player, now=now)
    return seat.number


def assign_seat(
    match: Match, seat: Seat, player: Player, *, is_excused: bool = False, now: datetime
) -> None:
    """Give a seat of a locked match to `player`, who has no other seat in it.

    `is_excused`: the match does not count for the former player.
    """
    before = seat.player
    SeatHistory.objects.create(
        seat=seat,
        player=before,
        seated_at=seat.replaced_at,
        left_at=now,
        excused=is_excused,
    )
    bank_minutes = match.bank_minutes
    bank = bank_minutes["start"] * 60 if seat.bank and bank_minutes else seat.bank
    seat.player, seat.offered_at, seat.replaced_at = player, None, now
    seat.coached = False
    seat.bank = bank
    seat.save(update_fields=["player", "offered_at", "replaced_at", "coached", "bank"])
    mine = match.orders.filter(seat=seat.number, active=True)
    mine.update(active=False, why=Order.Why.CANCELLED, ended_at=now)
    change_marks.mark_lobby_changed()
    name = before.display_name
    inactivity.add_timeline_entry(
        match, TimelineEntry.Kind.TAKEN, seat=seat.number, text=name, now=now
    )
    sitting = fetch_sitters(match)
    sitter = sitting[seat.number]
    prompt = inactivity.renew_prompt(match, sitter, now=now)
    announcements.announce_seat_taken(match, sitter, before.pk, now=now)
    ballots.replace_ballots(match, sitting, seat.number, now=now)
    if prompt is not None:
        announcements.announce_reopened_prompt(match, sitter, prompt, now=now)


def check_terms(match: Match, player: Player, *, now: datetime) -> None:
    """Raise CannotJoin unless the player may join the match.

    They must not have a block with anybody in it, must be as punctual as it requires, and must not
    be under a sanction; bots must be welcome. Players of whom too little is known may join only one
    match at a time that requires punctuality.
    """
    sanctions.check_may_join(player, now=now)
    _check_bots_and_owners(match, player)
    mine = block_queries.blocked_at(match, player).first()
    if mine is not None:
        raise CannotJoin(
            ("You have blocked {name}, who plays in this match."), name=mine.display_name
        )
    if block_queries.blocks_by_players_in(match, player).exists():
        raise CannotJoin("This match is not open to you.")
    _check_rating(match, player)
    least = match.min_punctuality
    if not least:
        return
    reliability = punctuality.compute_reliability([player.pk], now=now).get(player.pk)
    if reliability is None:
        alike = Match.objects.filter(min_punctuality__gt=0, seats__player=player)
        if alike.exclude(status=Status.FINISHED).exclude(pk=match.pk).exists():
            raise CannotJoin(
                "With few answers so far you can be in one match at a time that "
                "requires reliable players."
            )
    elif reliability.in_time < least:
        raise CannotJoin(
            "This match requires {least}% answers in time; yours are {share}%.",
            least=least,
            share=reliability.in_time,
        )


def _check_rating(match: Match, player: Player) -> None:
    """Raise CannotJoin for a rating outside of the match's range, unless the player is invited."""
    if match.least_rating is None and match.most_rating is None:
        return
    if match.invitations.filter(player=player, outcome=Invitation.Outcome.OPEN).exists():
        return
    mine = shown_rating(player, match.game)
    if match.least_rating is not None and mine < match.least_rating:
        raise CannotJoin(
            "This match is for ratings from {least}; yours is {mine}.",
            least=match.least_rating,
            mine=mine,
        )
    if match.most_rating is not None and mine > match.most_rating:
        raise CannotJoin(
            "This match is for ratings up to {most}; yours is {mine}.",
            most=match.most_rating,
            mine=mine,
        )


def _check_bots_and_owners(match: Match, player: Player) -> None:
    """Raise CannotJoin for a bot that is not welcome, and for a person's second seat.

    Private matches are not rated: a person and their bots may meet each other there.
    """
    if not match.bots_welcome:
        if player.owner_id is not None:
            raise CannotJoin("Players’ bots cannot join this match.")
        return
    person = player.owner_id or player.pk
    same = match.seats.filter(Q(player=person) | Q(player__owner=person))
    if not match.private and same.exclude(player=player).exists():
        raise CannotJoin("In a public match a player and their bots can hold one seat only.")
