"""What every game on the shelf promises, checked by playing it: games/engine/game_checks.py."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from games.engine.contract import AnyGame, Decision
from games.engine.fuzz import fuzz_match
from games.engine.game_checks import (
    LANGUAGE_CHECKS,
    LANGUAGES,
    MATCH_CHECKS,
    MOMENT_CHECKS,
    check_end,
)
from games.engine.random_match import Broken, Moment, iter_random_match, replay_moves
from games.titles import GAMES
from tests.sizes import match_numbers

tables = pytest.mark.parametrize(
    ("name", "seats"), [(name, seats) for name, game in GAMES.items() for seats in game.seats]
)


@tables
@pytest.mark.parametrize("check", MOMENT_CHECKS, ids=lambda check: check.__name__)
def test_at_every_ply(name: str, seats: int, check: Callable[[Moment], None]) -> None:
    # Each check sees another match.
    number = 11 + MOMENT_CHECKS.index(check)
    for now in iter_random_match(GAMES[name], seats, number):
        luck = now.luck.getstate()
        check(now)
        now.luck.setstate(luck)


@tables
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("check", LANGUAGE_CHECKS, ids=lambda check: check.__name__)
def test_in_every_language(
    name: str, seats: int, check: Callable[[Moment, str], None], language: str
) -> None:
    for now in iter_random_match(GAMES[name], seats, 31 + LANGUAGE_CHECKS.index(check)):
        luck = now.luck.getstate()
        check(now, language)
        now.luck.setstate(luck)


@tables
def test_the_end_of_more_matches(name: str, seats: int) -> None:
    for number in match_numbers(0, 4, 1):
        for now in iter_random_match(GAMES[name], seats, number):
            check_end(now)


@tables
@pytest.mark.parametrize("check", MATCH_CHECKS, ids=lambda check: check.__name__)
def test_of_a_match(name: str, seats: int, check: Callable[[AnyGame, int, int], None]) -> None:
    check(GAMES[name], seats, 1)


@tables
def test_the_moves_replay_to_the_state(name: str, seats: int) -> None:
    end = list(iter_random_match(GAMES[name], seats, 13))[-1]
    assert replay_moves(end) == end.state


# What a broken promise says -----------------------------------------------------------------------

PEBBLES = GAMES["pebbles"]


def test_a_leak_is_told_with_ply_seat_and_field() -> None:
    def show_all(state: Any, seat: int | None) -> dict[str, Any]:
        return GAMES["sealed"].build_view(state, seat) | {"stakes": [*map(list, state.hands)]}

    leaky = replace(GAMES["sealed"], build_view=show_all)

    with pytest.raises(Broken, match=r"ply \d+: a view shows what .* \((seat \d, )?stakes\.\d"):
        fuzz_match(leaky, 3, 1, check_every=1)


def test_a_lost_component_is_told_with_its_count() -> None:
    losing = replace(PEBBLES, count_components=lambda state: {"pebbles": state.pile})

    with pytest.raises(Broken, match=r"ply 1: components were created or lost \(pebbles: \d, not"):
        fuzz_match(losing, 2, 2, check_every=1)


def test_an_end_that_hides_something_is_told() -> None:
    def forget(state: Any, seat: int | None, chance: Any) -> Any:
        other = PEBBLES.imagine_state(state, seat, chance)
        other.turn = 0
        return other

    hiding = replace(PEBBLES, imagine_state=forget, build_view=lambda state, seat: {})

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
