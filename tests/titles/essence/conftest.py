"""Positions of The Essence written as players write them."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import dedent

import pytest

from games.engine.scenario import Table, parse_scenarios, run_scenario
from games.titles import GAMES

Scene = Callable[[str], Table]


@pytest.fixture
def scene() -> Scene:
    """Play a scenario and return the table; several, divided by hyphens, are all played."""

    def play(text: str) -> Table:
        tables = [
            run_scenario(GAMES["essence"], document) for document in parse_scenarios(dedent(text))
        ]
        return tables[-1]

    return play
