"""What every game on the shelf promises, checked by playing it: games/engine/game_checks.py."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from games.engine.contract import AnyGame, BadOptions, Decision, Option, Setting, View
from games.engine.fuzz import fuzz_match, tell_command
from games.engine.game_checks import (
    LANGUAGE_CHECKS,
    LANGUAGES,
    MATCH_CHECKS,
    MOMENT_CHECKS,
    check_end,
)
from games.engine.random_match import (
    Broken,
    Moment,
    cover_options,
    draw_options,
    iter_random_match,
    replay_moves,
)
from games.titles import GAMES
from tests.sizes import fresh_numbers, match_numbers

tables = pytest.mark.parametrize(
    ("name", "seats"), [(name, seats) for name, game in GAMES.items() for seats in game.seats]
)


@tables
@pytest.mark.parametrize("check", MOMENT_CHECKS, ids=lambda check: check.__name__)
def test_at_every_ply(name: str, seats: int, check: Callable[[Moment], None]) -> None:
    # Each check sees another match.
    number = 11 + MOMENT_CHECKS.index(check)
    with tell_command(GAMES[name], seats, number):
        for now in iter_random_match(GAMES[name], seats, number):
            luck = now.luck.getstate()
            check(now)
            now.luck.setstate(luck)


@pytest.mark.sampled(9)
@tables
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("check", LANGUAGE_CHECKS, ids=lambda check: check.__name__)
def test_in_every_language(
    name: str, seats: int, check: Callable[[Moment, str], None], language: str
) -> None:
    number = 31 + LANGUAGE_CHECKS.index(check)
    with tell_command(GAMES[name], seats, number):
        for now in iter_random_match(GAMES[name], seats, number):
            luck = now.luck.getstate()
            check(now, language)
            now.luck.setstate(luck)


@tables
def test_the_end_of_more_matches(name: str, seats: int) -> None:
    for number in match_numbers(0, 4, 1):
        with tell_command(GAMES[name], seats, number):
            for now in iter_random_match(GAMES[name], seats, number):
                check_end(now)


@tables
@pytest.mark.parametrize("check", MATCH_CHECKS, ids=lambda check: check.__name__)
def test_of_a_match(name: str, seats: int, check: Callable[[AnyGame, int, int], None]) -> None:
    with tell_command(GAMES[name], seats, 1):
        check(GAMES[name], seats, 1)


@tables
def test_the_moves_replay_to_the_state(name: str, seats: int) -> None:
    with tell_command(GAMES[name], seats, 13):
        end = list(iter_random_match(GAMES[name], seats, 13))[-1]
        assert replay_moves(end) == end.state


# Few matches with every number of seats and every value of every option.
COVERING = {name: cover_options(game, range(500)) for name, game in GAMES.items()}


@pytest.mark.parametrize(
    ("name", "seats", "number"),
    [(name, seats, number) for name, found in COVERING.items() for seats, number in found],
)
def test_all_promises_with_every_option(name: str, seats: int, number: int) -> None:
    with tell_command(GAMES[name], seats, number, check_every=7):
        fuzz_match(GAMES[name], seats, number, check_every=7)


@pytest.mark.parametrize("name", GAMES)
def test_the_matches_above_cover_all_options_and_seats(name: str) -> None:
    game = GAMES[name]
    drawn = [
        draw_options(game, seats, random.Random(f"{name}/{seats}/{number}"))
        for seats, number in COVERING[name]
    ]

    missing = [
        (option.name, value)
        for option in game.options
        for value in option.values
        if not any(value in as_list(options[option.name]) for options in drawn)
    ]
    assert missing == []
    assert {seats for seats, _number in COVERING[name]} == set(game.seats)


def as_list(value: Setting) -> list[Any]:
    return value if isinstance(value, list) else [value]


@tables
def test_all_promises_in_matches_that_nobody_has_seen(name: str, seats: int) -> None:
    for number in fresh_numbers(20, 1):
        with tell_command(GAMES[name], seats, number, check_every=7):
            fuzz_match(GAMES[name], seats, number, check_every=7)


# What a broken promise says -----------------------------------------------------------------------

PEBBLES = GAMES["pebbles"]


class OpenHands(View, frozen=True, kw_only=True):
    """A view that shows what is hidden."""

    stakes: list[list[str]]


def test_a_leak_is_told_with_ply_seat_and_field() -> None:
    def show_all(state: Any, seat: int | None) -> OpenHands:
        return OpenHands(stakes=[*map(list, state.hands)])

    leaky = replace(GAMES["sealed"], build_view=show_all, view_type=OpenHands)

    with pytest.raises(Broken, match=r"ply \d+: a view shows what .* \((seat \d, )?stakes\.\d"):
        fuzz_match(leaky, 3, 1, check_every=1)


def test_a_lost_component_is_told_with_its_count() -> None:
    losing = replace(PEBBLES, count_components=lambda state: {"pebbles": state.pile})

    with pytest.raises(Broken, match=r"ply 1: components were created or lost \(pebbles: \d, not"):
        fuzz_match(losing, 2, 2, check_every=1)


def test_a_failure_tells_the_command_that_repeats_it() -> None:
    losing = replace(PEBBLES, count_components=lambda state: {"pebbles": state.pile})

    with pytest.raises(Broken) as broken, tell_command(losing, 2, 3, check_every=7):
        fuzz_match(losing, 2, 3, check_every=7)

    again = "python3 manage.py fuzz pebbles --seats 2 --first 3 --matches 1 --check-every 7"
    assert broken.value.__notes__ == [f"Again: {again}"]


@pytest.mark.parametrize("allowed", [True, False])
def test_options_that_do_not_go_together_are_not_drawn(allowed: bool) -> None:
    def refuse(seats: int, options: Any) -> None:
        if options.get("colour") == "red" and options.get("extras"):
            raise BadOptions("Nothing extra in red.")

    options = (Option("colour", ("red", "blue")), Option("extras", ("crown", "dice"), many=True))
    picky = replace(PEBBLES, options=options, **({} if allowed else {"check_options": refuse}))

    drawn = [draw_options(picky, 2, random.Random(number)) for number in range(40)]

    red = [one["extras"] for one in drawn if one["colour"] == "red"]
    assert red and any(red) == allowed
    assert any(one["extras"] == ["crown", "dice"] for one in drawn)


def test_an_end_that_hides_something_is_told() -> None:
    def forget(state: Any, seat: int | None, chance: Any) -> Any:
        other = PEBBLES.imagine_state(state, seat, chance)
        other.turn = 0
        return other

    hiding = replace(PEBBLES, imagine_state=forget, build_view=lambda state, seat: View())

    with pytest.raises(Broken, match=r"hidden after the end \(turn: 0, not 1\)"):
        for number in range(9):
            for now in iter_random_match(hiding, 2, number):
                check_end(now)


def test_a_bot_that_is_refused_is_told_with_its_answer() -> None:
    bold = replace(
        PEBBLES, bot=replace(PEBBLES.bot, choose_decision=lambda *_: Decision("take all"))
    )

    with pytest.raises(Broken, match=r"ply 0: Decision\(verb='take all'.* \(seat \d\)"):
        fuzz_match(bold, 2, 7)
