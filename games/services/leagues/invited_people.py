"""Enter people in a season by hand or from a list: they are invited, and entered when they accept.

Directors cannot find out whose address has an account: all addresses look the same to them.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils.translation import gettext_noop

from abyss_site.core.email_addresses import normalize_address
from games.leagues.entry_lists import ListedPerson
from games.models import (
    Block,
    Entry,
    Invitation,
    Player,
    Season,
    SeasonInvitation,
    SeasonToken,
    new_season_invitation_token,
    sql,
)
from games.queries import players
from games.services import accounts, invitations
from games.services.leagues import entries, news, seedings, teams
from games.services.leagues.directing import MOST_INVITATIONS, OVER, CannotDirect
from notifications import gateway
from notifications.gateway import Draft

# Why a line of a list invites nobody: a sentence and its facts.
Refusal = tuple[str, dict[str, Any]]


class InvitedPeople(msgspec.Struct):
    """What came of a list: names and addresses as they were typed, and lines that were refused.

    `invited` are new; `repeated` were invited before; `entered` take part already.
    """

    invited: list[str] = []
    repeated: list[str] = []
    entered: list[str] = []
    refusals: list[Refusal] = []


@transaction.atomic
def invite_people(
    season: Season, people: Sequence[ListedPerson], by: Player, *, about: str, now: datetime
) -> InvitedPeople:
    """Invite people to a season by e-mail; whoever accepts is entered, with their rank.

    Those who take part already only get their rank. `about` is the id of the audit log entry.
    Raises CannotDirect.
    """
    season = entries.lock_season(season)
    if season.state in OVER:
        raise CannotDirect("This season is over.")
    came_of_it = InvitedPeople()
    # The addresses in one order, as each is locked until the end.
    for person in sorted(people, key=lambda person: ("@" in person.whom, person.whom)):
        invite = _invite_address if "@" in person.whom else _invite_player
        invite(season, person, by, came_of_it, about=about, now=now)
    return came_of_it


def _invite_player(
    season: Season,
    person: ListedPerson,
    by: Player,
    came_of_it: InvitedPeople,
    *,
    about: str,
    now: datetime,
) -> None:
    player = players.player_named(person.whom)
    if player is None:
        sentence = gettext_noop("Line {line}: no player is called “{name}”.")
        came_of_it.refusals.append((sentence, {"line": person.line, "name": person.whom[:60]}))
        return
    entry = teams.entry_of(season, player)
    if entry is not None and entry.state in entries.IN:
        if person.rank is not None and season.state in seedings.WAITING:
            Entry.objects.filter(pk=entry.pk).update(seeding=person.rank)
        came_of_it.entered.append(player.display_name)
        return
    row = season.invitations.filter(player=player).first()
    if row is not None:
        _change_rank(row, person)
        came_of_it.repeated.append(player.display_name)
    elif _has_room(season, person, came_of_it):
        came_of_it.invited.append(player.display_name)
        # Also of who has blocked the director, who would notice that it is new each time.
        SeasonInvitation.objects.create(
            season=season, player=player, seeding=person.rank, invited_by=by, invited_at=now
        )
        if not _has_blocked(player, by):
            season.entries.filter(player=player, division=None).update(is_removed=False)
            news.tell_players(season, [player.pk], "invited", about=about, now=now)


def _invite_address(
    season: Season,
    person: ListedPerson,
    by: Player,
    came_of_it: InvitedPeople,
    *,
    about: str,
    now: datetime,
) -> None:
    """Invite whoever reads an address; nothing that the director sees depends on who that is."""
    try:
        validate_email(person.whom)
    except ValidationError:
        sentence = gettext_noop("Line {line}: this is not an e-mail address.")
        came_of_it.refusals.append((sentence, {"line": person.line}))
        return
    digests = invitations.address_digests(person.whom)
    row = season.invitations.filter(digest__in=digests).first()
    if row is not None:
        _change_rank(row, person)
        came_of_it.repeated.append(person.whom)
        return
    if not _has_room(season, person, came_of_it) or _has_sent_many(
        season, person, by, came_of_it, now
    ):
        return
    came_of_it.invited.append(person.whom)
    sql.lock_name(f"invitations {digests[0]}")
    has_had_enough = invitations.has_enough_invitations(digests, now)
    row = SeasonInvitation.objects.create(
        season=season,
        address=normalize_address(person.whom)[:254],
        digest=digests[0],
        seeding=person.rank,
        invited_by=by,
        invited_at=now,
    )
    if not has_had_enough:
        _tell_reader(row, by, about=about, now=now)


def _tell_reader(row: SeasonInvitation, by: Player, *, about: str, now: datetime) -> None:
    """Queue the e-mail to an address, unless its reader should not get one."""
    player = accounts.player_at(row.address)
    if player is None or player.email_verified_at is None:
        if not accounts.is_reserved(row.address) and not (player and not player.is_active):
            _introduce(row, by, now=now)
        return
    entry = teams.entry_of(row.season, player)
    is_in = entry is not None and entry.state in entries.IN
    if player.is_active and not player.is_staff and not is_in and not _has_blocked(player, by):
        row.season.entries.filter(player=player, division=None).update(is_removed=False)
        news.tell_players(row.season, [player.pk], "invited", about=about, now=now)


def _introduce(row: SeasonInvitation, by: Player, *, now: datetime) -> None:
    """Queue the e-mail to somebody without an account, on the director's behalf."""
    row.token = new_season_invitation_token()
    row.save(update_fields=["token"])
    draft = Draft(
        key=f"introduction-season-{row.pk}",
        player_id=by.pk,
        kind="introduction",
        reply_token=row.token,
        data={"season_invitation": str(row.pk)},
        answer_until=now + invitations.LIVES,
        address=row.address,
    )
    gateway.post_notifications([draft], now=now)


