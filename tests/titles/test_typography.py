"""What the games ask, offer and tell in random matches has no mistakes of typography."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from games.engine import notation
from games.engine.contract import AnyGame, Event, name_players
from games.titles import GAMES
from tests.typography import find_mistakes

NAMES = ("Xavier", "Quentin", "Zoé")
# All texts of every so many moves are read.
STEP = 4


def play_match(rules: AnyGame, seats: int) -> Iterator[tuple[Any, list[Event]]]:
    """Yield states of a random match, with the events that led there."""
    luck = random.Random(7)
    options = {option.name: option.default for option in rules.options}
    state = rules.set_up_match(seats, bytes(32), options)
    events: list[Event] = []
    ply = 0
    while asked := [one for one in rules.list_prompts(state) if one.answered is None]:
        if ply % STEP == 0:
            yield state, events
            events = []
        prompt = luck.choice(asked)
        choice = luck.choice(prompt.choices)
        events += rules.play_decision(state, prompt.seat, luck.choice(list(choice.examples())))
        ply += 1
    yield state, events


def list_texts(
    rules: AnyGame, state: Any, events: Sequence[Event], seats: int, language: str
) -> Iterator[str]:
    """Yield what players read at a moment of a match."""
    words, names = rules.list_words(language), NAMES[:seats]
    for prompt in rules.list_prompts(state):
        view = name_players(rules.build_view(state, prompt.seat), names)
        yield rules.describe_prompt(prompt, view, language)
        for decision in prompt.list_offered_decisions():
            yield notation.format_decision(decision, words)
            yield rules.describe_cost(decision, view, language)
            yield rules.label_answer(decision, view, language)
    yield rules.describe_table(rules.build_view(state, 0), names, language)
    yield from (rules.describe_event(event, names, language) for event in events)
    if rules.tell_events:
        yield from rules.tell_events(events, names, language)


@pytest.mark.parametrize("language", ("en", "fr", "de"))
@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_players_read_has_mistakes(game: str, language: str) -> None:
    rules = GAMES[game]
    seats = 3 if 3 in rules.seats else 2
    read, mistakes = 0, set[str]()
    for state, events in play_match(rules, seats):
        for text in list_texts(rules, state, events, seats, language):
            read += 1
            mistakes.update(find_mistakes(text, language))

    assert read > 10
    assert not mistakes, "\n".join(sorted(mistakes)[:40])
