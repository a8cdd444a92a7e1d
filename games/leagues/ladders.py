"""Promotion and relegation between seasons, and the divisions of the next season."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from games.leagues.pairing import split_in_snake_order


class Division(msgspec.Struct, frozen=True):
    """A division of the season that ends: its level (0 is the top), and its entrants by place."""

    level: int
    order: tuple[int, ...]


class Right(msgspec.Struct, frozen=True, order=True):
    """Where an entrant may play next: the level, and the order within it.

    `came_from` is the previous level: relegated entrants come before those who stay, and those
    before promoted ones.
    """

    level: int
    came_from: int
    place: int
    division: int


def assign_rights(divisions: Sequence[Division], up: int, down: int) -> dict[int, Right]:
    """Return where everybody may play next: `up` of each division are promoted, `down` relegated.

    Nobody is promoted from the top or relegated from the bottom; a division too small for both has
    fewer of them. If several divisions feed into each one of the next level, as many are relegated
    as the promotions into that level need, but at least `down`.
    """
    levels = [group.level for group in divisions]
    bottom = max(levels, default=0)
    rights = {}
    for number, division in enumerate(divisions):
        size = len(division.order)
        rising = 0 if division.level == 0 else min(up, size // 2)
        coming = up * levels.count(division.level + 1) // max(levels.count(division.level), 1)
        falling = (
            0 if division.level == bottom else min(max(down, coming), size // 2, size - rising - 1)
        )
        for place, who in enumerate(division.order):
            step = -1 if place < rising else 1 if place >= size - max(falling, 0) else 0
            rights[who] = Right(division.level + step, division.level, place, number)
    return rights


def division_counts(entrants: int, size: int, fan: int) -> list[int]:
    """Return the number of divisions per level: 1, fan, fan² … until all entrants have a place.

    The last level takes the rest; a division has about `size` entrants.

    >>> division_counts(64, 8, 1), division_counts(62, 8, 2), division_counts(5, 8, 1)
    ([1, 1, 1, 1, 1, 1, 1, 1], [1, 2, 4, 1], [1])
    """
    left = max(1, -(-entrants // size) if entrants % size > size // 2 else entrants // size)
    counts = []
    wide = 1
    while left:
        counts.append(min(wide, left))
        left -= counts[-1]
        wide *= fan
    return counts


def arrange_divisions(
    returning: Mapping[int, Right], newcomers: Sequence[int], size: int, fan: int
) -> list[tuple[int, list[int]]]:
    """Return the next season's divisions, top first: (level, entrants in seeding order).

    `returning` are the entrants who continue, `newcomers` the others, strongest first; they start
    at the bottom. Places of entrants who left are filled from below, in order. Divisions have about
    `size` entrants, as evenly as possible, and those of a level are equally strong.
    """
    line = [*sorted(returning, key=lambda who: returning[who]), *newcomers]
    wide = division_counts(len(line), size, fan)
    least, more = divmod(len(line), sum(wide))
    divisions = []
    start = number = 0
    for level, many in enumerate(wide):
        parts = [least + (number + n < more) for n in range(many)]
        part = line[start : start + sum(parts)]
        divisions += [(level, part_line) for part_line in split_in_snake_order(part, parts)]
        start, number = start + sum(parts), number + many
    return divisions
