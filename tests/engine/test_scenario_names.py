"""`expect` in scenarios: every name that a position accepts, in every game."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.scenario import ScenarioFailed, run_scenario
from games.titles import GAMES

# A position of each game in which one field is written in several ways.
NAMES: list[tuple[str, dict[str, Any], list[Any]]] = [
    ("abyss", {"seats": {"A": {"hand": ["crab 4"]}, "B": {}}}, ["crab 4", "crab4", "Crab 4"]),
    ("abyss", {"court": ["master_of_magic"]}, ["Master of Magic", "The Master of Magic"]),
    ("abyss", {"location_offer": ["the_abyss"]}, ["the_abyss", "The Abyss", "Abyss"]),
    ("abyss", {"council": {"crab": ["crab 4"]}}, ["crab 4", 4]),
    ("abyss", {"discard": ["monster"]}, ["monster", "MONSTER"]),
    ("essence", {"market": ["Tavern"]}, ["Tavern", "tavern", "l.tavern"]),
    (
        "essence",
        {"prophecy_discard": ["First Blood"]},
        ["First Blood", "p1.first_blood", "first blood"],
    ),
    (
        "enchanters",
        {"graveyard": ["unicorns.foal 1"]},
        ["foal 1", "unicorns.foal 1", "unicorns.foal/1", "Skittish Foal 1", "foal"],
    ),
    ("enchanters", {"wound_deck": ["wound.limp"]}, ["limp", "Limp"]),
    ("enchanters", {"event_deck": ["event.siege 2"]}, ["siege 2", "event.siege 2", "siege"]),
    ("enchanters", {"village": "village.dwarfburg"}, ["dwarfburg", "Dwarfburg"]),
    ("enchanters", {"overlord": "overlord.vragan"}, ["vragan", "overlord.vragan"]),
    ("enchanters", {"event": "event.siege 1"}, ["siege 1", "siege", "event.siege/1"]),
]


def write_name(value: Any, name: Any) -> Any:
    """Return the field with `name` in the place of its component."""
    if isinstance(value, dict):
        return {key: write_name(one, name) for key, one in value.items()}
    return [name] if isinstance(value, list) else name


@pytest.mark.parametrize(
    ("game", "position", "name"),
    [
        pytest.param(game, position, name, id=f"{game}-{name}")
        for game, position, names in NAMES
        for name in names
    ],
)
def test_what_a_position_accepts_is_accepted_as_expected(
    game: str, position: dict[str, Any], name: Any
) -> None:
    written = {field: write_name(value, name) for field, value in position.items()}
    if game == "enchanters":
        # Events belong to matches played together.
        written["options"] = {"mode": "coop"}
    field = next(iter(position))

    table = run_scenario(GAMES[game], {"position": written, "expect": {field: written[field]}})

    assert table.position()[field]


@pytest.mark.parametrize("copy", ["foal 2", "unicorns.foal 2", "Skittish Foal 2"])
def test_a_copy_with_another_number_is_another_card(copy: str) -> None:
    scenario = {"position": {"graveyard": ["foal 1"]}, "expect": {"graveyard": [copy]}}

    with pytest.raises(ScenarioFailed, match="graveyard is .*unicorns.foal 1.*, not"):
        run_scenario(GAMES["enchanters"], scenario)


def test_a_card_without_a_number_leaves_the_numbered_copy_to_its_name() -> None:
    scenario = {
        "position": {"graveyard": ["foal 1", "foal 2"]},
        "expect": {"graveyard": ["foal", "foal 1"]},
    }

    run_scenario(GAMES["enchanters"], scenario)


def test_expected_lists_may_be_lines_with_commas() -> None:
    run_scenario(
        GAMES["abyss"],
        {"hand": "crab 4, squid 2", "expect": {"seats": {"A": {"hand": "squid 2, crab 4"}}}},
    )


def test_names_of_components_are_also_understood_as_keys() -> None:
    treaty = next(iter(GAMES["essence"].read_position({}).treaties))

    run_scenario(GAMES["essence"], {"position": {}, "expect": {"treaties": {treaty: 0}}})


@pytest.mark.parametrize(
    ("field", "written"), [("event", "vragan"), ("village", "siege 1"), ("event", "siege 9")]
)
def test_a_card_of_another_kind_is_no_event_and_no_village(field: str, written: str) -> None:
    with pytest.raises(ValueError, match=f"{field}: '{written}' is no {field}"):
        GAMES["enchanters"].read_position({field: written})
