"""The Court as HTML."""

from __future__ import annotations

from games.engine import text

from ...rules.components import COURT_BONUS, COURT_SPACES, LORDS
from .. import spoken
from . import faces
from .tags import Sheet, render_area, render_component, render_shape_icon


def render_court(sheet: Sheet) -> str:
    """Return the Court with the size of its deck; a row without Lords is left out."""
    scene = sheet.scene
    view = scene.view
    lords = [_render_court_lord(sheet, code) for code in view.court]
    spaces = COURT_SPACES if len(lords) > COURT_SPACES // 2 else COURT_SPACES // 2
    places = [_render_empty_court_space(place) for place in range(len(lords), spaces)]
    if view.scores is not None:
        places = []
    deck = f"{scene.word('deck')} {view.lord_deck}"
    stack = render_component(
        sheet,
        "lord-deck",
        text.join_head(scene.word("court"), deck, scene.language),
        deck,
        css="stack-note",
    )
    return render_area("court", scene.word("court"), stack, *lords, *places)


def _render_court_lord(sheet: Sheet, code: str) -> str:
    label = spoken.describe_lord(sheet.scene, code, is_offered=True)
    inside = faces.render_lord_face(sheet.scene, code)
    return render_component(
        sheet, f"court-{code}", label, inside, css=f"lord {LORDS[code].guild}", item=code
    )


def _render_empty_court_space(place: int) -> str:
    """Return an empty space; the third one shows the Pearls that are visible when two Lords are
    left."""
    gain = f"+{COURT_BONUS}{render_shape_icon('pearl')}" if place == 2 else ""
    return f'<span class="free">{gain}</span>'
