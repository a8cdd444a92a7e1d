"""Who keeps whom away: from tables and from words."""

from __future__ import annotations

from uuid import UUID

from django.db.models import OuterRef, Q, QuerySet

from games.models import Block, Match, Player


def blocked_by(player: Player) -> QuerySet[Player]:
    """The people a player has blocked, by name."""
    mine = Block.objects.filter(player=player)
    return Player.objects.filter(pk__in=mine.values("blocked")).order_by("display_name")


def deaf_to(player: Player) -> QuerySet[Block]:
    """The blocks by which others do not hear a player: they name them, or the owner of a bot."""
    return Block.objects.filter(blocked__in=player_and_owner_ids(player))


def blocked_at(match: Match | OuterRef, player: Player) -> QuerySet[Player]:
    """Those at a table whom the player has blocked, and their bots, by name."""
    blocked = Block.objects.filter(player__in=player_and_owner_ids(player)).values("blocked")
    near = Player.objects.filter(Q(pk__in=blocked) | Q(owner__in=blocked), seats__match=match)
    return near.order_by("display_name")


def blocks_at(match: Match | OuterRef, player: Player) -> QuerySet[Block]:
    """The blocks by which those at a table, or whose bots sit there, keep the player away.

    They are not for the player to know.
    """
    near = Q(player__seats__match=match) | Q(player__bots__seats__match=match)
    return deaf_to(player).filter(near)


def player_and_owner_ids(player: Player) -> list[UUID]:
    """The ids of a player and, if they are a bot, of its owner: one cannot be met for the other."""
    return [player.pk] if player.owner_id is None else [player.pk, player.owner_id]
