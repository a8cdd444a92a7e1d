"""The numbers printed on Lords and Locations, in a second table written from the cards."""

from __future__ import annotations

import pytest

from games.titles.abyss.rules.components import COLOURS, GUILDS, LOCATIONS, LORDS, RACES

from .conftest import Scene

# id, guild, cost, races, mandatory race, keys, influence, kind of power
PRINTED_LORDS = (
    ("recruiter", "soldiers", 10, 2, "crab", 1, 4, "permanent"),
    ("jailer", "soldiers", 6, 3, "crab", 0, 7, "arrow"),
    ("seeker", "soldiers", 7, 2, "crab", 0, 7, "arrow"),
    ("assassin", "soldiers", 10, 1, "crab", 0, 6, "arrow"),
    ("commander", "soldiers", 8, 1, "crab", 1, 4, "permanent"),
    ("tamer", "soldiers", 6, 3, "crab", 1, 4, "permanent"),
    ("hunter", "soldiers", 8, 2, "crab", 0, 6, "arrow"),
    ("shaman", "mages", 6, 3, "jellyfish", 1, 5, "permanent"),
    ("invoker", "mages", 8, 1, "jellyfish", 0, 8, "arrow"),
    ("apprentice", "mages", 6, 3, "jellyfish", 0, 9, "arrow"),
    ("oracle", "mages", 8, 2, "jellyfish", 1, 5, "turn"),
    ("alchemist", "mages", 7, 1, "jellyfish", 1, 5, "permanent"),
    ("illusionist", "mages", 10, 1, "jellyfish", 0, 9, "arrow"),
    ("master_of_magic", "mages", 10, 3, "jellyfish", 1, 6, "permanent"),
    ("keeper", "farmers", 6, 3, "seahorse", 1, 6, None),
    ("reaper", "farmers", 7, 2, "seahorse", 1, 6, None),
    ("shepherd", "farmers", 8, 1, "seahorse", 1, 6, None),
    ("miller", "farmers", 8, 2, "seahorse", 0, 10, None),
    ("aquaculturalist", "farmers", 9, 3, "seahorse", 0, 11, None),
    ("landowner", "farmers", 10, 1, "seahorse", 0, 12, None),
    ("ship_master", "merchants", 6, 3, "shellfish", 1, 5, "permanent"),
    ("trader", "merchants", 10, 3, "shellfish", 0, 9, "arrow"),
    ("peddler", "merchants", 8, 1, "shellfish", 0, 9, "arrow"),
    ("landlord", "merchants", 10, 2, "shellfish", 1, 5, "permanent"),
    ("slaver", "merchants", 8, 1, "shellfish", 1, 5, "turn"),
    ("shopkeeper", "merchants", 6, 3, "shellfish", 0, 9, "arrow"),
    ("opportunist", "politicians", 6, 3, "squid", 1, 5, "turn"),
    ("corruptor", "politicians", 10, 1, "squid", 0, 6, "arrow"),
    ("traitor", "politicians", 12, 3, "squid", 0, 6, "arrow"),
    ("diplomat", "politicians", 8, 1, "squid", 1, 5, "permanent"),
    ("treasurer", "politicians", 10, 2, "squid", 1, 5, "permanent"),
    ("schemer", "politicians", 8, 3, "squid", 0, 6, "arrow"),
    ("sage", "ambassadors", 10, 5, None, 3, 4, "arrow"),
    ("hermit", "ambassadors", 10, 5, None, 3, 5, "arrow"),
    ("elder", "ambassadors", 10, 5, None, 3, 3, "arrow"),
)


@pytest.mark.parametrize("printed", PRINTED_LORDS, ids=lambda printed: printed[0])
def test_a_lord_has_the_numbers_on_his_card(printed: tuple[object, ...]) -> None:
    """Guild, cost, bubbles, the big bubble, keys, influence and icon of the card."""
    lord = LORDS[str(printed[0])]

    assert printed == (
        *(lord.id, lord.guild, lord.cost, lord.races, lord.mandatory),
        *(lord.keys, lord.influence, lord.power),
    )
    assert lord.military == (lord.guild == "soldiers")


def test_there_are_35_lords() -> None:
    """Seven Soldiers and Mages, six Farmers, Merchants and Politicians, three Ambassadors."""
    assert list(LORDS) == [printed[0] for printed in PRINTED_LORDS]
    guilds = [lord.guild for lord in LORDS.values()]
    assert [guilds.count(guild) for guild in GUILDS] == [7, 7, 6, 6, 6, 3]


def test_a_guild_has_the_colour_of_its_race() -> None:
    """Red Crabs serve the Soldiers, and so on; Ambassadors are of all colours."""
    pairs = ("soldiers crab", "mages jellyfish", "farmers seahorse", "merchants shellfish")
    for guild, race in (pair.split() for pair in (*pairs, "politicians squid")):
        assert COLOURS[guild] == COLOURS[race]
    assert len({COLOURS[race] for race in RACES}) == 5
    assert COLOURS["ambassadors"] == "multi"


# Location, what it is worth with nothing, and what with the Lords and Allies below.
PRINTED_LOCATIONS = (
    ("sargasso_silos", 5, 9),
    ("hydrozoa_reserves", 6, 8),
    ("sanctuary", 4, 13),
    ("parliament", 6, 8),
    ("barracks", 7, 9),
    ("dockworks", 5, 7),
    ("sargasso_fields", 3, 9),
    ("the_abyss", 0, 12),
    ("city_of_mirrors", 0, 0),
    ("black_smokers", 0, 0),
    ("oceanic_senate_assembly", 4, 7),
    ("depths", 0, 6),
    ("throne_room", 0, 12),
    ("jail", 15, 8),
    ("chasm", 5, 11),
    ("closed_tower", 0, 15),
    ("lost_tower", 0, 6),
    ("chamber_of_allies", 3, 14),
    ("nest_of_giant_clams", 3, 6),
    ("coral_barrier", 20, 11),
)


@pytest.mark.parametrize("printed", PRINTED_LOCATIONS, ids=lambda printed: printed[0])
def test_a_location_scores_what_its_tile_says(scene: Scene, printed: tuple[str, int, int]) -> None:
    """Two Farmers and one of every other guild; influence 3 to 12; five of them with keys. Three
    jellyfish, two crabs and seahorses, one squid and shellfish; the lowest of each make 11."""
    location, bare, full = printed
    scene(f"""
        step: over
        seats: {{A: {{locations: [{location}]}}, B: {{}}}}
        outcome: {{A: {{lines: {{{location}: {bare}}}}}}}
        ---
        step: over
        seats:
          A:
            locations: [{location}]
            lords: [recruiter, keeper, landowner, oracle, trader, diplomat, elder]
            affiliated: [crab 5, crab 2, squid 4, jellyfish 3, jellyfish 1, jellyfish 2,
                         seahorse 1, seahorse 4, shellfish 3]
          B: {{}}
        outcome: {{A: {{lines: {{{location}: {full}, lords: 44, allies: 19}}}}}}
    """)


def test_there_are_20_locations() -> None:
    """Each of them is in the table above."""
    assert list(LOCATIONS) == [printed[0] for printed in PRINTED_LOCATIONS]
