"""Clubs: found them, join and leave them, name organisers, and give them leagues."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from uuid import UUID

from django.db import transaction

from games.engine.contract import Refused
from games.models import Club, ClubMember, League, LeagueDirector, Player
from games.services import sanctions
from games.services.leagues import cups, directors

# Clubs that a player organises, members and open leagues of a club, and its organisers.
MOST_ORGANISED, MOST_MEMBERS, MOST_LEAGUES, MOST_ORGANISERS = 2, 1000, 10, 5
# Clubs of which a player is a member.
MOST_JOINED = 20
# Parts of addresses that lead elsewhere than to a club.
RESERVED_SLUGS = {"new"}
FIELDS = ("name", "description", "contact", "imprint")


class ClubRefused(Refused):
    """The player may not do this in a club, or it is outside the limits of clubs."""

    code = "club_refused"


def membership_of(club: Club, player: Player | None) -> ClubMember | None:
    """Return the membership of a player, None if they are no member."""
    return club.members.filter(player=player).first() if player else None


def organisers_of(club: Club) -> list[ClubMember]:
    """Return the organisers of a club with their players, the longest member first."""
    rows = club.members.filter(is_organiser=True, player__is_active=True)
    return list(rows.select_related("player").order_by("joined_at", "pk"))


def recipients_of(club_id: UUID) -> list[UUID]:
    """Return the ids of the members who want e-mails of a club; [] for a closed one."""
    rows = ClubMember.objects.filter(club=club_id, gets_emails=True, player__is_active=True)
    rows = rows.filter(club__closed_at=None)
    return list(rows.order_by("joined_at", "pk").values_list("player", flat=True))


@transaction.atomic
def found_club(by: Player, *, slug: str, texts: Mapping[str, str], now: datetime) -> Club:
    """Found a club, whose founder is its first organiser; `texts` are FIELDS by name.

    Raises ClubRefused, or CannotFound for players without a reliable record.
    """
    # Serializes the requests of a player, so that their clubs are counted correctly.
    Player.objects.select_for_update(no_key=True).get(pk=by.pk)
    cups.check_record(by, now=now)
    if by.club_memberships.filter(is_organiser=True).count() >= MOST_ORGANISED:
        raise ClubRefused("You organise {most} clubs already.", most=MOST_ORGANISED)
    if slug in RESERVED_SLUGS or Club.objects.filter(slug=slug).exists():
        raise ClubRefused("There is already a club with this address.")
    club = Club(slug=slug)
    _write_texts(club, texts)
    ClubMember.objects.create(club=club, player=by, is_organiser=True, joined_at=now)
    return club


@transaction.atomic
def edit_club(club: Club, by: Player, texts: Mapping[str, str]) -> Club:
    """Change what a club says about itself. Raises ClubRefused."""
    club = _lock_club(club)
    _require_organiser(club, by)
    _write_texts(club, texts)
    return club


def _write_texts(club: Club, texts: Mapping[str, str]) -> None:
    for field in FIELDS:
        setattr(club, field, texts[field].strip())
    if not (club.name and club.contact and club.imprint):
        raise ClubRefused("A club needs a name, a contact and an imprint.")
    club.save()


@transaction.atomic
def join_club(club: Club, player: Player, *, now: datetime) -> ClubMember:
    """Let a player join a club. Idempotent. Raises ClubRefused or PlayerSuspended."""
    club = _lock_club(club)
    member = membership_of(club, player)
    if member is not None:
        return member
    if club.closed_at is not None:
        raise ClubRefused("This club is closed.")
    sanctions.check_may_join(player, now=now)
    if player.is_bot or player.email_verified_at is None:
        raise ClubRefused("Only players who have confirmed their address can join a club.")
    if player.club_memberships.count() >= MOST_JOINED or club.members.count() >= MOST_MEMBERS:
        raise ClubRefused("This club is full, or you are a member of too many.")
    return ClubMember.objects.create(club=club, player=player, joined_at=now)


@transaction.atomic
def leave_club(club: Club, player: Player) -> None:
    """Let a player leave a club; the longest member succeeds its last organiser. Idempotent.

    A club whose last member leaves is deleted; its leagues go on without it.

    The leagues that the player has founded stay theirs to direct.
    """
    club = _lock_club(club)
    _drop_deputies(club, [player.pk])
    club.members.filter(player=player).delete()
    if not club.members.exists():
        # Nobody answers for what it says any more.
        club.delete()
        return
    heir = club.members.filter(player__is_active=True).order_by("joined_at", "pk").first()
    if heir is not None and not club.members.filter(is_organiser=True).exists():
        heir.is_organiser = True
        heir.save(update_fields=["is_organiser"])


def leave_all(player: Player) -> None:
    """Let a player leave every club, see leave_club()."""
    for member in player.club_memberships.select_related("club").order_by("club"):
        leave_club(member.club, player)


def move_memberships(closed_account: Player, remaining_account: Player) -> None:
    """Give the memberships of an account that is merged to the one that stays."""
    theirs = ClubMember.objects.filter(player=remaining_account).values("club")
    closed_account.club_memberships.exclude(club__in=theirs).update(player=remaining_account)
    leave_all(closed_account)


def set_emails(club: Club, player: Player, *, gets_emails: bool) -> None:
    """Choose whether a member is told of new seasons of the club's leagues."""
    club.members.filter(player=player).update(gets_emails=gets_emails)


