"""The bracket of a knock-out: its rounds as columns, each table beside the one it leads to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct, structs

from games.presentation.league_tables import ScheduledTable


class Column(Struct, frozen=True):
    """A round of a bracket: its title, its tables, and how many are not drawn yet.

    `is_last`: no other round follows it; so is the match for the third place.
    """

    title: str
    tables: list[ScheduledTable]
    coming: range = range(0)
    is_last: bool = False


def build_bracket(schedule: Sequence[tuple[Any, list[ScheduledTable]]], seats: int) -> list[Column]:
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
        Column(_title(number, len(tables), is_known=seats == 2), tables)
        for number, tables in rounds
    ]
    columns += [
        Column(_title(len(rounds) + n, many, is_known=True), [], range(many))
        for n, many in enumerate(coming, start=1)
    ]
    if columns:
        columns[-1] = structs.replace(columns[-1], is_last=True)
    play_offs = [
        table for _row, tables in schedule for table in tables if table.pairing.is_play_off
    ]
    columns += [Column(_("Play-off"), play_offs, is_last=True)] if play_offs else []
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
