"""The colours of the drawings, and layers: shapes as short text, painted back to front.

A layer is a paint and a shape, and layers are divided by semicolons: `M M0 0L9 9Z` fills a path,
`s o 0 0 5` a disc (centre, radius), `s e 0 0 5 3 20` an ellipse (half axes, degrees). `k*3` strokes
with that width, `k/.5` is see-through. Capital letters are the palette: D deep, M mid, L light,
G glow, A accent; small letters are materials, the same in every palette.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.board.paper_cut import (
    Palette,
    fill_circle,
    fill_ellipse,
    fill_path,
    stroke_path,
)

# The palettes of the five factions and types of segments, by type.
PALETTES = {
    "military": Palette("#431320", "#b03a3c", "#ee8064", "#ffdfc8", "#ffc24d"),
    "magical": Palette("#2a1a52", "#6843ad", "#aa8ce8", "#eee2ff", "#ffd45e"),
    "economic": Palette("#452a0a", "#b3761d", "#efba50", "#fff1cd", "#2fa7a2"),
    "cultural": Palette("#0e3a2b", "#2d8757", "#84cd8a", "#e8f9d6", "#ff9db2"),
    "political": Palette("#0f2750", "#2f62aa", "#76aee8", "#dff0ff", "#f6cd62"),
}
# The Advisors serve everybody: each wears one of these.
GARBS = {
    "slate": Palette("#232942", "#4f5a80", "#9aa6c8", "#f3efe9", "#f2a65e"),
    "wine": Palette("#3a1230", "#7e2c5c", "#c86f98", "#ffe4ea", "#f4c76a"),
    "teal": Palette("#0c3239", "#1f6f78", "#62b8b8", "#e2f7ef", "#ff9a6b"),
    "sand": Palette("#4a3420", "#a1764a", "#dcb684", "#fff3dd", "#d9503f"),
    "ivory": Palette("#453f4e", "#a79eaa", "#e6dfdc", "#fffaf0", "#d7a02f"),
    "moss": Palette("#26321a", "#5f7436", "#a7bb68", "#f4f6d8", "#e07a4c"),
    "night": Palette("#141a36", "#2c3a72", "#5f74b8", "#dfe8ff", "#ffd45e"),
    "ember": Palette("#47180f", "#a4441f", "#e88a4a", "#ffe9cc", "#5bb5c4"),
}
MATERIALS = {
    "w": "#fffaf0",
    "k": "#1c2036",
    "s": "#e6ecf4",
    "t": "#9dabc0",
    "h": "#596782",
    "b": "#a06e42",
    "c": "#694326",
    "p": "#f8ebca",
    "q": "#d8be8b",
    "y": "#ffe08a",
    "g": "#f0b83c",
    "z": "#a96f1e",
    "r": "#dc5443",
    "x": "#8f2b2d",
    "v": "#79c470",
    "u": "#2f7a4b",
    "i": "#7cc0f2",
    "j": "#2c66a8",
    "n": "#f4a6b0",
    "m": "#b497ee",
    "f": "#6541a6",
    "a": "#a4f3ff",
    "d": "#27a0c2",
}


def pick_paint(key: str, palette: Palette) -> str:
    """Return the colour of a letter, or the key itself if it is a colour or a gradient."""
    paint_of_key = {
        "D": palette.deep,
        "M": palette.mid,
        "L": palette.light,
        "G": palette.glow,
        "A": palette.accent,
    }
    return paint_of_key.get(key) or MATERIALS.get(key, key)


def paint_layers(layers: str, palette: Palette, more: Mapping[str, str] | None = None) -> str:
    """Return the shapes of layers; `more` are further paints by their letters (None: none)."""
    return "".join(
        _paint_layer(layer.strip(), palette, more or {}) for layer in layers.split(";") if layer
    )


def _paint_layer(layer: str, palette: Palette, more: Mapping[str, str]) -> str:
    key, _, shape = layer.partition(" ")
    key, _, faint = key.partition("/")
    key, _, width = key.partition("*")
    colour, opacity = more.get(key) or pick_paint(key, palette), float(faint or 1)
    kind, numbers = shape[0], shape[2:].split()
    if kind == "o":
        x, y, radius = map(float, numbers)
        return fill_circle((x, y), radius, colour, opacity)
    if kind == "e":
        x, y, across, high, *turn = map(float, numbers)
        return fill_ellipse(
            (x, y), across, high, colour, turn=turn[0] if turn else 0, opacity=opacity
        )
    if width:
        return stroke_path(shape, colour, float(width), opacity)
    return fill_path(shape, colour, opacity)
