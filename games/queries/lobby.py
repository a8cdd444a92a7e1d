"""Open matches, as a player may see them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import BooleanField, Exists, OuterRef, Q, QuerySet, Value
from django.utils import timezone

from games.engine.paces import HOUR, PACES, Pace
from games.leagues.ratings import Rating
from games.models import Match, Player, Seat, Status
from games.queries import blocking, match_lists, punctuality
from games.titles import GAMES


def open_to(player: Player | None) -> QuerySet[Match]:
    """Return public matches with a free seat, newest first.

    Matches with somebody who has blocked the player are left out. Each has `shunned`: whether
    somebody plays there whom the player has blocked.
    """
    free = match_lists.open_matches()
    if player is None:
        return free.annotate(shunned=Value(False, BooleanField()))
    people = blocking.blocked_at(OuterRef("pk"), player)
    return free.exclude(is_kept_from(player)).annotate(shunned=Exists(people))


def is_kept_from(player: Player) -> Exists:
    """Return a condition: somebody in the match has blocked the player."""
    return Exists(blocking.blocks_by_players_in(OuterRef("pk"), player))


def filter_matches(
    matches: QuerySet[Match], wishes: Mapping[str, Any], player: Player | None, language: str
) -> QuerySet[Match]:
    """Return those of `open_to` that match the filters of a LobbyForm."""
    bots = Exists(Seat.objects.filter(match=OuterRef("pk"), player__is_bot=True))
    for name, value in wishes.items():
        match name:
            case "game":
                matches = matches.filter(game=value)
            case "seats":
                matches = matches.filter(seats_wanted=int(value))
            case "pace":
                matches = _filter_by_pace(matches, PACES[value])
            case "bots" if value == "welcome":
                matches = matches.filter(bots_welcome=True)
            case "bots":
                matches = matches.filter(bots if value == "with" else ~bots)
            case "spoken":
                same = Q(language="", created_by__language=language)
                matches = matches.filter(same | Q(language=language))
            case "followed" if player is not None:
                mine = player.follows.values("followed")
                seats = Seat.objects.filter(match=OuterRef("pk"), player__in=mine)
                matches = matches.filter(Exists(seats))
            case "open" if player is not None:
                matches = _filter_joinable(matches, player)
    return matches


def fetch_lobby_page(
    matches: QuerySet[Match], before: int | None
) -> tuple[list[Match], int | None]:
    """Return a page of `open_to`, newest first, and the `before` of the next page.

    `before` is a match number that all are below (None: the first page); None after the last page.
    It is a number, so that matches that open or start meanwhile do not move others between pages.
    """
    older = matches if before is None else matches.filter(number__lt=before)
    page, mark = match_lists.fetch_match_page(older, "created_at")
    return page, None if mark is None else mark.number


def _filter_by_pace(matches: QuerySet[Match], pace: Pace) -> QuerySet[Match]:
    same = matches.filter(
        hours_per_turn=pace.turn // HOUR,
        hours_per_offer=pace.offer // HOUR,
        counts_minutes=False,
        deadline_time=None,
    )
    if pace.bank is None:
        return same.filter(bank__isnull=True)
    return same.filter(bank={name: minutes // HOUR for name, minutes in pace.bank.items()})


def _filter_joinable(matches: QuerySet[Match], player: Player) -> QuerySet[Match]:
    """Return those that the player may join, by the rules of services/substitutes.py."""
    # The annotation of open_to is unknown to the type checker.
    candidates: Any = matches if player.owner_id is None else matches.filter(bots_welcome=True)
    free: QuerySet[Match] = candidates.filter(shunned=False).exclude(
        pk__in=player.seats.values("match")
    )
    free = free.filter(_is_rated_for(player))
    reliability = punctuality.compute_reliability([player.pk], now=timezone.now()).get(player.pk)
    if reliability is not None:
        return free.filter(min_punctuality__lte=reliability.in_time)
    strict = player.seats.filter(match__min_punctuality__gt=0)
    if strict.exclude(match__status=Status.FINISHED).exists():
        return free.filter(min_punctuality=0)
    return free


def _is_rated_for(player: Player) -> Q:
    """Return a condition: the player's rating is within the range of the match."""
    shown_by_game = {
        row.game: Rating(row.mean, row.deviation).shown for row in player.ratings.all()
    }
    fits = Q(least_rating=None, most_rating=None)
    for game in GAMES:
        mine = shown_by_game.get(game, Rating().shown)
        lowest = Q(least_rating=None) | Q(least_rating__lte=mine)
        highest = Q(most_rating=None) | Q(most_rating__gte=mine)
        fits |= Q(game=game) & lowest & highest
    return fits
