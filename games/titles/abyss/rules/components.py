"""The contents of the box: cards, tiles and tokens with their printed numbers."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

# The races and the guild of each of them, in the order used on every page.
RACES = ("jellyfish", "crab", "seahorse", "shellfish", "squid")
GUILDS = ("soldiers", "mages", "farmers", "merchants", "politicians", "ambassadors")
RACE_OF_GUILD = {
    "soldiers": "crab",
    "mages": "jellyfish",
    "farmers": "seahorse",
    "merchants": "shellfish",
    "politicians": "squid",
}
COLOURS = {
    "soldiers": "red",
    "mages": "violet",
    "farmers": "yellow",
    "merchants": "green",
    "politicians": "blue",
    "ambassadors": "multi",
    "crab": "red",
    "jellyfish": "violet",
    "seahorse": "yellow",
    "shellfish": "green",
    "squid": "blue",
}

# ------------------------------------------------------------------ the Exploration deck (71)

MONSTER = "monster"
MONSTERS = 6
ALLY_VALUES = (5, 4, 4, 3, 3, 3, 2, 2, 2, 1, 1, 1, 1)

# "crab4" is the Crab of value 4; RACE["crab4"] is "crab", VALUE["crab4"] is 4.
ALLIES = tuple(f"{race}{value}" for race in RACES for value in ALLY_VALUES)
EXPLORATION_CARDS = (*ALLIES, *(MONSTER,) * MONSTERS)
RACE = {f"{race}{value}": race for race in RACES for value in ALLY_VALUES}
VALUE = {f"{race}{value}": value for race in RACES for value in ALLY_VALUES}

# ------------------------------------------------------------------ the Lords (35)


class LordCard(Struct, frozen=True):
    """One printed Lord.

    `races` is the number of different races to play, `mandatory` the one that must be among them
    (None: any). `power` says when the power works: "arrow" once on entering play, "permanent",
    "turn" once in each of the owner's turns, or None. A Shaman blocks `military` powers.
    """

    id: str
    guild: str
    cost: int
    races: int
    mandatory: str | None
    keys: int
    influence: int
    power: Literal["arrow", "permanent", "turn"] | None = None
    military: bool = False


def _build_lord_cards() -> dict[str, LordCard]:
    rows: tuple[
        tuple[str, str, int, int, int, int, Literal["arrow", "permanent", "turn"] | None], ...
    ]
    rows = (
        # id, guild, cost, races, keys, influence, power
        ("recruiter", "soldiers", 10, 2, 1, 4, "permanent"),
        ("jailer", "soldiers", 6, 3, 0, 7, "arrow"),
        ("seeker", "soldiers", 7, 2, 0, 7, "arrow"),
        ("assassin", "soldiers", 10, 1, 0, 6, "arrow"),
        ("commander", "soldiers", 8, 1, 1, 4, "permanent"),
        ("tamer", "soldiers", 6, 3, 1, 4, "permanent"),
        ("hunter", "soldiers", 8, 2, 0, 6, "arrow"),
        ("shaman", "mages", 6, 3, 1, 5, "permanent"),
        ("invoker", "mages", 8, 1, 0, 8, "arrow"),
        ("apprentice", "mages", 6, 3, 0, 9, "arrow"),
        ("oracle", "mages", 8, 2, 1, 5, "turn"),
        ("alchemist", "mages", 7, 1, 1, 5, "permanent"),
        ("illusionist", "mages", 10, 1, 0, 9, "arrow"),
        ("master_of_magic", "mages", 10, 3, 1, 6, "permanent"),
        ("keeper", "farmers", 6, 3, 1, 6, None),
        ("reaper", "farmers", 7, 2, 1, 6, None),
        ("shepherd", "farmers", 8, 1, 1, 6, None),
        ("miller", "farmers", 8, 2, 0, 10, None),
        ("aquaculturalist", "farmers", 9, 3, 0, 11, None),
        ("landowner", "farmers", 10, 1, 0, 12, None),
        ("ship_master", "merchants", 6, 3, 1, 5, "permanent"),
        ("trader", "merchants", 10, 3, 0, 9, "arrow"),
        ("peddler", "merchants", 8, 1, 0, 9, "arrow"),
        ("landlord", "merchants", 10, 2, 1, 5, "permanent"),
        ("slaver", "merchants", 8, 1, 1, 5, "turn"),
        ("shopkeeper", "merchants", 6, 3, 0, 9, "arrow"),
        ("opportunist", "politicians", 6, 3, 1, 5, "turn"),
        ("corruptor", "politicians", 10, 1, 0, 6, "arrow"),
        ("traitor", "politicians", 12, 3, 0, 6, "arrow"),
        ("diplomat", "politicians", 8, 1, 1, 5, "permanent"),
        ("treasurer", "politicians", 10, 2, 1, 5, "permanent"),
        ("schemer", "politicians", 8, 3, 0, 6, "arrow"),
        ("sage", "ambassadors", 10, 5, 3, 4, "arrow"),
        ("hermit", "ambassadors", 10, 5, 3, 5, "arrow"),
        ("elder", "ambassadors", 10, 5, 3, 3, "arrow"),
    )
    return {
        id: LordCard(
            id, guild, cost, races, RACE_OF_GUILD.get(guild), keys, influence, power,
            guild == "soldiers",
        )
        for id, guild, cost, races, keys, influence, power in rows
    }  # fmt: skip


LORDS = _build_lord_cards()
COURT_SPACES = 6
# Number of Locations that an Ambassador draws.
AMBASSADOR_DRAWS = {"elder": 3, "sage": 2, "hermit": 1}
LORDS_TO_END = 7

# ------------------------------------------------------------------ the Locations (20)


class LocationTile(Struct, frozen=True):
    """One printed Location: `base` points and `per` points for each thing that it `counts`.

    `counts` is one of: guild and race (which one is in `of`), guilds, lords, allies, keyed_lords,
    keyless_lords, weakest_lord, strongest_lord, weakest_allies, best_opposing_location, nothing.
    """

    id: str
    base: int
    per: int
    counts: str
    of: str = ""


LOCATIONS = {
    tile.id: tile
    for tile in (
        LocationTile("sargasso_silos", 5, 2, "guild", "farmers"),
        LocationTile("hydrozoa_reserves", 6, 2, "guild", "mages"),
        LocationTile("sanctuary", 4, 3, "race", "jellyfish"),
        LocationTile("parliament", 6, 2, "guild", "politicians"),
        LocationTile("barracks", 7, 2, "guild", "soldiers"),
        LocationTile("dockworks", 5, 2, "guild", "merchants"),
        LocationTile("sargasso_fields", 3, 3, "race", "seahorse"),
        LocationTile("the_abyss", 0, 2, "guilds"),
        LocationTile("city_of_mirrors", 0, 1, "best_opposing_location"),
        LocationTile("black_smokers", 0, 0, "nothing"),
        LocationTile("oceanic_senate_assembly", 4, 3, "race", "squid"),
        LocationTile("depths", 0, 2, "weakest_lord"),
        LocationTile("throne_room", 0, 1, "strongest_lord"),
        LocationTile("jail", 15, -1, "lords"),
        LocationTile("chasm", 5, 3, "race", "crab"),
        LocationTile("closed_tower", 0, 3, "keyed_lords"),
        LocationTile("lost_tower", 0, 3, "keyless_lords"),
        LocationTile("chamber_of_allies", 3, 1, "weakest_allies"),
        LocationTile("nest_of_giant_clams", 3, 3, "race", "shellfish"),
        LocationTile("coral_barrier", 20, -1, "allies"),
    )
}
BLACK_SMOKERS = "black_smokers"
KEYS_PER_LOCATION = 3
MAX_DRAWN = 4

# ------------------------------------------------------------------ Monsters, Threat, the track

MONSTER_TOKENS = (4,) * 2 + (3,) * 9 + (2,) * 9
TRACK_SPACES = 5
THREAT_SPACES = 6

# Rewards after a fight, by Threat space. Token rewards come last: the fallback takes the last one.
THREAT_REWARDS = {
    1: ("pearl", "token"),
    2: ("pearls", "pearl+token", "tokens"),
    3: ("key",),
    4: ("key+pearl", "key+token"),
    5: ("key+pearls", "key+pearl+token", "key+tokens"),
    6: ("keys",),
}
# Reward -> (Pearls, Monster tokens, key tokens).
REWARDS = {
    "pearl": (1, 0, 0),
    "token": (0, 1, 0),
    "pearls": (2, 0, 0),
    "pearl+token": (1, 1, 0),
    "tokens": (0, 2, 0),
    "key": (0, 0, 1),
    "key+pearl": (1, 0, 1),
    "key+token": (0, 1, 1),
    "key+pearls": (2, 0, 1),
    "key+pearl+token": (1, 1, 1),
    "key+tokens": (0, 2, 1),
    "keys": (0, 0, 2),
}

COMMANDER_LIMIT = 6
STARTING_PEARLS = 1
CORRUPTOR_PRICE = 5
COURT_BONUS = 2
FEW_LORDS = 2
