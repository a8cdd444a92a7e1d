"""Invitations to matches that have not started, by address or by name.

Inviters cannot find out who has an account, who has blocked them or who wants no e-mails: all
invitations look the same to them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac

from abyss_site.core.email_addresses import address_spellings, normalize_address
from abyss_site.core.unicode_text import is_displayed
from games.engine import display_names
from games.engine.contract import Refused
from games.models import Invitation, Match, Player, SeasonInvitation, Seat, Status, sql
from games.queries import blocking as block_queries
from games.services import accounts, change_marks, invitation_notifications, matches
from notifications import gateway

Outcome = Invitation.Outcome

# How long an invitation can be answered, and how long it is kept after that.
LIVES, RETENTION = timedelta(days=14), timedelta(days=30)
# Maximum number of invitations by a player per day, and of e-mails to an address per week from
# anybody.
MAX_PER_DAY, MAX_PER_ADDRESS = 20, 3
DAY, WEEK = timedelta(days=1), timedelta(days=7)
MAX_NOTE_LENGTH = 200

# Text that mail programs turn into links, which would allow advertising in our name.
LINK = re.compile(r"https?:|www\.|\w\.[a-z]{2,}|@", re.IGNORECASE)


class CannotInvite(Refused):
    """There is no player with that name, the match is not open, or the player has sent too many."""

    code = "cannot_invite"


class InvitationOver(Refused):
    """The invitation was answered, withdrawn or has expired, or its match has started."""

    code = "invitation_over"


@transaction.atomic
def invite_player(
    match: Match, inviter: Player, whom: str, *, note: str = "", now: datetime | None = None
) -> Invitation:
    """Invite `whom`, an address or the name of a player, to a match in which `inviter` plays.

    No seat is reserved: first come, first served. Idempotent. Raises CannotInvite.
    """
    now = now or timezone.now()
    match = Match.objects.select_for_update(no_key=True).get(pk=match.pk)
    # Serializes the invitations of a player to several matches, so that they are counted correctly.
    Player.objects.select_for_update(no_key=True).get(pk=inviter.pk)
    if match.status != Status.OPEN:
        raise CannotInvite("This match has already begun.")
    if not match.seats.filter(player=inviter).exists():
        raise CannotInvite("Only players of this match can invite others.")
    if inviter.is_bot:
        raise CannotInvite("Bots cannot invite anyone.")
    if inviter.email_verified_at is None:
        raise CannotInvite("Sign in by e-mail first: your address is not confirmed yet.")
    address, player = _resolve_invitee(whom)
    if player is not None and player.pk == inviter.pk:
        raise CannotInvite("You are already in this match.")
    same = match.invitations.filter(outcome=Outcome.OPEN, digest__in=address_digests(address))
    earlier = same.first()
    if earlier is not None:
        return earlier
    if Invitation.objects.filter(inviter=inviter, sent_at__gt=now - DAY).count() >= MAX_PER_DAY:
        raise CannotInvite("You have sent {most} invitations today.", most=MAX_PER_DAY)
    row = Invitation(
        match=match,
        inviter=inviter,
        player=player,
        address=address if "@" in whom else "",
        digest=address_digest(address),
        note=_checked_note(note),
        sent_at=now,
        expires_at=now + LIVES,
    )
    return send_invitation(row, is_limited=True)


def send_invitation(row: Invitation, *, is_limited: bool) -> Invitation:
    """Save an invitation and queue its e-mail, unless its reader should not get one.

    `is_limited`: an address that has had enough invitations lately gets no e-mail.
    """
    assert row.match is not None
    row.silent = (
        accounts.is_reserved(row.address) if row.player is None else _is_unwelcome(row, row.player)
    )
    address = row.player.email if row.player is not None else row.address
    if is_limited:
        # Several players may invite the same address at once.
        sql.lock_name(f"invitations {row.digest}")
    is_full = is_limited and has_enough_invitations(address_digests(address), row.sent_at)
    row.save()
    if not row.silent and not is_full:
        invitation_notifications.notify_invitee(row, now=row.sent_at)
    change_marks.mark_match_changed(row.match.number)
    return row


def has_enough_invitations(digests: Sequence[str], now: datetime) -> bool:
    """Return whether an address has had enough invitations lately, to matches and seasons."""
    to_matches = Invitation.objects.filter(digest__in=digests, sent_at__gt=now - WEEK, silent=False)
    to_seasons = SeasonInvitation.objects.filter(digest__in=digests, invited_at__gt=now - WEEK)
    return to_matches.count() + to_seasons.count() >= MAX_PER_ADDRESS


def accept_invitation(
    row: Invitation,
    *,
    word: str = "",
    word_source: Seat.WordSource = Seat.WordSource.TYPED,
    now: datetime | None = None,
) -> Match:
    """Accept an invitation by joining its match; return the match.

    Idempotent.

    Raises InvitationOver, CannotJoin.
    """
    now = now or timezone.now()
    match, player = row.match, row.player
    if match is not None and player is not None and row.outcome == Outcome.ACCEPTED:
        return match
    check_open(row, now)
    assert match is not None and player is not None
    matches.join_match(match, player, word=word, word_source=word_source, now=now)
    return match


@transaction.atomic
def decline_invitation(row: Invitation, *, now: datetime | None = None) -> None:
    """Decline an invitation; the others concerned are notified.

    Idempotent. Raises InvitationOver.
    """
    now = now or timezone.now()
    row = Invitation.objects.select_for_update(of=("self",)).select_related("match").get(pk=row.pk)
    if row.outcome == Outcome.DECLINED:
        return
    check_open(row, now)
    settle_invitation(row, Outcome.DECLINED, now=now)
    invitation_notifications.notify_of_decline(row, now=now)


@transaction.atomic
def revoke_invitation(
    inviter: Player, match: Match, number: UUID, *, now: datetime | None = None
) -> None:
    """Revoke one's own invitation, by its id. Idempotent."""
    mine = match.invitations.select_for_update().filter(inviter=inviter, pk=number)
    for row in mine.filter(outcome=Outcome.OPEN):
        settle_invitation(row, Outcome.WITHDRAWN, now=now or timezone.now())


