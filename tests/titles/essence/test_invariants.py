"""What holds at every ply of every match, also when answers are none of those proposed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from games.engine.chance import Chance
from games.engine.contract import Choice, Decision, IllegalDecision, Number, Pick, Slot
from games.engine.legal_answers import copy_state
from games.engine.random_match import any_answer, seed_of
from games.titles import GAMES
from games.titles.essence.game import GAME as ESSENCE
from games.titles.essence.rules.answers import list_token_splits
from games.titles.essence.rules.island import is_connected
from games.titles.essence.rules.scoring import ROUND_SHARDS, rank_values, shards_of
from games.titles.essence.rules.state import State
from tests.sizes import full_or


def any_argument(slot: Slot, luck: random.Random) -> Any:
    """Return anything that fits a slot."""
    if isinstance(slot, Number):
        return luck.randint(slot.low, slot.high)
    if isinstance(slot, Pick):
        if slot.least == slot.most == 1:
            return luck.choice(slot.items)
        many = luck.randint(slot.least, min(slot.most, len(slot.items)))
        return luck.sample(slot.items, many)
    return luck.choice(list_token_splits(slot.total, slot.bins))


def any_decision(choice: Choice, luck: random.Random) -> Decision:
    args = {slot.name: any_argument(slot, luck) for slot in choice.slots}
    return Decision(choice.verb, {**choice.args, **args})


def playing(seats: int, number: int) -> Iterator[tuple[State, list[Any]]]:
    """Yield the state after each move of a match whose slots are filled with anything."""
    luck = random.Random(number)
    options = {option.name: luck.choice(option.values) for option in ESSENCE.options}
    state = ESSENCE.set_up_match(seats, seed_of("any", number), options)
    yield state, []
    while asked := [prompt for prompt in ESSENCE.list_prompts(state) if prompt.answered is None]:
        prompt = luck.choice(asked)
        decision = any_decision(luck.choice(prompt.choices), luck)
        tried = copy_state(GAMES["essence"], state)
        try:
            events = ESSENCE.play_decision(tried, prompt.seat, decision)
        except IllegalDecision:
            # A move that would break the Island; what is proposed never does.
            _, decision = any_answer([prompt], luck)
            tried = copy_state(GAMES["essence"], state)
            events = ESSENCE.play_decision(tried, prompt.seat, decision)
        state = tried
        yield state, events


@pytest.mark.parametrize("number", range(full_or(12, 4)))
def test_every_table_is_sound(number: int) -> None:
    """Tokens never negative, Islands connected, at most five Foundations, nothing lost."""
    seats = 2 + number % 4
    census = None
    for state, _ in playing(seats, number):
        census = census or ESSENCE.count_components(state)
        assert ESSENCE.count_components(state) == census
        for seat in state.seats:
            assert min(seat.wealth, seat.influence, seat.essence, seat.shards, seat.revenge) >= 0
            assert min(seat.attack, seat.defense, seat.shields, seat.ready, seat.spent) >= 0
            assert seat.ready + seat.spent <= 5
            assert is_connected(seat.island)
    assert 3 <= state.round <= 10 and ESSENCE.find_outcome(state)


@pytest.mark.parametrize("number", range(4))
def test_shards_of_a_round_follow_the_ranking(number: int) -> None:
    """Two firsts: the next is third."""
    for _, events in playing(2 + number, number):
        scored = sorted((e.args for e in events if e.kind == "scored"), key=lambda a: a["seat"])
        places = rank_values([args["essence"] for args in scored])
        assert [args["place"] for args in scored] == places
        assert [args["shards"] for args in scored] == [shards_of(p, ROUND_SHARDS) for p in places]


def test_the_row_moves_right_only() -> None:
    """A fragment never moves left, and a new one enters on the left of all others."""
    before: list[str | None] = []
    for state, _ in playing(3, 5):
        places = {code: place for place, code in enumerate(before) if code is not None}
        for place, code in enumerate(state.row):
            assert code is None or place >= places.get(code, 0)
        before = state.row


@pytest.mark.parametrize("seats", ESSENCE.seats)
def test_no_chance_is_drawn_before_a_sealed_group_closes(seats: int) -> None:
    luck, groups = random.Random(seats), 0
    state = ESSENCE.set_up_match(seats, seed_of("sealed", seats), {})
    while asked := [prompt for prompt in ESSENCE.list_prompts(state) if prompt.answered is None]:
        prompt, decision = any_answer(asked, luck)
        counts = dict(state.chance.counts)
        ESSENCE.play_decision(state, prompt.seat, decision)
        if prompt.group is not None and len(asked) > 1:
            groups += 1
            assert state.chance.counts == counts
    assert groups > 3


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_house_bot_beats_random_play_nine_times_of_ten(seats: int) -> None:
    matches = full_or(20, 10)
    assert sum(is_won_by_the_bot(seats, number) for number in range(matches)) >= 0.9 * matches


def is_won_by_the_bot(seats: int, number: int) -> bool:
    """Whether the bot wins, or shares the win, against players who do anything."""
    luck, chance, bot = random.Random(number), Chance(b"bot"), number % seats
    state = ESSENCE.set_up_match(seats, seed_of("bot", number), {})
    while asked := [prompt for prompt in ESSENCE.list_prompts(state) if prompt.answered is None]:
        prompt = asked[0]
        if prompt.seat == bot:
            decision = ESSENCE.bot.choose_decision(ESSENCE.build_view(state, bot), prompt, chance)
        else:
            _, decision = any_answer([prompt], luck)
        ESSENCE.play_decision(state, prompt.seat, decision)
    outcome = ESSENCE.find_outcome(state)
    assert outcome is not None
    return outcome.places[bot] == 1
