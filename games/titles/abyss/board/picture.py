"""Abyss as a picture: from the light of the Court down to the tableaux on the ground.

Where to look: `court`, `depths`, `places` and `tableau` are the parts of the board, `sea` the
background, `shapes` and `palette` our own art, `spoken` the descriptions.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from games.engine.board.lettering import (
    LEAST,
    TextStyle,
    draw_fitted_text,
    draw_text,
    width_of,
    wrap_text,
)

from ..rules.view import View
from ..words.names import LANGUAGES, language_column
from . import spoken
from .court import draw_court
from .depths import draw_council, draw_played, draw_threat, draw_track
from .palette import GOLD, HEADING, INK, PEARL, WATER, list_picture_colours
from .places import draw_locations
from .scene import INNER, MARGIN, WIDTH, Block, Scene, build_scene, translate_group
from .sea import draw_sea
from .shapes import render_shape_definitions
from .tableau import draw_seat

__all__ = ["PAINTS", "describe_picture", "draw_picture"]

PAINTS = list_picture_colours()

# Our font comes first in a picture for e-mails, where no other is installed; a page uses its own
# fonts.
FAMILIES = (
    "'DejaVu Sans Condensed','Roboto Condensed','Segoe UI',Roboto,Arial,'DejaVu Sans',sans-serif"
)
SPACE = 10
# Number of parts of the board with their own layer of water.
STRATA = len(WATER) - 1


def draw_picture(
    view: View, names: Sequence[str], language: str, *, wide: bool = False, brief: bool = False
) -> str:
    """Return the board as SVG: 720 wide for e-mails and phones, or two such columns for a
    desktop; `brief` without the cards of the other players."""
    scene = build_scene(view, names, language)
    is_over = view.scores is not None
    middle = [] if brief and is_over else _draw_shared_blocks(scene)
    seats = [draw_seat(scene, number, brief=brief) for number in _list_seats_clockwise(view)]
    columns = (
        _split_into_columns(middle, seats) if wide else [_order_single_column(scene, middle, seats)]
    )
    width = WIDTH * len(columns)
    head = _draw_header(scene, width)
    parts, floors = [translate_group(MARGIN, SPACE, head.svg)], list[float]()
    for number, column in enumerate(columns):
        y = SPACE + head.height
        for block in column:
            parts.append(translate_group(MARGIN + number * WIDTH, y, block.svg))
            y += block.height + SPACE
            floors.append(y - SPACE / 2)
    height = round(max(floors) + SPACE)
    body = draw_sea(width, height, floors[:STRATA]) + "".join(parts)
    return _render_svg_document(scene, width, height, body)


def describe_picture(view: View, names: Sequence[str], language: str) -> str:
    """Return the board in at most 200 characters of plain text."""
    return spoken.summarize_table(build_scene(view, names, language))


def _render_svg_document(scene: Scene, width: int, height: int, body: str) -> str:
    lang = LANGUAGES[language_column(scene.language)]
    title = escape(spoken.summarize_table(scene), quote=False)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="group" lang="{lang}" fill="{INK}" '
        f'font-family="{FAMILIES}" font-stretch="condensed"><title>{title}</title>'
        f"<defs>{render_shape_definitions(body)}</defs>{body}</svg>"
    )


def _draw_header(scene: Scene, width: int) -> Block:
    """Return the title, whose turn it is, and the warning of the last round."""
    room = width - 2 * MARGIN
    parts = [draw_text(0, 34, "ABYSS", TextStyle(32, bold=True, colour=PEARL, spacing=8))]
    sentence, beside = spoken.describe_current_turn(scene), room - 180
    fits = width_of(sentence, 22, bold=True) <= beside
    x, y = (room, 32) if fits else (0, 66)
    style = TextStyle(23, bold=True, colour=HEADING, anchor="end" if fits else "")
    parts.append(draw_fitted_text(x, y, sentence, style, room=beside if fits else room))
    if warning := spoken.last_round(scene):
        for line in wrap_text(warning, room, LEAST, 2, bold=True):
            y += 34 if y < 40 else 28
            parts.append(draw_text(0, y, line, TextStyle(LEAST, bold=True, colour=GOLD)))
    return Block("".join(parts), y + 22)


def _draw_shared_blocks(scene: Scene) -> list[Block]:
    """Return the blocks that belong to no player, from the surface down; after the end only those
    that are still of interest."""
    blocks = [draw_court(scene), draw_council(scene), draw_played(scene), draw_locations(scene)]
    if scene.view.scores is None:
        # Whoever chooses a Location needs room for them.
        if scene.view.question in ("location", "location_pick"):
            blocks = [blocks[0], blocks[-1]]
            return [block for block in blocks if block]
        blocks[1:1] = [draw_track(scene), draw_threat(scene)]
    return [block for block in blocks if block and block.height]


def _order_single_column(scene: Scene, middle: list[Block], seats: list[Block]) -> list[Block]:
    """Return all blocks below each other; after the end the players come first."""
    return middle + seats if scene.view.scores is None else seats + middle


def _list_seats_clockwise(view: View) -> list[int]:
    """Return the seats clockwise, the viewer first."""
    many = len(view.seats)
    first = view.you or 0
    return [(first + n) % many for n in range(many)]


def _split_into_columns(middle: list[Block], seats: list[Block]) -> list[list[Block]]:
    """Return two columns: the shared blocks left, the players where there is more space."""
    left, right = list(middle), list[Block]()
    for seat in seats:
        shorter = right if _column_height(right) <= _column_height(left) else left
        shorter.append(seat)
    return [left, right]


def _column_height(blocks: list[Block]) -> float:
    return sum(block.height + SPACE for block in blocks)


assert INNER + 2 * MARGIN == WIDTH
