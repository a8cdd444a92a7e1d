"""Balanced draws, in which everybody meets everybody as evenly as possible.

Entrants are numbers from 0 in seeding order. A table is a tuple of entrants in seat order, a round
a tuple of tables; entrants at no table of a round sit out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

import msgspec

from games.engine.chance import Chance

Table = tuple[int, ...]
Round = tuple[Table, ...]
Pair = tuple[int, int]

# (entrants, seats) -> optimal draws that a search does not find, one round per line, entrants in
# hexadecimal: everybody meets everybody once. The affine planes of order 3 and 4, and Kirkman's
# schoolgirl problem.
BALANCED_DESIGNS: dict[tuple[int, int], tuple[str, ...]] = {
    (9, 3): ("012 345 678", "036 147 258", "048 156 237", "057 138 246"),
    (15, 3): (
        "017 358 26a 9bc 4de",
        "128 469 03b acd 57e",
        "239 05a 14c 7bd 68e",
        "34a 16b 25d 78c 09e",
        "45b 02c 367 89d 1ae",
        "56c 13d 048 79a 2be",
        "06d 247 159 8ab 3ce",
    ),
    (16, 4): (
        "0123 4567 89ab cdef",
        "048c 159d 26ae 37bf",
        "05af 14be 278d 369c",
        "06bd 17ac 249f 358e",
        "079e 168f 25bc 34ad",
    ),
}
# Number of restarts of the search.
TRIES = 12


class Evenness(msgspec.Struct, frozen=True):
    """How far a draw is from perfect.

    Two entrants meet `least` to `most` times; `uneven` pairs meet more or less often than in a
    perfect draw (the whole numbers on both sides of the mean). The counts of an entrant's seats
    differ by at most `seats`, and the numbers of matches of two entrants by at most `out`.
    """

    least: int
    most: int
    uneven: int
    seats: int
    out: int


def round_robin(entrants: int) -> list[Round]:
    """Return the Berger tables: everybody meets everybody once, first seats balanced.

    For an odd number one entrant sits out each round. Source: FIDE Handbook C.05, Annex 1.

    >>> round_robin(4)
    [((0, 3), (1, 2)), ((3, 2), (0, 1)), ((1, 3), (2, 0))]
    """
    even = entrants + entrants % 2
    return [
        tuple(table for table in _berger_round(even, number) if max(table) < entrants)
        for number in range(even - 1)
    ]


def _berger_round(even: int, number: int) -> Iterator[Table]:
    last, circle = even - 1, even - 1
    is_odd = number % 2
    facing = (number // 2 + (even // 2 if is_odd else 0)) % circle
    yield (last, facing) if is_odd else (facing, last)
    for step in range(1, even // 2):
        yield (facing + step) % circle, (facing - step) % circle


def table_sizes(entrants: int, seats: int, least: int) -> list[int]:
    """Return the sizes of the tables of a round, full ones first: fewest out, then fewest small.

    `least`: minimum size of a table. Entrants without a table sit out.

    >>> table_sizes(10, 4, 3), table_sizes(5, 4, 3), table_sizes(7, 4, 3)
    ([4, 3, 3], [4], [4, 3])
    """
    for players in range(entrants, 0, -1):
        tables = -(-players // seats)
        small, more = divmod(players, tables)
        if small >= least:
            return [small + 1] * more + [small] * (tables - more)
    return []


def draw_balanced_rounds(entrants: int, seats: int, rounds: int, *, least: int = 2) -> list[Round]:
    """Return `rounds` rounds of tables of `seats`, or slightly smaller ones if they cannot be full.

    For two seats this is the round robin, repeated with seats exchanged. Raises ValueError if there
    are too few entrants for a table.
    """
    if not table_sizes(entrants, seats, least):
        raise ValueError(f"{entrants} entrants fill no table of {seats}.")
    if seats == 2:
        return _again_and_again(round_robin(entrants), rounds)
    if (entrants, seats) in BALANCED_DESIGNS and rounds <= len(BALANCED_DESIGNS[entrants, seats]):
        balanced_rounds = [
            _parse_round(line) for line in BALANCED_DESIGNS[entrants, seats][:rounds]
        ]
    else:
        tries = [
            _optimize_draw(entrants, table_sizes(entrants, seats, least), rounds, n)
            for n in range(TRIES)
        ]
        balanced_rounds = min(tries, key=lambda rounds_tried: _draw_cost(entrants, rounds_tried))
    return with_even_seats([], balanced_rounds)


def _again_and_again(once: list[Round], rounds: int) -> list[Round]:
    back = [tuple((second, first) for first, second in round_tables) for round_tables in once]
    return [(once, back)[n // len(once) % 2][n % len(once)] for n in range(rounds)]


def _parse_round(line: str) -> Round:
    return tuple(tuple(int(digit, 16) for digit in table) for table in line.split())


def _optimize_draw(entrants: int, parts: Sequence[int], rounds: int, number: int) -> list[Round]:
    """Start from shuffled tables and swap two entrants of a round while that improves the draw."""
    chance = Chance(f"draw {number}".encode())
    order = list(range(entrants))
    lines = []
    for n in range(rounds):
        # The first round is as seeded, so that draws differ only in the others.
        lines.append(chance.shuffle(f"round {n}", order) if n else list(order))
    meets, out = _count_meetings(lines, parts)
    better = True
    while better:
        better = False
        for line in lines:
            for i, j in combinations(range(entrants), 2):
                better |= _try_exchange(line, parts, i, j, meets, out)
    return [_split_tables(line, parts) for line in lines]


def _count_meetings(
    lines: list[list[int]], parts: Sequence[int]
) -> tuple[Counter[Pair], Counter[int]]:
    meets: Counter[Pair] = Counter()
    out: Counter[int] = Counter()
    for line in lines:
        for table in _split_tables(line, parts):
            meets.update(_iter_pairs(table))
        out.update(line[sum(parts) :])
    return meets, out


def _split_tables(line: Sequence[int], parts: Sequence[int]) -> Round:
    tables, start = [], 0
    for size in parts:
        tables.append(tuple(line[start : start + size]))
        start += size
    return tuple(tables)


def _iter_pairs(table: Sequence[int]) -> Iterator[Pair]:
    return combinations(sorted(table), 2)


def _try_exchange(
    line: list[int],
    parts: Sequence[int],
    i: int,
    j: int,
    meets: Counter[Pair],
    out: Counter[int],
) -> bool:
    """Swap places i and j of a round if that makes the draw more even; return whether it did."""
    first, second = _other_entrants(line, parts, i), _other_entrants(line, parts, j)
    if first is second or line[j] in (first or ()):
        return False
    first_entrant, second_entrant = line[i], line[j]
    gain = _move_cost(first_entrant, first, second, second_entrant, meets, out) + _move_cost(
        second_entrant, second, first, first_entrant, meets, out
    )
    if gain >= 0:
        return False
    for who, left, come, other in (
        (first_entrant, first, second, second_entrant),
        (second_entrant, second, first, first_entrant),
    ):
        _update_counts(who, left, -1, meets, out, other)
        _update_counts(who, come, 1, meets, out, other)
    line[i], line[j] = second_entrant, first_entrant
    return True


def _other_entrants(line: list[int], parts: Sequence[int], place: int) -> list[int] | None:
    """Return the others at the table of a place; None for entrants who sit out."""
    start = 0
    for size in parts:
        if place < start + size:
            return [who for who in line[start : start + size] if who != line[place]]
        start += size
    return None


def _move_cost(
    who: int,
    left: list[int] | None,
    come: list[int] | None,
    other: int,
    meets: Counter[Pair],
    out: Counter[int],
) -> int:
    """Return the change of cost (sum of squares; negative: better) if `who` changes tables."""
    cost = 0
    if left is None:
        cost += 8 * (1 - 2 * out[who])
    else:
        cost += sum(1 - 2 * meets[_sorted_pair(who, opponent)] for opponent in left)
    if come is None:
        return cost + 8 * (1 + 2 * out[who])
    return cost + sum(
        1 + 2 * meets[_sorted_pair(who, opponent)] for opponent in come if opponent != other
    )


def _update_counts(
    who: int,
    others: list[int] | None,
    step: int,
    meets: Counter[Pair],
    out: Counter[int],
    but: int,
) -> None:
    if others is None:
        out[who] += step
    for opponent in others or ():
        if opponent != but:
            meets[_sorted_pair(who, opponent)] += step


def _sorted_pair(first: int, second: int) -> Pair:
    return (first, second) if first < second else (second, first)


def _draw_cost(entrants: int, rounds: Sequence[Round]) -> int:
    evenness = measure_evenness(entrants, rounds)
    return evenness.uneven + 100 * (evenness.most - evenness.least) + 1000 * evenness.out


def with_even_seats(before: Sequence[Round], rounds: Sequence[Round]) -> list[Round]:
    """Return the same tables, each in the order that balances everybody's seats best.

    `before` are the rounds already played.
    """
    sat: Counter[tuple[int, int]] = Counter()
    for round_tables in before:
        sat.update((who, seat) for table in round_tables for seat, who in enumerate(table))
    seated_rounds = []
    for round_tables in rounds:
        seated_rounds.append(tuple(_seat_evenly(table, sat) for table in round_tables))
        sat.update((who, seat) for table in seated_rounds[-1] for seat, who in enumerate(table))
    # The last tables had the least choice: repeat the step for every table, given all the others.
    for n, round_tables in enumerate(seated_rounds):
        sat.subtract((who, seat) for table in round_tables for seat, who in enumerate(table))
        seated_rounds[n] = tuple(_seat_evenly(table, sat) for table in round_tables)
        sat.update((who, seat) for table in seated_rounds[n] for seat, who in enumerate(table))
    return seated_rounds


def _seat_evenly(table: Table, sat: Counter[tuple[int, int]]) -> Table:
    return min(
        permutations(table),
        key=lambda order: sum(2 * sat[who, seat] + 1 for seat, who in enumerate(order)),
    )


def measure_evenness(entrants: int, rounds: Sequence[Round]) -> Evenness:
    """Measure how far a draw is from perfect."""
    meets = Counter(
        pair for round_tables in rounds for table in round_tables for pair in _iter_pairs(table)
    )
    counts = [meets[pair] for pair in combinations(range(entrants), 2)] or [0]
    mean, more = divmod(sum(counts), len(counts))
    fair = {mean, mean + 1} if more else {mean}
    sat = Counter(
        (who, seat)
        for round_tables in rounds
        for table in round_tables
        for seat, who in enumerate(table)
    )
    seats = range(max((len(table) for round_tables in rounds for table in round_tables), default=0))
    gaps = [[sat[who, seat] for seat in seats] for who in range(entrants)]
    plays = [sum(gap) for gap in gaps] or [0]
    return Evenness(
        min(counts),
        max(counts),
        sum(count not in fair for count in counts),
        max((max(gap) - min(gap) for gap in gaps if gap), default=0),
        max(plays) - min(plays),
    )
