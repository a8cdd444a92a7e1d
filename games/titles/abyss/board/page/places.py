"""The Locations on a page: on offer, drawn, and in the stack as Black Smokers let one see it."""

from __future__ import annotations

from collections.abc import Sequence

from games.titles.abyss.board import spoken

from . import faces
from .tags import Sheet, area, thing


def locations(sheet: Sheet) -> str:
    """Return the Locations on offer, and those that only the viewer sees while choosing."""
    scene = sheet.scene
    view = scene.view
    stack = f"{scene.word('stack')} {view['location_stack']}"
    aside = thing(
        sheet, "location-stack", f"{scene.word('locations')}: {stack}", stack, css="stack-note"
    )
    groups = [_group(sheet, "locations", view["location_offer"], aside)]
    groups += [
        _group(sheet, kind, view[kind], "") for kind in ("drawn", "stack_seen") if view[kind]
    ]
    return "".join(groups)


def _group(sheet: Sheet, kind: str, codes: Sequence[str], aside: str) -> str:
    tiles = [
        thing(
            sheet,
            f"{kind}-{code}",
            spoken.location(sheet.scene, code),
            faces.location(code, sheet.scene.language),
            css="place",
            item=code,
        )
        for code in codes
    ]
    return area("locations", sheet.scene.word(kind), aside, *tiles)
