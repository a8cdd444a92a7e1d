"""Whom a player does not want to meet: neither at a table nor by word."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from games.engine.contract import Refused
from games.models import Block, Player


class CannotBlock(Refused):
    """Oneself, or a house bot."""

    code = "cannot_block"


def block_player(player: Player, other: Player, *, now: datetime | None = None) -> None:
    """Keep `other` away from a player: they are not told. Twice is once. Raises CannotBlock.

    Matches in which both sit already go on.
    """
    if other.pk == player.pk or other.is_house_bot:
        raise CannotBlock("Only other people can be blocked.")
    since = {"blocked_at": now or timezone.now()}
    Block.objects.get_or_create(player=player, blocked=other, defaults=since)


def unblock_player(player: Player, other: Player) -> None:
    """Let `other` come near a player again."""
    Block.objects.filter(player=player, blocked=other).delete()
