"""Who is still in a knock-out, and the tables of its last round that end in a tie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

import msgspec

from games.leagues import ties
from games.leagues.standings import Result
from games.leagues.terms import Terms
from games.leagues.ties import Cut, Tie
from games.services.leagues.results import Table


class OpenTie(msgspec.Struct, frozen=True):
    """A table at which nobody knows yet who advances; `is_final`: it decides the season."""

    about: str
    cut: Cut
    is_final: bool


def still_in(
    playing: Sequence[int], tables: Sequence[Table], league_terms: Terms, records: Sequence[Tie]
) -> list[int]:
    """Return those of `playing` who are not knocked out, in order; after the final, the winner.

    `records` are the ties that a rule has decided. One that is still open knocks nobody out.
    """
    out: set[int] = set()
    for row, result, spots, is_final in _list_decisive_tables(tables, league_terms):
        cut = _cut_table(row, result, spots, playing, tables, records)
        winners = {*cut.ahead, *cut.contenders}
        if is_final and len(winners) > 1 and not cut.contenders:
            # All of them have won.
            winners = {cut.ahead[0]}
        out |= set(result.table) - winners
    return [seed for seed in playing if seed not in out]


def list_open_ties(
    playing: Sequence[int], tables: Sequence[Table], league_terms: Terms, records: Sequence[Tie]
) -> list[OpenTie]:
    """Return the tables that end in a tie which no rule has decided yet."""
    open_ties = []
    for row, result, spots, is_final in _list_decisive_tables(tables, league_terms):
        cut = _cut_table(row, result, spots, playing, tables, records)
        if cut.contenders:
            open_ties.append(OpenTie(result.name, cut, is_final))
    return open_ties


def _list_decisive_tables(
    tables: Sequence[Table], league_terms: Terms
) -> list[tuple[Table, Result, int, bool]]:
    """Return the tables that knock somebody out, how many advance, and whether it is the final."""
    main_tables = [row for row in tables if not row.is_third_place and not row.is_play_off]
    # A final is the only table of its round but one for the third place, without byes.
    sizes = Counter(row.round for row in main_tables)
    return [
        (
            row,
            row.result,
            1 if sizes[row.round] == 1 else league_terms.through,
            sizes[row.round] == 1,
        )
        for row in main_tables
        if row.result is not None and len(row.table) > 1
    ]


def _cut_table(
    row: Table,
    result: Result,
    spots: int,
    playing: Collection[int],
    tables: Sequence[Table],
    records: Sequence[Tie],
) -> Cut:
    """Return who advances from a table; those who have left do not contest a tie."""
    cut = ties.cut_at(dict(zip(result.table, result.places, strict=True)), spots)
    present = tuple(sorted(set(cut.contenders) & set(playing)))
    if len(present) <= cut.spots:
        return Cut((*cut.ahead, *present))
    play_offs = [
        other.result
        for other in tables
        if other.is_play_off and other.round > row.round and other.result is not None
    ]
    return ties.apply_rules(Cut(cut.ahead, present, cut.spots), result.name, records, play_offs)
