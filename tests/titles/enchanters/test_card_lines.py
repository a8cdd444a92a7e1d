"""What every line of every card does, when it is played from a table.

A has attack and defense 30 and B has 8 and 1 unless a line says otherwise; A's creatures are a
Biting Runt and a Nervous Acolyte. Printed icons, health, strength and fixed points are figures of
the card files and are not repeated here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from games.titles.enchanters.game import GAME as ENCHANTERS
from games.titles.enchanters.rules.components import CARD, DESIGNS
from games.titles.enchanters.rules.read_position import SHORT
from games.titles.enchanters.rules.running import Run
from games.titles.enchanters.rules.state import State, Task
from games.titles.enchanters.rules.turn import run_to_next_question
from games.titles.enchanters.rules.vocabulary import STACK_OF
from games.titles.enchanters.words.card_texts import event_text, upper_text

from .conftest import RICH
from .tables import (
    Facts,
    answer_all,
    find_changes,
    list_facts,
    list_sights,
    name_card,
    replace_fields,
)

Lay = Callable[..., State]

TABLE = replace_fields(
    RICH,
    {
        "A.item": ["fist"],
        "A.enchantment": ["enchanting"],
        "A.creature": ["runt 1", "acolyte 1"],
        "A.attack": 30,
        "A.defense": 30,
        "overlord": "",
        "track": ["foal 6", "foal 5"],
        "chance": {"fixed": {"die": [4]}},
    },
)


class Line(NamedTuple):
    """What a card changes after these answers, on a table with other fields."""

    card: str
    changes: Facts
    lines: tuple[str, ...] = ()
    where: Mapping[str, Any] = {}


def line(card: str, changes: Facts, *lines: str, **where: Any) -> Line:
    """Write a line; `A_wounds` is the field of seat A."""
    named = {
        f"{name[0]}.{name[2:]}" if name[1] == "_" else name: value for name, value in where.items()
    }
    return Line(card, changes, lines, named)


def name_line(written: Line) -> str:
    return written.card


def happen(state: State, op: str, args: Any = None, seat: int = 0) -> None:
    """Let a step of the turn happen now, and nothing after it."""
    state.asked = None
    state.tasks = [Task(op, seat, args)]
    run_to_next_question(Run(state))


# Creatures: what happens to who defeats them ------------------------------------------------------

NO_CARDS = {"wound_deck": [], "A_wounds": 0, "B_wounds": 0}
DEFEATED = [
    line("cherub 1", {"C.wounds": -1}, C_wounds=3),
    line("guardian 1", {"A.wounds": 1, "B.wounds": -1, "A.crystals": 2}),
    line("seraph 1", {"A.wounds": -5}),
    line(
        "dawn_dragon",
        {"A.wounds": 2, "B.wounds": -2, "graveyard": "acolyte 3, runt 2"}
        | {"B.creature": "acolyte 2", "C.creature": ""},
        "B: discard Biting Runt",
        wound_deck=[],
        graveyard=[],
        A_wounds=1,
    ),
    line("acolyte 2", {"C.wounds": 1}, "choose right", B_creature=[]),
    line("zealot 1", {"B.wounds": 1, "C.wounds": 1}),
    line("hierarch 1", {"A.wounds": -4, "B.wounds": 3, "C.wounds": 1}, "give 3 left, 1 right"),
    line("plague_wyrm", {"B.wounds": 3, "C.wounds": 3}),
    line("pickpocket 1", {"A.crystals": -1}),
    line("highwayman 1", {"A.crystals": 1}),
    line("highwayman 1", {}, A_creature=["runt 1"]),
    line("queen 2", {"A.crystals": 2, "B.crystals": -2}, "choose left"),
    line("hoard_dragon", {"A.crystals": 4}),
    line("foal 1", {"B.wounds": -1, "C.wounds": -1}, C_wounds=3),
    line("stag 3", {"B.wounds": -2}),
    line("elder 2", {"A.wounds": -4}),
    line("thorn_dragon", {"A.wounds": -2, "B.wounds": -2}),
    line("runt 3", {"A.crystals": 1}),
    line("boar_pack 1", {"B.wounds": 4, "C.wounds": 5}),
    line("brute 2", {"A.wounds": 4}, A_attack=9, A_defense=5),
    line(
        "scrap_dragon",
        {"A.wounds": 2, "B.wounds": 11, "C.wounds": 12},
        A_attack=30,
        A_defense=10,
        wound_deck=[],
        B_wounds=0,
    ),
    line("clay_golem 1", {}),
    line("clay_golem 1", {"A.item": "fist, padded_vest"}, A_item=["padded_vest", "fist"]),
    line("brass_sentinel 1", {}),
    line(
        "brass_sentinel 1",
        {"A.crystals": 1},
        A_item=["padded_vest", "hide_shield", "scale_lance", "fist"],
    ),
    line("colossus 1", {"B.item": "fist 2, birch_bow, shroud"}),
    line(
        "colossus 1",
        {"A.crystals": 4, "B.item": "fist 2, birch_bow, shroud"},
        A_wound=["limp", "bad_knee"],
    ),
    line(
        "clockwork_dragon",
        {"B.item": "shroud, fist 2", "graveyard": "birch_bow"},
        "B: discard Birch Bow",
        graveyard=[],
    ),
    line("apprentice 1", {}),
    line("apprentice 1", {"A.crystals": 1}, A_enchantment=["of_greed", "of_spring", "enchanting"]),
    line("living_book 1", {"B.enchantment": "of_old_bones, enchanting 2, of_fast_feet"}),
    line(
        "archmage 1",
        {
            "A.enchantment": "of_fast_feet, enchanting",
            "B.enchantment": "of_old_bones, enchanting 2",
        },
    ),
    line(
        "rune_dragon",
        {"B.enchantment": "of_old_bones, enchanting 2", "graveyard": "of_fast_feet"},
        "B: discard of Fast Feet",
        graveyard=[],
    ),
    line("shambler 1", {"desert": "sandstorm"}, "flip", desert="calm"),
    line("shambler 1", {}, "no", desert="calm"),
    line("scarab_swarm 1", {"A.wounds": 1}, "effect 1"),
    line("scarab_swarm 1", {"A.crystals": -2}, "effect 2"),
    line("jackal_priest 1", {}, "no"),
    line(
        "jackal_priest 1",
        {"A.item": "silver_horn, fist", "graveyard": "runt 6"},
        "visit Silver Horn",
    ),
    line("sand_wyrm", {"A.crystals": -2, "B.crystals": -2, "C.crystals": -2}),
    line("digger 1", {"B.enchantment": "enchanting 2, of_fast_feet, of_old_bones"}),
    line("giant_mole 1", {}),
    line("giant_mole 1", {}, "no", A_item=["padded_vest", "fist"]),
    line("giant_mole 1", {"A.item": "fist, padded_vest"}, "bury", A_item=["padded_vest", "fist"]),
    line("shaman 1", {"B.item": "shroud, fist 2, birch_bow"}),
    line(
        "dripstone_dragon",
        {
            "B.item": "fist 2, birch_bow, shroud",
            "B.enchantment": "enchanting 2, of_fast_feet, of_old_bones",
        },
    ),
    line("fledgling 1", {}),
    line("screecher 1", {}),
    line(
        "matriarch 1",
        {
            "B.enchantment": "of_old_bones, enchanting 2",
            "graveyard": "of_fast_feet, silver_horn, runt 6",
        },
    ),
    line("tempest_dragon", {"B.wounds": 1}),
    line("raider 1", {"A.crystals": 1}),
    line("berserker 1", {"A.crystals": 1}),
    line("warlord 1", {}),
    line("frost_wyrm", {}),
    line("colt 1", {"A.crystals": 1}),
    line("archer 1", {}),
    line("chieftain 1", {}),
    line("maned_dragon", {}),
    line("cave_spider 1", {"C.wounds": 1}, "choose right", B_creature=[]),
    line("night_blade 1", {"B.wounds": 1, "A.crystals": 1}, "choose left", B_wounds=0),
    line("matron 1", {"B.wounds": 1, "C.wounds": 1}),
    line("widow_dragon", {"B.wounds": 2, "C.wounds": 2}),
    line("imp 1", {"A.crystals": 1}, "no"),
    line("tormentor 1", {"A.crystals": 2}),
    line("duke 1", {}, "no"),
    line(
        "duke 1",
        {"A.creature": "acolyte", "C.creature": "runt, acolyte 3"},
        "choose right",
        "give Biting Runt",
    ),
    line(
        "brimstone_dragon",
        {"A.crystals": -6, "A.creature": "acolyte 3, runt 2, runt, acolyte"}
        | {"B.creature": "acolyte 2", "C.creature": ""},
        "B: give Biting Runt",
    ),
    line("hatchling 1", {"A.wounds": 1, "A.crystals": 2}),
    line("guard 1", {}),
    line("rider 1", {}),
    line("red_sire", {}),
    line("black_dam", {}),
    line("recruit 1", {"A.wounds": -2}),
    line("swordsman 1", {}),
    line("champion 1", {}, "no"),
    line("champion 1", {"C.wounds": 9}, "choose right", A_attack=9, wound_deck=[]),
    line("pit_dragon", {}),
    # Its own strength is 10, B’s attack 8.
    line("pit_dragon", {"A.wounds": 5 + 3}, A_attack=12, A_defense=5, wound_deck=[]),
    line("pixie 1", {"C.crystals": 1}, "choose right"),
    line("moth_knight 1", {"A.crystals": 1, "B.crystals": 1, "C.crystals": 1}),
    line(
        "queen_of_may 1",
        {
            "A.enchantment": "enchanting 3",
            "B.enchantment": "enchanting, of_old_bones, enchanting 2",
            "C.enchantment": "of_fast_feet",
        },
    ),
    line("glimmer_dragon", {"A.crystals": 3}),
    line(
        "glimmer_dragon",
        {"A.crystals": 3, "A.item": "fist", "C.item": "padded_vest, fist 3"},
        "choose right",
        "give Padded Vest",
        A_item=["padded_vest", "fist"],
        A_enchantment=["of_greed", "enchanting"],
    ),
    line("cur 1", {"B.wounds": 1, "C.wounds": 1}),
    line("pack_hunter 1", {"A.crystals": 1}, "no"),
    line(
        "pack_hunter 1",
        {"A.crystals": 1, "A.creature": "acolyte", "C.creature": "runt, acolyte 3"},
        "choose right",
        "give Biting Runt",
    ),
    line("alpha 1", {"A.creature": "acolyte 3, runt, acolyte", "C.creature": ""}, "choose right"),
    line(
        "carrion_wyrm",
        {
            "A.creature": "acolyte",
            "B.creature": "acolyte 2",
            "C.creature": "",
            "graveyard": "acolyte 3, runt 2, runt",
        },
        "A: discard Biting Runt",
        "B: discard Biting Runt",
        graveyard=[],
    ),
    line("puddle 1", {"A.crystals": 1}),
    line(
        "sewer_slug 1",
        {"B.creature": "acolyte 2", "graveyard": "runt 2, silver_horn, runt 6"},
        "choose left",
        "B: discard Biting Runt",
    ),
    line("sewer_slug 1", {}, B_creature=[], C_creature=[]),
    line("cube 1", {"A.creature": "acolyte", "graveyard": "runt, silver_horn, runt 6"}),
    line(
        "cube 1",
        {"A.item": "fist", "graveyard": "padded_vest, silver_horn, runt 6"},
        "discard Padded Vest",
        A_item=["padded_vest", "fist"],
    ),
    line(
        "ooze_dragon",
        {"A.creature": "runt", "graveyard": "acolyte, silver_horn, runt 6"},
        "discard Nervous Acolyte",
    ),
    line("skeleton 1", {}),
    line(
        "ghoul_pack 1", {"A.item": "silver_horn, fist", "graveyard": "runt 6"}, "visit Silver Horn"
    ),
    line("ghoul_pack 1", {}, "no"),
    line("ghoul_pack 1", {}, graveyard=["runt 6", "silver_horn"]),
    line("wight 1", {}),
    line("dracolich", {}),
]


@pytest.mark.parametrize("expected", DEFEATED, ids=name_line)
def test_a_creature_that_is_defeated(expected: Line, lay: Lay, say: Any) -> None:
    """It lies on top of the creatures afterwards, and does what its text says."""
    state = lay(replace_fields(TABLE, {**expected.where, "track": [expected.card]}))
    card = state.track[0].card
    before = list_facts(state)

    happen(state, "journey", 0)
    answer_all(say, state, expected.lines)

    changes = find_changes(before, list_facts(state))
    top, _, others = changes.pop("A.creature").partition(", ")
    assert top == name_card(card)
    if others != before["A.creature"]:
        changes["A.creature"] = others
    for name in ("track.0", "journeyed"):
        changes.pop(name, None)
    assert changes == expected.changes


# Items, enchantments, banners and classes: minor actions ------------------------------------------

# In a duel A has 4 and 5 against B’s 8 and 1.
DUEL = {"A_attack": 4, "A_defense": 5, "wound_deck": []}

USED = [
    line("mercy_blade", {"B.wounds": -1, "A.attack": 3}),
    line("chalice_of_tears", {"B.wounds": -1, "A.crystals": 2}),
    line("chalice_of_tears", {"C.wounds": -1, "A.crystals": 2}, "choose right", C_wounds=2),
    line("of_sacrifice", {"A.wounds": 1, "A.attack": 1, "A.defense": 1}, A_wounds=1),
    line("of_paladins", {"B.wounds": -1, "A.attack": 1, "A.defense": 1}),
    line("ritual_knife", {"A.wounds": 1, "A.attack": 2}),
    line("hex_idol", {"A.crystals": -2, "B.wounds": 2}, "choose left"),
    line("of_shared_pain", {"A.crystals": -1, "A.wounds": -1, "C.wounds": 1}, "choose right"),
    line("of_cultists", {"A.crystals": -1, "A.wounds": -1, "C.wounds": 1}, "choose right"),
    line("cutpurse_knife", {"A.wounds": 1, "A.crystals": 1, "B.crystals": -1}, "choose left"),
    line("throwing_axe", {"A.crystals": -1, "A.attack": 2}),
    line("of_rage", {"A.wounds": 1, "A.attack": 2}),
    line(
        "of_the_last_stand",
        {"A.enchantment": "enchanting, of_the_last_stand", "A.attack": 5, "A.defense": -1},
    ),
    line("banner.vikingork", {"A.wounds": 1, "A.attack": 1}),
    line("of_the_gallop", {"track.0": "foal 5", "track.1": "foal 6"}),
    line(
        "brimstone_whip",
        {"A.attack": 4, "A.creature": "acolyte", "C.creature": "runt, acolyte 3"},
        "choose right",
        "give Biting Runt",
    ),
    line(
        "of_black_bargains",
        {
            "A.wounds": -2,
            "A.creature": "acolyte",
            "C.creature": "runt, acolyte 3",
            "free_journey": True,
        },
        "choose right",
        "give Biting Runt",
    ),
    line(
        "of_summoners",
        {"A.crystals": 3, "A.creature": "acolyte", "C.creature": "runt, acolyte 3"},
        "choose right",
        "give Biting Runt",
    ),
    line("poison_stiletto", {"A.crystals": -1, "B.wounds": 1}, "choose left"),
    line("spidersilk_mail", {"A.defense": 2}, A_wounds=9),
    line("of_spite", {"A.attack": 3}, A_wounds=9),
    line("banner.dark_elf", {"A.attack": 2}, A_wounds=9),
    line("fang_dagger", {"A.defense": -1, "A.attack": 2}),
    line(
        "arena_blade",
        {"A.crystals": -1, "A.attack": 1, "B.wounds": 9},
        "choose left",
        A_attack=9,
        wound_deck=[],
    ),
    line("arena_blade", {"A.crystals": -1, "A.attack": 1}, "no"),
    line("of_open_challenge", {"A.crystals": -1, "A.defense": 2}, "no"),
    line(
        "of_open_challenge",
        {"A.crystals": -1, "A.defense": 2, "C.wounds": 4},
        "choose right",
        A_attack=4,
    ),
    line("banner.arenian", {"A.crystals": -2}, "no"),
    line("banner.arenian", {"A.crystals": -2, "A.wounds": 2, "B.wounds": 3}, "choose left", **DUEL),
    line("of_the_parry", {"A.crystals": -1, "A.defense": 10}),
    line("spiked_buckler", {"A.item": "fist, spiked_buckler", "A.attack": 30 - 2}),
    line("scrap_maul", {"A.defense": -1, "A.attack": 2}),
    line("banner.goblin", {"A.defense": -1, "A.attack": 1}),
    line("spring_hammer", {"A.item": "fist, spring_hammer", "A.attack": 7 - 1}, A_attack=7),
    line(
        "winding_key",
        {"A.crystals": -1, "A.enchantment": "enchanting, of_greed"},
        A_enchantment=["of_greed", "enchanting"],
    ),
    line(
        "of_many_hands",
        {"A.crystals": -1, "A.attack": 3},
        A_item=["padded_vest", "hide_shield", "fist"],
    ),
    line(
        "of_spare_parts",
        {"A.item": "fist, padded_vest", "A.attack": 1, "A.defense": 1},
        A_item=["padded_vest", "fist"],
    ),
    line(
        "of_smiths",
        {"A.item": "fist, padded_vest", "A.attack": 1, "A.defense": 1},
        A_item=["padded_vest", "fist"],
    ),
    line(
        "crooked_wand",
        {"A.crystals": -1, "A.enchantment": "of_old_songs, enchanting", "track.0": "of_greed"},
        A_enchantment=["of_greed", "enchanting"],
        track=["of_old_songs", "foal 5"],
    ),
    line("crooked_wand", {"A.crystals": -1}, track=["of_old_songs", "foal 5"]),
    line(
        "star_cloak",
        {"A.crystals": -1, "A.defense": 1},
        A_enchantment=["of_greed", "enchanting"],
    ),
    line(
        "of_dispelling",
        {
            "A.crystals": -2,
            "B.enchantment": "of_old_bones, enchanting 2",
            "graveyard": "of_fast_feet, silver_horn, runt 6",
        },
    ),
    line(
        "of_burnt_pages",
        {"A.enchantment": "of_burnt_pages", "A.attack": 5, "box": "enchanting"},
        "discard of Enchanting",
    ),
    line("of_wizards", {"A.crystals": -1, "track.0": "foal 5", "track.1": "foal 6"}),
    line("khopesh", {"desert_doubled": 1}, desert="calm"),
    line("linen_wraps", {"A.item": "fist, linen_wraps", "A.wounds": -2}),
    line("hourglass", {"A.crystals": -1, "desert": "sandstorm"}, desert="calm"),
    line(
        "of_grave_goods",
        {"A.attack": 4, "A.creature": "acolyte", "graveyard": "runt, silver_horn, runt 6"},
        "discard Biting Runt",
    ),
    line("of_the_scarab", {"A.crystals": -1, "A.attack": 2}),
    line("digging_claws", {"A.item": "fist, digging_claws", "A.attack": 3}),
    line(
        "beetle_shield",
        {"A.enchantment": "enchanting, of_fast_feet", "A.defense": 2},
        A_enchantment=["of_fast_feet 1", "enchanting"],
        B_enchantment=["enchanting"],
    ),
    line(
        "of_cave_ins",
        {
            "A.item": "fist, padded_vest",
            "A.enchantment": "enchanting, of_cave_ins",
            "A.attack": 4,
        },
        A_item=["padded_vest", "fist"],
    ),
    line(
        "of_miners",
        {"A.item": "fist, padded_vest", "A.crystals": 1},
        A_item=["padded_vest", "fist"],
    ),
    line(
        "feather_javelin",
        {"A.crystals": -1, "A.attack": 1},
        A_enchantment=["of_fast_feet 2", "enchanting"],
    ),
    line(
        "cloud_buckler",
        {"A.crystals": -1, "A.defense": 1},
        A_enchantment=["of_fast_feet 2", "enchanting"],
    ),
    line("banner.olympian", {"A.wounds": 1, "free_journey": True}),
    line("dripping_flail", {"A.crystals": -1, "A.attack": 2}),
    line(
        "of_glue",
        {"A.crystals": -2, "C.creature": "", "graveyard": "puddle, silver_horn, runt 6"},
        C_creature=["puddle 1"],
    ),
    line("banner.slimehost", {"A.crystals": -1, "A.defense": 1}),
    line(
        "cleaver",
        {"A.attack": 4, "A.creature": "runt", "graveyard": "acolyte, silver_horn, runt 6"},
        "discard Nervous Acolyte",
    ),
    line(
        "hunting_net",
        {"A.crystals": -3, "A.creature": "acolyte 3, runt, acolyte", "C.creature": ""},
        "choose right",
    ),
    line("of_the_pack", {"A.crystals": -1, "A.attack": 1}),
    line("of_generosity", {"A.crystals": -1, "A.attack": 3, "C.crystals": 1}, "choose right"),
    line("of_bards", {"A.crystals": -1, "A.wounds": -2, "B.crystals": 1}, "choose left"),
    line("silver_horn 2", {"A.crystals": -1, "A.wounds": -2}),
    line("of_druids", {"A.crystals": -1, "A.wounds": -1}),
    line(
        "grave_spade",
        {"A.crystals": -1, "track.1": "silver_horn", "graveyard": "foal 5, runt 6"},
        "swap 1",
    ),
    line(
        "of_gravediggers",
        {"A.crystals": -1, "track.1": "silver_horn", "graveyard": "foal 5, runt 6"},
        "swap 1",
    ),
    line("of_cold_hands", {"A.crystals": -1, "A.attack": 1}, A_item=["shroud 2", "fist"]),
]
TWICE = ("throwing_axe", "of_rage", "scrap_maul", "of_spare_parts", "of_sacrifice")


def lay_on_top(lay: Lay, expected: Line) -> State:
    """Lay out the table with the card on top of its stack of A; B and C keep what they have."""
    design = DESIGNS[SHORT.get(expected.card.split()[0], expected.card.split()[0])]
    stack = STACK_OF[design.kind]
    basic = "fist" if stack == "item" else "enchanting"
    fields = {f"A.{stack}": [expected.card, basic], **expected.where}
    return lay(replace_fields(TABLE, fields))


@pytest.mark.parametrize("expected", USED, ids=name_line)
def test_a_minor_action(expected: Line, lay: Lay, say: Any) -> None:
    """Once a turn, or twice: then it is not offered again."""
    state = lay_on_top(lay, expected)
    before = list_facts(state)
    (used,) = [c for c in ENCHANTERS.list_prompts(state)[0].choices if c.verb == "use"]
    ENCHANTERS.play_decision(state, 0, used.examples()[0])
    answer_all(say, state, expected.lines)

    changes = find_changes(before, list_facts(state))
    assert changes == {**expected.changes, "A.used": 1}
    left = [c for c in ENCHANTERS.list_prompts(state)[0].choices if c.verb == "use"]
    assert bool(left) is (expected.card in TWICE)


# Rest actions of cards and villages ---------------------------------------------------------------

RESTS = [
    line("of_compassion", {"A.crystals": 3, "A.wounds": -2, "B.wounds": -1}),
    line("of_quick_fingers", {"A.crystals": 4, "B.crystals": -1}, "choose left"),
    line(
        "of_temptation",
        {"A.crystals": 4, "A.creature": "acolyte", "B.creature": "runt, acolyte 2, runt 2"},
        "choose left",
    ),
    line("of_temptation", {"A.crystals": 4}, A_creature=["plague_wyrm", "runt 1"]),
    line("of_the_scapegoat", {"A.crystals": 1, "A.wounds": -4, "B.wounds": 4}, "give 4 left"),
    line("honey_basket", {"A.crystals": 5, "B.crystals": 1}, "choose left"),
    line(
        "hand_crossbow", {"A.crystals": 1, "B.wounds": 2, "C.wounds": 2}, A_attack=11, wound_deck=[]
    ),
    line("of_old_scars", {"A.crystals": 3 + 1}, A_wounds=9),
    line("of_the_bulwark", {"A.crystals": 4}, A_attack=2, A_defense=9),
    line("of_clear_water", {"A.crystals": 1, "A.wounds": -3}),
    line("of_tailwinds", {"A.crystals": 2 + 1}),
    line("of_tailwinds", {"A.crystals": 2 + 3}, A_item=["winged_sandals", "fist"]),
    line("of_digestion", {"A.crystals": 2}),
    line("of_digestion", {"A.crystals": 2 + 1}, A_creature=["puddle 1"]),
    line("of_open_graves", {"A.crystals": -2, "A.item": "silver_horn, fist"}, "visit Silver Horn"),
    line("of_open_graves", {"A.crystals": -2}, "no"),
    line("of_embalmers", {"A.crystals": 2, "A.wounds": -2}),
    line(
        "of_borrowed_magic",
        {
            "A.crystals": 3,
            "A.enchantment": "of_fast_feet, enchanting",
            "B.enchantment": "of_borrowed_magic, of_old_bones, enchanting 2",
        },
        "choose left",
    ),
    line("cave_pick", {"A.crystals": 3, "A.item": "fist, cave_pick"}),
    line(
        "banner.troglodyte",
        {"A.crystals": 3, "A.wounds": -1, "A.item": "fist, troglodyte"},
    ),
    line(
        "banner.troglodyte",
        {
            **{"A.crystals": 3, "A.wounds": -1, "A.enchantment": "enchanting, of_greed"},
            "A.item": "fist, troglodyte",
        },
        A_enchantment=["of_greed", "enchanting"],
    ),
    line("of_mercenaries", {"A.crystals": 4}, A_attack=5),
    line("of_merchants", {"A.crystals": 5, "C.crystals": 1}, "choose right"),
]
HEAL_3 = {"A.wounds": -3}
VILLAGES: dict[str, list[Facts]] = {
    # The third: each of the others takes a wound.
    "benzomeranzan": [
        {"A.crystals": 3},
        HEAL_3,
        {"A.crystals": 2, "B.wounds": 1, "C.wounds": 1},
    ],
    # The third: a die, and a crystal for each of the others.
    "lost_horseshoe": [
        {"A.crystals": 3},
        HEAL_3,
        {"A.crystals": 4, "B.crystals": 1, "C.crystals": 1},
    ],
    "hells_gate": [{"A.crystals": 3}, HEAL_3],
    # The third: another player heals.
    "sun_tower": [
        {"A.crystals": 3},
        HEAL_3,
        {"A.crystals": 2, "A.wounds": -2, "B.wounds": -1},
    ],
    "normaltown": [{"A.crystals": 3}, HEAL_3],
    "dwarfburg": [{"A.crystals": 3}, {"A.wounds": -2}],
    "santa_gnomonica": [{"A.crystals": 3}, {"A.wounds": -2}],
    "asylum_library": [{"A.crystals": 3}, HEAL_3],
    "ankhara": [{"A.crystals": 3}, HEAL_3],
    "mycellium_halls": [{"A.crystals": 3}, HEAL_3],
    "upper_olympolis": [{"A.crystals": 3}, {"A.wounds": -2}],
    "slug_canal": [{"A.crystals": 3}, HEAL_3],
    "port_aurisan": [{"A.crystals": 3}, HEAL_3],
    "holy_grove": [{"A.crystals": 3}, {"A.wounds": -3, "B.wounds": -1}],
    "fjordosan": [{"A.crystals": 3}, HEAL_3],
    "equos_plains": [{"A.crystals": 3}, HEAL_3],
    "dracopolis": [{"A.crystals": 3}, HEAL_3],
    "hateville": [{"A.crystals": 3}, HEAL_3],
    "gravekill_mounds": [{"A.crystals": 3}, HEAL_3],
    "enchanters_guild": [{"A.crystals": 4}, HEAL_3],
    "cave_of_fools": [{"A.wounds": -2}],
    "sleepy_rock": [{"A.crystals": 3}, {"A.wounds": -2}],
    "alea": [{"A.crystals": 4}, {"A.wounds": -4}],
    "ne_ne_ne_sethos": [{"A.crystals": 3}, {"A.wounds": -2}],
    # The third: one attack, and a duel with it if wanted.
    "arena_mundi": [{"A.crystals": 3}, HEAL_3, {"A.crystals": -1}],
    "bloodhaven": [{"A.crystals": 3}, {"A.wounds": -2}],
    "chapel_of_soulfire": [
        {"A.crystals": 3},
        {"A.wounds": -2},
        {"A.wounds": -3, "A.creature": "acolyte", "box": "runt"},
    ],
    "deep_tower": [{"A.crystals": 3}, {"A.wounds": -2}, {"A.crystals": 2}],
    "foxenfurt": [{"A.crystals": 4, "B.crystals": 1, "C.crystals": 1}, HEAL_3],
    "garden_of_thorns": [{"A.crystals": 3}, HEAL_3],
    "north_ridge": [{"A.crystals": 3}, {"A.wounds": -2}],
    "old_hunters_keep": [{"A.crystals": 3}, {"A.wounds": -2}],
    "pyrkonia": [{"A.crystals": 3}, {"A.wounds": -2}],
    "red_gorge_forge": [{"A.crystals": 3}, HEAL_3],
    "scarabvan": [{"A.crystals": 3}, {"A.wounds": -2}],
    "sellsword_camp": [{"A.crystals": 3}, HEAL_3],
    "temple_of_epiona": [{"A.crystals": 2}, {"A.wounds": -2}],
}


def drop_turn(changes: Facts) -> Facts:
    """Leave out what every turn does: the track and powers that are icons again."""
    turn = ("track", "deck", "graveyard", "A.attack", "A.defense", "A.used", "journeyed")
    return {name: now for name, now in changes.items() if not name.startswith(turn)}


@pytest.mark.parametrize("expected", RESTS, ids=name_line)
def test_a_rest_action(expected: Line, lay: Lay, say: Any) -> None:
    state = lay_on_top(lay, expected)
    before = list_facts(state)
    rests = [c for c in ENCHANTERS.list_prompts(state)[0].choices if c.verb == "rest"]
    (own,) = [c for c in rests if "village" not in str(c.args["card"])]
    ENCHANTERS.play_decision(state, 0, own.examples()[0])
    answer_all(say, state, expected.lines)
    if state.active == 0:
        say(state, 0, "end")
    assert drop_turn(find_changes(before, list_facts(state))) == expected.changes


@pytest.mark.parametrize("village", VILLAGES)
def test_the_rests_of_a_village(village: str, lay: Lay, say: Any) -> None:
    fields = {"village": village, "village_deck": []}
    offered = lay(replace_fields(TABLE, fields))
    rests = [c for c in ENCHANTERS.list_prompts(offered)[0].choices if c.verb == "rest"]
    found = []
    for rest in rests:
        state = lay(replace_fields(TABLE, fields))
        before = list_facts(state)
        ENCHANTERS.play_decision(state, 0, rest.examples()[0])
        while state.active == 0 and state.asked:
            verbs = {choice.verb for choice in ENCHANTERS.list_prompts(state)[0].choices}
            say(state, 0, "no" if "no" in verbs else "end")
        found.append(drop_turn(find_changes(before, list_facts(state))))
    assert found == VILLAGES[village]


def test_the_third_rest_of_arena_mundi_is_a_duel_with_one_attack_more(lay: Lay, say: Any) -> None:
    """A’s 4 + 1 against B’s 1; B’s 8 is no match for A’s 30."""
    fields = {"village": "arena_mundi", "village_deck": [], "A.attack": 4}
    state = lay(replace_fields(TABLE, fields))
    before = list_facts(state)
    answer_all(say, state, ["rest Arena Mundi 3", "choose left"])
    found = find_changes(before, list_facts(state))
    assert (found["A.crystals"], found["B.wounds"]) == (-1, 4)
    assert "A.wounds" not in found


def test_there_is_a_line_for_every_village() -> None:
    villages = {code.split(".")[1] for code in CARD if CARD[code].kind == "village"}
    assert set(VILLAGES) == villages


@pytest.mark.parametrize(
    ("village", "changes"),
    [
        ("enchanters_guild", {"A.crystals": -2, "A.wounds": -1}),
        ("fjordosan", {"A.defense": -2, "A.attack": 1}),
        ("ne_ne_ne_sethos", {"A.crystals": -1, "desert_ignored": True}),
        ("bloodhaven", {"A.wounds": 1, "A.attack": 1}),
        ("pyrkonia", {"A.wounds": 2, "free_journey": True}),
        ("sellsword_camp", {"A.crystals": -2, "A.attack": 2}),
    ],
)
def test_the_minor_action_of_a_village(village: str, changes: Any, lay: Lay, say: Any) -> None:
    state = lay(replace_fields(TABLE, {"village": village, "desert": "calm"}))
    before = list_facts(state)
    (used,) = [c for c in ENCHANTERS.list_prompts(state)[0].choices if c.verb == "use"]
    ENCHANTERS.play_decision(state, 0, used.examples()[0])
    assert find_changes(before, list_facts(state)) == {**changes, "A.used": 1}


def test_a_gale_screecher_lowers_the_defence_against_it_alone(lay: Lay, say: Any) -> None:
    """Its strength is 4, A's defence 4; the pixie's strength 2, A's defence 1."""
    for card, defense, wounds in (("screecher 1", 4, 1), ("pixie 1", 1, 1)):
        fields = {"A.defense": defense, "A.wounds": 0, "track": [card, "screecher 2"]}
        state = lay(replace_fields(TABLE, fields))
        say(state, 0, "journey 0")
        assert state.seats[0].wounds == wounds


