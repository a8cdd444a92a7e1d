"""Enchanters for two to four players, each for themselves or together against an Overlord.

Where to look: `turn` is the sequence of play; `journeys`, `fights`, `paying`, `wounds`, `stacks`,
`overlords`, `moves`, `gains` and `villages` are the headings of the rules, with the effects of
cards as small functions named after their rows of vocabulary.yaml; `cards/` are the cards,
RULINGS.md what the rules leave open.
"""

from __future__ import annotations

from typing import Any

from .bot import bot
from .imagine import census, imagine
from .position import position
from .reading import from_position
from .scoring import outcome
from .setup import OPTIONS, PRESETS, SEATS, setup
from .state import State
from .story import tell
from .table import table
from .text import ask, hint, refuse
from .topics import TOPICS
from .turn import play, prompts
from .view import view
from .words import words

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
