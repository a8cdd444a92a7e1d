"""The groups before a knock-out, for pages and programs."""

from __future__ import annotations

import msgspec

from games.models import Division, Entry
from games.presentation.leagues import format_number
from games.services.leagues import group_stages, results, terms


class GroupLine(msgspec.Struct, frozen=True):
    """A line of the standings of a group; `advances` once all its rounds are over."""

    entry: Entry
    place: int
    played: int
    points: str
    advances: bool


class ShownGroup(msgspec.Struct, frozen=True):
    """A group before a knock-out by its number from 1."""

    number: int
    lines: list[GroupLine]


def list_shown_groups(division: Division) -> list[ShownGroup]:
    """Return the groups of a division with their standings; none in other formats."""
    league_terms = terms.terms_from_row(division.season)
    if league_terms.form != "groups":
        return []
    tables = results.list_tables(division)
    holders = {entry.seed: entry for entry in results.list_entrants(division)}
    playing = [seed for seed, entry in holders.items() if entry.state != Entry.State.LEFT]
    advancing = set()
    if all(row.is_settled for row in tables if row.is_group):
        present = [seed for seed in playing if seed is not None]
        advancing = set(group_stages.list_field(division, tables, present, league_terms))
    return [
        ShownGroup(
            group.number,
            [
                GroupLine(
                    holders[line.entrant],
                    line.place,
                    line.played,
                    format_number(line.points),
                    line.entrant in advancing,
                )
                for line in group.lines
            ],
        )
        for group in group_stages.list_groups(division, tables, league_terms)
    ]
