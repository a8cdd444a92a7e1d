"""The Locations as HTML: face up, drawn, and the stack while Black Smokers reveal it."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine import text

from .. import spoken
from . import faces
from .tags import Sheet, render_area, render_component, render_element


def render_locations(sheet: Sheet) -> str:
    """Return the stack and the face-up Locations."""
    scene = sheet.scene
    many = scene.view.location_stack
    label = text.join_head(scene.word("locations"), f"{scene.word('stack')} {many}", scene.language)
    small = render_element("small", "", scene.word("stack"))
    back = faces.render_card_art("location_back", "hand")
    stack = render_component(
        sheet, "location-stack", label, back, f"<b>{many}</b>", small, css="card deck"
    )
    return _render_location_group(sheet, "locations", scene.view.location_offer, stack)


def render_drawn_locations(sheet: Sheet) -> str:
    """Return the Locations that only the viewer sees while choosing; "" if there are none."""
    view = sheet.scene.view
    return "".join(
        _render_location_group(sheet, kind, codes, "")
        for kind, codes in (("drawn", view.drawn), ("stack_seen", view.stack_seen))
        if codes
    )


def _render_location_group(sheet: Sheet, kind: str, codes: Sequence[str], stack: str) -> str:
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
    return render_area("locations", sheet.scene.word(kind), "", stack, *tiles, is_strip=True)