@pytest.mark.parametrize(("attack", "rewards"), [(8, 1), (7, 0)])
def test_sellsword_camp_adds_an_attack_to_challenges(
    attack: int, rewards: int, lay: Lay, say: Any
) -> None:
    """Vragan has health 9."""
    fields = {"village": "sellsword_camp", "overlord": "vragan", "A.attack": attack}
    state = lay(replace_fields(TABLE, {**fields, "A.crystals": 2, "track": ["foal 6"]}))
    answer_all(say, state, ["challenge"])
    assert state.seats[0].rewards == rewards


def test_asylum_library_swaps_an_enchantment_with_the_track(lay: Lay, say: Any) -> None:
    fields = {"village": "asylum_library", "A.enchantment": ["of_greed", "enchanting"]}
    state = lay(replace_fields(TABLE, {**fields, "track": ["foal 1", "of_old_songs"]}))
    before = list_facts(state)
    say(state, 0, "use Asylum Library")
    changes = {"A.crystals": -1, "A.enchantment": "of_old_songs, enchanting", "A.used": 1}
    assert find_changes(before, list_facts(state)) == {**changes, "track.1": "of_greed"}


def test_ankhara_swaps_a_card_of_the_track_with_the_graveyard(lay: Lay, say: Any) -> None:
    state = lay(replace_fields(TABLE, {"village": "ankhara"}))
    before = list_facts(state)
    answer_all(say, state, ["use Ankhara", "swap 1"])
    changes = {"A.crystals": -1, "A.used": 1, "track.1": "silver_horn"}
    changed = find_changes(before, list_facts(state))
    assert changed == {**changes, "graveyard": "foal 5, runt 6"}


