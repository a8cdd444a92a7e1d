"""Block other players: neither play with them nor hear from them."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from games.engine.contract import Refused
from games.models import Block, Player


class CannotBlock(Refused):
    """Players cannot block themselves or a house bot."""

    code = "cannot_block"


def block_player(player: Player, other: Player, *, now: datetime | None = None) -> None:
    """Block `other`, who is not notified.

    Idempotent. Raises CannotBlock.

    Matches in which both play already go on.
    """
    if other.pk == player.pk or other.is_house_bot:
        raise CannotBlock("Only other people can be blocked.")
    since = {"blocked_at": now or timezone.now()}
    Block.objects.get_or_create(player=player, blocked=other, defaults=since)


def unblock_player(player: Player, other: Player) -> None:
    """Remove the block of `other`."""
    Block.objects.filter(player=player, blocked=other).delete()
