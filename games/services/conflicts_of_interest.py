"""Who is too close to a thing to look after it: whoever plays there, or is the one it is about.

What a bot does its owner does.
"""

from __future__ import annotations

from typing import TypedDict
from uuid import UUID

from django.db.models import Q, QuerySet

from abyss_site.core.email_addresses import address_key
from games.engine.contract import Refused
from games.models import Player, Seat, SeatHistory
from games.services.moderation.staff_actions import (
    BaseAction,
    address_in,
    match_id_of,
    player_id_of,
)


class MatchId(TypedDict):
    """A row of a subquery."""

    match: UUID


class NotAllowed(Refused):
    """Not by this role, or by somebody who plays there."""

    code = "not_allowed"


def player_with_bots(by: Player) -> QuerySet[Player]:
    """The player and their bots, retired ones too."""
    return Player.objects.filter(Q(pk=by.pk) | Q(owner=by))


def involved_match_ids(by: Player) -> QuerySet[Seat, MatchId]:
    """The ids of the matches in which somebody sits, or has sat, for a subquery."""
    left = SeatHistory.objects.filter(player__in=player_with_bots(by)).values("seat")
    sits = Seat.objects.filter(Q(player__in=player_with_bots(by)) | Q(pk__in=left))
    return sits.order_by().values("match")


def check_table(by: Player, match: UUID) -> None:
    """Raise NotAllowed for whoever sits at a table, or has sat there."""
    if involved_match_ids(by).filter(match=match).exists():
        raise NotAllowed("You play in this match: another moderator has to handle it.")


def check_person(by: Player, person: UUID | None, address: str = "") -> None:
    """Raise NotAllowed for whoever is the person, or has the address."""
    is_theirs = person is not None and player_with_bots(by).filter(pk=person).exists()
    if is_theirs or address_key(by.email) == address_key(address):
        raise NotAllowed("This is about you: another moderator has to handle it.")


def check_action(by: Player, action: BaseAction) -> None:
    """Raise NotAllowed for whoever plays or played in the match, or is the one it is about."""
    match = match_id_of(action)
    if match is not None:
        check_table(by, match)
    check_person(by, player_id_of(action), address_in(action))
