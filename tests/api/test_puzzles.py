"""Puzzles through the API."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from games.models import Match, Puzzle
from tests.puzzles import call_finished, store_puzzle

pytestmark = pytest.mark.django_db


@pytest.fixture
def puzzle(deal: Any) -> Puzzle:
    match: Match = call_finished(deal("enchanters", seats=2))
    return store_puzzle(match)


def test_a_program_answers_a_puzzle(program: Any, puzzle: Puzzle) -> None:
    Puzzle.objects.update(shown_on=timezone.now().date())
    carol = program("carol")

    listed = carol("GET", "puzzles/?game=enchanters").json()
    today = carol("GET", "puzzles/today/").json()
    answered = carol("POST", f"puzzles/{puzzle.number}/attempt/", {"answer": 2})
    too_high = carol("POST", f"puzzles/{puzzle.number}/attempt/", {"answer": 99})

    assert [one["number"] for one in listed["results"]] == [puzzle.number] == [today["number"]]
    assert today["verdict"] is None and len(today["answers"]) == len(puzzle.answers)
    assert answered.status_code == 201
    verdict = answered.json()["verdict"]
    assert (verdict["is_solved"], verdict["answer"], verdict["best"]) == (False, 2, 1)
    assert verdict["change"] < 0 and verdict["reasons"]
    assert too_high.status_code == 422