def test_mycellium_halls_unbury_a_bottom_card(lay: Lay, say: Any) -> None:
    fields = {"village": "mycellium_halls", "A.item": ["padded_vest", "fist"]}
    state = lay(replace_fields(TABLE, fields))
    before = list_facts(state)
    say(state, 0, "use Mycellium Halls")
    changes = {"A.crystals": -1, "A.item": "fist, padded_vest", "A.used": 1}
    assert find_changes(before, list_facts(state)) == changes


# Points of cards and villages ---------------------------------------------------------------------

POINTS = [
    line("soul_trident", {"A.points": -4}),
    line("horned_helm", {"A.points": -2}),
    line("brimstone_whip", {"A.points": -2}),
    line("of_damnation", {"A.points": -3}),
    line("of_black_bargains", {"A.points": -2}),
    line("of_the_martyrs", {"A.points": 5}, A_wounds=9),
    line("of_the_martyrs", {"A.points": 0}, A_wounds=4),
    line("of_greed", {"A.points": 4}, A_crystals=10),
    line("of_old_songs", {"A.points": 10}),
    line("of_the_scapegoat", {"A.points": 1}),
    line("dragonhide", {"A.points": 1}),
    line("of_the_nest", {"A.points": 8}, A_creature=["red_sire", "black_dam"]),
    line("of_trophies", {"A.points": 1}),
    line("of_the_bulwark", {"A.points": 15}),
    line("trident", {"A.points": 1}),
    line("of_open_challenge", {"A.points": 1}),
    line("of_applause", {"A.points": 1}),
    line("of_applause", {"A.points": 2}, A_item=["banner.northern"]),
    line("winding_key", {"A.points": 0}),
    line("winding_key", {"A.points": 1}, A_enchantment=["of_spring 2", "enchanting"]),
    line("clay_plate", {"A.points": 1}),
    line("clay_plate", {"A.points": 2}, A_wound=["limp 1"]),
    line("grimoire", {"A.points": 1}, A_enchantment=["of_spring 2", "enchanting"]),
    line("of_swift_wings", {"A.points": 1}),
    line("of_swift_wings", {"A.points": 3}, A_item=["winged_sandals", "fist"]),
    line("of_many_bodies", {"A.points": 1}),
    line("of_many_bodies", {"A.points": 3}, A_creature=["puddle 1", "puddle 2"]),
    line("of_old_bones", {"A.points": 2}, A_creature=["skeleton 1", "skeleton 2", "skeleton 3"]),
    line("of_the_white_mane", {"A.points": 1}, A_item=["padded_vest", "hide_shield", "fist"]),
]
VILLAGE_POINTS: dict[str, tuple[dict[str, Any], int]] = {
    "hells_gate": ({"A.wounds": 4}, -4),
    "dwarfburg": ({"A.attack": 0, "A.defense": 7}, 3),
    "santa_gnomonica": ({"A.item": ["padded_vest", "hide_shield", "scale_lance", "fist"]}, 2),
    "port_aurisan": ({"A.crystals": 8}, 2),
    "dracopolis": ({"A.creature": ["red_sire", "black_dam"]}, 4),
    "hateville": ({"A.creature": ["runt 1", "runt 3", "runt 4", "red_sire"]}, 1),
    "gravekill_mounds": ({"A.creature": ["skeleton 1", "skeleton 2", "skeleton 3"]}, 1),
    "slug_canal": ({"A.creature": ["puddle 1", "puddle 2", "puddle 3"]}, 1),
    "normaltown": ({}, 0),
    "bloodhaven": ({"A.wounds": 11, "wound_deck": []}, 2),
    "garden_of_thorns": ({"A.enchantment": ["of_greed", "of_rage", "of_spring", "enchanting"]}, 4),
    "north_ridge": ({"A.creature": ["runt 1", "runt 3", "runt 4", "red_sire"]}, 2),
}


@pytest.mark.parametrize("expected", POINTS, ids=name_line)
def test_the_points_of_a_card(expected: Line, lay: Lay) -> None:
    plain = lay(replace_fields(TABLE, expected.where))
    points = list_sights(lay_on_top(lay, expected))["A.points"] - list_sights(plain)["A.points"]
    assert points == expected.changes["A.points"]


# Printed on each creature: health, strength and points, in a second table beside the card files.
CREATURES = {
    "angels": {
        "cherub": (3, 2, 2),
        "guardian": (6, 4, 4),
        "seraph": (10, 7, 6),
        "dawn_dragon": (12, 11, 13),
    },
    "bandits": {
        "pickpocket": (3, 1, 2),
        "highwayman": (6, 5, 4),
        "queen": (9, 7, 6),
        "hoard_dragon": (11, 10, 11),
    },
    "barbarians": {
        "raider": (3, 2, 2),
        "berserker": (5, 5, 4),
        "warlord": (9, 7, 7),
        "frost_wyrm": (13, 11, 13),
    },
    "centaurs": {
        "colt": (2, 2, 2),
        "archer": (5, 4, 4),
        "chieftain": (9, 7, 6),
        "maned_dragon": (11, 11, 12),
    },
    "cultists": {
        "acolyte": (3, 1, 2),
        "zealot": (6, 4, 4),
        "hierarch": (9, 7, 7),
        "plague_wyrm": (12, 10, 13),
    },
    "dark_elves": {
        "cave_spider": (2, 3, 2),
        "night_blade": (5, 5, 4),
        "matron": (9, 7, 6),
        "widow_dragon": (12, 10, 12),
    },
    "demons": {
        "imp": (3, 2, 2),
        "tormentor": (5, 5, 4),
        "duke": (9, 8, 7),
        "brimstone_dragon": (13, 12, 12),
    },
    "dracons": {
        "hatchling": (3, 2, 2),
        "guard": (6, 4, 4),
        "rider": (9, 7, 7),
        "red_sire": (12, 11, 11),
        "black_dam": (11, 12, 11),
    },
    "gladiators": {
        "recruit": (3, 2, 2),
        "swordsman": (6, 4, 4),
        "champion": (9, 7, 7),
        "pit_dragon": (12, 10, 13),
    },
    "faeries": {
        "pixie": (2, 2, 2),
        "moth_knight": (6, 4, 4),
        "queen_of_may": (9, 6, 6),
        "glimmer_dragon": (12, 10, 13),
    },
    "gnolls": {
        "cur": (3, 2, 2),
        "pack_hunter": (6, 4, 4),
        "alpha": (9, 7, 6),
        "carrion_wyrm": (12, 10, 12),
    },
    "goblins": {
        "runt": (3, 3, 2),
        "boar_pack": (5, 5, 4),
        "brute": (9, 7, 7),
        "scrap_dragon": (12, 12, 12),
    },
    "golems": {
        "clay_golem": (4, 1, 2),
        "brass_sentinel": (6, 5, 4),
        "colossus": (10, 7, 7),
        "clockwork_dragon": (12, 10, 12),
    },
    "mages": {
        "apprentice": (3, 2, 2),
        "living_book": (6, 4, 4),
        "archmage": (9, 7, 6),
        "rune_dragon": (11, 10, 12),
    },
    "mummies": {
        "shambler": (3, 2, 2),
        "scarab_swarm": (5, 4, 4),
        "jackal_priest": (9, 7, 6),
        "sand_wyrm": (12, 10, 12),
    },
    "troglodytes": {
        "digger": (3, 2, 2),
        "giant_mole": (6, 4, 4),
        "shaman": (9, 7, 6),
        "dripstone_dragon": (11, 9, 12),
    },
    "harpies": {
        "fledgling": (3, 2, 2),
        "screecher": (6, 4, 4),
        "matriarch": (9, 7, 7),
        "tempest_dragon": (12, 10, 12),
    },
    "slimes": {
        "puddle": (2, 2, 2),
        "sewer_slug": (5, 4, 4),
        "cube": (9, 6, 7),
        "ooze_dragon": (11, 9, 12),
    },
    "undead": {
        "skeleton": (3, 2, 2),
        "ghoul_pack": (6, 4, 4),
        "wight": (9, 6, 7),
        "dracolich": (11, 9, 12),
    },
    "unicorns": {
        "foal": (3, 1, 2),
        "stag": (6, 4, 4),
        "elder": (10, 6, 6),
        "thorn_dragon": (12, 9, 12),
    },
}
# Penalty points, which count while the creature is on top; A has five wounds.
PENALTIES = {"imp": -1, "tormentor": -3, "duke": -5}
NAMED_CREATURES = [(kingdom, name) for kingdom in CREATURES for name in CREATURES[kingdom]]


@pytest.mark.parametrize(("kingdom", "name"), NAMED_CREATURES)
def test_a_creature_has_the_numbers_on_its_card(kingdom: str, name: str, lay: Lay) -> None:
    """On the track its health and strength, in a stack its points, covered or not; on top also its
    penalty points."""
    health, strength, points = CREATURES[kingdom][name]
    design = DESIGNS[f"{kingdom}.{name}"]
    assert (design.health, design.strength) == (health, strength)

    found = []
    for creatures in ([], [name], ["pickpocket 6", name]):
        fields = {"A.creature": creatures, "A.crystals": 0, "deck": []}
        found.append(list_sights(lay(replace_fields(TABLE, fields)))["A.points"])
    assert found[1] - found[0] == points + PENALTIES.get(name, 0)
    assert found[2] - found[0] == points + CREATURES["bandits"]["pickpocket"][2]


def test_the_table_has_every_creature() -> None:
    creatures = {code.split("/")[0] for code in CARD if CARD[code].kind in ("monster", "dragon")}
    assert creatures == {f"{kingdom}.{name}" for kingdom, name in NAMED_CREATURES}


@pytest.mark.parametrize(("wound", "points"), [("scar", 2), ("black_eye", 2), ("limp", 0)])
def test_the_points_of_a_wound_card(wound: str, points: int, lay: Lay) -> None:
    """A wound card costs ten points; the Handsome Scar and the Black Eye bring two back."""
    found = [
        list_sights(lay(replace_fields(TABLE, {"A.wound": wounds})))["A.points"]
        for wounds in ([], [wound], ["tremor", wound])
    ]
    assert found[1] - found[0] == points - 10
    assert found[2] - found[0] == points - 20


@pytest.mark.parametrize("village", VILLAGE_POINTS)
def test_the_points_of_a_village(village: str, lay: Lay) -> None:
    where, points = VILLAGE_POINTS[village]
    sights = [
        list_sights(lay(replace_fields(TABLE, {**where, "village": name, "village_deck": []})))
        for name in ("alea", village)
    ]
    assert sights[1]["A.points"] - sights[0]["A.points"] == points


# Texts that always hold ---------------------------------------------------------------------------

ALWAYS = [
    line("long_crossbow", {"4.attack": 3}),
    line("long_lance", {"4.attack": 3}),
    line("hoof_shield", {"2.defense": 2, "4.defense": 2}),
    line("of_the_horizon", {"4.attack": 1, "4.defense": 1}),
    line("banner.amazon", {"2.attack": 1, "4.attack": 1}),
    line("birch_bow 2", {"4.attack": 1, "4.defense": 1}),
    line("of_the_far_wall", {"4.defense": 3}),
    line("of_rangers", {"4.attack": 1, "4.defense": 1}),
    line("scale_lance", {"2.attack": 3, "2.defense": 3}),
    line("banner.dragonkin", {"0.defense": 1, "2.defense": 1, "4.defense": 1}),
    line("of_dragon_hunters", {"0.attack": 1, "2.attack": 1, "4.attack": 1}),
    line("silver_mace", {"0.attack": 4}),
]


@pytest.mark.parametrize("expected", ALWAYS, ids=name_line)
def test_what_a_card_adds_to_fights(expected: Line, lay: Lay) -> None:
    """Against undead on space 0, against a dragon on space 2, and far away on space 4."""
    track = ["skeleton 1", "of_rage", "plague_wyrm", "of_rage 2", "stag 3"]
    sights = list_sights(lay_on_top(lay, expected._replace(where={"track": track})))
    found = {n: sights[n] for n in sights if n[0].isdigit() and n[2:] in ("attack", "defense")}
    assert {name: more for name, more in found.items() if more} == expected.changes


# Card -> what it changes of speeds and of the prices of spaces.
JOURNEYS = [
    line("of_the_horizon", {"3.cost": -1, "4.cost": -2, "5.cost": -3}),
    line("of_the_high_road", {"3.cost": -1, "4.cost": -2, "5.cost": -3}),
    line("class.of_messengers", {"A.speed": 1} | {f"{n}.cost": -1 for n in range(1, 6)}),
]


@pytest.mark.parametrize("expected", JOURNEYS, ids=name_line)
def test_what_a_card_changes_of_journeys(expected: Line, lay: Lay) -> None:
    fields = {"track": [f"foal {n}" for n in range(1, 7)], "deck": []}
    sights = [
        list_sights(lay_on_top(lay, line(card, {}, **fields)))
        for card in ("start.enchanting 3", expected.card)
    ]
    found = find_changes(*sights)
    assert {name: now for name, now in found.items() if name[2:] in ("cost", "speed")} == (
        expected.changes
    )


def test_upper_olympolis_speeds_everybody_up(lay: Lay) -> None:
    sights = [
        list_sights(lay(replace_fields(TABLE, {"village": village, "village_deck": []})))
        for village in ("alea", "upper_olympolis")
    ]
    found = find_changes(*sights)
    assert {name: now for name, now in found.items() if name.endswith("speed")} == {
        f"{seat}.speed": 1 for seat in "ABC"
    }


def test_equos_plains_makes_the_far_spaces_cheaper(lay: Lay) -> None:
    track = {"track": [f"foal {n}" for n in range(1, 7)], "deck": [], "village_deck": []}
    sights = [
        list_sights(lay(replace_fields(TABLE, {"village": village, **track})))
        for village in ("alea", "equos_plains")
    ]
    assert find_changes(*sights) == {"4.cost": -1, "5.cost": -2}


def test_a_fledgling_swaps_two_cards_on_the_track(lay: Lay, say: Any) -> None:
    fields = {"track": ["fledgling 1", "of_rage 1", "foal 1", "foal 2"], "deck": []}
    state = lay(replace_fields(TABLE, fields))
    happen(state, "journey", 0)
    say(state, 0, "swap 1 3")
    assert [name_card(space.card) for space in state.track[:4]] == ["", "foal 2", "foal", "of_rage"]


def test_salt_flask_adds_to_fights_with_slimes(lay: Lay) -> None:
    where = {"track": ["puddle 1", "skeleton 1", "ooze_dragon"]}
    sights = list_sights(lay_on_top(lay, line("salt_flask", {}, **where)))
    found = [(sights[f"{n}.attack"], sights[f"{n}.defense"]) for n in range(3)]
    assert found == [(3, 3), (0, 0), (3, 3)]


