"""Who is still in a knock-out, and the tables of its last round that end in a tie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Literal

import msgspec

from games.leagues import ties
from games.leagues.standings import Result
from games.leagues.terms import Terms
from games.leagues.ties import Cut, Tie
from games.services.leagues.results import Table

# The part of a double elimination that a table belongs to.
Part = Literal["unbeaten", "beaten", "final"]


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
    losses = count_losses(playing, tables, league_terms, records)
    return [seed for seed in playing if losses[seed] < league_terms.lives]


def count_losses(
    playing: Collection[int], tables: Sequence[Table], league_terms: Terms, records: Sequence[Tie]
) -> Counter[int]:
    """Return how many matches each entrant of a knock-out has lost, see still_in()."""
    losses: Counter[int] = Counter()
    for row, result, spots, is_final in _list_decisive_tables(tables, league_terms):
        cut = _cut_table(row, result, spots, playing, tables, records)
        winners = {*cut.ahead, *cut.contenders}
        losses.update(set(result.table) - winners)
        if is_final and len(winners) > 1 and not cut.contenders:
            # All of them have won, and nobody plays on.
            losses.update(dict.fromkeys(winners - {cut.ahead[0]}, league_terms.lives))
    return losses


def is_unopposed(winner: int, tables: Sequence[Table], losses: Counter[int], lives: int) -> bool:
    """Return whether the last one who is left would have met somebody who has left the season.

    Then the winner has come no further than they have, until there is a round more.
    """
    rounds = Counter(seed for row in _main_tables(tables) for seed in row.table)
    others = (many for seed, many in rounds.items() if seed != winner and losses[seed] < lives)
    return max(others, default=0) >= max(rounds[winner], 1)


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


def list_parts(
    playing: Collection[int], tables: Sequence[Table], league_terms: Terms, records: Sequence[Tie]
) -> dict[tuple[int, int], Part]:
    """Return the part of a double elimination of each table, by (round, number)."""
    parts: dict[tuple[int, int], Part] = {}
    for row in _main_tables(tables):
        before = [other for other in tables if other.round < row.round]
        losses = count_losses(playing, before, league_terms, records)
        counts = {losses[seed] for seed in row.table}
        parts[row.round, row.number] = (
            "final" if len(counts) > 1 else "beaten" if counts == {1} else "unbeaten"
        )
    finals = [number for (number, _table), part in parts.items() if part == "final"]
    # The final is played once more if the unbeaten one has lost it.
    return {
        key: "final" if finals and key[0] > min(finals) else part for key, part in parts.items()
    }


def _main_tables(tables: Sequence[Table]) -> list[Table]:
    return [row for row in tables if not (row.is_third_place or row.is_play_off or row.is_group)]


def _list_decisive_tables(
    tables: Sequence[Table], league_terms: Terms
) -> list[tuple[Table, Result, int, bool]]:
    """Return the tables that knock somebody out, how many advance, and whether it is the final."""
    main_tables = _main_tables(tables)
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
