"""Random legal play of any game, and what must hold at every ply of it."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct, json, msgpack

from .chance import Chance
from .contract import AnyGame, Choice, Decision, Event, Prompt

# No honest match is longer; one that is does not end.
MOST_MOVES = 5000


class Moment(Struct):
    """One moment of a random match: the state before a move, and the questions asked in it."""

    game: AnyGame
    seats: int
    seed: bytes
    options: dict[str, Any]
    state: Any
    luck: random.Random
    prompts: list[Prompt] = []
    # (seat, decision) so far.
    moves: list[tuple[int, Decision]] = []


class Broken(AssertionError):
    """A promise of the contract that a game did not keep."""


def seed_of(*words: object) -> bytes:
    """Return 32 bytes that depend on the words alone."""
    return hashlib.sha256(repr(words).encode()).digest()


def options_of(game: AnyGame, luck: random.Random) -> dict[str, Any]:
    """Return one value for every option."""
    return {option.name: luck.choice(option.values) for option in game.options}


def any_filling(choice: Choice, luck: random.Random) -> Decision:
    """Return one complete decision of a choice."""
    examples = choice.examples()
    return examples[luck.randrange(len(examples))]


def any_answer(prompts: Sequence[Prompt], luck: random.Random) -> tuple[Prompt, Decision]:
    """Return one unanswered question and a legal answer to it."""
    prompt = luck.choice([prompt for prompt in prompts if prompt.answered is None])
    return prompt, any_filling(luck.choice(prompt.choices), luck)


def iter_random_match(game: AnyGame, seats: int, number: int) -> Iterator[Moment]:
    """Yield each moment of random match `number`, the last one without a question.

    Options are drawn anew for every match, seat counts are not. Raises Broken if it does not end.
    """
    luck = random.Random(f"{game.name}/{seats}/{number}")
    seed, options = seed_of(game.name, seats, number), options_of(game, luck)
    now = Moment(game, seats, seed, options, game.set_up_match(seats, seed, options), luck)
    for _ in range(MOST_MOVES):
        now.prompts = game.list_prompts(now.state)
        yield now
        if not now.prompts:
            return
        prompt, decision = any_answer(now.prompts, luck)
        game.play_decision(now.state, prompt.seat, decision)
        now.moves.append((prompt.seat, decision))
    raise Broken("the match does not end")


def replay_moves(now: Moment) -> Any:
    """Return the state that the recorded moves lead to from the deal, read back from JSON."""
    state = now.game.set_up_match(now.seats, now.seed, now.options)
    for seat, decision in json.decode(json.encode(now.moves), type=list[tuple[int, Decision]]):
        now.game.play_decision(state, seat, decision)
    return state


def copy_state(game: AnyGame, state: Any) -> Any:
    """Return another state equal to this one."""
    return msgpack.decode(msgpack.encode(state), type=game.state_type)


def check_questions(now: Moment) -> None:
    """One question a seat, and none exactly when there is an outcome."""
    seats = [prompt.seat for prompt in now.prompts]
    if len(set(seats)) != len(seats):
        raise Broken("a seat is asked two questions")
    if bool(seats) == (now.game.find_outcome(now.state) is not None):
        raise Broken("questions and outcome disagree about the end")
    if seats and all(prompt.answered is not None for prompt in now.prompts):
        raise Broken("everybody has answered and nothing happens")


def check_storage(now: Moment) -> None:
    """Storing and reading is identity, as bytes and as a position."""
    if copy_state(now.game, now.state) != now.state:
        raise Broken("the state read back is another one")
    if now.game.read_position(now.game.write_position(now.state)) != now.state:
        raise Broken("the position read back is another one")


def check_secrets(now: Moment) -> None:
    """What a seat cannot see, shuffled, changes nothing that it is shown or told."""
    game, state = now.game, now.state
    seat = now.luck.choice([None, *range(now.seats)])
    other = game.imagine_state(state, seat, Chance(now.luck.randbytes(32)))
    if game.build_view(other, seat) != game.build_view(state, seat):
        raise Broken(f"the view of seat {seat} shows what it may not see")
    if _prompts_for_seat(game, other, seat) != _prompts_for_seat(game, state, seat):
        raise Broken(f"the question to seat {seat} shows what it may not see")
    for prompt in now.prompts:
        if prompt.seat == seat and prompt.answered is None:
            decision = any_filling(now.luck.choice(prompt.choices), now.luck)
            if _events_before_reveal(game, other, prompt, decision) != _events_before_reveal(
                game, state, prompt, decision
            ):
                raise Broken(f"seat {seat} is told what it may not see")


def _prompts_for_seat(game: AnyGame, state: Any, seat: int | None) -> list[Any]:
    return [
        (p.question, p.number, p.facts, p.fallback, p.answered, p.offered())
        for p in game.list_prompts(state)
        if p.seat == seat
    ]


def _events_before_reveal(
    game: AnyGame, state: Any, prompt: Prompt, decision: Decision
) -> list[Event]:
    """What a seat is told of its own move before anything is revealed by it."""
    known = []
    for event in game.play_decision(copy_state(game, state), prompt.seat, decision):
        if event.reveals:
            break
        if event.audience is None or prompt.seat in event.audience:
            known.append(event)
    return known


def check_order(now: Moment) -> None:
    """A sealed group does not depend on the order in which its answers arrive."""
    group = [p for p in now.prompts if p.group is not None]
    if len(group) < 2 or any(p.answered for p in group):
        return
    answers = {p.seat: any_filling(now.luck.choice(p.choices), now.luck) for p in group}
    ends = {msgpack.encode(_answer_group(now, answers)) for _ in range(3)}
    if len(ends) > 1:
        raise Broken("a sealed group depends on the order of arrival")


def _answer_group(now: Moment, answers: dict[int, Decision]) -> Any:
    """The state after a whole group has answered in some order, as far as it was still asked."""
    state = copy_state(now.game, now.state)
    numbers = {(p.seat, p.number) for p in now.prompts}
    for seat in now.luck.sample(sorted(answers), len(answers)):
        for prompt in now.game.list_prompts(state):
            if prompt.seat == seat and (seat, prompt.number) in numbers:
                now.game.play_decision(state, seat, answers[seat])
    return state


def check_fallbacks(now: Moment) -> None:
    """Every fallback is legal."""
    for prompt in now.prompts:
        if prompt.answered is None:
            now.game.play_decision(copy_state(now.game, now.state), prompt.seat, prompt.fallback)


CHECKS = (check_storage, check_secrets, check_order, check_fallbacks)


def fuzz_match(game: AnyGame, seats: int, number: int, *, check_every: int = 7) -> int:
    """Play one random match with all checks, the dear ones at every 7th ply; return its length.

    Also replays the moves to the same end and counts the components. Raises Broken or whatever the
    rules raise.
    """
    census = None
    for now in iter_random_match(game, seats, number):
        census = census or game.count_components(now.state)
        if game.count_components(now.state) != census:
            raise Broken("components were created or lost")
        check_questions(now)
        if len(now.moves) % check_every == number % check_every or not now.prompts:
            # The checks draw from the same luck, and must not change what is played.
            luck = now.luck.getstate()
            for check in CHECKS:
                check(now)
            now.luck.setstate(luck)
    if replay_moves(now) != now.state:
        raise Broken("the moves replay to another state")
    return len(now.moves)
