"""Draw the rounds of a division: all at once for a season, or one by one from the standings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from functools import lru_cache

import msgspec

from games.leagues import draws, dutch, pairing, trf
from games.leagues.draws import Table
from games.leagues.terms import Terms
from games.models import Division, Entry, Pairing, PairingSeat, Round
from games.services.leagues import directors, news, reports, results, terms

How = Pairing.How
# Rows that are written with one statement.
BATCH = 2000


class Drawn(msgspec.Struct, frozen=True):
    """A round to be written: its tables by seed, and who has a bye or plays for the third place.

    `half_byes` are those who asked to sit out. `is_substitute`: the usual draw has failed, which
    directors are told.
    """

    division: Division
    number: int
    starts: datetime
    tables: Sequence[Table]
    byes: Sequence[int] = ()
    half_byes: Sequence[int] = ()
    third: Table | None = None
    is_substitute: bool = False


def draw_first(divisions: Sequence[Division], *, now: datetime) -> None:
    """Draw new divisions of a season: every round, or only the first."""
    asked = terms.terms_from_row(divisions[0].season)
    drawn: list[Drawn] = []
    sizes = Counter(Entry.objects.filter(division__in=divisions).values_list("division", flat=True))
    for division in divisions:
        if asked.form == "round_robin":
            drawn += _draw_round_robin(division, sizes[division.pk], asked, now=now)
        else:
            found = _draw_next(division, asked, now=now)
            drawn += [found] if found else []
    Division.objects.bulk_update(divisions, ["evenness"], batch_size=BATCH)
    write_rounds(drawn, now=now)


def _draw_round_robin(division: Division, many: int, asked: Terms, *, now: datetime) -> list[Drawn]:
    rounds = asked.rounds_of(many)
    drawn, evenness = _balanced_rounds(many, asked.seats, rounds, asked.least_seats)
    division.evenness = evenness
    begin = now + timedelta(hours=asked.notification_hours)
    found = []
    for n, tables in enumerate(drawn):
        starts = begin + timedelta(days=asked.round_days) * (n // asked.rounds_at_once)
        byes = sorted(set(range(many)) - {seed for table in tables for seed in table})
        found.append(Drawn(division, n + 1, starts, tables, byes))
    return found


@lru_cache(maxsize=16)
def _balanced_rounds(
    entrants: int, seats: int, rounds: int, least: int
) -> tuple[list[draws.Round], dict[str, int]]:
    """Return a draw and how even it is; divisions of the same size have the same."""
    drawn = draws.draw_balanced_rounds(entrants, seats, rounds, least=least)
    return drawn, msgspec.to_builtins(draws.measure_evenness(entrants, drawn))


def draw_next(division: Division, *, now: datetime) -> Round | None:
    """Draw the next round from the standings; None if the division is finished."""
    asked = terms.terms_from_row(division.season)
    drawn = _draw_next(division, asked, now=now)
    return write_rounds([drawn], now=now)[0] if drawn else None


def _draw_next(division: Division, asked: Terms, *, now: datetime) -> Drawn | None:
    if asked.form == "round_robin":
        return None
    last = division.rounds.order_by("number").last()
    tables, byes = results.list_tables(division), []
    third: Table | None = None
    is_substitute, resting = False, set[int]()
    requests = _playing(division)
    playing = set(requests)
    if asked.is_rolling:
        # A single round without tables: they come about while it lasts.
        begin = now + timedelta(hours=asked.notification_hours)
        return None if last else Drawn(division, 1, begin, ())
    if asked.form == "knock_out":
        left = _still_in(sorted(playing), tables, asked)
        drawn = pairing.knock_out(left, asked.seats, asked.through) if len(left) > 1 else ()
        third = _third_place(tables, left, playing, asked)
        byes = left
    elif last is None or last.number < asked.rounds_of(division.entries.count()):
        resting = _resting(requests, last.number + 1 if last else 1, asked)
        drawn, is_substitute = _draw_swiss(division, tables, playing - resting, asked)
        byes = sorted(playing - resting)
    else:
        return None
    if not drawn:
        return None
    starts = now + timedelta(hours=asked.notification_hours)
    if last is not None and not asked.hurries:
        starts = max(starts, last.ends_at)
    seated = {seed for table in drawn for seed in table}
    out = [seed for seed in byes if seed not in seated]
    number = last.number + 1 if last else 1
    resting_seeds = sorted(resting)
    return Drawn(division, number, starts, drawn, sorted(out), resting_seeds, third, is_substitute)


def _playing(division: Division) -> dict[int, list[int]]:
    """Return the seeds whose holders have not left -> the rounds in which they ask for a bye."""
    rows = division.entries.filter(stand_in=None, seed__isnull=False)
    there = rows.exclude(state=Entry.State.LEFT).values_list("seed", "bye_rounds")
    return {seed: bye_rounds or [] for seed, bye_rounds in there if seed is not None}


def _resting(requests: Mapping[int, Sequence[int]], number: int, asked: Terms) -> set[int]:
    """Return the seeds of those who asked for a bye in a round; `requests` as by _playing().

    Nobody, if the others would be too few for a table: then all of them play.
    """
    resting = {seed for seed, rounds in requests.items() if number in rounds}
    others = len(requests) - len(resting)
    return resting if draws.table_sizes(others, asked.seats, asked.least_seats) else set()


def _draw_swiss(
    division: Division, tables: Sequence[results.Table], playing: set[int], asked: Terms
) -> tuple[draws.Round, bool]:
    """Return the next round, () if there is none, and whether the usual draw has failed."""
    found = results.current_standings(division, tables)
    order = [one.entrant for one in found if one.entrant in playing]
    if len(draws.table_sizes(len(order), asked.seats, asked.least_seats)) == 0:
        return (), False
    played: dict[int, list[Table]] = {}
    for row in tables:
        if len(row.table) > 1:
            played.setdefault(row.round, []).append(row.table)
    points, is_substitute = {one.entrant: one.points for one in found}, False
    if asked.seats == 2 and len(order) <= dutch.MOST_ENTRANTS:
        try:
            paired = _draw_dutch(tables, points, playing, asked)
        except dutch.DrawFailed:
            paired, is_substitute = None, True
        if paired is not None:
            return paired, False
    before = [tuple(tables) for _number, tables in sorted(played.items())]
    drawn = pairing.draw_swiss_round(order, points, before, asked.seats, least=asked.least_seats)
    return drawn, is_substitute


def _draw_dutch(
    tables: Sequence[results.Table],
    points: Mapping[int, Fraction],
    playing: set[int],
    asked: Terms,
) -> draws.Round | None:
    rounds = max((row.round for row in tables), default=0)
    entrants = [(seed, str(seed), 0) for seed in sorted(points)]
    lines = trf.build_lines(entrants, reports.games_by_round(tables, rounds), {})
    scored = [msgspec.structs.replace(one, points=points[one.number - 1]) for one in lines]
    planned = max(asked.rounds_of(len(entrants)), rounds + 1)
    return dutch.draw_dutch_round(scored, playing, planned)


def _third_place(
    tables: Sequence[results.Table], left: Sequence[int], playing: set[int], asked: Terms
) -> Table | None:
    """Return the losers of the semi-finals, if the next round is the final; None if there is none.

    Players who have left play for nothing.
    """
    if not asked.third_place or not tables or len(left) != 2:
        return None
    last = max(row.round for row in tables)
    lost = [
        seed
        for row in tables
        for seed in row.table
        if row.round == last and seed not in left and seed in playing
    ]
    return (lost[0], lost[1]) if len(lost) == 2 else None


def still_in(division: Division, asked: Terms) -> list[int]:
    """Return the seeds of those not knocked out yet, in order; after the final, the winner's."""
    return _still_in(sorted(_playing(division)), results.list_tables(division), asked)


