"""Results of a division's pairings, and the standings computed from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec
from django.db.models import Prefetch

from games.leagues import standings
from games.leagues.standings import Result, Standing
from games.models import Division, Entry, Pairing, PairingSeat, Seat
from games.services.leagues import terms

How = Pairing.How


def pairings_of(division: Division) -> list[Pairing]:
    """Return a division's pairings in order, with seats, entries, players and matches' seats."""
    rows = Pairing.objects.filter(round__division=division).order_by("round__number", "number")
    pairing_seats = PairingSeat.objects.select_related("entry__player").order_by("number")
    seats = Seat.objects.select_related("player").order_by("number")
    return list(
        rows.select_related("round__division__season", "match")
        .defer("match__state", "match__seed", "match__secret")
        .prefetch_related(Prefetch("seats", pairing_seats), Prefetch("match__seats", seats))
    )


def list_entrants(division: Division) -> list[Entry]:
    """Return the entries of a division by seed: for each seed, its current holder."""
    holding = division.entries.filter(stand_in=None, seed__isnull=False)
    return list(holding.select_related("player").order_by("seed"))


def season_of(division: Division, pairings: Sequence[Pairing] | None = None) -> standings.Season:
    """Return the division as leagues/standings.py expects it: entrants are their seeds."""
    asked = terms.terms_from_row(division.season)
    rows = pairings_of(division) if pairings is None else pairings
    results = [result_of(row, asked.substitutes) for row in rows if row.settled_at is not None]
    seeds = division.entries.filter(seed__isnull=False).order_by("seed")
    numbers = tuple(dict.fromkeys(seed or 0 for seed in seeds.values_list("seed", flat=True)))
    return standings.Season(numbers, tuple(one for one in results if one), asked.scale)


def current_standings(
    division: Division, pairings: Sequence[Pairing] | None = None
) -> list[Standing]:
    """Return the standings by the results so far."""
    asked = terms.terms_from_row(division.season)
    return standings.standings(season_of(division, pairings), asked.counts)


def result_of(pairing: Pairing, substitutes: str) -> Result | None:
    """Return the result of a settled pairing; None if it does not count."""
    pairing_seats = list(pairing.seats.all())
    table = tuple(pairing_seat.entry.seed or 0 for pairing_seat in pairing_seats)
    name = f"{pairing.round.number}.{pairing.number}"
    if pairing.how == How.VOID:
        return None
    if pairing.places is not None:
        return Result(table, tuple(pairing.places), (), name, pairing.is_third_place)
    match = pairing.match
    if match is None or match.outcome is None:
        return None
    found = _result_from_match(pairing_seats, list(match.seats.all()), substitutes, name)
    return msgspec.structs.replace(found, is_third_place=pairing.is_third_place)


def _result_from_match(
    pairing_seats: list[PairingSeat], seats: list[Seat], substitutes: str, name: str
) -> Result:
    """Return the result of a match, with players last who were away.

    So are those who lost the seat to a substitute, if the league counts that (`substitutes`
    "last").
    """
    taken = iter(seats)
    places: list[int] = []
    scores: list[int] = []
    for pairing_seat in pairing_seats:
        seat = None if pairing_seat.away else next(taken)
        lost = seat is None or (substitutes == "last" and _is_replaced(seat, pairing_seat))
        places.append(len(pairing_seats) + 1 if lost or seat is None else seat.place or 1)
        scores.append(0 if seat is None else seat.score or 0)
    known = all(seat.score is not None for seat in seats)
    # Places among the table once the lost seats are placed last.
    ranked = tuple(1 + sum(other < place for other in places) for place in places)
    table = tuple(pairing_seat.entry.seed or 0 for pairing_seat in pairing_seats)
    return Result(table, ranked, tuple(scores) if known else (), name)


def _is_replaced(seat: Seat, pairing_seat: PairingSeat) -> bool:
    return seat.replaced_at is not None and seat.player_id != pairing_seat.entry.player_id


def serialize_standings(division: Division) -> list[dict[str, Any]]:
    """Return the final standings as stored, best first.

    Each is `entry` (id), `seed`, `place`, `played`, `figures` (kind -> value as a fraction).
    """
    holders = {entry.seed: entry for entry in list_entrants(division)}
    return [
        {
            "entry": str(holders[one.entrant].pk),
            "seed": one.entrant,
            "place": one.place,
            "played": one.played,
            "figures": {figure.kind: str(figure.value) for figure in one.figures},
        }
        for one in current_standings(division)
    ]


def figure_of(line: Mapping[str, Any], kind: str) -> Fraction:
    """Return a figure of a line of stored standings; 0 if it was not counted."""
    return Fraction(line["figures"].get(kind, "0"))
