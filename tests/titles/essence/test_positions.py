"""A position and a state are the same, and what is wrong in a position is named."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from games.engine.scenario import parse_scenarios, run_scenario
from games.titles import GAMES
from games.titles.essence.game import GAME as ESSENCE
from games.titles.essence.rules.position_questions import KINDS
from tests.sizes import full_or

DOCUMENT = Path(__file__).parents[3] / "docs" / "essence.md"


def playing(seats: int, number: int) -> Iterator[Any]:
    """Yield the state before every decision of a random match with random options, and its end."""
    luck = random.Random(number)
    options = {option.name: luck.choice(option.values) for option in ESSENCE.options}
    state = ESSENCE.set_up_match(seats, number.to_bytes(2), options)
    while asked := [one for one in ESSENCE.list_prompts(state) if one.answered is None]:
        yield state
        prompt = luck.choice(asked)
        choice = luck.choice(prompt.choices)
        ESSENCE.play_decision(state, prompt.seat, luck.choice(list(choice.examples())))
    yield state


@pytest.mark.parametrize("number", range(full_or(8, 4)))
def test_a_position_reads_back_as_its_state_at_every_ply(number: int) -> None:
    for state in playing(2 + number % 4, number):
        assert ESSENCE.read_position(ESSENCE.write_position(state)) == state


def test_an_empty_position_is_a_turn_of_two() -> None:
    state = ESSENCE.read_position({})

    assert [seat.faction for seat in state.seats] == ["three_islands", "university_of_the_sun"]
    assert [prompt.question for prompt in ESSENCE.list_prompts(state)] == ["turn"]


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({"hand": []}, "hand: there is no such field"),
        ({"seats": 6}, "seats: the Essence is for 2 to 5 seats"),
        ({"seats": {"A": {"hand": ["Saper"]}, "B": {}}}, r"seats.A.hand\[0\]: 'Saper' is no Foll"),
        ({"seats": {"A": {"hand": ["Dean", "Dean"]}, "B": {}}}, "no further 'Dean' in the box"),
        ({"seats": {"A": {"ready": 4, "spent": 2}, "B": {}}}, "seats.A.ready: there are five"),
        ({"seats": {"A": {"wealth": -1}, "B": {}}}, "seats.A.wealth: -1 is not a whole number"),
        ({"seats": {"A": {"island": {"one": "Tavern"}}, "B": {}}}, "island.one: a cell is two"),
        (
            {"seats": {"A": {"island": {"0,0": "Tavern", "2,0": "Forum"}}, "B": {}}},
            "seats.A.island: an Island hangs together",
        ),
        ({"market": ["Sapper"]}, r"market\[0\]: 'Sapper' is no Location or Monument"),
        ({"market": ["Tavern"] * 5}, "no further 'Tavern' in the box"),
        ({"row": ["Tithe"] * 2}, r"row\[1\]: there is no further 'Tithe'"),
        ({"order": ["A"]}, "order: every seat stands in it once"),
        ({"treaties": {"Levy Treaty": ["A"] * 4}}, "treaties.t.draw: there are not so many"),
        ({"agenda": ["dance"]}, r"agenda\[0\].question: 'dance' is none of"),
        ({"agenda": [{"question": "give", "seat": "A", "taker": "Z"}]}, "'Z' is none of A, B"),
        ({"step": "lunch"}, "step: 'lunch' is none of"),
        ({"chance": {"seed": "xyz"}}, "chance.seed: write the seed in hexadecimal"),
        ({"chance": {"fixed": {"dice": [1]}}}, "chance: 'dice' is none of"),
        ({"options": {"ties": "dice"}}, "options.ties: 'dice' is none of"),
    ],
)
def test_what_is_wrong_is_named(position: Mapping[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ESSENCE.read_position(position)


def test_the_documentation_names_every_field_and_question() -> None:
    text = DOCUMENT.read_text("utf-8")
    position = ESSENCE.write_position(ESSENCE.read_position({}))
    fields = {*position, *position["seats"]["A"], *KINDS}
    assert [name for name in sorted(fields) if f"`{name}`" not in text] == []


def test_the_scenario_of_the_documentation_plays() -> None:
    (example,) = re.findall(r"```yaml\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    (document,) = parse_scenarios(example)

    table = run_scenario(GAMES["essence"], document)

    assert table.state.seats[0].island["2,0"].card == "l.forum"
