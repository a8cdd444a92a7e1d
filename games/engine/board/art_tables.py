"""The tables of a game's drawings: palettes, scenes, figures and cards, read from YAML files.

A scene has a picture for each size class: its view, gradients and layers. A card names its scene
and the values that the scene leaves open: "$turn" stands for the value `turn` of the card, of its
palette, or of the scene's defaults, in this order. A list in a list of layers counts as its
members. A figure is a list of layers under the name of a motif.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from .art_colours import Role
from .art_cutting import Cutting
from .art_motifs import Group, load_motif
from .art_strewn import Strewn
from .paper_cut import Point

VALUE = re.compile(r"\$(\w+)")
# Values as YAML holds them, before the values of a card are filled in.
Data = Any


class Layer(Struct, frozen=True, forbid_unknown_fields=True):
    """A motif or figure (`draw`), layers of its own, a path, a disc (x,
    y, radius), or shapes that a seed strews, and
    where they are placed.

    `focus` is the point of the motif that goes to `at`, and with `across` the breadth that is
    scaled to it. A layer whose `when` is empty, or whose `unless` is not, is left out.
    """

    draw: str = ""
    layers: list[Layer] = []
    path: str = ""
    disc: tuple[float, float, float] | None = None
    strew: Strewn | None = None
    seed: str = ""
    paint: str = ""
    opacity: float = 1
    at: Point = (0, 0)
    scale: float = 1
    turn: float = 0
    flip: bool = False
    focus: tuple[float, ...] = ()
    across: float = 0
    palette: str | list[str] | None = None
    paints: dict[str, str] = {}
    cut: Cutting | None = None
    clip: list[Layer] = []
    card: str = ""
    when: Data = True
    unless: Data = False


class Gradient(Struct, frozen=True, forbid_unknown_fields=True):
    """A gradient: stops (0 to 1, role) along a line or around a centre, in parts of the filled
    shape's box; `along` is a line in the units of the picture."""

    stops: list[tuple[float, str]]
    towards: Point = (0, 1)
    centre: Point | None = None
    along: tuple[Point, Point] | None = None
    is_mirrored: bool = False
    # Whether it fades to nothing at its edge.
    is_glow: bool = False
    palette: str | list[str] | None = None
    paints: dict[str, str] = {}


class Picture(Struct, frozen=True, forbid_unknown_fields=True):
    """A card in a size class: its width and height, gradients by id, layers back to front."""

    view: Point
    layers: list[Layer]
    gradients: dict[str, Gradient] = {}


class ArtSet(Struct, frozen=True, forbid_unknown_fields=True):
    """The palettes and cards of a further set, in a file of their own in the folder `sets`."""

    palettes: dict[str, dict[str, str]] = {}
    cards: dict[str, dict[str, Data]] = {}


class Tables(Struct, frozen=True):
    """All tables of a game."""

    folder: Path
    palettes: dict[str, dict[str, str]]
    roles: dict[str, Role]
    # Scene -> size class or "given" (the defaults of its values) -> data.
    scenes: dict[str, dict[str, Data]]
    figures: dict[str, list[Data]]
    cards: dict[str, dict[str, Data]]

    def find_motif(self, name: str) -> Group:
        """Return a motif "kind/name", or its part "kind/name#part"."""
        file, _, part = name.partition("#")
        motif = load_motif(self.folder / "motifs" / f"{file}.svg")
        return motif.parts[part] if part else motif.whole

    def find_palette(self, names: str | list[str]) -> dict[str, str]:
        """Return a palette, or several as one: the later ones have the last word."""
        palette: dict[str, str] = {}
        for name in [names] if isinstance(names, str) else names:
            palette |= self.palettes[name]
        return palette

    def list_values(self, code: str, size: str) -> dict[str, Data]:
        """Return the values of a card. Raises KeyError for an unknown card."""
        card = self.cards[code]
        values: dict[str, Data] = {"code": code, "size": size}
        values |= self.scenes[card["scene"]].get("given", {})
        return values | self.find_palette(card["palette"]) | card

    def fill_picture(self, values: Mapping[str, Data]) -> Picture:
        """Return the picture of a card by its values."""
        data = self.scenes[values["scene"]][values["size"]]
        return msgspec.convert(_fill(data, values), Picture)

    def fill_figure(self, name: str, values: Mapping[str, Data]) -> list[Layer]:
        """Return the layers of a figure."""
        return msgspec.convert(_fill(self.figures[name], values), list[Layer])


def _fill(data: Data, values: Mapping[str, Data]) -> Data:
    """Return data with the values for their names, lists in lists of layers joined."""
    if isinstance(data, str):
        return _fill_text(data, values) if "$" in data else data
    if isinstance(data, dict):
        return {key: _fill(value, values) for key, value in data.items()}
    if isinstance(data, list):
        return list(_join(_fill(value, values) for value in data))
    return data


def _fill_text(text: str, values: Mapping[str, Data]) -> Data:
    whole = VALUE.fullmatch(text)
    if whole:
        return _fill(values[whole[1]], values)
    return VALUE.sub(lambda hit: str(_fill(values[hit[1]], values)), text)


def _join(values: Iterator[Data]) -> Iterator[Data]:
    """Yield values, and those of lists of layers instead of the list."""
    for value in values:
        if isinstance(value, list) and all(isinstance(inner, dict) for inner in value):
            yield from value
        else:
            yield value


@cache
def load_tables(folder: Path) -> Tables:
    """Return the tables of a folder, read once. Raises ValueError for what they may not hold."""
    read = {
        name: msgspec.yaml.decode(path.read_bytes())
        for name in ("palettes", "scenes", "figures", "cards")
        if (path := folder / f"{name}.yaml").exists()
    }
    palettes = read["palettes"]
    for path in sorted((folder / "sets").glob("*.yaml")):
        new_set = msgspec.yaml.decode(path.read_bytes(), type=ArtSet)
        palettes["palettes"] |= new_set.palettes
        read["cards"] |= new_set.cards
    return Tables(
        folder,
        palettes=palettes["palettes"],
        roles=msgspec.convert(palettes["roles"], dict[str, Role]),
        scenes=read["scenes"]["scenes"],
        figures=read.get("figures", {}),
        cards=read["cards"],
    )
