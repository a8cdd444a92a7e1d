"""Which questions a written position may hold, and what is assumed where it says nothing."""

from __future__ import annotations

import msgspec
import pytest

from games.titles.abyss.game import GAME as ABYSS
from games.titles.abyss.rules.position_questions import QUESTIONS

from .conftest import Scene

SEVEN = "[crab 1, crab 2, crab 3, squid 1, squid 2, squid 3, squid 4]"
SIX = SEVEN.replace(", squid 4", "")

POSSIBLE = [
    "{track: [MONSTER], agenda: [{question: reward, row: 1}]}",
    "{track: [MONSTER], agenda: [{question: reward, row: 6}]}",
    "{track: [crab 1], agenda: [explorer]}",
    "{track: [crab 1, MONSTER], agenda: [monster]}",
    "{seats: {A: {}, B: {pearls: 1}}, track: [crab 1], offer: {answers: {A: take}}}",
    "{seats: {A: {}, B: {pearls: 1}}, track: [crab 1], offer: {answers: {A: continue}}}",
    "{seats: {A: {}, B: {pearls: 1}, C: {pearls: 1}}, track: [crab 1], "
    "offer: {answers: {B: pass}}}",
    "{seats: {A: {}, B: {pearls: 1}, C: {pearls: 1}}, track: [crab 1], offer: {answers: {C: buy}}}",
    "{seats: {A: {}, B: {monster_tokens: [2]}}, agenda: [hunter]}",
    "{hand: [crab 1], agenda: [{question: hand_limit, excess: 1}]}",
    f"{{hand: {SEVEN}, agenda: [commander_end]}}",
    "{seats: {A: {}, B: {lords: [keeper]}}, agenda: [{question: assassin, victims: [B]}]}",
    "{seats: {A: {}, B: {hand: [crab 1]}}, agenda: [jailer]}",
    f"{{seats: {{A: {{}}, B: {{hand: {SEVEN}}}}}, agenda: [commander]}}",
    "{seats: {A: {}, B: {hand: [crab 1]}, C: {hand: [crab 2]}}, "
    "agenda: [{question: jailer, answers: {B: crab 1}}]}",
    f"{{seats: {{A: {{}}, B: {{hand: {SEVEN}}}, C: {{hand: [crab 4, crab 5, squid 5, squid 1, "
    "squid 2, crab 1, jellyfish 1]}}, agenda: [{question: commander, answers: {B: [crab 1]}}]}",
    "{keys: 3, agenda: [{question: keys, location: jail}]}",
    "{agenda: [{question: location_pick, drawn: [jail]}]}",
    "{locations: [black_smokers], agenda: [black_smokers]}",
    "{locations: [jail], location_offer: [chasm], agenda: [illusionist]}",
    "{location_stack: [], location_offer: [chasm], agenda: [location]}",
    "{location_stack: [jail], location_offer: [], agenda: [location]}",
    "{council: {crab: [1]}, agenda: [apprentice]}",
    "{council: {crab: [1]}, agenda: [second_stack]}",
    "{court: [keeper], agenda: [corruptor]}",
    "{court: [keeper], lords: [traitor, miller], agenda: [traitor]}",
    "{lord_deck: [keeper], lords: [schemer, miller], agenda: [schemer]}",
    "{agenda: [{question: affiliate, lord: seeker, allies: [crab 1]}]}",
    "{lords: [slaver], hand: [crab 1], agenda: [end]}",
    "{pearls: 1, agenda: [turn]}",
]

