"""The colours of Abyss: light on dark, all text with a contrast of at least 4.5:1."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.board.raster import mix_colours

# The water from the surface to the ground, one layer for each part of the board.
WATER = ("#0e4a5e", "#0c3d53", "#0a3147", "#08263b", "#071c2f", "#061425")
# Panels on the water, and their border.
SLAB = "#06182a"
EDGE = "#2f6178"
RELIEF = "#10344a"
LIT = "#2a4d63"
SPENT = "#7d8f9c"

INK = "#f1faff"
SOFT = "#b4d4e2"
DIM = "#86aec0"
HEADING = "#8ee0ee"
DARK = "#04101d"
GOLD = "#ffcf5c"
PEARL = "#e9f4ff"
PEARL_SHADE = "#9dbcd4"
BONE = "#c9d3df"
GLOW = "#ffe9a8"
WHITE = "#ffffff"

# A race and its guild share a colour; their shapes differ without it.
CORAL = "#ff7a66"
VIOLET = "#c9a0ff"
SAND = "#ffd36b"
ALGAE = "#66dc9c"
AZURE = "#66bdff"
COLOURS = {
    "crab": CORAL,
    "soldiers": CORAL,
    "jellyfish": VIOLET,
    "mages": VIOLET,
    "seahorse": SAND,
    "farmers": SAND,
    "shellfish": ALGAE,
    "merchants": ALGAE,
    "squid": AZURE,
    "politicians": AZURE,
    "ambassadors": PEARL,
    "monster": BONE,
}
# The background of a card in that colour, for light letters.
SHADES = {
    "crab": "#5a1f22",
    "jellyfish": "#3c2667",
    "seahorse": "#57400f",
    "shellfish": "#114a35",
    "squid": "#123f6e",
    "monster": "#27323f",
}
# The colour where there are no cards of that race.
FAINT = {
    "crab": "#634a51",
    "jellyfish": "#4f5889",
    "seahorse": "#636a50",
    "shellfish": "#2b6a62",
    "squid": "#2b618a",
}


def list_picture_colours() -> tuple[str, ...]:
    """Return the colours of the reduced picture: all flat ones, and the blends at the edges of
    letters and shapes."""
    grounds = (*WATER, SLAB, EDGE, RELIEF, LIT, SPENT, DARK)
    lights = (INK, SOFT, DIM, HEADING, GOLD, PEARL, PEARL_SHADE, BONE, GLOW, WHITE)
    flat = (*grounds, *lights, *COLOURS.values(), *SHADES.values(), *FAINT.values())
    return tuple(dict.fromkeys((*flat, *_generate_blended_colours())))


def _generate_blended_colours() -> Iterator[str]:
    for light in (INK, SOFT):
        yield mix_colours(light, SLAB, 0.3)
        yield mix_colours(light, SLAB, 0.7)
    for light in (CORAL, VIOLET, SAND, ALGAE, AZURE, GOLD, PEARL, EDGE):
        yield mix_colours(light, SLAB, 0.5)
    for water in (WATER[0], WATER[2]):
        for light in (INK, HEADING, SOFT, GOLD):
            yield mix_colours(light, water, 0.5)
    for race, shade in SHADES.items():
        yield mix_colours(COLOURS[race], shade, 0.5)
        yield mix_colours(INK, shade, 0.5)
