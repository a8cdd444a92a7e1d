"""Who is too close to a thing to look after it: whoever plays there, or is the one it is about."""

from __future__ import annotations

from uuid import UUID

from games.models import Leaver, Match, Player
from games.rules.contract import Refused


class NotAllowed(Refused):
    """Not by this role, or by somebody who plays there."""

    code = "not_allowed"


def check_table(by: Player, match: UUID) -> None:
    """Raise NotAllowed for whoever sits at a table, or has sat there."""
    sits = Match.objects.filter(pk=match, seats__player=by).exists()
    if sits or Leaver.objects.filter(player=by, seat__match=match).exists():
        raise NotAllowed("You play in this match: somebody else has to look after it.")


def check_person(by: Player, person: UUID | None, address: str = "") -> None:
    """Raise NotAllowed for whoever is the person, or has the address."""
    if by.pk == person or by.email.lower() == address.strip().lower():
        raise NotAllowed("This is about yourself: somebody else has to look after it.")