@transaction.atomic
def name_organiser(club: Club, by: Player, whom: Player, *, now: datetime) -> None:
    """Make a member an organiser, who then directs the club's leagues. Raises ClubRefused."""
    club = _lock_club(club)
    _require_organiser(club, by)
    member = membership_of(club, whom)
    if member is None or whom.is_bot or not whom.is_active:
        raise ClubRefused("Only a member can become an organiser.")
    if club.members.filter(is_organiser=True).count() >= MOST_ORGANISERS:
        raise ClubRefused("A club has {most} organisers at most.", most=MOST_ORGANISERS)
    member.is_organiser = True
    member.save(update_fields=["is_organiser"])
    for league in club.leagues.all():
        directors.appoint_director(league, whom, now=now)


@transaction.atomic
def dismiss_member(club: Club, by: Player, whom: Player) -> None:
    """Remove a member who is no organiser. Raises ClubRefused."""
    club = _lock_club(club)
    _require_organiser(club, by)
    member = membership_of(club, whom)
    if member is None or member.is_organiser:
        raise ClubRefused("Only a member who is no organiser can be removed.")
    member.delete()


@transaction.atomic
def add_league(club: Club, by: Player, league: League, *, now: datetime) -> None:
    """Give a club a league that an organiser has founded; all organisers direct it from then on.

    It no longer counts among the cups of its founder. Raises ClubRefused.
    """
    club = _lock_club(club)
    _require_organiser(club, by)
    league = League.objects.select_for_update().get(pk=league.pk)
    if league not in list_own_leagues(by):
        raise ClubRefused("Choose a league that you have founded, and that belongs to no club.")
    if club.leagues.filter(is_open=True).count() >= MOST_LEAGUES:
        raise ClubRefused("A club has {most} open leagues at most.", most=MOST_LEAGUES)
    league.club = club
    league.save(update_fields=["club"])
    for organiser in organisers_of(club):
        directors.appoint_director(league, organiser.player, now=now)


def list_own_leagues(player: Player) -> list[League]:
    """Return the open leagues that a player has founded and that belong to no club."""
    rows = LeagueDirector.objects.filter(player=player, is_founder=True).values("league")
    return list(League.objects.filter(pk__in=rows, club=None, is_open=True))


def _drop_deputies(club: Club, players: Collection[UUID]) -> None:
    LeagueDirector.objects.filter(league__club=club, player__in=players, is_founder=False).delete()


@transaction.atomic
def clear_texts(club: Club, *, closes: bool, now: datetime) -> Club:
    """Replace what a club says about itself, and its address; `closes` closes it as well."""
    club = _lock_club(club)
    # The address is made of the name. Letters of an id could be a word.
    number = club.pk.int % 10**10
    club.name, club.slug = f"Club {number}", f"club-{number}"
    club.description = club.contact = club.imprint = ""
    if closes and club.closed_at is None:
        club.closed_at = now
    club.save()
    return club


def has_texts(club: Club) -> bool:
    """Return whether a club says anything about itself: not after clear_texts()."""
    return bool(club.description or club.contact or club.imprint)


def _require_organiser(club: Club, by: Player) -> None:
    if club.closed_at is not None:
        raise ClubRefused("This club is closed.")
    if not club.members.filter(player=by, is_organiser=True, player__is_active=True).exists():
        raise ClubRefused("Only an organiser of the club can do this.")


def _lock_club(club: Club) -> Club:
    return Club.objects.select_for_update().get(pk=club.pk)
