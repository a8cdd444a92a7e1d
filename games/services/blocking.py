"""Whom a player does not want to meet: neither at a table nor by word."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone

from games.models import Block, Match, Player
from games.rules.contract import Refused


class CannotBlock(Refused):
    """Oneself, or a house bot."""

    code = "cannot_block"


def block(player: Player, other: Player, *, now: datetime | None = None) -> None:
    """Keep `other` away from a player: they are not told. Twice is once. Raises CannotBlock.

    Matches in which both sit already go on.
    """
    if other.pk == player.pk or other.is_bot:
        raise CannotBlock("Only other people can be blocked.")
    since = {"since": now or timezone.now()}
    Block.objects.get_or_create(player=player, blocked=other, defaults=since)


def unblock(player: Player, other: Player) -> None:
    """Let `other` come near a player again."""
    Block.objects.filter(player=player, blocked=other).delete()


def blocked_by(player: Player) -> QuerySet[Player]:
    """The people a player has blocked, by name."""
    mine = Block.objects.filter(player=player)
    return Player.objects.filter(pk__in=mine.values("blocked")).order_by("display_name")


def blocked_at(match: Match, player: Player) -> Player | None:
    """Somebody at the table whom the player has blocked; None if there is nobody."""
    return blocked_by(player).filter(seats__match=match).first()


def is_blocked_at(match: Match, player: Player) -> bool:
    """Whether somebody at the table has blocked the player, which is not for them to know."""
    return Block.objects.filter(player__seats__match=match, blocked=player).exists()
