"""The Essence for two to five players, by the rules of the prototype's book.

Where to look: `rounds` is the sequence of a round, `advisors`, `turn`, `building`, `treaties`,
`attacking`, `moving`, `prophecy`, `cleaning` and `scoring` are the headings of the rulebook,
`effects` the words that cards are written in, `data/` the cards, RULINGS.md what the book leaves
open.
"""

from __future__ import annotations

from typing import Any

from .bot.determinize import census, imagine
from .bot.policy import bot
from .rules.position import position
from .rules.read_position import from_position
from .rules.rounds import play, prompts
from .rules.scoring import outcome
from .rules.setup import OPTIONS, PRESETS, SEATS, setup
from .rules.state import State
from .rules.topics import TOPICS
from .rules.view import view
from .words.lexicon import words
from .words.prompts import ask, hint, table, tell
from .words.refusals import refuse

NAME = "essence"
TITLE = "The Essence"
EDITION = 2
REVISION = 1

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
    """Return stored plain data in today's shape; there is only one so far."""
    return data
