"""Simulated people at a table: what they wait for, and what orders save."""

from __future__ import annotations

import pytest

from devtools.bench import pace
from games.titles import GAMES

# The figures are measured once.
pytestmark = pytest.mark.xdist_group("pace")


@pytest.fixture(scope="module")
def figures() -> dict[str, dict[str, float]]:
    """What two matches of four players take under each policy."""
    found: dict[str, dict[str, float]] = pace.measure_pace("abyss", 4, 2)["policies"]
    return found


@pytest.mark.slow
def test_every_measure_saves_hand_offs(figures: dict[str, dict[str, float]]) -> None:
    many = [figures[policy]["hand_offs"] for policy in pace.POLICIES]
    assert many[0] > many[1] > many[3] > many[4]
    assert figures["queued"]["share"] <= 0.25


def test_only_orders_answer_by_order(figures: dict[str, dict[str, float]]) -> None:
    assert figures["beside"]["by_order"] == 0 < figures["orders"]["by_order"]


def test_the_table_has_a_line_for_each_policy(figures: dict[str, dict[str, float]]) -> None:
    lines = pace.format_pace_table({"policies": figures}).splitlines()
    assert [line.split()[0] for line in lines[1:]] == list(pace.POLICIES)


def test_a_message_holds_several_answers(figures: dict[str, dict[str, float]]) -> None:
    for row in figures.values():
        assert row["hand_offs"] <= row["messages"] < row["answers"]


def test_an_email_is_weighed(figures: dict[str, dict[str, float]]) -> None:
    """In bytes of text, HTML and picture."""
    for row in figures.values():
        assert 1_000 < row["text_bytes"] < 4_096 < row["html_bytes"] < 15_000
        assert 10_000 < row["picture_bytes"] < 100_000


# Answer e-mails for each hand-off, answer e-mails of a match, and e-mails to each player.
MOST = {
    ("abyss", 2): (1.2, 41, 35),
    ("abyss", 3): (1.2, 62, 35),
    ("abyss", 4): (1.2, 70, 35),
    ("enchanters", 2): (1.2, 60, 35),
    ("enchanters", 3): (1.2, 90, 35),
    ("enchanters", 4): (1.2, 120, 35),
    ("essence", 2): (1.2, 60, 35),
    ("essence", 3): (1.2, 90, 35),
    ("essence", 4): (1.2, 120, 35),
    ("essence", 5): (1.2, 145, 35),
}


@pytest.mark.long
@pytest.mark.parametrize(("name", "seats"), MOST)
def test_a_turn_is_one_email_with_suggested_orders(name: str, seats: int) -> None:
    row = pace.measure_policy(GAMES[name], seats, 12, "orders")
    print(name, seats, row)
    per_hand_off, messages, per_player = MOST[name, seats]
    assert row["per_hand_off"] <= per_hand_off
    assert row["messages"] <= messages
    assert row["per_player"] <= per_player


@pytest.mark.parametrize("name", sorted(set(GAMES) - {"abyss"}))
def test_every_game_is_measured_with_its_habits(name: str) -> None:
    """The hand-offs of every game are measured, not only of those with Abyss's orders."""
    measured = pace.measure_pace(name, 2, 1)

    policies = measured["policies"]
    has_orders = bool(GAMES[name].suggested_orders)
    assert list(policies) == ["beside", "orders"][: 1 + has_orders]
    assert policies["beside"]["hand_offs"] > 0
    assert list(measured["strength"]) == ["orders"] * has_orders
