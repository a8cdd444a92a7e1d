"""Every question: its number, what its owner may know, its answers, and what silence means.

Section 9 of the rulings lists the questions, their answers and their defaults.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.engine.contract import Decision, Prompt
from games.titles.abyss.game import GAME as ABYSS
from games.titles.abyss.rules.position_questions import QUESTIONS

from .conftest import Scene

# The question, a position in which twenty numbers have been given, and its prompts line by line.
# fmt: off
ASKED: dict[str, tuple[str, list[str]]] = {
    "turn": (
        """
        position:
          asked: 20
          turn_number: 7
          pearls: 2
          threat: 3
          hand: [crab 5, crab 3]
          court: [commander, miller]
          council: {crab: [crab 1, crab 2], squid: [squid 1]}
        """,
        [
            "turn 21 of seat 0",
            "turn: 7",
            "pearls: 2",
            "hand: [crab3, crab5]",
            "court: [commander, miller]",
            "stacks: {crab: 2, squid: 1}",
            "threat: 3",
            "> plot",
            "> explore",
            "> support stack crab",
            "> support stack squid",
            "> recruit lord commander, allies crab3 crab5",
            "silence: explore",
        ],
    ),
    "offer and beside": (
        """
        position:
          asked: 20
          turn_number: 7
          threat: 2
          seats: {A: {pearls: 4, hand: [crab 1]}, B: {pearls: 2, hand: [squid 2]},
             C: {pearls: 1}, D: {pearls: 3}}
          offer: {sold: [D]}
          track: [monster, crab 4]
          agenda: [offer]
        """,
        [
            "offer 22 of seat 1, group 21",
            "race: crab",
            "value: 4",
            "price: 2",
            "space: 2",
            "threat: 2",
            "turn: 7",
            "explorer: 0",
            "pearls: 2",
            "hand: [squid2]",
            "> buy",
            "> pass",
            "silence: pass",
            "beside 21 of seat 0, group 21",
            "race: crab",
            "value: 4",
            "space: 2",
            "threat: 2",
            "turn: 7",
            "pearls: 4",
            "hand: [crab1]",
            "> take",
            "> continue",
            "silence: take",
        ],
    ),
    "offer one by one": (
        """
        position:
          asked: 20
          options: {offers: one_by_one}
          seats: {A: {}, B: {pearls: 2}, C: {pearls: 1}}
          exploration_deck: [crab 4, squid 1, rest]
        play: [{A: explore}]
        """,
        [
            "offer 25 of seat 1",
            "race: crab",
            "value: 4",
            "price: 1",
            "space: 1",
            "threat: 1",
            "turn: 1",
            "explorer: 0",
            "pearls: 2",
            "hand: []",
            "> buy",
            "> pass",
            "silence: pass",
        ],
    ),
    "explorer": (
        """
        position:
          asked: 20
          turn_number: 7
          threat: 2
          seats: {A: {pearls: 4, hand: [crab 1], lords: [slaver]}, B: {}}
          track: [monster, crab 4]
          agenda: [explorer]
        """,
        [
            "explorer 21 of seat 0",
            "race: crab",
            "value: 4",
            "space: 2",
            "threat: 2",
            "turn: 7",
            "pearls: 4",
            "hand: [crab1]",
            "> take",
            "> continue",
            "> use_slaver ally crab1",
            "silence: take",
        ],
    ),
    "monster": (
        """
        position:
          asked: 20
          turn_number: 7
          threat: 4
          seats: {A: {pearls: 4, hand: [crab 1], lords: [slaver]}, B: {lords: [tamer]}}
          track: [crab 4, monster]
          agenda: [monster]
        """,
        [
            "monster 21 of seat 0",
            "threat: 4",
            "row: 3",
            "space: 2",
            "turn: 7",
            "pearls: 4",
            "> fight",
            "> continue",
            "> use_slaver ally crab1",
            "silence: fight",
        ],
    ),
    "reward": (
        """
        position:
          asked: 20
          turn_number: 7
          threat: 5
          seats: {A: {pearls: 4, monster_tokens: [2, 3]}, B: {}}
          track: [crab 4, monster]
          agenda: [{question: reward, row: 4}]
        """,
        [
            "reward 21 of seat 0",
            "threat: 5",
            "row: 4",
            "turn: 7",
            "pearls: 4",
            "tokens: 2",
            "> reward take key+pearl",
            "> reward take key+token",
            "silence: reward take key+token",
        ],
    ),
    "second stack": (
        """
        position:
          asked: 20
          turn_number: 7
          hand: [crab 1]
          lords: [alchemist]
          council: {crab: [crab 2], squid: [squid 1, squid 2]}
          agenda: [second_stack]
        """,
        [
            "second_stack 21 of seat 0",
            "turn: 7",
            "stacks: {crab: 1, squid: 2}",
            "hand: [crab1]",
            "> take_stack stack crab",
            "> take_stack stack squid",
            "silence: take_stack stack squid",
        ],
    ),
    "apprentice": (
        """
        position:
          asked: 20
          turn_number: 7
          council: {crab: [crab 2], squid: [squid 1, squid 2]}
          agenda: [apprentice]
        """,
        [
            "apprentice 21 of seat 0",
            "turn: 7",
            "stacks: {crab: 1, squid: 2}",
            "> take_stack stack crab",
            "> take_stack stack squid",
            "silence: take_stack stack squid",
        ],
    ),
    "affiliate": (
        """
        position:
          asked: 20
          affiliated: [crab 1, squid 2]
          agenda: [{question: affiliate, lord: seeker, allies: [crab 4, squid 4, squid 5]}]
        """,
        [
            "affiliate 21 of seat 0",
            "lord: seeker",
            "allies: [crab4, squid4, squid5]",
            "affiliated: [crab1, squid2]",
            "> affiliate ally crab4",
            "> affiliate ally squid4",
            "silence: affiliate ally crab4",
        ],
    ),
    "jailer for two": (
        """
        position:
          asked: 20
          seats: {A: {}, B: {hand: [crab 3, crab 1, squid 2]}, C: {hand: [squid 1, crab 4]}}
          agenda: [jailer]
        play: [{C: discard squid 1}]
        """,
        [
            "jailer 22 of seat 1, group 21",
            "owner: 0",
            "hand: [crab1, crab3, squid2]",
            "> discard ally crab1",
            "> discard ally squid2",
            "> discard ally crab3",
            "silence: discard ally crab1",
            "jailer 23 of seat 2, group 21, answered: discard ally squid1",
            "owner: 0",
            "hand: [crab4, squid1]",
            "> discard ally squid1",
            "> discard ally crab4",
            "silence: discard ally squid1",
        ],
    ),
    "jailer for one": (
        """
        position:
          asked: 20
          seats: {A: {}, B: {hand: [crab 3, crab 1, squid 2]}}
          agenda: [jailer]
        """,
        [
            "jailer 22 of seat 1",
            "owner: 0",
            "hand: [crab1, crab3, squid2]",
            "> discard ally crab1",
            "> discard ally squid2",
            "> discard ally crab3",
            "silence: discard ally crab1",
        ],
    ),
    "commander for two": (
        """
        position:
          asked: 20
          seats:
            A: {}
            B: {hand: [crab 1, crab 2, crab 3, crab 4, squid 1, squid 2, squid 3]}
            C: {hand: [crab 1, crab 2, crab 3, squid 4, squid 1, squid 2, squid 3, jellyfish 5]}
          agenda: [commander]
        play: [{C: "discard squid 1, crab 1"}]
        """,
        [
            "commander 22 of seat 1, group 21",
            "owner: 0",
            "hand: [crab1, crab2, crab3, crab4, squid1, squid2, squid3]",
            "excess: 1",
            "> discard allies crab1",
            "> discard allies squid1",
            "> discard allies crab2",
            "> discard allies squid2",
            "> discard allies crab3",
            "> discard allies squid3",
            "> discard allies crab4",
            "silence: discard allies crab1",
            "commander 23 of seat 2, group 21, answered: discard allies squid1 crab1",
            "owner: 0",
            "hand: [crab1, crab2, crab3, jellyfish5, squid1, squid2, squid3, squid4]",
            "excess: 2",
            "> discard allies crab1 squid1",
            "> discard allies crab1 crab2",
            "> discard allies crab1 squid2",
            "> discard allies crab1 crab3",
            "> discard allies crab1 squid3",
            "> discard allies crab1 squid4",
            "> discard allies crab1 jellyfish5",
            "silence: discard allies crab1 squid1",
        ],
    ),
    "commander for one": (
        """
        position:
          asked: 20
          seats:
            A: {}
            B: {hand: [crab 1, crab 2, crab 3, crab 4, squid 1, squid 2, squid 3]}
          agenda: [commander]
        """,
        [
            "commander 22 of seat 1",
            "owner: 0",
            "hand: [crab1, crab2, crab3, crab4, squid1, squid2, squid3]",
            "excess: 1",
            "> discard allies crab1",
            "> discard allies squid1",
            "> discard allies crab2",
            "> discard allies squid2",
            "> discard allies crab3",
            "> discard allies squid3",
            "> discard allies crab4",
            "silence: discard allies crab1",
        ],
    ),
    "commander at the end of the turn": (
        """
        position:
          asked: 20
          turn_number: 7
          seats:
            A: {hand: [crab 1, crab 2, crab 3, squid 4, squid 1, squid 2, squid 3, jellyfish 5]}
            B: {lords: [commander]}
          step: commander
        """,
        [
            "commander_end 21 of seat 0",
            "turn: 7",
            "hand: [crab1, crab2, crab3, jellyfish5, squid1, squid2, squid3, squid4]",
            "excess: 2",
            "> discard allies crab1 squid1",
            "> discard allies crab1 crab2",
            "> discard allies crab1 squid2",
            "> discard allies crab1 crab3",
            "> discard allies crab1 squid3",
            "> discard allies crab1 squid4",
            "> discard allies crab1 jellyfish5",
            "silence: discard allies crab1 squid1",
        ],
    ),
    "debts": (
        """
        position:
          asked: 20
          options: {lazy_discards: true}
          turn: A
          seats:
            A: {pearls: 1}
            B: {hand: [crab 1, crab 2, crab 3, crab 4, squid 1, squid 2, squid 3, squid 4]}
            C: {hand: [crab 1, squid 5]}
          debts: [{seat: B, by: commander, owner: A, bought: [crab 1]}, {seat: C, by: jailer,
             owner: B}]
        """,
        [
            "commander 22 of seat 1",
            "owner: 0",
            "hand: [crab2, crab3, crab4, squid1, squid2, squid3, squid4]",
            "excess: 1",
            "> discard allies squid1",
            "> discard allies crab2",
            "> discard allies squid2",
            "> discard allies crab3",
            "> discard allies squid3",
            "> discard allies crab4",
            "> discard allies squid4",
            "silence: discard allies squid1",
            "jailer 26 of seat 2",
            "owner: 1",
            "hand: [crab1, squid5]",
            "> discard ally crab1",
            "> discard ally squid5",
            "silence: discard ally crab1",
            "turn 27 of seat 0",
            "turn: 1",
            "pearls: 1",
            "hand: []",
            "court: []",
            "stacks: {}",
            "threat: 1",
            "> plot",
            "> explore",
            "silence: explore",
        ],
    ),
    "hand limit": (
        """
        position:
          asked: 20
          turn_number: 7
          seats: {A: {pearls: 1, hand: [crab 1, crab 1, crab 2, crab 3, crab 4, crab 5,
             squid 1, squid 2, squid 3, squid 4, squid 5, jellyfish 2, jellyfish 3,
             jellyfish 4]}, B: {}}
          step: hand_limit
        """,
        [
            "hand_limit 21 of seat 0",
            "turn: 7",
            "hand: [crab1, crab1, crab2, crab3, crab4, crab5, jellyfish2, jellyfish3, "
            "jellyfish4, squid1, squid2, squid3, squid4, squid5]",
            "excess: 2",
            "pearls: 1",
            "> discard allies crab1 crab1",
            "> discard allies crab1",
            "silence: discard allies crab1 crab1",
        ],
    ),
    "assassin": (
        """
        position:
          asked: 20
          turn_number: 7
          seats: {A: {}, B: {lords: [keeper, slaver, miller, {lord: elder, disabled: true}]}}
          agenda: [{question: assassin, victims: [B]}]
        """,
        [
            "assassin 21 of seat 0",
            "turn: 7",
            "victim: 1",
            "> disable lord keeper",
            "> disable lord slaver",
            "> disable lord miller",
            "silence: disable lord slaver",
        ],
    ),
    "hunter": (
        """
        position:
          asked: 20
          turn_number: 7
          seats: {A: {}, B: {monster_tokens: [4]}, C: {monster_tokens: [2, 2]}}
          agenda: [hunter]
        """,
        [
            "hunter 21 of seat 0",
            "turn: 7",
            "seats: [1, 2]",
            "> rob seat 1",
            "> rob seat 2",
            "silence: rob seat 2",
        ],
    ),
    "location": (
        """
        position:
          asked: 20
          turn_number: 7
          seats: {A: {keys: 3}, B: {}}
          step: control
          location_offer: [jail, chasm]
          location_stack: [depths, parliament]
        """,
        [
            "location 21 of seat 0",
            "turn: 7",
            "offer: [jail, chasm]",
            "stack: 2",
            "> control location jail",
            "> control location chasm",
            "> draw number 1",
            "> draw number 2",
            "silence: draw number 1",
        ],
    ),
    "location pick": (
        """
        position:
          asked: 20
          turn_number: 7
          affiliated: [crab 1, crab 2]
          agenda: [{question: location_pick, drawn: [jail, chasm, parliament]}]
        """,
        [
            "location_pick 21 of seat 0",
            "turn: 7",
            "drawn: [jail, chasm, parliament]",
            "> keep location jail",
            "> keep location chasm",
            "> keep location parliament",
            "silence: keep location jail",
        ],
    ),
    "keys": (
        """
        position:
          asked: 20
          turn_number: 7
          keys: 2
          lords: [keeper, shepherd]
          agenda: [{question: keys, location: jail}]
        """,
        [
            "keys 21 of seat 0",
            "turn: 7",
            "location: jail",
            "tokens: 2",
            "> pay_keys lords keeper, tokens 2",
            "> pay_keys lords shepherd, tokens 2",
            "> pay_keys lords keeper shepherd, tokens 1",
            "silence: pay_keys lords keeper, tokens 2",
        ],
    ),
    "black smokers": (
        """
        position:
          asked: 20
          turn_number: 7
          locations: [black_smokers]
          affiliated: [crab 1, crab 2, crab 3, crab 4]
          location_stack: [jail, chasm]
          agenda: [black_smokers]
        """,
        [
            "black_smokers 21 of seat 0",
            "turn: 7",
            "stack: [chasm, jail]",
            "> exchange location chasm",
            "> exchange location jail",
            "> decline",
            "silence: exchange location chasm",
        ],
    ),
    "corruptor": (
        """
        position:
          asked: 20
          turn_number: 7
          pearls: 6
          court: [keeper, miller]
          agenda: [corruptor]
        """,
        [
            "corruptor 21 of seat 0",
            "turn: 7",
            "court: [keeper, miller]",
            "pearls: 6",
            "> bribe lord keeper",
            "> bribe lord miller",
            "> decline",
            "silence: decline",
        ],
    ),
    "traitor": (
        """
        position:
          asked: 20
          turn_number: 7
          lords: [traitor, oracle, miller]
          court: [keeper, landowner]
          agenda: [traitor]
        """,
        [
            "traitor 21 of seat 0",
            "turn: 7",
            "court: [keeper, landowner]",
            "> replace lord oracle, by landowner",
            "> replace lord miller, by landowner",
            "> replace lord oracle, by keeper",
            "> replace lord miller, by keeper",
            "> decline",
            "silence: decline",
        ],
    ),
    "schemer": (
        """
        position:
          asked: 20
          turn_number: 7
          lords: [schemer, oracle, miller]
          lord_deck: [keeper, landowner]
          agenda: [schemer]
        """,
        [
            "schemer 21 of seat 0",
            "turn: 7",
            "deck: 2",
            "> replace lord oracle",
            "> replace lord miller",
            "> decline",
            "silence: decline",
        ],
    ),
    "illusionist": (
        """
        position:
          asked: 20
          turn_number: 7
          locations: [jail, parliament]
          location_offer: [coral_barrier, chasm]
          agenda: [illusionist]
        """,
        [
            "illusionist 21 of seat 0",
            "turn: 7",
            "own: [jail, parliament]",
            "offer: [coral_barrier, chasm]",
            "> swap own parliament, other coral_barrier",
            "> swap own jail, other coral_barrier",
            "> swap own parliament, other chasm",
            "> swap own jail, other chasm",
            "> decline",
            "silence: decline",
        ],
    ),
    "end": (
        """
        position:
          asked: 20
          turn_number: 7
          pearls: 2
          hand: [crab 1]
          lords: [slaver, oracle]
          court: [keeper]
          council: {squid: [squid 1]}
          step: powers
        """,
        [
            "end 21 of seat 0",
            "turn: 7",
            "pearls: 2",
            "hand: [crab1]",
            "court: [keeper]",
            "stacks: {squid: 1}",
            "> use_slaver ally crab1",
            "> use_oracle stack squid",
            "> end",
            "silence: end",
        ],
    ),
}
# fmt: on


def write_prompt(prompt: Prompt) -> Iterator[str]:
    """Yield a prompt line by line: number, seat, facts, proposals (“>”), and its fallback."""
    group = "" if prompt.group is None else f", group {prompt.group}"
    answered = "" if prompt.answered is None else f", answered: {write_answer(prompt.answered)}"
    yield f"{prompt.question} {prompt.number} of seat {prompt.seat}{group}{answered}"
    for name, value in prompt.facts.items():
        yield f"{name}: {value}".replace("'", "")
    for decision in prompt.list_offered_decisions():
        yield f"> {write_answer(decision)}"
    yield f"silence: {write_answer(prompt.fallback)}"


def write_answer(decision: Decision) -> str:
    """Return an answer as its verb and its arguments with their names."""
    args = (
        f"{name} {' '.join(value) if isinstance(value, list) else value}"
        for name, value in decision.args.items()
    )
    return f"{decision.verb} {', '.join(args)}".strip()


@pytest.mark.parametrize("question", ASKED)
def test_a_question_is_put_like_this(scene: Scene, question: str) -> None:
    """Nothing more is told to its owner, and nothing else can be answered."""
    text, expected = ASKED[question]

    table = scene(text)

    lines = [line for prompt in ABYSS.list_prompts(table.state) for line in write_prompt(prompt)]
    assert lines == expected


def test_every_question_is_among_them() -> None:
    """A new question needs a position here."""
    asked = {line.partition(" ")[0] for _, lines in ASKED.values() for line in lines}
    assert set(QUESTIONS) <= asked