IMPOSSIBLE = [
    ("{track: [MONSTER], agenda: [{question: reward, row: 0}]}", "no Threat space 0"),
    ("{track: [MONSTER], agenda: [{question: reward, row: 7}]}", "no Threat space 7"),
    ("{track: [MONSTER, crab 1], agenda: [monster]}", "the newest card of the track is no Monster"),
    ("{track: [], agenda: [monster]}", "the newest card of the track is no Monster"),
    ("{track: [crab 1, MONSTER], agenda: [explorer]}", "the newest card of the track is no Ally"),
    ("{track: [], agenda: [explorer]}", "the newest card of the track is no Ally"),
    ("{track: [crab 1], offer: {asked: []}}", "asked: name the opponents"),
    ("{track: [crab 1], offer: {asked: [A]}}", "asked: name the opponents"),
    (
        "{seats: {A: {}, B: {pearls: 1}}, track: [crab 1], offer: {answers: {A: buy}}}",
        "'buy' is no answer of somebody asked",
    ),
    (
        "{seats: {A: {}, B: {pearls: 1}}, track: [crab 1], offer: {answers: {B: take}}}",
        "'take' is no answer of somebody asked",
    ),
    (
        "{seats: {A: {}, B: {pearls: 1}, C: {}}, track: [crab 1], offer: {answers: {C: pass}}}",
        "'pass' is no answer of somebody asked",
    ),
    (
        "{seats: {A: {}, B: {pearls: 1}}, track: [crab 1], offer: {answers: {B: buy}}}",
        "with these the offer is over",
    ),
    (
        "{seats: {A: {}, B: {pearls: 1}}, track: [crab 1], offer: {answers: {B: pass, A: take}}}",
        "with these the offer is over",
    ),
    ("{agenda: [hunter]}", "there is nobody to be robbed"),
    ("{hand: [crab 1], agenda: [{question: hand_limit, excess: 2}]}", "there are not so many"),
    ("{hand: [crab 1], agenda: [{question: hand_limit, excess: 0}]}", "there are not so many"),
    (f"{{hand: {SIX}, agenda: [commander_end]}}", "there are no more than six Allies"),
    ("{agenda: [{question: assassin, victims: []}]}", "victims: nobody is asked"),
    (
        "{seats: {A: {}, B: {lords: [{lord: keeper, disabled: true}]}}, "
        "agenda: [{question: assassin, victims: [B]}]}",
        "the first has no free Lord",
    ),
    ("{agenda: [{question: jailer, victims: [B]}]}", "somebody holds fewer than 1"),
    (
        f"{{seats: {{A: {{}}, B: {{hand: {SIX}}}}}, "
        "agenda: [{question: commander, victims: [B]}]}",
        "somebody holds fewer than 7",
    ),
    (
        "{seats: {A: {}, B: {hand: [crab 1]}}, agenda: [{question: jailer, answers: {B: crab 1}}]}",
        "these are all of the victims",
    ),
    (
        "{seats: {A: {hand: [crab 1]}, B: {hand: [crab 2]}, C: {hand: [crab 3]}}, "
        "agenda: [{question: jailer, answers: {A: crab 1}}]}",
        "or others than they",
    ),
    (
        "{seats: {A: {}, B: {hand: [crab 2]}, C: {hand: [crab 3]}}, "
        "agenda: [{question: jailer, answers: {B: crab 1}}]}",
        "cannot be discarded",
    ),
    (
        f"{{seats: {{A: {{}}, B: {{hand: {SEVEN}}}, C: {{hand: [crab 4, crab 5, squid 5, squid 1, "
        "squid 2, crab 1, jellyfish 1]}}, "
        "agenda: [{question: commander, answers: {B: [crab 1, crab 2]}}]}",
        "cannot be discarded",
    ),
    ("{keys: 2, agenda: [{question: keys, location: jail}]}", "there are no three keys"),
    ("{agenda: [{question: location_pick, drawn: []}]}", "drawn: name the Locations drawn"),
    ("{locations: [jail], agenda: [black_smokers]}", "does not control Black Smokers"),
    (
        "{locations: [black_smokers], location_stack: [], agenda: [black_smokers]}",
        "the Location stack is empty",
    ),
    ("{locations: [jail], location_offer: [], agenda: [illusionist]}", "no pair of Locations"),
    ("{locations: [], location_offer: [jail], agenda: [illusionist]}", "no pair of Locations"),
    ("{location_stack: [], location_offer: [], agenda: [location]}", "there is no Location left"),
    ("{agenda: [apprentice]}", "all stacks of the Council are empty"),
    ("{agenda: [second_stack]}", "all stacks of the Council are empty"),
    ("{court: [], agenda: [corruptor]}", "the Court is empty"),
    ("{court: [], lords: [traitor, miller], agenda: [traitor]}", "the Court is empty"),
    ("{lord_deck: [], lords: [schemer, miller], agenda: [schemer]}", "the Lord deck is empty"),
    ("{agenda: [{question: affiliate, lord: seeker, allies: []}]}", "allies: name those"),
    ("{agenda: [{question: turn, seat: B}]}", "only the active seat is asked for a turn"),
]


