"""What everybody may know of a player: how they keep to the clock, and their public matches."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, Prefetch, QuerySet
from msgspec import Struct

from games.models import Match, Player, Seat, Status
from games.queries import punctuality

SHOWN = 20


class Results(Struct, frozen=True):
    """What became of somebody's public matches of one game: (place, how often) by place."""

    game: str
    played: int
    places: tuple[tuple[int, int], ...]


def fetch_player(number: UUID) -> Player | None:
    """The player of this id; None for whoever is gone, or has never shown to be somebody."""
    found = (
        Player.objects.select_related("owner")
        .filter(pk=number, is_active=True, left_at=None)
        .first()
    )
    return found if found and (found.is_bot or found.email_verified_at) else None


def player_reliability(player: Player, *, now: datetime) -> punctuality.Reliability | None:
    """How a player keeps to the clock; None of whom too little is known."""
    return punctuality.compute_reliability([player.pk], now=now).get(player.pk)


def results_by_game(player: Player) -> list[Results]:
    """What became of a player's public matches, by game."""
    over = Seat.objects.filter(
        player=player, match__status=Status.FINISHED, match__private=False
    ).exclude(place=None)
    rows: Any = over.values_list("match__game", "place").annotate(many=Count("pk"))
    games: dict[str, list[tuple[int, int]]] = {}
    for game, place, many in rows.order_by("match__game", "place"):
        games.setdefault(game, []).append((place, many))
    return [
        Results(game, sum(many for _place, many in places), tuple(places))
        for game, places in games.items()
    ]


def public_matches(player: Player, status: Status) -> QuerySet[Match]:
    """A player's matches that stand so and that anybody may look at, the newest first.

    Without their states.
    """
    seats = Seat.objects.select_related("player").order_by("number")
    mine = Match.objects.filter(seats__player=player, private=False, watchable=True, status=status)
    rows = mine.order_by("-finished_at", "-started_at").defer("state", "seed")
    return rows.prefetch_related(Prefetch("seats", queryset=seats))
