"""Kingdoms weighed by matches of house bots: who meets whom, what is counted, what is marked."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.engine import balance, part_weights
from games.engine.contract import Mode, PlayedMatch
from games.management.commands import balance as command
from games.management.simulation_runs import iter_results
from games.services.simulations import BALANCE_MATCH, run_job
from games.titles import GAMES
from games.titles.enchanters.bot.weighing import WEIGHING
from games.titles.enchanters.rules.bounds import out_of_bounds
from games.titles.enchanters.rules.components import BOOK, KINGDOMS

JOBS: list[tuple[Any, ...]] = [("enchanters", 2, number, 0, {}) for number in range(3)]


@pytest.fixture(scope="module")
def done() -> list[PlayedMatch]:
    return [run_job(BALANCE_MATCH, job) for job in JOBS]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("mode", GAMES["enchanters"].modes, ids=lambda mode: mode.name)
def test_any_two_kingdoms_meet_equally_often(seats: int, mode: Mode) -> None:
    tables = part_weights.list_tables(WEIGHING, seats, mode.options)
    numbers = command._plan_numbers(GAMES["enchanters"], seats, mode, 1, 500)
    met = Counter(
        pair for number in numbers for pair in combinations(tables[number % len(tables)], 2)
    )

    assert 500 <= len(numbers) < 500 + len(tables)
    assert set(met) == set(combinations(KINGDOMS, 2))
    assert len(set(met.values())) == 1


def test_the_matches_are_the_same_whatever_the_jobs(done: list[PlayedMatch]) -> None:
    again = iter_results(BALANCE_MATCH, JOBS, {"jobs": 2, "workers": False})

    assert list(again) == done


def test_a_match_is_dealt_with_the_defaults_of_a_new_one(done: list[PlayedMatch]) -> None:
    """Not with what a match means that was dealt before there was an option."""
    settings = GAMES["enchanters"].default_options

    assert run_job(BALANCE_MATCH, ("enchanters", 2, 0, 0, settings)) == done[0]


def test_starting_cards_are_counted_for_the_seat_that_begins_with_them(
    done: list[PlayedMatch],
) -> None:
    told = balance.summarize_matches(Mode(), done, set())

    banners = [share for name, share in told.shares.items() if name.startswith("item banner.")]
    assert sum(share.played for share in banners) == 2 * len(done)


def test_a_match_is_counted_for_its_kingdoms_and_their_pairs(done: list[PlayedMatch]) -> None:
    weighed = part_weights.weigh_parts(done)

    assert weighed.all.began.played == 3
    assert weighed.parts["bandits", "barbarians"].began.played == 3
    assert sum(len(names) == 1 for names in weighed.parts) == len(
        {kingdom for played in done for kingdom in played.parts}
    )
    score = sum(sum(played.scores) / 2 for played in done) / 3
    assert weighed.all.figures["score"].mean == pytest.approx(score)
    assert weighed.all.figures["rests"].mean > 0 and weighed.all.figures["creatures"].mean > 0


def test_what_is_surely_too_far_off_is_told_and_nothing_else() -> None:
    middle, far = (part_weights.Weight(balance.fair_share(2)) for _ in range(2))
    usual = dict.fromkeys([*WEIGHING.within, *WEIGHING.between], 0.0)
    usual |= {figure: least for figure, (least, _) in WEIGHING.between.items()}
    for number in range(200):
        for weight, score, began in ((middle, 20.0, number % 2), (far, 24.5, number % 3 > 0)):
            weight.began.add(float(began))
            for figure, value in (usual | {"score": score}).items():
                weight.figures.setdefault(figure, part_weights.Sum()).add(value)

    told = list(
        part_weights.find_outliers(WEIGHING, part_weights.PartWeights(middle, {("goblins",): far}))
    )

    assert told == [
        "goblins: who begins wins 66.5 of 100 (59.7 to 72.7; fair 50.0)",
        "goblins: score 24.50, usually 20.00",
    ]


def test_one_match_marks_nothing() -> None:
    """A mean that is known from too little is no outlier."""
    few = part_weights.Sum()
    for number in (0.0, 100.0):
        few.add(number)

    assert not few.is_beyond(0, 10)


def test_the_place_of_a_seat_counts_from_the_starting_player() -> None:
    state = WEIGHING.deal(2, {}, tuple(KINGDOMS)[:4], b"seed")
    view = GAMES["enchanters"].build_view(state, None)

    assert balance._turn_order_place(view, state.starting, 2) == 1


@pytest.mark.parametrize("kingdom", KINGDOMS)
def test_a_kingdom_keeps_to_the_bounds(kingdom: str) -> None:
    assert list(out_of_bounds(BOOK, kingdom)) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("overlord=perhaps", "overlord may be true, false, not “perhaps”."),
        ("moon=full", "Enchanters has no option “moon”."),
    ],
)
def test_an_option_that_there_is_not_is_told(text: str, told: str) -> None:
    with pytest.raises(CommandError, match=told):
        call_command("balance", "enchanters", "--option", text)
