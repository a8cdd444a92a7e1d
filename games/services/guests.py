"""Guests: visitors who play against house bots before they give an e-mail address."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef

from games.engine.contract import Refused
from games.models import Match, Player, PrivateNote, Seat, SeatHistory, Status, sql
from games.services import account_deletion, inactivity
from games.services.play.decision_rows import fetch_sitters

# How long a guest and their matches are kept, counted from when they came: as their session.
RETENTION = timedelta(seconds=settings.SESSION_COOKIE_AGE)
# Maximum number of matches per guest.
MAX_MATCHES = 5
# Maximum number of guests that one housekeeping run deletes.
BATCH = 200


class GuestLimit(Refused):
    """There are too many guests, or a guest has too many matches."""

    code = "guest_limit"


@transaction.atomic
def create_guest(*, language: str, now: datetime) -> Player:
    """Create a guest. Raises GuestLimit if the whole site had too many within an hour."""
    sql.lock_name("guests")
    guests = Player.objects.filter(is_guest=True, owner=None)
    recent = guests.filter(joined_at__gt=now - timedelta(hours=1))
    if recent.count() >= settings.GUESTS_PER_HOUR:
        raise GuestLimit("Too many guests are playing right now. Sign in with your e-mail address.")
    return Player.objects.create_guest(language=language, joined_at=now)


def check_may_play(guest: Player) -> None:
    """Raise GuestLimit if a guest has had all the matches that guests may have.

    The guest is locked, so that their matches are counted correctly.
    """
    Player.objects.select_for_update(no_key=True).get(pk=guest.pk)
    if Match.objects.filter(created_by=guest).count() >= MAX_MATCHES:
        raise GuestLimit(
            "Guests can play {most} matches. Add your e-mail address.", most=MAX_MATCHES
        )


def kept_until(guest: Player) -> datetime:
    """Return when a guest and their matches are deleted."""
    return guest.joined_at + RETENTION


@transaction.atomic
def keep_matches(guest: Player, player: Player, *, now: datetime) -> int:
    """Give the matches of a guest to the player whose address they have proved to read.

    The guest is deleted. An open prompt is announced again, to the player. Returns how many matches
    there were; 0 if a concurrent request was quicker.
    """
    rows = Match.objects.filter(created_by=guest).order_by("pk").select_for_update(no_key=True)
    matches, seats = list(rows), Seat.objects.filter(player=guest)
    numbers = dict(seats.values_list("match_id", "number"))
    seats.update(player=player)
    # Those that they have resigned.
    SeatHistory.objects.filter(player=guest).update(player=player)
    Match.objects.filter(created_by=guest).update(created_by=player)
    PrivateNote.objects.filter(player=guest).update(player=player)
    if not player.has_chosen_name:
        # A new player keeps the language in which they have played.
        Player.objects.filter(pk=player.pk).update(language=guest.language)
    # With the guest go their notifications, for which new ones could be taken.
    Player.objects.filter(pk=guest.pk, is_guest=True).delete()
    for match in matches:
        if match.status == Status.RUNNING and match.pk in numbers:
            _ask_again(match, numbers[match.pk], now)
    return len(matches)


def _ask_again(match: Match, number: int, now: datetime) -> None:
    sitter = next(row for row in fetch_sitters(match) if row.number == number)
    inactivity.reopen_prompt(match, sitter, now=now)


@transaction.atomic
def delete_guest(guest: Player, *, now: datetime) -> None:
    """Delete a guest and their matches.

    A match in which staff have seated a person stays, and so does the guest's emptied row.
    """
    others = Seat.objects.filter(match=OuterRef("pk"), player__is_bot=False).exclude(player=guest)
    # What a sign-in has kept while we waited for the lock is not among them.
    mine = Match.objects.filter(created_by=guest).order_by("pk").select_for_update()
    for match in mine.filter(~Exists(others)):
        match.delete()
    if mine.exists():
        mine.update(created_by=None)
        account_deletion.erase_account(guest, now=now)
    else:
        Player.objects.filter(pk=guest.pk, is_guest=True).delete()


def delete_expired_guests(now: datetime) -> None:
    """Delete guests who came long ago; the next run deletes those beyond BATCH."""
    guests = Player.objects.filter(is_guest=True, owner=None)
    old = guests.filter(joined_at__lt=now - RETENTION).order_by("joined_at")
    for guest in old[:BATCH]:
        delete_guest(guest, now=now)
