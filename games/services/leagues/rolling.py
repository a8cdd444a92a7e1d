"""Seasons without a draw: an arena pairs whoever is free, on a ladder players challenge others."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Collection, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from games.engine.contract import Refused
from games.leagues.terms import Terms
from games.models import Division, Entry, Pairing, PairingSeat, Player, Round, Season
from games.services.leagues import entries, results, terms


class CannotChallenge(Refused):
    """This player cannot be challenged, or not now."""

    code = "cannot_challenge"


def pair_free(row: Round, division: Division, asked: Terms, *, now: datetime) -> int:
    """Pair those of an arena who play nowhere with their neighbours; return how many tables.

    Two who have just met meet again only if nobody else could come. The season is locked.
    """
    busy = _busy_seeds(row)
    rows = division.entries.filter(state=Entry.State.PLAYING, seed__isnull=False)
    holders = {entry.seed or 0: entry for entry in rows}
    order = [line["seed"] for line in results.stored_standings(division)]
    known = set(order)
    order += sorted(seed for seed in holders if seed not in known)
    free = [seed for seed in order if seed in holders and seed not in busy]
    if len(free) < asked.least_seats:
        return 0
    last = {} if not busy and len(free) <= asked.seats else _last_tables(division, free)
    tables = group_free(free, last, asked.seats, asked.least_seats if not busy else asked.seats)
    _write_tables(row, [[holders[seed] for seed in table] for table in tables])
    return len(tables)


def group_free(
    free: Sequence[int], last: dict[int, frozenset[int]], seats: int, least: int
) -> list[list[int]]:
    """Return tables of neighbours who did not sit together just before; others wait.

    `last` is whom each met last; a table has `seats` players, the last one may have `least`.

    >>> group_free([1, 2, 3, 4, 5], {1: frozenset({2}), 2: frozenset({1})}, 2, 2)
    [[1, 3], [2, 4]]
    """
    # In order, and quick to take from, as there may be thousands.
    left, tables = OrderedDict.fromkeys(free), []
    while len(left) >= least:
        table = [left.popitem(last=False)[0]]
        for seed in left:
            if len(table) == seats:
                break
            if not any(
                seed in last.get(other, ()) and other in last.get(seed, ()) for other in table
            ):
                table.append(seed)
        if len(table) >= least:
            tables.append(table)
            for seed in table[1:]:
                del left[seed]
    return tables


def _busy_seeds(row: Round) -> set[int]:
    seats = PairingSeat.objects.filter(pairing__round=row, pairing__settled_at=None)
    return {seed or 0 for seed in seats.values_list("entry__seed", flat=True)}


def _last_tables(division: Division, seeds: Collection[int]) -> dict[int, frozenset[int]]:
    """Return for each of these entrants whom they met last."""
    found: dict[int, frozenset[int]] = {}
    for one in results.list_tables(division, seeds):
        found.update({seed: frozenset(one.table) - {seed} for seed in one.table})
    return found


def _write_tables(row: Round, tables: Sequence[Sequence[Entry]]) -> list[Pairing]:
    """Add tables to a round; the clock seats them in the same pass or the next."""
    if not tables:
        return []
    last = row.pairings.aggregate(last=Max("number"))["last"] or 0
    found = [Pairing(round=row, number=last + n) for n in range(1, len(tables) + 1)]
    Pairing.objects.bulk_create(found)
    seats = PairingSeat.objects.filter(pairing__round=row, number=0)
    times = Counter(seats.values_list("entry", flat=True))
    PairingSeat.objects.bulk_create(
        PairingSeat(pairing=pairing, entry=entry, number=seat)
        for pairing, table in zip(found, tables, strict=True)
        # Who played more often in the first seat gets the last one.
        for seat, entry in enumerate(sorted(table, key=lambda one: times[one.pk]))
    )
    return found


def list_challengeable(season: Season, player: Player, *, now: datetime) -> list[Entry]:
    """Return whom a player may challenge now, the highest first; [] if nobody."""
    asked = terms.terms_from_row(season)
    mine = season.entries.filter(player=player, state=Entry.State.PLAYING).first()
    if asked.form != "ladder" or season.state != Season.State.RUNNING or mine is None:
        return []
    division = season.divisions.first()
    row = division.rounds.filter(closed_at=None).first() if division else None
    if division is None or row is None or not row.starts_at <= now < row.ends_at:
        return []
    order = [line["seed"] for line in results.stored_standings(division)]
    order += [mine.seed] if mine.seed not in order else []
    busy = _busy_seeds(row)
    place = order.index(mine.seed)
    above = [seed for seed in order[max(place - asked.reach, 0) : place] if seed not in busy]
    if mine.seed in busy:
        return []
    last = _last_tables(division, [mine.seed or 0]).get(mine.seed or 0, frozenset())
    rows = division.entries.filter(stand_in=None, seed__in=above, state=Entry.State.PLAYING)
    found = {entry.seed: entry for entry in rows.select_related("player")}
    return [found[seed] for seed in above if seed in found and seed not in last]


@transaction.atomic
def challenge(season: Season, player: Player, whom: Player, *, now: datetime) -> Pairing:
    """Let a player of a ladder challenge another; their match begins with the clock's next pass.

    Raises CannotChallenge.
    """
    season = entries.lock_season(season)
    found = list_challengeable(season, player, now=now)
    entry = next((one for one in found if one.player_id == whom.pk), None)
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
