"""What every game on the shelf promises, checked by playing it."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from msgspec import msgpack

from games.rules import GAMES, notation
from games.rules.chance import Chance
from games.rules.contract import Choice, Decision, Game, IllegalDecision, Prompt

MOST_MOVES = 5000
LANGUAGES = ("en", "fr", "de")
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")

tables = pytest.mark.parametrize(
    ("name", "seats"), [(name, seats) for name, game in GAMES.items() for seats in game.SEATS]
)


def seed_of(*words: object) -> bytes:
    return hashlib.sha256(repr(words).encode()).digest()


def options_of(game: Game, luck: random.Random) -> dict[str, Any]:
    return {option.name: luck.choice(option.values) for option in game.OPTIONS}


def a_filling(choice: Choice, luck: random.Random) -> Decision:
    return luck.choice(list(choice.examples()))


def random_answer(prompts: list[Prompt], luck: random.Random) -> tuple[Prompt, Decision]:
    waiting = [prompt for prompt in prompts if prompt.answered is None]
    prompt = luck.choice(waiting)
    return prompt, a_filling(luck.choice(prompt.choices), luck)


def playing(name: str, seats: int, number: int) -> Iterator[tuple[Game, Any, random.Random]]:
    """Yield (game, state, luck) before each move of one random match, and once at its end."""
    game, luck = GAMES[name], random.Random(f"{name}/{seats}/{number}")
    state = game.setup(seats, seed_of(name, seats, number), options_of(game, luck))
    for _ in range(MOST_MOVES):
        yield game, state, luck
        prompts = game.prompts(state)
        if not prompts:
            return
        prompt, decision = random_answer(prompts, luck)
        game.play(state, prompt.seat, decision)
    raise AssertionError("the match does not end")


def copied(game: Game, state: Any) -> Any:
    return msgpack.decode(msgpack.encode(state), type=game.State)


@tables
def test_the_same_seed_deals_the_same_table(name: str, seats: int) -> None:
    game = GAMES[name]
    one, same, other = (game.setup(seats, seed_of(n), {}) for n in (1, 1, 2))
    assert msgpack.encode(one) == msgpack.encode(same)
    assert msgpack.encode(one) != msgpack.encode(other)


@tables
def test_random_legal_play_ends_with_an_outcome_and_no_question(name: str, seats: int) -> None:
    for number in range(4):
        for game, state, _ in playing(name, seats, number):
            asked, outcome = game.prompts(state), game.outcome(state)
            assert bool(asked) == (outcome is None)
            assert len({prompt.seat for prompt in asked}) == len(asked)
        assert outcome is not None and len(outcome.places) == seats and 1 in outcome.places


@tables
def test_a_match_nobody_answers_ends(name: str, seats: int) -> None:
    game = GAMES[name]
    state = game.setup(seats, seed_of("silence"), {})
    for _ in range(MOST_MOVES):
        prompts = [prompt for prompt in game.prompts(state) if prompt.answered is None]
        if not prompts:
            break
        game.play(state, prompts[0].seat, prompts[0].fallback)
    assert game.outcome(state) is not None


@tables
def test_storing_and_reading_is_identity_at_every_ply(name: str, seats: int) -> None:
    for game, state, _ in playing(name, seats, 11):
        assert copied(game, state) == state


@tables
def test_position_and_state_are_two_ways_to_say_the_same(name: str, seats: int) -> None:
    for game, state, _ in playing(name, seats, 12):
        assert game.from_position(game.position(state)) == state


@tables
def test_the_moves_replay_to_the_state(name: str, seats: int) -> None:
    moves = []
    for game, state, _ in playing(name, seats, 13):
        if not moves:
            start = copied(game, state)
        moves.append(msgpack.encode(state))
    luck = random.Random(f"{name}/{seats}/13")
    options_of(game, luck)
    for before in moves:
        assert msgpack.encode(start) == before
        if game.prompts(start):
            prompt, decision = random_answer(game.prompts(start), luck)
            game.play(start, prompt.seat, decision)


@tables
def test_every_example_is_legal_and_every_fallback_too(name: str, seats: int) -> None:
    for game, state, luck in playing(name, seats, 14):
        for prompt in game.prompts(state):
            if prompt.answered is None:
                choice = luck.choice(prompt.choices)
                assert 1 <= len(choice.examples()) <= 8
                for decision in [*choice.examples(), prompt.fallback]:
                    game.play(copied(game, state), prompt.seat, decision)


@tables
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_written_answer_reads_back_as_itself(name: str, seats: int, language: str) -> None:
    for game, state, _ in playing(name, seats, 15):
        lexicons = [game.words(language), game.words("en")]
        for prompt in game.prompts(state):
            for number, decision in enumerate(prompt.offered(), start=1):
                line = notation.write(decision, lexicons[0])
                assert notation.read(prompt, line, lexicons) == decision
                assert notation.read(prompt, str(number), lexicons) == decision


@tables
def test_what_a_seat_cannot_see_changes_nothing_it_is_shown(name: str, seats: int) -> None:
    """Shuffling the hidden parts leaves views, questions and told events as they were."""
    for game, state, luck in playing(name, seats, 16):
        seat = luck.choice([None, *range(seats)])
        other = game.imagine(state, seat, Chance(luck.randbytes(32)))
        assert game.view(other, seat) == game.view(state, seat)
        assert shown(game, other, seat) == shown(game, state, seat)
        for prompt in game.prompts(state):
            if prompt.seat == seat and prompt.answered is None:
                decision = a_filling(luck.choice(prompt.choices), luck)
                assert told(game, other, prompt, decision) == told(game, state, prompt, decision)


def shown(game: Game, state: Any, seat: int | None) -> list[Any]:
    """A seat's own question; of the others' only that they are asked something openly."""
    return [
        (p.question, p.number, p.facts, p.fallback, p.answered, p.offered())
        for p in game.prompts(state)
        if p.seat == seat
    ]


def told(game: Game, state: Any, prompt: Prompt, decision: Decision) -> list[Any]:
    """What the seat is told of its own move until the first thing is revealed."""
    events = game.play(copied(game, state), prompt.seat, decision)
    known = []
    for event in events:
        if event.reveals:
            break
        if event.audience is None or prompt.seat in event.audience:
            known.append(event)
    return known


@tables
def test_a_sealed_group_does_not_depend_on_the_order_of_arrival(name: str, seats: int) -> None:
    for game, state, luck in playing(name, seats, 17):
        group = [p for p in game.prompts(state) if p.group is not None]
        if len(group) < 2 or any(p.answered for p in group):
            continue
        answers = {p.seat: a_filling(luck.choice(p.choices), luck) for p in group}
        ends = {msgpack.encode(answered(game, state, answers, luck)) for _ in range(4)}
        assert len(ends) == 1


def answered(game: Game, state: Any, answers: dict[int, Decision], luck: random.Random) -> Any:
    """The state after the whole group has answered in some order, as far as it was still asked."""
    state = copied(game, state)
    group = {p.group for p in game.prompts(state)}
    for seat in luck.sample(sorted(answers), len(answers)):
        asked = [p for p in game.prompts(state) if p.seat == seat and p.group in group]
        if asked and p_open(asked[0]):
            game.play(state, seat, answers[seat])
    return state


def p_open(prompt: Prompt) -> bool:
    return prompt.group is not None and prompt.answered is None


@tables
def test_cards_and_tokens_are_conserved(name: str, seats: int) -> None:
    counts = [game.census(state) for game, state, _ in playing(name, seats, 18)]
    assert all(count == counts[0] for count in counts)


@tables
def test_mutated_answers_are_refused_with_words_or_are_legal(name: str, seats: int) -> None:
    refused = 0
    for game, state, luck in playing(name, seats, 19):
        prompt, decision = (
            random_answer(game.prompts(state), luck)
            if game.prompts(state)
            else (
                None,
                None,
            )
        )
        if prompt is None or decision is None:
            break
        for wrong in mutations(decision, luck):
            try:
                game.play(copied(game, state), prompt.seat, wrong)
            except IllegalDecision as refusal:
                refused += 1
                assert len(refusal.reason) > 5
    assert refused


def mutations(decision: Decision, luck: random.Random) -> Iterator[Decision]:
    yield Decision("dance", decision.args)
    yield Decision(decision.verb, {**decision.args, "extra": 1})
    for name, junk in product(decision.args, ("junk", -1, 10**9, ["junk"], {"junk": 3}, [])):
        yield Decision(decision.verb, {**decision.args, name: junk})
    if decision.args:
        gone = luck.choice(list(decision.args))
        yield Decision(decision.verb, {k: v for k, v in decision.args.items() if k != gone})


@tables
@pytest.mark.parametrize("language", [*LANGUAGES, "xx"])
def test_every_letter_fits_72_columns_and_misses_no_word(
    name: str, seats: int, language: str
) -> None:
    names = NAMES[:seats]
    for game, state, luck in playing(name, seats, 20):
        seat = luck.choice([None, *range(seats)])
        view = game.view(state, seat)
        page = game.table(view, names, language)
        for prompt in game.prompts(state):
            if prompt.seat == seat:
                assert game.ask(prompt, view, language)
                for decision in prompt.offered():
                    assert isinstance(game.hint(decision, view, language), str)
        assert max(map(len, page.splitlines())) <= 72
        if prompts := game.prompts(state):
            prompt, decision = random_answer(prompts, random.Random(0))
            for event in game.play(copied(game, state), prompt.seat, decision):
                sentence = game.tell(event, names, language)
                assert sentence and "{" not in sentence and sentence[-1] in ".!:)”»"


@tables
def test_the_house_bot_answers_legally_from_its_view(name: str, seats: int) -> None:
    game, chance = GAMES[name], Chance(b"bot")
    state = game.setup(seats, seed_of("bots"), {})
    for _ in range(MOST_MOVES):
        waiting = [prompt for prompt in game.prompts(state) if prompt.answered is None]
        if not waiting:
            break
        prompt = waiting[0]
        game.play(state, prompt.seat, game.bot(game.view(state, prompt.seat), prompt, chance))
    assert game.outcome(state) is not None


@tables
def test_views_are_plain_json(name: str, seats: int) -> None:
    for game, state, _ in playing(name, seats, 21):
        for seat in (None, *range(seats)):
            view = game.view(state, seat)
            assert msgpack.decode(msgpack.encode(view)) == view


@pytest.mark.parametrize("name", GAMES)
def test_presets_and_options_are_known_values(name: str) -> None:
    game = GAMES[name]
    known = {option.name: option.values for option in game.OPTIONS}
    assert all(value in known[key] for p in game.PRESETS.values() for key, value in p.items())
    assert all(game.words(language)[option] for language in LANGUAGES for option in known)