# creature -> the space, what is on the table, and how much health and strength its text adds.
GROWTH: list[tuple[str, int, dict[str, Any], tuple[int, int]]] = [
    ("plague_wyrm", 0, {"A.wounds": 9}, (1, 1)),
    ("plague_wyrm", 0, {"A.wounds": 4}, (0, 0)),
    ("hoard_dragon", 0, {"A.crystals": 10}, (2, 0)),
    ("matron 1", 0, {"A.wounds": 9}, (0, 1)),
    ("matron 1", 0, {"A.wounds": 4}, (0, 0)),
    ("widow_dragon", 0, {"A.wounds": 9}, (1, 0)),
    ("scrap_dragon", 3, {}, (0, 3)),
    ("scrap_dragon", 2, {}, (0, 0)),
    ("clockwork_dragon", 0, {}, (0, 0)),
    ("clockwork_dragon", 0, {"A.item": ["padded_vest", "hide_shield", "fist"]}, (0, 1)),
    ("rune_dragon", 0, {}, (0, 0)),
    ("rune_dragon", 0, {"A.enchantment": ["of_greed", "of_rage", "enchanting"]}, (0, 1)),
    ("sand_wyrm", 0, {"desert": "calm"}, (2, -2)),
    ("stag 3", 0, {"desert": "sandstorm"}, (-1, 1)),
    ("stag 3", 0, {"desert": "sandstorm", "track.after": ["sand_wyrm"]}, (-2, 2)),
    ("dripstone_dragon", 2, {}, (4, 0)),
    ("dripstone_dragon", 3, {}, (0, 0)),
    ("frost_wyrm", 2, {}, (0, 6)),
    ("frost_wyrm", 3, {}, (0, 0)),
    ("black_dam", 3, {}, (3, 0)),
    ("black_dam", 2, {}, (0, 0)),
    ("colt 1", 3, {}, (3, 0)),
    ("colt 1", 2, {}, (0, 0)),
    ("archer 1", 3, {}, (0, 3)),
    ("archer 1", 2, {}, (0, 0)),
    ("maned_dragon", 2, {}, (4, 0)),
    ("maned_dragon", 3, {}, (0, 0)),
    ("stag 3", 2, {"track.after": ["chieftain 1"]}, (1, 1)),
    ("stag 3", 3, {"track.after": ["chieftain 1"]}, (0, 0)),
    ("stag 3", 2, {"overlord": "monophemus"}, (0, 0)),
    ("stag 3", 3, {"overlord": "monophemus"}, (1, 1)),
    ("red_sire", 0, {}, (1, 1)),
    ("hoard_dragon", 0, {"A.crystals": 0, "track.after": ["red_sire"]}, (1, 1)),
    ("wight 1", 0, {"A.creature": ["skeleton 1", "skeleton 2", "skeleton 3"]}, (0, 3)),
    ("dracolich", 0, {"A.creature": ["skeleton 1", "skeleton 2", "skeleton 3"]}, (1, 1)),
    ("puddle 4", 0, {"A.creature": ["puddle 1", "puddle 2", "puddle 3"]}, (3, 0)),
    ("sewer_slug 1", 0, {"A.creature": ["puddle 1", "puddle 2", "puddle 3"]}, (0, 1)),
    ("cube 1", 0, {"A.creature": ["puddle 1", "puddle 2", "puddle 3"]}, (1, 1)),
    ("ooze_dragon", 0, {"A.creature": ["puddle 1", "puddle 2", "puddle 3"]}, (1, 1)),
    ("tempest_dragon", 0, {"A.enchantment": ["of_fast_feet 2", "enchanting"]}, (0, 1)),
    ("tempest_dragon", 0, {}, (0, 0)),
    ("stag 3", 0, {"track.after": ["red_sire"]}, (0, 0)),
]


@pytest.mark.parametrize(("creature", "space", "where", "more"), GROWTH)
def test_how_a_creature_grows(
    creature: str, space: int, where: Any, more: tuple[int, int], lay: Lay
) -> None:
    fields = dict(where)
    track = [None] * space + [creature, *fields.pop("track.after", [])]
    state = lay(replace_fields(TABLE, {**fields, "track": track}))
    seen: Any = ENCHANTERS.build_view(state, 0).track[space]
    design = CARD[state.track[space].card]
    assert (seen.health - design.health, seen.strength - design.strength) == more


def test_thorn_dragon_on_the_track_stops_healing(lay: Lay, say: Any) -> None:
    state = lay(replace_fields(TABLE, {"track": ["foal 1", "thorn_dragon"]}))
    say(state, 0, "rest Normaltown 2")
    assert state.seats[0].wounds == 5


# Triggers -----------------------------------------------------------------------------------------

TRIGGERS: list[tuple[str, str, Any, Facts]] = [
    ("of_the_fairy_ring", "rest_over", None, {"A.crystals": 2}),
    ("banner.angelic", "take_damage", {"n": 3}, {"A.wounds": 3, "A.crystals": 1}),
    ("hooded_robe", "take_damage", {"n": 3}, {"A.wounds": 3, "A.crystals": 1}),
    ("of_the_dark_pact", "turn_begins", None, {"A.wounds": 1}),
    ("banner.demonic", "journey", 0, {"A.wounds": 1}),
    ("banner.demonic", "journey", 2, {"A.crystals": -2}),
    ("clover_wreath", "turn_ends", None, {"A.wounds": -1}),
    ("of_the_chase", "journey", 0, {"A.crystals": 1}),
    ("of_spring 2", "journey", 0, {"A.wounds": -1}),
    ("banner.gnoll", "journey", 0, {"A.crystals": 1}),
    ("banner.wood_elf", "journey", 0, {"A.wounds": -1}),
    ("of_rogues", "journey", 3, {"A.crystals": 1 - 3}),
    ("saddlebags", "journey", 3, {}),
    ("saddlebags", "journey", 2, {"A.crystals": -2}),
    ("of_the_waymark", "journey", 2, {"A.crystals": -2, "A.wounds": -2}),
    ("of_the_waymark", "journey", 1, {"A.crystals": -1}),
    ("of_wanderers", "journey", 2, {"A.crystals": 1 - 2}),
    ("of_wanderers", "journey", 1, {"A.crystals": -1}),
    ("banner.ghoul", "rest_over", None, {"A.wounds": -1}),
    ("banner.gnome", "rest_over", None, {"A.crystals": 1}),
    # A crystal for the item, a crystal for its weight.
    ("banner.normalian", "journey", 1, {}),
    ("of_the_workshop", "journey", 1, {}),
    ("of_the_workshop", "journey", 2, {"A.crystals": -2}),
    ("of_rogues", "journey", 2, {"A.crystals": -2}),
    ("of_the_chase", "journey", 2, {"A.crystals": -2}),
    ("of_spring 2", "journey", 2, {"A.crystals": -2}),
    ("banner.wood_elf", "journey", 2, {"A.crystals": -2}),
    ("banner.gnoll", "journey", 2, {"A.crystals": -2}),
]


@pytest.mark.parametrize(("card", "op", "args", "changes"), TRIGGERS)
def test_a_trigger(card: str, op: str, args: Any, changes: Any, lay: Lay) -> None:
    """A monster without text lies on space 0, an item on 1, a dragon on 2 and a monster on 3. The
    banner that counts items is covered by them (A-22)."""
    track = ["warlord 1", "padded_vest", "frost_wyrm", "warlord 2"]
    state = lay_on_top(lay, line(card, {}, track=track))
    before = list_facts(state)
    happen(state, op, args)
    changed = find_changes(before, list_facts(state))
    wanted = {name: change for name, change in changed.items() if name[:3] in ("A.c", "A.w")}
    wanted.pop("A.creature", None)
    if op == "journey" and "A.attack" in changes:
        # The Ice Warlord's own attack and defense are icons, and no change here.
        wanted["A.attack"] = changed["A.attack"]
    assert wanted == changes


def test_mageborn_banner_brings_a_crystal_for_an_enchantment(lay: Lay, say: Any) -> None:
    for track, crystals in (("of_old_songs", 1), ("foal 1", 0)):
        fields = {"A.item": ["banner.mageborn"], "track": [track, "foal 5"]}
        state = lay(replace_fields(TABLE, fields))
        before = list_facts(state)
        say(state, 0, "journey 0")
        assert find_changes(before, list_facts(state)).get("A.crystals", 0) == crystals


@pytest.mark.parametrize(("space", "crystals"), [(1, [-1, 0, 0]), (2, [-2, -1, -1])])
def test_ankharan_banner_costs_others_a_crystal_after_a_journey(
    space: int, crystals: list[int], lay: Lay, say: Any
) -> None:
    """From space 2 on; each space costs its number."""
    track = [None, "of_greed 2", "of_old_songs"]
    state = lay(replace_fields(TABLE, {"A.item": ["banner.ankharan"], "track": track}))
    before = [seat.crystals for seat in state.seats]
    say(state, 0, f"journey {space}")
    after = [seat.crystals for seat in state.seats]
    assert [now - then for now, then in zip(after, before, strict=True)] == crystals


def test_of_slow_decay_costs_others_a_crystal_after_a_rest(lay: Lay) -> None:
    state = lay_on_top(lay, line("of_slow_decay", {}))
    before = list_facts(state)
    happen(state, "rest_over")
    changes = drop_turn(find_changes(before, list_facts(state)))
    assert changes == {"B.crystals": -1, "C.crystals": -1}


def test_of_buried_secrets_may_bury_a_new_item(lay: Lay, say: Any) -> None:
    for answer, items in (("bury", "fist, padded_vest"), ("no", "padded_vest, fist")):
        state = lay_on_top(lay, line("of_buried_secrets", {}, track=["padded_vest", "foal 1"]))
        answer_all(say, state, ["journey 0", answer])
        assert list_facts(state)["A.item"] == items


def test_of_buried_secrets_goes_under_when_taken(lay: Lay, say: Any) -> None:
    """Its upper part shows when it is dug up."""
    fields = {"A.enchantment": ["of_greed", "enchanting"], "track": ["of_buried_secrets", "foal 1"]}
    state = lay(replace_fields(TABLE, fields))
    say(state, 0, "journey 0")
    assert list_facts(state)["A.enchantment"] == "of_greed, enchanting, of_buried_secrets"


def test_a_honey_basket_is_taken_for_another_player(lay: Lay, say: Any) -> None:
    state = lay(replace_fields(TABLE, {"track": ["honey_basket", "foal 1"]}))
    before = list_facts(state)
    answer_all(say, state, ["journey 0", "choose right"])
    changes = find_changes(before, list_facts(state))
    assert (changes["A.crystals"], changes["C.item"]) == (4, "honey_basket, fist 3")
    assert "A.item" not in changes


@pytest.mark.parametrize(
    ("fields", "value", "counted"),
    [
        ({"A.enchantment": ["of_applause", "enchanting"]}, "pearls", 1),
        ({"A.enchantment": ["of_applause"], "A.item": ["tower_shield", "fist"]}, "pearls", 0),
        ({"A.creature": ["runt 1", "matriarch 1"]}, "speed", 1),
        ({"A.creature": ["matriarch 1", "runt 1"]}, "speed", 0),
        ({"A.creature": ["matriarch 1"], "village": "upper_olympolis"}, "speed", 0),
    ],
)
def test_a_card_on_top_lets_a_value_count_nothing(
    fields: Facts, value: str, counted: int, lay: Lay
) -> None:
    """Pearls for a Tower Shield, speed for a Roost Matriarch; covered she has one herself."""
    assert list_sights(lay(replace_fields(TABLE, fields)))[f"A.{value}"] == counted


def test_of_the_mole_may_bury_after_a_rest(lay: Lay, say: Any) -> None:
    """The item, the enchantment, or both."""
    for answers, items, enchantments in (
        (["no"], "padded_vest, fist", "of_the_mole, enchanting"),
        (["bury item", "no"], "fist, padded_vest", "of_the_mole, enchanting"),
        (["bury enchantment", "bury"], "fist, padded_vest", "enchanting, of_the_mole"),
    ):
        where = {"A_item": ["padded_vest", "fist"], "track": ["foal 1", "foal 2"]}
        state = lay_on_top(lay, line("of_the_mole", {}, **where))
        answer_all(say, state, ["rest Normaltown 1", *answers])
        facts = list_facts(state)
        assert (facts["A.item"], facts["A.enchantment"]) == (items, enchantments)


DUELS = [
    line("fist", {"A.wounds": 3, "B.wounds": 3}, **DUEL),
    line("trident", {"A.wounds": 3, "B.wounds": 3 + 2}, A_item=["trident", "fist"], **DUEL),
    line("tower_shield", {"A.wounds": 3}, A_item=["tower_shield", "fist"], **DUEL),
    line(
        "of_applause",
        {"A.wounds": 3, "B.wounds": 3, "A.crystals": 2},
        A_enchantment=["of_applause", "enchanting"],
        **DUEL,
    ),
    line("swordsman", {"A.wounds": 2, "B.wounds": 4}, A_creature=["swordsman 1"], **DUEL),
    line("champion", {"A.wounds": 3 - 1, "B.wounds": 3}, A_creature=["champion 1"], **DUEL),
    line(
        "of_gladiators",
        {"A.wounds": 3, "B.wounds": 3, "A.crystals": 1},
        A_enchantment=["of_gladiators"],
        **DUEL,
    ),
]


@pytest.mark.parametrize("expected", DUELS, ids=name_line)
def test_what_a_card_does_in_a_duel(expected: Line, lay: Lay, cause: Any) -> None:
    """A’s 4 and 5 against B’s 8 and 1."""
    state = lay(replace_fields(TABLE, expected.where))
    before = list_facts(state)
    cause(state, {"duel": {"with": "left"}})
    assert find_changes(before, list_facts(state)) == expected.changes


@pytest.mark.parametrize(
    ("space", "answers", "wounds"),
    [(0, ["choose left"], [0, 12]), (0, ["no"], [0, 0]), (1, [], [0, 0])],
)
def test_of_gladiators_may_duel_after_a_dragon(
    space: int, answers: list[str], wounds: list[int], lay: Lay, say: Any
) -> None:
    """A’s 13 and 17 against the Frost Wyrm’s 17, and in the duel against B’s 8 and 1."""
    fields = {**OPEN, "A.enchantment": ["of_gladiators"], "A.attack": 13, "A.defense": 17}
    state = lay(replace_fields(TABLE, {**fields, "track": ["frost_wyrm", "raider 1", "foal 1"]}))
    answer_all(say, state, [f"journey {space}", *answers])
    assert [seat.wounds for seat in state.seats[:2]] == wounds


@pytest.mark.parametrize(
    ("wound", "changes"), [("debt", {"A.crystals": -1}), ("pity", {"A.crystals": 1})]
)
def test_the_text_of_a_wound_card(wound: str, changes: Any, lay: Lay) -> None:
    state = lay(replace_fields(TABLE, {"A.wound": [wound]}))
    before = list_facts(state)
    happen(state, "turn_begins")
    assert find_changes(before, list_facts(state)) == changes
    state = lay(replace_fields(TABLE, {"A.wound": ["limp", wound]}))
    before = list_facts(state)
    happen(state, "turn_begins")
    assert find_changes(before, list_facts(state)) == {}


# Overlords ----------------------------------------------------------------------------------------

