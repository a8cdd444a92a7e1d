"""The closed lists of words in card data, in the order of the printed symbols."""

from __future__ import annotations

from typing import Literal, get_args

TYPES = ("military", "magical", "economic", "cultural", "political")
ANY = "any"
# Tokens that are kept between rounds and pay for nearly everything.
TOKENS = ("wealth", "influence")
# The starting values of a faction in every Income phase, which segments can increase.
STATS = ("influence", "wealth", "popularity", "attack", "defense", "foundations")
STARS = ("main", "side")
# What an action may cost in addition to its star.
Cost = Literal["wealth", "influence", "attack", "defense", "discard", "exhaust_own"]
COSTS: tuple[Cost, ...] = get_args(Cost)

# Effects that only change numbers or cards: an integer or a counted amount.
GAINS = (
    *("essence", "shards", "influence", "wealth", "attack", "defense"),
    *("draw", "foundation", "ignore_attack"),
)
# Effects without an amount; their value is 1.
SWITCHES = (
    *("move_segment", "swap_segments", "exchange_attack_defense"),
    *("spy", "rector", "raid"),
)
# Effects that contain other effects.
LISTS = ("choose_one", "opponent_chooses")
EFFECTS = (
    *GAINS,
    *SWITCHES,
    *LISTS,
    *("attack_action", "build_action", "add_location", "exhaust_segment", "opponent_gives"),
)
WHENS = (
    *("successful_attack", "successful_build", "treaty_signed", "prophecy_read"),
    *("bidding_won", "pass", "attacked"),
)
MODIFIERS = ("treaty_cost", "build_cost", "prophecy_cost", "attack_value", "defense_value")
UNITS = (
    *("segments", "segments_of", "prophecies", "treaties", "hand"),
    *("attack", "defense", "shards"),
)
REQUIREMENTS = (
    *("pattern", "count", "successful_attacks_this_round", "spend", "monster"),
    "treaties_this_round",
)
