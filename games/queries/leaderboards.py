"""The best players of a game: by rating, or by wins in a season of the year. Read-only."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.db.models import Count, F, Q, QuerySet
from msgspec import Struct

from games.leagues import ratings
from games.models import Match, Player, Rating, Seat, Status

# Number of players per page, and the last page that is shown.
A_PAGE, LAST_PAGE = 25, 40
QUARTERS = 4
MONTHS = 3


class Season(Struct, frozen=True):
    """A quarter of a year."""

    year: int
    quarter: int

    @classmethod
    def at(cls, now: datetime) -> Season:
        """Return the season of an instant, in UTC."""
        return cls(now.year, (now.month - 1) // MONTHS + 1)

    @classmethod
    def read(cls, text: str, now: datetime) -> Season | None:
        """Parse “2026-4”; None for anything else, and for seasons that have not begun."""
        year, _hyphen, quarter = text.partition("-")
        if not (year.isdecimal() and len(year) == 4 and quarter in {"1", "2", "3", "4"}):
            return None
        season = cls(int(year), int(quarter))
        return season if int(year) > 1 and season.begins_at() <= now else None

    def __str__(self) -> str:
        return f"{self.year}-{self.quarter}"

    def begins_at(self) -> datetime:
        return datetime(self.year, (self.quarter - 1) * MONTHS + 1, 1, tzinfo=UTC)

    def ends_at(self) -> datetime:
        return self.next(1).begins_at()

    def next(self, steps: int) -> Season:
        """Return the season so many quarters later, or earlier."""
        number = self.year * QUARTERS + self.quarter - 1 + steps
        return Season(number // QUARTERS, number % QUARTERS + 1)


class Winner(Struct, frozen=True):
    """A line of a season's list."""

    player: Player
    played: int
    won: int


def list_rated(game: str) -> QuerySet[Rating]:
    """Return the ratings of a game that are certain enough to compare, the highest first."""
    rows = Rating.objects.filter(game=game, deviation__lte=ratings.SETTLED_BELOW)
    rows = rows.filter(player__left_at=None, player__is_active=True, player__is_bot=False)
    return rows.select_related("player").order_by("-mean", "player")


def list_winners(game: str, season: Season, seats: int | None, start: int) -> list[Winner]:
    """Return those who won most public matches of a game in a season, from place `start` on.

    `seats` limits them to matches of so many; None: all. Returns one more than a page has, if there
    are more.
    """
    over = Seat.objects.filter(
        match__status=Status.FINISHED,
        match__private=False,
        match__game=game,
        match__ruling=Match.Ruling.NONE,
        match__finished_at__gte=season.begins_at(),
        match__finished_at__lt=season.ends_at(),
        player__is_bot=False,
        player__is_guest=False,
        player__left_at=None,
        player__is_active=True,
    ).exclude(place=None)
    if seats is not None:
        over = over.filter(match__seats_wanted=seats)
    rows: Any = over.values("player").annotate(
        played=Count("pk"), won=Count("pk", filter=Q(place=1))
    )
    best = list(rows.order_by("-won", F("played").asc(), "player")[start : start + A_PAGE + 1])
    people = Player.objects.in_bulk([row["player"] for row in best])
    return [Winner(people[row["player"]], row["played"], row["won"]) for row in best]
