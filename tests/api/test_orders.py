"""Standing orders of a match by program: written, changed, moved, and what is wrong with them."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Match

from ..conftest import NAMES


@pytest.fixture
def offered(deal: Any) -> Any:
    """A match of Abyss in which `match.name` is asked to buy."""
    match = deal("abyss", seats=3)
    prompt = match.prompts.filter(question="offer").order_by("seat")[0]
    match.name = NAMES[prompt.seat]
    return match


def written(alice: Any, match: Match) -> list[tuple[int, str]]:
    found = alice.list(f"matches/{match.number}/orders/")
    return [(one["number"], one["words"]) for one in found if one["active"]]


def test_an_order_is_changed_in_its_place(program: Any, offered: Any) -> None:
    alice, path = program(offered.name), f"matches/{offered.number}/orders/"
    for value in (7, 8):
        alice("POST", path, {"order": f"pass if value = {value}"})

    changed = alice("PUT", f"{path}1/", {"order": "buy if value = 9"})

    assert (changed.status_code, changed.json()["words"]) == (200, "buy if value = 9")
    assert written(alice, offered) == [(1, "buy if value = 9"), (2, "pass if value = 8")]


def test_a_changed_order_answers_the_open_question(program: Any, offered: Any) -> None:
    alice, path = program(offered.name), f"matches/{offered.number}/orders/"
    alice("POST", path, {"order": "pass if value = 9"})

    changed = alice("PUT", f"{path}1/", {"order": "pass if value <= 5"}).json()

    assert changed["followed"] == 1
    assert offered.moves.get().source == "order"


def test_an_order_that_cannot_be_read_changes_nothing(program: Any, offered: Any) -> None:
    alice, path = program(offered.name), f"matches/{offered.number}/orders/"
    alice("POST", path, {"order": "pass if value = 9"})

    refused = alice("PUT", f"{path}1/", {"order": "buy if valu = 9"})

    assert (refused.status_code, refused.json()["field"]) == (400, "order")
    assert written(alice, offered) == [(1, "pass if value = 9")]


def test_a_moved_order_swaps_numbers(program: Any, offered: Any) -> None:
    alice, path = program(offered.name), f"matches/{offered.number}/orders/"
    for value in (7, 8, 9):
        alice("POST", path, {"order": f"pass if value = {value}"})

    up = alice("POST", f"{path}3/move/", {"to": "up"})
    first = alice("POST", f"{path}1/move/", {"to": "up"})

    assert (up.status_code, up.json()["number"], first.json()["number"]) == (200, 2, 1)
    assert [words[-1] for _number, words in written(alice, offered)] == ["7", "9", "8"]
    assert alice("POST", f"{path}3/move/", {"to": "down"}).json()["number"] == 3
    assert alice("POST", f"{path}1/move/", {"to": "left"}).json()["field"] == "to"
    assert alice("POST", f"{path}4/move/", {"to": "up"}).json()["code"] == "no_order"


@pytest.mark.parametrize(
    ("line", "proposed"),
    [
        ("pass if valu <= 2", "pass if value <= 2"),
        ("pass value <= 2", "pass if value <= 2"),
        ("if value <= 2", "pass if value <= 2"),
        ("value <= 2", "buy if value <= 2"),
    ],
)
def test_what_is_wrong_comes_with_what_could_be_written(
    program: Any, offered: Any, line: str, proposed: str
) -> None:
    alice, path = program(offered.name), f"matches/{offered.number}/orders/"

    refused = alice("POST", path, {"order": line}).json()

    assert refused["code"] == "unreadable_order"
    assert proposed in refused["proposed"]
    assert alice("POST", path, {"order": proposed}).status_code == 201
