"""Random legal play of any game, moment by moment."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct, json

from .contract import AnyGame, Choice, Decision, Prompt

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
    # The components at the deal, which none may join or leave.
    components: dict[str, int] = {}


class Broken(AssertionError):
    """A promise of the contract that a game did not keep, of which `seat` and in which `field`."""

    def __init__(self, promise: str, *, seat: int | None = None, field: str = ""):
        about = ", ".join(
            [*(() if seat is None else (f"seat {seat}",)), *((field,) if field else ())]
        )
        super().__init__(f"{promise} ({about})" if about else promise)


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
    now.components = game.count_components(now.state)
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