OPEN = {"A.attack": 4, "A.defense": 5, "A.wounds": 0, "B.wounds": 0, "wound_deck": []}
# A has attack 4 and defense 5, B 8 and 1, C 2 and 0, all without wounds: (Overlord, invading card,
# answers) -> changes.
INVASIONS: list[tuple[str, str, list[str], Facts]] = [
    ("sathi", "item", [], {"A.wounds": 1}),
    ("sathi", "dragon", [], {"A.wounds": 3, "B.wounds": 7, "C.wounds": 8}),
    ("failurn", "dragon", [], {"A.wounds": 3, "B.wounds": 7, "C.wounds": 8}),
    (
        "failurn",
        "item",
        [],
        {"A.item": "fist 3", "B.item": "fist, shroud, fist 2", "C.item": "birch_bow"},
    ),
    (
        "failurn",
        "enchantment",
        [],
        {
            "A.enchantment": "of_fast_feet",
            "B.enchantment": "enchanting 3, of_old_bones, enchanting 2",
            "C.enchantment": "enchanting",
        },
    ),
    ("gulur", "item", [], {"A.crystals": -1}),
    ("gulur", "dragon", [], {"A.wounds": 4, "B.wounds": 8, "C.wounds": 9}),
    (
        "gulur",
        "monster",
        ["choose left", "give Nervous Acolyte"],
        {"A.creature": "runt", "B.creature": "acolyte, acolyte 2, runt 2"},
    ),
    ("lukah", "monster", [], {}),
    ("lukah", "enchantment", ["option 1"], {"A.wounds": 1}),
    ("lukah", "enchantment", ["option 2"], {"A.crystals": -2}),
    ("lukah", "dragon", [], {"A.wounds": 3, "B.wounds": 7, "C.wounds": 8}),
    ("vragan", "monster", [], {"A.wounds": 1}),
    ("vragan", "dragon", [], {"A.wounds": 2, "B.wounds": 6, "C.wounds": 7}),
    ("jabar", "item", [], {"A.crystals": -1, "overlord_crystals": 1}),
    ("jabar", "enchantment", [], {"overlord_crystals": 2}),
    ("jabar", "dragon", ["pay 3"], {"A.crystals": -3}),
    ("jabar", "dragon", ["no"], {"A.wounds": 2}),
    ("nargan", "item", [], {"A.wounds": 3}),
    ("nargan", "dragon", [], {"B.wounds": 3, "C.wounds": 8}),
    ("monophemus", "monster", ["pay 1"], {"A.crystals": -1}),
    ("monophemus", "monster", ["no"], {"A.wounds": 1}),
    ("monophemus", "dragon", [], {"A.wounds": 3, "B.wounds": 7, "C.wounds": 8}),
    ("theria", "dragon", [], {"A.wounds": 3, "B.wounds": 7, "C.wounds": 8}),
    ("theria", "item", [], {"A.wounds": 3}),
    ("asabi", "item", [], {"A.crystals": -2}),
    ("chomun", "item", [], {"A.wounds": 3}),
    ("chomun", "dragon", [], {"C.wounds": 8}),
    ("xavras", "item", [], {}),
    (
        "xavras",
        "monster",
        [],
        {"A.item": "fist 3", "B.item": "fist, shroud, fist 2", "C.item": "birch_bow"},
    ),
    ("xavras", "dragon", [], {"A.wounds": 3, "B.wounds": 7, "C.wounds": 8}),
    ("beatrix", "monster", [], {"A.crystals": -2}),
    ("beatrix", "dragon", [], {"A.wounds": 2, "B.wounds": 6, "C.wounds": 7}),
    ("tauseth", "monster", [], {"A.crystals": -1, "B.crystals": -1, "C.crystals": -1}),
    ("tauseth", "dragon", [], {"A.wounds": 2, "B.wounds": 6, "C.wounds": 7}),
    ("dorkha", "dragon", [], {"A.wounds": 2, "B.wounds": 6, "C.wounds": 7}),
    ("zeupitter", "monster", [], {"B.wounds": 1}),
    ("zeupitter", "dragon", [], {"A.wounds": 3, "B.wounds": 7, "C.wounds": 8}),
    ("brainellum", "monster", [], {"A.crystals": -1}),
    ("brainellum", "item", [], {}),
    ("brainellum", "dragon", [], {"A.wounds": 3, "B.wounds": 7, "C.wounds": 8}),
    ("cheiron", "monster", [], {"A.crystals": -1}),
    ("cheiron", "dragon", [], {"A.wounds": 3, "B.wounds": 7, "C.wounds": 8}),
    ("saakara", "dragon", [], {"A.wounds": 3, "B.wounds": 3 + 1, "C.wounds": 8 + 4}),
    ("saakara", "item", ["no"], {}),
    ("saakara", "item", ["choose left"], {"A.wounds": 3, "B.wounds": 3}),
    ("lerxos", "monster", [], {"desert": "sandstorm"}),
    ("lerxos", "dragon", [], {"desert": "sandstorm", "A.wounds": 3, "B.wounds": 7, "C.wounds": 8}),
    ("lerxos", "enchantment", [], {}),
    ("arsen", "dragon", [], {"A.wounds": 2, "B.wounds": 6, "C.wounds": 7}),
    ("petra", "item", [], {}),
    ("petra", "monster", ["effect 1"], {"A.wounds": 1}),
    ("petra", "monster", ["effect 2"], {"A.crystals": -2}),
    ("petra", "dragon", [], {"A.wounds": 3, "B.wounds": 7, "C.wounds": 8}),
    (
        "doggon",
        "enchantment",
        [],
        {"A.item": "fist 3", "B.item": "fist, shroud, fist 2", "C.item": "birch_bow"}
        | {"A.enchantment": "enchanting 3", "C.enchantment": "of_fast_feet"}
        | {"B.enchantment": "enchanting, of_old_bones, enchanting 2"},
    ),
    ("doggon", "monster", [], {}),
    ("doggon", "dragon", [], {"A.wounds": 3, "B.wounds": 7, "C.wounds": 8}),
    ("xyz", "enchantment", [], {"overlord_rewards": 1, "village_rewards": 1}),
    ("xyz", "item", [], {"A.wounds": 2}),
    ("xyz", "dragon", [], {"A.wounds": 2, "B.wounds": 6, "C.wounds": 7}),
]


@pytest.mark.parametrize(("overlord", "kind", "lines", "changes"), INVASIONS)
def test_an_invasion(
    overlord: str, kind: str, lines: list[str], changes: Any, lay: Lay, cause: Any, say: Any
) -> None:
    state = lay(replace_fields(TABLE, {**OPEN, "overlord": overlord, "desert": "calm"}))
    before = list_facts(state)
    cause(state, {"trigger_invasion": {"type": kind}})
    answer_all(say, state, lines)
    assert find_changes(before, list_facts(state)) == changes


def test_other_invaders_do_nothing(lay: Lay, cause: Any) -> None:
    listed = {(overlord, kind) for overlord, kind, _, _ in INVASIONS}
    listed |= {("asabi", "monster"), ("cheiron", "enchantment"), ("sathi", "monster")}
    listed |= {("arsen", "monster"), ("arsen", "enchantment")}
    listed |= {("tauseth", "item")}
    listed |= {("beatrix", "enchantment")}
    for card in (code for code in CARD if "competitive" in CARD[code].sides):
        for kind in ("item", "enchantment", "monster", "dragon"):
            if (card.split(".")[1], kind) in listed:
                continue
            state = lay(replace_fields(TABLE, {**OPEN, "overlord": card, "desert": "calm"}))
            before = list_facts(state)
            cause(state, {"trigger_invasion": {"type": kind}})
            assert find_changes(before, list_facts(state)) == {} and state.asked


def test_brainellum_eats_a_card_with_slime_and_grows_with_it(lay: Lay, cause: Any) -> None:
    """2 slimes are 1 health and 1 strength more; a Biting Runt has none."""
    fields = {**OPEN, "overlord": "brainellum"}
    creatures = [["runt 1"], ["puddle 1", "puddle 2"]]
    states = [lay(replace_fields(TABLE, {**fields, "A.creature": own})) for own in creatures]
    found = find_changes(*map(list_sights, states))
    assert (found["overlord.health"], found["overlord.strength"]) == (1, 1)
    state = lay(replace_fields(TABLE, {**fields, "A.creature": ["runt 1", "puddle 1"]}))
    cause(state, {"trigger_invasion": {"type": "item"}})
    assert state.seats[0].stacks["creature"] == ["goblins.runt/1"]


def test_invasions_of_asabi_cheiron_and_arsen(lay: Lay, cause: Any, say: Any) -> None:
    state = lay(replace_fields(TABLE, {**OPEN, "overlord": "asabi"}))
    cause(state, {"trigger_invasion": {"type": "monster"}})
    answer_all(say, state, ["A: discard Biting Runt", "B: discard Biting Runt"])
    assert [len(seat.stacks["creature"]) for seat in state.seats] == [1, 1, 0]
    state = lay(replace_fields(TABLE, {**OPEN, "overlord": "cheiron", "B.wounds": 5}))
    cause(state, {"trigger_invasion": {"type": "enchantment"}})
    assert state.seats[1].wounds == 2
    for card in ("of_rage 1", "raider 1"):
        state = lay(replace_fields(TABLE, {"overlord": "arsen", "track": [card, "foal 1"]}))
        code = state.track[0].card
        say(state, 0, "rest Normaltown 1")
        assert state.overlord_cards == [code] and code not in state.graveyard


@pytest.mark.parametrize("together", [False, True])
def test_xavras_wounds_for_every_third_item(together: bool, lay: Lay, cause: Any) -> None:
    items = ["padded_vest", "hide_shield", "scale_lance", "door_shield 2", "shroud 2", "fist"]
    fields = {**OPEN, "overlord": "xavras", "A.item": items}
    state = lay(replace_fields(TABLE, fields), together=together)
    cause(state, {"trigger_invasion": {"type": "item"}})
    assert (state.pool if together else state.seats[0].wounds) == 2


@pytest.mark.parametrize("together", [False, True])
def test_beatrix_eats_enchantments(together: bool, lay: Lay, cause: Any, say: Any) -> None:
    """One that invades, and for a monster the top one or two crystals."""
    fields: dict[str, Any] = {"overlord": "beatrix", "A.enchantment": ["of_greed", "enchanting"]}
    state = lay(replace_fields(TABLE, {**fields, "track": ["of_rage 1"]}), together=together)
    happen(state, "discard_first", {"invade": True})
    assert state.overlord_cards == ["barbarians.of_rage/1"]
    for answer, crystals, cards in (("effect 1", 6, 1), ("effect 2", 4, 0)):
        state = lay(replace_fields(TABLE, fields), together=together)
        cause(state, {"trigger_invasion": {"type": "monster"}})
        answer_all(say, state, [answer])
        assert (state.seats[0].crystals, len(state.overlord_cards)) == (crystals, cards)


def test_beatrix_gives_an_enchantment_back(lay: Lay, say: Any) -> None:
    fields = {"overlord": "beatrix", "overlord_cards": ["of_rage 1", "padded_vest"]}
    state = lay(replace_fields(TABLE, fields))
    answer_all(say, state, ["challenge Beatrix 1", "visit of Rage"])
    assert state.seats[0].stacks["enchantment"][-1] == "barbarians.of_rage/1"
    assert state.overlord_cards == ["bandits.padded_vest/1"]


def test_tauseth_digs_cards_out_of_the_graveyard(lay: Lay, cause: Any, say: Any) -> None:
    """The bottom one when an item invades; who defeats her journeys to it."""
    graveyard = ["silver_horn", "padded_vest 2"]
    state = lay(replace_fields(TABLE, {"overlord": "tauseth", "graveyard": graveyard}))
    cause(state, {"trigger_invasion": {"type": "item"}})
    assert state.overlord_cards == ["bandits.padded_vest/2"]
    state = lay(replace_fields(TABLE, {"overlord": "tauseth", "overlord_cards": ["padded_vest 2"]}))
    answer_all(say, state, ["challenge", "visit Padded Vest"])
    assert state.seats[0].stacks["item"][-1] == "bandits.padded_vest/2"


def test_dorkha_turns_the_stacks_of_who_lets_artifacts_invade(lay: Lay, cause: Any) -> None:
    """An item goes down, an enchantment comes up; together the other way round."""
    fields = {"overlord": "dorkha", "A.item": ["padded_vest", "fist"]}
    fields["A.enchantment"] = ["of_greed", "of_spring", "enchanting"]
    for together, buried, unburied in (
        (False, {"item": "A.item"}, {"enchantment": "A.enchantment"}),
        (True, {"enchantment": "A.enchantment"}, {"monster": "A.item"}),
    ):
        stacks = {
            ("A.item", "bury"): "fist, padded_vest",
            ("A.item", "unbury"): "fist, padded_vest",
            ("A.enchantment", "bury"): "of_spring, enchanting, of_greed",
            ("A.enchantment", "unbury"): "enchanting, of_greed, of_spring",
        }
        for move, invaders in (("bury", buried), ("unbury", unburied)):
            for kind, stack in invaders.items():
                state = lay(replace_fields(TABLE, fields), together=together)
                before = list_facts(state)
                cause(state, {"trigger_invasion": {"type": kind}})
                changes = find_changes(before, list_facts(state))
                assert changes == {stack: stacks[stack, move]}


# Overlord -> crystals for a challenge, and what its reward does at once: competitive, together.
CHALLENGES: dict[str, tuple[int, Facts]] = {
    "sathi": (1, {"B.wounds": 1, "C.wounds": 1}),
    # One crystal, and his reward is four.
    "failurn": (1 - 4, {"B.crystals": 2, "C.crystals": 2}),
    "gulur": (1, {}),
    "lukah": (1, {}),
    "vragan": (2, {"B.wounds": 2, "C.wounds": 2}),
    "jabar": (2, {"overlord_crystals": -4}),
    "nargan": (0, {}),
    "monophemus": (1, {}),
    "theria": (1, {}),
    "asabi": (1, {}),
    "chomun": (1, {}),
    "xavras": (1, {}),
    "beatrix": (1, {}),
    "tauseth": (1, {}),
    "dorkha": (1, {}),
    "zeupitter": (1, {}),
    "brainellum": (1, {}),
    "cheiron": (0, {"A.wounds": -3}),
    "saakara": (1, {}),
    "lerxos": (1, {}),
    "arsen": (1, {}),
    "petra": (1, {}),
    "doggon": (1, {"A.item": "birch_bow, fist", "B.item": "shroud, fist 2"}),
    "xyz": (1, {}),
}


@pytest.mark.parametrize("overlord", CHALLENGES)
def test_a_challenge_and_its_reward(overlord: str, lay: Lay, say: Any) -> None:
    price, reward = CHALLENGES[overlord]
    fields = {"overlord": overlord, "overlord_crystals": 4, "overlord_rewards": 2}
    state = lay(replace_fields(TABLE, fields))
    before = list_facts(state)
    several = overlord in ("asabi", "beatrix", "gulur", "lukah", "sathi", "xyz")
    say(state, 0, f"challenge {overlord} 1" if several else "challenge")
    crystals = 4 - price if overlord == "jabar" else -price
    expected = {**reward, "A.rewards": 1, "overlord_rewards": -1, "A.crystals": crystals}
    changed = find_changes(before, list_facts(state))
    assert drop_turn(changed) == {name: now for name, now in expected.items() if now != 0}


def test_beatrix_eats_all_enchantments_for_a_challenge(lay: Lay, say: Any) -> None:
    """All but the first, whose 1 attack takes the place of the 4 of the Mole; for it there are 4:
    8 are her health of 9, 7 are not."""
    for attack, rewards in ((8, 1), (7, 0)):
        fields = {"overlord": "beatrix", "A.attack": attack, "A.crystals": 0, "graveyard": []}
        fields["A.enchantment"] = ["of_the_mole", "of_the_horizon", "enchanting"]
        state = lay(replace_fields(TABLE, fields))
        before = list_facts(state)
        say(state, 0, "challenge")
        changes = find_changes(before, list_facts(state))
        assert changes["A.enchantment"] == "enchanting"
        assert changes.get("A.rewards", 0) == rewards


@pytest.mark.parametrize(("rewards", "strength"), [(2, 0), (3, 2)])
def test_xyz_is_stronger_with_rewards_on_the_village(rewards: int, strength: int, lay: Lay) -> None:
    """From one per player on; his printed strength is 7."""
    state = lay(replace_fields(TABLE, {"overlord": "xyz", "village_rewards": rewards}))
    assert list_sights(state)["overlord.strength"] == 7 + strength


@pytest.mark.parametrize(("rewards", "wounds"), [(2, 0), (3, 3)])
def test_the_grey_council_takes_a_village_with_rewards_away(
    rewards: int, wounds: int, lay: Lay, cause: Any
) -> None:
    """When an item invades, with one per player on it; the current player takes 3 wounds."""
    fields = {**OPEN, "overlord": "grey_council", "village_rewards": rewards}
    state = lay(replace_fields(TABLE, fields), together=True)
    village = state.village
    cause(state, {"trigger_invasion": {"type": "item"}})
    assert (state.village != village, state.pool) == (bool(wounds), wounds)
    assert state.village_rewards == (0 if wounds else rewards)


def test_others_may_turn_their_cards_over_when_dorkha_is_defeated(lay: Lay, say: Any) -> None:
    """C has nothing to turn over."""
    state = lay(replace_fields(TABLE, {"overlord": "dorkha", "overlord_rewards": 2}))
    before = list_facts(state)
    answer_all(say, state, ["challenge", "B: bury", "B: unbury"])
    changes = find_changes(before, list_facts(state))
    assert changes["B.item"] == "shroud, fist 2, birch_bow"
    assert changes["B.enchantment"] == "enchanting 2, of_fast_feet, of_old_bones"
    assert "C.item" not in changes and changes["A.rewards"] == 1


def test_asabi_can_be_challenged_with_a_monster(lay: Lay, say: Any) -> None:
    """Three attack more: 6 and 3 are his health of 9."""
    fields = {"overlord": "asabi", "A.attack": 6, "A.crystals": 0}
    state = lay(replace_fields(TABLE, fields))
    answer_all(say, state, ["challenge", "discard Biting Runt"])
    assert state.seats[0].rewards == 1


def test_xavras_can_be_challenged_with_an_item(lay: Lay, say: Any) -> None:
    """Three attack more: 6 and 3 are his health of 9."""
    fields = {"overlord": "xavras", "A.attack": 6, "A.crystals": 0}
    state = lay(replace_fields(TABLE, fields))
    assert "challenge" not in {c.verb for c in ENCHANTERS.list_prompts(state)[0].choices}
    fields["A.item"] = ["hide_shield", "fist"]
    state = lay(replace_fields(TABLE, fields))
    answer_all(say, state, ["challenge", "discard Fist"])
    assert state.seats[0].rewards == 1 and len(state.seats[0].stacks["item"]) == 1


def test_gulur_can_be_challenged_with_a_monster(lay: Lay, say: Any) -> None:
    """Three attack more: 7 and 3 are his health of 10."""
    fields = {"overlord": "gulur", "A.attack": 7, "A.crystals": 0}
    state = lay(replace_fields(TABLE, fields))
    answer_all(say, state, ["challenge", "choose left", "give Biting Runt"])
    assert state.seats[0].rewards == 1
    assert len(state.seats[1].stacks["creature"]) == 3


