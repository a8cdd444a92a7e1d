"""Whole matches of Abyss: random, silent, imagined, and against the house bot."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from msgspec import msgpack

from games.engine.chance import Chance
from games.engine.contract import Decision, Event, IllegalDecision, Prompt
from games.engine.game_checks import check_silence
from games.titles.abyss.game import GAME as ABYSS
from games.titles.abyss.rules.components import ALLIES, LORDS, RACE, VALUE
from games.titles.abyss.rules.payment import best_total, cheapest_payments, pearls_due
from games.titles.abyss.rules.state import State
from tests.sizes import full_or, match_numbers

MAX_MOVES = 3000
SEATS = pytest.mark.parametrize("seats", ABYSS.seats)


def random_options(luck: random.Random) -> dict[str, Any]:
    return {option.name: luck.choice(option.values) for option in ABYSS.options}


def random_answer(luck: random.Random, asked: list[Prompt]) -> tuple[Prompt, Decision]:
    prompt = luck.choice([prompt for prompt in asked if prompt.answered is None])
    return prompt, luck.choice(luck.choice(prompt.choices).examples())


def random_match(seats: int, number: int) -> Iterator[tuple[State, random.Random]]:
    """Yield (state, luck) before every move of a match with random options, and at its end."""
    luck = random.Random(f"{seats}/{number}")
    state = ABYSS.set_up_match(seats, luck.randbytes(32), random_options(luck))
    for _ in range(MAX_MOVES):
        yield state, luck
        asked = ABYSS.list_prompts(state)
        if not asked:
            return
        prompt, decision = random_answer(luck, asked)
        ABYSS.play_decision(state, prompt.seat, decision)
    raise AssertionError("the match does not end")


def copied(state: State) -> State:
    copy: State = msgpack.decode(msgpack.encode(state), type=ABYSS.state_type)
    return copy


@SEATS
def test_random_matches_end_and_lose_no_component(seats: int) -> None:
    for number in match_numbers(0, 120, 12):
        states = [ABYSS.count_components(state) for state, _ in random_match(seats, number)]
        assert all(count == states[0] for count in states)


@SEATS
def test_random_matches_end_with_places_and_scores_that_add_up(seats: int) -> None:
    for number in match_numbers(120, 100, 12):
        for state, _ in random_match(seats, number):
            outcome = ABYSS.find_outcome(state)
        assert outcome is not None and 1 in outcome.places
        for score, lines in zip(outcome.scores, outcome.lines, strict=True):
            assert score == sum(points for _, points in lines)


@SEATS
@pytest.mark.parametrize("preset", [{}, ABYSS.presets["online"]])
def test_a_match_that_nobody_answers_ends(seats: int, preset: dict[str, Any]) -> None:
    state = ABYSS.set_up_match(seats, b"silence", preset)
    for _ in range(MAX_MOVES):
        waiting = [prompt for prompt in ABYSS.list_prompts(state) if prompt.answered is None]
        if not waiting:
            break
        ABYSS.play_decision(state, waiting[0].seat, waiting[0].fallback)
    assert ABYSS.find_outcome(state) is not None


@SEATS
def test_every_fallback_and_example_is_legal(seats: int) -> None:
    for number in match_numbers(300, 6, 2):
        for state, _ in random_match(seats, number):
            for prompt in ABYSS.list_prompts(state):
                for decision in [prompt.fallback, *prompt.list_offered_decisions()]:
                    ABYSS.play_decision(copied(state), prompt.seat, decision)


@SEATS
def test_what_a_seat_cannot_see_does_not_change_what_it_is_shown(seats: int) -> None:
    for number in match_numbers(400, 12, 2):
        for state, luck in random_match(seats, number):
            seat = luck.choice([None, *range(seats)])
            other = ABYSS.imagine_state(state, seat, Chance(luck.randbytes(8)))
            assert ABYSS.build_view(other, seat) == ABYSS.build_view(state, seat)
            assert shown(other, seat) == shown(state, seat)
            assert ABYSS.count_components(other) == ABYSS.count_components(state)
            for prompt in ABYSS.list_prompts(state):
                if prompt.seat == seat:
                    decision = luck.choice(prompt.list_offered_decisions())
                    assert told(other, seat, decision) == told(state, seat, decision)


def shown(state: State, seat: int | None) -> list[Any]:
    return [
        (
            prompt.question,
            prompt.number,
            prompt.facts,
            prompt.answered,
            prompt.list_offered_decisions(),
        )
        for prompt in ABYSS.list_prompts(state)
        if prompt.seat == seat
    ]


def told(state: State, seat: int, decision: Decision) -> list[Event]:
    """Return what a seat is told of its own move, up to the first thing that is revealed."""
    known = []
    for event in ABYSS.play_decision(copied(state), seat, decision):
        if event.reveals:
            break
        if event.audience is None or seat in event.audience:
            known.append(event)
    return known


@SEATS
def test_sealed_answers_do_not_depend_on_their_order_and_may_be_changed(seats: int) -> None:
    for number in match_numbers(500, 6, 3):
        for state, luck in random_match(seats, number):
            group = [prompt for prompt in ABYSS.list_prompts(state) if prompt.group is not None]
            if len(group) < 2 or any(prompt.answered for prompt in group):
                continue
            answers = {
                prompt.seat: luck.choice(prompt.list_offered_decisions()) for prompt in group
            }
            ends = {msgpack.encode(answered_in_some_order(state, answers, luck)) for _ in range(3)}
            assert len(ends) == 1


def answered_in_some_order(
    state: State, answers: dict[int, Decision], luck: random.Random
) -> State:
    state = copied(state)
    numbers = {(prompt.seat, prompt.number) for prompt in ABYSS.list_prompts(state)}
    for seat in luck.sample(sorted(answers), len(answers)):
        asked = asked_still(state, numbers)
        if seat in asked:
            if "pass" in {choice.verb for choice in asked[seat].choices} and len(asked) > 1:
                first = Decision("pass")
                undecided = copied(state)
                ABYSS.play_decision(undecided, seat, first)
                if seat in asked_still(undecided, numbers):
                    state = undecided
            ABYSS.play_decision(state, seat, answers[seat])
    return state


def asked_still(state: State, numbers: set[tuple[int, int]]) -> dict[int, Prompt]:
    asked = ABYSS.list_prompts(state)
    return {prompt.seat: prompt for prompt in asked if (prompt.seat, prompt.number) in numbers}


@SEATS
def test_the_house_bot_beats_random_play(seats: int) -> None:
    matches = full_or(60, 20)

    won = sum(bot_wins(seats, number) for number in range(matches))

    assert won >= 0.95 * matches


def bot_wins(seats: int, number: int) -> bool:
    luck, chance = random.Random(f"bot/{seats}/{number}"), Chance(b"bot")
    state = ABYSS.set_up_match(seats, luck.randbytes(32), {})
    own = number % seats
    while asked := ABYSS.list_prompts(state):
        prompt, decision = random_answer(luck, asked)
        if prompt.seat == own:
            decision = ABYSS.bot.choose_decision(ABYSS.build_view(state, own), prompt, chance)
        ABYSS.play_decision(state, prompt.seat, decision)
    outcome = ABYSS.find_outcome(state)
    assert outcome is not None
    return outcome.places[own] == 1 and outcome.places.count(1) == 1


def test_payments_agree_with_trying_every_set_of_cards() -> None:
    """What can be paid, and that the cheapest payment comes first."""
    luck = random.Random("payments")
    for _ in range(150):
        hand = tuple(sorted(luck.sample(ALLIES, luck.randint(1, 9))))
        card, pearls = LORDS[luck.choice(list(LORDS))], luck.randint(0, 4)
        cost = max(0, card.cost + luck.choice((-2, 0, 2)))
        mandatory = luck.choice((None, card.mandatory))

        legal = every_payment(hand, cost, card.races, mandatory, pearls)
        listed = cheapest_payments(hand, cost, card.races, mandatory, pearls)
        best = best_total(hand, card.races, mandatory)

        assert bool(legal) == bool(listed) == (best >= 0 and best + pearls >= cost)
        assert {tuple(sorted(allies)) for allies in listed} <= set(legal)
        if legal:
            assert expense(listed[0], cost) == min(expense(allies, cost) for allies in legal)


def every_payment(
    hand: tuple[str, ...], cost: int, races: int, mandatory: str | None, pearls: int
) -> list[tuple[str, ...]]:
    found = []
    for many in range(1, len(hand) + 1):
        for allies in set(combinations(hand, many)):
            if len({RACE[ally] for ally in allies}) == races and sum_of(allies) + pearls >= cost:
                try:
                    pearls_due(list(allies), cost, races, mandatory, allow_superfluous=False)
                except IllegalDecision:
                    continue
                found.append(tuple(sorted(allies)))
    return found


def sum_of(allies: tuple[str, ...]) -> int:
    return sum(VALUE[ally] for ally in allies)


def expense(allies: tuple[str, ...], cost: int) -> tuple[int, int]:
    """Return points wasted and Pearls paid."""
    return max(0, sum_of(allies) - cost), max(0, cost - sum_of(allies))


def test_a_match_that_nobody_answers_ends_under_a_commander() -> None:
    """Ruling “Nobody answers”: no hand there reaches twelve Allies, so six are a full hand."""
    check_silence(ABYSS, 4, 121_500_806)
