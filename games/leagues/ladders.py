"""Promotion and relegation between seasons, and the divisions of the next season."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from games.leagues.pairing import split_in_snake_order


class Division(msgspec.Struct, frozen=True):
    """A division of the season that ends: its level (0 is the top), and its entrants by place.

    `places[n]` is the place of `order[n]`, which some may share; () if nobody does.
    """

    level: int
    order: tuple[int, ...]
    places: tuple[int, ...] = ()


class Right(msgspec.Struct, frozen=True, order=True):
    """Where an entrant may play next: the level, and the order within it.

    `came_from` is the previous level: relegated entrants come before those who stay, and those
    before promoted ones.
    """

    level: int
    came_from: int
    place: int
    division: int


def count_moves(
    levels: Sequence[int], level: int, size: int, up: int, down: int
) -> tuple[int, int]:
    """Return how many of a division of this level and size are promoted and relegated.

    `levels` are those of all divisions. Nobody is promoted from the top or relegated from the
    bottom; a division too small for both has fewer of them. If several divisions feed into each one
    of the next level, as many are relegated as the promotions into that level need, but at least
    `down`.

    >>> count_moves([0, 1, 1], 0, 8, 2, 1), count_moves([0, 1, 1], 1, 8, 2, 1)
    ((0, 4), (2, 0))
    """
    rising = 0 if level == 0 else min(up, size // 2)
    coming = up * levels.count(level + 1) // max(levels.count(level), 1)
    falling = min(max(down, coming), size // 2, size - rising - 1)
    return rising, 0 if level == max(levels) else max(falling, 0)


def assign_rights(divisions: Sequence[Division], up: int, down: int) -> dict[int, Right]:
    """Return where everybody may play next: `up` of each division are promoted, `down` relegated.

    See count_moves(). Those who share the last place of promotion are all promoted, and those who
    share the first one of relegation all stay.
    """
    levels = [group.level for group in divisions]
    rights = {}
    for number, division in enumerate(divisions):
        rising, falling = _spare_tied(
            division, *count_moves(levels, division.level, len(division.order), up, down)
        )
        for place, who in enumerate(division.order):
            step = -1 if place < rising else 1 if place >= len(division.order) - falling else 0
            rights[who] = Right(division.level + step, division.level, place, number)
    return rights


def _spare_tied(division: Division, rising: int, falling: int) -> tuple[int, int]:
    """Return how many rise and fall if nobody who shares a place is worse off than another."""
    places, size = division.places or range(len(division.order)), len(division.order)
    while 0 < rising < size and places[rising] == places[rising - 1]:
        rising += 1
    while 0 < falling < size and places[size - falling] == places[size - falling - 1]:
        falling -= 1
    return rising, min(falling, size - rising)


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
    returning: Mapping[int, Right],
    newcomers: Sequence[int],
    size: int,
    fan: int,
    *,
    has_room: bool = False,
) -> list[tuple[int, list[int]]]:
    """Return the next season's divisions, top first: (level, entrants in seeding order).

    `returning` are the entrants who continue, `newcomers` the others, strongest first; they start
    at the bottom. Places of entrants who left are filled from below, in order. Divisions have about
    `size` entrants, as evenly as possible, and those of a level are equally strong. With
    `has_room` everybody plays on the level that they have a right to, and divisions that would be
    less than half full are dropped.
    """
    line = [*sorted(returning, key=lambda who: returning[who]), *newcomers]
    wide = division_counts(len(line), size, fan)
    divisions = []
    start = level = 0
    while level < len(wide):
        many, rest = wide[level], len(line) - start
        least, more = divmod(rest, sum(wide[level:]))
        room = least * many + min(more, many)
        if has_room:
            rightful_entrants = sum(
                who in returning and returning[who].level <= level for who in line
            )
            room = max(room, rightful_entrants - start)
            _drop_last(wide, level, sum(wide[level + 1 :]) - (rest - room) // max(2, size // 2))
            room = rest if level == len(wide) - 1 else room
        least, more = divmod(room, many)
        parts = [least + (n < more) for n in range(many)]
        part = line[start : start + room]
        divisions += [(level, part_line) for part_line in split_in_snake_order(part, parts)]
        start, level = start + room, level + 1
    return divisions


def _drop_last(wide: list[int], level: int, many: int) -> None:
    """Take the last divisions away, but none of this level or above."""
    while many > 0 and len(wide) > level + 1:
        wide[-1] -= 1
        many -= 1
        if not wide[-1]:
            wide.pop()