def test_sathi_can_be_challenged_with_a_wound(lay: Lay, say: Any) -> None:
    """Nine wounds after it, three attack more: 6 and 3 are her health of 9."""
    fields = {"overlord": "sathi", "A.attack": 6, "A.wounds": 8, "wound_deck": []}
    state = lay(replace_fields(TABLE, fields))
    answer_all(say, state, ["challenge Sathi 2"])
    assert (state.seats[0].rewards, state.seats[0].crystals) == (1, 6)


def test_sathi_wounds_the_most_wounded(lay: Lay, cause: Any) -> None:
    state = lay(replace_fields(TABLE, {**OPEN, "overlord": "sathi", "B.wounds": 4}))
    cause(state, {"trigger_invasion": {"type": "monster"}})
    assert [seat.wounds for seat in state.seats] == [0, 5, 0]


@pytest.mark.parametrize("card", ["of_venom", "of_assassins"])
@pytest.mark.parametrize(("space", "wounds"), [(1, 0), (2, 1)])
def test_a_journey_of_two_spaces_wounds_another_player(
    card: str, space: int, wounds: int, lay: Lay, say: Any
) -> None:
    track = ["warlord 1", "padded_vest 1", "padded_vest 2"]
    state = lay_on_top(lay, line(card, {}, B_wounds=0, track=track))
    happen(state, "journey", space)
    if wounds:
        answer_all(say, state, ["choose left"])
    assert state.seats[1].wounds == wounds


def test_an_imp_can_be_given_away_at_once(lay: Lay, say: Any) -> None:
    state = lay(replace_fields(TABLE, {"track": ["imp 1"]}))
    before = list_facts(state)
    happen(state, "journey", 0)
    answer_all(say, state, ["choose left"])
    changed = find_changes(before, list_facts(state))
    assert changed["B.creature"] == "imp, acolyte 2, runt 2"
    assert "A.creature" not in changed


@pytest.mark.parametrize(
    ("card", "changes"),
    [
        (
            "changeling_doll",
            {
                "A.crystals": -2,
                "A.item": "birch_bow, fist",
                "B.item": "changeling_doll, shroud, fist 2",
            },
        ),
        (
            "of_changelings",
            {
                "A.crystals": -1,
                "A.enchantment": "of_fast_feet, enchanting",
                "B.enchantment": "of_changelings, of_old_bones, enchanting 2",
            },
        ),
    ],
)
def test_a_changeling_is_left_for_another_top_card(
    card: str, changes: Facts, lay: Lay, say: Any
) -> None:
    """Its use goes with it."""
    state = lay_on_top(lay, line(card, {}))
    before = list_facts(state)
    (used,) = [c for c in ENCHANTERS.list_prompts(state)[0].choices if c.verb == "use"]
    ENCHANTERS.play_decision(state, 0, used.examples()[0])
    answer_all(say, state, ["choose left"])
    assert find_changes(before, list_facts(state)) == changes


def test_gifts_of_faeries_go_to_another_player(lay: Lay, say: Any) -> None:
    """For a monster that is defeated, and after a rest."""
    for card, op, args, given in (
        ("borrowed_blade", "journey", 0, {"A.crystals": -1, "C.crystals": 1}),
        ("banner.faerie", "rest_over", None, {"C.crystals": 1}),
        ("of_the_fairy_ring", "rest_over", None, {"B.crystals": 1, "C.crystals": 1}),
    ):
        state = lay_on_top(lay, line(card, {}, track=["warlord 1"]))
        before = list_facts(state)
        happen(state, op, args)
        if state.asked and card != "of_the_fairy_ring":
            answer_all(say, state, ["choose right"])
        changed = find_changes(before, list_facts(state))
        assert given.items() <= changed.items(), card


def test_lukah_can_be_challenged_with_wounds(lay: Lay, say: Any) -> None:
    """Two attack more: 8 and 2 are his health of 10."""
    state = lay(replace_fields(TABLE, {"overlord": "lukah", "A.attack": 8, "A.wounds": 0}))
    answer_all(say, state, ["challenge Lukah 2"])
    assert (state.seats[0].rewards, state.seats[0].crystals) == (1, 6)


def test_a_reward_of_lukah_is_discarded_to_heal(lay: Lay, say: Any) -> None:
    fields = {"overlord": "lukah", "overlord_active": False, "A.rewards": 1}
    state = lay(replace_fields(TABLE, fields))
    before = list_facts(state)
    (used,) = [c for c in ENCHANTERS.list_prompts(state)[0].choices if c.verb == "use"]
    ENCHANTERS.play_decision(state, 0, used.examples()[0])
    assert find_changes(before, list_facts(state)) == {"A.rewards": -1, "A.wounds": -5}


def test_lukah_takes_a_wound_together(lay: Lay, say: Any) -> None:
    """After the attack of 30."""
    state = lay(replace_fields(TABLE, {"overlord": "lukah", "pool": 3}), together=True)
    before = list_facts(state)
    answer_all(say, state, ["challenge"])
    changed = find_changes(before, list_facts(state))
    assert (changed["hit_points"], changed["pool"]) == (-31, -1)


def test_feather_mail_adds_attack_for_wounds(lay: Lay) -> None:
    """Once, however many they are."""
    state = lay_on_top(lay, line("feather_mail", {}, wound_deck=[], A_wounds=0))
    before = list_facts(state)
    happen(state, "take_damage", {"n": 3})
    assert find_changes(before, list_facts(state)) == {"A.wounds": 3, "A.attack": 1}


def test_lukah_heals_the_most_wounded(lay: Lay, cause: Any) -> None:
    state = lay(replace_fields(TABLE, {**OPEN, "overlord": "lukah", "B.wounds": 4}))
    cause(state, {"trigger_invasion": {"type": "monster"}})
    assert [seat.wounds for seat in state.seats] == [0, 3, 0]


def test_arsen_lets_the_winner_journey_to_his_cards(lay: Lay, say: Any) -> None:
    state = lay(replace_fields(TABLE, {"overlord": "arsen", "overlord_cards": ["padded_vest 2"]}))
    answer_all(say, state, ["challenge", "visit Padded Vest"])
    assert state.seats[0].stacks["item"][-1] == "bandits.padded_vest/2"


REWARDS = [
    ("sathi", {}, 8),
    ("failurn", {}, 8),
    ("gulur", {"A.wounds": 0}, 10),
    ("gulur", {"A.wounds": 5}, 10 - 2),
    ("lukah", {}, 8),
    ("vragan", {}, 8),
    ("jabar", {}, 8),
    ("nargan", {}, 8),
    ("monophemus", {}, 8),
    ("chomun", {}, 8),
    ("xavras", {}, 7),
    ("xavras", {"A.item": ["padded_vest", "hide_shield", "fist"]}, 7 + 1),
    ("beatrix", {}, 8),
    ("tauseth", {}, 8),
    ("dorkha", {}, 9),
    ("zeupitter", {}, 7),
    ("brainellum", {}, 8),
    ("brainellum", {"A.creature": ["puddle 1", "puddle 2", "puddle 3"]}, 8 + 1),
    ("cheiron", {}, 8),
    ("saakara", {}, 8),
    ("lerxos", {}, 8),
    ("arsen", {}, 8),
    ("theria", {"A.creature": ["red_sire", "black_dam"]}, 8 + 2),
    ("asabi", {"A.creature": ["runt 1", "runt 3", "runt 4", "red_sire"]}, 7 + 1),
    ("asabi", {}, 7),
    ("petra", {}, 8),
    ("doggon", {}, 7),
    ("xyz", {}, 6 + 2 * 2),
]


@pytest.mark.parametrize(("overlord", "where", "points"), REWARDS)
def test_the_points_of_a_reward(overlord: str, where: Any, points: int, lay: Lay) -> None:
    found = []
    for tokens in (0, 2):
        fields = {**where, "overlord": overlord, "A.rewards": tokens}
        found.append(list_sights(lay(replace_fields(TABLE, fields)))["A.points"])
    assert found[1] - found[0] == 2 * points


@pytest.mark.parametrize(
    ("overlord", "changes"),
    [
        ("nargan", {"A.attack": 1}),
        ("chomun", {"A.defense": 1}),
        ("zeupitter", {"free_journey": True}),
        ("lerxos", {"desert_ignored": True}),
    ],
)
def test_the_minor_action_of_a_reward(overlord: str, changes: Any, lay: Lay, say: Any) -> None:
    fields = {"overlord": overlord, "overlord_active": False, "A.rewards": 1, "desert": "calm"}
    state = lay(replace_fields(TABLE, fields))
    before = list_facts(state)
    (used,) = [c for c in ENCHANTERS.list_prompts(state)[0].choices if c.verb == "use"]
    ENCHANTERS.play_decision(state, 0, used.examples()[0])
    assert find_changes(before, list_facts(state)) == {**changes, "A.used": 1}


def test_the_reward_of_dorkha_buries_an_item_for_attack(lay: Lay, say: Any) -> None:
    fields = {"overlord": "dorkha", "A.rewards": 1, "A.item": ["padded_vest", "fist"]}
    state = lay(replace_fields(TABLE, fields))
    before = list_facts(state)
    (used,) = [c for c in ENCHANTERS.list_prompts(state)[0].choices if c.verb == "use"]
    ENCHANTERS.play_decision(state, 0, used.examples()[0])
    changes = {"A.attack": 2, "A.item": "fist, padded_vest", "A.used": 1}
    assert find_changes(before, list_facts(state)) == changes


@pytest.mark.parametrize(("space", "crystals"), [(2, -2), (3, 1 - 3)])
def test_the_reward_of_monophemus_pays_for_far_journeys(
    space: int, crystals: int, lay: Lay, say: Any
) -> None:
    track = [None, None, "of_rage 1", "of_rage 2"]
    fields = {"overlord": "monophemus", "overlord_active": False, "A.rewards": 1, "track": track}
    state = lay(replace_fields(TABLE, fields))
    before = list_facts(state)
    say(state, 0, f"journey {space}")
    assert find_changes(before, list_facts(state))["A.crystals"] == crystals


def test_an_enchantment_calms_the_desert_of_lerxos(lay: Lay, cause: Any) -> None:
    state = lay(replace_fields(TABLE, {**OPEN, "overlord": "lerxos", "desert": "sandstorm"}))
    cause(state, {"trigger_invasion": {"type": "enchantment"}})
    assert state.desert == "calm"


# Printed health and strength of each Overlord, and what its side for playing together takes off.
OVERLORDS = {
    "failurn": (9, 8, 1, 3),
    "lukah": (10, 8, 1, 3),
    "vragan": (9, 7, 1, 3),
    "jabar": (9, 7, 1, 3),
    "theria": (9, 8, 1, 3),
    "monophemus": (11, 8, 3, 4),
    "chomun": (10, 8, 2, 4),
    "xavras": (9, 8, 1, 3),
    "beatrix": (9, 7, 1, 3),
    "dorkha": (9, 7, 1, 3),
    "zeupitter": (10, 8, 2, 3),
    "arsen": (9, 7, 1, 2),
    "saakara": (10, 8, 2, 3),
    "lerxos": (10, 8, 2, 3),
    "cerberus": (10, 9, 2, 4),
    "petra": (9, 8, 1, 3),
    "doggon": (9, 8, 1, 3),
    "whimper": (10, 8, 2, 3),
    "grey_council": (10, 9, 2, 4),
    "ryma": (10, 9, 2, 4),
}


@pytest.mark.parametrize("overlord", OVERLORDS)
def test_an_overlord_is_weaker_together(overlord: str, lay: Lay) -> None:
    health, strength, less_health, less_strength = OVERLORDS[overlord]
    fields = {"overlord": overlord, "A.creature": [], "B.creature": [], "C.creature": []}
    together = list_sights(lay(replace_fields(TABLE, fields), together=True))
    assert together["overlord.health"] == health - less_health
    assert together["overlord.strength"] == strength - less_strength


def test_the_desert_of_lerxos_counts_twice_together(lay: Lay) -> None:
    """Calm makes creatures weaker; twice as much under Lerxos, without his text as much as ever."""
    track = {"track": ["stag 1"], "desert": "calm", "deck": []}
    strengths = []
    for fields in (
        {"overlord": "vragan", "desert": ""},
        {"overlord": "vragan"},
        {"overlord": "lerxos"},
    ):
        state = lay(replace_fields(TABLE, {**track, **fields}), together=True)
        strengths.append(list_sights(state)["0.strength"])
    plain, calm, doubled = strengths
    assert calm != plain
    assert doubled - plain == 2 * (calm - plain)


# Together: (Overlord, invading card, answers) -> changes. The lowest defense is C's: 0.
TOGETHER: list[tuple[str, str, list[str], Facts]] = [
    (
        "failurn",
        "item",
        [],
        {
            "A.item": "fist 3",
            "B.item": "fist, shroud, fist 2",
            "C.item": "birch_bow",
            "A.enchantment": "of_fast_feet",
            "B.enchantment": "enchanting 3, of_old_bones, enchanting 2",
            "C.enchantment": "enchanting",
        },
    ),
    ("failurn", "monster", [], {"A.crystals": -1, "overlord_crystals": 1}),
    ("failurn", "dragon", [], {"pool": 8 - 3}),
    ("lukah", "monster", [], {"hit_points": 1}),
    ("lukah", "enchantment", ["option 1"], {"pool": 1}),
    ("lukah", "enchantment", ["option 2"], {"A.crystals": -2}),
    ("lukah", "dragon", [], {"pool": 8 - 3}),
    ("vragan", "monster", [], {"pool": 1}),
    ("vragan", "dragon", [], {"pool": 7 - 3}),
    ("jabar", "item", [], {"A.crystals": -1, "B.crystals": -1, "C.crystals": -1}),
    ("jabar", "enchantment", [], {"overlord_crystals": 2}),
    ("jabar", "dragon", ["pay 3"], {"A.crystals": -3}),
    ("monophemus", "monster", ["pay 1"], {"A.crystals": -1}),
    ("monophemus", "monster", ["no"], {"pool": 1}),
    ("monophemus", "dragon", [], {"pool": 8 - 4}),
    ("theria", "dragon", [], {"pool": 8 - 3}),
    ("theria", "monster", [], {}),
    ("chomun", "item", [], {"pool": 8 - 4}),
    ("chomun", "dragon", [], {"overlord_health": 1}),
    ("xavras", "item", [], {}),
    ("xavras", "dragon", [], {"pool": 8 - 3}),
    ("beatrix", "monster", [], {"A.crystals": -2}),
    ("beatrix", "dragon", [], {"pool": 7 - 3}),
    ("dorkha", "monster", [], {}),
    ("dorkha", "dragon", [], {"pool": 7 - 3}),
    ("zeupitter", "item", [], {"pool": 1}),
    ("zeupitter", "dragon", [], {"pool": 8 - 3}),
    ("arsen", "monster", [], {"hit_points": 1}),
    ("arsen", "dragon", [], {"pool": 7 - 2}),
    ("saakara", "dragon", [], {"pool": 4 + 5 + 5}),
    ("lerxos", "monster", [], {"desert": "sandstorm"}),
    ("lerxos", "dragon", [], {"pool": 8 - 3}),
    ("cerberus", "monster", [], {"pool": 1}),
    ("cerberus", "dragon", [], {"pool": 9 - 4, "hit_points": 2}),
    ("cerberus", "wound", [], {"pool": 2}),
    ("cerberus", "reward", [], {"overlord_health": 1}),
    ("petra", "monster", ["effect 1"], {"pool": 1}),
    ("petra", "monster", ["effect 2"], {"A.crystals": -2}),
    ("petra", "enchantment", [], {}),
    ("petra", "dragon", [], {"pool": 8 - 3}),
    ("doggon", "item", [], {"A.crystals": -1, "B.crystals": -1, "C.crystals": -1}),
    ("doggon", "monster", [], {}),
    ("doggon", "dragon", [], {"pool": 8 - 3}),
    ("whimper", "monster", [], {"pool": 1}),
    ("whimper", "enchantment", [], {"A.crystals": -1, "B.crystals": -1, "C.crystals": -1}),
    ("whimper", "dragon", [], {"pool": 8 - 3, "overlord_rewards": 1}),
    ("grey_council", "monster", [], {"A.crystals": -1, "overlord_crystals": 1}),
    ("grey_council", "item", [], {"overlord_crystals": 1}),
    ("grey_council", "dragon", [], {"pool": 9 - 4, "village_rewards": 1}),
    ("grey_council", "enchantment", [], {}),
    ("ryma", "monster", [], {"hit_points": 1}),
    ("ryma", "enchantment", [], {"track.1": "foal 5!"}),
    ("ryma", "dragon", [], {"pool": 9 - 4, "hit_points": 2}),
    ("ryma", "wound", [], {"pool": 2}),
]


