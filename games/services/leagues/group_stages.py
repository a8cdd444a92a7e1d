"""The groups before a knock-out: their standings, who advances, and ties about that."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from games.leagues import groups, standings
from games.leagues import ties as tie_rules
from games.leagues.standings import Standing
from games.leagues.terms import Terms
from games.leagues.ties import Cut, Tie
from games.models import Division, Entry, Round
from games.services.leagues import results, terms
from games.services.leagues.results import Table


class Group(msgspec.Struct, frozen=True):
    """A group by its number from 1: its standings, and how many of it advance."""

    number: int
    lines: list[Standing]
    spots: int


def list_groups(division: Division, tables: Sequence[Table], league_terms: Terms) -> list[Group]:
    """Return the groups of a division with their standings; none in other formats."""
    if league_terms.form != "groups":
        return []
    members = groups.split_groups(results.count_entrants(division), league_terms)
    spots = groups.count_advancing(len(members), league_terms)
    records = results.ties_of(division)
    group_results = [row.result for row in tables if row.is_group and row.result is not None]
    rows = []
    for number, seeds in enumerate(members, start=1):
        lots = tuple(tie.order for tie in records if tie.group == number and tie.order)
        season = standings.Season(
            tuple(seeds),
            tuple(result for result in group_results if set(result.table) <= set(seeds)),
            league_terms.scale,
            lots=lots,
        )
        by_rule = ("play_off", "lot") if any(tie.group == number for tie in records) else ()
        lines = standings.standings(season, (*_list_counts(league_terms), *by_rule))
        rows.append(Group(number, lines, spots))
    return rows


def _list_counts(league_terms: Terms) -> tuple[str, ...]:
    """Return what standings of a group are sorted by: those of the knock-out come later."""
    return tuple(name for name in league_terms.counts if name not in ("reached", "last"))


def cut_group(group: Group, playing: Collection[int], records: Sequence[Tie]) -> Cut:
    """Return who advances from a group: of those who have not left the best, in order."""
    places = {line.entrant: line.place for line in group.lines if line.entrant in playing}
    cut = tie_rules.cut_at(places, group.spots)
    if any(tie.group == group.number and tie.rule == "all" for tie in records):
        return Cut((*cut.ahead, *cut.contenders))
    return cut


def list_open_group_ties(
    group_rows: Sequence[Group], playing: Collection[int], records: Sequence[Tie]
) -> list[tuple[str, Cut]]:
    """Return the borders of groups at which nobody knows yet who advances, by name."""
    cuts = [(group.number, cut_group(group, playing, records)) for group in group_rows]
    return [(f"group {number}", cut) for number, cut in cuts if cut.contenders]


def list_field(
    division: Division, tables: Sequence[Table], playing: Collection[int], league_terms: Terms
) -> list[int]:
    """Return who plays in a knock-out, in the order in which it is drawn: winners of groups first.

    Once its first round is drawn, those who are in it.
    """
    if league_terms.form != "groups":
        return sorted(playing)
    group_rows = list_groups(division, tables, league_terms)
    places = {line.entrant: line.place for group in group_rows for line in group.lines}
    rounds = [row for row in tables if not row.is_group and not row.is_play_off]
    if rounds:
        first = min(row.round for row in rounds)
        field = {seed for row in rounds if row.round == first for seed in row.table}
    else:
        records = results.ties_of(division)
        field = {seed for group in group_rows for seed in cut_group(group, playing, records).ahead}
    return sorted(field & set(playing), key=lambda seed: (places[seed], seed))


def same_group_pairs(
    division: Division, tables: Sequence[Table], league_terms: Terms
) -> set[tuple[int, int]]:
    """Return the pairs who have met in a group, for the first round after it; later nobody."""
    if league_terms.form != "groups" or any(
        not row.is_group and not row.is_play_off for row in tables
    ):
        return set()
    members = groups.split_groups(results.count_entrants(division), league_terms)
    return {(a, b) for seeds in members for a in seeds for b in seeds if a < b}


def keeps_groups(row: Round, tables: Sequence[Sequence[Entry]]) -> bool:
    """Return whether nobody meets another group at these tables of a round before a knock-out."""
    league_terms = terms.terms_from_row(row.division.season)
    if row.number > results.last_group_round(row.division):
        return True
    many = results.count_entrants(row.division)
    members = [set(seeds) for seeds in groups.split_groups(many, league_terms)]
    return all(
        any({entry.seed for entry in table} <= seeds for seeds in members) for table in tables
    )
