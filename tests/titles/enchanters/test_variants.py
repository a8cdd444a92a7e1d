"""Effects with other numbers and targets than the vocabulary prints, as a card file may have them.

The table is that of conftest.py: attack and defense are A 4 and 9, B 8 and 1, C 2 and 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import pytest

from games.titles.enchanters.rules.state import State

from .conftest import RICH
from .tables import Facts, answer_all, find_changes, list_facts, replace_fields

Lay = Callable[..., State]


class Variant(NamedTuple):
    """An effect, and what it changes after these answers on a table with other fields."""

    effect: dict[str, Any]
    changes: Facts
    lines: tuple[str, ...] = ()
    where: Mapping[str, Any] = {}
    seat: int = 0
    together: bool = False
    card: str = ""


def variant(effect: dict[str, Any], changes: Facts, *lines: str, **more: Any) -> Variant:
    return Variant(effect, changes, lines, **more)


BURIED = {"A.item": "padded_vest, fist, door_shield"}
TWO_MONSTERS = {"B.creature": ["runt 1", "acolyte 1"], "C.creature": ["runt 2"], "A.creature": []}
LAST_VILLAGE = {"village_deck": ["enchanters_guild"], "village_rewards": 2}
OLD = {"graveyard": "silver_horn, runt 6"}
STARTER = {"A.enchantment": ["class.of_monks", "of_greed"], "class_deck": ["of_druids"]}

MANY = {"B.creature": ["runt 1", "runt 2", "runt 3", "runt 4"], "C.creature": []}
MANY |= {"A.creature": [], "graveyard": []}

VARIANTS = [
    variant(
        {"replace_village": {}},
        {"village": "village.dwarfburg", "village_deck": "hateville", "box": "normaltown"},
        where={"kingdoms": ["goblins"], "village_deck": ["hateville", "dwarfburg"]},
    ),
    variant({"take_damage": {"n": 0}}, {}),
    variant({"take_damage": {"n": -1}}, {}),
    variant(
        {"take_damage": {"n": {"die": 4}}},
        {"A.wounds": 3},
        where={"chance": {"fixed": {"die": [3]}}},
    ),
    variant({"take_crystals": {"n": {"per": "players"}}}, {"A.crystals": 3}),
    variant(
        {"take_crystals": {"n": {"per": "rewards", "times": 2}}},
        {"A.crystals": 4},
        where={"A.rewards": 2},
    ),
    variant({"take_crystals": {"n": {"per": "dragons", "times": 3}}}, {"A.crystals": 3}),
    variant({"take_crystals": {"n": {"per": "creatures"}}}, {"A.crystals": 4}),
    variant({"take_crystals": {"n": {"per": "crystals", "every": 4}}}, {"A.crystals": 1}),
    variant({"lose_crystals": {"n": {"per": "dragons"}}}, {"A.crystals": -1}),
    variant({"lose_crystals": {"who": "others", "n": "all"}}, {"B.crystals": -4, "C.crystals": -2}),
    variant(
        {"lose_crystals": {"who": "overlord", "n": "all"}},
        {"overlord_crystals": -3},
        where={"overlord_crystals": 3},
    ),
    variant(
        {"lose_crystals": {"who": "overlord", "n": 2}},
        {"overlord_crystals": -1},
        where={"overlord_crystals": 1},
    ),
    variant({"take_crystals": {"who": "overlord", "n": 0}}, {}),
    variant(
        {"deal_damage": {"to": "each", "n": {"per": "items", "of": "target"}}},
        {"A.wounds": 3, "B.wounds": 3, "C.wounds": 1},
    ),
    variant({"heal": {"who": "most_wounded", "n": {"per": "items"}}}, {"A.wounds": -1}, seat=2),
    variant(
        {"steal_crystals": {"from": "each_other", "n": 3}},
        {"A.crystals": 3 + 2, "B.crystals": -3, "C.crystals": -2},
    ),
    variant({"give_crystals": {"to": "right", "n": 4}}, {"A.crystals": -4, "C.crystals": 4}),
    variant(
        {"overlord_crystals": {"to": "self", "n": 2}},
        {"A.crystals": 2, "overlord_crystals": -2},
        where={"overlord_crystals": 3},
    ),
    variant(
        {"overlord_crystals": {"to": "self", "n": 4}},
        {"A.crystals": 3, "overlord_crystals": -3},
        where={"overlord_crystals": 3},
    ),
    variant(
        {"overlord_crystals": {"from": "supply", "n": {"per": "players"}}}, {"overlord_crystals": 3}
    ),
    variant({"overlord_crystals": {"from": "supply", "n": 2}}, {}, where={"overlord": ""}),
    variant(
        {"all": [{"take_crystals": {"n": 1}}, {"gain": {"attack": 1}}]},
        {"A.crystals": 1, "A.attack": 1},
    ),
    variant(
        {
            "if": {
                "test": {"village_rewards": {"at_least_per_player": 1}},
                "do": [{"lose_game": {}}],
            }
        },
        {"result": "lost"},
        where={"village_rewards": 3},
        together=True,
    ),
    variant(
        {
            "if": {
                "test": {"village_rewards": {"at_least_per_player": 1}},
                "do": [{"lose_game": {}}],
            }
        },
        {},
        where={"village_rewards": 2},
        together=True,
    ),
    variant(
        {
            "each_player": {
                "who": "others",
                "do": [{"take_crystals": {"n": 1}}, {"take_damage": {"n": 1}}],
            }
        },
        {"B.crystals": 1, "B.wounds": 1, "C.crystals": 1, "C.wounds": 1},
    ),
    variant(
        {"choose_one": [{"lose_crystals": {"n": {"die": 6}}}, {"lose_crystals": {"n": 9}}]},
        {"A.crystals": -4},
        where={"chance": {"fixed": {"die": [4]}}},
    ),
    variant(
        {"choose_one": [{"lose_crystals": {"who": "left", "n": 9}}, {"lose_crystals": {"n": 9}}]},
        {"B.crystals": -4},
    ),
    variant(
        {"choose_one": [{"lose_crystals": {"n": "all"}}, {"lose_crystals": {"n": 9}}]},
        {"A.crystals": -6},
    ),
    variant({"pay_or": {"crystals": 7, "else": [{"gain": {"attack": 1}}]}}, {"A.attack": 1}),
    variant(
        {"discard_any": {"n": 1}},
        {"A.creature": "acolyte, runt, zealot", "graveyard": "plague_wyrm, silver_horn, runt 6"},
        "discard Plague Wyrm",
    ),
    variant(
        {"discard_any": {"who": "each_other", "from": ["monster"], "n": 2}},
        {
            "B.creature": "",
            "C.creature": "",
            "graveyard": "acolyte, runt 2, runt, silver_horn, runt 6",
        },
        "B: discard Biting Runt",
        where=TWO_MONSTERS,
    ),
    variant({"discard_any": {"who": "another", "from": ["dragon"], "n": 1}}, {}),
    variant(
        {"discard_top": {"who": "another", "from": ["monster"]}},
        {"B.creature": "runt 2", "graveyard": "acolyte 2, silver_horn, runt 6"},
        "choose left",
    ),
    variant({"discard_top": {"from": ["dragon"]}}, {}),
    variant(
        {"discard_top": {"from": ["dragon"]}},
        {"A.creature": "runt", "graveyard": "plague_wyrm, silver_horn, runt 6"},
        where={"A.creature": ["plague_wyrm", "runt 1"]},
    ),
    variant(
        {"demand_monster": {"from": "another", "n": 3}},
        {"A.creature": "runt 2, runt 4, runt", "B.creature": "runt 3"},
        "B: give Biting Runt 1",
        "B: give Biting Runt 4",
        "B: give Biting Runt 2",
        where=MANY,
    ),
    variant(
        {"discard_any": {"who": "another", "from": ["monster"], "n": 3}},
        {"graveyard": "runt 2, runt 4, runt", "B.creature": "runt 3"},
        "B: discard Biting Runt 1",
        "B: discard Biting Runt 4",
        "B: discard Biting Runt 2",
        where=MANY,
    ),
    variant(
        {"demand_monster": {"from": "each_other", "n": 2}},
        {"A.creature": "acolyte, runt 2, runt", "B.creature": "", "C.creature": ""},
        "B: give Biting Runt",
        where=TWO_MONSTERS,
    ),
    variant(
        {"steal_top": {"stack": "creature", "from": "each_other"}},
        {"A.creature": "runt", "B.creature": "acolyte"},
        where=TWO_MONSTERS,
    ),
    variant({"steal_top": {"stack": "item", "from": "right"}}, {}),
    variant(
        {"give_top": {"stacks": ["creature"], "choose": 1, "to": "another"}},
        {"A.creature": "runt, zealot, plague_wyrm", "C.creature": "acolyte, acolyte 3"},
        "choose right",
    ),
    variant(
        {"swap_tops": {"stack": "creature", "with": "right"}},
        {"A.creature": "acolyte 3, runt, zealot, plague_wyrm", "C.creature": "acolyte"},
    ),
    variant({"swap_tops": {"stack": "creature", "with": "right"}}, {}, where={"C.creature": []}),
    variant({"swap_tops": {"stack": "creature", "with": "right"}}, {}, where={"A.creature": []}),
    variant(
        {"swap_tops": {"stack": "item", "with": "others"}},
        {"A.item": "birch_bow, padded_vest, fist", "B.item": "door_shield, shroud, fist 2"},
    ),
    variant(
        {"pass_tops": {"stacks": ["creature"], "direction": "right"}},
        {
            "A.creature": "acolyte 2, runt, zealot, plague_wyrm",
            "B.creature": "acolyte 3, runt 2",
            "C.creature": "acolyte",
        },
    ),
    variant(
        {"pass_tops": {"stacks": ["creature"], "direction": "left"}},
        {
            "A.creature": "runt, zealot, plague_wyrm",
            "B.creature": "acolyte, runt 2",
            "C.creature": "acolyte 2",
        },
        where={"C.creature": []},
    ),
    variant(
        {"swap_with_track": {"stack": "creature"}},
        {"A.creature": "highwayman, runt, zealot, plague_wyrm", "track.2": "acolyte"},
        "swap 2",
    ),
    variant(
        {"swap_with_track": {"stack": "item"}},
        {"A.item": "scale_lance, fist", "track.1": "padded_vest"},
        where={"A.item": ["padded_vest", "fist"]},
    ),
    variant({"swap_with_track": {"stack": "creature"}}, {}, where={"A.creature": []}),
    variant({"give_this": {"to": "left"}}, {}, card="gnolls.cleaver/1"),
    variant({"bury_this": True}, {}, card="gnolls.cleaver/1"),
    variant(
        {"bury": {"who": "each_other", "stacks": ["item"]}}, {"B.item": "shroud, fist 2, birch_bow"}
    ),
    variant(
        {"bury": {"stacks": ["creature"]}}, {"A.creature": "runt, zealot, plague_wyrm, acolyte"}
    ),
    variant({"bury": {"stacks": ["item"], "optional": True}}, {}, "no"),
    variant({"bury": {"stacks": ["item"], "optional": True}}, BURIED, "bury item"),
    variant({"bury": {"stacks": ["item", "enchantment"]}}, BURIED, "bury item"),
    variant(
        {"bury_or_unbury": {"who": "each", "stacks": ["item"]}}, BURIED, "A: bury item", "B: no"
    ),
    variant(
        {"bury_or_unbury": {"who": "each_other", "stacks": ["item"]}},
        {"B.item": "fist 2, birch_bow, shroud"},
        "unbury item",
        together=True,
    ),
    variant({"journey_from": {"zone": "graveyard_top", "types": ["monster"]}}, {}),
    variant(
        {"journey_from": {"zone": "graveyard_top", "types": ["any"]}},
        {},
        where={
            "graveyard": ["runt 6"],
            "A.attack": 2,
            "A.defense": 9,
            "options": {"hopeless_fights": False},
        },
    ),
    variant(
        {"journey_from": {"zone": "graveyard_top", "types": ["any"]}},
        {},
        where={"graveyard": ["wound.limp 1"]},
    ),
    variant(
        {"put_track_token": {"kind": "reward", "slot": 2, "n": 2}}, {"track.2": "highwayman++"}
    ),
    variant({"put_track_token": {"kind": "wound", "slot": 2, "n": 2}}, {"track.2": "highwayman!!"}),
    variant(
        {"put_track_token": {"kind": "wound", "slot": 3, "n": 2}}, {}, where={"track": ["foal"]}
    ),
    variant(
        {"clear_track_tokens": {"kind": "reward"}},
        {"track.0": "foal!"},
        where={"track": [{"card": "foal 1", "wounds": 1, "rewards": 2}]},
    ),
    variant(
        {"duel": {"with": "left", "times": 2}},
        {"A.wounds": 6, "B.wounds": 6},
        where={"A.attack": 4, "A.defense": 5, "A.wounds": 0},
    ),
    variant({"duel": {"with": "left", "times": 0}}, {}),
    variant(
        {"duel": {"with": "another"}},
        {"pool": 3},
        "choose Overlord",
        together=True,
        where={"A.attack": 4, "A.defense": 1},
    ),
    variant({"duel_begins": -1}, {}, where={"overlord": ""}),
    variant(
        {"player_attacks": {"attacker": "self", "defender": "each"}}, {"B.wounds": 3, "C.wounds": 4}
    ),
    variant({"player_attacks": {"attacker": "each_other", "defender": "left"}}, {"C.wounds": 8}),
    variant(
        {"overlord_attacks": {"who": "others"}},
        {"B.wounds": 6 - 10, "C.wounds": 7, "B.wound": "limp", "wound_deck": ""},
        where={"wound_deck": ["limp"], "B.wounds": 4},
    ),
    variant(
        {"replace_village": {"then": [{"take_damage": {"n": 2}}]}},
        {"A.wounds": 2},
        where=LAST_VILLAGE,
    ),
    variant(
        {"replace_village": {}},
        {"village": "village.hateville", "village_deck": "dwarfburg", "box": "normaltown"},
        where={"kingdoms": ["gnolls"], "village_deck": ["hateville", "dwarfburg"]},
    ),
    variant(
        {"replace_village": {}},
        {"village": "village.dwarfburg", "village_deck": "hateville", "box": "normaltown"},
        where={
            "kingdoms": ["gnolls"],
            "village_deck": ["hateville", "dwarfburg"],
            "options": {"related": "random"},
            "chance": {"fixed": {"village": ["village.dwarfburg"]}},
        },
    ),
    variant({"village_rewards": {"add": {"per": "players"}}}, {"village_rewards": 3}),
    variant({"overlord_rewards": {"add": 2}}, {}, where={"overlord_active": False}),
    variant({"overlord_rewards": {"add": 2}}, {}, where={"overlord": ""}),
    variant({"fight_overlord": {}}, {}, where={"overlord_active": False, "A.attack": 20}),
    variant({"overlord_attacks": {"who": "each"}}, {}, where={"overlord": ""}),
    variant({"overlord_damage": {"n": 3}}, {}),
    variant({"overlord_heal": {"n": 3}}, {}),
    variant({"add_reinforcement": {"n": 2, "side": "strength"}}, {"overlord_strength": 2}),
    variant({"add_reinforcement": {"n": 2}}, {}, where={"overlord": ""}),
    variant({"remove_reinforcement": {"n": 0}}, {}, where={"overlord_health": 2}),
    variant(
        {"remove_reinforcement": {"n": 3}}, {"overlord_health": -2}, where={"overlord_health": 2}
    ),
    variant(
        {"remove_reinforcement": {"n": 1}}, {"overlord_health": -1}, where={"overlord_health": 2}
    ),
    variant(
        {"remove_reinforcement": {"n": 2}},
        {"overlord_health": -1, "overlord_strength": -1},
        "remove strength",
        "remove health",
        where={"overlord_health": 2, "overlord_strength": 2},
    ),
    variant(
        {"put_on_overlord": {"what": "top_enchantment"}},
        {"A.enchantment": "of_greed", "class_deck": "of_druids, of_monks"},
        where=STARTER,
    ),
    variant({"put_on_overlord": {"what": "invading_card"}}, {}, card="gnolls.cleaver/1"),
    variant(
        {"put_on_overlord": {"what": "graveyard_bottom"}},
        {"graveyard": "silver_horn", "overlord_cards": "runt 6"},
    ),
    variant(
        {"put_on_overlord": {"what": "graveyard_bottom"}},
        OLD,
        where={"overlord": "", "graveyard": ["runt 6", "silver_horn 1"]},
    ),
    variant({"heal": {"who": "active", "n": 2}}, {"A.wounds": -2}, seat=1),
    variant({"gain": {"attack": 1}}, {"C.attack": 1}, seat=2),
]


@pytest.mark.parametrize("expected", VARIANTS, ids=lambda one: str(one.effect))
def test_a_variant(expected: Variant, lay: Lay, cause: Any, say: Any) -> None:
    state = lay(replace_fields(RICH, expected.where), together=expected.together)
    before = list_facts(state)
    cause(state, expected.effect, seat=expected.seat, card=expected.card)
    answer_all(say, state, expected.lines)
    assert find_changes(before, list_facts(state)) == expected.changes
