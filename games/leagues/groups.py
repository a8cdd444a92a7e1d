"""The groups that come before a knock-out: who is in which, and whom they meet there.

Entrants are numbers from 0 in seeding order; tables and rounds are those of draws.py.
"""

from __future__ import annotations

from math import ceil

import msgspec

from games.leagues import draws
from games.leagues.draws import Table
from games.leagues.pairing import split_in_snake_order
from games.leagues.terms import Terms


class GroupRound(msgspec.Struct, frozen=True):
    """A round of all groups: its tables, and who sits out while their group plays."""

    tables: tuple[Table, ...]
    byes: tuple[int, ...]


def split_groups(entrants: int, terms: Terms) -> list[list[int]]:
    """Return the groups of a division, equally strong, each with more than those who advance.

    >>> split_groups(7, Terms("pebbles", group_size=4, group_through=2))
    [[0, 3, 4, 6], [1, 2, 5]]
    """
    many = max(1, ceil(entrants / terms.group_size))
    while many > 1 and not _can_play(entrants // many, terms):
        many -= 1
    size, more = divmod(entrants, many)
    return split_in_snake_order(range(entrants), [size + 1] * more + [size] * (many - more))


def _can_play(size: int, terms: Terms) -> bool:
    is_playable = bool(draws.table_sizes(size, terms.seats, terms.least_seats))
    return is_playable and size > terms.group_through


def count_advancing(groups: int, terms: Terms) -> int:
    """Return how many of each group advance: of a single group two at least, for the final."""
    return terms.group_through if groups > 1 else max(2, terms.group_through)


def count_group_rounds(entrants: int, terms: Terms) -> int:
    """Return the rounds before the knock-out; 0 in other formats."""
    if terms.form != "groups":
        return 0
    return max(terms.rounds_to_meet(len(group)) for group in split_groups(entrants, terms))


def draw_group_rounds(entrants: int, terms: Terms) -> list[GroupRound]:
    """Return all rounds of the groups; a smaller group is through before the others."""
    rounds: list[GroupRound] = []
    for group in split_groups(entrants, terms):
        needed = terms.rounds_to_meet(len(group))
        tables_by_round = draws.draw_balanced_rounds(
            len(group), terms.seats, needed, least=terms.least_seats
        )
        rounds += [GroupRound((), ())] * (needed - len(rounds))
        for n, group_tables in enumerate(tables_by_round):
            tables = tuple(tuple(group[who] for who in table) for table in group_tables)
            seated_seeds = {seed for table in tables for seed in table}
            byes = tuple(seed for seed in group if seed not in seated_seeds)
            rounds[n] = GroupRound((*rounds[n].tables, *tables), (*rounds[n].byes, *byes))
    return rounds
