"""Standings, beside tables that federations publish."""

from __future__ import annotations

from fractions import Fraction

import pytest

from games.leagues import standings
from games.leagues.standings import Result, Scale, Season, Standing
from games.leagues.terms import Terms

FOOTBALL = Scale({2: (3, 0)}, draw=1)


def football(results: str, names: str) -> Season:
    """A season from lines such as “ITA 1 SWE 1”."""
    order, found = names.split(), []
    for line in results.strip().splitlines():
        home, mine, away, theirs = line.split()
        places = (1 + (mine < theirs), 1 + (theirs < mine))
        table = (order.index(home), order.index(away))
        found.append(Result(table, places, (int(mine), int(theirs)), f"{home}-{away}"))
    return Season(tuple(range(len(order))), tuple(found), FOOTBALL)


def table_of(found: list[Standing], names: str) -> list[tuple[int, str, int]]:
    order = names.split()
    return [(one.place, order[one.entrant], int(one.points)) for one in found]


# World Cup 2018, Group H: Japan and Senegal are level in points, goals and against each other
# (and were parted by yellow cards, which no league of ours has).
GROUP_H = football(
    """
    COL 1 JPN 2
    POL 1 SEN 2
    JPN 2 SEN 2
    POL 0 COL 3
    JPN 0 POL 1
    SEN 0 COL 1
    """,
    "COL JPN SEN POL",
)

# Euro 2004, Group C: three teams with five points, who all drew with each other.
GROUP_C = football(
    """
    DEN 0 ITA 0
    SWE 5 BUL 0
    BUL 0 DEN 2
    ITA 1 SWE 1
    ITA 2 BUL 1
    DEN 2 SWE 2
    """,
    "SWE DEN ITA BUL",
)


def test_the_table_of_a_world_cup_group() -> None:
    found = standings.standings(GROUP_H, ["points", "head_to_head", "score"])

    assert table_of(found, "COL JPN SEN POL") == [
        (1, "COL", 6),
        (2, "JPN", 4),
        (2, "SEN", 4),
        (4, "POL", 3),
    ]


def test_three_who_are_level_among_each_other_are_parted_by_the_next_count() -> None:
    found = standings.standings(GROUP_C, ["points", "head_to_head", "score"])

    assert table_of(found, "SWE DEN ITA BUL") == [
        (1, "SWE", 5),
        (2, "DEN", 5),
        (3, "ITA", 5),
        (4, "BUL", 0),
    ]
    assert [one.figures[1].value for one in found[:3]] == [1, 1, 1]
    assert [one.figures[2].value for one in found[:3]] == [8, 4, 3]


def test_every_figure_is_the_sum_of_what_explains_it() -> None:
    found = standings.standings(GROUP_C, list(standings.COUNTS))

    for one in found:
        for figure in one.figures:
            assert figure.value == sum(part.value for part in figure.summands), figure.kind
    sweden = next(one for one in found if one.entrant == 0)
    won = next(f for f in sweden.figures if f.kind == "wins")
    assert [part.name for part in won.summands] == ["SWE-BUL"]


def test_opponents_and_those_beaten_are_counted_as_buchholz_and_sonneborn_and_berger_do() -> None:
    """Four play all: A beats B and C, D beats A, B beats C, B and D draw, C beats D."""
    results = [
        Result((0, 1), (1, 2)),
        Result((0, 2), (1, 2)),
        Result((3, 0), (1, 2)),
        Result((1, 2), (1, 2)),
        Result((1, 3), (1, 1)),
        Result((2, 3), (1, 2)),
    ]
    season = Season((0, 1, 2, 3), tuple(results), Scale({2: (2, 0)}))

    found = {
        one.entrant: one for one in standings.standings(season, ["points", "opponents", "beaten"])
    }

    # A 4, B 3, C 2, D 3 points.
    assert [found[who].figures[0].value for who in range(4)] == [4, 3, 2, 3]
    assert [found[who].figures[1].value for who in range(4)] == [8, 9, 10, 9]
    # A: 3 + 2; B: 2 + 3/2; C: 3; D: 4 + 3/2.
    half = Fraction(3, 2)
    assert [found[who].figures[2].value for who in range(4)] == [5, 2 + half, 3, 4 + half]
    assert [found[who].place for who in range(4)] == [1, 3, 4, 2]


@pytest.mark.parametrize(
    ("places", "points"),
    [
        ((1, 2, 3, 4), [6, 3, 1, 0]),
        ((1, 2, 2, 4), [6, 2, 2, 0]),
        ((1, 1, 1, 1), [2.5] * 4),
        ((4, 1, 2, 3), [0, 6, 3, 1]),
        # No scale for three: one for each seat ahead.
        ((1, 2, 3), [2, 1, 0]),
        # Nobody to play: what a win between two is worth.
        ((1,), [1]),
    ],
)
def test_who_shares_a_place_shares_its_points(places: tuple[int, ...], points: list[float]) -> None:
    scale = Scale({4: (6, 3, 1, 0)})

    assert [float(scale.points(places, n)) for n in range(len(places))] == points


def test_the_share_of_what_a_table_scores_is_one_for_the_mean() -> None:
    results = (Result((0, 1, 2), (1, 2, 3), (60, 40, 20)), Result((0, 1), (2, 1), (10, 30)))
    season = Season((0, 1, 2), results, Scale())

    found = {
        one.entrant: one.figures[1] for one in standings.standings(season, ["points", "ratio"])
    }

    assert [found[who].value for who in range(3)] == [1, Fraction(5, 4), Fraction(1, 2)]


def test_what_if_tells_the_places_that_would_be_gained() -> None:
    season = football("COL 1 JPN 2\nPOL 1 SEN 2", "COL JPN SEN POL")
    supposed = [Result((3, 0), (2, 1), (0, 3), "POL-COL"), Result((1, 2), (2, 1), (0, 1), "J-S")]

    found = standings.what_if(season, supposed, ["points", "score"])

    assert [(one.entrant, gained) for one, gained in found] == [(2, 0), (0, 1), (1, -2), (3, -1)]


def test_in_a_knock_out_counts_how_far_one_came() -> None:
    """Tables of four, two go on: who was second twice and then won is before who lost the final."""
    final = Result((0, 1, 2, 3), (4, 2, 3, 1))
    results = (Result((0, 3, 4, 5), (1, 2, 3, 4)), Result((1, 2, 6, 7), (1, 2, 3, 4)), final)
    counts = Terms("abyss", form="knock_out", seats=4, through=2, tie_breaks=()).counts

    found = standings.standings(Season(tuple(range(8)), results, Scale()), counts)

    assert [one.entrant for one in found] == [3, 1, 2, 0, 4, 6, 5, 7]


def test_a_crosstable_has_each_meeting_from_both_sides() -> None:
    cells = standings.build_crosstable(GROUP_H)

    assert (cells[0, 1], cells[1, 0]) == ([0], [3])
    assert (cells[1, 2], cells[2, 1]) == ([1], [1])
