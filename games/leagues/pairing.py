"""Draws that depend on results: Swiss rounds and knock-out.

Entrants are numbers; tables and rounds are those of draws.py.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, groupby, product

from games.leagues.draws import Pair, Round, Table, table_sizes, with_even_seats

# With more tables than these, only tables with repeats are improved, by their neighbours.
MANY_TABLES = 64
# How far away a table may be with which entrants are exchanged, if there are many.
NEARBY = 40
# Up to so many entrants, pairs that would meet again are searched anew, in so many steps.
MOST_SEARCHED, MOST_STEPS = 200, 500
# As how many meetings a forbidden one counts.
FORBIDDEN_WEIGHT = 100


def draw_swiss_round(
    order: Sequence[int],
    points: Mapping[int, Fraction],
    before: Sequence[Round],
    seats: int,
    *,
    least: int = 2,
    forbidden: Collection[Pair] = (),
) -> Round:
    """Draw the next Swiss round for entrants in the order of their standing.

    Neighbours in points meet, and nobody meets anybody again while that is possible; in the first
    round, where all are level, the upper half meets the lower. The `forbidden` pairs (the smaller
    number first) count as if they had met often. The lowest entrant who has not sat out yet sits
    out. Raises ValueError if there are too few entrants for a table.
    """
    parts = table_sizes(len(order), seats, least)
    if not parts:
        raise ValueError(f"{len(order)} entrants fill no table of {seats}.")
    playing = _without_byes(order, before, len(order) - sum(parts))
    meetings = Counter(
        pair for round_tables in before for table in round_tables for pair in _iter_pairs(table)
    )
    meetings.update(dict.fromkeys(forbidden, FORBIDDEN_WEIGHT))
    if seats == 2:
        tables = _pairs_of(playing, points, meetings)
    else:
        tables = _tables_of(playing, points, meetings, parts)
    return with_even_seats(before, [tables])[0]


def _iter_pairs(table: Sequence[int]) -> Iterator[Pair]:
    return combinations(sorted(table), 2)


def _without_byes(order: Sequence[int], before: Sequence[Round], many: int) -> list[int]:
    match_counts = Counter(
        who for round_tables in before for table in round_tables for who in table
    )
    by_turn = sorted(range(len(order)), key=lambda place: (match_counts[order[place]], place))
    out = set(by_turn[len(by_turn) - many :])
    return [who for place, who in enumerate(order) if place not in out]


def _pairs_of(order: list[int], points: Mapping[int, Fraction], meetings: Counter[Pair]) -> Round:
    """Pair score group by score group: the upper half meets the lower, nobody meets again.

    Who finds no new opponent in a group goes down to the next one. Fast for any number.
    """
    pairs: list[Table] = []
    down: list[int] = []
    for _level, members in groupby(order, key=points.__getitem__):
        group_pairs, down = _pair_group([*down, *members], meetings)
        pairs += group_pairs
    for first, second in zip(down[::2], down[1::2], strict=True):
        _pair_leftovers(first, second, pairs, meetings)
    if len(order) <= MOST_SEARCHED and any(_has_repeats(pair, meetings) for pair in pairs):
        pairs = _search_pairs(order, meetings, iter(range(MOST_STEPS))) or pairs
    return tuple(pairs)


def _search_pairs(
    order: Sequence[int], meetings: Counter[Pair], steps: Iterator[int]
) -> list[Table] | None:
    """Pair all so that nobody meets again, with neighbours if possible; None if there is no way.

    Who has the fewest possible opponents comes first. Gives up after the last of the steps.
    """
    if not order:
        return []
    if next(steps, None) is None:
        return None
    opponents = [
        [two for two in order if two != entrant and not meetings[_sorted_pair(entrant, two)]]
        for entrant in order
    ]
    place = min(range(len(order)), key=lambda n: len(opponents[n]))
    entrant = order[place]
    for other in sorted(opponents[place], key=lambda two: abs(order.index(two) - place)):
        rest = [who for who in order if who not in (entrant, other)]
        pairs = _search_pairs(rest, meetings, steps)
        if pairs is not None:
            return [(entrant, other), *pairs]
    return None


def _pair_group(group: list[int], meetings: Counter[Pair]) -> tuple[list[Table], list[int]]:
    """Return the pairs of a score group, and those who go down: at most as many as necessary."""
    half = len(group) // 2
    upper, lower = group[:half], group[half:]
    pairs: list[Table] = []
    left: list[int] = []
    for entrant in upper:
        other = next((two for two in lower if not meetings[_sorted_pair(entrant, two)]), None)
        if other is None:
            left.append(entrant)
        else:
            lower.remove(other)
            pairs.append((entrant, other))
    down: list[int] = []
    left += lower
    while left:
        entrant = left.pop(0)
        other = next((two for two in left if not meetings[_sorted_pair(entrant, two)]), None)
        if other is not None:
            left.remove(other)
            pairs.append((entrant, other))
        elif not _exchange(entrant, left, pairs, meetings):
            down.append(entrant)
    return pairs, down


def _exchange(entrant: int, left: list[int], pairs: list[Table], meetings: Counter[Pair]) -> bool:
    """Break up a pair to give `entrant` and one of `left` new opponents; whether it worked."""
    for two in left:
        for n in range(len(pairs) - 1, max(len(pairs) - NEARBY, 0) - 1, -1):
            first, second = pairs[n]
            for mine, other in ((first, second), (second, first)):
                if (
                    not meetings[_sorted_pair(entrant, mine)]
                    and not meetings[_sorted_pair(two, other)]
                ):
                    pairs[n] = (entrant, mine)
                    pairs.append((two, other))
                    left.remove(two)
                    return True
    return False


def _pair_leftovers(
    entrant: int, opponent: int, pairs: list[Table], meetings: Counter[Pair]
) -> None:
    """Pair two whom no group could pair, breaking up the nearest pair that helps; else with each
    other.
    """
    if not meetings[_sorted_pair(entrant, opponent)]:
        pairs.append((entrant, opponent))
        return
    for n in range(len(pairs) - 1, -1, -1):
        first, second = pairs[n]
        for mine, other in ((first, second), (second, first)):
            if (
                not meetings[_sorted_pair(entrant, mine)]
                and not meetings[_sorted_pair(opponent, other)]
            ):
                pairs[n] = (mine, entrant)
                pairs.append((other, opponent))
                return
    pairs.append((entrant, opponent))


def _sorted_pair(first: int, second: int) -> Pair:
    return (first, second) if first < second else (second, first)


def _tables_of(
    order: list[int],
    points: Mapping[int, Fraction],
    meetings: Counter[Pair],
    parts: Sequence[int],
) -> Round:
    """Seat neighbours together, and swap two while that avoids repeats or differences in points."""
    tables = _form_tables(order, points, parts)
    rank = {who: place for place, who in enumerate(order)}
    near = len(tables) if len(tables) <= MANY_TABLES else NEARBY
    better = True
    while better:
        better = False
        for index, first in enumerate(tables):
            if near < len(tables) and not _has_repeats(first, meetings):
                continue
            for second in (
                *tables[index + 1 : index + near],
                *tables[max(0, index - near) : index],
            ):
                for i, j in product(range(len(first)), range(len(second))):
                    better |= _try_swap(first, second, i, j, points, meetings)
    return tuple(tuple(sorted(table, key=rank.__getitem__)) for table in tables)


def _form_tables(
    order: list[int], points: Mapping[int, Fraction], parts: Sequence[int]
) -> list[list[int]]:
    if len({points[who] for who in order}) == 1:
        return split_in_snake_order(order, parts)
    tables, start = [], 0
    for size in parts:
        tables.append(order[start : start + size])
        start += size
    return tables


def _has_repeats(table: Sequence[int], meetings: Counter[Pair]) -> bool:
    return any(meetings[pair] for pair in _iter_pairs(table))


def _try_swap(
    first_table: list[int],
    second_table: list[int],
    i: int,
    j: int,
    points: Mapping[int, Fraction],
    meetings: Counter[Pair],
) -> bool:
    before = _table_cost(first_table, points, meetings) + _table_cost(
        second_table, points, meetings
    )
    first_table[i], second_table[j] = second_table[j], first_table[i]
    if (
        _table_cost(first_table, points, meetings) + _table_cost(second_table, points, meetings)
        < before
    ):
        return True
    first_table[i], second_table[j] = second_table[j], first_table[i]
    return False


def _table_cost(
    table: Sequence[int], points: Mapping[int, Fraction], meetings: Counter[Pair]
) -> Fraction:
    again = sum(meetings[pair] ** 2 for pair in _iter_pairs(table))
    apart = sum(((points[a] - points[b]) ** 2 for a, b in _iter_pairs(table)), Fraction())
    return 10_000 * again + apart


def split_in_snake_order(order: Sequence[int], parts: Sequence[int]) -> list[list[int]]:
    """Distribute entrants to tables back and forth, so that all are equally strong.

    >>> split_in_snake_order([0, 1, 2, 3, 4, 5, 6, 7], [4, 4])
    [[0, 3, 4, 7], [1, 2, 5, 6]]
    """
    tables: list[list[int]] = [[] for _ in parts]
    left = deque(order)
    way = list(range(len(parts)))
    while left:
        for n in way:
            if left and len(tables[n]) < parts[n]:
                tables[n].append(left.popleft())
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


def double_elimination(
    unbeaten: Sequence[int], beaten: Sequence[int], byes: Mapping[int, int], meetings: set[Pair]
) -> Round:
    """Draw a round for those who have not lost yet and for those who have lost once.

    Both are in seeding order, and play among themselves until a single one of each is left: they
    play the final, and once more if that beats the unbeaten one. Of an odd number of the beaten,
    whoever has had the fewest `byes` sits out. They do not meet again, as far as possible:
    `meetings` are the pairs who have met.

    >>> double_elimination([0, 1], [2, 3, 4], {2: 1}, set())
    ((0, 1), (2, 4))
    >>> double_elimination([0], [3], {}, {(0, 3)})
    ((0, 3),)
    """
    if len(unbeaten) == len(beaten) == 1:
        return ((unbeaten[0], beaten[0]),)
    first = knock_out(unbeaten, 2, 1) if len(unbeaten) > 1 else ()
    left = list(beaten)
    if len(left) % 2:
        left.remove(min(left, key=lambda who: byes.get(who, 0)))
    parts = [2] * (len(left) // 2)
    second = tuple(tuple(table) for table in split_in_snake_order(left, parts)) if parts else ()
    return (*first, *separate_forbidden(second, meetings))


def separate_forbidden(tables: Sequence[Table], forbidden: Collection[Pair]) -> Round:
    """Exchange entrants between tables so that no `forbidden` pair meets, as far as possible.

    Of those who can be exchanged the nearest in seeding are.

    >>> separate_forbidden([(0, 3), (1, 2)], {(0, 3)})
    ((0, 2), (1, 3))
    """
    members_by_table = [list(table) for table in tables]
    for first in members_by_table:
        for place in range(len(first) - 1, 0, -1):
            if any(_sorted_pair(first[place], other) in forbidden for other in first[:place]):
                _exchange_forbidden(first, place, members_by_table, forbidden)
    return tuple(tuple(table) for table in members_by_table)


def _exchange_forbidden(
    table: list[int], place: int, tables: Sequence[list[int]], forbidden: Collection[Pair]
) -> None:
    """Exchange an entrant with one of another table, unless that brings a forbidden pair about."""
    entrant = table[place]
    candidates = [(other, n) for other in tables if other is not table for n in range(len(other))]
    candidates.sort(key=lambda candidate: abs(candidate[0][candidate[1]] - entrant))
    for other, n in candidates:
        table[place], other[n] = other[n], table[place]
        pairs = (*_iter_pairs(table), *_iter_pairs(other))
        if not any(pair in forbidden for pair in pairs):
            return
        table[place], other[n] = other[n], table[place]
