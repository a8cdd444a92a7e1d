"""Enchanters for two to four players, each for themselves or together against an Overlord.

Where to look: `turn` is the sequence of play; `journeys`, `fights`, `paying`, `wounds`, `stacks`,
`overlords`, `moves`, `gains` and `villages` are the headings of the rules, with the effects of
cards as small functions named after their rows of vocabulary.yaml; `cards/` are the cards,
RULINGS.md what the rules leave open.
"""

from __future__ import annotations

from .imagine import census, imagine
from .position import position
from .reading import from_position
from .scoring import outcome
from .setup import OPTIONS, PRESETS, SEATS, setup
from .state import State
from .turn import play, prompts
from .view import view

NAME = "enchanters"
TITLE = "Enchanters"
EDITION = 1
REVISION = 1
