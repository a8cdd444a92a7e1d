"""Results of a division's pairings, and the standings computed from them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any
from uuid import UUID

import msgspec
from django.db.models import Prefetch, Q, QuerySet

from games.leagues import groups, standings
from games.leagues.standings import Result, Standing
from games.leagues.terms import Terms
from games.leagues.ties import Tie
from games.models import Board, Division, Entry, Pairing, PairingSeat, Seat
from games.services import change_marks
from games.services.leagues import teams, terms

How = Pairing.How


def pairings_of(division: Division) -> list[Pairing]:
    """Return a division's pairings in order, with seats, entries, players and matches' seats."""
    rows = Pairing.objects.filter(round__division=division)
    return load_pairings(rows.order_by("round__number", "number"))


def pairings_by_division(divisions: Collection[Division]) -> dict[UUID, list[Pairing]]:
    """Return the pairings of several divisions in the queries of one, see pairings_of()."""
    rows = Pairing.objects.filter(round__division__in=divisions)
    pairings: dict[UUID, list[Pairing]] = {division.pk: [] for division in divisions}
    for pairing in load_pairings(rows.order_by("round__number", "number")):
        pairings[pairing.round.division_id].append(pairing)
    return pairings


def load_pairings(rows: QuerySet[Pairing]) -> list[Pairing]:
    """Return pairings with what pages show of them, see pairings_of()."""
    pairing_seats = PairingSeat.objects.select_related("entry__player").order_by("number")
    seats = Seat.objects.select_related("player").order_by("number")
    boards = Board.objects.select_related("first", "second", "match").order_by("number")
    boards = boards.defer("match__state", "match__seed", "match__secret")
    return list(
        rows.select_related("round__division__season", "match")
        .defer("match__state", "match__seed", "match__secret", "round__division__table")
        .prefetch_related(Prefetch("seats", pairing_seats), Prefetch("match__seats", seats))
        .prefetch_related(Prefetch("boards", boards))
    )


def is_seated(pairing: Pairing) -> bool:
    """Return whether the match of a pairing, or those of two teams, was dealt."""
    return pairing.match_id is not None or pairing.boards.exists()


def has_one_division(season_id: UUID) -> bool:
    """Return whether a season has a single division, which then needs no name."""
    return Division.objects.filter(season=season_id).count() == 1


def list_entrants(division: Division, seeds: Collection[int] | None = None) -> list[Entry]:
    """Return the entries of a division by seed: for each seed, its current holder.

    `seeds` are those wanted, None for all.
    """
    holding = division.entries.filter(stand_in=None, seed__isnull=False)
    if seeds is not None:
        holding = holding.filter(seed__in=seeds)
    return list(holding.select_related("player").order_by("seed"))


class Table(msgspec.Struct, frozen=True):
    """A table of a round as arithmetic sees it: who sat there, by seed, and what came of it.

    `result` is None while it is open, and if it counts for nobody. `is_group`: it belongs to the
    groups before a knock-out, as do the play-offs that decide who advances from them.
    """

    round: int
    number: int
    table: tuple[int, ...]
    is_settled: bool
    is_third_place: bool
    is_play_off: bool
    is_walkover: bool
    result: Result | None
    is_group: bool = False


def list_tables(division: Division, seeds: Collection[int] | None = None) -> list[Table]:
    """Return all tables of a division in order, or only those of some entrants.

    A few queries, and no objects: a division may have thousands of entrants.
    """
    league_terms = terms.terms_from_row(division.season)
    rows = Pairing.objects.filter(round__division=division)
    if seeds is not None:
        # By their ids: as a subquery, planned as if for the whole division.
        entries = division.entries.filter(seed__in=seeds).values_list("pk", flat=True)
        mine = PairingSeat.objects.filter(entry__in=list(entries))
        rows = Pairing.objects.filter(pk__in=list(mine.values_list("pairing", flat=True)))
    pairings: Any = rows.annotate(is_over=Q(match__outcome__isnull=False)).values_list(
        *("pk", "round__number", "number", "how", "places", "is_third_place", "is_play_off"),
        *("settled_at", "match_id", "is_over"),
    )
    if league_terms.form == "ladder":
        # Who beats whom first matters.
        pairing_rows = list(pairings.order_by("settled_at", "number"))
    else:
        pairing_rows = list(pairings.order_by("round__number", "number"))
    holders, seats = _load_seats(rows), _load_match_seats(rows)
    boards = _load_boards(rows) if league_terms.is_for_teams else {}
    tables = []
    for row in pairing_rows:
        pk, number, table, how, places, is_third, is_play_off, settled_at, match, is_over = row
        entrant_seats = holders.get(pk, [])
        at, result = tuple(seed for seed, _player, _away in entrant_seats), None
        name = f"{number}.{table}"
        if settled_at is None or how == How.VOID:
            pass
        elif places is not None:
            scores = teams.score_boards(boards[pk]) if pk in boards else ()
            result = Result(at, tuple(places), scores, name, is_third, how == How.HALF)
        elif is_over:
            result = _result_of_seats(entrant_seats, seats[match], league_terms.substitutes)
            result = msgspec.structs.replace(result, name=name, is_third_place=is_third)
        if result is not None and is_play_off:
            result = msgspec.structs.replace(result, is_play_off=True)
        tables.append(
            Table(
                *(number, table, at, settled_at is not None, is_third, is_play_off),
                *(how == How.WALKOVER, result),
            )
        )
    return _mark_groups(division, tables, league_terms)


def _mark_groups(division: Division, tables: Sequence[Table], league_terms: Terms) -> list[Table]:
    """Return the tables, with those marked that come before a knock-out."""
    if league_terms.form != "groups":
        return list(tables)
    last = last_group_round(division)
    later = [row.round for row in tables if row.round > last and not row.is_play_off]
    first = min(later, default=None)
    marked_tables = []
    for row in tables:
        if row.round <= last or (row.is_play_off and (first is None or row.round < first)):
            result = row.result and msgspec.structs.replace(row.result, is_group=True)
            row = msgspec.structs.replace(row, is_group=True, result=result)
        marked_tables.append(row)
    return marked_tables


def last_group_round(division: Division) -> int:
    """Return the number of the last round before a knock-out, 0 if there is none."""
    league_terms = terms.terms_from_row(division.season)
    if league_terms.form != "groups":
        return 0
    return groups.count_group_rounds(count_entrants(division), league_terms)


def count_entrants(division: Division) -> int:
    """Return the size of a division that was drawn: how many seeds there are."""
    return division.entries.filter(seed__isnull=False).values("seed").distinct().count()


# An entrant of a table: the seed, the player's id, and whether they were away.
EntrantSeat = tuple[int, UUID, bool]
# A seat of a match: its place and score, the player's id, and whether they are a replacement.
MatchSeat = tuple[int | None, int | None, UUID | None, bool]


def _load_seats(rows: QuerySet[Pairing]) -> dict[UUID, list[EntrantSeat]]:
    seats_by_pairing: dict[UUID, list[EntrantSeat]] = {}
    seats = PairingSeat.objects.filter(pairing__in=rows).order_by("number")
    seat_rows = seats.values_list("pairing_id", "entry__seed", "entry__player_id", "away")
    for pairing, seed, player, away in seat_rows:
        seats_by_pairing.setdefault(pairing, []).append((seed or 0, player, away))
    return seats_by_pairing


def _load_boards(rows: QuerySet[Pairing]) -> dict[UUID, list[Board]]:
    """Return the boards of settled pairings of teams, by pairing."""
    boards_by_pairing: dict[UUID, list[Board]] = {}
    pairings = rows.filter(settled_at__isnull=False).values("pk")
    for board in Board.objects.filter(pairing__in=pairings).only("pairing_id", "places"):
        boards_by_pairing.setdefault(board.pairing_id, []).append(board)
    return boards_by_pairing


def _load_match_seats(rows: QuerySet[Pairing]) -> dict[UUID, list[MatchSeat]]:
    """Return the seats of matches whose places count, by match."""
    seats_by_match: dict[UUID, list[MatchSeat]] = {}
    pairings = rows.filter(settled_at__isnull=False, places__isnull=True, match__isnull=False)
    seats = Seat.objects.filter(match__in=pairings.values("match")).order_by("number")
    seat_rows = seats.values_list("match_id", "place", "score", "player_id", "replaced_at")
    for match, place, score, player, replaced_at in seat_rows:
        seats_by_match.setdefault(match, []).append((place, score, player, replaced_at is not None))
    return seats_by_match


def season_of(division: Division, tables: Sequence[Table] | None = None) -> standings.Season:
    """Return the division as leagues/standings.py expects it: entrants are their seeds."""
    rows = list_tables(division) if tables is None else tables
    seeds = division.entries.filter(seed__isnull=False).order_by("seed")
    numbers = tuple(dict.fromkeys(seed or 0 for seed in seeds.values_list("seed", flat=True)))
    # What decided who advances from a group tells nobody apart beyond it.
    results = tuple(
        row.result
        for row in rows
        if row.result is not None and not (row.is_group and row.is_play_off)
    )
    scale = terms.terms_from_row(division.season).scale
    return standings.Season(numbers, results, scale, lots=list_lots(division))


def ties_of(division: Division) -> list[Tie]:
    """Return the ties of a division that a rule of the league decides."""
    return msgspec.convert(division.ties or [], list[Tie])


def list_lots(division: Division) -> tuple[tuple[int, ...], ...]:
    """Return the lots that decided places in the standings, see standings.Season."""
    return tuple(
        tie.order
        for tie in ties_of(division)
        if tie.rule == "lot" and tie.decides_places and tie.order and tie.group is None
    )


def current_standings(division: Division, tables: Sequence[Table] | None = None) -> list[Standing]:
    """Return the standings by the results so far."""
    league_terms = terms.terms_from_row(division.season)
    season = season_of(division, tables)
    by_rule = {"play_off" for result in season.results if result.is_play_off}
    by_rule |= {"lot"} if season.lots else set()
    return standings.standings(season, league_terms.counts_with(by_rule))


def refresh_standings(division: Division) -> None:
    """Store the standings by the results so far, after a table was settled."""
    division.table = serialize_standings(division)
    division.save(update_fields=["table"])
    change_marks.mark_season_changed(division.season_id)


def stored_standings(division: Division) -> list[dict[str, Any]]:
    """Return the standings as they were stored last; computed now if they never were."""
    return serialize_standings(division) if division.table is None else division.table


def stored_standings_by_division(
    divisions: Collection[Division],
) -> dict[UUID, list[dict[str, Any]]]:
    """Return the stored standings of several divisions, each as stored_standings() does.

    Those of a division in which nothing is settled yet need no queries of their own.
    """
    missing = [division for division in divisions if division.table is None]
    pairings = Pairing.objects.filter(round__division__in=missing, settled_at__isnull=False)
    active_divisions = set(pairings.values_list("round__division", flat=True))
    entries = Entry.objects.filter(division__in=missing, stand_in=None, seed__isnull=False)
    holders: dict[UUID, dict[int | None, UUID]] = {}
    for division_id, seed, pk in entries.order_by("seed").values_list("division", "seed", "pk"):
        holders.setdefault(division_id, {})[seed] = pk
    lines_by_division = {}
    for division in divisions:
        if division.table is not None or division.pk in active_divisions:
            lines_by_division[division.pk] = stored_standings(division)
            continue
        league_terms, holding = terms.terms_from_row(division.season), holders.get(division.pk, {})
        seeds = tuple(seed or 0 for seed in holding)
        nothing = standings.Season(seeds, (), league_terms.scale)
        lines = standings.standings(nothing, league_terms.counts)
        lines_by_division[division.pk] = _serialize_lines(lines, holding)
    return lines_by_division


def result_of(pairing: Pairing, substitutes: str) -> Result | None:
    """Return the result of a settled pairing; None if it does not count."""
    pairing_seats = list(pairing.seats.all())
    table = tuple(pairing_seat.entry.seed or 0 for pairing_seat in pairing_seats)
    name = f"{pairing.round.number}.{pairing.number}"
    if pairing.how == How.VOID:
        return None
    if pairing.places is not None:
        is_half_bye = pairing.how == How.HALF
        return Result(table, tuple(pairing.places), (), name, pairing.is_third_place, is_half_bye)
    match = pairing.match
    if match is None or match.outcome is None:
        return None
    entrant_seats = [
        (pairing_seat.entry.seed or 0, pairing_seat.entry.player_id, pairing_seat.away)
        for pairing_seat in pairing_seats
    ]
    seats = [
        (seat.place, seat.score, seat.player_id, seat.replaced_at is not None)
        for seat in match.seats.all()
    ]
    result = _result_of_seats(entrant_seats, seats, substitutes)
    return msgspec.structs.replace(result, name=name, is_third_place=pairing.is_third_place)


def _result_of_seats(
    entrant_seats: Sequence[EntrantSeat], seats: Sequence[MatchSeat], substitutes: str
) -> Result:
    """Return the result of a match, with players last who were away.

    So are those who lost the seat to a substitute, if the league counts that (`substitutes`
    "last").
    """
    remaining_seats = iter(seats)
    places: list[int] = []
    scores: list[int] = []
    for _seed, player, away in entrant_seats:
        seat = None if away else next(remaining_seats)
        is_last = seat is None or (substitutes == "last" and seat[3] and seat[2] != player)
        places.append(len(entrant_seats) + 1 if is_last or seat is None else seat[0] or 1)
        scores.append(0 if seat is None else seat[1] or 0)
    has_scores = all(score is not None for _place, score, _player, _is_late in seats)
    # Places among the table once the lost seats are placed last.
    final_places = tuple(1 + sum(other < place for other in places) for place in places)
    table = tuple(seed for seed, _player, _away in entrant_seats)
    return Result(table, final_places, tuple(scores) if has_scores else ())


def settle_pairing(
    pairing: Pairing, how: Pairing.How, places: list[int] | None, *, why: str = "", now: datetime
) -> None:
    """Record a pairing's result; `places` None: they come from the match."""
    pairing.how, pairing.places, pairing.settled_at, pairing.why = how, places, now, why
    pairing.save(update_fields=["how", "places", "settled_at", "why"])


def serialize_standings(division: Division) -> list[dict[str, object]]:
    """Return the standings as stored, best first.

    Each is `entry` (id), `seed`, `place`, `played`, `figures` (kind -> value as a fraction).
    """
    holding = division.entries.filter(stand_in=None, seed__isnull=False)
    return _serialize_lines(current_standings(division), dict(holding.values_list("seed", "pk")))


def _serialize_lines(
    lines: Sequence[Standing], holders: Mapping[int | None, UUID]
) -> list[dict[str, object]]:
    return [
        {
            "entry": str(holders[line.entrant]),
            "seed": line.entrant,
            "place": line.place,
            "played": line.played,
            "figures": {figure.kind: str(figure.value) for figure in line.figures},
        }
        for line in lines
    ]


def figure_of(line: Mapping[str, Any], kind: str) -> Fraction:
    """Return a figure of a line of stored standings; 0 if it was not counted."""
    return Fraction(line["figures"].get(kind, "0"))