@pytest.mark.parametrize(("overlord", "kind", "lines", "changes"), TOGETHER)
def test_an_invasion_together(
    overlord: str, kind: str, lines: list[str], changes: Any, lay: Lay, cause: Any, say: Any
) -> None:
    fields: dict[str, Any] = {**OPEN, "overlord": overlord, "desert": "calm", "hit_points": 90}
    fields["chance"] = {"fixed": {"reinforcement": ["health"]}}
    state = lay(replace_fields(TABLE, fields), together=True)
    before = list_facts(state)
    cause(state, {"trigger_invasion": {"type": kind}})
    answer_all(say, state, lines)
    if overlord == "jabar" and kind == "item":
        changes = {**changes, "overlord_crystals": 3}
    assert find_changes(before, list_facts(state)) == changes


def test_theria_strikes_at_the_best_defended_for_a_monster_together(lay: Lay, cause: Any) -> None:
    """A’s defense of 2 is the highest: 8 and 3 less is her strength."""
    fields = {**OPEN, "overlord": "theria", "A.defense": 2}
    state = lay(replace_fields(TABLE, fields), together=True)
    cause(state, {"trigger_invasion": {"type": "monster"}})
    assert state.pool == 8 - 3 - 2


def test_arsen_keeps_an_enchantment_that_invades_together(lay: Lay) -> None:
    fields = {"overlord": "arsen", "track": ["of_rage 1"]}
    state = lay(replace_fields(TABLE, fields), together=True)
    happen(state, "discard_first", {"invade": True})
    assert state.overlord_cards == ["barbarians.of_rage/1"]
    assert "barbarians.of_rage/1" not in state.graveyard


@pytest.mark.parametrize("overlord", [code for code in CARD if "coop" in CARD[code].sides])
def test_a_challenge_together(overlord: str, lay: Lay, say: Any) -> None:
    """One crystal (two for Jabar); then the attack of 30 is taken from the hit points."""
    fields = {"overlord": overlord, "overlord_crystals": 4, "A.item": ["cleaver"]}
    state = lay(replace_fields(TABLE, fields), together=True)
    before = list_facts(state)
    say(state, 0, "challenge" if overlord != "overlord.theria" else "challenge Theria 1")
    for prompt in ENCHANTERS.list_prompts(state):
        if prompt.question == "prepare":
            say(state, 0, "fight")
    changed = find_changes(before, list_facts(state))
    assert changed["hit_points"] == -30
    jabar = overlord == "overlord.jabar"
    assert changed["A.crystals"] == (-2 + 4 if jabar else -1)
    assert changed.get("overlord_crystals", 0) == (-4 if jabar else 0)


# Events: (event, marks of anger, answers) -> changes ----------------------------------------------

EVENTS: list[tuple[str, int, list[str], Facts]] = [
    ("dark_muster", 1, [], {"pool": 3}),
    ("dark_muster", 2, ["A: effect 1", "B: effect 2"], {"pool": 4, "B.crystals": -3}),
    ("dark_muster", 3, [], {"pool": 4}),
    ("raid", 1, [], {"A.crystals": -1, "B.crystals": -1, "C.crystals": -1}),
    ("raid", 2, [], {"A.crystals": -1, "B.crystals": -1, "C.crystals": -1, "overlord_crystals": 3}),
    (
        "raid",
        3,
        [],
        {"A.crystals": -2, "B.crystals": -2, "C.crystals": -2, "overlord_crystals": 1}
        | {"overlord_health": 1},
    ),
    ("assault", 1, [], {}),
    ("assault", 2, [], {}),
    ("assault", 3, [], {"pool": 4}),
    ("plague", 1, [], {"track.0": "foal 6!"}),
    ("plague", 2, [], {"track.1": "foal 5!!"}),
    ("plague", 3, [], {"pool": 3}),
    ("reserves", 1, [], {}),
    ("reserves", 2, [], {"overlord_health": 1}),
    ("reserves", 3, [], {"overlord_health": 1, "overlord_strength": 1}),
    (
        "wild_hunt",
        1,
        ["A: discard Biting Runt", "B: discard Biting Runt"],
        {"A.creature": "acolyte", "B.creature": "acolyte 2", "C.creature": ""}
        | {"graveyard": "acolyte 3, runt 2, runt, silver_horn, runt 6"},
    ),
    (
        "curse",
        2,
        ["unbury item"],
        {"B.item": "fist 2, birch_bow, shroud"}
        | {"B.enchantment": "enchanting 2, of_fast_feet, of_old_bones"},
    ),
    (
        "curse",
        3,
        ["B: discard Nervous Acolyte"],
        {"A.creature": "acolyte", "B.creature": "runt 2", "C.creature": ""}
        | {"graveyard": "acolyte 3, acolyte 2, runt, silver_horn, runt 6"},
    ),
    ("respite", 1, [], {"pool": -6}),
    ("respite", 2, ["player 1"], {"pool": -2}),
    ("respite", 3, [], {"A.crystals": 1, "B.crystals": 1, "C.crystals": 1}),
    ("dark_rite", 1, [], {"hit_points": 1}),
    ("dark_rite", 2, [], {"hit_points": 2}),
    ("dark_rite", 3, [], {"hit_points": 3}),
    ("three_heads", 1, [], {"track.0": "foal 6?", "pool": 3}),
    ("three_heads", 2, [], {"track.0": "foal 6?", "pool": 3}),
    ("three_heads", 3, [], {"track.0": "foal 6?", "pool": 6}),
    ("watchful_hound", 1, [], {"hit_points": 1}),
    ("watchful_hound", 2, [], {"hit_points": 2}),
    ("watchful_hound", 3, [], {"hit_points": 3}),
    ("howl", 2, [], {"pool": 3}),
    ("howl", 3, [], {"pool": 4}),
    ("gate_of_ash", 1, [], {"overlord_health": 1}),
    ("gate_of_ash", 2, [], {"overlord_strength": 1}),
    ("gate_of_ash", 3, [], {"pool": 6}),
    ("underworld", 1, [], {"hit_points": 2}),
    ("underworld", 2, [], {"hit_points": 3}),
    ("underworld", 3, [], {"pool": 6, "hit_points": -2}),
    ("buried_bones", 1, [], {}),
    ("buried_bones", 2, [], {}),
    ("buried_bones", 3, [], {}),
    ("last_candle", 1, [], {"overlord_rewards": 1}),
    ("last_candle", 2, [], {"overlord_rewards": 1, "pool": 3}),
    ("last_candle", 3, [], {"result": "lost"}),
    ("long_night", 1, [], {}),
    ("long_night", 2, [], {"overlord_rewards": 1}),
    ("long_night", 3, [], {}),
    ("lost_voice", 1, [], {}),
    ("lost_voice", 2, [], {}),
    ("lost_voice", 3, [], {"overlord_rewards": 1}),
    ("hiding_place", 1, [], {}),
    (
        "bitter_tears",
        1,
        ["A: effect 1", "B: effect 2", "C: effect 1"],
        {"pool": 2, "B.crystals": -2},
    ),
    (
        "bitter_tears",
        2,
        ["A: effect 1", "B: effect 2", "C: effect 1"],
        {"pool": 4, "B.crystals": -2},
    ),
    ("bitter_tears", 3, ["A: effect 1", "B: effect 2"], {"pool": 6, "B.crystals": -3}),
    ("empty_cradle", 1, [], {"hit_points": 2}),
    (
        "empty_cradle",
        2,
        ["A: discard Biting Runt", "B: discard Biting Runt"],
        {"A.creature": "acolyte", "B.creature": "acolyte 2", "C.creature": ""}
        | {"graveyard": "acolyte 3, runt 2, runt, silver_horn, runt 6"},
    ),
    ("empty_cradle", 3, [], {"overlord_rewards": 1, "result": "lost"}),
    ("sealed_decree", 1, [], {"village_rewards": 1}),
    ("sealed_decree", 2, [], {"village_rewards": 1}),
    ("sealed_decree", 3, [], {"village_rewards": 1}),
    ("secret_ballot", 1, [], {"village_rewards": 1}),
    ("secret_ballot", 2, [], {"village_rewards": 3}),
    ("secret_ballot", 3, [], {"village_rewards": 3, "overlord_strength": 1}),
    ("tithe", 1, [], {}),
    (
        "tithe",
        2,
        [],
        {"A.crystals": -2, "B.crystals": -2, "C.crystals": -2, "overlord_crystals": 1}
        | {"overlord_health": 1},
    ),
    ("tithe", 3, [], {"A.crystals": -6, "B.crystals": -4, "C.crystals": -2}),
    ("house_arrest", 1, [], {}),
    (
        "forged_letters",
        1,
        ["B: unbury item"],
        {"village_rewards": 1, "B.item": "fist 2, birch_bow, shroud"},
    ),
    (
        "forged_letters",
        2,
        [],
        {"A.item": "fist 3", "B.item": "fist, shroud, fist 2", "C.item": "birch_bow"}
        | {"A.enchantment": "enchanting 3", "C.enchantment": "of_fast_feet"}
        | {"B.enchantment": "enchanting, of_old_bones, enchanting 2"},
    ),
    ("forged_letters", 3, [], {"pool": 31}),
    ("hired_knives", 1, [], {}),
    ("hired_knives", 2, ["no", "no", "no"], {"pool": 6}),
    ("hired_knives", 3, [], {"pool": 4 + 3}),
    ("black_ice", 1, [], {}),
    ("avalanche", 1, [], {"B.enchantment": "of_old_bones, enchanting 2, of_fast_feet"}),
    (
        "avalanche",
        2,
        ["bury item"],
        {"B.item": "shroud, fist 2, birch_bow"}
        | {"B.enchantment": "of_old_bones, enchanting 2, of_fast_feet"},
    ),
    (
        "avalanche",
        3,
        ["B: discard Shroud"],
        {"B.item": "birch_bow, fist 2", "graveyard": "shroud, silver_horn, runt 6"},
    ),
    ("frostbite", 1, [], {"track.0": "foal 6!"}),
    ("frostbite", 2, [], {"track.0": "foal 6!", "track.1": "foal 5!!"}),
    ("frostbite", 3, [], {}),
    ("ice_mirror", 1, [], {"overlord_strength": 1}),
    ("ice_mirror", 2, [], {"pool": 4}),
    ("ice_mirror", 3, [], {"pool": 4, "overlord_health": 1}),
    ("thaw", 1, ["player 1"], {"pool": -4}),
    ("thaw", 2, ["player 1"], {"pool": -2}),
    ("thaw", 3, [], {"hit_points": -2, "pool": 3}),
]


@pytest.mark.parametrize(("event", "anger", "lines", "changes"), EVENTS)
def test_an_event(
    event: str, anger: int, lines: list[str], changes: Any, lay: Lay, say: Any
) -> None:
    """Vragan's strength is 4 together; A's defense of 30 is the highest, C's of 0 the lowest."""
    sides = ["health", "strength"]
    fields = {"pool": 7, "overlord": "vragan", "chance": {"fixed": {"reinforcement": sides}}}
    fields["hit_points"] = {1: 80, 2: 50, 3: 20}[anger]
    state = lay(replace_fields(TABLE, fields), together=True)
    before = list_facts(state)
    state.event_deck.append(f"event.{event}/1" if f"event.{event}/1" in CARD else f"event.{event}")
    happen(state, "overlord_turn")
    answer_all(say, state, lines)
    found = find_changes(before, list_facts(state))
    found.pop("event_deck", None)
    assert found == changes


@pytest.mark.parametrize(("anger", "damage"), [(1, 2), (2, 2), (3, 4)])
def test_an_assault_hits_the_best_defended_and_then_the_worst(
    anger: int, damage: int, lay: Lay
) -> None:
    """Vragan’s strength is 4 together; A’s defense is 2, the highest, and C’s is 0."""
    fields = {"overlord": "vragan", "A.defense": 2}
    fields["hit_points"] = {1: 80, 2: 50, 3: 20}[anger]
    state = lay(replace_fields(TABLE, fields), together=True)
    state.event_deck.append("event.assault/1")
    happen(state, "overlord_turn")
    assert state.pool == damage


LASTING: list[tuple[str, int, Facts]] = [
    ("dark_muster", 3, {"0.health": 2, "4.health": 2, "5.health": 2}),
    ("war_drums", 1, {"0.strength": 1, "4.strength": 1, "5.strength": 1}),
    ("war_drums", 2, {f"{n}.{power}": 1 for n in (0, 4, 5) for power in ("health", "strength")}),
    ("war_drums", 3, {f"{n}.{power}": 2 for n in (0, 4, 5) for power in ("health", "strength")}),
    ("wild_hunt", 2, {"0.health": 1, "0.strength": 1}),
    ("wild_hunt", 3, {f"{n}.{power}": 2 for n in (4, 5) for power in ("health", "strength")}),
    ("fog", 1, {"A.speed": -1, "B.speed": -1} | {f"{n}.cost": 1 for n in range(1, 6)}),
    ("fog", 2, {"A.weight": 1, "B.weight": 1, "C.weight": 1}),
    ("fog", 3, {"A.weight": 2, "B.weight": 2, "C.weight": 2}),
    ("dark_wall", 1, {"overlord.health": 1}),
    ("dark_wall", 2, {"overlord.strength": 2}),
    ("dark_wall", 3, {}),
    ("hiding_place", 2, {"overlord.health": 2}),
    ("hard_frost", 1, {f"{n}.{power}": 1 for n in (4, 5) for power in ("health", "strength")}),
    ("hard_frost", 2, {"0.health": 2, "4.health": 2, "5.health": 2}),
    ("hard_frost", 3, {"0.health": 3, "4.health": 3, "5.health": 3}),
]


@pytest.mark.parametrize(("event", "anger", "changes"), LASTING)
def test_an_event_that_lasts(event: str, anger: int, changes: Any, lay: Lay) -> None:
    """“Until the next Overlord turn”; creatures lie on spaces 0, 4 and 5."""
    track = ["stag 1", "of_rage 1", "of_rage 2", "of_greed 2", "hoard_dragon", "stag 3"]
    fields = {"overlord": "vragan", "track": track, "deck": [], "A.crystals": 0}
    fields["A.enchantment"] = ["of_fast_feet 2", "enchanting"]
    position = replace_fields(TABLE, fields)
    sights = [
        list_sights(lay({**position, "event": name, "anger": anger}, together=True))
        for name in ("", f"event.{event}/1" if f"event.{event}/1" in CARD else f"event.{event}")
    ]
    assert find_changes(*sights) == changes


@pytest.mark.parametrize(("anger", "damage"), [(1, 1), (2, 2), (3, 3)])
def test_siege_makes_the_first_space_dangerous(anger: int, damage: int, lay: Lay, say: Any) -> None:
    fields = {"overlord": "vragan", "track": ["padded_vest", "foal 1"]}
    position = {**replace_fields(TABLE, fields), "event": "event.siege/1", "anger": anger}
    state = lay(position, together=True)
    say(state, 0, "journey 0")
    assert state.pool == damage


def test_dark_wall_and_curse_and_howl(lay: Lay, cause: Any) -> None:
    """The third line: immune. The first: no text on banners and classes; no challenges."""
    position = replace_fields(TABLE, {"overlord": "vragan", "A.enchantment": ["of_druids"]})
    state = lay({**position, "event": "event.dark_wall/1", "anger": 3}, together=True)
    cause(state, {"overlord_damage": {"n": 4}})
    assert state.hit_points == 99
    for event, verb in (("event.curse/1", "use"), ("event.howl", "challenge")):
        for anger in (1, 2):
            state = lay({**position, "event": event, "anger": anger}, together=True)
            verbs = {choice.verb for choice in ENCHANTERS.list_prompts(state)[0].choices}
            assert (verb in verbs) is (anger == 2)


def test_buried_bones_and_plague_count_tokens(lay: Lay, say: Any) -> None:
    """A reward on spaces 5 and 4, wounds on 0, 1 and 2; then they are gone."""
    cards = ["foal 1", "foal 2", "foal 3", "foal 4", "foal 5", "foal 6"]
    position = replace_fields(TABLE, {"overlord": "cerberus", "track": cards, "deck": []})
    for event, anger, tokens in (
        ("buried_bones", 1, {"track.5": "foal 6+"}),
        ("buried_bones", 2, {"track.4": "foal 5+"}),
        ("plague/1", 2, {"track.1": "foal 2!!", "track.2": "foal 3!"}),
    ):
        state = lay({**position, "hit_points": {1: 80, 2: 50}[anger]}, together=True)
        before = list_facts(state)
        state.event_deck.append(f"event.{event}")
        happen(state, "overlord_turn")
        found = find_changes(before, list_facts(state))
        assert {name: now for name, now in found.items() if name != "event_deck"} == tokens

    track = [{"card": "foal 1", "wounds": 2}, {"card": "foal 2", "rewards": 1}, "foal 3"]
    for event, left, hit_points, pool in (
        ("plague/1", (0, 1), 0, 2 * 3 + 3),
        ("buried_bones", (2, 0), -2, 0),
    ):
        fields = {"hit_points": 20, "track": track}
        state = lay({**position, **fields}, together=True)
        state.event_deck.append(f"event.{event}")
        happen(state, "overlord_turn")
        tokens_left = [sum(s.wounds for s in state.track), sum(s.rewards for s in state.track)]
        assert tuple(tokens_left) == left
        assert (state.hit_points - 20, state.pool) == (hit_points, pool)


