"""Motifs: drawings in SVG files, whose classes say what a shape is painted with.

`deep` fills a shape with the role deep, `stroke-deep` draws it as a line, `edge-glow` lights its
upper left edge (`fine-edge-glow`: on cards only). What has the class `detail` is left out of
chips, what has the class `chip` is on chips only. A group with an id is a part that tables may name
on its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from pathlib import Path
from xml.etree import ElementTree

from msgspec import Struct, field

from .art_paths import Matrix, Outline, read_outline, read_transform

SVG = "{http://www.w3.org/2000/svg}"
SHAPES = ("path", "circle", "ellipse", "rect")
# What every motif may hold besides shapes and groups; none of it is drawn.
SILENT = ("metadata", "style", "title", "desc", "defs")
WHERE = ("detail", "chip")
# How many motifs a process keeps: the three sizes of a card and its neighbours share them, and
# drawings are kept themselves.
CACHE_SIZE = 100
# Stands among the attributes of a shape where its fill and line are written.
PAINT = "class"


class Shape(Struct, dict=True):
    """A shape: its attributes in their order, "" for the place of its paint, and its roles."""

    tag: str
    attributes: dict[str, str]
    fill: str = ""
    stroke: str = ""
    edge: str = ""
    fine_edge: str = ""
    where: str = ""

    @cached_property
    def outline(self) -> Outline:
        """Return the outline of a path."""
        return read_outline(self.attributes["d"])

    @cached_property
    def disc(self) -> tuple[float, float, float]:
        """Return the centre and the radius of a circle."""
        x, y, radius = (float(self.attributes.get(name, 0)) for name in ("cx", "cy", "r"))
        return x, y, radius

    @cached_property
    def matrix(self) -> Matrix:
        """Return where the shape itself is moved to."""
        return read_transform(self.attributes.get("transform", ""))


class Group(Struct, dict=True):
    """Shapes and groups that are moved together."""

    children: list[Shape | Group]
    attributes: dict[str, str] = field(default_factory=dict)
    where: str = ""
    # Its id, by which tables name it.
    name: str = ""

    @cached_property
    def matrix(self) -> Matrix:
        """Return where the group is moved to."""
        return read_transform(self.attributes.get("transform", ""))


class Motif(Struct):
    """A drawing, and its parts by their ids."""

    whole: Group
    parts: dict[str, Group]


@lru_cache(maxsize=CACHE_SIZE)
def load_motif(path: Path) -> Motif:
    """Return the motif of a file. Raises ValueError for what no motif may hold."""
    try:
        # A file of the package, not from outside.
        root = ElementTree.parse(path).getroot()  # nosec B314
        whole = Group(list(_read_children(root)))
    except (ElementTree.ParseError, ValueError) as error:
        raise ValueError(f"{path.name}: {error}") from error
    parts = {child.name: child for child in whole.children if isinstance(child, Group)}
    return Motif(whole, parts)


def _read_children(node: ElementTree.Element) -> Iterator[Shape | Group]:
    for child in node:
        tag = child.tag.removeprefix(SVG)
        if tag == "g":
            yield _read_group(child)
        elif tag in SHAPES:
            yield _read_shape(tag, child)
        elif tag not in SILENT and child.tag.startswith(SVG):
            raise ValueError(f"<{tag}> is not drawn: turn it into a path.")


def _read_group(node: ElementTree.Element) -> Group:
    where = node.get("class", "")
    if where and where not in WHERE:
        raise ValueError(f'A group may not have the class "{where}".')
    attributes = _read_attributes(node)
    attributes.pop("class", None)
    return Group(list(_read_children(node)), attributes, where, node.get("id", ""))


def _read_attributes(node: ElementTree.Element) -> dict[str, str]:
    """Return what is drawn of the attributes: without ids, and what programs note for themselves.
    Raises ValueError for a style."""
    if "style" in node.attrib:
        raise ValueError("Colours are classes, not styles.")
    return {name: value for name, value in node.attrib.items() if name != "id" and name[0] != "{"}


def _read_shape(tag: str, node: ElementTree.Element) -> Shape:
    # The paints are written where the first of these stands.
    attributes = {
        PAINT if name in ("class", "fill", "stroke") else name: value
        for name, value in _read_attributes(node).items()
    }
    fill, stroke = node.get("fill", ""), node.get("stroke", "")
    shape = Shape(tag, attributes | {PAINT: ""}, fill="" if fill == "none" else fill, stroke=stroke)
    for name in node.get("class", "").split():
        if name in WHERE:
            shape.where = name
        elif name.startswith("fine-edge-"):
            shape.fine_edge = name.removeprefix("fine-edge-")
        elif name.startswith("edge-"):
            shape.edge = name.removeprefix("edge-")
        elif name.startswith("stroke-"):
            shape.stroke = name.removeprefix("stroke-")
        else:
            shape.fill = name
    return shape
