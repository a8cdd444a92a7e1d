"""Stored states of older revisions."""

from __future__ import annotations

from typing import Any


def upgrade_state(data: dict[str, Any], revision: int) -> dict[str, Any]:
    """Return stored plain data in today's shape.

    In revision 1 nobody could owe anything, which reads as no debts. Up to revision 2 an offer that
    all had passed went on until the explorer answered beside them; now it is the explorer's own.
    """
    if revision < 3:
        data["agenda"] = [_passed_by_all(question) for question in data.get("agenda", [])]
    return data


def _passed_by_all(question: dict[str, Any]) -> dict[str, Any]:
    if question["question"] != "offer" or not question["beside"]:
        return question
    answers = {int(seat): said for seat, said in question.get("answers", {}).items()}
    explorer, asked = question["explorer"], question["asked"]
    if explorer in answers or any(answers.get(seat) != "pass" for seat in asked):
        return question
    passed = [*question["passed"], *asked]
    kept = {"question": "explorer", "seat": explorer, "number": question["number"]}
    return {**kept, "passed": passed}