def reader_of(row: Invitation) -> Player | None:
    """Return the account of whoever reads the address of an invitation; None: there is none."""
    return row.player or (accounts.player_at(row.address) if row.address else None)


def get_or_create_reader(row: Invitation, *, language: str) -> Player | None:
    """Return the account of whoever reads the address of an invitation, creating one if needed.

    This is the same as requesting a sign-in with the address, which stays unverified. None: nobody
    may sign in with this address.
    """
    player = accounts.get_or_create_player(row.address)
    if player is not None and player.email_verified_at is None and player.last_login is None:
        player.language = language
        player.save(update_fields=["language"])
    return player


@transaction.atomic
def register_invitee(
    row: Invitation, *, name: str = "", language: str = "", now: datetime | None = None
) -> tuple[Player, bool]:
    """Return the player who reads the address of an invitation, and whether they are new.

    An answer from the address, or a code e-mailed to it, verifies it. An existing account keeps its
    name and language; they are only set for a new one, "" leaves the default. Raises
    InvitationOver.
    """
    now = now or timezone.now()
    row = Invitation.objects.select_for_update(of=("self",)).select_related("match").get(pk=row.pk)
    check_open(row, now)
    player = row.player or accounts.get_or_create_player(row.address, now=now)
    if player is None:
        raise InvitationOver("This invitation has expired.")
    is_new = player.email_verified_at is None
    if is_new:
        accounts.verify_address(player)
        accounts.change_settings(
            player,
            display_name=name or player.display_name,
            language=language or player.language,
            zone=player.zone,
        )
    digests = [row.digest, *address_digests(player.email)]
    Invitation.objects.filter(digest__in=digests, player=None).update(player=player)
    return player, is_new


