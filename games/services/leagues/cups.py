"""Cups that players found: who may, within which limits, and the codes that let friends enter."""

from __future__ import annotations

import secrets
from datetime import datetime

from django.db.models import Q, QuerySet

from games.engine.contract import Refused
from games.leagues.terms import Terms
from games.models import Entry, League, Player, Season, SeasonInvitation
from games.queries import punctuality
from games.services import invitations, sanctions

# The least share of answers in time, in percent, of whoever founds a cup.
LEAST_IN_TIME = 80
# Cups of one founder at the same time that are still open, besides those of clubs.
MOST_CUPS = 2
# Entrants of a cup, and the days that a round and its sign-up may take.
MOST_ENTRANTS, MOST_DAYS = 64, 60
# Letters and digits that nobody confuses, and how many of them a code has.
ALPHABET, CODE_LENGTH = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789", 8


class CannotFound(Refused):
    """The player may not found a cup, or it is outside the limits of players."""

    code = "cannot_found"


def check_may_found(player: Player, *, now: datetime) -> None:
    """Raise CannotFound unless a player has a reliable record and not too many cups already.

    Raises PlayerSuspended for suspended players.
    """
    check_record(player, now=now)
    if open_cups(player) >= MOST_CUPS:
        raise CannotFound("You have {most} cups already: close one first.", most=MOST_CUPS)


def check_record(player: Player, *, now: datetime) -> None:
    """Raise CannotFound unless a player has a reliable record; PlayerSuspended if suspended."""
    sanctions.check_may_join(player, now=now)
    if player.is_bot or player.email_verified_at is None:
        raise CannotFound("Only players who have confirmed their address can create a cup.")
    reliability = punctuality.compute_reliability([player.pk], now=now).get(player.pk)
    if reliability is None:
        raise CannotFound("You can create a cup after giving ten answers in matches.")
    if reliability.in_time < LEAST_IN_TIME:
        raise CannotFound(
            "To create a cup, give {least}% of your answers in time; so far it is {share}%.",
            least=LEAST_IN_TIME,
            share=reliability.in_time,
        )


def open_cups(player: Player) -> int:
    """Return how many cups a player has founded that are not closed, and belong to no club."""
    leagues = League.objects.filter(is_player_made=True, is_open=True, club=None)
    return leagues.filter(directors__player=player, directors__is_founder=True).count()


def check_limits(terms: Terms) -> None:
    """Raise CannotFound for terms outside the limits of player-made cups."""
    if not 2 <= terms.capacity <= MOST_ENTRANTS:
        raise CannotFound(
            "A cup needs a fixed number of places, {most} at most.", most=MOST_ENTRANTS
        )
    if max(terms.round_days, terms.sign_up_days) > MOST_DAYS or terms.check_in_days > MOST_DAYS:
        raise CannotFound("Sign-up and rounds of a cup take {most} days at most.", most=MOST_DAYS)


def new_entry_code() -> str:
    """Return a new code for friends."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def is_entry_code(league: League, text: str) -> bool:
    """Return whether this is the league's code, however it is typed."""
    code = "".join(text.split()).upper()
    return bool(league.entry_code) and secrets.compare_digest(
        code.encode(), league.entry_code.encode()
    )


def is_invited(season: Season, player: Player) -> bool:
    """Return whether a player was invited to a season, by name or by their address."""
    return invitations_of(player).filter(season=season).exists()


def invitations_of(player: Player) -> QuerySet[SeasonInvitation]:
    """Return the invitations of a player to seasons, also those of an address they have proved."""
    theirs = Q(player=player)
    if player.email_verified_at is not None:
        theirs |= Q(digest__in=invitations.address_digests(player.email))
    return SeasonInvitation.objects.filter(theirs)


def use_invitation(entry: Entry) -> None:
    """Give a new entry the rank of its invitation, which is from now on that of a player.

    The address by which somebody was invited is forgotten.
    """
    rows = list(invitations_of(entry.player).filter(season=entry.season_id).order_by("pk"))
    entry.seeding = next((row.seeding for row in rows if row.seeding is not None), entry.seeding)
    by_address = [row for row in rows if row.digest]
    for row in by_address if len(by_address) < len(rows) else by_address[1:]:
        row.delete()
    if by_address and len(by_address) == len(rows):
        row = by_address[0]
        row.player, row.address, row.digest, row.token = entry.player, "", "", None
        row.save()
