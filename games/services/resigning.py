"""Resign: a house bot plays the seat to the end."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from django.core.signing import BadSignature, TimestampSigner
from django.db import transaction
from django.utils import timezone

from games.engine.contract import Refused
from games.models import Match, Order, Player, Seat, SeatHistory, Status, TimelineEntry
from games.services import inactivity
from games.services.house_bots import house_bots
from games.services.play.decision_rows import fetch_sitters

# How long the link to confirm a resignation is valid.
LINK_LIVES = timedelta(days=1)
RESIGN = TimestampSigner(salt="games.resign", sep=".")


class CannotResign(Refused):
    """The match is not running, or the player has no seat in it any more."""

    code = "cannot_resign"


def resignation_token(match: Match, player: Player) -> str:
    """Return the signed part of the page's URL for resigning the seat. Raises CannotResign."""
    _check_may_resign(match, player)
    link: str = RESIGN.sign_object([match.pk.hex, player.pk.hex])
    return link


def read_resign_link(link: str) -> tuple[Match, Player] | None:
    """Return the match and the player of a resignation link; None if it is expired or invalid."""
    try:
        match, player = RESIGN.unsign_object(link, max_age=LINK_LIVES)
    except (BadSignature, ValueError):
        return None
    match_row = Match.objects.filter(pk=UUID(match)).first()
    who = Player.objects.filter(pk=UUID(player), is_active=True).first()
    return (match_row, who) if match_row and who else None


@transaction.atomic
def resign_seat(match: Match, player: Player, *, now: datetime | None = None) -> None:
    """Let a house bot take over the player's seat for the rest of the match.

    The player's orders in the match are cancelled, and its prompt gets a new token. Raises
    CannotResign; nothing is changed.
    """
    now = now or timezone.now()
    match = Match.objects.select_for_update(no_key=True).get(pk=match.pk)
    replace_with_house_bot(
        match, _check_may_resign(match, player), TimelineEntry.Kind.RESIGNED, now=now
    )


def replace_with_house_bot(
    match: Match, seat: Seat, why: TimelineEntry.Kind, *, is_excused: bool = False, now: datetime
) -> None:
    """Give a seat of a locked match to a house bot for good; `why` goes into the timeline.

    `is_excused`: the match does not count for the former player.
    """
    player = seat.player
    SeatHistory.objects.create(
        seat=seat, player=player, seated_at=seat.replaced_at, left_at=now, excused=is_excused
    )
    sitting = set(match.seats.values_list("player_id", flat=True))
    bots = house_bots(match.seats_wanted)
    seat.player = next(bot for bot in bots if bot.pk not in sitting)
    seat.bot_took_over_at, seat.offered_at, seat.replaced_at = None, None, now
    seat.save(update_fields=["player", "bot_took_over_at", "offered_at", "replaced_at"])
    orders = match.orders.filter(seat=seat.number, active=True)
    orders.update(active=False, why=Order.Why.CANCELLED, ended_at=now)
    inactivity.add_timeline_entry(match, why, seat=seat.number, text=player.display_name, now=now)
    sitter = next(row for row in fetch_sitters(match) if row.number == seat.number)
    inactivity.reopen_prompt(match, sitter, now=now)


def _check_may_resign(match: Match, player: Player) -> Seat:
    if match.status != Status.RUNNING:
        raise CannotResign("You can only resign a running match.")
    seat = match.seats.filter(player=player).first()
    if seat is None:
        raise CannotResign("You have no seat in this match.")
    return seat
