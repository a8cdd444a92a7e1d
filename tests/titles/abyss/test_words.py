"""Everything that is asked, told and shown has words in three languages."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from games.engine import notation
from games.engine.contract import Event
from games.titles.abyss.game import GAME as ABYSS
from games.titles.abyss.rules import event_kinds
from games.titles.abyss.rules.components import LOCATIONS, LORDS
from games.titles.abyss.words.meanings import describe_location_scoring, describe_lord_power
from games.titles.abyss.words.questions import HINTS, LABELS, QUESTIONS
from games.titles.abyss.words.sentences import EVENTS

LANGUAGES = ("en", "fr", "de")
NAMES = ("ann", "Bob", "Cléo", "Dan")


@pytest.fixture(scope="module")
def matches() -> list[tuple[Any, list[Event]]]:
    """Every twentieth state of some random matches, with the events that led there."""
    return [found for number in range(9) for found in _sampled(2 + number % 3, number)]


def _sampled(seats: int, number: int) -> Iterator[tuple[Any, list[Event]]]:
    luck = random.Random(number)
    options = {option.name: luck.choice(option.values) for option in ABYSS.options}
    state = ABYSS.set_up_match(seats, number.to_bytes(2), options)
    events: list[Event] = []
    ply = 0
    while asked := [one for one in ABYSS.list_prompts(state) if one.answered is None]:
        if ply % 20 == 0:
            yield ABYSS.read_position(ABYSS.write_position(state)), events
            events = []
        prompt = luck.choice(asked)
        choice = luck.choice(prompt.choices)
        events += ABYSS.play_decision(state, prompt.seat, luck.choice(list(choice.examples())))
        ply += 1
    yield state, events


@pytest.mark.parametrize("sentences", [EVENTS, QUESTIONS, HINTS, LABELS])
def test_every_sentence_exists_in_every_language(sentences: dict[str, dict[str, str]]) -> None:
    assert set(sentences["en"]) == set(sentences["fr"]) == set(sentences["de"])


def test_every_kind_of_event_has_a_sentence() -> None:
    kinds = {kind.split(".")[0] for kind in EVENTS["en"]}
    assert kinds - {"passed"} == set(event_kinds.KINDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_is_told(matches: list[tuple[Any, list[Event]]], language: str) -> None:
    for _, events in matches:
        for event in events:
            sentence = ABYSS.describe_event(event, NAMES, language)
            assert sentence.endswith((".", "!")) and "{" not in sentence and "_" not in sentence


def test_nobodys_name_is_changed() -> None:
    sentence = ABYSS.describe_event(
        Event("jailed", {"seat": 0, "ally": "crab4", "owner": 1}), NAMES, "en"
    )
    assert sentence == "ann gives up crab 4 to the Jailer."


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_is_asked_and_every_answer_hinted(
    matches: list[tuple[Any, list[Event]]], language: str
) -> None:
    for state, _ in matches:
        for prompt in ABYSS.list_prompts(state):
            view = ABYSS.build_view(state, prompt.seat)
            question = ABYSS.describe_prompt(prompt, view, language)
            assert "?" in question and "{" not in question
            for decision in prompt.list_offered_decisions():
                assert "{" not in ABYSS.describe_cost(decision, view, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_answer_reads_back(matches: list[tuple[Any, list[Event]]], language: str) -> None:
    lexicon = ABYSS.list_words(language)
    for state, _ in matches:
        for prompt in ABYSS.list_prompts(state):
            for decision in prompt.list_offered_decisions():
                line = notation.format_decision(decision, lexicon)
                assert notation.parse_decision(prompt, line, [lexicon]) == decision


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_has_72_columns_and_no_codes(
    matches: list[tuple[Any, list[Event]]], language: str
) -> None:
    for state, _ in matches:
        for seat in (None, 0, 1):
            shown = ABYSS.describe_table(
                ABYSS.build_view(state, seat), NAMES[: len(state.seats)], language
            )
            assert max(map(len, shown.splitlines())) <= 72
            assert "_" not in shown and "{" not in shown


def test_the_table_shows_your_hand_and_nobody_elses() -> None:
    state = ABYSS.read_position(
        {"seats": {"A": {"hand": ["crab 4"]}, "B": {"hand": ["squid 5"], "monster_tokens": [4]}}}
    )
    mine = ABYSS.describe_table(ABYSS.build_view(state, 0), ("ann", "Bob"), "en")
    assert "Your hand (1): crab 4" in mine
    assert "squid 5" not in mine
    stranger = ABYSS.describe_table(ABYSS.build_view(state, None), ("ann", "Bob"), "en")
    assert "crab 4" not in stranger and "Your hand" not in stranger


def test_the_table_shows_what_a_lord_costs_you() -> None:
    state = ABYSS.read_position(
        {"seats": {"A": {}, "B": {"lords": ["recruiter"]}}, "court": ["landowner"]}
    )
    shown = ABYSS.describe_table(ABYSS.build_view(state, 0), ("ann", "Bob"), "en")
    assert "cost 10, for you 12, seahorse only" in " ".join(shown.split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_lord_and_location_has_a_name_and_a_meaning(language: str) -> None:
    lexicon = ABYSS.list_words(language)
    for lord in LORDS.values():
        assert lexicon[lord.id][0].isupper()
        assert bool(describe_lord_power(lord.id, language)) == (lord.power is not None)
    for place in LOCATIONS:
        assert lexicon[place][0].isupper()
        assert describe_location_scoring(place, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_and_their_values_have_words(language: str) -> None:
    lexicon = ABYSS.list_words(language)
    for option in ABYSS.options:
        assert option.name in lexicon
        for value in option.values:
            assert isinstance(value, (int, bool)) or value in lexicon


def test_an_unknown_language_is_english() -> None:
    assert ABYSS.list_words("xx") == ABYSS.list_words("en")
