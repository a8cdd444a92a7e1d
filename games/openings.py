"""Matches that wait for players, as one of them may see them."""

from __future__ import annotations

from django.db.models import BooleanField, Exists, OuterRef, QuerySet, Value

from games import queries
from games.models import Block, Match, Player


def open_to(player: Player | None) -> QuerySet[Match]:
    """Public matches with a free seat, oldest first, but those of people who have blocked a player.

    Each has `shunned`: whether somebody sits there whom the player has blocked.
    """
    free = queries.open_matches()
    if player is None:
        return free.annotate(shunned=Value(False, BooleanField()))
    away = Block.objects.filter(player__seats__match=OuterRef("pk"), blocked=player)
    near = Block.objects.filter(blocked__seats__match=OuterRef("pk"), player=player)
    return free.exclude(Exists(away)).annotate(shunned=Exists(near))
