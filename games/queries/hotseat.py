"""Who sits at one device, and who of them has to answer. Read-only."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Q

from games.models import Match, Player, Prompt, Seat, Status


def fetch_companion(host: Player, match_number: int, companion: UUID) -> Player | None:
    """Return a companion of the host who sits in the match, None if there is none."""
    mine = Player.objects.filter(owner=host, is_guest=True, left_at=None, pk=companion)
    return mine.filter(seats__match__number=match_number, seats__match__is_hotseat=True).first()


def seats_at_device(match: Match, host: Player) -> list[Seat]:
    """Return the seats of the host and their companions."""
    mine = Q(player=host) | Q(player__owner=host, player__is_guest=True)
    return list(match.seats.filter(mine).select_related("player").order_by("number"))


def seats_to_answer(match: Match) -> set[int]:
    """Return the seats whose question has no answer yet."""
    rows = Prompt.objects.filter(match=match, closed_at=None, answered_at=None)
    return set(rows.values_list("seat", flat=True))


def fetch_unfinished(match_id: UUID) -> Match | None:
    """Return the match if it is one on one device that is not over; it may be frozen."""
    rows = Match.objects.filter(pk=match_id, is_hotseat=True)
    return rows.exclude(status=Status.FINISHED).first()


def list_holders(match: Match, host: Player) -> list[Seat]:
    """Return the seats whose player may hold the device now: those to answer, or all of them."""
    here, numbers = seats_at_device(match, host), seats_to_answer(match)
    return [seat for seat in here if seat.number in numbers] or here


def is_asked_in(token: str, match_number: int) -> bool:
    """Return whether a token names a prompt of the match."""
    return Prompt.objects.filter(token=token, match__number=match_number).exists()
