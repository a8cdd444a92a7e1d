"""What the parts of the table are made of: things that can be pointed at, icons, areas."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from games.board import tags
from games.board.abyss.scene import Scene
from games.board.abyss.shapes import PREFIX
from games.board.tags import area, tag

__all__ = ["Sheet", "area", "icon", "tag", "thing"]


class Sheet(Struct, frozen=True):
    """What is laid out, and where a press on a thing leads; things without a link only explain."""

    scene: Scene
    links: Mapping[str, str]


def thing(
    sheet: Sheet, where: str, label: str, *parts: str, css: str, item: str = "", note: str = ""
) -> str:
    """Return a thing of the sheet, a link if something can be answered with it."""
    return tags.thing(sheet.links, where, label, *parts, css=css, item=item, note=note)


def icon(name: str, css: str = "") -> str:
    """Return one of our shapes, in the colour of the text around it."""
    classes = f"i {css}" if css else "i"
    return (
        f'<svg class="{classes}" viewBox="-26 -26 52 52" aria-hidden="true">'
        f'<use href="#{PREFIX}{name}"/></svg>'
    )
