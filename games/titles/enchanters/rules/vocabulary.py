"""The vocabulary of the cards: the words of their fields, triggers, scopes and statics.

Effects and costs are classes: see `effects/` and `costs.py`. A signature is a line of fields, each
with its type: `types:types min_slot?:number`. A question mark makes a field optional, `a|b` is a
choice of words, and `@` introduces a single value instead of a mapping. vocabulary.yaml expresses
each row of the manual in these words.
"""

from __future__ import annotations

from typing import Literal, get_args

# The number of spaces of the journey track.
TRACK_SPACES = 6

CardKind = Literal[
    "fist",
    "banner",
    "item",
    "enchanting",
    "class",
    "enchantment",
    "monster",
    "dragon",
    "wound",
    "village",
    "overlord",
    "overlord_event",
]
KINDS: tuple[CardKind, ...] = get_args(CardKind)
Stack = Literal["item", "enchantment", "creature", "wound"]
STACKS: tuple[Stack, ...] = get_args(Stack)
# The kind of a card -> the stack it belongs to.
STACK_OF: dict[CardKind, Stack] = {
    "fist": "item",
    "banner": "item",
    "item": "item",
    "enchanting": "enchantment",
    "class": "enchantment",
    "enchantment": "enchantment",
    "monster": "creature",
    "dragon": "creature",
    "wound": "wound",
}
ARTIFACTS = ("item", "enchantment")
CREATURES = ("monster", "dragon")
# The types of cards that an effect names.
CardType = Literal["item", "enchantment", "monster", "dragon"]
CARD_TYPES: tuple[CardType, ...] = get_args(CardType)
Value = Literal["weight", "speed", "slime", "undead", "pearl"]
Icon = Literal["attack", "attack_down", "defense", "defense_down", Value]
ICONS: tuple[Icon, ...] = get_args(Icon)
TIERS = ("minor", "medium", "major", "dragon")
LIMITS = ("once", "double", "multi")
Invader = Literal[CardType, "reward", "wound"]

Who = Literal[
    "self",
    "another",
    "each_other",
    "each",
    "others",
    "left",
    "right",
    "most_wounded",
    "active",
    "lowest_defense",
    "highest_defense",
    "overlord",
]
# The opponents in a duel: `each_left` lets everybody duel the left neighbour.
Duellist = Literal[Who, "each_left"]
Counter = Literal[
    "wounds",
    "items",
    "enchantments",
    "pairs",
    "artifacts",
    "monsters",
    "dragons",
    "creatures",
    "attack",
    "defense",
    Value,
    "crystals",
    "rewards",
    "players",
    "damage_taken",
    "track_wounds",
]

# These have no fields, so they are written without a mapping.
TRIGGERS = {
    "turn_begin": "",
    "once_per_turn": "",
    "turn_end": "",
    "damage_taken": "",
    "took": "types:types at:before_add|after_add",
    "defeated": "types:types",
    "journeyed": "min_slot:number",
    "after_duel": "",
    "rested": "",
    "game_end": "",
}
SCOPES = {
    "in_combat_with_this": "",
    "this_on_track": "",
    "in_duel": "with:player",
    "in_challenge": "",
    "village_rewards": "at_least_per_player:number",
    "overlord_rewards": "at_least_per_player:number",
}

STATICS = {
    "untargetable": "when:other_players_turn",
    "no_heal": "who:who",
    "boost": "attack?:number defense?:number when?:boost_when",
    "value_mod": "who:who value:value add:number",
    "value_zero": "who:who value:value",
    "crystal_cap": "who:who max:number",
    "block_take": "type:item|enchantment",
    "mute_top": "stack:stack",
    "copy_top": "of:enchantment",
    "mute_starters": "",
    "journey_base_cost": "min_slot:number cost:number",
    "journey_toll": "slot:number damage:number",
    "creature_mod": "types:types min_slot?:number max_slot?:number health?:amount strength?:amount",
    "self_mod": "health?:amount strength?:amount min_slot?:number max_slot?:number",
    "overlord_mod": "health?:amount strength?:amount",
    "block_challenge": "",
    "overlord_immune": "",
    "desert_double": "",
    "flag": "@attacks_all|double_damage|no_duel_attack",
}
