"""Random matches with all checks of the contract: every option and number of seats."""

from __future__ import annotations

import itertools
import random

import pytest

from games.engine.fuzz import fuzz_match
from games.engine.game_checks import check_order
from games.engine.random_match import Moment, draw_options, iter_random_match
from games.titles.abyss.game import GAME as ABYSS
from tests.sizes import match_numbers

# Played in every run; together they have every value of every option at every number of seats.
FIXED = range(2, 7)
# Others in every run; the header of its report says how to repeat them.
FRESH = match_numbers(1_000, 40, 1)


def repeat_command(seats: int, number: int) -> str:
    """Return the command that plays a match again."""
    return f"manage.py fuzz abyss --seats {seats} --first {number} --matches 1 --check-every 1"


@pytest.mark.parametrize("number", [*FIXED, *FRESH])
@pytest.mark.parametrize("seats", ABYSS.seats)
def test_a_random_match_keeps_all_promises(seats: int, number: int) -> None:
    try:
        fuzz_match(ABYSS, seats, number)
    except Exception as error:
        error.add_note(f"Again: {repeat_command(seats, number)}")
        raise


@pytest.mark.parametrize("seats", ABYSS.seats)
def test_the_fixed_matches_have_every_value_of_every_option(seats: int) -> None:
    drawn = [
        draw_options(ABYSS, seats, random.Random(f"abyss/{seats}/{number}")) for number in FIXED
    ]

    missing = [
        (option.name, value)
        for option in ABYSS.options
        for value in option.values
        if not any(options[option.name] == value for options in drawn)
    ]

    assert missing == []


@pytest.mark.parametrize("seats", [3, 4])
def test_no_group_depends_on_the_order_of_arrival(seats: int) -> None:
    """At every ply of matches in which discards are owed and offers are sealed. The suite used to
    look at one match of each size, and a fault in one group of a hundred matches went unseen."""

    def is_wanted(number: int) -> bool:
        options = draw_options(ABYSS, seats, random.Random(f"abyss/{seats}/{number}"))
        return bool(options["lazy_discards"]) and options["offers"] == "sealed"

    numbers = match_numbers(2_000, 10, 3)
    wanted = filter(is_wanted, itertools.count(numbers.start))
    for number in itertools.islice(wanted, len(numbers)):
        for now in iter_random_match(ABYSS, seats, number):
            check_group(now, number)


def check_group(now: Moment, number: int) -> None:
    """Check the sealed group of a moment without changing the match."""
    luck = now.luck.getstate()
    try:
        check_order(now)
    except AssertionError as error:
        error.add_note(f"Again: {repeat_command(now.seats, number)}")
        raise
    now.luck.setstate(luck)
