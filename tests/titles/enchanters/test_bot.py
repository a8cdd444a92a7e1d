"""The bot that thinks: judged by what it may see, in matches against each other and together."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from games.engine import bot_match, search
from games.engine.chance import Chance
from games.engine.random_match import iter_random_match
from games.titles import GAMES
from tests.sizes import full_or

ENCHANTERS = GAMES["enchanters"]
STRONG_AGAINST_QUICK = (bot_match.STRONG, bot_match.QUICK)
TOGETHER = {"mode": "coop"}


def estimate(state: Any, seat: int) -> float:
    assert ENCHANTERS.bot.estimate_lead is not None
    return ENCHANTERS.bot.estimate_lead(ENCHANTERS.build_view(state, seat))


def think(state: Any, prompt: Any, trials: int) -> Any:
    imagine = partial(ENCHANTERS.imagine_state, state, prompt.seat)
    return search.find_best_decision(
        ENCHANTERS, imagine, prompt, Chance(bytes(32)), lambda done: done / trials
    )


@pytest.mark.parametrize("number", [3, 4, 5, 6])
def test_the_estimate_does_not_depend_on_hidden_cards(number: int) -> None:
    for moment in iter_random_match(ENCHANTERS, 3, number):
        for seat in range(3):
            other = ENCHANTERS.imagine_state(moment.state, seat, Chance(b"other"))

            assert estimate(moment.state, seat) == estimate(other, seat)


def test_more_crystals_are_a_larger_lead() -> None:
    state = ENCHANTERS.set_up_match(2, b"lead", {})
    before = estimate(state, 0), estimate(state, 1)

    state.seats[0].crystals += 2

    assert estimate(state, 0) > before[0]
    assert estimate(state, 1) < before[1]


def test_together_fewer_hit_points_and_fewer_wounds_are_better_for_all() -> None:
    options = {**TOGETHER, "kingdom_pool": "all", "kingdom_selection": "random"}
    state = ENCHANTERS.set_up_match(3, b"lead", options)
    before = [estimate(state, seat) for seat in range(3)]

    state.hit_points -= 10
    weakened = [estimate(state, seat) for seat in range(3)]
    state.pool += 10
    wounded = [estimate(state, seat) for seat in range(3)]

    assert min(weakened) > max(before)
    assert max(wounded) < min(weakened)


def test_a_match_won_together_is_worth_more_than_any_estimate() -> None:
    state = ENCHANTERS.set_up_match(2, b"lead", TOGETHER)
    state.result = "won"
    won = search.point_lead(ENCHANTERS, state, 1)
    state.result = "lost"
    lost = search.point_lead(ENCHANTERS, state, 1)
    state.result = ""
    running = search.point_lead(ENCHANTERS, state, 1)

    assert lost < running < won


@pytest.mark.parametrize("options", [{}, TOGETHER])
def test_the_same_luck_and_number_of_trials_give_the_same_answer(options: dict[str, str]) -> None:
    state = ENCHANTERS.set_up_match(2, b"again", options)
    (prompt,) = ENCHANTERS.list_prompts(state)[:1]
    before = ENCHANTERS.write_position(state)

    answers = [think(state, prompt, 8) for _ in range(2)]

    assert answers[0] == answers[1] and answers[0] in prompt.list_offered_decisions()
    assert ENCHANTERS.write_position(state) == before


def test_thinking_beats_rules_of_thumb() -> None:
    fought = bot_match.play_bot_match(ENCHANTERS, 2, 0, STRONG_AGAINST_QUICK, 8)

    assert fought.won == 1 and fought.lead > 0


@pytest.mark.long
@pytest.mark.parametrize(("seats", "wanted"), [(2, 0.7), (3, 0.5), (4, 0.375)])
def test_the_strong_bot_wins_half_more_than_its_share(seats: int, wanted: float) -> None:
    many = full_or(100, 20)
    fought = [
        bot_match.play_bot_match(ENCHANTERS, seats, number, STRONG_AGAINST_QUICK, 24)
        for number in range(many)
    ]

    assert sum(match.won for match in fought) >= wanted * many