def check_open(row: Invitation, now: datetime) -> None:
    """Raise InvitationOver unless the invitation can still be answered."""
    match = row.match
    if match is None or row.outcome == Outcome.WITHDRAWN:
        raise InvitationOver("This invitation was withdrawn.")
    if match.status != Status.OPEN:
        raise InvitationOver("This match has already begun.")
    if row.outcome != Outcome.OPEN or row.expires_at <= now:
        raise InvitationOver("This invitation has expired.")


def settle_invitation(row: Invitation, outcome: Invitation.Outcome, *, now: datetime) -> None:
    """Record the outcome of an invitation; a reserved seat becomes free."""
    row.outcome, row.settled_at = outcome, now
    row.save(update_fields=["outcome", "settled_at"])
    if row.match is not None:
        change_marks.mark_match_changed(row.match.number)


def end_invitations(now: datetime) -> int:
    """Expire invitations, and delete those that were over long ago.

    Addresses that directors have typed for a season are deleted at the same age.

    Returns how many expired.

    Safe to run twice, or at once.
    """
    due = Invitation.objects.filter(outcome=Outcome.OPEN, expires_at__lte=now)
    count = due.update(outcome=Outcome.LAPSED, settled_at=now)
    Invitation.objects.filter(expires_at__lte=now - RETENTION).delete()
    season_invitations = SeasonInvitation.objects.exclude(digest="")
    season_invitations.filter(invited_at__lte=now - LIVES - RETENTION).delete()
    gateway.forget_introductions(now - LIVES - RETENTION)
    return count


def address_digest(address: str) -> str:
    """Return the keyed hash by which an address is counted."""
    return address_digests(address)[0]


def address_digests(address: str) -> list[str]:
    """Return the keyed hashes of an address under the current key and all former ones.

    The first one is that of the normal spelling; others may have been stored before.
    """
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return [
        salted_hmac("games.invitation", spelling, secret=key, algorithm="sha256").hexdigest()
        for key in keys
        for spelling in address_spellings(address)
    ]


def _resolve_invitee(whom: str) -> tuple[str, Player | None]:
    """Return the invited address, and the player who is verified to read it.

    Raises CannotInvite.
    """
    whom = whom.strip()
    if "@" not in whom:
        invitee = _player_by_name(" ".join(whom.split()))
        return invitee.email, invitee
    try:
        validate_email(whom)
    except ValidationError as error:
        raise CannotInvite("“{whom}” is not an e-mail address.", whom=whom[:60]) from error
    player = accounts.player_at(whom)
    if player is not None and not (player.email_verified_at or player.is_bot or _is_closed(player)):
        player = None
    return normalize_address(whom)[:254], player


def _player_by_name(name: str) -> Player:
    players = Player.objects.filter(is_active=True, is_staff=False, left_at=None)
    is_reachable = ~Q(email_verified_at=None) | ~Q(owner=None)
    player = players.filter(is_reachable, name_key=display_names.name_key(name)).first()
    if player is None:
        raise CannotInvite("No player is called “{name}”.", name=name[:60])
    return player


def _is_closed(player: Player) -> bool:
    return player.is_staff or player.is_house_bot or not player.is_active


def _is_unwelcome(row: Invitation, player: Player) -> bool:
    """Return whether the player would not want this invitation, or could not accept it."""
    match = row.match
    assert match is not None
    return (
        _is_closed(player)
        or (player.is_bot and not match.bots_welcome)
        or match.seats.filter(player=player).exists()
        or block_queries.blocks_by_players_in(match, player).exists()
        or block_queries.blocked_at(match, player).exists()
    )


def _checked_note(note: str) -> str:
    """Return the note as one line without links. Raises CannotInvite."""
    note = " ".join(note.split())
    if len(note) > MAX_NOTE_LENGTH or not is_displayed(note):
        raise CannotInvite(
            "A personal message is one line of at most {most} characters.", most=MAX_NOTE_LENGTH
        )
    if LINK.search(note):
        raise CannotInvite("Please leave web and e-mail addresses out of the message.")
    return note
