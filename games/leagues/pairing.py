"""Draws that depend on results: Swiss rounds and knock-out.

Entrants are numbers; tables and rounds are those of draws.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from games.leagues.draws import Pair, Round, Table, table_sizes, with_even_seats

# Number of tries to find a round without repeats, before repeats are allowed one by one.
PATIENCE = 20_000


def draw_swiss_round(
    order: Sequence[int],
    points: Mapping[int, Fraction],
    before: Sequence[Round],
    seats: int,
    *,
    least: int = 2,
) -> Round:
    """Draw the next Swiss round for entrants in the order of their standing.

    Neighbours in points meet, and nobody meets anybody again while that is possible; in the first
    round, where all are level, the upper half meets the lower. The lowest entrant who has not sat
    out yet sits out. Raises ValueError if there are too few entrants for a table.
    """
    parts = table_sizes(len(order), seats, least)
    if not parts:
        raise ValueError(f"{len(order)} entrants fill no table of {seats}.")
    playing = _without_byes(order, before, len(order) - sum(parts))
    met = Counter(pair for one in before for table in one for pair in _iter_pairs(table))
    if seats == 2:
        drawn = _pairs_of(playing, points, met)
    else:
        drawn = _tables_of(playing, points, met, parts)
    return with_even_seats(before, [drawn])[0]


def _iter_pairs(table: Sequence[int]) -> Iterator[Pair]:
    return combinations(sorted(table), 2)


def _without_byes(order: Sequence[int], before: Sequence[Round], many: int) -> list[int]:
    played = Counter(who for one in before for table in one for who in table)
    by_turn = sorted(range(len(order)), key=lambda place: (played[order[place]], place))
    out = set(by_turn[len(by_turn) - many :])
    return [who for place, who in enumerate(order) if place not in out]


def _pairs_of(order: list[int], points: Mapping[int, Fraction], met: Counter[Pair]) -> Round:
    for repeats in range(len(order)):
        tries = [PATIENCE]
        if (found := _pair_entrants(order, points, met, repeats, tries)) is not None:
            return tuple(found)
    return tuple((order[n], order[n + 1]) for n in range(0, len(order), 2))


def _pair_entrants(
    order: list[int],
    points: Mapping[int, Fraction],
    met: Counter[Pair],
    repeats: int,
    tries: list[int],
) -> list[Table] | None:
    """Pair the first entrant with a preferred opponent, then the rest; None if impossible."""
    if not order:
        return []
    tries[0] -= 1
    if tries[0] < 0:
        return None
    first = order[0]
    for other in _preferred_opponents(order, points):
        again = int(met[min(first, other), max(first, other)] > 0)
        if again > repeats:
            continue
        left = [who for who in order if who not in (first, other)]
        rest = _pair_entrants(left, points, met, repeats - again, tries)
        if rest is not None:
            return [(first, other), *rest]
    return None


def _preferred_opponents(order: list[int], points: Mapping[int, Fraction]) -> list[int]:
    """Return the first one's opponents, best first: the lower half of those level, then others."""
    level = [who for who in order if points[who] == points[order[0]]]
    half = len(level) // 2
    if not half:
        return order[1:]
    return level[half:] + level[1:half][::-1] + order[len(level) :]


def _tables_of(
    order: list[int],
    points: Mapping[int, Fraction],
    met: Counter[Pair],
    parts: Sequence[int],
) -> Round:
    """Seat neighbours together, and swap two while that avoids repeats or differences in points."""
    tables = _form_tables(order, points, parts)
    rank = {who: place for place, who in enumerate(order)}
    better = True
    while better:
        better = False
        for one, two in combinations(range(len(tables)), 2):
            for i in range(len(tables[one])):
                for j in range(len(tables[two])):
                    better |= _try_swap(tables[one], tables[two], i, j, points, met)
    return tuple(tuple(sorted(table, key=rank.__getitem__)) for table in tables)


def _form_tables(
    order: list[int], points: Mapping[int, Fraction], parts: Sequence[int]
) -> list[list[int]]:
    if len({points[who] for who in order}) == 1:
        return split_in_snake_order(order, parts)
    tables, begun = [], 0
    for size in parts:
        tables.append(order[begun : begun + size])
        begun += size
    return tables


def _try_swap(
    one: list[int],
    two: list[int],
    i: int,
    j: int,
    points: Mapping[int, Fraction],
    met: Counter[Pair],
) -> bool:
    before = _table_cost(one, points, met) + _table_cost(two, points, met)
    one[i], two[j] = two[j], one[i]
    if _table_cost(one, points, met) + _table_cost(two, points, met) < before:
        return True
    one[i], two[j] = two[j], one[i]
    return False


def _table_cost(
    table: Sequence[int], points: Mapping[int, Fraction], met: Counter[Pair]
) -> Fraction:
    again = sum(met[pair] ** 2 for pair in _iter_pairs(table))
    apart = sum(((points[a] - points[b]) ** 2 for a, b in _iter_pairs(table)), Fraction())
    return 10_000 * again + apart


def split_in_snake_order(order: Sequence[int], parts: Sequence[int]) -> list[list[int]]:
    """Distribute entrants to tables back and forth, so that all are equally strong.

    >>> split_in_snake_order([0, 1, 2, 3, 4, 5, 6, 7], [4, 4])
    [[0, 3, 4, 7], [1, 2, 5, 6]]
    """
    tables: list[list[int]] = [[] for _ in parts]
    left = list(order)
    way = list(range(len(parts)))
    while left:
        for n in way:
            if left and len(tables[n]) < parts[n]:
                tables[n].append(left.pop(0))
        way.reverse()
    return tables


def knock_out(order: Sequence[int], seats: int, through: int) -> Round:
    """Draw a knock-out round for the remaining entrants in seeding order, drawn anew each round.

    `through` of each full table advance. If the number does not fit, the best seeded sit out, so
    that the next round fits. With two seats, the first meets the last. Raises ValueError if nobody
    would be knocked out.
    """
    if not 0 < through < seats or len(order) < 2:
        raise ValueError("A knock-out needs tables that some leave and some do not.")
    if len(order) <= seats:
        return (tuple(order),)
    fits = seats
    while fits * seats // through <= len(order):
        fits = fits * seats // through
    if fits == len(order):
        parts = [seats] * (fits // seats)
        return tuple(tuple(table) for table in split_in_snake_order(order, parts))
    tables = -(-(len(order) - fits) // (seats - through))
    byes = max(fits - through * tables, 0)
    many, more = divmod(len(order) - byes, tables)
    parts = [many + 1] * more + [many] * (tables - more)
    return tuple(tuple(table) for table in split_in_snake_order(order[byes:], parts))