def _still_in(playing: Sequence[int], tables: Sequence[results.Table], asked: Terms) -> list[int]:
    # A final is the only table of its round but one for the third place, without byes.
    sizes = Counter(row.round for row in tables if not row.is_third_place)
    out: set[int] = set()
    for row in tables:
        found = row.result
        if found is None or len(found.table) == 1 or row.is_third_place:
            continue
        through = 1 if sizes[row.round] == 1 else asked.through
        ranked = sorted(range(len(found.table)), key=lambda n: (found.places[n], found.table[n]))
        out |= {found.table[n] for n in ranked[through:]}
    return [seed for seed in playing if seed not in out]


def write_rounds(drawn: Sequence[Drawn], *, now: datetime) -> list[Round]:
    """Save rounds and their pairings; whoever sits out has a bye, which is settled at once."""
    rounds, pairings, seats = [], [], []
    divisions = {one.division.pk for one in drawn}
    rows = Entry.objects.filter(division__in=divisions, stand_in=None, seed__isnull=False)
    holders = {
        (division, seed): pk for division, seed, pk in rows.values_list("division", "seed", "pk")
    }
    asked = terms.terms_from_row(drawn[0].division.season)
    length = timedelta(days=asked.round_days)
    if asked.form == "arena":
        length = timedelta(hours=asked.arena_hours)
    for one in drawn:
        row = Round(
            division=one.division,
            number=one.number,
            starts_at=one.starts,
            ends_at=one.starts + length,
            drawn_at=now,
        )
        rounds.append(row)
        third = [one.third] if one.third else []
        byes = [*one.byes, *one.half_byes]
        tables = [*one.tables, *((seed,) for seed in byes), *third]
        for n, table in enumerate(tables, start=1):
            alone = len(table) == 1
            is_half_bye = alone and table[0] in one.half_byes
            pairings.append(
                Pairing(
                    round=row,
                    number=n,
                    how=How.HALF if is_half_bye else How.BYE if alone else How.PLAYED,
                    places=[1] if alone else None,
                    is_third_place=bool(third) and n == len(tables),
                    settled_at=now if alone else None,
                )
            )
            seats += [
                PairingSeat(
                    pairing=pairings[-1], entry_id=holders[one.division.pk, seed], number=seat
                )
                for seat, seed in enumerate(table)
            ]
    Round.objects.bulk_create(rounds, batch_size=BATCH)
    Pairing.objects.bulk_create(pairings, batch_size=BATCH)
    PairingSeat.objects.bulk_create(seats, batch_size=BATCH)
    _tell_of_substitutes(drawn, now=now)
    return rounds


def _tell_of_substitutes(drawn: Sequence[Drawn], *, now: datetime) -> None:
    """Tell the directors of rounds that were not drawn in the usual way, once for each round."""
    for one in {one.number: one for one in drawn if one.is_substitute}.values():
        season = one.division.season
        told = [row.player_id for row in directors.directors_of(season.league)]
        news.tell_players(season, told, "drawn_anew", about=str(one.number), now=now)