@pytest.mark.parametrize(("anger", "healed"), [(1, 1), (2, 1), (3, 2)])
def test_three_heads_heal_where_no_creature_lies(
    anger: int, healed: int, lay: Lay, say: Any
) -> None:
    """The token is put on space 0; what lies there decides at once."""
    track = ["of_rage 1", "foal 1"]
    fields: dict[str, Any] = {"overlord": "cerberus", "track": track, "deck": []}
    fields["hit_points"] = {1: 80, 2: 50, 3: 20}[anger]
    state = lay(replace_fields(TABLE, fields), together=True)
    before = list_facts(state)
    state.event_deck.append("event.three_heads")
    happen(state, "overlord_turn")
    found = find_changes(before, list_facts(state))
    assert found["track.0"] == "of_rage?" and found["hit_points"] == healed
    assert "pool" not in found


@pytest.mark.parametrize(("anger", "pool"), [(1, 3 * 1), (2, 3 * 2), (3, 3 * 3)])
def test_watchful_hound_bites_where_a_creature_lies(anger: int, pool: int, lay: Lay) -> None:
    """1, 2 and 3 damage to each player."""
    track = ["of_rage 1", {"card": "foal 1", "cerberus": True}]
    fields: dict[str, Any] = {"overlord": "cerberus", "track": track, "deck": []}
    fields["hit_points"] = {1: 80, 2: 50, 3: 20}[anger]
    state = lay(replace_fields(TABLE, fields), together=True)
    state.event_deck.append("event.watchful_hound")
    happen(state, "overlord_turn")
    assert (state.pool, state.hit_points) == (pool, fields["hit_points"])


@pytest.mark.parametrize(("space", "crystals"), [(2, -2), (3, 1 - 3)])
def test_aurisan_banner_brings_a_crystal_after_a_far_journey(
    space: int, crystals: int, lay: Lay, say: Any
) -> None:
    """From space 3 on; an enchantment does not cover it. Each space costs its number."""
    track = [None, None, "of_rage 1", "of_rage 2"]
    state = lay(replace_fields(TABLE, {"A.item": ["banner.aurisan"], "track": track}))
    before = list_facts(state)
    say(state, 0, f"journey {space}")
    assert find_changes(before, list_facts(state))["A.crystals"] == crystals


@pytest.mark.parametrize(("space", "wounds"), [(0, [0, 0]), (1, [-1, 1])])
def test_vampiric_banner_drinks_after_a_journey(
    space: int, wounds: list[int], lay: Lay, say: Any
) -> None:
    """From space 1 on: one damage to another player, and heals one."""
    track = ["of_greed 2", "of_fast_feet 2"]
    state = lay(replace_fields(TABLE, {"A.item": ["banner.vampiric"], "track": track}))
    before = [seat.wounds for seat in state.seats]
    answer_all(say, state, [f"journey {space}", *(["choose left"] if space else [])])
    after = [seat.wounds for seat in state.seats]
    assert [now - then for now, then in zip(after, before, strict=True)] == [*wounds, 0]


@pytest.mark.parametrize(
    ("space", "answers", "wounds"),
    [(1, ["choose left", "ready"], [2, 4]), (1, ["no"], [0, 0]), (0, [], [0, 0])],
)
def test_of_warriors_allows_a_duel_after_a_journey(
    space: int, answers: list[str], wounds: list[int], lay: Lay, say: Any
) -> None:
    """From space 1 on. The Grave Spade brings 4 attack and covers 1: A has 4, and in the duel 1 and
    1 more, against B’s 8 and 1."""
    fields = {"A.enchantment": ["of_warriors"], "A.attack": 1, "A.defense": 5, "A.wounds": 0}
    fields |= {"B.wounds": 0, "track": ["grave_spade 1", "grave_spade 2"]}
    state = lay(replace_fields(TABLE, fields))
    answer_all(say, state, [f"journey {space}", *answers])
    assert [seat.wounds for seat in state.seats[:2]] == wounds


def test_buried_bones_are_dug_up_with_one_more(lay: Lay) -> None:
    """The third line: a reward on space 3, then each on the track counts."""
    track = ["foal 1", {"card": "foal 2", "rewards": 1}, "foal 3", "foal 4"]
    fields = {"overlord": "cerberus", "track": track, "deck": [], "hit_points": 20}
    state = lay(replace_fields(TABLE, fields), together=True)
    state.event_deck.append("event.buried_bones")
    happen(state, "overlord_turn")
    assert state.hit_points == 20 - 2 * 2
    assert state.overlord_health + state.overlord_strength == 2
    assert not any(space.rewards for space in state.track)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ("the Overlord gets 1 reinforcement (health)", "(strength)", "2 reinforcements")),
        ("fr", ("le Suzerain reçoit 1 renfort (vie)", "(force)", "2 renforts")),
        ("de", ("der Overlord bekommt 1 Verstärkung (Leben)", "(Stärke)", "2 Verstärkungen")),
    ],
)
def test_a_text_says_which_side_is_reinforced(language: str, told: tuple[str, str, str]) -> None:
    """Unless it is drawn, as with Reserves."""
    health, strength = (event_text("event.gate_of_ash", anger, language) for anger in (1, 2))
    drawn = event_text("event.reserves/1", 3, language)
    assert health == told[0]
    assert strength.endswith(told[1]) and drawn.endswith(told[2])


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("double your attack", "the top monster", "pearls count 0", "with 1 reward per")),
        (
            "fr",
            ("doubler votre attaque", "le monstre du dessus", "les perles comptent 0")
            + ("avec 1 récompense par",),
        ),
        (
            "de",
            ("deinen Angriff verdoppeln", "das oberste Monster", "Perlen zählen 0")
            + ("bei 1 Belohnung je",),
        ),
    ],
)
def test_a_text_fits_its_number_and_what_it_means(language: str, words: Sequence[str]) -> None:
    texts = [
        upper_text("golems.spring_hammer/1", language),
        upper_text("demons.of_temptation/1", language),
        upper_text("gladiators.tower_shield/1", language),
        event_text("event.last_candle", 3, language),
    ]
    assert all(part.lower() in text.lower() for part, text in zip(words, texts, strict=True))


def test_every_card_with_text_has_a_line() -> None:
    """Here, or in the tests of rulings and questions, by its name."""
    tests = "".join(
        path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py")
    )
    for design in DESIGNS.values():
        lines = [*design.upper.abilities, *design.lower.abilities, *design.sides, *design.anger]
        assert not lines or design.id.split(".")[1] in tests, design.id


# Villages, a banner and classes of the second box -------------------------------------------------


def test_chapel_of_soulfire_takes_a_top_card_out_of_the_match(lay: Lay, say: Any) -> None:
    for answer, gone in (
        ("remove Biting Runt", {"A.creature": "acolyte", "box": "runt"}),
        ("remove Padded Vest", {"A.item": "fist", "box": "padded_vest"}),
        ("remove Limp", {"A.wound": "", "box": "limp"}),
    ):
        fields = {"village": "chapel_of_soulfire", "A.wounds": 8, "A.item": ["padded_vest", "fist"]}
        state = lay(replace_fields(TABLE, {**fields, "A.wound": ["limp"], "wound_deck": []}))
        before = list_facts(state)
        answer_all(say, state, ["rest Chapel of Soulfire 3", answer])
        changes = drop_turn(find_changes(before, list_facts(state)))
        assert changes == {"A.wounds": -3, **gone}


def test_deep_tower_unburies_an_item_and_an_enchantment(lay: Lay, say: Any) -> None:
    fields: dict[str, Any] = {"village": "deep_tower", "A.item": ["padded_vest", "fist"]}
    fields["A.enchantment"] = ["of_greed", "of_old_songs", "enchanting"]
    state = lay(replace_fields(TABLE, fields))
    say(state, 0, "rest Deep Tower 3")
    facts = list_facts(state)
    assert facts["A.item"] == "fist, padded_vest"
    assert facts["A.enchantment"] == "enchanting, of_greed, of_old_songs"


@pytest.mark.parametrize(("space", "wounds"), [(0, 1), (1, 0)])
def test_garden_of_thorns_wounds_who_goes_nowhere_far(
    space: int, wounds: int, lay: Lay, say: Any
) -> None:
    fields = {"village": "garden_of_thorns", "track": ["of_greed 2", "of_old_songs"]}
    state = lay(replace_fields(TABLE, fields))
    before = list_facts(state)
    say(state, 0, f"journey {space}")
    assert find_changes(before, list_facts(state)).get("A.wounds", 0) == wounds


@pytest.mark.parametrize(("track", "crystals"), [("cur 1", 1), ("hoard_dragon", 4), ("of_rage", 0)])
def test_old_hunters_keep_pays_for_monsters(track: str, crystals: int, lay: Lay, say: Any) -> None:
    """Not for dragons: the four crystals are the Hoard Dragon’s own."""
    state = lay(replace_fields(TABLE, {"village": "old_hunters_keep", "track": [track, "foal 5"]}))
    before = list_facts(state)
    say(state, 0, "journey 0")
    assert find_changes(before, list_facts(state)).get("A.crystals", 0) == crystals


def test_pyrkonia_makes_the_farthest_journey_free(lay: Lay, say: Any) -> None:
    state = lay(replace_fields(TABLE, {"village": "pyrkonia", "track": [None] * 5 + ["of_rage"]}))
    before = list_facts(state)
    answer_all(say, state, ["use Pyrkonia", "journey 5"])
    changes = find_changes(before, list_facts(state))
    assert changes["A.wounds"] == 2 and "A.crystals" not in changes


def test_red_gorge_forge_swaps_an_item_with_the_track(lay: Lay, say: Any) -> None:
    fields = {"village": "red_gorge_forge", "A.item": ["padded_vest", "fist"]}
    state = lay(replace_fields(TABLE, {**fields, "track": ["foal 1", "scale_lance"]}))
    before = list_facts(state)
    say(state, 0, "use Red Gorge Forge")
    changes = {"A.crystals": -1, "A.item": "scale_lance, fist", "A.used": 1}
    assert find_changes(before, list_facts(state)) == {**changes, "track.1": "padded_vest"}


def test_scarabvan_buys_artifacts(lay: Lay, say: Any) -> None:
    """Covered ones as well, but never the last."""
    fields = {"village": "scarabvan", "A.item": ["padded_vest", "hide_shield", "fist"]}
    state = lay(replace_fields(TABLE, {**fields, "graveyard": []}))
    before = list_facts(state)
    answer_all(say, state, ["use Scarabvan", "discard Hide Shield"])
    changes = {"A.crystals": 2, "A.item": "padded_vest, fist", "A.used": 1}
    assert find_changes(before, list_facts(state)) == {**changes, "graveyard": "hide_shield"}


def test_temple_of_epiona_makes_every_journey_a_crystal_cheaper(lay: Lay) -> None:
    track = [None, None, "of_rage", "foal 1"]
    plain, quick = (
        list_sights(lay(replace_fields(TABLE, {"village": village, "track": track})))
        for village in ("normaltown", "temple_of_epiona")
    )
    changed = {name: now - plain[name] for name, now in quick.items() if now != plain[name]}
    speeds = {f"{name}.speed": 1 for name in "ABC"}
    assert changed == {**speeds, "2.cost": -1, "3.cost": -1}


@pytest.mark.parametrize(("track", "crystals"), [("padded_vest", 1), ("of_rage", 1), ("foal 1", 0)])
def test_dwarven_banner_brings_a_crystal_for_an_artifact(
    track: str, crystals: int, lay: Lay, say: Any
) -> None:
    fields = {"A.item": ["banner.dwarven"], "track": [track, "foal 5"]}
    state = lay(replace_fields(TABLE, fields))
    before = list_facts(state)
    say(state, 0, "journey 0")
    assert find_changes(before, list_facts(state)).get("A.crystals", 0) == crystals


@pytest.mark.parametrize(("crystals", "then"), [(0, 1), (4, 5), (5, 5)])
def test_of_beggars_gives_a_crystal_a_turn_up_to_five(crystals: int, then: int, lay: Lay) -> None:
    state = lay_on_top(lay, line("of_beggars", {}, A_crystals=crystals))
    happen(state, "turn_begins")
    assert state.seats[0].crystals == then


@pytest.mark.parametrize(("together", "kind"), [(False, "item"), (True, "enchantment")])
def test_petra_turns_the_tops_to_stone(together: bool, kind: str, lay: Lay, cause: Any) -> None:
    fields: dict[str, Any] = {"overlord": "petra", "A.item": ["padded_vest", "fist"]}
    fields["A.enchantment"] = ["of_greed", "enchanting"]
    state = lay(replace_fields(TABLE, fields), together=together)
    before = list_facts(state)
    cause(state, {"trigger_invasion": {"type": kind}})
    changes = find_changes(before, list_facts(state))
    assert changes["A.item"] == "fist, padded_vest"
    assert changes["A.enchantment"] == "enchanting, of_greed"


def test_doggon_smells_blood(lay: Lay, cause: Any) -> None:
    """A wound for every fifth, together for every tenth of all."""
    state = lay(replace_fields(TABLE, {**OPEN, "overlord": "doggon", "A.wounds": 6}))
    cause(state, {"trigger_invasion": {"type": "monster"}})
    assert state.seats[0].wounds == 6 + 1
    state = lay(replace_fields(TABLE, {"overlord": "doggon", "pool": 21}), together=True)
    cause(state, {"trigger_invasion": {"type": "monster"}})
    assert state.pool == 21 + 2


def test_xyz_grows_with_rewards_and_takes_a_top_card(lay: Lay, say: Any) -> None:
    fields = {"overlord": "xyz", "A.rewards": 2, "A.attack": 7, "A.crystals": 0}
    state = lay(replace_fields(TABLE, {**fields, "A.creature": ["runt 3"]}))
    sights = list_sights(state)
    assert (sights["overlord.health"], sights["overlord.strength"]) == (9 + 2, 7 + 2)
    answer_all(say, state, ["challenge"])
    assert state.seats[0].rewards == 3 and not state.seats[0].stacks["creature"]


def test_whimper_and_the_council_take_rewards_away(lay: Lay, say: Any, cause: Any) -> None:
    """Whimper after a challenge, the Council for an enchantment."""
    fields = {"overlord": "whimper", "overlord_rewards": 2}
    state = lay(replace_fields(TABLE, fields), together=True)
    answer_all(say, state, ["challenge"])
    assert state.overlord_rewards == 1
    fields = {"overlord": "grey_council", "village_rewards": 2}
    state = lay(replace_fields(TABLE, fields), together=True)
    cause(state, {"trigger_invasion": {"type": "enchantment"}})
    assert state.village_rewards == 1


@pytest.mark.parametrize("event", ["last_candle", "empty_cradle"])
def test_all_is_not_lost_without_rewards(event: str, lay: Lay) -> None:
    fields = {"overlord": "whimper", "overlord_rewards": 1, "hit_points": 20}
    state = lay(replace_fields(TABLE, fields), together=True)
    state.event_deck.append(f"event.{event}")
    happen(state, "overlord_turn")
    assert not state.result


@pytest.mark.parametrize(("points", "damage"), [(50, 1), (20, 2)])
def test_a_sealed_decree_takes_the_village_away(points: int, damage: int, lay: Lay) -> None:
    """With the third reward for three players; each takes damage."""
    fields = {"overlord": "grey_council", "village_rewards": 2, "hit_points": points, "pool": 0}
    state = lay(replace_fields(TABLE, fields), together=True)
    village = state.village
    state.event_deck.append("event.sealed_decree")
    happen(state, "overlord_turn")
    assert state.village != village and state.village_rewards == 0
    assert state.pool == 3 * damage


def test_events_that_silence_and_lock(lay: Lay, cause: Any) -> None:
    """Long Night, Lost Voice, Hiding Place, House Arrest, Tithe, Black Ice."""
    position = {**replace_fields(TABLE, {"overlord": "vragan"}), "pool": 9}
    state = lay({**position, "event": "event.long_night", "anger": 3}, together=True)
    cause(state, {"heal": {"who": "self", "n": 3}})
    assert state.pool == 9
    for event, anger in (("hiding_place", 1), ("house_arrest", 3)):
        state = lay({**position, "event": f"event.{event}", "anger": anger}, together=True)
        verbs = {choice.verb for choice in ENCHANTERS.list_prompts(state)[0].choices}
        assert "challenge" not in verbs
    state = lay({**position, "event": "event.hiding_place", "anger": 3}, together=True)
    cause(state, {"overlord_damage": {"n": 4}})
    assert state.hit_points == 99
    state = lay({**position, "event": "event.tithe", "anger": 1}, together=True)
    cause(state, {"take_crystals": {"n": 9}})
    assert state.seats[0].crystals == 3
