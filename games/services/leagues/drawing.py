"""Draw the rounds of a division: all at once for a season, or one by one from the standings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from functools import lru_cache

import msgspec

from games.leagues import draws, dutch, groups, pairing, trf
from games.leagues.draws import Table
from games.leagues.terms import Terms
from games.models import Division, Entry, Pairing, PairingSeat, Round
from games.services import change_marks
from games.services.leagues import (
    directors,
    draw_constraints,
    group_stages,
    knock_outs,
    news,
    reports,
    results,
    terms,
)

How = Pairing.How
# Rows that are written with one statement.
BATCH = 2000


class RoundDraw(msgspec.Struct, frozen=True):
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
    is_play_off: bool = False


def draw_first(divisions: Sequence[Division], *, now: datetime) -> None:
    """Draw new divisions of a season: every round, or only the first."""
    league_terms = terms.terms_from_row(divisions[0].season)
    round_draws: list[RoundDraw] = []
    sizes = Counter(Entry.objects.filter(division__in=divisions).values_list("division", flat=True))
    for division in divisions:
        if league_terms.form == "round_robin":
            round_draws += _draw_round_robin(division, sizes[division.pk], league_terms, now=now)
        elif league_terms.form == "groups":
            round_draws += _draw_groups(division, sizes[division.pk], league_terms, now=now)
        else:
            round_draw = _draw_next(division, league_terms, now=now)
            round_draws += [round_draw] if round_draw else []
    Division.objects.bulk_update(divisions, ["evenness"], batch_size=BATCH)
    write_rounds(round_draws, now=now)


def _draw_round_robin(
    division: Division, many: int, league_terms: Terms, *, now: datetime
) -> list[RoundDraw]:
    rounds = league_terms.rounds_of(many)
    tables_by_round, evenness = _balanced_rounds(
        many, league_terms.seats, rounds, league_terms.least_seats
    )
    division.evenness = evenness
    round_draws = []
    for n, tables in enumerate(tables_by_round):
        starts = _planned_start(n, league_terms, now=now)
        byes = sorted(set(range(many)) - {seed for table in tables for seed in table})
        round_draws.append(RoundDraw(division, n + 1, starts, tables, byes))
    return round_draws


def _draw_groups(
    division: Division, many: int, league_terms: Terms, *, now: datetime
) -> list[RoundDraw]:
    return [
        RoundDraw(
            division,
            n + 1,
            _planned_start(n, league_terms, now=now),
            group_round.tables,
            sorted(group_round.byes),
        )
        for n, group_round in enumerate(groups.draw_group_rounds(many, league_terms))
    ]


def _planned_start(number: int, league_terms: Terms, *, now: datetime) -> datetime:
    """Return the start of a round of several that are drawn at once, `number` from 0."""
    begin = now + timedelta(hours=league_terms.notification_hours)
    return begin + timedelta(days=league_terms.round_days) * (number // league_terms.rounds_at_once)


@lru_cache(maxsize=16)
def _balanced_rounds(
    entrants: int, seats: int, rounds: int, least: int
) -> tuple[list[draws.Round], dict[str, int]]:
    """Return a draw and how even it is; divisions of the same size have the same."""
    tables_by_round = draws.draw_balanced_rounds(entrants, seats, rounds, least=least)
    return tables_by_round, msgspec.to_builtins(draws.measure_evenness(entrants, tables_by_round))


def draw_next(division: Division, *, now: datetime) -> Round | None:
    """Draw the next round from the standings; None if the division is finished."""
    league_terms = terms.terms_from_row(division.season)
    round_draw = _draw_next(division, league_terms, now=now)
    return write_rounds([round_draw], now=now)[0] if round_draw else None


def _draw_next(division: Division, league_terms: Terms, *, now: datetime) -> RoundDraw | None:
    if league_terms.form == "round_robin":
        return None
    last = division.rounds.order_by("number").last()
    tables, byes = results.list_tables(division), []
    third: Table | None = None
    is_substitute, resting = False, set[int]()
    requests = _playing(division)
    playing = set(requests)
    forbidden = draw_constraints.forbidden_seeds(division)
    if league_terms.is_rolling:
        # A single round without tables: they come about while it lasts.
        begin = now + timedelta(hours=league_terms.notification_hours)
        return None if last else RoundDraw(division, 1, begin, ())
    if league_terms.is_knock_out:
        byes = _list_remaining(division, tables, playing, league_terms)
        new_tables = _draw_knock_out(division, tables, byes, forbidden, league_terms)
        third = _third_place(tables, byes, playing, league_terms)
    elif last is None or last.number < league_terms.rounds_of(division.entries.count()):
        resting = _resting(requests, last.number + 1 if last else 1, league_terms)
        new_tables, is_substitute = _draw_swiss(
            division, tables, playing - resting, forbidden, league_terms
        )
        byes = sorted(playing - resting)
    else:
        return None
    if not new_tables and not (league_terms.is_knock_out and byes):
        return None
    starts = now + timedelta(hours=league_terms.notification_hours)
    if last is not None and not league_terms.hurries:
        starts = max(starts, last.ends_at)
    seated_seeds = {seed for table in new_tables for seed in table}
    out = [seed for seed in byes if seed not in seated_seeds]
    number = last.number + 1 if last else 1
    resting_seeds = sorted(resting)
    return RoundDraw(
        division, number, starts, new_tables, sorted(out), resting_seeds, third, is_substitute
    )


def _list_remaining(
    division: Division, tables: Sequence[results.Table], playing: set[int], league_terms: Terms
) -> list[int]:
    """Return who plays the next round of a knock-out, best first; [] if it is decided.

    A single one has a bye instead of a final with somebody who has left.
    """
    field = group_stages.list_field(division, tables, playing, league_terms)
    records = results.ties_of(division)
    losses = knock_outs.count_losses(field, tables, league_terms, records)
    left = [seed for seed in field if losses[seed] < league_terms.lives]
    if len(left) == 1 and not knock_outs.is_unopposed(left[0], tables, losses, league_terms.lives):
        return []
    return left


def _draw_knock_out(
    division: Division,
    tables: Sequence[results.Table],
    left: Sequence[int],
    forbidden: set[draws.Pair],
    league_terms: Terms,
) -> draws.Round:
    if len(left) < 2:
        return ()
    if league_terms.form == "double_elimination":
        records = results.ties_of(division)
        losses = knock_outs.count_losses(left, tables, league_terms, records)
        meetings = {
            (min(row.table), max(row.table)) for row in tables if len(row.table) == 2
        } | forbidden
        byes = Counter(row.table[0] for row in tables if len(row.table) == 1)
        unbeaten = [seed for seed in left if not losses[seed]]
        beaten = [seed for seed in left if losses[seed]]
        new_tables = pairing.double_elimination(unbeaten, beaten, byes, meetings)
        # Those who have lost meet only those who have: each half is for itself.
        halves = [
            [table for table in new_tables if set(table) <= set(half)]
            for half in (unbeaten, beaten)
        ]
        if sum(map(len, halves)) < len(new_tables):
            return new_tables
        first, second = (pairing.separate_forbidden(half, forbidden) for half in halves)
        return (*first, *second)
    new_tables = pairing.knock_out(left, league_terms.seats, league_terms.through)
    group_pairs = group_stages.same_group_pairs(division, tables, league_terms)
    if group_pairs:
        new_tables = pairing.separate_forbidden(new_tables, group_pairs | forbidden)
    return pairing.separate_forbidden(new_tables, forbidden)


def _playing(division: Division) -> dict[int, list[int]]:
    """Return the seeds whose holders have not left -> the rounds in which they ask for a bye."""
    rows = division.entries.filter(stand_in=None, seed__isnull=False)
    there = rows.exclude(state=Entry.State.LEFT).values_list("seed", "bye_rounds")
    return {seed: bye_rounds or [] for seed, bye_rounds in there if seed is not None}


def _resting(requests: Mapping[int, Sequence[int]], number: int, league_terms: Terms) -> set[int]:
    """Return the seeds of those who asked for a bye in a round; `requests` as by _playing().

    Nobody, if the others would be too few for a table: then all of them play.
    """
    resting = {seed for seed, rounds in requests.items() if number in rounds}
    others = len(requests) - len(resting)
    return (
        resting
        if draws.table_sizes(others, league_terms.seats, league_terms.least_seats)
        else set()
    )


def _draw_swiss(
    division: Division,
    tables: Sequence[results.Table],
    playing: set[int],
    forbidden: set[draws.Pair],
    league_terms: Terms,
) -> tuple[draws.Round, bool]:
    """Return the next round, () if there is none, and whether the usual draw has failed."""
    standings = results.current_standings(division, tables)
    order = [standing.entrant for standing in standings if standing.entrant in playing]
    if len(draws.table_sizes(len(order), league_terms.seats, league_terms.least_seats)) == 0:
        return (), False
    tables_by_round: dict[int, list[Table]] = {}
    for row in tables:
        if len(row.table) > 1:
            tables_by_round.setdefault(row.round, []).append(row.table)
    points, is_substitute = {standing.entrant: standing.points for standing in standings}, False
    if league_terms.seats == 2 and len(order) <= dutch.MOST_ENTRANTS:
        try:
            dutch_pairings = _draw_dutch(tables, points, playing, forbidden, league_terms)
        except dutch.DrawFailed:
            dutch_pairings, is_substitute = None, True
        if dutch_pairings is not None:
            return dutch_pairings, False
    before = [tuple(tables) for _number, tables in sorted(tables_by_round.items())]
    pairings = pairing.draw_swiss_round(
        *(order, points, before, league_terms.seats),
        least=league_terms.least_seats,
        forbidden=forbidden,
    )
    return pairings, is_substitute


def _draw_dutch(
    tables: Sequence[results.Table],
    points: Mapping[int, Fraction],
    playing: set[int],
    forbidden: set[draws.Pair],
    league_terms: Terms,
) -> draws.Round | None:
    rounds = max((row.round for row in tables), default=0)
    entrants = [(seed, str(seed), 0) for seed in sorted(points)]
    lines = trf.build_lines(entrants, reports.games_by_round(tables, rounds), {})
    lines_with_points = [
        msgspec.structs.replace(line, points=points[line.number - 1]) for line in lines
    ]
    planned_rounds = max(league_terms.rounds_of(len(entrants)), rounds + 1)
    return dutch.draw_dutch_round(lines_with_points, playing, planned_rounds, forbidden)


def _third_place(
    tables: Sequence[results.Table], left: Sequence[int], playing: set[int], league_terms: Terms
) -> Table | None:
    """Return the losers of the semi-finals, if the next round is the final; None if there is none.

    Players who have left play for nothing.
    """
    rounds = [row.round for row in tables if not (row.is_play_off or row.is_group)]
    has_one = league_terms.third_place and league_terms.form != "double_elimination"
    if not has_one or not rounds or len(left) != 2:
        return None
    last = max(rounds)
    losers = [
        seed
        for row in tables
        for seed in row.table
        if row.round == last and seed not in left and seed in playing
    ]
    return (losers[0], losers[1]) if len(losers) == 2 else None


def list_playing(division: Division) -> list[int]:
    """Return the seeds of a division whose holders have not left, in order."""
    return sorted(_playing(division))


def write_rounds(round_draws: Sequence[RoundDraw], *, now: datetime) -> list[Round]:
    """Save rounds and their pairings; whoever sits out has a bye, which is settled at once."""
    rounds, pairings, seats = [], [], []
    divisions = {round_draw.division.pk for round_draw in round_draws}
    rows = Entry.objects.filter(division__in=divisions, stand_in=None, seed__isnull=False)
    holders = {
        (division, seed): pk for division, seed, pk in rows.values_list("division", "seed", "pk")
    }
    league_terms = terms.terms_from_row(round_draws[0].division.season)
    length = timedelta(days=league_terms.round_days)
    if league_terms.form == "arena":
        length = timedelta(hours=league_terms.arena_hours)
    for round_draw in round_draws:
        row = Round(
            division=round_draw.division,
            number=round_draw.number,
            starts_at=round_draw.starts,
            ends_at=round_draw.starts + length,
            drawn_at=now,
        )
        rounds.append(row)
        third = [round_draw.third] if round_draw.third else []
        byes = [*round_draw.byes, *round_draw.half_byes]
        tables = [*round_draw.tables, *((seed,) for seed in byes), *third]
        for n, table in enumerate(tables, start=1):
            alone = len(table) == 1
            is_half_bye = alone and table[0] in round_draw.half_byes
            pairings.append(
                Pairing(
                    round=row,
                    number=n,
                    how=How.HALF if is_half_bye else How.BYE if alone else How.PLAYED,
                    places=[1] if alone else None,
                    is_third_place=bool(third) and n == len(tables),
                    is_play_off=round_draw.is_play_off,
                    settled_at=now if alone else None,
                )
            )
            seats += [
                PairingSeat(
                    pairing=pairings[-1],
                    entry_id=holders[round_draw.division.pk, seed],
                    number=seat,
                )
                for seat, seed in enumerate(table)
            ]
    Round.objects.bulk_create(rounds, batch_size=BATCH)
    Pairing.objects.bulk_create(pairings, batch_size=BATCH)
    PairingSeat.objects.bulk_create(seats, batch_size=BATCH)
    _tell_of_substitutes(round_draws, now=now)
    change_marks.mark_season_changed(round_draws[0].division.season_id)
    return rounds


def _tell_of_substitutes(round_draws: Sequence[RoundDraw], *, now: datetime) -> None:
    """Tell the directors of rounds that were not drawn in the usual way, once for each round."""
    for round_draw in {
        round_draw.number: round_draw for round_draw in round_draws if round_draw.is_substitute
    }.values():
        season = round_draw.division.season
        recipients = [row.player_id for row in directors.directors_of(season.league)]
        news.tell_players(season, recipients, "drawn_anew", about=str(round_draw.number), now=now)
