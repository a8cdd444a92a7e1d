"""The drawings of The Essence: layered paper-cut in the light of a morning above the clouds.

Where to look: `directions` has the figures, `buildings` the segments, `constellations` the
prophecy, `objects` factions, treaties and tokens, `cover` the cover. `paints` says how shapes are
written down; `faces`, `headgear`, `bodies`, `props` and `settings` are what figures are made of,
`isometry` what buildings are made of.
"""

from __future__ import annotations

from games.engine.board.art import Art, ArtSize
from games.engine.board.paper_cut import place_group

from ...rules.components import CHARACTER, FACTIONS
from .buildings import BUILDINGS
from .constellations import (
    SKIES,
    draw_constellation_card,
    draw_constellation_chip,
    draw_constellation_hand,
)
from .cover import draw_cover
from .directions import ADVISORS, FOLLOWERS, GARB_OF, LEADERS
from .figures import draw_figure_card, draw_figure_hand
from .objects import (
    TOKENS,
    WAXES,
    draw_emblem,
    draw_emblem_chip,
    draw_person_chip,
    draw_token_card,
    draw_token_chip,
    draw_token_hand,
    draw_treaty_card,
    draw_treaty_chip,
    draw_treaty_hand,
)
from .paints import GARBS, PALETTES
from .segments import draw_segment_card, draw_segment_chip, draw_segment_hand

FIGURES = FOLLOWERS | ADVISORS
CODES = (
    *LEADERS,
    *FOLLOWERS,
    *ADVISORS,
    *BUILDINGS,
    *(f"t.{code}" for code in WAXES),
    *SKIES,
    *(f"token.{code}" for code in TOKENS),
)


def draw_art(code: str, size: ArtSize) -> str:
    """Return a drawing as SVG. Raises KeyError for an unknown code."""
    if code in LEADERS:
        return _draw_faction(code, size)
    if code in FIGURES:
        return _draw_person(code, size)
    if code in BUILDINGS:
        return _SEGMENT[size](code)
    kind, _, name = code.partition(".")
    return {"t": _TREATY, "token": _TOKEN}.get(kind, _CONSTELLATION)[size](
        name if kind in ("t", "token") else code
    )


def _draw_faction(code: str, size: ArtSize) -> str:
    direction, palette = LEADERS[code], PALETTES[FACTIONS[code].type]
    match size:
        case "card":
            emblem = place_group([draw_emblem(code)], (46, 52), scale=0.66)
            return draw_figure_card(direction, palette, emblem)
        case "hand":
            return draw_figure_hand(direction, palette)
    return draw_emblem_chip(code)


def _draw_person(code: str, size: ArtSize) -> str:
    direction = FIGURES[code]
    faction = CHARACTER[code].faction
    of = FACTIONS[faction].type if faction else "advisor"
    palette = PALETTES[of] if faction else GARBS[GARB_OF[code]]
    match size:
        case "card":
            return draw_figure_card(direction, palette)
        case "hand":
            return draw_figure_hand(direction, palette)
    return draw_person_chip(of, direction.prop, palette)


_SEGMENT = {"card": draw_segment_card, "hand": draw_segment_hand, "chip": draw_segment_chip}
_TREATY = {"card": draw_treaty_card, "hand": draw_treaty_hand, "chip": draw_treaty_chip}
_TOKEN = {"card": draw_token_card, "hand": draw_token_hand, "chip": draw_token_chip}
_CONSTELLATION = {
    "card": draw_constellation_card,
    "hand": draw_constellation_hand,
    "chip": draw_constellation_chip,
}

ART = Art(game="essence", codes=CODES, draw_art=draw_art, draw_cover=draw_cover)
