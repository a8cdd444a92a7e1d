"""What is told of each happening, so that nobody misses a line of the story.

An event is written as its kind and its arguments in alphabetical order; “*” marks what reveals
hidden cards or luck, which a turn cannot be taken back behind. The table is that of conftest.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from games.engine.contract import Event
from games.titles.enchanters.game import GAME as ENCHANTERS
from games.titles.enchanters.rules.state import State

from .conftest import RICH
from .tables import answer_all, name_card, replace_fields

Lay = Callable[..., State]


def write_events(events: Sequence[Event]) -> list[str]:
    """Return events as text; cards without their sets."""

    def write(value: Any) -> str:
        if isinstance(value, list):
            return ",".join(map(write, value))
        is_card = isinstance(value, str) and "|" not in value
        return name_card(value) if is_card else str(value)

    return [
        " ".join(
            [
                "*" * event.reveals + event.kind,
                *(f"{name}={write(value)}" for name, value in sorted(event.args.items())),
            ]
        )
        for event in events
    ]


OPEN = {"A.attack": 4, "A.defense": 5}
DIE = {"chance": {"fixed": {"die": [4], "reinforcement": ["health"]}}}
BONES = {"track": [{"card": "foal 1", "rewards": 1}], "overlord": "cerberus"} | DIE
# Together?, effect, fields, answers -> what is told.
EFFECTS: list[tuple[bool, Any, dict[str, Any], list[str], list[str]]] = [
    (False, {"take_damage": {"n": 2}}, {}, [], ["hurt n=2 seat=0"]),
    (True, {"overlord_damage": {"n": 0}}, {"event": "event.dark_wall/1", "anger": 3}, [], []),
    (False, {"take_damage": {"n": 0}}, {}, [], []),
    (
        True,
        {"overlord_consume_track_rewards": {"damage_each": 2, "reinforcement_each": 1}},
        BONES,
        [],
        ["hit_points left=97 n=-2", "*reinforced side=health"],
    ),
    (
        False,
        {"take_damage": {"n": 5}},
        {},
        ["take Limp"],
        ["hurt n=5 seat=0", "*wound_card card=limp seat=0"],
    ),
    (
        True,
        {"take_damage": {"n": 41}},
        {},
        [],
        ["hurt n=41 seat=0", "together_lost left=99 pool=41"],
    ),
    (
        True,
        {"overlord_damage": {"n": 99}},
        {},
        [],
        ["hit_points left=0 n=-99", "together_won left=0 pool=0"],
    ),
    (True, {"overlord_heal": {"n": 3}}, {"hit_points": 95}, [], ["hit_points left=98 n=3"]),
    (True, {"overlord_heal": {"n": 3}}, {"hit_points": 187}, [], []),
    (
        True,
        {"overlord_damage": {"n": 3}},
        {"event": "event.dark_wall/1", "anger": 3},
        [],
        ["overlord_immune"],
    ),
    (False, {"heal": {"who": "self", "n": 2}}, {}, [], ["healed n=2 seat=0"]),
    (False, {"heal": {"who": "self", "n": 2}}, {"A.wounds": 0}, [], []),
    (
        False,
        {"heal": {"who": "self", "n": 9}},
        {"A.wound": ["limp 1"]},
        [],
        ["wound_healed card=limp seat=0", "healed n=9 seat=0"],
    ),
    (
        False,
        {"heal": {"who": "self", "n": {"die": 6}}},
        DIE,
        [],
        ["*die n=4 seat=0", "healed n=4 seat=0"],
    ),
    (False, {"gain": {"attack": 2}}, {}, [], ["gained attack=2 defense=0 seat=0"]),
    (False, {"take_crystals": {"n": 2}}, {}, [], ["crystals n=2 seat=0"]),
    (False, {"lose_crystals": {"n": 9}}, {}, [], ["crystals n=-6 seat=0"]),
    (False, {"lose_crystals": {"n": 9}}, {"A.crystals": 0}, [], []),
    (
        False,
        {"steal_crystals": {"from": "left", "n": 2}},
        {},
        [],
        ["crystals n=-2 seat=1", "crystals n=2 seat=0"],
    ),
    (
        False,
        {"overlord_crystals": {"from": "self", "n": 1}},
        {},
        [],
        ["crystals n=-1 seat=0", "overlord_crystals n=1"],
    ),
    (False, {"overlord_crystals": {"from": "self", "n": 1}}, {"A.crystals": 0}, [], []),
    (
        False,
        {"overlord_crystals": {"to": "self", "n": "all"}},
        {"overlord_crystals": 2},
        [],
        ["crystals n=2 seat=0"],
    ),
    (False, {"overlord_crystals": {"to": "self", "n": "all"}}, {}, [], []),
    (
        True,
        {"overlord_crystals": {"from": "supply", "n": 6}},
        DIE,
        [],
        ["overlord_crystals n=6", "*reinforced side=health"],
    ),
    (
        True,
        {"remove_reinforcement": {"n": 1}},
        {"overlord_health": 1},
        [],
        ["weakened side=health"],
    ),
    (
        False,
        {"discard_any": {"from": ["item"], "n": 1}},
        {},
        ["discard Fist"],
        ["*all_answered", "discarded card=fist seat=0"],
    ),
    (False, {"bury": {"stacks": ["item"]}}, {}, [], ["buried card=door_shield seat=0"]),
    (False, {"unbury": {"stacks": ["item"]}}, {}, [], ["unburied card=fist seat=0"]),
    (
        False,
        {"steal_top": {"stack": "item", "from": "left"}},
        {},
        [],
        ["passed card=birch_bow seat=1 to=0"],
    ),
    (
        False,
        {"swap_tops": {"stack": "item", "with": "left"}},
        {},
        [],
        ["swapped card=birch_bow other=door_shield seat=0"],
    ),
    (
        False,
        {"pass_tops": {"stacks": ["item"], "direction": "left"}},
        {},
        [],
        ["tops_passed direction=left"],
    ),
    (
        False,
        {"swap_with_track": {"stack": "item"}},
        {},
        [],
        ["swapped card=scale_lance other=door_shield seat=0"],
    ),
    (
        False,
        {"swap_track": {"n": 2}},
        {},
        ["swap 0 with 5"],
        ["track_swapped card=foal other=pickpocket"],
    ),
    (
        False,
        {"swap_track_graveyard": {}},
        {},
        ["swap 0"],
        ["track_swapped card=silver_horn other=pickpocket"],
    ),
    (
        False,
        {"put_track_token": {"kind": "wound", "slot": 0, "n": 2}},
        {},
        [],
        ["track_token card=pickpocket n=2 token=wound"],
    ),
    (False, {"put_on_overlord": {"what": "graveyard_bottom"}}, {}, [], ["on_overlord card=runt 6"]),
    (False, {"overlord_rewards": {"add": 1}}, {}, [], ["overlord_rewards n=4"]),
    (False, {"village_rewards": {"add": 2}}, {}, [], ["village_rewards n=2"]),
    (
        False,
        {"overlord_attacks": {"who": "self"}},
        OPEN,
        [],
        ["overlord_attacks", "hurt n=2 seat=0"],
    ),
    (
        False,
        {"trigger_invasion": {"type": "monster"}},
        {},
        [],
        ["invasion type=monster", "hurt n=1 seat=0"],
    ),
    (False, {"duel": {"with": "right"}}, {}, [], ["duel seat=0 to=2", "hurt n=4 seat=2"]),
    (False, {"desert": {"flip": True}}, {"desert": "calm"}, [], ["desert side=sandstorm"]),
    (False, {"desert": {"set": "calm"}}, {"desert": "calm"}, [], []),
    (True, {"cerberus": {"place": "slot0"}}, {}, [], ["cerberus card=pickpocket"]),
    (
        False,
        {"replace_village": {}},
        {"village_deck": ["alea"]},
        [],
        ["*village_replaced card=alea"],
    ),
    (False, {"bury_this": True}, {"won": ["cleaver 1"]}, [], ["buried card=cleaver seat=0"]),
    (
        False,
        {"give_this": {"to": "left"}},
        {"won": ["cleaver 1"]},
        [],
        ["passed card=cleaver seat=0 to=1"],
    ),
    (
        True,
        {"give_monster": {"to": "another", "which": "top"}},
        DIE,
        ["choose Overlord"],
        ["discarded card=acolyte seat=0", "*reinforced side=health"],
    ),
]


@pytest.mark.parametrize(
    ("together", "effect", "fields", "lines", "told"), EFFECTS, ids=[str(row[1]) for row in EFFECTS]
)
def test_an_effect_is_told(
    together: bool,
    effect: Any,
    fields: Any,
    lines: list[str],
    told: list[str],
    lay: Lay,
    cause: Any,
    say: Any,
) -> None:
    state = lay(replace_fields(RICH, fields), together=together)
    events = cause(state, effect, card="gnolls.cleaver/1")
    events += answer_all(say, state, lines)
    assert write_events(events) == told


QUIET = {"A.item": ["fist"], "A.enchantment": ["enchanting"], "deck": ["stag 4"], "overlord": ""}
# Fields, answers -> what is told of a whole turn.
TURNS: list[tuple[dict[str, Any], list[str], list[str]]] = [
    (
        {"track": ["padded_vest", "foal 1"]},
        ["journey 0"],
        ["journey card=padded_vest cost=0 seat=0 slot=0", "took card=padded_vest seat=0"]
        + ["*revealed cards=stag 4", "turn seat=1 turn=2"],
    ),
    (
        {"track": ["foal 1", "padded_vest"], "deck": []},
        ["journey 1"],
        ["journey card=padded_vest cost=1 seat=0 slot=1", "crystals n=-1 seat=0"]
        + ["took card=padded_vest seat=0", "turn seat=1 turn=2"],
    ),
    (
        {"track": ["foal 1"], "A.attack": 2},
        ["journey 0"],
        ["journey card=foal cost=0 seat=0 slot=0", "lost_fight card=foal seat=0"]
        + ["track_discarded card=foal", "*revealed cards=stag 4", "turn seat=1 turn=2"],
    ),
    (
        {"track": ["raider 1"], "A.attack": 3},
        ["journey 0"],
        ["journey card=raider cost=0 seat=0 slot=0", "won_fight card=raider seat=0"]
        + ["hurt n=2 seat=0", "took card=raider seat=0", "crystals n=1 seat=0"]
        + ["*revealed cards=stag 4", "turn seat=1 turn=2"],
    ),
    (
        {"track": ["raider 1"], "A.item": ["ritual_knife", "fist"], "main_done": True},
        ["use Ritual Knife"],
        ["used card=ritual_knife label=cultists.ritual_knife/1|u0 seat=0", "hurt n=1 seat=0"]
        + ["gained attack=2 defense=0 seat=0", "*revealed cards=stag 4", "turn seat=1 turn=2"],
    ),
    (
        {"track": ["of_rage 1"], "deck": []},
        ["rest Normaltown 1"],
        ["used card=normaltown label=village.normaltown|v0 seat=0", "crystals n=3 seat=0"]
        + ["track_discarded card=of_rage", "scored n=9", "scored n=1"],
    ),
    (
        {"overlord": "vragan", "overlord_rewards": 1, "A.attack": 9, "A.defense": 7},
        ["challenge"],
        ["used card=vragan label=overlord.vragan|o0 seat=0", "crystals n=-2 seat=0"]
        + ["won_fight card=vragan seat=0", "overlord_rewards n=0", "reward seat=0"]
        + ["hurt n=2 seat=1", "hurt n=2 seat=2", "overlord_falls"]
        + ["*deck_discarded card=stag 4", "turn seat=1 turn=2"],
    ),
]


@pytest.mark.parametrize(("fields", "lines", "told"), TURNS)
def test_a_turn_is_told(fields: Any, lines: list[str], told: list[str], lay: Lay, say: Any) -> None:
    state = lay(replace_fields(RICH, {**QUIET, "A.defense": 0, **fields}))
    found = write_events(answer_all(say, state, lines))
    if told[-1].startswith("scored"):
        scores = [line for line in found if line.startswith("scored")]
        assert [line.split()[2] for line in scores] == ["seat=0", "seat=1", "seat=2"]
        found, told = [line for line in found if line not in scores], told[:-2]
    assert found == told


def test_paying_with_crystals_and_pearls_is_told(lay: Lay, say: Any, print_card: Any) -> None:
    """Only what is paid in crystals changes their number."""
    action = {"minor": {"cost": [{"crystals": 3}], "effect": []}}
    print_card(upper={"abilities": [action]}, lower={"icons": {"pearl": 1}})
    state = lay(replace_fields(RICH, {"A.item": ["trial", "fist"]}))
    assert "crystals n=-2 seat=0" in write_events(say(state, 0, "use item.trial"))


def test_removing_a_card_is_told(lay: Lay, say: Any) -> None:
    fields = {"overlord": "theria", "A.attack": 20, "A.defense": 20}
    state = lay(replace_fields(RICH, fields), together=True)
    told = write_events(say(state, 0, "challenge Theria 2"))
    assert "removed card=acolyte seat=0" in told
    # Two points for the acolyte, then the attack of 20.
    assert [line for line in told if line.startswith("hit_points")] == [
        "hit_points left=97 n=-2",
        "hit_points left=77 n=-20",
    ]


def test_sealed_answers_are_told_when_all_have_answered(lay: Lay, cause: Any, say: Any) -> None:
    state = lay(RICH)
    cause(state, {"discard_any": {"who": "each", "from": ["item"], "n": 1}})
    (first,) = say(state, 0, "discard Fist")
    assert (first.kind, first.audience, first.reveals) == ("sealed", (0,), True)
    told = write_events(say(state, 1, "discard Fist"))
    assert told == ["*all_answered", "discarded card=fist seat=0", "discarded card=fist 2 seat=1"]


def test_a_crystal_limit_is_told(lay: Lay, cause: Any, print_card: Any) -> None:
    limit = {"static": {"crystal_cap": {"who": "self", "max": 5}}}
    print_card(upper={"abilities": [limit]})
    state = lay(replace_fields(RICH, {"A.item": ["trial"], "A.crystals": 4}))
    told = write_events(cause(state, {"take_crystals": {"n": 3}}))
    assert told == ["crystals n=3 seat=0", "crystals n=-2 seat=0"]
    state = lay(
        replace_fields(RICH, {"A.item": ["trial"], "A.crystals": 4, "overlord_crystals": 3})
    )
    told = write_events(cause(state, {"overlord_crystals": {"to": "self", "n": "all"}}))
    assert told == ["crystals n=3 seat=0", "crystals n=-2 seat=0"]


def test_of_two_crystal_limits_the_lower_is_told(lay: Lay, cause: Any, print_card: Any) -> None:
    caps = [{"static": {"crystal_cap": {"who": "self", "max": n}}} for n in (5, 3)]
    print_card(upper={"abilities": caps})
    state = lay(replace_fields(RICH, {"A.item": ["trial"], "A.crystals": 3}))
    told = write_events(cause(state, {"take_crystals": {"n": 4}}))
    assert told == ["crystals n=4 seat=0", "crystals n=-4 seat=0"]


def test_a_card_that_may_not_be_taken_is_told(lay: Lay, cause: Any) -> None:
    fields = {"B.enchantment": ["of_sculptors"]}
    state = lay(replace_fields(RICH, fields))
    told = write_events(cause(state, {"steal_top": {"stack": "item", "from": "left"}}, seat=0))
    assert told == ["passed card=birch_bow seat=1 to=0"]
    told = write_events(cause(state, {"steal_top": {"stack": "item", "from": "right"}}, seat=1))
    assert told == ["passed card=birch_bow seat=0 to=1", "discarded card=birch_bow seat=1"]
    state = lay(replace_fields(RICH, {**fields, "won": ["cleaver 1"]}))
    told = write_events(cause(state, {"give_this": {"to": "left"}}, card="gnolls.cleaver/1"))
    assert told == ["passed card=cleaver seat=0 to=1", "discarded card=cleaver seat=1"]


def test_set_up_is_told() -> None:
    options = {"kingdom_selection": "player_order", "kingdom_pool": "all", "related": "random"}
    state = ENCHANTERS.set_up_match(2, b"told", options)
    events: list[Event] = []
    while state.asked and state.asked.question in ("kingdom", "starter"):
        prompt = next(p for p in ENCHANTERS.list_prompts(state) if p.answered is None)
        events += ENCHANTERS.play_decision(state, prompt.seat, prompt.fallback)
    kinds = [event.kind for event in events]
    assert kinds[:5] == ["kingdom"] * 4 + ["kingdoms"]
    assert events[0].args["seat"] == 1 - state.starting
    assert events[0].args["kingdom"] == state.kingdoms[0]
    assert events[4].args["kingdoms"] == state.kingdoms
    assert [event.args["seat"] for event in events if event.kind == "starter"] == [0, 1, 0, 1]
    (laid_out,) = [event for event in events if event.kind == "laid_out"]
    assert laid_out.args == {"village": state.village, "overlord": state.overlord}
    assert laid_out.reveals and all(e.reveals for e in events if e.kind == "starter")
    assert kinds[-2:] == ["laid_out", "turn"]


def test_an_event_of_the_overlord_is_told(lay: Lay, say: Any) -> None:
    state = lay(replace_fields(RICH, {"turn": "C", "hit_points": 50}), together=True)
    told = write_events(say(state, 2, "rest Normaltown 1"))
    assert "*event anger=2 card=respite" in told