def _change_rank(row: SeasonInvitation, person: ListedPerson) -> None:
    if person.rank is not None:
        row.seeding = person.rank
        row.save(update_fields=["seeding"])


def _has_room(season: Season, person: ListedPerson, came_of_it: InvitedPeople) -> bool:
    """Return whether the season has an invitation left; if not, the line is refused."""
    if season.invitations.count() < MOST_INVITATIONS:
        return True
    sentence = gettext_noop("Line {line}: a season has {most} invitations at most.")
    came_of_it.refusals.append((sentence, {"line": person.line, "most": MOST_INVITATIONS}))
    return False


def _has_sent_many(
    season: Season, person: ListedPerson, by: Player, came_of_it: InvitedPeople, now: datetime
) -> bool:
    """Return whether the director of a cup has written to too many addresses today.

    Invitations to matches count as well. For leagues of the house the limit of a season is enough.
    """
    most = invitations.MAX_PER_DAY
    since = now - invitations.DAY
    matches = Invitation.objects.filter(inviter=by, sent_at__gt=since)
    season_invitations = SeasonInvitation.objects.filter(
        invited_by=by, invited_at__gt=since
    ).exclude(digest="")
    if not season.league.is_player_made or matches.count() + season_invitations.count() < most:
        return False
    sentence = gettext_noop("Line {line}: you have sent {most} invitations today.")
    came_of_it.refusals.append((sentence, {"line": person.line, "most": most}))
    return True


def _has_blocked(player: Player, by: Player) -> bool:
    return Block.objects.filter(player=player, blocked=by).exists()


def find_by_token(token: str) -> SeasonInvitation | None:
    """Return the invitation that the token of an e-mail names, None if there is none any more."""
    rows = SeasonInvitation.objects.select_related("season__league", "invited_by")
    return rows.filter(token=token).exclude(digest="").first() if token.isalnum() else None


@transaction.atomic
def get_token(entry: Entry) -> SeasonToken:
    """Return the token to which an entrant replies about the season, creating it if needed."""
    season = entries.lock_season(entry.season)
    return SeasonToken.objects.get_or_create(season=season, player=entry.player)[0]


@transaction.atomic
def decline_for_address(row: SeasonInvitation) -> None:
    """Forget an invited address whose reader does not want to take part."""
    entries.lock_season(row.season)
    SeasonInvitation.objects.filter(pk=row.pk).delete()


@transaction.atomic
def accept_for_address(
    row: SeasonInvitation, *, name: str = "", language: str, now: datetime
) -> Entry:
    """Enter whoever reads an invited address, with a new account if they have none.

    An e-mail from the address proves that it is theirs. Raises CannotEnter, BadName, or
    CannotDirect if nobody may have an account there.
    """
    season = entries.lock_season(row.season)
    player = accounts.get_or_create_player(row.address, now=now)
    if player is None:
        raise CannotDirect("This invitation has expired.")
    if player.email_verified_at is None:
        accounts.verify_address(player)
        accounts.change_settings(
            player,
            display_name=name or player.display_name,
            language=language,
            zone=player.zone,
        )
    return entries.sign_up(season, player, now=now)
