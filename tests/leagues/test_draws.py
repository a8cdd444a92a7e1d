"""Draws, beside tables that clubs print."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from games.engine.chance import Chance
from games.leagues.draws import (
    Evenness,
    Round,
    draw_balanced_rounds,
    measure_evenness,
    round_robin,
    table_sizes,
)
from games.leagues.pairing import draw_swiss_round, knock_out, split_in_snake_order

# FIDE Handbook C.05, Annex 1: the Berger tables, the first of each pair with White.
BERGER = {
    4: "1-4 2-3|4-3 1-2|2-4 3-1",
    6: "1-6 2-5 3-4|6-4 5-3 1-2|2-6 3-1 4-5|6-5 1-4 2-3|3-6 4-2 5-1",
    8: "1-8 2-7 3-6 4-5|8-5 6-4 7-3 1-2|2-8 3-1 4-7 5-6|8-6 7-5 1-4 2-3|3-8 4-2 5-1 6-7"
    "|8-7 1-6 2-5 3-4|4-8 5-3 6-2 7-1",
}


def is_perfect(found: Evenness) -> bool:
    """Whether no draw of these tables can be more even."""
    return not found.uneven and found.seats <= 1 and found.out <= 1


def printed(drawn: list[Round]) -> str:
    return "|".join(
        " ".join("-".join(str(who + 1) for who in table) for table in one) for one in drawn
    )


@pytest.mark.parametrize("entrants", BERGER)
def test_pairs_meet_as_the_berger_tables_have_it(entrants: int) -> None:
    assert printed(round_robin(entrants)) == BERGER[entrants]


def test_of_an_odd_number_each_sits_out_once() -> None:
    drawn = round_robin(7)

    out = [set(range(7)) - {who for table in one for who in table} for one in drawn]
    assert sorted(who for one in out for who in one) == list(range(7))
    assert is_perfect(measure_evenness(7, drawn))


def test_a_second_time_round_has_the_seats_exchanged() -> None:
    drawn = draw_balanced_rounds(4, 2, 6)

    assert Counter(table for one in drawn for table in one) == Counter(
        (one, other) for one in range(4) for other in range(4) if one != other
    )


@pytest.mark.parametrize(("entrants", "seats", "rounds"), [(9, 3, 4), (15, 3, 7), (16, 4, 5)])
def test_where_geometry_has_a_perfect_draw_everybody_meets_everybody_once(
    entrants: int, seats: int, rounds: int
) -> None:
    """The affine planes of order 3 and 4; Kirkman's fifteen schoolgirls, 1850."""
    drawn = draw_balanced_rounds(entrants, seats, rounds, least=seats)

    met = Counter(pair for one in drawn for table in one for pair in combinations(sorted(table), 2))
    assert met == Counter(combinations(range(entrants), 2))
    assert is_perfect(measure_evenness(entrants, drawn))


def test_eight_at_tables_of_four_meet_three_times_each_in_seven_rounds() -> None:
    """The Steiner system S(3, 4, 8), which the search has to find by itself."""
    found = measure_evenness(8, draw_balanced_rounds(8, 4, 7, least=3))

    assert (found.least, found.most, found.uneven, found.out) == (3, 3, 0, 0)
    assert found.seats <= 1


def test_a_draw_that_cannot_be_perfect_says_how_far_it_is() -> None:
    """Six at tables of three: the ten pairs of tables there are make every pair meet 4 times."""
    drawn = draw_balanced_rounds(6, 3, 3, least=3)

    found = measure_evenness(6, drawn)
    assert not is_perfect(found)
    assert found.least < found.most
    assert all(sorted(who for table in one for who in table) == list(range(6)) for one in drawn)


def test_tables_are_a_few_short_rather_than_anybody_out() -> None:
    assert [table_sizes(entrants, 4, 3) for entrants in (3, 5, 6, 9, 11, 64)] == [
        [3],
        [4],
        [3, 3],
        [3, 3, 3],
        [4, 4, 3],
        [4] * 16,
    ]
    assert table_sizes(2, 4, 3) == []
    drawn = draw_balanced_rounds(5, 4, 5, least=3)
    assert measure_evenness(5, drawn).out == 0


def level(order: range) -> dict[int, Fraction]:
    return {who: Fraction() for who in order}