@pytest.mark.parametrize("position", POSSIBLE)
def test_a_question_that_could_be_asked_is_read_and_gets_the_next_number(position: str) -> None:
    """Nobody is told that something is wrong; seat s is asked under the number 21 + s."""
    state = ABYSS.read_position({**msgspec.yaml.decode(position), "asked": 20})

    numbers = {prompt.seat: prompt.number for prompt in ABYSS.list_prompts(state)}
    assert numbers == {seat: 21 + seat for seat in numbers} != {}


@pytest.mark.parametrize(("position", "reason"), IMPOSSIBLE)
def test_a_question_that_could_not_be_asked_is_refused_with_the_reason(
    scene: Scene, position: str, reason: str
) -> None:
    """No match comes to such a question."""
    with pytest.raises(ValueError, match=reason):
        scene(position)


def test_a_debt_that_cannot_be_owed_is_refused(scene: Scene) -> None:
    """To oneself, without Allies enough, or paid with what is not in hand."""
    start = "seats: {A: {}, B: {hand: [crab 1, crab 2], pearls: 1}}"
    for debt, reason in (
        ("{seat: B, by: jailer, owner: B}", "cannot owe this"),
        ("{seat: A, by: jailer, owner: B}", "cannot owe this"),
        ("{seat: B, by: commander, owner: A}", "cannot owe this"),
        ("{seat: B, by: jailer, owner: A, bought: [crab 3]}", "does not hold these Allies"),
        ("{seat: B, by: jailer, owner: A, bought: [crab 1, crab 2]}", "cannot owe this"),
        ("{seat: B, by: hunter, owner: A}", "'hunter' is none of jailer, commander"),
    ):
        with pytest.raises(ValueError, match=reason):
            scene(f"{start}\ndebts: [{debt}]")


def test_a_debt_keeps_its_number(scene: Scene) -> None:
    """Numbers given later are higher; a debt without one gets the next."""
    table = scene("""
        position:
          asked: 12
          seats: {A: {pearls: 1}, B: {hand: [crab 1, crab 2]}}
          debts: [{seat: B, by: jailer, owner: A, number: 3}]
    """)
    assert [prompt.number for prompt in ABYSS.list_prompts(table.state)] == [4, 13]
    table = scene("""
        position:
          asked: 2
          seats: {A: {pearls: 1}, B: {hand: [crab 1, crab 2]}}
          debts: [{seat: B, by: jailer, owner: A, number: 9}]
    """)
    assert [prompt.number for prompt in ABYSS.list_prompts(table.state)] == [10, 11]


def test_a_question_keeps_its_number_and_later_ones_are_higher(scene: Scene) -> None:
    """The next question gets the number after those of this one's seats."""
    table = scene("""
        pearls: 2
        agenda: [{question: turn, number: 9}]
        play: [{A: plot}]
    """)
    assert ABYSS.list_prompts(table.state)[0].number == 11


@pytest.mark.parametrize(
    ("question", "step"),
    [
        ("turn", "plot"),
        ("explorer", "explore"),
        ("second_stack", "action"),
        ("apprentice", "action"),
        ("location", "control"),
        ("end", "powers"),
    ],
)
def test_the_step_follows_from_the_question(question: str, step: str) -> None:
    """What is written need not say twice where the turn stands."""
    state = ABYSS.read_position(
        {
            "pearls": 1,
            "track": ["crab 1"],
            "council": {"crab": [2]},
            "lords": ["slaver"],
            "hand": ["crab 3"],
            "location_offer": ["jail", "chasm"],
            "agenda": [question],
        }
    )
    assert state.step == step


def test_after_a_question_of_a_recruitment_the_court_is_refilled(scene: Scene) -> None:
    """A power on entering play belongs to one, unless the position says otherwise."""
    scene("""
        locations: [jail]
        location_offer: [chasm]
        court: [keeper]
        agenda: [illusionist]
        play: [{A: decline}]
        expect: {court: 6, seats: {A: {pearls: 2}}}
        ---
        position:
          locations: [jail]
          location_offer: [chasm]
          court: [keeper]
          recruited: false
          agenda: [illusionist]
        play: [{A: decline}]
        expect: {court: 1, seats: {A: {pearls: 0}}}
        ---
        lords: [alchemist]
        council: {crab: [1], squid: [1]}
        court: [keeper]
        agenda: [second_stack]
        play: [{A: take stack crab}]
        expect: {court: 1, seats: {A: {pearls: 0}}}
    """)


