"""Kingdoms weighed by matches of house bots: who meets whom, what is counted, what is marked."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from django.core.management import CommandError, call_command

from games.engine import balance, part_weights
from games.engine.contract import PlayedMatch
from games.management.commands import balance as command
from games.titles import GAMES
from games.titles.enchanters.bot.weighing import WEIGHING
from games.titles.enchanters.rules.bounds import out_of_bounds
from games.titles.enchanters.rules.components import BOOK, KINGDOMS

KINGDOMS_OF = WEIGHING


@pytest.fixture(scope="module")
def done() -> list[tuple[part_weights.Job, PlayedMatch]]:
    jobs = part_weights.plan_jobs(KINGDOMS_OF, 2, {}, matches=500)[:3]
    return list(
        zip(
            jobs,
            command._play_jobs(command._play_weighed_match, [("enchanters", j) for j in jobs], 1),
            strict=True,
        )
    )


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_any_two_kingdoms_meet_equally_often(seats: int) -> None:
    met = Counter(
        pair
        for _, _, table, _ in part_weights.plan_jobs(KINGDOMS_OF, seats, {}, matches=500)
        for pair in combinations(table, 2)
    )

    assert set(met) == set(combinations(KINGDOMS, 2))
    assert len(set(met.values())) == 1 and 500 <= min(met.values()) < 520


def test_the_matches_are_the_same_whatever_the_jobs(
    done: list[tuple[part_weights.Job, PlayedMatch]],
) -> None:
    again = command._play_jobs(
        command._play_weighed_match, [("enchanters", job) for job, _ in done], 2
    )

    assert again == [played for _, played in done]


def test_a_match_is_counted_for_its_kingdoms_and_their_pairs(
    done: list[tuple[part_weights.Job, PlayedMatch]],
) -> None:
    weighed = part_weights.weigh_parts(done)

    assert weighed.all.began.many == 3
    assert weighed.parts["bandits", "barbarians"].began.many == 3
    assert sum(len(names) == 1 for names in weighed.parts) == len(
        {k for job, _ in done for k in job[2]}
    )
    score = sum(sum(played.scores) / 2 for _, played in done) / 3
    assert weighed.all.figures["score"].mean == pytest.approx(score)
    assert weighed.all.figures["rests"].mean > 0 and weighed.all.figures["creatures"].mean > 0


def test_what_is_surely_too_far_off_is_told_and_nothing_else() -> None:
    middle, far = part_weights.Weight(), part_weights.Weight()
    usual = dict.fromkeys([*KINGDOMS_OF.within, *KINGDOMS_OF.between], 0.0)
    usual |= {figure: least for figure, (least, _) in KINGDOMS_OF.between.items()}
    for number in range(100):
        for weight, score, began in ((middle, 20.0, number % 2), (far, 24.5, number % 3 > 0)):
            weight.began.add(float(began))
            for figure, value in (usual | {"score": score}).items():
                weight.figures.setdefault(figure, part_weights.Sum()).add(value)

    told = list(
        part_weights.find_outliers(
            KINGDOMS_OF, part_weights.Weighed(2, middle, {("goblins",): far})
        )
    )

    assert told == [
        "goblins: who begins wins 0.66 of them, fair is 0.50",
        "goblins: score 24.50, usually 20.00",
    ]


def test_one_match_marks_nothing() -> None:
    """A mean that is known from too little is no outlier."""
    few = part_weights.Sum()
    for number in (0.0, 100.0):
        few.add(number)

    assert not few.is_beyond(0, 10)


def test_the_place_of_a_seat_counts_from_the_starting_player() -> None:
    state = KINGDOMS_OF.deal(2, {}, tuple(KINGDOMS)[:4], b"seed")
    view = GAMES["enchanters"].build_view(state, None)

    assert balance._turn_order_place(view, state.starting, 2) == 1


@pytest.mark.parametrize("kingdom", KINGDOMS)
def test_a_kingdom_keeps_to_the_bounds(kingdom: str) -> None:
    assert list(out_of_bounds(BOOK, kingdom)) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("overlord=perhaps", "overlord may be true, false."),
        ("moon=full", "Enchanters has no option “moon”."),
    ],
)
def test_an_option_that_there_is_not_is_told(text: str, told: str) -> None:
    with pytest.raises(CommandError, match=told):
        call_command("balance", "enchanters", "--option", text)
