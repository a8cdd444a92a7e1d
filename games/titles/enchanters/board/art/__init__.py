"""The drawings of Enchanters: dusk above land, warm windows, one palette for each kingdom.

`cards.yaml` says which motif makes which card, `scenes.yaml` what is around it, `figures.yaml`
which parts make a figure, `palettes.yaml` its colours; `motifs/` are the drawings themselves.
"""

from __future__ import annotations

from pathlib import Path

from games.engine.board.art_compose import make_art

from ...rules.components import DESIGNS

# What is counted on a board, and the piles of it.
THINGS = (
    *("crystal", "wound", "reward", "pearl", "slime", "weight", "speed", "undead", "calm"),
    *("sandstorm", "deck", "graveyard"),
)

ART = make_art(
    "enchanters", (*DESIGNS, *(f"thing.{name}" for name in THINGS)), Path(__file__).parent
)
