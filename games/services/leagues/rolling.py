"""Seasons without a draw: an arena pairs whoever is free, on a ladder players challenge others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, Max

from games.engine.contract import Refused
from games.engine.paces import PACES
from games.leagues.draws import Pair
from games.leagues.terms import Terms
from games.models import Division, Entry, Pairing, PairingSeat, Player, Round, Season
from games.services.leagues import draw_constraints, entries, results, terms


class CannotChallenge(Refused):
    """This player cannot be challenged, or not now."""

    code = "cannot_challenge"


def pair_free(row: Round, division: Division, league_terms: Terms, *, now: datetime) -> int:
    """Pair those of an arena who play nowhere with their neighbours; return how many tables.

    None close to the end, when a match could not be played to its end any more. The longest waiting
    come first. Two who have just met meet again only if nobody else could come. The season is
    locked.
    """
    if now > row.ends_at - time_of_match(league_terms):
        return 0
    busy = _busy_seeds(row)
    rows = division.entries.filter(state=Entry.State.PLAYING, seed__isnull=False)
    holders = {entry.seed or 0: entry for entry in rows}
    order = [line["seed"] for line in results.stored_standings(division)]
    ranked_seeds = set(order)
    order += sorted(seed for seed in holders if seed not in ranked_seeds)
    free = [seed for seed in order if seed in holders and seed not in busy]
    if len(free) < league_terms.least_seats:
        return 0
    games = _count_games(row, [holders[seed] for seed in free])
    is_alone = not busy and len(free) <= league_terms.seats
    last = {} if is_alone or not games else _last_tables(division, free)
    last = _add_forbidden(last, draw_constraints.forbidden_seeds(division))
    waiting = _sort_by_waiting(row, {seed: holders[seed] for seed in free}, games)
    least = league_terms.least_seats if not busy else league_terms.seats
    tables = group_free(waiting, free, last, league_terms.seats, least)
    _write_tables(row, [[holders[seed] for seed in table] for table in tables])
    return len(tables)


def time_of_match(league_terms: Terms) -> timedelta:
    """Return the time on all clocks of a match in an arena, for which it has to last on.

    It is that of a turn or of a time bank for each player. Zero if the arena is not twice as long:
    then its pace is none of an arena, and matches begin until the end.
    """
    pace = PACES[league_terms.pace]
    minutes = pace.bank["start"] if pace.bank else pace.turn
    length = timedelta(minutes=minutes) * league_terms.seats
    is_short = 2 * length <= timedelta(hours=league_terms.arena_hours)
    return length if is_short else timedelta()


# How many matches of a round an entrant has had, and when the last was settled, None if none is.
Games = tuple[int, datetime | None]


def _count_games(row: Round, free: Collection[Entry]) -> dict[int, Games]:
    """Return the matches of those who have had one, by seed."""
    seat_rows = PairingSeat.objects.filter(pairing__round=row, entry__in=free)
    games_by_seed = seat_rows.values_list("entry__seed").annotate(
        many=Count("pk"), last=Max("pairing__settled_at")
    )
    return {seed or 0: (many, last) for seed, many, last in games_by_seed}


def _sort_by_waiting(
    row: Round, free: Mapping[int, Entry], games: Mapping[int, Games]
) -> list[int]:
    """Return the seeds of those who are free, the longest waiting first.

    Of those who wait equally long, whoever has played less comes first, then the order of `free`.
    """

    def waits_since(seed: int) -> tuple[datetime, int]:
        many, last = games.get(seed, (0, None))
        since = max(row.starts_at, free[seed].signed_up_at, last or row.starts_at)
        return since, many

    return sorted(free, key=waits_since)


def group_free(
    waiting: Sequence[int],
    order: Sequence[int],
    last: Mapping[int, frozenset[int]],
    seats: int,
    least: int,
) -> list[list[int]]:
    """Return tables of neighbours who did not sit together just before; others wait.

    `waiting` are those who are free, the longest waiting first, and `order` the same by standing.
    Each in turn gets their neighbours in the standings. If not all fit, those who came last wait.
    `last` is whom each met last; a table has `seats` players, the last one may have `least`.

    >>> group_free([5, 1, 2, 3, 4], [1, 2, 3, 4, 5], {1: frozenset({2}), 2: frozenset({1})}, 2, 2)
    [[5, 3], [1, 4]]
    >>> group_free([3, 1, 2], [1, 2, 3], {}, 2, 2)
    [[3, 1]]
    """
    rest = len(waiting) % seats
    fitting = waiting[: len(waiting) - rest] if rest < least else waiting
    tables = _group_neighbours(fitting, order, last, seats, least)
    seated_seeds = {seed for table in tables for seed in table}
    left = [seed for seed in waiting if seed not in seated_seeds]
    # Those who found nobody may sit with those who came last.
    if len(left) > len(waiting) - len(fitting):
        tables += _group_neighbours(left, order, last, seats, least)
    return tables


def _group_neighbours(
    waiting: Sequence[int],
    order: Sequence[int],
    last: Mapping[int, frozenset[int]],
    seats: int,
    least: int,
) -> list[list[int]]:
    there = set(waiting)
    free = _Neighbours([seed for seed in order if seed in there])
    tables = []
    for first in waiting:
        if first not in there:
            continue
        table = [first]
        for seed in free.nearest(first):
            if not any(
                seed in last.get(other, ()) and other in last.get(seed, ()) for other in table
            ):
                table.append(seed)
            if len(table) == seats:
                break
        leaving_seeds = table if len(table) >= least else [first]
        tables += [table] if len(table) >= least else []
        for seed in leaving_seeds:
            there.remove(seed)
            free.remove(seed)
    return tables


class _Neighbours:
    """Numbers in an order, linked so that neighbours are found quickly while others are removed."""

    def __init__(self, order: Sequence[int]) -> None:
        self._place = {seed: n for n, seed in enumerate(order)}
        self._above = dict(zip(order, [None, *order], strict=False))
        self._below = dict(zip(order, [*order[1:], None], strict=True))

    def nearest(self, seed: int) -> Iterator[int]:
        """Yield the others, the nearest first; of two at the same distance the higher."""
        above, below, place = self._above[seed], self._below[seed], self._place
        while above is not None or below is not None:
            if below is None or (
                above is not None and place[seed] - place[above] <= place[below] - place[seed]
            ):
                assert above is not None
                yield above
                above = self._above[above]
            else:
                yield below
                below = self._below[below]

    def remove(self, seed: int) -> None:
        """Take a number out."""
        above, below = self._above.pop(seed), self._below.pop(seed)
        if above is not None:
            self._below[above] = below
        if below is not None:
            self._above[below] = above


def _busy_seeds(row: Round) -> set[int]:
    seats = PairingSeat.objects.filter(pairing__round=row, pairing__settled_at=None)
    return {seed or 0 for seed in seats.values_list("entry__seed", flat=True)}


def _last_tables(division: Division, seeds: Collection[int]) -> dict[int, frozenset[int]]:
    """Return for each of these entrants whom they met last."""
    opponents: dict[int, frozenset[int]] = {}
    for table_row in results.list_tables(division, seeds):
        opponents.update({seed: frozenset(table_row.table) - {seed} for seed in table_row.table})
    return opponents


def _add_forbidden(
    last: Mapping[int, frozenset[int]], forbidden: Collection[Pair]
) -> dict[int, frozenset[int]]:
    """Add those whom entrants must not meet to those whom they have just met."""
    opponents = dict(last)
    for first, second in forbidden:
        opponents[first] = opponents.get(first, frozenset()) | {second}
        opponents[second] = opponents.get(second, frozenset()) | {first}
    return opponents


def _write_tables(row: Round, tables: Sequence[Sequence[Entry]]) -> list[Pairing]:
    """Add tables to a round; the clock seats them in the same pass or the next."""
    if not tables:
        return []
    last = row.pairings.aggregate(last=Max("number"))["last"] or 0
    pairings = [Pairing(round=row, number=last + n) for n in range(1, len(tables) + 1)]
    Pairing.objects.bulk_create(pairings)
    seats = PairingSeat.objects.filter(pairing__round=row, number=0)
    times = Counter(seats.values_list("entry", flat=True))
    PairingSeat.objects.bulk_create(
        PairingSeat(pairing=pairing, entry=entry, number=seat)
        for pairing, table in zip(pairings, tables, strict=True)
        # Who played more often in the first seat gets the last one.
        for seat, entry in enumerate(sorted(table, key=lambda entrant: times[entrant.pk]))
    )
    return pairings


def list_challengeable(season: Season, player: Player, *, now: datetime) -> list[Entry]:
    """Return whom a player may challenge now, the highest first; [] if nobody."""
    league_terms = terms.terms_from_row(season)
    mine = season.entries.filter(player=player, state=Entry.State.PLAYING).first()
    if league_terms.form != "ladder" or season.state != Season.State.RUNNING or mine is None:
        return []
    division = season.divisions.first()
    row = division.rounds.filter(closed_at=None).first() if division else None
    if division is None or row is None or not row.starts_at <= now < row.ends_at:
        return []
    order = [line["seed"] for line in results.stored_standings(division)]
    order += [mine.seed] if mine.seed not in order else []
    busy = _busy_seeds(row)
    place = order.index(mine.seed)
    above = [seed for seed in order[max(place - league_terms.reach, 0) : place] if seed not in busy]
    if mine.seed in busy:
        return []
    last = _last_tables(division, [mine.seed or 0]).get(mine.seed or 0, frozenset())
    forbidden = draw_constraints.forbidden_seeds(division)
    last |= {seed for pair in forbidden if mine.seed in pair for seed in pair}
    rows = division.entries.filter(stand_in=None, seed__in=above, state=Entry.State.PLAYING)
    entries_by_seed = {entry.seed: entry for entry in rows.select_related("player")}
    return [entries_by_seed[seed] for seed in above if seed in entries_by_seed and seed not in last]


@transaction.atomic
def challenge(season: Season, player: Player, whom: Player, *, now: datetime) -> Pairing:
    """Let a player of a ladder challenge another; their match begins with the clock's next pass.

    Raises CannotChallenge.
    """
    season = entries.lock_season(season)
    opponents = list_challengeable(season, player, now=now)
    entry = next((opponent for opponent in opponents if opponent.player_id == whom.pk), None)
    if entry is None:
        raise CannotChallenge(
            "You can challenge players who are at most {reach} rungs above you, when both of you"
            " are free and did not play each other last.",
            reach=terms.terms_from_row(season).reach,
        )
    mine = season.entries.get(player=player)
    assert mine.division is not None
    row = mine.division.rounds.get(closed_at=None)
    (pairing,) = _write_tables(row, [[mine, entry]])
    season.due_at = now
    season.save(update_fields=["due_at"])
    return pairing
