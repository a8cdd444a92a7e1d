"""The worked examples of the rules pages, played by the engine; those of Abyss are scenarios."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from games.engine.board.chapters import load_rule_sections
from games.engine.scenario import parse_scenarios, run_scenario
from games.titles import GAMES
from games.titles.enchanters.rules.components import THRESHOLDS
from games.titles.enchanters.rules.overlords import STARTING_HIT_POINTS
from games.titles.essence.rules.components import BOX, NAMES
from games.titles.essence.rules.setup import START_WEALTH

FOLDER = Path(__file__).parent / "rules_examples"
TITLES = Path(__file__).parents[2] / "games" / "titles"
EXAMPLES = [
    pytest.param(file.stem, document, id=f"{file.stem}-{document['name']}")
    for file in sorted(FOLDER.glob("*.yaml"))
    for document in parse_scenarios(file.read_text("utf-8"))
]


@pytest.mark.parametrize(("game", "document"), EXAMPLES)
def test_an_example_of_the_rules_plays_as_it_says(game: str, document: dict[str, Any]) -> None:
    headings = {section.name for section in sections_of(game)}

    run_scenario(GAMES[game], document)

    assert document["name"] in headings


def test_the_points_of_the_overlord_are_those_of_the_engine() -> None:
    table = tables_of("enchanters", "together")[0]

    printed = [[int(cell) for cell in row[1:]] for row in table[1:]]

    assert printed == [[THRESHOLDS[name], *STARTING_HIT_POINTS[name]] for name in THRESHOLDS]


def test_each_difficulty_and_number_of_seats_names_its_points() -> None:
    together = next(each for each in sections_of("enchanters") if each.name == "together")
    said = {
        block.conditions[0]: block.says
        for block in together.blocks
        if block.kind == "text" and "points and is never" in block.says
    }

    for name, wounds in THRESHOLDS.items():
        for seats, points in enumerate(STARTING_HIT_POINTS[name], start=2):
            text = said.pop((("coop_difficulty", (name,)), ("seats", (str(seats),))))
            assert f" {points} points" in text and f" {wounds} wounds" in text
    assert said == {}


def test_treaties_cost_what_the_engine_asks() -> None:
    printed = {row[0]: row[2] for row in tables_of("essence", "treaty")[0][1:]}

    assert printed == {
        NAMES[treaty.id][0]: ", ".join(map(str, treaty.prices)) for treaty in BOX.treaties.values()
    }


def test_the_first_wealth_is_that_of_the_engine() -> None:
    printed = tuple(int(row[1]) for row in tables_of("essence", "set-up")[0][1:])

    assert printed == START_WEALTH


def sections_of(game: str) -> Any:
    return load_rule_sections(TITLES / game / "board" / "guide.py", "en")


def tables_of(game: str, name: str) -> list[Any]:
    """Return the tables of a section, each as its rows."""
    section = next(each for each in sections_of(game) if each.name == name)
    return [block.rows for block in section.blocks if block.kind == "table"]
