"""Simulated people at a table: what they wait for, and what orders save."""

from __future__ import annotations

import pytest

from abyss_site.bench import pace
from games.titles import GAMES

# The figures are measured once.
pytestmark = pytest.mark.xdist_group("pace")


@pytest.fixture(scope="module")
def figures() -> dict[str, dict[str, float]]:
    """What two matches of four players take under each policy."""
    found: dict[str, dict[str, float]] = pace.measure_pace("abyss", 4, 2)["policies"]
    return found


def test_every_measure_saves_hand_offs(figures: dict[str, dict[str, float]]) -> None:
    many = [figures[policy]["hand_offs"] for policy in pace.POLICIES]
    assert many[0] > many[1] > many[3] > many[5]
    assert figures["queued"]["share"] <= 0.25


def test_only_orders_answer_by_order(figures: dict[str, dict[str, float]]) -> None:
    assert figures["beside"]["by_order"] == 0 < figures["orders"]["by_order"]


def test_the_table_has_a_line_for_each_policy(figures: dict[str, dict[str, float]]) -> None:
    lines = pace.format_pace_table({"policies": figures}).splitlines()
    assert [line.split()[0] for line in lines[1:]] == list(pace.POLICIES)


def test_a_message_holds_several_answers(figures: dict[str, dict[str, float]]) -> None:
    for row in figures.values():
        assert row["hand_offs"] <= row["messages"] < row["answers"]


@pytest.mark.parametrize("name", sorted(set(GAMES) - {"abyss"}))
def test_every_game_is_measured_with_its_habits(name: str) -> None:
    """The hand-offs of every game are measured, not only of those with Abyss's orders."""
    measured = pace.measure_pace(name, 2, 1)

    policies = measured["policies"]
    assert list(policies) == ["beside", "orders"][: 1 + (name in pace.HABITS)]
    assert policies["beside"]["hand_offs"] > 0
    assert list(measured["strength"]) == ["orders"] * (name in pace.HABITS)
