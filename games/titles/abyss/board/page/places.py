"""The Locations as HTML: face up, drawn, and the stack while Black Smokers reveal it."""

from __future__ import annotations

from collections.abc import Sequence

from .. import spoken
from . import faces
from .tags import Sheet, render_area, render_component


def render_locations(sheet: Sheet) -> str:
    """Return the face-up Locations, and those that only the viewer sees while choosing."""
    scene = sheet.scene
    view = scene.view
    stack = f"{scene.word('stack')} {view['location_stack']}"
    aside = render_component(
        sheet, "location-stack", f"{scene.word('locations')}: {stack}", stack, css="stack-note"
    )
    groups = [_render_location_group(sheet, "locations", view["location_offer"], aside)]
    groups += [
        _render_location_group(sheet, kind, view[kind], "")
        for kind in ("drawn", "stack_seen")
        if view[kind]
    ]
    return "".join(groups)


def _render_location_group(sheet: Sheet, kind: str, codes: Sequence[str], aside: str) -> str:
    tiles = [
        render_component(
            sheet,
            f"{kind}-{code}",
            spoken.describe_location(sheet.scene, code),
            faces.render_location_face(code, sheet.scene.language),
            css="place",
            item=code,
        )
        for code in codes
    ]
    return render_area("locations", sheet.scene.word(kind), aside, *tiles)
