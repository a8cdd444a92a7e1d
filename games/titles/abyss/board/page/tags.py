"""What the parts of the table are made of: things that can be pointed at, icons, areas."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from games.engine.board.tags import area, shape, tag, thing
from games.titles.abyss.board.scene import Scene
from games.titles.abyss.board.shapes import PREFIX

__all__ = ["Sheet", "area", "icon", "tag", "thing"]


class Sheet(Struct, frozen=True):
    """What is laid out, and where a press on a thing leads; things without a link only explain."""

    scene: Scene
    links: Mapping[str, str]


def icon(name: str, css: str = "") -> str:
    """Return one of our shapes, in the colour of the text around it."""
    return shape(PREFIX + name, "-26 -26 52 52", css)
