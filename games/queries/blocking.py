"""Who has blocked whom."""

from __future__ import annotations

from uuid import UUID

from django.db.models import OuterRef, Q, QuerySet

from games.models import Block, Match, Player


def blocked_by(player: Player) -> QuerySet[Player]:
    """Return the people whom a player has blocked, by name."""
    mine = Block.objects.filter(player=player)
    return Player.objects.filter(pk__in=mine.values("blocked")).order_by("display_name")


def blocks_against(player: Player) -> QuerySet[Block]:
    """Return the blocks by which others ignore a player: they name the player, or a bot's owner."""
    return Block.objects.filter(blocked__in=player_and_owner_ids(player))


def blocked_at(match: Match | OuterRef, player: Player) -> QuerySet[Player]:
    """Return the players in a match whom the player has blocked, and their bots, by name."""
    people = Block.objects.filter(player__in=player_and_owner_ids(player)).values("blocked")
    near = Player.objects.filter(Q(pk__in=people) | Q(owner__in=people), seats__match=match)
    return near.order_by("display_name")


def blocks_by_players_in(match: Match | OuterRef, player: Player) -> QuerySet[Block]:
    """Return the blocks of the player by people in a match, or by owners of bots in it.

    The player must not learn of them.
    """
    near = Q(player__seats__match=match) | Q(player__bots__seats__match=match)
    return blocks_against(player).filter(near)


def player_and_owner_ids(player: Player) -> list[UUID]:
    """Return the ids of a player and of a bot's owner: a block of one applies to the other."""
    return [player.pk] if player.owner_id is None else [player.pk, player.owner_id]
