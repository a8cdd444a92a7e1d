"""A position and a state are the same, and what is wrong in a position is named."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.engine.scenario import parse_scenarios, run_scenario
from games.titles import GAMES
from games.titles.abyss.game import GAME as ABYSS
from games.titles.abyss.rules.mages import Illusionist
from games.titles.abyss.rules.position import write_position
from games.titles.abyss.rules.position_components import card_or_same
from games.titles.abyss.rules.position_questions import QUESTIONS
from tests.sizes import full_or

NAMES = ("Ann", "Bob", "Cleo", "Dan")


def playing(seats: int, number: int) -> Iterator[Any]:
    """Yield the state before every decision of a random match with random options, and its end."""
    luck = random.Random(number)
    options = {option.name: luck.choice(option.values) for option in ABYSS.options}
    state = ABYSS.set_up_match(seats, number.to_bytes(2), options)
    while asked := [one for one in ABYSS.list_prompts(state) if one.answered is None]:
        yield state
        prompt = luck.choice(asked)
        choice = luck.choice(prompt.choices)
        ABYSS.play_decision(state, prompt.seat, luck.choice(list(choice.examples())))
    yield state


@pytest.mark.parametrize("number", range(full_or(12, 3)))
def test_a_position_reads_back_as_its_state_at_every_ply(number: int) -> None:
    for state in playing(2 + number % 3, number):
        assert ABYSS.read_position(ABYSS.write_position(state)) == state


@pytest.mark.parametrize("number", range(3))
def test_a_position_survives_yaml_and_other_names(number: int) -> None:
    for ply, state in enumerate(playing(2 + number % 3, number)):
        if ply % 10 == 0:
            written = write_position(state, NAMES[: len(state.seats)])
            text = msgspec.yaml.encode(written)
            assert ABYSS.read_position(msgspec.yaml.decode(text)) == state


def test_a_position_reads_back_with_sealed_answers() -> None:
    state = ABYSS.read_position(
        {
            "seats": {"A": {}, "B": {"pearls": 1}, "C": {"pearls": 1}},
            "track": ["crab 4"],
            "offer": {"asked": ["B", "C"], "answers": {"C": "buy"}},
        }
    )
    position = ABYSS.write_position(state)
    assert position["offer"]["answers"] == {"C": "buy"}
    assert ABYSS.read_position(position) == state


# What is left out ---------------------------------------------------------------------------------


def test_hand_court_and_pearls_are_enough() -> None:
    state = ABYSS.read_position({"hand": ["crab 4"], "pearls": 2, "court": ["keeper"]})
    assert state.seats[0].hand == ["crab4"]
    assert len(state.seats) == 2
    assert [prompt.question for prompt in ABYSS.list_prompts(state)] == ["turn"]


def test_a_position_without_anything_is_a_table_for_two() -> None:
    assert [prompt.seat for prompt in ABYSS.list_prompts(ABYSS.read_position({}))] == [0]


def test_piles_that_are_left_out_hold_the_rest_of_the_box() -> None:
    state = ABYSS.read_position({"hand": ["crab 5"], "court": ["keeper"]})
    assert len(state.exploration_deck) == 70
    assert "crab5" not in state.exploration_deck
    assert len(state.lord_deck) == 34
    assert len(state.location_stack) == 20
    assert len(state.token_pile) == 20


def test_a_pile_that_is_given_holds_that_and_no_more() -> None:
    state = ABYSS.read_position({"exploration_deck": ["crab 5", "squid 1"], "lord_deck": []})
    assert state.exploration_deck == ["squid1", "crab5"]
    assert state.lord_deck == []


def test_rest_stands_for_everything_else() -> None:
    state = ABYSS.read_position({"exploration_deck": ["crab 5", "rest"]})
    assert len(state.exploration_deck) == 71
    assert state.exploration_deck[-1] == "crab5"


def test_names_may_be_written_in_several_ways() -> None:
    one = ABYSS.read_position(
        {
            "hand": "crab 4, Squid2",
            "lords": ["The Master of Magic", {"lord": "keeper", "under": "Abyss"}],
            "locations": ["The Abyss"],
            "discard": ["MONSTER"],
            "council": {"crab": [3, "crab 1"]},
        }
    )
    assert one.seats[0].hand == ["crab4", "squid2"]
    assert [lord.id for lord in one.seats[0].lords] == ["master_of_magic", "keeper"]
    assert one.seats[0].locations == ["the_abyss"]
    assert one.discard == ["monster"]
    assert one.council["crab"] == ["crab3", "crab1"]


def test_seats_may_be_a_number_or_a_list() -> None:
    assert len(ABYSS.read_position({"seats": 4}).seats) == 4
    assert len(ABYSS.read_position({"seats": [{"pearls": 3}, {}, {}]}).seats) == 3


def test_a_step_without_questions_goes_on_to_the_next_one() -> None:
    state = ABYSS.read_position({"keys": 3, "step": "control", "location_offer": ["jail", "chasm"]})
    assert [prompt.question for prompt in ABYSS.list_prompts(state)] == ["location"]


# What is wrong ------------------------------------------------------------------------------------

WRONG: list[tuple[Mapping[str, Any], str]] = [
    ({"seats": {"A": {}, "B": {"hand": ["crab 1", "crab 2", "crab 9"]}}},
     r"seats\.B\.hand\[2\]: 'crab 9' is no Ally"),
    ({"hand": ["crab 5", "crab 5"]}, r"seats\.A\.hand\[1\]: there is no further 'crab 5'"),
    ({"hand": ["monster"]}, r"seats\.A\.hand\[0\]: 'monster' is no Ally"),
    ({"court": ["keeper"], "lords": ["keeper"]}, r"court\[0\]: there is no further 'keeper'"),
    ({"court": ["keepr"]}, r"court\[0\]: 'keepr' is no Lord; did you mean 'keeper'\?"),
    ({"locations": ["prison"]}, r"seats\.A\.locations\[0\]: 'prison' is no Location"),
    ({"lords": [{"lord": "keeper", "under": "jail"}]},
     r"seats\.A\.lords\[0\]\.under: 'jail' is no Location of this seat"),
    ({"lords": [{"lord": "keeper", "disabled": "yes"}]},
     r"seats\.A\.lords\[0\]\.disabled: 'yes' is neither true nor false"),
    ({"monster_tokens": [5]}, r"seats\.A\.monster_tokens\[0\]: 5 is no Monster token"),
    ({"monster_tokens": [4, 4, 4]}, r"seats\.A\.monster_tokens\[2\]: there is no further 4"),
    ({"pearls": -1}, r"seats\.A\.pearls: -1 is not a whole number"),
    ({"pearls": "two"}, r"seats\.A\.pearls: 'two' is not a whole number"),
    ({"threat": 7}, r"threat: 7 is not a whole number from 1 to 6"),
    ({"track": ["crab 1"] * 4 + ["crab 2"] * 2}, r"track: there are only 5 spaces"),
    ({"council": {"crab": ["squid 1"]}}, r"council\.crab\[0\]: 'squid 1' is no crab"),
    ({"council": {"crabs": []}}, r"council\.crabs: there is no such field; did you mean 'crab'"),
    ({"turn": "Z"}, r"turn: 'Z' is none of A, B"),
    ({"seats": {"A": {}}}, r"seats: two to four play, not 1"),
    ({"seats": {"A": {}, "B": {"pearl": 1}}}, r"seats\.B\.pearl: there is no such field"),
    ({"cort": []}, r"cort: there is no such field; did you mean 'court'\?"),
    ({"step": "nap"}, r"step: 'nap' is none of start"),
    ({"options": {"hand_limit": 13}}, r"options: .*hand_limit"),
    ({"options": {"hand": 13}}, r"options\.hand: there is no such field"),
    ({"offer": {"price": 3}}, r"offer\.price: 0 sold make it 1"),
    ({"agenda": ["nothing"]}, r"agenda\[0\]\.question: 'nothing' is none of"),
    ({"agenda": [{"question": "keys", "location": "jail", "seat": "Q"}]},
     r"agenda\[0\]\.seat: 'Q' is none of A, B"),
    ({"agenda": [{"question": "keys"}]}, r"agenda\[0\]: .*location"),
    ({"exploration_deck": []}, r"A is asked and can do nothing at all"),
    ({"chance": {"seed": "xyz"}}, r"chance\.seed: write the seed in hexadecimal"),
]  # fmt: skip


@pytest.mark.parametrize(("position", "message"), WRONG)
def test_what_is_wrong_is_named(position: Mapping[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ABYSS.read_position(position)


# The documentation --------------------------------------------------------------------------------

DOCUMENT = Path(__file__).parents[3] / "docs" / "positions.md"


def test_the_documentation_names_every_field() -> None:
    text = DOCUMENT.read_text("utf-8")
    position = ABYSS.write_position(ABYSS.read_position({}))
    fields = {*position, *position["seats"]["A"], *position["offer"], *position["chance"]}
    assert [name for name in sorted(fields) if f"`{name}`" not in text] == []


def test_the_documentation_names_every_question() -> None:
    text = DOCUMENT.read_text("utf-8")
    assert [name for name in sorted(QUESTIONS) if f"`{name}`" not in text] == []


def test_the_scenarios_of_the_documentation_play() -> None:
    examples = re.findall(r"```yaml\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    assert len(examples) == 5
    for example in examples:
        for document in parse_scenarios(example):
            run_scenario(
                GAMES["abyss"], {"pearls": 3, **document} if len(document) == 1 else document
            )


def test_monsters_are_written_in_any_way_players_write_them() -> None:
    assert [card_or_same(said) for said in ("Monster", "Crab 5", "Tax Collector", 5)] == [
        *("monster", "crab5"),
        *("Tax Collector", 5),
    ]


def test_a_prompt_of_the_illusionist_has_the_number_of_its_seat() -> None:
    position = {"seats": {"A": {}, "B": {"locations": ["jail"]}}, "location_offer": ["chasm"]}
    (prompt,) = Illusionist(1, number=10).prompts(ABYSS.read_position(position))

    assert (prompt.seat, prompt.number) == (1, 11)
