"""Cut the shapes of a picture along its whole units: one flat picture, small and without groups.

Shapes get a lit edge at the top left; what lies outside the picture is left out, and on a chip what
is too small to be seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from .art_colours import Colours
from .art_motifs import Shape
from .art_paths import Matrix
from .paper_cut import Point

# What a disc may be smaller than other shapes before it is a speck.
DISC = 0.4
# How far the lit edge of a disc reaches, in parts of that of other shapes.
DISC_EDGE = 0.7
# The width of the thinnest line.
THIN = 0.8


class Cutting(Struct, frozen=True, forbid_unknown_fields=True):
    """How shapes are cut: what is seen (left, top, right, bottom), how far a lit edge reaches, and
    the size below which a shape is left out (0: none is)."""

    window: tuple[float, float, float, float] | None = None
    edge: float = 0
    speck: float = 0


class Piece(Struct, frozen=True):
    """A shape of a flat picture: its colours, where it is placed, how much of it is seen."""

    shape: Shape
    colours: Colours
    matrix: Matrix
    opacity: float


def cut_pieces(pieces: Iterable[Piece], cutting: Cutting, size: str) -> str:
    """Return the pieces as SVG, back to front. Raises ValueError for what cannot be cut."""
    shapes: list[str] = []
    for piece in pieces:
        if piece.shape.tag == "circle":
            shapes += _cut_disc(piece, cutting, size)
        elif piece.shape.tag == "path":
            shapes += _cut_path(piece, cutting, size)
        else:
            raise ValueError(f"<{piece.shape.tag}> cannot be cut: turn it into a path.")
    return "".join(shapes)


def _cut_path(piece: Piece, cutting: Cutting, size: str) -> list[str]:
    shape, find = piece.shape, piece.colours.find_colour
    points = shape.outline.move(piece.matrix)
    if _is_left_out(points, cutting, 1):
        return []
    data, faint = shape.outline.write(points, piece.matrix.scale), _write_opacity(piece)
    if shape.stroke:
        width = max(float(shape.attributes.get("stroke-width", 1)) * piece.matrix.scale, THIN)
        return [
            f'<path d="{data}" fill="none" stroke="{find(shape.stroke)}" '
            f'stroke-width="{width:.3g}" stroke-linecap="round"{faint}/>'
        ]
    shapes = [f'<path d="{data}" fill="{find(shape.fill)}"{faint}/>']
    edge = _find_edge(shape, cutting, size)
    if edge:
        shift = f'transform="translate(-{cutting.edge:g} -{cutting.edge:g})"'
        shapes.insert(0, f'<path d="{data}" fill="{find(edge)}" {shift}/>')
    return shapes


def _cut_disc(piece: Piece, cutting: Cutting, size: str) -> list[str]:
    shape, find = piece.shape, piece.colours.find_colour
    cx, cy, r = shape.disc
    (x, y), radius = piece.matrix.move(cx, cy), r * piece.matrix.scale
    if _is_left_out([(x - radius, y - radius), (x + radius, y + radius)], cutting, DISC):
        return []
    discs = [_write_disc(x, y, radius, f'fill="{find(shape.fill)}"{_write_opacity(piece)}')]
    edge, shift = _find_edge(shape, cutting, size), cutting.edge * DISC_EDGE
    if edge:
        discs.insert(0, _write_disc(x - shift, y - shift, radius, f'fill="{find(edge)}"'))
    return discs


def _write_disc(x: float, y: float, radius: float, paint: str) -> str:
    return f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{radius:.3g}" {paint}/>'


def _find_edge(shape: Shape, cutting: Cutting, size: str) -> str:
    """Return the role of a shape's lit edge, "" if it has none in this size class."""
    if not cutting.edge:
        return ""
    return shape.edge or (shape.fine_edge if size != "hand" else "")


def _write_opacity(piece: Piece) -> str:
    opacity = float(piece.shape.attributes.get("opacity", 1)) * piece.opacity
    return "" if opacity == 1 else f' opacity="{opacity:g}"'


def _is_left_out(points: Sequence[Point], cutting: Cutting, part: float) -> bool:
    """Return whether a shape is out of the picture, or too small for it."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    if max(max(xs) - min(xs), max(ys) - min(ys)) < cutting.speck * part:
        return True
    if not cutting.window:
        return False
    left, top, right, bottom = cutting.window
    return max(xs) < left or min(xs) > right or max(ys) < top or min(ys) > bottom
