"""Whom a player does not want to meet: neither at a table nor by word."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db.models import OuterRef, Q, QuerySet
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
    if other.pk == player.pk or other.is_house_bot:
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


def deaf_to(player: Player) -> QuerySet[Block]:
    """The blocks by which others do not hear a player: they name them, or the owner of a bot."""
    return Block.objects.filter(blocked__in=hands(player))


def blocked_at(match: Match | OuterRef, player: Player) -> QuerySet[Player]:
    """Those at a table whom the player has blocked, and their bots, by name."""
    blocked = Block.objects.filter(player__in=hands(player)).values("blocked")
    near = Player.objects.filter(Q(pk__in=blocked) | Q(owner__in=blocked), seats__match=match)
    return near.order_by("display_name")


def blocks_at(match: Match | OuterRef, player: Player) -> QuerySet[Block]:
    """The blocks by which those at a table, or whose bots sit there, keep the player away.

    They are not for the player to know.
    """
    near = Q(player__seats__match=match) | Q(player__bots__seats__match=match)
    return deaf_to(player).filter(near)


def hands(player: Player) -> list[UUID]:
    """The ids of a player and, if they are a bot, of its owner: one cannot be met for the other."""
    return [player.pk] if player.owner_id is None else [player.pk, player.owner_id]
