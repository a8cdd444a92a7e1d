"""What each effect of the vocabulary does, on the table that conftest.py lays out.

Attack and defense there: A 4 and 9, B 8 and 1, C 2 and 0. Lord Vragan has health 9 and strength 7,
together health 8 and strength 4.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec import to_builtins

from games.titles.enchanters.game import GAME as ENCHANTERS
from games.titles.enchanters.rules.state import State

from .conftest import RICH
from .tables import answer_all, find_changes, list_facts, replace_fields
from .vocabulary_rows import Outcome, form_of, name_outcome, outcome

Lay = Callable[..., State]

DIE_4 = {"chance": {"fixed": {"die": [4]}}}
ONE_OF_EACH = {"A.item": ["door_shield"], "A.enchantment": ["of_greed"]}
TOKENS = ["pickpocket 1", {"card": "scale_lance 1", "wounds": 2, "rewards": 1}, "highwayman 1"] + [
    {"card": "of_rage 1", "wounds": 1, "rewards": 1}
]
HEALTH = {"chance": {"fixed": {"reinforcement": ["health"]}}}

WOUNDS = [
    outcome("E002", {"A.wounds": 1}, "effect 1"),
    outcome("E002", {"A.crystals": -2}, "effect 2"),
    outcome("E002", {"A.crystals": -2}, "effect 2", where={"A.crystals": 2}),
    outcome("E002", {"A.wounds": 1}, where={"A.crystals": 1}),
    outcome("E003", {"A.wounds": 4}, where={"A.wounds": 4}),
    outcome("E003", {"pool": 7}, where={"pool": 7}, together=True),
    outcome("E004", {"A.wounds": 3}),
    outcome("E005", {"A.wounds": 1, "B.wounds": -1}),
    outcome("E005", {"A.wounds": 1, "C.wounds": -1}, "choose right", where={"C.wounds": 1}),
    outcome("E005", {}, where={"B.wounds": 0}),
    outcome("E005", {}, "choose left", where={"pool": 3}, together=True, seat=2),
    outcome("E006", {"A.wounds": -1, "C.wounds": 1}, "choose right"),
    outcome("E006", {}, where={"A.wounds": 0}),
    outcome(
        "E006", {"pool": -1, "hit_points": -1}, "choose Overlord", where={"pool": 3}, together=True
    ),
    outcome("E006", {}, "choose left", where={"pool": 3}, together=True),
    outcome("E007", {"pool": -1, "hit_points": -1}, where={"pool": 3}, together=True),
    outcome("E007", {}, together=True),
    outcome("E008", {"A.wounds": -4, "B.wounds": 3, "C.wounds": 1}, "give 3 left, 1 right"),
    outcome("E008", {"A.wounds": -2, "C.wounds": 2}, "give 2 right", where={"A.wounds": 2}),
    outcome("E008", {}, where={"A.wounds": 0}),
    outcome("E008", {"pool": -4, "hit_points": -4}, where={"pool": 9}, together=True),
    outcome("E008", {"pool": -3, "hit_points": -3}, where={"pool": 3}, together=True),
    outcome("E009", {"B.wounds": 1}, "choose left"),
    outcome("E009", {"C.wounds": 1}, "choose right"),
    outcome("E009", {"pool": 1}, "choose right", together=True),
    outcome("E009", {"hit_points": -1}, "choose Overlord", together=True),
    outcome("E010", {"B.wounds": 2, "C.wounds": 2}),
    outcome("E010", {"A.wounds": 3, "C.wounds": 3}, n=3, seat=1),
    outcome("E010", {"pool": 4, "hit_points": -2}, together=True),
    outcome("E011", {"B.wounds": 2, "C.wounds": 2}),
    outcome("E011", {"B.wounds": 2, "C.wounds": 2}, where={"A.attack": 5}),
    outcome("E011", {"B.wounds": 3, "C.wounds": 3}, where={"A.attack": 6}),
    outcome("E012", {"A.wounds": 2, "B.wounds": 2, "C.wounds": 2}),
    outcome("E012", {"pool": 6}, together=True),
    outcome("E013", {"A.wounds": 2, "B.crystals": -3, "C.wounds": 2}, "A: effect 1", "B: effect 2"),
    outcome("E014", {"A.wounds": 3, "B.wounds": 3, "C.wounds": 3}, where={"track": TOKENS}),
    outcome("E014", {}),
    outcome("E015", {"B.wounds": 1}),
    outcome("E015", {}, seat=1),
]

HEALING = [
    outcome("E016", {"A.wounds": -2}),
    outcome("E016", {"A.wounds": -1}, where={"A.wounds": 1}),
    outcome(
        "E016",
        {"A.wounds": 9, "A.wound": "", "wound_deck": "limp 2, sprain, tremor, scar, limp"},
        where={"A.wounds": 0, "A.wound": ["limp 1"]},
        n=1,
    ),
    outcome("E016", {"A.wounds": -2}, where={"A.wounds": 2, "A.wound": ["limp 1"]}),
    outcome("E016", {"pool": -2}, where={"pool": 5}, together=True),
    outcome("E016", {"pool": -1}, where={"pool": 1}, together=True),
    outcome("E017", {"A.wounds": -4}, where=DIE_4),
    outcome("E018", {"A.wounds": -5}),
    outcome(
        "E018",
        {"A.wounds": -5, "A.wound": "", "wound_deck": "sprain, tremor, scar, bad_knee, limp"},
        where={"A.wound": ["bad_knee", "limp"], "wound_deck": ["sprain", "tremor", "scar"]},
    ),
    outcome("E018", {"pool": -17}, where={"pool": 17}, together=True),
    outcome("E019", {"B.wounds": -2}),
    outcome("E019", {"C.wounds": -1}, where={"C.wounds": 1}, seat=1),
    outcome("E020", {"C.wounds": -2}, where={"C.wounds": 3}),
    outcome("E020", {"A.wounds": -2}, seat=1),
    outcome("E021", {"A.wounds": -4}),
    outcome("E021", {"B.wounds": -3}, "player 2", where={"A.wounds": 3}),
    outcome(
        "E021",
        {"C.wounds": 6, "C.wound": "", "wound_deck": "limp 2, sprain, tremor, scar, limp"},
        where={"C.wound": ["limp 1"]},
    ),
    outcome("E022", {"B.wounds": -2, "C.wounds": -1}, where={"C.wounds": 1}),
    outcome(
        "E022", {"pool": -4, "hit_points": 2}, where={"pool": 5, "hit_points": 90}, together=True
    ),
    outcome("E022", {"pool": -4}, where={"pool": 5, "hit_points": 187}, together=True),
    outcome("E023", {"A.wounds": -2, "B.wounds": -2}),
    outcome("E023", {"pool": -6}, where={"pool": 7, "hit_points": 90}, together=True),
]

POWERS = [
    outcome("E025", {"A.attack": 2}),
    outcome("E025", {"B.attack": 3}, n=3, seat=1),
    outcome("E026", {"A.attack": 1, "A.defense": 1}),
    outcome("E027", {"A.attack": 5, "A.defense": -1}),
    outcome("E027", {"A.attack": 5}, where={"A.attack": 4, "A.defense": 0}),
    outcome("E028", {"A.attack": 4}),
    outcome("E029", {"A.attack": 2}),
    outcome("E029", {"A.attack": 2}, where={"A.wounds": 9}),
    outcome("E029", {"A.attack": 4}, where={"A.wounds": 1, "A.wound": ["bad_knee"]}),
    outcome("E029", {}, where={"A.wounds": 4}),
    outcome("E030", {"A.attack": 3}),
    outcome("E031", {"A.attack": 9}),
    outcome("E032", {"B.attack": 1}, seat=1),
    outcome("E032", {}),
    outcome("E033", {"A.attack": 1}),
    outcome(
        "E033",
        {"A.attack": 2},
        where={
            "A.creature": ["runt 3", "runt 4", "runt 5", "runt 6", "plague_wyrm"],
            "graveyard": [],
        },
    ),
    outcome("E040", {"A.defense": 2}),
    outcome("E041", {"A.defense": 4}),
    outcome("E042", {"B.defense": 1}, seat=1),
    outcome("E043", {"A.defense": 3}),
]

CRYSTALS = [
    outcome("E050", {"A.crystals": 2}),
    outcome("E051", {"A.crystals": 4}, where=DIE_4),
    outcome("E052", {"A.crystals": 1}, amount=3),
    outcome("E052", {"A.crystals": 2}, amount=4),
    outcome("E052", {}, amount=1),
    outcome("E053", {"A.crystals": 1}),
    outcome("E053", {}, where={"A.wounds": 4}),
    outcome("E053", {"A.crystals": 2}, where={"A.wounds": 0, "A.wound": ["bad_knee"]}),
    outcome("E054", {"A.crystals": 8}),
    outcome("E055", {"A.crystals": 18}),
    outcome("E056", {"A.crystals": 2}, where={"A.item": ["padded_vest", "door_shield", "fist"]}),
    outcome("E057", {"B.crystals": 3}, n=3, seat=1),
    outcome("E059", {"A.crystals": 6}),
    outcome("E060", {"A.crystals": 2, "B.crystals": -2}, "choose left"),
    outcome("E060", {"A.crystals": 2, "C.crystals": -2}, "choose right", n=3),
    outcome(
        "E060",
        {"A.crystals": 2, "overlord_crystals": -1},
        "choose Overlord",
        where={"overlord_crystals": 1},
        together=True,
    ),
    outcome("E061", {"A.crystals": 3, "overlord_crystals": -3}, where={"overlord_crystals": 3}),
    outcome("E061", {}),
    outcome("E063", {"A.crystals": -2}),
    outcome("E063", {"A.crystals": -1}, where={"A.crystals": 1}),
    outcome("E064", {"A.crystals": -6}),
    outcome("E065", {"A.crystals": -2, "B.crystals": 2}, "choose left"),
    outcome("E065", {"A.crystals": -1, "C.crystals": 1}, "choose right", where={"A.crystals": 1}),
    outcome("E065", {}, where={"A.crystals": 0}),
    outcome("E065", {"A.crystals": -2, "overlord_crystals": 2}, "choose Overlord", together=True),
    outcome("E066", {"A.crystals": -1, "overlord_crystals": 1}),
    outcome("E066", {}, where={"A.crystals": 0}),
    outcome("E066", {"A.crystals": -1, "overlord_crystals": 1}, where={"overlord_crystals": 5}),
    outcome(
        "E066",
        {"A.crystals": -1, "overlord_crystals": 1},
        where={"overlord_crystals": 4},
        together=True,
    ),
    outcome(
        "E066",
        {"A.crystals": -1, "overlord_crystals": -4, "overlord_health": 1},
        where={"overlord_crystals": 5} | HEALTH,
        together=True,
    ),
    outcome("E067", {"overlord_crystals": 2}),
    outcome("E068", {"A.crystals": -3}, "pay 3"),
    outcome("E068", {"A.crystals": -3}, "pay 3", where={"A.crystals": 3}),
    outcome("E068", {"A.wounds": 2}, "no", where={"A.attack": 4, "A.defense": 5}),
    outcome("E068", {"C.wounds": 7}, seat=2),
    outcome("E069", {"B.crystals": 2}, "choose left"),
    outcome("E069", {"overlord_crystals": 2}, "choose Overlord", together=True),
    outcome("E070", {"B.crystals": 2, "C.crystals": 2}),
    outcome("E070", {"B.crystals": 2, "C.crystals": 2, "overlord_crystals": 2}, together=True),
    outcome("E071", {"B.crystals": -3, "C.crystals": -2}, n=3),
    outcome(
        "E071",
        {"B.crystals": -2, "C.crystals": -2, "overlord_crystals": -2},
        where={"overlord_crystals": 3},
        together=True,
    ),
    outcome(
        "E071",
        {"B.crystals": -2, "C.crystals": -2, "overlord_crystals": -1},
        where={"overlord_crystals": 1},
        together=True,
    ),
    outcome(
        "E073",
        {"A.crystals": -2, "B.crystals": -2, "C.crystals": -1, "overlord_crystals": 5},
        where={"C.crystals": 1},
    ),
    outcome(
        "E073",
        {
            "A.crystals": -2,
            "B.crystals": -2,
            "C.crystals": -2,
            "overlord_crystals": 1,
            "overlord_health": 1,
        },
        where=HEALTH,
        together=True,
    ),
    outcome("E074", {"A.crystals": -2, "B.crystals": -2, "C.crystals": -2}),
    outcome("E074", {"A.crystals": -3, "B.crystals": -3, "C.crystals": -2}, n=3, together=True),
]

WON = {"won": ["gnolls.cleaver 1"]}
GIVING = [
    outcome("E075", {"won": "", "B.item": "cleaver, birch_bow, shroud, fist 2"}, "choose left"),
    outcome("E075", {}, "no"),
    outcome("E076", {"won": "", "C.item": "cleaver, fist 3"}, "choose right"),
    outcome(
        "E076",
        {"won": "", "graveyard": "cleaver, silver_horn, runt 6", "overlord_health": 1},
        "choose Overlord",
        where=HEALTH,
        together=True,
    ),
    outcome("E077", {"won": "", "A.item": "door_shield, padded_vest, fist, cleaver"}),
]
GIVING = [one._replace(card="gnolls.cleaver/1", where={**one.where, **WON}) for one in GIVING]

LEFT_TOPS = {"A.item": "fist 3, padded_vest, fist", "B.item": "door_shield, shroud, fist 2"} | {
    "C.item": "birch_bow",
    "A.enchantment": "enchanting 3, of_spring, enchanting",
    "B.enchantment": "of_greed, of_old_bones, enchanting 2",
    "C.enchantment": "of_fast_feet",
}
STACKS = [
    outcome("E079", {"B.enchantment": "of_old_bones, enchanting 2"})._replace(
        changes={"B.enchantment": "of_old_bones, enchanting 2"}
        | {"graveyard": "of_fast_feet, silver_horn, runt 6"}
    ),
    outcome("E079", {}, seat=1),
    outcome("E079", {}, where={"B.enchantment": ["of_fast_feet"]}),
    outcome(
        "E084",
        {"A.item": "birch_bow, door_shield, padded_vest, fist"} | {"B.item": "shroud, fist 2"},
    ),
    outcome("E084", {}, where={"B.item": ["birch_bow"]}),
    outcome(
        "E084", {"overlord_health": -1}, "choose Overlord", where={"overlord_health": 2}
    )._replace(together=True),
    outcome(
        "E085",
        {"A.enchantment": "of_spring, enchanting", "C.enchantment": "of_greed, enchanting 3"},
    )._replace(lines=("choose right", "give of Greed")),
    outcome(
        "E085", {"A.item": "padded_vest, fist", "B.item": "door_shield, birch_bow, shroud, fist 2"}
    )._replace(lines=("choose left",), where={"A.enchantment": ["of_greed"]}),
    outcome("E085", {}, where=ONE_OF_EACH),
    outcome("E086", {"A.item": "padded_vest, fist, door_shield"}),
    outcome("E086", {}, where=ONE_OF_EACH),
    outcome(
        "E087",
        {
            "A.item": "padded_vest, fist, door_shield",
            "A.enchantment": "of_spring, enchanting, of_greed",
        },
    )._replace(lines=("bury item",)),
    outcome(
        "E087", {"A.enchantment": "of_spring, enchanting, of_greed"}, where={"A.item": ["fist"]}
    ),
    outcome("E088", {"A.item": "fist, door_shield, padded_vest"}),
    outcome(
        "E089",
        {
            "A.item": "fist, door_shield, padded_vest",
            "A.enchantment": "enchanting, of_greed, of_spring",
        },
    )._replace(lines=("unbury enchantment",)),
    outcome("E090", {"A.enchantment": "enchanting, of_greed, of_spring"}, "unbury enchantment"),
    outcome("E090", {"A.item": "fist, door_shield, padded_vest"}, "unbury item"),
    outcome("E091", {"B.item": "shroud, fist 2, birch_bow"}),
    outcome("E091", {}, where={"B.item": ["birch_bow"]}),
    outcome("E092", {"B.item": "fist 2, birch_bow, shroud"}),
    outcome("E093", {}, "no"),
    outcome("E093", {"A.item": "padded_vest, fist, door_shield"}, "bury item", "no"),
    outcome(
        "E093",
        {
            "A.item": "padded_vest, fist, door_shield",
            "A.enchantment": "of_spring, enchanting, of_greed",
        },
    )._replace(lines=("bury enchantment", "bury item")),
    outcome(
        "E094", {"A.item": "padded_vest, fist", "graveyard": "door_shield, silver_horn, runt 6"}
    )._replace(lines=("discard Door Shield",)),
    outcome(
        "E094",
        {"A.creature": "runt, zealot, plague_wyrm", "graveyard": "acolyte, silver_horn, runt 6"},
    )._replace(where=ONE_OF_EACH),
    outcome("E094", {}, where=ONE_OF_EACH | {"A.creature": ["plague_wyrm", "runt 1"]}),
    outcome("E095", LEFT_TOPS),
    outcome(
        "E096",
        {"A.item": "padded_vest, fist", "B.creature": "runt 2", "C.creature": ""}
        | {"graveyard": "acolyte 3, acolyte 2, door_shield, silver_horn, runt 6"},
        "B: discard Nervous Acolyte",
        "A: discard Door Shield",
    ),
    outcome(
        "E097",
        {"A.item": "door_shield, padded_vest", "B.item": "birch_bow, fist 2"}
        | {"box": "fist", "graveyard": "shroud, silver_horn, runt 6"},
        "A: discard Fist",
        "B: discard Shroud",
    ),
    outcome(
        "E098",
        {"B.item": "shroud, fist 2, birch_bow"}
        | {"B.enchantment": "enchanting 2, of_fast_feet, of_old_bones"},
        "B: bury item",
        "B: unbury enchantment",
    ),
    outcome("E098", {}, "B: no", "B: no"),
    outcome(
        "E099",
        {"A.item": "fist, door_shield, padded_vest", "B.item": "fist 2, birch_bow, shroud"}
        | {"A.enchantment": "enchanting, of_greed, of_spring"}
        | {"B.enchantment": "enchanting 2, of_fast_feet, of_old_bones"},
        "A: unbury item",
        "B: unbury enchantment",
    ),
    outcome(
        "E103",
        {"A.enchantment": "enchanting 3, of_spring, enchanting", "C.enchantment": "of_greed"},
    )._replace(lines=("choose right",)),
    outcome("E104", {"A.enchantment": "of_rage, of_spring, enchanting", "track.3": "of_greed"}),
    outcome("E104", {}, where={"track": ["pickpocket 1", "scale_lance 1"]}),
    outcome("E104", {}, where={"A.enchantment": ["enchanting"]}),
    outcome(
        "E105",
        {
            "A.enchantment": "of_fast_feet, of_greed, of_spring, enchanting",
            "B.enchantment": "of_old_bones, enchanting 2",
        },
    ),
    outcome("E105", {}, where={"B.enchantment": ["of_fast_feet"]}),
    outcome(
        "E106", {"A.enchantment": "of_spring, enchanting", "overlord_cards": "of_greed"}, "effect 1"
    ),
    outcome("E106", {"A.crystals": -2}, "effect 2"),
    outcome("E106", {"A.crystals": -2}, where=ONE_OF_EACH),
    outcome(
        "E106", {"A.enchantment": "of_spring, enchanting", "overlord_cards": "of_greed"}
    )._replace(where={"A.crystals": 1}),
    outcome("E106", {}, where=ONE_OF_EACH | {"A.crystals": 1}),
    outcome("E107", {"graveyard": "runt 6", "overlord_cards": "silver_horn"})._replace(
        card="unicorns.silver_horn/1"
    ),
    outcome(
        "E108",
        {"A.enchantment": "enchanting", "graveyard": "of_greed, of_spring, silver_horn, runt 6"},
    ),
    outcome(
        "E108", {"A.enchantment": "of_druids", "graveyard": "of_greed, silver_horn, runt 6"}
    )._replace(where={"A.enchantment": ["of_greed", "of_druids"]}),
    outcome(
        "E109",
        {
            "B.enchantment": "of_old_bones, enchanting 2",
            "graveyard": "of_fast_feet, silver_horn, runt 6",
        },
    ),
    outcome("E110", {"B.enchantment": "enchanting 2, of_fast_feet, of_old_bones"}),
    outcome("E111", {"A.enchantment": "enchanting, of_greed, of_spring"}),
    outcome("E112", {"B.enchantment": "enchanting 2, of_fast_feet, of_old_bones"}),
    outcome("E112", {}, where={"B.enchantment": ["of_fast_feet"]}),
]

MONSTERS = [
    outcome(
        "E113",
        {"A.creature": "zealot, plague_wyrm", "graveyard": "runt, acolyte, silver_horn, runt 6"},
        "discard Nervous Acolyte",
        "discard Biting Runt",
    ),
    outcome(
        "E113",
        {"A.creature": "plague_wyrm", "graveyard": "acolyte, silver_horn, runt 6"},
        where={"A.creature": ["acolyte 1", "plague_wyrm"]},
    ),
    outcome("E114", {}, "no"),
    outcome(
        "E114",
        {"A.creature": "acolyte, runt, plague_wyrm", "C.creature": "zealot, acolyte 3"},
        "choose right",
        "give Lash Zealot",
    ),
    outcome("E114", {}, where={"A.creature": ["plague_wyrm"]}),
    outcome(
        "E115",
        {"A.creature": "runt, zealot, plague_wyrm", "B.creature": "acolyte, acolyte 2, runt 2"},
        "choose left",
    ),
    outcome("E115", {}, where={"A.creature": ["plague_wyrm", "runt 1"]}),
    outcome("E115", {}, where={"A.creature": []}),
    outcome(
        "E116",
        {"A.creature": "runt 2, acolyte, runt, zealot, plague_wyrm", "B.creature": "acolyte 2"},
        "choose left",
        "B: give Biting Runt",
    ),
    outcome("E116", {}, where={"B.creature": [], "C.creature": []}),
    outcome(
        "E117",
        {"B.creature": "acolyte 2", "graveyard": "runt 2, silver_horn, runt 6"},
        "choose left",
        "B: discard Biting Runt",
    ),
    outcome(
        "E117",
        {"overlord_strength": -1},
        "choose Overlord",
        where={"overlord_strength": 1},
        together=True,
    ),
    outcome(
        "E118",
        {
            "A.creature": "acolyte 3, runt 2, acolyte, runt, zealot, plague_wyrm",
            "B.creature": "acolyte 2",
            "C.creature": "",
        },
        "B: give Biting Runt",
    ),
    outcome(
        "E119",
        {
            "B.creature": "acolyte 2",
            "C.creature": "",
            "graveyard": "acolyte 3, runt 2, silver_horn, runt 6",
        },
        "B: discard Biting Runt",
    ),
    outcome(
        "E120",
        {
            "A.creature": "acolyte, zealot, plague_wyrm",
            "B.creature": "runt 2",
            "C.creature": "",
            "graveyard": "acolyte 3, acolyte 2, runt, silver_horn, runt 6",
        },
        "A: discard Biting Runt",
        "B: discard Nervous Acolyte",
    ),
]

ON_OVERLORD = {"overlord_cards": ["of_rage 2", "runt 3"]}
JOURNEYS = [
    outcome("E101", {}, "no", where=ON_OVERLORD),
    outcome(
        "E101",
        {
            "A.enchantment": "of_rage 2, of_greed, of_spring, enchanting",
            "overlord_cards": "runt 3",
            "journeyed": True,
        },
        "visit of Rage",
        where=ON_OVERLORD,
    ),
    outcome("E101", {}, where={"overlord_cards": ["runt 3"]}),
    outcome(
        "E136",
        {
            "A.enchantment": "of_rage 2, of_greed, of_spring, enchanting",
            "overlord_cards": "runt 3",
            "journeyed": True,
        },
        "visit of Rage",
        where=ON_OVERLORD,
    ),
    outcome(
        "E136",
        {
            "A.creature": "runt 3, acolyte, runt, zealot, plague_wyrm",
            "A.crystals": 1,
            "overlord_cards": "of_rage 2",
            "journeyed": True,
        },
        "visit Biting Runt",
        where=ON_OVERLORD,
    ),
    outcome(
        "E139",
        {
            "A.item": "silver_horn, door_shield, padded_vest, fist",
            "graveyard": "runt 6",
            "journeyed": True,
        },
        "visit Silver Horn",
    ),
    outcome("E139", {}, "no"),
    outcome("E139", {}, where={"graveyard": []}),
    outcome("E123", {"free_journey": True}),
    outcome("E124", {"track.0": "foal", "track.5": "pickpocket"}, "swap 0 with 5"),
    outcome(
        "E124",
        {"track.0": "scale_lance+!!", "track.1": "pickpocket"},
        "swap 0 with 1",
        where={"track": TOKENS},
    ),
    outcome("E124", {}, where={"track": ["foal 1"]}),
    outcome("E138", {"track.1": "scale_lance+", "track.3": "of_rage+"}, where={"track": TOKENS}),
    outcome("E140", {"track.3": "silver_horn", "graveyard": "of_rage, runt 6"}, "swap 3"),
    outcome(
        "E140",
        {"track.3": "silver_horn", "graveyard": "of_rage, runt 6"},
        "swap 3",
        where={"track": TOKENS},
    ),
    outcome("E140", {}, where={"graveyard": []}),
    outcome("E140", {}, where={"track": []}),
    outcome(
        "E141",
        {"graveyard": "stag 3", "overlord_cards": "silver_horn, runt 6"},
        where={"graveyard": ["stag 3", "silver_horn 1", "runt 6"]},
    ),
    outcome("E141", {"graveyard": "", "overlord_cards": "silver_horn, runt 6"}, n=3),
]

OPEN = {"A.attack": 4, "A.defense": 5}
ATTACKS = [
    outcome("E125", {"A.wounds": 3}, where=OPEN),
    outcome("E125", {"B.wounds": 1}, seat=1),
    outcome("E126", {"B.wounds": 3, "C.wounds": 8}),
    outcome("E127", {"B.wounds": 1, "C.wounds": 4}),
    outcome("E128", {}, "no"),
    outcome("E128", {"B.wounds": 3}, "choose left"),
    outcome("E128", {"A.wounds": 3, "B.wounds": 3}, "choose left", where=OPEN),
    outcome("E129", {"B.wounds": 3}, "choose left"),
    outcome("E129", {}, "no"),
    outcome("E130", {"C.wounds": 4}, "choose right"),
    outcome("E130", {}, "no"),
    outcome("E131", {"B.wounds": 4, "C.wounds": 2}, where={"C.attack": 2, "C.defense": 6}),
    outcome(
        "E131", {"pool": 7, "hit_points": -2}, where={"A.attack": 10, "A.defense": 9}, together=True
    ),
]

TRACK_TOKENS = {"track": TOKENS, "overlord_rewards": 0}
OVERLORD = [
    outcome(
        "E132",
        {
            "village": "village.holy_grove",
            "village_deck": "dwarfburg",
            "box": "normaltown",
            "A.wounds": 5,
            "village_rewards": -3,
        },
        where={
            "village_rewards": 3,
            "A.wounds": 0,
            "chance": {"fixed": {"village": ["village.holy_grove"]}},
        },
    ),
    outcome("E133", {"village_rewards": 1}),
    outcome("E134", {"village_rewards": 1, "overlord_rewards": 1}),
    outcome("E135", {"village_rewards": -1}, where={"village_rewards": 2}),
    outcome("E135", {}),
    outcome("E157", {"B.wounds": 6, "C.wounds": 7}, where={"B.wounds": 0}),
    outcome("E157", {}, where={"overlord_active": False}),
    outcome("E158", {}),
    outcome(
        "E158",
        {"A.wounds": 2, "A.rewards": 1, "overlord_rewards": -1, "B.wounds": 2, "C.wounds": 2},
        where={"A.attack": 9, "A.defense": 5},
    ),
    outcome("E158", {}, where={"A.attack": 8, "A.defense": 5}),
    outcome("E161", {"overlord_rewards": 1}),
    outcome("E162", {"overlord_rewards": 3}),
    outcome("E163", {"overlord_rewards": -1}),
    outcome("E163", {}, where={"overlord_rewards": 0}),
    outcome("E166", {"A.wounds": 2}, where=OPEN),
    outcome("E166", {"A.wounds": 2}, where=OPEN, seat=1),
    outcome("E167", {"B.wounds": 5, "C.wounds": 7}, where={"B.attack": 8, "B.defense": 2}),
    outcome("E168", {"C.wounds": 7}),
    outcome(
        "E168", {"B.wounds": 7}, "player 2", where={"B.attack": 8, "B.defense": 0, "B.wounds": 0}
    ),
    outcome("E169", {"B.wounds": 1}, where={"B.attack": 8, "B.defense": 6} | OPEN),
    outcome("E170", {"hit_points": -4}, amount=4, together=True),
    outcome("E170", {"overlord_health": 1}, amount=-1, where=HEALTH, together=True),
    outcome("E170", {}, amount=0, together=True),
    outcome(
        "E171",
        {
            "track.1": "scale_lance!!",
            "track.3": "of_rage!",
            "hit_points": -4,
            "overlord_health": 1,
            "overlord_strength": 1,
        },
        where={"track": TOKENS, "chance": {"fixed": {"reinforcement": ["health", "strength"]}}},
        together=True,
    ),
    outcome("E172", {"track.0": "pickpocket?"}, together=True),
    outcome(
        "E172",
        {"track.0": "foal?", "track.1": "stag 3"},
        together=True,
        where={"track": ["foal 1", {"card": "stag 3", "cerberus": True}]},
    ),
    outcome("E172", {}, where={"track": [None, "foal 1"]}, together=True),
    outcome(
        "E173", {"pool": 9}, where={"track": [{"card": "foal 1", "cerberus": True}]}, together=True
    ),
    outcome(
        "E173",
        {"pool": 9},
        where={"track": [{"card": "hoard_dragon", "cerberus": True}]},
        together=True,
    ),
    outcome(
        "E173",
        {"hit_points": 3},
        together=True,
        where={"hit_points": 90, "track": [{"card": "of_rage", "cerberus": True}]},
    ),
    outcome("E173", {"hit_points": 3}, where={"hit_points": 90}, together=True),
    outcome(
        "E174",
        {"event_deck": "curse, respite 2, respite"},
        together=True,
        where={
            "chance": {
                "fixed": {"events": [["event.respite/1", "event.respite/2", "event.curse/1"]]}
            }
        },
    ),
    outcome("E175", {"desert": "sandstorm"}, where={"desert": "calm"}),
    outcome("E175", {"desert": "calm"}, where={"desert": "sandstorm"}),
    outcome("E175", {}),
    outcome("E176", {"desert": "calm"}, "flip", where={"desert": "sandstorm"}),
    outcome("E176", {}, "no", where={"desert": "sandstorm"}),
    outcome("E178", {"desert_doubled": 1}, where={"desert": "calm"}),
    outcome("E178", {}),
    outcome("E179", {"desert_ignored": True}, where={"desert": "calm"}),
    outcome("E180", {"desert": "sandstorm"}, where={"desert": "calm"}),
    outcome("E180", {}, where={"desert": "sandstorm"}),
    outcome("E181", {"desert": "calm"}, where={"desert": "sandstorm"}),
    outcome("E181", {}, where={"desert": "calm"}),
    outcome("E182", {"result": "lost"}, together=True),
    outcome("E182", {}),
]

OUTCOMES = [
    *(*WOUNDS, *HEALING, *POWERS, *CRYSTALS, *GIVING),
    *(*STACKS, *MONSTERS, *JOURNEYS, *ATTACKS, *OVERLORD),
]


@pytest.mark.parametrize("expected", OUTCOMES, ids=name_outcome)
def test_an_effect(expected: Outcome, lay: Lay, cause: Any, say: Any) -> None:
    """The row happens to a seat; nothing but what it says changes."""
    ((op, args),) = msgspec.yaml.decode(form_of(expected.row, expected.n)).items()
    if op == "minor":
        ((op, args),) = args["effect"][0].items()
    state = lay(replace_fields(RICH, expected.where), together=expected.together)
    before = list_facts(state)

    cause(state, {op: args}, seat=expected.seat, card=expected.card, amount=expected.amount)
    answer_all(say, state, expected.lines)

    assert find_changes(before, list_facts(state)) == expected.changes
    assert state.result or ENCHANTERS.list_prompts(state)[0].question == "turn"


SLIME = [
    outcome("E058", {"A.crystals": 4}, where={"A.item": ["slime_above", "slime_below", "fist"]}),
    outcome(
        "E078",
        {"B.item": "slime_above, fist", "graveyard": "slime_below, silver_horn, runt 6"},
        "B: discard item.slime_below",
        where={"B.item": ["slime_above", "slime_below", "fist"], "A.item": ["fist 4"]},
    ),
    outcome("E078", {}, where={"B.item": ["slime_above"]}),
    outcome(
        "E080",
        {"A.item": "fist", "graveyard": "slime_below, slime_above, silver_horn, runt 6"},
        "discard item.slime_above",
        where={"A.item": ["slime_above", "slime_below", "fist"]},
    ),
    outcome(
        "E080",
        {"A.item": "padded_vest, fist", "graveyard": "slime_above, silver_horn, runt 6"},
        where={"A.item": ["slime_above", "padded_vest", "fist"]},
    ),
]


@pytest.mark.parametrize("expected", SLIME, ids=name_outcome)
def test_an_effect_of_slime(
    expected: Outcome, lay: Lay, cause: Any, say: Any, print_card: Any
) -> None:
    """On either part of a card."""
    print_card(name="slime_above", upper={"icons": {"slime": 1}})
    print_card(name="slime_below", lower={"icons": {"slime": 1}})
    test_an_effect(expected, lay, cause, say)


@pytest.mark.usefixtures("hide_slime")
@pytest.mark.parametrize("part", ["upper", "lower"])
def test_the_view_counts_slime_wherever_a_card_has_it(part: str, lay: Lay, print_card: Any) -> None:
    """Beside a stack only icons that are in the box are counted."""
    assert "slime" not in to_builtins(ENCHANTERS.build_view(lay(), 0).seats[0])
    print_card(**{part: {"icons": {"slime": 2}}})
    state = lay(replace_fields(RICH, {"A.item": ["trial"]}))
    assert [seat.slime for seat in ENCHANTERS.build_view(state, 0).seats] == [2, 0, 0]


def test_wounds_move_from_one_to_the_other(lay: Lay, cause: Any) -> None:
    """The controller of the text is hurt only if the text says so."""
    for taker, wounds in (("self", [9, 0, 0]), ("right", [5, 0, 4])):
        fields = {"A.wounds": 5, "B.wounds": 4, "C.wounds": 0}
        state = lay(replace_fields(RICH, fields))
        cause(state, {"move_wounds": {"from": "left", "to": taker, "n": 4}})
        assert [seat.wounds for seat in state.seats] == wounds


def test_the_active_player_is_the_first_seat_too(lay: Lay, cause: Any) -> None:
    """“Active” is A on A's turn, whoever began the match: Vragan's 7 against no defense."""
    state = lay(replace_fields(RICH, {"starting": "C", "A.wounds": 0, "A.defense": 0}))
    cause(state, {"overlord_attacks": {"who": "active"}})
    assert [seat.wounds for seat in state.seats] == [7, 3, 0]


def test_wounds_move_only_if_there_are_any(lay: Lay, cause: Any) -> None:
    """A-35: “effects as far as possible”."""
    state = lay(replace_fields(RICH, {"A.wounds": 5, "B.wounds": 0}))
    cause(state, {"move_wounds": {"from": "left", "to": "self", "n": 2}})
    assert [seat.wounds for seat in state.seats][:2] == [5, 0]


def test_a_single_card_is_not_unburied(lay: Lay, cause: Any) -> None:
    """“A stack of two or more”: nothing is told about a stack of one."""
    for items, told in ((["fist 4"], []), (["door_shield", "fist 4"], ["unburied"])):
        state = lay(replace_fields(RICH, {"A.item": items}))
        events = cause(state, {"unbury": {"who": "self", "stacks": ["item"], "mode": "all"}})
        assert [event.kind for event in events] == told
