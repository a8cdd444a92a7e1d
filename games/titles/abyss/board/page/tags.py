"""The HTML building blocks of the board: clickable components, icons, areas."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from games.engine.board.art import icon_file_path, render_icon_file
from games.engine.board.tags import (
    render_area,
    render_component,
    render_element,
    render_fold,
    render_icon,
)

from ..scene import Scene
from ..shapes import PREFIX, render_all_shapes

__all__ = [
    "ICONS",
    "ICONS_PATH",
    "Sheet",
    "render_area",
    "render_component",
    "render_element",
    "render_fold",
    "render_shape_icon",
]

# The file of icons, and its address.
ICONS = render_icon_file(render_all_shapes())
ICONS_PATH = icon_file_path("abyss", ICONS)


class Sheet(Struct, frozen=True):
    """The view to render, and the URLs of its components; components without a URL only have a
    description."""

    scene: Scene
    links: Mapping[str, str]


def render_shape_icon(name: str, css: str = "") -> str:
    """Return one of our shapes, in the colour of the surrounding text."""
    return render_icon(f"{ICONS_PATH}#{PREFIX}{name}", "-26 -26 52 52", css)
