"""Compose the drawing of a card: motifs placed as the tables of its game say, roles as colours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import structs

from .art import Art
from .art_colours import Colours
from .art_motifs import PAINT, Group, Shape
from .art_paths import Matrix
from .art_strewn import strew_shapes
from .art_tables import Flattening, Gradient, Layer, Tables, load_tables
from .paper_cut import (
    Point,
    Variation,
    build_document,
    define_linear_gradient,
    define_radial_gradient,
    fill_circle,
    fill_path,
    place_group,
)

# What a disc may be smaller than other shapes before it is a speck.
DISC = 0.4
# How far the lit edge of a disc reaches, in parts of that of other shapes.
DISC_EDGE = 0.7
# Attributes that belong to the file, not to the drawing.
OF_THE_FILE = ("id",)


def make_art(game: str, codes: Sequence[str], folder: Path) -> Art:
    """Return the drawings of a game from the tables and motifs of a folder, read when needed."""
    return Art(
        game=game,
        codes=tuple(codes),
        draw_art=lambda code, size: compose_card(load_tables(folder), code, size),
        draw_cover=lambda: compose_card(load_tables(folder), "cover", "cover"),
    )


def compose_card(tables: Tables, code: str, size: str) -> str:
    """Return the drawing of a card as an SVG document. Raises KeyError for an unknown card."""
    values = tables.list_values(code, size)
    picture = tables.fill_picture(values)
    composer = Composer(tables, values)
    body = composer.compose_layers(picture.layers)
    definitions = "".join(
        composer.define_gradient(name, gradient)
        for name, gradient in picture.gradients.items()
        if f"url(#{name})" in body
    )
    return build_document(*picture.view, definitions + "".join(composer.clips), body)


class Composer:
    """Composes the layers of one card in one size class."""

    def __init__(self, tables: Tables, values: Mapping[str, Any]) -> None:
        self.tables, self.values = tables, values
        self.size: str = values["size"]
        self.colours = Colours(tables.find_palette(values["palette"]), tables.roles)
        self.vary = Variation(values["code"])
        # The clip paths of the picture, as SVG.
        self.clips: list[str] = []

    def compose_layers(self, layers: Sequence[Layer]) -> str:
        """Return layers as SVG, back to front."""
        return "".join(self._compose_layer(layer, self.colours) for layer in layers)

    def define_gradient(self, name: str, gradient: Gradient) -> str:
        """Return a gradient as SVG."""
        palette = gradient.palette and self.tables.find_palette(gradient.palette)
        find = self.colours.change(palette or None, gradient.paints).find_colour
        stops = [(at, find(role)) for at, role in gradient.stops]
        if gradient.centre:
            radial = define_radial_gradient(name, stops, centre=gradient.centre)
            return fade_glow(radial) if gradient.is_glow else radial
        if not gradient.along:
            linear = define_linear_gradient(name, stops, towards=gradient.towards)
            if not gradient.is_mirrored:
                return linear
            x = gradient.towards[0]
            return linear.replace('x1="0"', 'x1="1"').replace(f'x2="{x:g}"', f'x2="{1 - x:g}"')
        (x, y), (x2, y2) = gradient.along
        line = f'gradientUnits="userSpaceOnUse" x1="{x:g}" y1="{y:g}" x2="{x2:g}" y2="{y2:g}"'
        faces = "".join(f'<stop offset="{at:g}" stop-color="{paint}"/>' for at, paint in stops)
        return f'<linearGradient id="{name}" {line}>{faces}</linearGradient>'

    # ---------------------------------------------------------- groups of their own

    def _compose_layer(self, layer: Layer, colours: Colours) -> str:
        if not layer.when or layer.unless:
            return ""
        colours = self._choose_colours(layer, colours)
        if layer.flatten:
            cut = Cutter(layer.flatten, self.size)
            cut.place_parts(self._list_parts(layer, colours, Matrix()))
            return "".join(cut.shapes)
        if layer.path:
            return fill_path(layer.path, colours.find_colour(layer.paint), layer.opacity)
        if layer.disc:
            x, y, radius = layer.disc
            return fill_circle((x, y), radius, colours.find_colour(layer.paint), layer.opacity)
        if layer.card:
            other = Composer(self.tables, self.tables.list_values(layer.card, "card"))
            return other._compose_layer(structs.replace(layer, card=""), other.colours)
        if layer.layers or layer.draw in self.tables.figures:
            inner = layer.layers or self.tables.fill_figure(layer.draw, self.values)
            drawn = "".join(self._compose_layer(one, colours) for one in inner)
        else:
            drawn = "".join(
                self._write_node(node, colours) for node in self._find_nodes(layer, is_exact=False)
            )
        return self._place(layer, drawn)

    def _place(self, layer: Layer, drawn: str) -> str:
        at, scale = _find_place(layer)
        if at != (0, 0) or scale != 1 or layer.turn or layer.flip:
            if layer.focus:
                x, y = layer.focus[:2]
                if layer.turn or layer.flip:
                    drawn = place_group([drawn], (-x, -y))
                else:
                    at = (at[0] - x * scale, at[1] - y * scale)
            drawn = place_group([drawn], at, scale=scale, turn=layer.turn, flip=layer.flip)
        if layer.clip:
            name = f"k{len(self.clips)}"
            shape = "".join(self._compose_layer(one, self.colours) for one in layer.clip)
            self.clips.append(f'<clipPath id="{name}">{shape}</clipPath>')
            drawn = f'<g clip-path="url(#{name})">{drawn}</g>'
        if layer.opacity != 1 and drawn:
            drawn = f'<g opacity="{layer.opacity:g}">{drawn}</g>'
        return drawn

    def _choose_colours(self, layer: Layer, colours: Colours) -> Colours:
        palette = None if layer.palette is None else self.tables.find_palette(layer.palette)
        return colours.change(palette, layer.paints)

    def _find_nodes(self, layer: Layer, *, is_exact: bool) -> Sequence[Shape | Group]:
        """Return the shapes of a layer that draws or strews."""
        if layer.strew:
            vary = Variation(layer.seed) if layer.seed else self.vary
            return strew_shapes(layer.strew, vary, layer.given, is_exact=is_exact)
        return self.tables.find_motif(layer.draw).children if layer.draw else ()

    def _write_node(self, node: Shape | Group, colours: Colours) -> str:
        """Return a shape or a group of a motif as it stands in the file, with its colours."""
        if node.where == ("chip" if self.size != "chip" else "detail"):
            return ""
        if isinstance(node, Group):
            inner = "".join(self._write_node(child, colours) for child in node.children)
            own = "".join(
                f' {name}="{value}"'
                for name, value in node.attributes.items()
                if name not in OF_THE_FILE
            )
            return f"<g{own}>{inner}</g>" if own else inner
        paints = _write_paints(node, colours)
        own = "".join(
            paints if name == PAINT else f' {name}="{value}"'
            for name, value in node.attributes.items()
            if name not in OF_THE_FILE
        )
        return f"<{node.tag}{own}/>"

    # ---------------------------------------------------------- one flat picture

    def _list_parts(
        self, layer: Layer, colours: Colours, matrix: Matrix
    ) -> Iterator[tuple[Shape, Colours, Matrix]]:
        """Yield the shapes of a layer that is flattened: their colours, where they are placed."""
        at, scale = _find_place(layer)
        matrix = matrix.place(at, scale, layer.turn, flip=layer.flip)
        if layer.focus:
            matrix = matrix.place((-layer.focus[0], -layer.focus[1]))
        inner = layer.layers
        if layer.draw in self.tables.figures:
            inner = self.tables.fill_figure(layer.draw, self.values)
        for one in inner:
            if one.when and not one.unless:
                yield from self._list_parts(one, self._choose_colours(one, colours), matrix)
        if layer.path:
            paint = {"fill": layer.paint, "edge": layer.edge}
            attributes = {"d": layer.path, "opacity": f"{layer.opacity:g}"}
            yield Shape("path", attributes, **paint), colours, matrix
        elif not inner:
            for node in self._find_nodes(layer, is_exact=True):
                yield from self._list_shapes(node, colours, matrix, layer.opacity)

    def _list_shapes(
        self, node: Shape | Group, colours: Colours, matrix: Matrix, opacity: float
    ) -> Iterator[tuple[Shape, Colours, Matrix]]:
        if node.where == ("chip" if self.size != "chip" else "detail"):
            return
        if "transform" in node.attributes:
            matrix = matrix.combine(node.matrix)
        if isinstance(node, Shape):
            if opacity != 1:
                node = Shape(
                    node.tag,
                    node.attributes | {"opacity": f"{opacity:g}"},
                    **{name: getattr(node, name) for name in ("fill", "stroke", "edge")},
                )
            yield node, colours, matrix
            return
        for child in node.children:
            yield from self._list_shapes(child, colours, matrix, opacity)


def fade_glow(radial: str) -> str:
    """Return a gradient that is gone half a box from its centre."""
    first, _, rest = radial.replace('r=".8"', 'r=".5"').rpartition("/>")
    return f'{first} stop-opacity="0"/>{rest}'


def _find_place(layer: Layer) -> tuple[Point, float]:
    """Return where a layer is placed, and how large."""
    return layer.at, layer.across / layer.focus[2] if layer.across else layer.scale


def _write_paints(shape: Shape, colours: Colours) -> str:
    """Return the fill and the line of a shape as attributes."""
    if shape.stroke and not shape.fill:
        return f' fill="none" stroke="{colours.find_colour(shape.stroke)}"'
    line = f' stroke="{colours.find_colour(shape.stroke)}"' if shape.stroke else ""
    return f' fill="{colours.find_colour(shape.fill)}"{line}'


class Cutter:
    """Cuts shapes along the whole units of a picture, and leaves out what is not seen."""

    def __init__(self, how: Flattening, size: str) -> None:
        self.how, self.size = how, size
        self.shapes: list[str] = []

    def place_parts(self, parts: Iterator[tuple[Shape, Colours, Matrix]]) -> None:
        """Cut shapes where they are placed."""
        for shape, colours, matrix in parts:
            if shape.tag == "circle":
                self._cut_disc(shape, colours, matrix)
            elif shape.tag == "path":
                self._cut_path(shape, colours, matrix)
            else:
                raise ValueError(f"A flat picture has no <{shape.tag}>: turn it into a path.")

    def _cut_path(self, shape: Shape, colours: Colours, matrix: Matrix) -> None:
        outline = shape.outline
        points = outline.move(matrix)
        if self._is_outside(points, 1):
            return
        data, faint = outline.write(points, matrix.scale), self._fade(shape)
        if shape.stroke:
            width = max(float(shape.attributes.get("stroke-width", 1)) * matrix.scale, 0.8)
            self.shapes.append(
                f'<path d="{data}" fill="none" stroke="{colours.find_colour(shape.stroke)}" '
                f'stroke-width="{width:.3g}" stroke-linecap="round"{faint}/>'
            )
            return
        edge = self._find_edge(shape)
        if edge:
            shift = f'transform="translate(-{self.how.edge:g} -{self.how.edge:g})"'
            self.shapes.append(f'<path d="{data}" fill="{colours.find_colour(edge)}" {shift}/>')
        self.shapes.append(f'<path d="{data}" fill="{colours.find_colour(shape.fill)}"{faint}/>')

    def _cut_disc(self, shape: Shape, colours: Colours, matrix: Matrix) -> None:
        cx, cy, r = shape.disc
        (x, y), radius = matrix.move(cx, cy), r * matrix.scale
        if self._is_outside([(x - radius, y - radius), (x + radius, y + radius)], DISC):
            return
        edge, shift = self._find_edge(shape), self.how.edge * DISC_EDGE
        if edge:
            self._add_disc(colours.find_colour(edge), x - shift, y - shift, radius, "")
        self._add_disc(colours.find_colour(shape.fill), x, y, radius, self._fade(shape))

    def _add_disc(self, paint: str, x: float, y: float, radius: float, faint: str) -> None:
        self.shapes.append(
            f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{radius:.3g}" fill="{paint}"{faint}/>'
        )

    def _find_edge(self, shape: Shape) -> str:
        return self.how.edge and (shape.edge or self.size != "hand" and shape.fine_edge) or ""

    def _fade(self, shape: Shape) -> str:
        opacity = shape.attributes.get("opacity", "1")
        return "" if opacity == "1" else f' opacity="{opacity}"'

    def _is_outside(self, points: Sequence[Point], part: float) -> bool:
        """Return whether a shape is out of the picture, or too small for a chip."""
        xs, ys = [x for x, _ in points], [y for _, y in points]
        if self.how.speck and max(max(xs) - min(xs), max(ys) - min(ys)) < self.how.speck * part:
            return True
        if not self.how.window:
            return False
        left, top, right, low = self.how.window
        return max(xs) < left or min(xs) > right or max(ys) < top or min(ys) > low
