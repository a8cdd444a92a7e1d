"""The brackets of a knock-out: rounds as columns, each table beside the one it leads to."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from msgspec import Struct, structs

from games.leagues.terms import Terms
from games.models import Division, Round
from games.presentation.league_tables import ScheduledTable
from games.services.leagues import drawing, knock_outs, results, terms
from games.services.leagues.knock_outs import Part

Schedule = Sequence[tuple[Round, list[ScheduledTable]]]


class Column(Struct, frozen=True):
    """A round of a bracket: its title, its tables, and how many are not drawn yet.

    `number` is that of the round, None if it is not drawn or not a single one. `is_last`: no other
    round follows it; so is the match for the third place.
    """

    title: str
    tables: list[ScheduledTable]
    coming: range = range(0)
    is_last: bool = False
    number: int | None = None


class Bracket(Struct, frozen=True):
    """A bracket with its title: the only one, or one of those of a double elimination."""

    name: Part | None
    title: str
    columns: list[Column]


def list_brackets(division: Division, schedule: Schedule) -> list[Bracket]:
    """Return the brackets of a knock-out, as far as it is drawn; none in other formats."""
    league_terms = terms.terms_from_row(division.season)
    if not league_terms.is_knock_out:
        return []
    if league_terms.form == "double_elimination":
        return _list_double_brackets(division, schedule, league_terms)
    if league_terms.form == "groups":
        last = results.last_group_round(division)
        schedule = [(row, tables) for row, tables in schedule if row.number > last]
    columns = build_bracket(schedule, league_terms.seats)
    return [Bracket(None, _("Bracket"), columns)] if columns else []


def _list_double_brackets(
    division: Division, schedule: Schedule, league_terms: Terms
) -> list[Bracket]:
    playing = drawing.list_playing(division)
    records = results.ties_of(division)
    parts = knock_outs.list_parts(playing, results.list_tables(division), league_terms, records)
    titles: dict[Part, str] = {
        "unbeaten": _("Winners’ bracket"),
        "beaten": _("Losers’ bracket"),
        "final": _("Final"),
    }
    brackets = []
    for name, title in titles.items():
        rounds = [
            (row, part_tables)
            for row, tables in schedule
            if (part_tables := _list_part_tables(row, tables, name, parts))
        ]
        columns = _list_columns(rounds, are_finals=name == "final")
        brackets += [Bracket(name, title, columns)] if columns else []
    play_offs = _list_play_offs(schedule)
    return [*brackets, Bracket(None, _("Play-off"), play_offs)] if play_offs else brackets


def _list_part_tables(
    row: Round,
    tables: Sequence[ScheduledTable],
    name: Part,
    parts: dict[tuple[int, int], Part],
) -> list[ScheduledTable]:
    """Return the tables of a round in a part of it, unless somebody only waits there."""
    part_tables = [
        table for table in tables if parts.get((row.number, table.pairing.number)) == name
    ]
    is_waiting = all(len(table.seated) == 1 for table in part_tables)
    return [] if is_waiting and name != "final" else part_tables


def _list_columns(rounds: Schedule, *, are_finals: bool) -> list[Column]:
    """Return rounds whose tables do not halve from one to the next."""
    return [
        Column(
            _("Final") if are_finals else _("Round %(number)s") % {"number": row.number},
            tables,
            is_last=True,
            number=row.number,
        )
        for row, tables in rounds
    ]


def _list_play_offs(schedule: Schedule) -> list[Column]:
    tables = [table for _row, tables in schedule for table in tables if table.pairing.is_play_off]
    return [Column(_("Play-off"), tables, is_last=True)] if tables else []


def build_bracket(schedule: Schedule, seats: int) -> list[Column]:
    """Return the rounds of a knock-out in order, with those that are not drawn yet.

    Tables stand in the order of those that their winners went to. Rounds to come are known only
    where two play at a table, `seats` 2. Play-offs and a match for the third place are columns of
    their own.
    """
    rounds = [
        (row.number, main_tables)
        for row, tables in schedule
        if (main_tables := [table for table in tables if not _stands_apart(table)])
    ]
    third = [table for _row, tables in schedule for table in tables if table.pairing.is_third_place]
    for n in range(len(rounds) - 2, -1, -1):
        number, tables = rounds[n]
        order = _seats_by_entry(rounds[n + 1][1])
        rounds[n] = (number, sorted(tables, key=lambda table: _next_place(table, order)))
    last = len(rounds[-1][1]) if rounds else 0
    coming = _coming_rounds(last) if seats == 2 else []
    columns = [
        Column(_title(number, len(tables), is_known=seats == 2), tables, number=number)
        for number, tables in rounds
    ]
    columns += [
        Column(_title(rounds[-1][0] + n, many, is_known=True), [], range(many))
        for n, many in enumerate(coming, start=1)
    ]
    if columns:
        columns[-1] = structs.replace(columns[-1], is_last=True)
    columns += _list_play_offs(schedule)
    return [*columns, Column(_("Third place"), third, is_last=True)] if third else columns


def _stands_apart(table: ScheduledTable) -> bool:
    return table.pairing.is_third_place or table.pairing.is_play_off


def _seats_by_entry(tables: Sequence[ScheduledTable]) -> dict[object, int]:
    """Return seed -> position among all seats of a round."""
    seats = [seat.entry.seed for table in tables for seat in table.seated]
    return {seed: n for n, seed in enumerate(seats)}


def _next_place(table: ScheduledTable, order: dict[object, int]) -> tuple[int, int]:
    places = [order[seat.entry.seed] for seat in table.seated if seat.entry.seed in order]
    return min(places, default=len(order)), table.pairing.number


def _coming_rounds(last: int) -> list[int]:
    """Return the numbers of tables of the rounds after one with `last` tables.

    >>> _coming_rounds(4), _coming_rounds(1)
    ([2, 1], [])
    """
    numbers = []
    while last > 1:
        last = -(-last // 2)
        numbers.append(last)
    return numbers


def _title(number: int, tables: int, *, is_known: bool) -> str:
    names = {1: _("Final"), 2: _("Semi-finals"), 4: _("Quarter-finals")}
    if is_known and tables in names:
        return names[tables]
    return _("Round %(number)s") % {"number": number}
