"""The bot that thinks: the same answer from the same luck, from what it may see, and better."""

from __future__ import annotations

import os
from functools import partial
from typing import Any

import pytest

from games.engine import bot_match, search
from games.engine.chance import Chance
from games.engine.random_match import iter_random_match
from games.titles import GAMES

ABYSS = GAMES["abyss"]


def thought(state: Any, prompt: Any, trials: int) -> Any:
    imagine = partial(ABYSS.imagine_state, state, prompt.seat)
    return search.find_best_decision(
        ABYSS, imagine, prompt, Chance(bytes(32)), lambda done: done / trials
    )


def test_what_it_answers_follows_from_what_it_may_see_and_its_luck() -> None:
    for number, moment in enumerate(iter_random_match(ABYSS, 2, 7)):
        if number % 40 == 5 and moment.prompts:
            prompt, before = moment.prompts[0], ABYSS.write_position(moment.state)

            answers = [thought(moment.state, prompt, 8) for _ in range(2)]

            assert answers[0] == answers[1] and answers[0] in prompt.list_offered_decisions()
            assert ABYSS.write_position(moment.state) == before


def test_the_judge_sees_no_more_than_its_view() -> None:
    estimate_lead = ABYSS.bot.estimate_lead
    assert estimate_lead is not None
    for number, moment in enumerate(iter_random_match(ABYSS, 3, 4)):
        for seat in range(3) if number % 25 == 0 else ():
            other = ABYSS.imagine_state(moment.state, seat, Chance(b"other"))
            judged = [
                estimate_lead(ABYSS.build_view(state, seat)) for state in (moment.state, other)
            ]

            assert judged[0] == judged[1]


@pytest.mark.slow
def test_thinking_beats_rules_of_thumb() -> None:
    """A hundred matches with DUEL=100, as `manage.py bot_match abyss strong quick` plays them."""
    many = int(os.environ.get("DUEL", "2"))
    fought = [
        bot_match.play_bot_match(ABYSS, 2, number, (bot_match.STRONG, bot_match.QUICK), 8)
        for number in range(many)
    ]

    assert sum(match.won for match in fought) >= (0.6 * many if many >= 100 else 1)


@pytest.mark.parametrize("game", ["pebbles", "sealed"])
def test_only_who_can_be_judged_is_thought_about(game: str) -> None:
    assert not search.can_think(GAMES[game])
    assert search.can_think(ABYSS)
