"""The vocabulary of the cards: what a card file may contain, word by word.

A signature is a line of fields, each with its type: `n:amount to:who optional?:bool`. A question
mark makes a field optional, `a|b` is a choice of words, and `@` introduces a single value instead
of a mapping. vocabulary.yaml expresses each row of the manual in these words.
"""

from __future__ import annotations

# The kind of a card -> the stack it belongs to.
STACK_OF = {
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
STACKS = ("item", "enchantment", "creature", "wound")
ARTIFACTS = ("item", "enchantment")
CREATURES = ("monster", "dragon")
KINDS = (*STACK_OF, "village", "overlord", "overlord_event")
ICONS = (
    "attack",
    "attack_down",
    "defense",
    "defense_down",
    "weight",
    "speed",
    "slime",
    "undead",
) + ("pearl",)
TIERS = ("minor", "medium", "major", "dragon")
LIMITS = ("once", "double", "multi")
INVADERS = ("item", "enchantment", "monster", "dragon", "reward", "wound")

WHO = (
    "self",
    "another",
    "each_other",
    "each",
    "others",
    "left",
    "right",
    "most_wounded",
    "active",
) + (
    "lowest_defense",
    "highest_defense",
    "overlord",
)
COUNTERS = ("wounds", "items", "enchantments", "pairs", "artifacts", "monsters", "dragons") + (
    ("creatures", "attack", "defense", "weight", "speed", "slime", "undead", "pearl", "crystals")
    + ("rewards", "players", "damage_taken", "track_wounds")
)

COSTS = {
    "take_damage": "n:amount",
    "other_heals": "n:number",
    "crystals": "@number",
    "defense": "@number",
    "discard_any": "n:number from:types",
    "bury_this": "@true",
    "remove_top": "from:stacks",
    "discard_top": "from:types",
    "bury": "stacks:stacks mode?:all|one",
    "give_monster": "to:who which:any|top",
    "discard_this_token": "@true",
}

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

EFFECTS = {
    # Wounds.
    "take_damage": "n:amount",
    "deal_damage": "to:who n:amount",
    "move_wounds": "from:who to:who n:number split?:bool",
    "heal": "who:who n:amount",
    # Powers.
    "gain": "attack?:amount defense?:amount",
    # Crystals.
    "take_crystals": "who?:who n:amount",
    "steal_crystals": "from:who n:number",
    "lose_crystals": "who?:who n:amount",
    "give_crystals": "to:who n:number",
    "overlord_crystals": "from?:self|each|supply to?:self n:amount",
    "pay_or": "crystals:number else:effects",
    # Cards.
    "give_this": "to:who optional?:bool",
    "bury_this": "@true",
    "discard_any": "who?:who from?:types with_icon?:icon n:number",
    "discard_top": "who?:who from:types",
    "steal_top": "stack:stack from:who",
    "give_top": "stacks:stacks choose:number to:who",
    "bury": "who?:who stacks:stacks mode?:all|one|any optional?:bool",
    "unbury": "who?:who stacks:stacks mode?:all|one",
    "bury_or_unbury": "who:who stacks:stacks optional?:bool",
    "pass_tops": "stacks:stacks direction:left|right",
    "swap_tops": "stack:stack with:who",
    "swap_with_track": "stack:stack",
    "purge_enchantments": "who:who",
    "give_monster": "to:who which:any|top optional?:bool",
    "demand_monster": "from:who n:number",
    "put_on_overlord": "what:top_enchantment|invading_card|graveyard_bottom n?:number",
    # Journeys, fights and duels.
    "free_journey": "",
    "swap_track": "n:number",
    "swap_track_graveyard": "",
    "journey_from": "zone:overlord|graveyard_top types:anytypes optional?:bool",
    "clear_track_tokens": "kind:wound|reward",
    "put_track_token": "kind:wound|reward slot:number n:number",
    "player_attacks": "attacker:who defender:who",
    "duel": "with:duellist optional?:bool times?:amount",
    # Village, Overlord and events.
    "replace_village": "then?:effects",
    "village_rewards": "add:amount",
    "overlord_rewards": "add:amount",
    "trigger_invasion": "type:invader",
    "fight_overlord": "",
    "overlord_attacks": "who:who",
    "overlord_damage": "n:amount",
    "overlord_heal": "n:amount",
    "add_reinforcement": "n:amount side?:random|health|strength",
    "remove_reinforcement": "n:amount",
    "overlord_consume_track_rewards": "damage_each:number reinforcement_each:number",
    "cerberus": "place?:slot0 check?:watch",
    "shuffle_events": "",
    "desert": "flip?:bool set?:calm|sandstorm optional?:bool double_until?:end_of_turn "
    "ignore_until?:end_of_turn",
    "lose_game": "",
    # Effects that contain other effects.
    "choose_one": "@effects",
    "all": "@effects",
    "each_player": "who:who do:effects",
    "if": "test:scope do:effects",
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
VALUES = ("weight", "speed", "slime", "undead", "pearl")
