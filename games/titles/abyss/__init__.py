"""Abyss for two to four players, by the rules of the base box.

Where to look: `turn` is the sequence of play, `court`, `council`, `depths`, `locations` and `lords`
are the headings of the rulebook, `components` the printed numbers, RULINGS.md what the book leaves
open.
"""

from __future__ import annotations

from typing import Any

from .bot.determinize import census, imagine
from .bot.lead import judge
from .bot.policy import bot
from .rules.position import position
from .rules.read_position import from_position
from .rules.scoring import outcome
from .rules.setup import OPTIONS, PRESETS, SEATS, setup
from .rules.state import State
from .rules.topics import TOPICS
from .rules.turn import play, prompts
from .rules.view import view
from .words.lexicon import words
from .words.prompts import ask, hint, table, tell
from .words.refusals import refuse

NAME = "abyss"
TITLE = "Abyss"
EDITION = 2
REVISION = 3

__all__ = [
    "EDITION",
    "NAME",
    "OPTIONS",
    "PRESETS",
    "REVISION",
    "SEATS",
    "TITLE",
    "TOPICS",
    "State",
    "ask",
    "bot",
    "census",
    "from_position",
    "hint",
    "imagine",
    "judge",
    "outcome",
    "play",
    "position",
    "prompts",
    "refuse",
    "setup",
    "table",
    "tell",
    "upgrade",
    "view",
    "words",
]


def upgrade(data: dict[str, Any], revision: int) -> dict[str, Any]:
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
