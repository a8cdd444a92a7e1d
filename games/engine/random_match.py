"""Random legal play of any game, moment by moment."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct, json

from .contract import AnyGame, BadOptions, Choice, Decision, Option, Prompt, Setting

# Maximum number of moves; a longer match is considered endless.
MAX_MOVES = 5000

# The options of a random match.
Options = dict[str, Any]


class Moment(Struct):
    """One moment of a random match: the state before a move, and its prompts."""

    game: AnyGame
    seats: int
    seed: bytes
    options: Options
    state: Any
    luck: random.Random
    prompts: list[Prompt] = []
    # (seat, decision) so far.
    moves: list[tuple[int, Decision]] = []
    # The components at the deal, which must never change.
    components: dict[str, int] = {}


class Broken(AssertionError):
    """A promise of the contract that a game broke, with the `seat` and `field` concerned."""

    def __init__(self, promise: str, *, seat: int | None = None, field: str = ""):
        about = ", ".join(
            [*(() if seat is None else (f"seat {seat}",)), *((field,) if field else ())]
        )
        super().__init__(f"{promise} ({about})" if about else promise)


def seed_of(*words: object) -> bytes:
    """Return 32 bytes that depend only on the words."""
    return hashlib.sha256(repr(words).encode()).digest()


def draw_options(game: AnyGame, seats: int, luck: random.Random) -> Options:
    """Return a random value for every option; one that does not go with those before is left at
    its default."""
    options: Options = {}
    for option in game.options:
        value = _draw_value(option, luck)
        try:
            game.check_options(seats, {**options, option.name: value})
        except BadOptions:
            value = option.default
        options[option.name] = value
    return options


def cover_options(game: AnyGame, numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Return (seats, number) of random matches, few of which together have every number of seats,
    and every value of an option, that any of those with these `numbers` has."""
    values_of_match = {
        (seats, number): {("seats", str(seats)), *_list_drawn_values(game, seats, number)}
        for number in numbers
        for seats in game.seats
    }
    left = set[tuple[str, str]]().union(*values_of_match.values())
    matches = []
    while left:
        # The one with the most values that no other has yet.
        best = max(values_of_match, key=lambda match: len(values_of_match[match] & left))
        matches.append(best)
        left -= values_of_match[best]
    return matches


def _list_drawn_values(game: AnyGame, seats: int, number: int) -> set[tuple[str, str]]:
    options = draw_options(game, seats, _luck_of(game, seats, number))
    return {
        (name, str(item))
        for name, value in options.items()
        for item in (value if isinstance(value, list) else [value])
    }


def _luck_of(game: AnyGame, seats: int, number: int) -> random.Random:
    return random.Random(f"{game.name}/{seats}/{number}")


def _draw_value(option: Option, luck: random.Random) -> Setting:
    if not option.many:
        return luck.choice(option.values)
    sample = luck.sample(option.values, luck.randrange(1 + len(option.values)))
    return [str(value) for value in option.values if value in sample]


def any_filling(choice: Choice, luck: random.Random) -> Decision:
    """Return one random example of a choice."""
    return luck.choice(choice.examples())


def any_answer(prompts: Sequence[Prompt], luck: random.Random) -> tuple[Prompt, Decision]:
    """Return a random open prompt and a legal answer to it."""
    prompt = luck.choice([prompt for prompt in prompts if prompt.answered is None])
    return prompt, any_filling(luck.choice(prompt.choices), luck)


def iter_random_match(game: AnyGame, seats: int, number: int) -> Iterator[Moment]:
    """Yield each moment of random match `number`, the last one without a prompt.

    Options are drawn anew for every match, the number of seats is not. Raises Broken if the match
    does not end.
    """
    luck = _luck_of(game, seats, number)
    seed, options = seed_of(game.name, seats, number), draw_options(game, seats, luck)
    now = Moment(game, seats, seed, options, game.set_up_match(seats, seed, options), luck)
    now.components = game.count_components(now.state)
    for _ in range(MAX_MOVES):
        now.prompts = game.list_prompts(now.state)
        yield now
        if not now.prompts:
            return
        prompt, decision = any_answer(now.prompts, luck)
        game.play_decision(now.state, prompt.seat, decision)
        now.moves.append((prompt.seat, decision))
    raise Broken("the match does not end")


def replay_moves(now: Moment) -> object:
    """Replay the recorded moves, decoded from JSON, and return the resulting state."""
    state = now.game.set_up_match(now.seats, now.seed, now.options)
    for seat, decision in json.decode(json.encode(now.moves), type=list[tuple[int, Decision]]):
        now.game.play_decision(state, seat, decision)
    return state