def test_without_numbers_a_position_begins_with_the_first() -> None:
    """Nothing has been asked before."""
    (prompt,) = ABYSS.list_prompts(ABYSS.read_position({"pearls": 1}))
    assert prompt.number == 1


def test_sealed_answers_are_written_as_cards() -> None:
    """As everywhere else in a position."""
    state = ABYSS.read_position(
        {
            "seats": {"A": {}, "B": {"hand": ["crab 1"]}, "C": {"hand": ["crab 2"]}},
            "agenda": [{"question": "jailer", "answers": {"B": "crab 1"}}],
        }
    )
    assert ABYSS.write_position(state)["agenda"][0]["answers"] == {"B": "crab 1"}


# Powers -----------------------------------------------------------------------------------------

# Question of one's own turn -> what A and B have beside the Oracle, and the rest of a position.
OWN_TURN = {
    "turn": ("", "", "turn: A"),
    "explorer": ("", "", "track: [squid 1], exploration_deck: [squid 2, rest], agenda: [explorer]"),
    "monster": ("", "", "track: [MONSTER], exploration_deck: [squid 2, rest], agenda: [monster]"),
    "reward": ("", "", "track: [MONSTER], agenda: [{question: reward, row: 1}]"),
    "second_stack": ("", "", "agenda: [second_stack]"),
    "end": ("", "", "agenda: [end]"),
    "affiliate": (
        "",
        "",
        "agenda: [{question: affiliate, lord: trader, allies: [squid 1, shellfish 1]}]",
    ),
    "apprentice": ("", "", "agenda: [apprentice]"),
    "assassin": ("", "lords: [keeper, miller]", "agenda: [{question: assassin, victims: [B]}]"),
    "black_smokers": (
        "locations: [black_smokers]",
        "",
        "location_stack: [jail], agenda: [black_smokers]",
    ),
    "commander_end": (
        "hand: [crab 1, crab 2, crab 3, squid 1, squid 2, squid 3, squid 4]",
        "lords: [commander]",
        "agenda: [commander_end]",
    ),
    "corruptor": ("pearls: 5", "", "court: [keeper, trader], agenda: [corruptor]"),
    "hand_limit": ("hand: [crab 3, crab 4]", "", "agenda: [{question: hand_limit, excess: 1}]"),
    "hunter": ("", "monster_tokens: [2]", "agenda: [hunter]"),
    "illusionist": ("locations: [jail]", "", "location_offer: [chasm], agenda: [illusionist]"),
    "keys": ("keys: 3", "lords: [keeper]", "agenda: [{question: keys, location: jail}]"),
    "location": ("", "", "location_stack: [jail], location_offer: [chasm], agenda: [location]"),
    "location_pick": ("", "", "agenda: [{question: location_pick, drawn: [jail, chasm]}]"),
    "schemer": ("lords: [oracle, miller, schemer]", "", "lord_deck: [keeper], agenda: [schemer]"),
    "traitor": ("lords: [oracle, miller, traitor]", "", "court: [keeper], agenda: [traitor]"),
}
# What opponents are asked.
OF_OPPONENTS = {"offer", "jailer", "commander"}


def test_every_question_is_asked_in_ones_own_turn_or_of_opponents() -> None:
    assert {*OWN_TURN, *OF_OPPONENTS} == {*QUESTIONS}


@pytest.mark.parametrize("question", OWN_TURN)
def test_a_power_can_be_used_at_every_question_of_ones_own_turn(
    question: str, scene: Scene
) -> None:
    """And ordered: here the Oracle's."""
    own, other, rest = OWN_TURN[question]
    own = own if "lords" in own else f"lords: [oracle], {own}"
    seats = f"A: {{{own}}}, B: {{{other}}}, C: {{monster_tokens: [3]}}"
    council = "council: {crab: [crab 5], squid: [squid 5]}"

    prompt = scene(f"{{seats: {{{seats}}}, {council}, {rest}}}").prompt_of(0)

    assert prompt.question == question
    assert "use_oracle" in {choice.verb for choice in prompt.choices}
    assert "use_oracle" in ABYSS.topics[question].verbs
