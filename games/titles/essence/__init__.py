"""The Essence for two to five players, by the rules of the prototype's book.

Where to look: `rounds` is the sequence of a round, `advisors`, `turn`, `building`, `treaties`,
`attacking`, `moving`, `prophecy`, `cleaning` and `scoring` are the headings of the rulebook,
`effects` the words that cards are written in, `data/` the cards, RULINGS.md what the book leaves
open.
"""

from __future__ import annotations

from typing import Any

from .bot import bot
from .imagine import census, imagine
from .position import position
from .reading import from_position
from .refusals import refuse
from .rounds import play, prompts
from .scoring import outcome
from .setup import OPTIONS, PRESETS, SEATS, setup
from .state import State
from .text import ask, hint, table, tell
from .topics import TOPICS
from .view import view
from .words import words

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
