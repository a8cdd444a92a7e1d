"""The drawings of Abyss: Lords, Locations, Allies, Monsters, things and the backs of decks.

Where to look: `directions` says how each Lord is shown, `heads`, `hats`, `bodies` and `props` draw
them, `creatures` the Allies, `landmarks` the Locations, `emblems` the smallest class.
"""

from __future__ import annotations

from games.engine.board.art import Art, ArtSize

from ...rules.components import LOCATIONS, LORDS, RACES, THREAT_SPACES
from .allies import (
    draw_ally_card,
    draw_ally_chip,
    draw_ally_hand,
    draw_monster_card,
    draw_monster_chip,
    draw_monster_hand,
)
from .cover import draw_abyss_cover
from .lords import draw_lord_card, draw_lord_chip, draw_lord_hand
from .places import draw_place_card, draw_place_chip, draw_place_hand
from .things import BACKS, THINGS, draw_thing

__all__ = ["ART", "BACKS", "MONSTER_CODES", "THINGS"]

ALLY_CODES = tuple(f"{race}{value}" for race in RACES for value in range(1, 6))
# "monster" lurks; "monster3" is how it looks at Threat 3.
MONSTER_CODES = ("monster", *(f"monster{threat}" for threat in range(1, THREAT_SPACES + 1)))


def draw_abyss_art(code: str, size: ArtSize) -> str:
    """Return a drawing as SVG. Raises KeyError for an unknown code."""
    if code in LORDS:
        return {"card": draw_lord_card, "hand": draw_lord_hand, "chip": draw_lord_chip}[size](code)
    if code in LOCATIONS:
        return {"card": draw_place_card, "hand": draw_place_hand, "chip": draw_place_chip}[size](
            code
        )
    if code in MONSTER_CODES:
        draw = {"card": draw_monster_card, "hand": draw_monster_hand, "chip": draw_monster_chip}
        return draw[size](int(code.removeprefix("monster") or 0))
    if code in ALLY_CODES:
        return {"card": draw_ally_card, "hand": draw_ally_hand, "chip": draw_ally_chip}[size](code)
    if code in BACKS or code in THINGS:
        return draw_thing(code, size)
    raise KeyError(code)


ART = Art(
    game="abyss",
    codes=(*LORDS, *LOCATIONS, *ALLY_CODES, *MONSTER_CODES, *THINGS, *BACKS),
    draw_art=draw_abyss_art,
    draw_cover=draw_abyss_cover,
)
