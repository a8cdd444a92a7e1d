"""The directory of players, and what two players have played against each other. Read-only."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import Count, F, Q, QuerySet, Value
from msgspec import Struct

from abyss_site.core.valkey import presence
from games.engine import display_names
from games.models import Player, Seat, Status
from games.models.players import folded_name

# Number of players per page of the directory.
A_PAGE = 30
# Number of opponents on the page of a player.
MOST_OPPONENTS = 5


class HeadToHead(Struct, frozen=True):
    """What two players have played against each other in one game, by who was placed better."""

    game: str
    played: int
    won: int
    lost: int


def list_people() -> QuerySet[Player]:
    """Return everybody who has an account and an address, by name."""
    people = Player.objects.filter(is_active=True, left_at=None, is_bot=False, is_guest=False)
    return people.exclude(email_verified_at=None).order_by(folded_name("display_name"))


def find_people(words: str, follower: Player | None, after: str) -> tuple[list[Player], str]:
    """Return a page of players whose names contain `words`, and where the next one begins.

    `follower`: only those that this player follows. `after` is the last name of the previous
    page, "" for the first page; "" after the last.
    """
    people = list_people()
    if words:
        people = people.filter(
            Q(display_name__icontains=words) | Q(name_key__contains=display_names.name_key(words))
        )
    if follower is not None:
        people = people.filter(pk__in=follower.follows.values("followed"))
    if after:
        people = people.alias(folded=folded_name("display_name"))
        people = people.filter(folded__gt=folded_name(Value(after)))
    page = list(people[: A_PAGE + 1])
    is_more = len(page) > A_PAGE
    return page[:A_PAGE], page[A_PAGE - 1].display_name if is_more else ""


def players_seen_online(people: list[Player]) -> set[UUID]:
    """Return those who are on our pages now and do not hide it."""
    return presence.players_online([person.pk for person in people if person.shows_presence])


def compare_players(player: Player, other: Player) -> list[HeadToHead]:
    """Return the finished matches of two players against each other, by game."""
    mine = Seat.objects.filter(
        player=player, match__seats__player=other, match__status=Status.FINISHED
    ).exclude(place=None)
    rows: Any = mine.annotate(theirs=F("match__seats__place")).values("match__game")
    counts = rows.annotate(
        played=Count("pk"),
        won=Count("pk", filter=Q(place__lt=F("theirs"))),
        lost=Count("pk", filter=Q(place__gt=F("theirs"))),
    )
    return [
        HeadToHead(row["match__game"], row["played"], row["won"], row["lost"])
        for row in counts.order_by("match__game")
    ]


def frequent_opponents(player: Player) -> list[tuple[Player, int]]:
    """Return the people a player has met most often in public matches, with the number."""
    over = Seat.objects.filter(player=player, match__status=Status.FINISHED, match__private=False)
    seats: Any = Seat.objects.filter(match__in=over.values("match"), player__is_bot=False)
    seats = seats.exclude(player=player).filter(player__left_at=None, player__is_active=True)
    rows = seats.values("player").annotate(many=Count("pk")).order_by("-many", "player")
    counts = {row["player"]: row["many"] for row in rows[:MOST_OPPONENTS]}
    people = Player.objects.in_bulk(list(counts))
    return [(people[pk], many) for pk, many in counts.items()]
