"""Who goes up and down, with uneven divisions and leavers; ratings."""

from __future__ import annotations

import pytest

from games.leagues.ladders import Division, arrange_divisions, assign_rights
from games.leagues.ratings import Rating, only_down, only_up, rate_match


def test_two_rise_and_two_fall() -> None:
    """Three divisions of six, as club leagues have it."""
    divisions = [Division(n, tuple(range(6 * n, 6 * n + 6))) for n in range(3)]

    found = arrange_divisions(assign_rights(divisions, 2, 2), [], 6, 1)

    assert found == [
        (0, [0, 1, 2, 3, 6, 7]),
        (1, [4, 5, 8, 9, 12, 13]),
        (2, [10, 11, 14, 15, 16, 17]),
    ]


def test_places_that_leavers_left_are_filled_from_below() -> None:
    divisions = [Division(n, tuple(range(6 * n, 6 * n + 6))) for n in range(3)]
    left = {
        who: right for who, right in assign_rights(divisions, 1, 1).items() if who not in (1, 3, 8)
    }

    found = arrange_divisions(left, [20, 21, 22], 6, 1)

    assert [level for level, _ in found] == [0, 1, 2]
    assert found[0][1] == [0, 2, 4, 6, 5, 7]
    assert found[2][1][-3:] == [20, 21, 22]
    assert sorted(who for _, one in found for who in one) == [
        *(who for who in range(18) if who not in (1, 3, 8)),
        *(20, 21, 22),
    ]


def test_of_a_division_too_small_for_both_the_middle_stays() -> None:
    found = assign_rights(
        [Division(0, (0, 1, 2, 3)), Division(1, (4, 5, 6)), Division(2, (7, 8))], 3, 3
    )

    assert [found[who].level for who in range(9)] == [0, 0, 1, 1, 0, 1, 2, 1, 2]


def test_below_each_division_of_a_pyramid_stand_two() -> None:
    divisions = [
        Division(0, (0, 1, 2, 3, 4, 5)),
        Division(1, (6, 7, 8, 9, 10, 11)),
        Division(1, (12, 13, 14, 15, 16, 17)),
    ]

    found = assign_rights(divisions, 1, 1)

    # One rises from each of the two, so two fall.
    assert [who for who, right in found.items() if right.level == 0] == [0, 1, 2, 3, 6, 12]
    then = arrange_divisions(found, [], 6, 2)
    assert [(level, len(one)) for level, one in then] == [(0, 6), (1, 6), (1, 6)]
    assert set(then[0][1]) == {0, 1, 2, 3, 6, 12}


@pytest.mark.parametrize("entrants", [1, 5, 13, 20, 63, 64, 100])
def test_divisions_are_as_even_as_can_be(entrants: int) -> None:
    for fan in (1, 2):
        sizes = [len(one) for _, one in arrange_divisions({}, range(entrants), 8, fan)]

        assert sum(sizes) == entrants
        assert max(sizes) - min(sizes) <= 1


def test_a_winner_rises_and_all_become_less_uncertain() -> None:
    after = rate_match([Rating(), Rating(), Rating()], [1, 2, 2])

    assert after[0].mean > 25 > after[1].mean == after[2].mean
    assert all(one.deviation < Rating().deviation for one in after)
    assert (Rating().shown, Rating().margin) == (1500, 1000)


def test_what_others_made_of_a_seat_helps_no_leaver_and_harms_no_substitute() -> None:
    before = Rating()
    winner, loser = rate_match([before, before], [1, 2])

    assert (only_down(before, winner), only_down(before, loser)) == (before, loser)
    assert (only_up(before, winner), only_up(before, loser)) == (winner, before)