def test_the_first_swiss_round_pairs_the_upper_half_with_the_lower() -> None:
    order = range(8)

    first = draw_swiss_round(order, level(order), [], 2)

    assert {frozenset(table) for table in first} == {
        frozenset(pair) for pair in [(0, 4), (1, 5), (2, 6), (3, 7)]
    }


def test_later_swiss_rounds_pair_winners_with_winners_and_repeat_nothing() -> None:
    """Eight players, the better seeded always wins: the third round decides between 1 and 2."""
    order, points, before = list(range(8)), level(range(8)), list[Round]()
    for _ in range(3):
        drawn = draw_swiss_round(
            sorted(order, key=lambda who: (-points[who], who)), points, before, 2
        )
        before.append(drawn)
        for table in drawn:
            points[min(table)] += 1

    met = [frozenset(table) for one in before for table in one]
    assert len(met) == len(set(met))
    assert frozenset((0, 1)) in met[8:]
    assert [points[who] for who in order] == [3, 2, 2, 2, 1, 1, 1, 0]


def test_swiss_byes_go_to_the_last_who_had_none() -> None:
    order, before = list(range(5)), list[Round]()
    for _ in range(5):
        before.append(draw_swiss_round(order, level(range(5)), before, 2))

    out = [next(iter(set(order) - {who for table in one for who in table})) for one in before]
    assert out == [4, 3, 2, 1, 0]
    assert measure_evenness(5, before[:3]).most == 1


def can_all_meet_somebody_new(left: frozenset[int], met: set[frozenset[int]]) -> bool:
    """By trying everything."""
    if not left:
        return True
    one, others = min(left), left - {min(left)}
    return any(
        can_all_meet_somebody_new(others - {two}, met)
        for two in others
        if frozenset((one, two)) not in met
    )


@pytest.mark.parametrize("entrants", [4, 5, 6, 7, 8, 9, 10])
@pytest.mark.parametrize("luck", range(30))
def test_nobody_meets_again_in_a_swiss_round_while_there_is_a_way(entrants: int, luck: int) -> None:
    chance = Chance(f"season {luck}".encode())
    points, before = level(range(entrants)), list[Round]()
    for number in range(entrants - 1):
        order = sorted(points, key=lambda who: (-points[who], who))
        drawn = draw_swiss_round(order, points, before, 2)
        met = {frozenset(table) for one in before for table in one}
        playing = frozenset(who for table in drawn for who in table)
        again = any(frozenset(table) in met for table in drawn)
        assert again != can_all_meet_somebody_new(playing, met)
        before.append(drawn)
        for table in drawn:
            points[chance.choose(f"round {number}", list(table))] += 1


def test_a_swiss_draw_of_many_rounds_and_tables_repeats_as_little_as_can_be() -> None:
    order, points, before = list(range(12)), level(range(12)), list[Round]()
    for _ in range(3):
        drawn = draw_swiss_round(
            sorted(order, key=lambda who: (-points[who], who)), points, before, 3
        )
        before.append(drawn)
        for table in drawn:
            points[min(table)] += 2

    assert measure_evenness(12, before).most == 1


def test_a_knock_out_is_drawn_so_that_the_best_meet_last() -> None:
    assert knock_out(range(8), 2, 1) == ((0, 7), (1, 6), (2, 5), (3, 4))
    assert knock_out([3, 1], 2, 1) == ((3, 1),)


@pytest.mark.parametrize(
    ("entrants", "seats", "through", "tables", "out"),
    [
        # Six of two: a bracket of eight, whose first two have no opponent.
        (6, 2, 1, [2, 2], 2),
        (5, 2, 1, [2], 3),
        (16, 4, 2, [4, 4, 4, 4], 0),
        # Eleven of four, two go on: eight are to be left.
        (11, 4, 2, [4, 3], 4),
        (9, 3, 1, [3, 3, 3], 0),
    ],
)
def test_a_field_that_does_not_fit_has_byes_for_the_best(
    entrants: int, seats: int, through: int, tables: list[int], out: int
) -> None:
    drawn = knock_out(range(entrants), seats, through)

    assert [len(table) for table in drawn] == tables
    assert min(who for table in drawn for who in table) == out


def test_a_snake_makes_tables_equally_strong() -> None:
    assert {sum(table) for table in split_in_snake_order(range(16), [4] * 4)} == {30}
