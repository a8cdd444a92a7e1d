"""The colours of Enchanters: light letters on a dark background."""

from __future__ import annotations

from games.engine.board.raster import mix_colours

NIGHT = "#171126"
SLAB = "#241b38"
EDGE = "#4d3f70"
LOWER = "#120d1e"
INK = "#fbf7ff"
SOFT = "#d3c8e6"
HEADING = "#f2d48a"
GOLD = "#ffd166"
RED = "#ff9b8f"
# The background and the accent of each kind of card.
GROUNDS = {
    "item": "#2c3b57",
    "enchantment": "#41296b",
    "creature": "#54282c",
    "wound": "#3b3b3b",
}
MARKS = {
    "item": "#8fc1ff",
    "enchantment": "#d3a8ff",
    "creature": "#ff9b8f",
    "wound": "#c9c9c9",
}


def palette_colours() -> tuple[str, ...]:
    """Return the colours of the reduced picture: the flat ones, and the edges of letters."""
    grounds = (NIGHT, SLAB, EDGE, LOWER, *GROUNDS.values())
    lights = (INK, SOFT, HEADING, GOLD, *MARKS.values())
    blends = [mix_colours(a, b, part) for a in grounds for b in lights for part in (0.3, 0.65)]
    return tuple(dict.fromkeys((*grounds, *lights, *blends)))[:256]
