"""Enchanters for two to four players, each for themselves or together against an Overlord.

Where to look: `turn` is the sequence of play; `journeys`, `fights`, `paying`, `wounds`, `stacks`,
`overlords`, `moves`, `gains` and `villages` are the headings of the rules, with the effects of
cards as small functions named after their rows of vocabulary.yaml; `cards/` are the cards,
RULINGS.md what the rules leave open.
"""

from __future__ import annotations

from typing import Any

from .bot.determinize import census, imagine
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
from .words.prompts import ask, hint, refuse
from .words.story import tell
from .words.text_table import table

NAME = "enchanters"
TITLE = "Enchanters"
EDITION = 3
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
