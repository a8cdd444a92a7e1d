"""Public information about a player: their reliability and public matches."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, Prefetch, QuerySet
from msgspec import Struct

from games.engine import display_names
from games.models import Match, Player, Seat, Status
from games.queries import punctuality

LIST_LENGTH = 20


class Results(Struct, frozen=True):
    """A player's results in public matches of a game: (place, count) by place."""

    game: str
    played: int
    places: tuple[tuple[int, int], ...]


def fetch_player(number: UUID) -> Player | None:
    """Return the player with this id; None for deleted, inactive or unverified ones."""
    player = (
        Player.objects.select_related("owner")
        .filter(pk=number, is_active=True, left_at=None)
        .first()
    )
    return player if player and (player.is_bot or player.email_verified_at) else None


def player_named(name: str) -> Player | None:
    """Return the person with this name; None if there is none, or they cannot be reached."""
    people = Player.objects.filter(is_active=True, left_at=None, is_bot=False)
    key = display_names.name_key(" ".join(name.split()))
    return people.exclude(email_verified_at=None).filter(name_key=key).first()


def player_reliability(player: Player, *, now: datetime) -> punctuality.Reliability | None:
    """Return a player's reliability; None if too little is known."""
    return punctuality.compute_reliability([player.pk], now=now).get(player.pk)


def results_by_game(player: Player) -> list[Results]:
    """Return a player's results in public matches, by game."""
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
    """Return a player's matches with this status that anybody may watch, newest first.

    They are loaded without their states.
    """
    seats = Seat.objects.select_related("player").order_by("number")
    mine = Match.objects.filter(seats__player=player, private=False, watchable=True, status=status)
    rows = mine.order_by("-finished_at", "-started_at").defer("state", "seed")
    return rows.prefetch_related(Prefetch("seats", queryset=seats))
