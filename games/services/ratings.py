"""Ratings: every public match that is over moves those of its people, once.

Who held a seat from the deal to the end is rated by its place. A substitute's rating can only rise
by the match, and only fall that of whoever gave the seat up or let a house bot keep it. House bots
have no rating, and who met nobody but them is not rated.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import partial
from math import inf, isfinite
from uuid import UUID

import msgspec
from django.db import transaction
from django.utils import timezone

from games.leagues import ratings
from games.leagues.ratings import Rating as Belief
from games.models import Match, Rating, RatingStep, Seat, SeatHistory, Status
from notifications import gateway

Part = RatingStep.Part
# Plies that a match needs to count.
LEAST_PLIES = 2


class Rated(msgspec.Struct, frozen=True):
    """Somebody whose rating a match moves: the `place` of their seat, and what they were in it."""

    player: UUID
    place: int
    part: Part


def rate_finished(now: datetime | None = None, *, limit: int = 200) -> int:
    """Rate what is over and was not rated, in the order of its ends; return how many.

    Safe to run twice, or at once.
    """
    now = now or timezone.now()
    attempts = gateway.Attempts("ratings", Match, now)
    unrated = attempts.skip_resting(Match.objects.filter(status=Status.FINISHED, rated_at=None))
    with transaction.atomic():
        rows = unrated.order_by("finished_at").select_for_update(no_key=True, skip_locked=True)
        due = list(rows.defer("state", "seed", "secret")[:limit])
        for match in due:
            attempts.attempt(match.pk, partial(_rate_once, match, now=now))
    return len(due)


@transaction.atomic
def _rate_once(match: Match, *, now: datetime) -> None:
    """Rate a match, and note that it is; both or neither."""
    _rate_match(match, now=now)
    Match.objects.filter(pk=match.pk).update(rated_at=now)


def _rate_match(match: Match, *, now: datetime) -> None:
    seats = list(match.seats.select_related("player").order_by("number"))
    if match.private or match.ply < LEAST_PLIES or any(seat.place is None for seat in seats):
        return
    leavers = _leavers_by_seat(seats)
    # Each seat is compared by whoever began in it; a house bot from the deal on by nobody.
    counted = [seat for seat in seats if seat.number in leavers or not seat.player.is_bot]
    if len(counted) < 2:
        return
    people = [_rated_players(seat, leavers.get(seat.number, [])) for seat in counted]
    known = {
        row.player_id: row
        for row in _lock_ratings(match.game, [one.player for each in people for one in each])
    }
    began = [each[0] for each in people]
    steps = []
    for n, each in enumerate(people):
        for one in each:
            # As if they had held their seat all the time.
            table = [*began[:n], one, *began[n + 1 :]]
            before = [_estimate_from_row(known[other.player]) for other in table]
            after = ratings.rate_match(before, [other.place for other in table])[n]
            steps.append((one, _as_far_as_it_counts(one.part, before[n], after)))
    for one, after in steps:
        _save_rating(match, one, after, known[one.player], now=now)


def _as_far_as_it_counts(part: Part, before: Belief, after: Belief) -> Belief:
    match part:
        case Part.LEAVER:
            return ratings.only_down(before, after)
        case Part.SUBSTITUTE:
            return ratings.only_up(before, after)
    return after


def _estimate_from_row(row: Rating) -> Belief:
    """Return what a row says. Raises ValueError for what is no number: it would spread."""
    if not isfinite(row.mean) or not 0 < row.deviation < inf:
        raise ValueError("a rating that is no number")
    return Belief(row.mean, row.deviation)


def _save_rating(match: Match, one: Rated, after: Belief, row: Rating, *, now: datetime) -> None:
    row.mean, row.deviation, row.matches = after.mean, after.deviation, row.matches + 1
    row.save()
    RatingStep.objects.create(
        match=match,
        player_id=one.player,
        part=one.part,
        mean=after.mean,
        deviation=after.deviation,
        rated_at=match.finished_at or now,
    )


def _leavers_by_seat(seats: Iterable[Seat]) -> dict[int, list[UUID]]:
    """Seat number -> the people who have left it, the first of them first."""
    left: dict[int, list[UUID]] = {}
    sitting = {seat.player_id for seat in seats}
    rows = SeatHistory.objects.filter(seat__in=list(seats)).select_related("seat", "player")
    for row in rows.order_by("left_at"):
        # Who came back, be it to another seat, is rated for the one they held at the end.
        if not row.player.is_bot and row.player_id not in sitting:
            left.setdefault(row.seat.number, []).append(row.player_id)
    return left


def _rated_players(seat: Seat, left: list[UUID]) -> list[Rated]:
    """Whose rating a seat moves: who began in it first."""
    place = seat.place or 1
    found = [Rated(player, place, Part.LEAVER) for player in left[:1]]
    if not seat.player.is_bot:
        part = Part.SUBSTITUTE if left else Part.LEAVER if seat.bot_took_over_at else Part.WHOLE
        found.append(Rated(seat.player_id, place, part))
    return found


def _lock_ratings(game: str, players: Iterable[UUID]) -> list[Rating]:
    """The ratings of players, made where there are none, and held until all is written."""
    wanted = sorted(set(players))
    Rating.objects.bulk_create(
        [
            Rating(
                player_id=player,
                game=game,
                mean=ratings.MEAN,
                deviation=ratings.DEVIATION,
                matches=0,
            )
            for player in wanted
        ],
        ignore_conflicts=True,
    )
    rows = Rating.objects.select_for_update().filter(game=game, player__in=wanted)
    return list(rows.order_by("player"))
