"""Compose the drawing of a card: motifs placed as the tables of its game say, roles as colours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import structs

from .art import Art
from .art_colours import Colours
from .art_cutting import Piece, cut_pieces
from .art_motifs import PAINT, Group, Shape
from .art_paths import Matrix
from .art_strewn import Write, write_exactly
from .art_tables import Gradient, Layer, Tables, load_tables
from .paper_cut import (
    Variation,
    build_document,
    define_linear_gradient,
    define_radial_gradient,
    fade_gradient,
    fill_circle,
    fill_path,
    mirror_gradient,
    place_group,
    write_number,
)


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
    gradients = (
        composer.define_gradient(name, gradient)
        for name, gradient in picture.gradients.items()
        if f"url(#{name})" in body
    )
    return build_document(*picture.view, "".join([*gradients, *composer.clips]), body)


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
        find = self._change_colours(gradient, self.colours).find_colour
        stops = [(at, find(role)) for at, role in gradient.stops]
        if gradient.centre:
            radial = define_radial_gradient(name, stops, centre=gradient.centre)
            return fade_gradient(radial) if gradient.is_glow else radial
        linear = define_linear_gradient(name, stops, towards=gradient.towards, along=gradient.along)
        return mirror_gradient(linear) if gradient.is_mirrored else linear

    def _change_colours(self, part: Layer | Gradient, colours: Colours) -> Colours:
        """Return the colours of a layer or a gradient within those around it."""
        palette = None if part.palette is None else self.tables.find_palette(part.palette)
        return colours.change(palette, part.paints)

    def _list_inner_layers(self, layer: Layer) -> list[Layer]:
        """Return the layers that a layer puts together; none if it draws shapes."""
        if layer.draw in self.tables.figures:
            return self.tables.fill_figure(layer.draw, self.values)
        return layer.layers

    def _list_nodes(self, layer: Layer, write: Write) -> Sequence[Shape | Group]:
        """Return the shapes and groups that a layer draws or strews."""
        if layer.strew:
            vary = Variation(layer.seed) if layer.seed else self.vary
            return layer.strew.list_shapes(vary, write)
        return self.tables.find_motif(layer.draw).children if layer.draw else ()

    def _is_left_out(self, node: Shape | Group) -> bool:
        """Return whether a part of a motif is not drawn in this size class."""
        return node.where == ("detail" if self.size == "chip" else "chip")

    # ---------------------------------------------------------- pictures of groups

    def _compose_layer(self, layer: Layer, colours: Colours) -> str:
        if not layer.when or layer.unless:
            return ""
        colours = self._change_colours(layer, colours)
        if layer.cut:
            pieces = self._list_pieces(layer, colours, Matrix())
            return cut_pieces(pieces, layer.cut, self.size)
        if layer.path:
            return fill_path(layer.path, colours.find_colour(layer.paint), layer.opacity)
        if layer.disc:
            x, y, radius = layer.disc
            return fill_circle((x, y), radius, colours.find_colour(layer.paint), layer.opacity)
        if layer.card:
            other = Composer(self.tables, self.tables.list_values(layer.card, self.size))
            return other.compose_layers([structs.replace(layer, card="")])
        inner = self._list_inner_layers(layer)
        svg = "".join(self._compose_layer(each, colours) for each in inner)
        if not inner:
            nodes = self._list_nodes(layer, write_number)
            svg = "".join(self._write_node(node, colours) for node in nodes)
        return self._place_layer(layer, svg)

    def _place_layer(self, layer: Layer, svg: str) -> str:
        """Return what a layer draws where it belongs, clipped and faded."""
        at, scale = layer.at, find_scale(layer)
        x, y = layer.focus[:2] if layer.focus else (0.0, 0.0)
        if layer.focus and (layer.turn or layer.flip):
            svg = place_group([svg], (-x, -y))
        elif layer.focus:
            at = (at[0] - x * scale, at[1] - y * scale)
        if (at, scale, layer.turn, layer.flip) != ((0, 0), 1, 0, False):
            svg = place_group([svg], at, scale=scale, turn=layer.turn, flip=layer.flip)
        if layer.clip:
            name = f"k{len(self.clips)}"
            self.clips.append(f'<clipPath id="{name}">{self.compose_layers(layer.clip)}</clipPath>')
            svg = f'<g clip-path="url(#{name})">{svg}</g>'
        if layer.opacity != 1:
            svg = f'<g opacity="{layer.opacity:g}">{svg}</g>'
        return svg

    def _write_node(self, node: Shape | Group, colours: Colours) -> str:
        """Return a shape or a group as it stands in its file, with its colours."""
        if self._is_left_out(node):
            return ""
        paints = write_paints(node, colours) if isinstance(node, Shape) else ""
        own = "".join(
            paints if name == PAINT else f' {name}="{value}"'
            for name, value in node.attributes.items()
        )
        if isinstance(node, Shape):
            return f"<{node.tag}{own}/>"
        inner = "".join(self._write_node(child, colours) for child in node.children)
        return f"<g{own}>{inner}</g>" if own else inner

    # ---------------------------------------------------------- flat pictures

    def _list_pieces(self, layer: Layer, colours: Colours, matrix: Matrix) -> Iterator[Piece]:
        """Yield the shapes of a layer that is cut, back to front."""
        matrix = matrix.place(layer.at, find_scale(layer), layer.turn, flip=layer.flip)
        if layer.focus:
            matrix = matrix.place((-layer.focus[0], -layer.focus[1]))
        inner = self._list_inner_layers(layer)
        for each in inner:
            if each.when and not each.unless:
                yield from self._list_pieces(each, self._change_colours(each, colours), matrix)
        if layer.path:
            shape = Shape("path", {"d": layer.path}, fill=layer.paint)
            yield Piece(shape, colours, matrix, layer.opacity)
        elif not inner:
            for node in self._list_nodes(layer, write_exactly):
                for shape, place in self._list_shapes(node, matrix):
                    yield Piece(shape, colours, place, layer.opacity)

    def _list_shapes(self, node: Shape | Group, matrix: Matrix) -> Iterator[tuple[Shape, Matrix]]:
        """Yield the shapes of a motif, and where they are placed."""
        if self._is_left_out(node):
            return
        if "transform" in node.attributes:
            matrix = matrix.combine(node.matrix)
        if isinstance(node, Shape):
            yield node, matrix
        else:
            for child in node.children:
                yield from self._list_shapes(child, matrix)


def find_scale(layer: Layer) -> float:
    """Return how large a layer is drawn."""
    return layer.across / layer.focus[2] if layer.across else layer.scale


def write_paints(shape: Shape, colours: Colours) -> str:
    """Return the fill and the line of a shape as attributes."""
    line = f' stroke="{colours.find_colour(shape.stroke)}"' if shape.stroke else ""
    return f' fill="{colours.find_colour(shape.fill) if shape.fill else "none"}"{line}'
