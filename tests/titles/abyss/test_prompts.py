"""What holds for every prompt: its number, the answers that are refused, and what events tell."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.engine.contract import Argument, Decision, IllegalDecision
from games.engine.random_match import iter_random_match
from games.titles.abyss.game import GAME as ABYSS
from tests.sizes import match_numbers

from .conftest import Scene


@pytest.mark.parametrize("seats", ABYSS.seats)
def test_a_prompt_number_is_given_once(seats: int) -> None:
    """A reply to an earlier e-mail must never be taken for an answer to another question. Only an
    explorer who was asked beside the others keeps the number when nobody else is asked any more."""
    for number in match_numbers(3_000, 12, 2):
        asked: dict[int, tuple[int, str, Any]] = {}
        gone: set[int] = set()
        for now in iter_random_match(ABYSS, seats, number):
            here = {prompt.number: prompt for prompt in now.prompts}
            assert len(here) == len(now.prompts)
            assert all((one.number - 1 - one.seat) % seats == 0 for one in now.prompts)
            assert not gone & here.keys()
            for prompt in now.prompts:
                question = "explorer" if prompt.question == "beside" else prompt.question
                about = prompt.seat, question, prompt.facts.get("space")
                assert asked.setdefault(prompt.number, about) == about
            gone |= asked.keys() - here.keys()


# A position in which the question is asked, its verb, and arguments that it does not take.
WRONG_ARGUMENTS: list[tuple[str, str, dict[str, Argument]]] = [
    ("pearls: 1", "plot", {"lord": "keeper"}),
    ("pearls: 1", "explore", {"space": 1}),
    ("{pearls: 1, council: {crab: [crab 1]}}", "support", {}),
    ("{pearls: 1, council: {crab: [crab 1]}}", "support", {"stack": "crab", "more": 1}),
    ("{pearls: 1, council: {crab: [crab 1]}}", "support", {"stack": ["crab"]}),
    ("{pearls: 1, hand: [crab 5, crab 3], court: [commander]}", "recruit", {"lord": "commander"}),
    (
        "{pearls: 1, hand: [crab 5, crab 3], court: [commander]}",
        "recruit",
        {"lord": "commander", "allies": ["crab5", "crab3"], "pearls": 0},
    ),
    (
        "{pearls: 1, hand: [crab 5, crab 3], court: [commander]}",
        "recruit",
        {"lord": "commander", "allies": 5},
    ),
    ("{lords: [slaver], hand: [crab 1], pearls: 1}", "use_slaver", {}),
    ("{track: [crab 1], agenda: [explorer]}", "take", {"ally": "crab1"}),
    ("{track: [crab 1], agenda: [explorer]}", "continue", {"ally": "crab1"}),
    ("{track: [monster], agenda: [monster]}", "fight", {"threat": 1}),
    ("{track: [monster], agenda: [monster]}", "continue", {"threat": 1}),
    ("{keys: 3, step: control, location_offer: [jail, chasm]}", "control", {}),
    ("{keys: 3, step: control, location_offer: [jail, chasm]}", "draw", {"number": "2"}),
    ("{keys: 3, step: control, location_offer: [jail, chasm]}", "draw", {"number": 2, "x": 1}),
    (
        "{locations: [jail], location_offer: [chasm], agenda: [illusionist]}",
        "swap",
        {"own": "jail"},
    ),
    (
        "{locations: [jail], location_offer: [chasm], agenda: [illusionist]}",
        "swap",
        {"own": "jail", "other": "chasm", "more": 1},
    ),
    (
        "{locations: [jail], location_offer: [chasm], agenda: [illusionist]}",
        "swap",
        {"own": ["jail"], "other": "chasm"},
    ),
    (
        "{locations: [jail], location_offer: [chasm], agenda: [illusionist]}",
        "decline",
        {"own": "jail"},
    ),
    ("{lords: [slaver], hand: [crab 1], step: powers}", "end", {"turn": 1}),
]


@pytest.mark.parametrize(("position", "verb", "args"), WRONG_ARGUMENTS)
def test_arguments_that_an_answer_does_not_take_are_refused(
    scene: Scene, position: str, verb: str, args: dict[str, Argument]
) -> None:
    """Too many, too few, or of another kind; the refusal says so."""
    table = scene(position)

    with pytest.raises(IllegalDecision) as refused:
        ABYSS.play_decision(table.state, 0, Decision(verb, args))

    assert refused.value.code == "arguments"


@pytest.mark.parametrize(
    "position",
    [
        "pearls: 1",
        "{track: [crab 1], agenda: [explorer]}",
        "{track: [monster], agenda: [monster]}",
        "{track: [monster], threat: 2, agenda: [reward]}",
        "{council: {crab: [crab 1], squid: [squid 1]}, agenda: [second_stack]}",
        "{council: {crab: [crab 1], squid: [squid 1]}, agenda: [apprentice]}",
        "{locations: [jail], location_offer: [chasm], agenda: [illusionist]}",
        "{pearls: 5, court: [keeper], agenda: [corruptor]}",
        "{lords: [traitor, miller], court: [keeper], agenda: [traitor]}",
        "{lords: [schemer, miller], agenda: [schemer]}",
        "{keys: 3, step: control, location_offer: [jail, chasm]}",
        "{agenda: [{question: location_pick, drawn: [jail, chasm]}]}",
        "{keys: 3, lords: [keeper], agenda: [{question: keys, location: jail}]}",
        "{locations: [black_smokers], agenda: [black_smokers]}",
        "{lords: [slaver], hand: [crab 1], step: powers}",
        "{turn: B, seats: {A: {hand: [crab 1, crab 2]}, B: {}}, agenda: [jailer]}",
        "{seats: {A: {}, B: {monster_tokens: [2]}, C: {monster_tokens: [3]}}, agenda: [hunter]}",
        "{seats: {A: {}, B: {lords: [keeper, miller]}}, "
        "agenda: [{question: assassin, victims: [B]}]}",
    ],
)
def test_another_questions_verb_is_no_answer(scene: Scene, position: str) -> None:
    """“Buy” is refused wherever nothing is offered, with the verb named."""
    table = scene(position)

    with pytest.raises(IllegalDecision) as refused:
        ABYSS.play_decision(table.state, 0, Decision("buy"))

    assert (refused.value.code, refused.value.facts) == ("verb", {"verb": "buy"})


def test_nobody_answers_what_they_are_not_asked(scene: Scene) -> None:
    """Neither another seat, nor anybody after the end."""
    table = scene("{seats: {A: {pearls: 1}, B: {}}}")
    over = scene("step: over")

    with pytest.raises(IllegalDecision) as refused:
        ABYSS.play_decision(table.state, 1, Decision("explore"))
    with pytest.raises(IllegalDecision) as late:
        ABYSS.play_decision(over.state, 0, Decision("explore"))

    assert (refused.value.code, late.value.code) == ("not_asked", "over")


def test_who_passed_is_told_when_the_offer_is_over(scene: Scene) -> None:
    """Those before the buyer, or all; with sealed offers and one by one alike."""
    for offers in ("sealed", "one_by_one"):
        start = f"""
        options: {{offers: {offers}}}
        seats: {{A: {{}}, B: {{pearls: 1}}, C: {{pearls: 1}}, D: {{pearls: 1}}}}
        exploration_deck: [crab 4, crab 3, rest]
        """
        unsold = scene(
            f"{start}\n        play: [{{A: explore}}, {{B: pass}}, {{C: pass}}, "
            "{D: pass}, {A: take}]"
        )
        sold = scene(f"{start}\n        play: [{{A: explore}}, {{B: pass}}, {{C: buy}}]")

        (passed,) = [event.args for event in unsold.events if event.kind == "unsold"]
        (bought,) = [event.args for event in sold.events if event.kind == "bought"]
        assert passed == {"card": "crab4", "passed": [1, 2, 3]}
        assert bought == {"seat": 2, "explorer": 0, "card": "crab4", "price": 1, "passed": [1]}


def test_chance_decides_which_token_the_hunter_takes() -> None:
    """Over many seeds each of the three."""
    taken = set()
    for seed in range(20):
        state = ABYSS.read_position(
            {
                "seats": {"A": {"hand": ["crab 5", "squid 3"]}, "B": {"monster_tokens": [2, 3, 4]}},
                "court": ["hunter", "keeper", "trader", "miller"],
                "chance": {"seed": random.Random(seed).randbytes(8).hex()},
            }
        )
        allies: Argument = ["crab5", "squid3"]
        ABYSS.play_decision(state, 0, Decision("recruit", {"lord": "hunter", "allies": allies}))
        taken |= set(state.seats[0].monster_tokens)

    assert taken == {2, 3, 4}


def test_of_several_open_questions_the_last_is_asked_first(scene: Scene) -> None:
    """A written position may hold a stack of them; each is answered in its turn."""
    table = scene("""
        seats: {A: {pearls: 5, locations: [jail]}, B: {pearls: 1}}
        location_offer: [chasm]
        court: [keeper, trader, miller]
        agenda: [illusionist, corruptor]
    """)
    view = ABYSS.build_view(table.state, 0)
    first = table.prompt_of(0)
    ABYSS.play_decision(table.state, 0, Decision("decline"))
    second = table.prompt_of(0)

    assert view.question == "corruptor"
    assert (first.question, second.question) == ("corruptor", "illusionist")
