"""The drawings of The Essence: layered paper-cut in the light of a morning above the clouds.

`cards.yaml` directs every card: what a figure wears, holds and feels, which building stands where.
`figures.yaml` says which parts make a figure, `scenes.yaml` what is around it, `palettes.yaml` has
the colours; `motifs/` are the drawings themselves.
"""

from __future__ import annotations

from pathlib import Path

from games.engine.board.art_compose import make_art

from ...rules.components import CHARACTER, FACTIONS, FRAGMENT, SEGMENT, TREATIES
from ...rules.vocabulary import TYPES

# The things that are counted.
TOKENS = (
    *("essence", "wealth", "influence", "popularity", "attack", "defense", "foundations"),
    *("shards", "revenge", "threat"),
)


def _sort_segment(code: str) -> tuple[int, bool]:
    """Return the place of a segment among the others: by type, the Locations first."""
    return TYPES.index(SEGMENT[code].type), not code.startswith("l.")


ART = make_art(
    "essence",
    (
        *FACTIONS,
        *CHARACTER,
        *sorted(SEGMENT, key=_sort_segment),
        *TREATIES,
        *FRAGMENT,
        *(f"token.{name}" for name in TOKENS),
    ),
    Path(__file__).parent,
)
