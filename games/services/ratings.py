"""Update ratings: every finished public match counts once for the people in it.

Players who held a seat from the deal to the end are rated by its place. A substitute's rating can
only rise by the match, and the rating of somebody who gave up the seat or let a house bot keep it
can only fall; that of somebody whose seat staff gave away stays. House bots have no rating.
Matches against nobody else, and those played together against the game, are not rated: players who
win or lose together are not compared.
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
from games.queries.matches import is_cooperative
from notifications import gateway

Part = RatingStep.Part
# Minimum number of plies for a match to be rated.
MIN_PLIES = 2
# Name of this job in the quarantine.
JOB = "ratings"


class RatedPlayer(msgspec.Struct, frozen=True):
    """A player of a rated match: the `place` of their seat, and their role in the match.

    `part` is None if it does not count for them.
    """

    player: UUID
    place: int
    part: Part | None


def rate_ended_match(match: Match, *, now: datetime) -> None:
    """Rate a match in the transaction that ends it, so that its e-mails tell the new ratings.

    If that fails, the match ends all the same, and `rate_finished` tries again.
    """
    attempts = gateway.Attempts(JOB, Match, now)
    attempts.attempt(match.pk, partial(_rate_once, match.pk, now=now))


def rate_finished(now: datetime | None = None, *, limit: int = 200) -> int:
    """Rate matches that are finished and unrated, in the order of their ends; return how many.

    These are the matches that staff have ended, and those whose rating failed. Safe to run twice,
    or at once: each match is rated in a transaction of its own, so that no two wait for each other.
    """
    now = now or timezone.now()
    attempts = gateway.Attempts(JOB, Match, now)
    matches = attempts.skip_resting(Match.objects.filter(status=Status.FINISHED, rated_at=None))
    due = list(matches.order_by("finished_at").values_list("pk", flat=True)[:limit])
    for match in due:
        attempts.attempt(match, partial(_rate_once, match, now=now))
    return len(due)


@transaction.atomic
def _rate_once(pk: UUID, *, now: datetime) -> None:
    """Rate a match and mark it as rated, atomically; do nothing if that is being done."""
    matches = Match.objects.select_for_update(no_key=True, skip_locked=True).filter(rated_at=None)
    if match := matches.defer("state", "seed", "secret").filter(pk=pk).first():
        _rate_match(match, now=now)
        Match.objects.filter(pk=pk).update(rated_at=now)


def _rate_match(match: Match, *, now: datetime) -> None:
    seats = list(match.seats.select_related("player").order_by("number"))
    is_exempt = match.private or is_cooperative(match) or match.ply < MIN_PLIES
    is_exempt |= match.ruling == Match.Ruling.UNRATED
    if is_exempt or any(seat.place is None for seat in seats):
        return
    leavers = _leavers_by_seat(seats)
    # Each seat is represented by its first player; a seat of a house bot since the deal is left
    # out.
    counting_seats = [seat for seat in seats if seat.number in leavers or not seat.player.is_bot]
    if len(counting_seats) < 2:
        return
    people = [_rated_players(seat, leavers.get(seat.number, [])) for seat in counting_seats]
    counting = [
        rated_player.player
        for each in people
        for rated_player in each
        if rated_player.part is not None
    ]
    rating_by_player = {row.player_id: row for row in _lock_ratings(match.game, counting)}
    began = [each[0] for each in people]
    beliefs = _fetch_beliefs(
        match.game, {rated_player.player for each in people for rated_player in each}
    )
    steps = []
    for n, each in enumerate(people):
        for rated_player in each:
            if rated_player.part is None:
                continue
            # As if they had held their seat all the time.
            table = [*began[:n], rated_player, *began[n + 1 :]]
            before = [beliefs.get(other.player, Belief()) for other in table]
            after = ratings.rate_match(before, [other.place for other in table])[n]
            steps.append(
                (
                    rated_player.player,
                    rated_player.part,
                    _as_far_as_it_counts(rated_player.part, before[n], after),
                )
            )
    for player, part, after in steps:
        _save_rating(match, part, after, rating_by_player[player], now=now)


def _as_far_as_it_counts(part: Part, before: Belief, after: Belief) -> Belief:
    match part:
        case Part.LEAVER:
            return ratings.only_down(before, after)
        case Part.SUBSTITUTE:
            return ratings.only_up(before, after)
    return after


def _fetch_beliefs(game: str, players: Iterable[UUID]) -> dict[UUID, Belief]:
    """Return the estimate of each player who has one."""
    rows = Rating.objects.filter(game=game, player__in=players)
    return {row.player_id: _estimate_from_row(row) for row in rows}


def _estimate_from_row(row: Rating) -> Belief:
    """Return the estimate in a row. Raises ValueError for NaN or infinity, which would spread."""
    if not isfinite(row.mean) or not 0 < row.deviation < inf:
        raise ValueError("a rating that is no number")
    return Belief(row.mean, row.deviation)


def _save_rating(match: Match, part: Part, after: Belief, row: Rating, *, now: datetime) -> None:
    row.mean, row.deviation, row.matches = after.mean, after.deviation, row.matches + 1
    row.save()
    RatingStep.objects.create(
        match=match,
        player_id=row.player_id,
        part=part,
        mean=after.mean,
        deviation=after.deviation,
        rated_at=match.finished_at or now,
    )


def _leavers_by_seat(seats: Iterable[Seat]) -> dict[int, list[SeatHistory]]:
    """Return seat number -> the people who have left it, in order."""
    left: dict[int, list[SeatHistory]] = {}
    sitting = {seat.player_id for seat in seats}
    rows = SeatHistory.objects.filter(seat__in=list(seats)).select_related("seat", "player")
    for row in rows.order_by("left_at"):
        # Players who returned, even to another seat, are rated for the one they held at the end.
        if not row.player.is_bot and row.player_id not in sitting:
            left.setdefault(row.seat.number, []).append(row)
    return left


def _rated_players(seat: Seat, left: list[SeatHistory]) -> list[RatedPlayer]:
    """Return the players whose ratings a seat changes, beginning with its first player."""
    place = seat.place or 1
    players = [
        RatedPlayer(row.player_id, place, None if row.excused else Part.LEAVER) for row in left[:1]
    ]
    if not seat.player.is_bot:
        part = Part.SUBSTITUTE if left else Part.LEAVER if seat.bot_took_over_at else Part.WHOLE
        players.append(RatedPlayer(seat.player_id, place, part))
    return players


def _lock_ratings(game: str, players: Iterable[UUID]) -> list[Rating]:
    """Lock and return the ratings of the players, creating missing ones."""
    ids = sorted(set(players))
    Rating.objects.bulk_create(
        [
            Rating(
                player_id=player,
                game=game,
                mean=ratings.MEAN,
                deviation=ratings.DEVIATION,
                matches=0,
            )
            for player in ids
        ],
        ignore_conflicts=True,
    )
    rows = Rating.objects.select_for_update().filter(game=game, player__in=ids)
    return list(rows.order_by("player"))
