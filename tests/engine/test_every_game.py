"""What every game on the shelf promises, checked by playing it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import pytest
from msgspec import msgpack

from games.engine import notation
from games.engine.chance import Chance
from games.engine.contract import Decision, IllegalDecision
from games.engine.fuzz import (
    MOST_MOVES,
    Moment,
    any_answer,
    check_order,
    check_questions,
    check_secrets,
    check_storage,
    copy_state,
    iter_random_match,
    replay_moves,
    seed_of,
)
from games.titles import GAMES
from tests.sizes import full_or, match_numbers

LANGUAGES = ("en", "fr", "de")
# Of each question so many answers are written out.
MOST_OFFERED = full_or(1000, 3)
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")

tables = pytest.mark.parametrize(
    ("name", "seats"), [(name, seats) for name, game in GAMES.items() for seats in game.seats]
)


@tables
def test_the_same_seed_deals_the_same_table(name: str, seats: int) -> None:
    game = GAMES[name]
    one, same, other = (game.set_up_match(seats, seed_of(n), {}) for n in (1, 1, 2))
    assert msgpack.encode(one) == msgpack.encode(same)
    assert msgpack.encode(one) != msgpack.encode(other)


@tables
def test_random_legal_play_ends_with_an_outcome_and_no_question(name: str, seats: int) -> None:
    for number in match_numbers(0, 4, 1):
        for now in iter_random_match(GAMES[name], seats, number):
            check_questions(now)
        outcome = GAMES[name].find_outcome(now.state)
        assert outcome is not None and len(outcome.places) == seats
        # Against the game itself all may lose.
        assert 1 in outcome.places or set(outcome.places) == {2}


@tables
def test_a_match_nobody_answers_ends(name: str, seats: int) -> None:
    game = GAMES[name]
    state = game.set_up_match(seats, seed_of("silence"), {})
    for _ in range(MOST_MOVES):
        prompts = [prompt for prompt in game.list_prompts(state) if prompt.answered is None]
        if not prompts:
            break
        game.play_decision(state, prompts[0].seat, prompts[0].fallback)
    assert game.find_outcome(state) is not None


@tables
def test_storing_reading_and_positions_are_identity_at_every_ply(name: str, seats: int) -> None:
    for now in iter_random_match(GAMES[name], seats, 11):
        check_storage(now)


@tables
def test_the_moves_replay_to_the_state(name: str, seats: int) -> None:
    end = list(iter_random_match(GAMES[name], seats, 13))[-1]
    assert replay_moves(end) == end.state


@tables
def test_every_example_is_legal_and_every_fallback_too(name: str, seats: int) -> None:
    for now in iter_random_match(GAMES[name], seats, 14):
        for prompt in now.prompts:
            if prompt.answered is None:
                choice = now.luck.choice(prompt.choices)
                assert 1 <= len(choice.examples()) <= 8
                for decision in [*choice.examples(), prompt.fallback]:
                    now.game.play_decision(copy_state(now.game, now.state), prompt.seat, decision)


@tables
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_written_answer_reads_back_as_itself(name: str, seats: int, language: str) -> None:
    for now in iter_random_match(GAMES[name], seats, 15):
        lexicons = [now.game.list_words(language), now.game.list_words("en")]
        for prompt in now.prompts:
            offered = list(enumerate(prompt.offered(), start=1))
            for number, decision in now.luck.sample(offered, min(len(offered), MOST_OFFERED)):
                line = notation.format_decision(decision, lexicons[0])
                assert notation.parse_decision(prompt, line, lexicons) == decision
                assert notation.parse_decision(prompt, str(number), lexicons) == decision


@tables
def test_what_a_seat_cannot_see_changes_nothing_it_is_shown(name: str, seats: int) -> None:
    """Shuffling the hidden parts leaves views, questions and told events as they were."""
    for now in iter_random_match(GAMES[name], seats, 16):
        check_secrets(now)


@tables
def test_a_sealed_group_does_not_depend_on_the_order_of_arrival(name: str, seats: int) -> None:
    for now in iter_random_match(GAMES[name], seats, 17):
        check_order(now)


@tables
def test_cards_and_tokens_are_conserved(name: str, seats: int) -> None:
    counts = [
        now.game.count_components(now.state) for now in iter_random_match(GAMES[name], seats, 18)
    ]
    assert all(count == counts[0] for count in counts)


@tables
def test_mutated_answers_are_refused_with_words_or_are_legal(name: str, seats: int) -> None:
    refused = 0
    for now in iter_random_match(GAMES[name], seats, 19):
        if now.prompts:
            prompt, decision = any_answer(now.prompts, now.luck)
            for wrong in mutations(decision, now.luck):
                refused += is_refused_with_words(now, prompt.seat, wrong)
    assert refused


def is_refused_with_words(now: Moment, seat: int, wrong: Decision) -> bool:
    try:
        now.game.play_decision(copy_state(now.game, now.state), seat, wrong)
    except IllegalDecision as refusal:
        assert len(refusal.reason) > 5
        return True
    return False


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
    for now in iter_random_match(GAMES[name], seats, 20):
        seat = now.luck.choice([None, *range(seats)])
        view = now.game.build_view(now.state, seat)
        page = now.game.describe_table(view, names, language)
        assert max(map(len, page.splitlines())) <= 72
        for prompt in now.prompts:
            if prompt.seat == seat:
                assert now.game.describe_prompt(prompt, view, language)
                for decision in prompt.offered():
                    assert isinstance(now.game.describe_cost(decision, view, language), str)


@tables
@pytest.mark.parametrize("language", [*LANGUAGES, "xx"])
def test_every_event_is_told_as_a_sentence(name: str, seats: int, language: str) -> None:
    for now in iter_random_match(GAMES[name], seats, 22):
        if now.prompts:
            prompt, decision = any_answer(now.prompts, random.Random(len(now.moves)))
            for event in now.game.play_decision(
                copy_state(now.game, now.state), prompt.seat, decision
            ):
                sentence = now.game.describe_event(event, NAMES[:seats], language)
                assert "{" not in sentence and sentence[-1] in ".!:)”»“"


@tables
def test_the_house_bot_answers_legally_from_its_view(name: str, seats: int) -> None:
    game, chance = GAMES[name], Chance(b"bot")
    state = game.set_up_match(seats, seed_of("bots"), {})
    for _ in range(MOST_MOVES):
        waiting = [prompt for prompt in game.list_prompts(state) if prompt.answered is None]
        if not waiting:
            break
        prompt = waiting[0]
        game.play_decision(
            state,
            prompt.seat,
            game.bot.choose_decision(game.build_view(state, prompt.seat), prompt, chance),
        )
    assert game.find_outcome(state) is not None


@tables
def test_views_are_plain_json(name: str, seats: int) -> None:
    for now in iter_random_match(GAMES[name], seats, 21):
        for seat in (None, *range(seats)):
            view = now.game.build_view(now.state, seat)
            assert msgpack.decode(msgpack.encode(view)) == view


@pytest.mark.parametrize("name", GAMES)
def test_presets_and_options_are_known_values(name: str) -> None:
    game = GAMES[name]
    known = {option.name: option.values for option in game.options}
    assert all(value in known[key] for p in game.presets.values() for key, value in p.items())
    assert all(game.list_words(language)[option] for language in LANGUAGES for option in known)
