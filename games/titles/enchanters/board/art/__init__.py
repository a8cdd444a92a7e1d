"""The drawings of Enchanters: dusk above land, warm windows, one palette for each kingdom.

`palettes` are the colours and shapes of the kingdoms, `directions` says for every card who draws it
and how, `scenes` are what is behind a subject. The others draw subjects.
"""

from __future__ import annotations

from games.engine.board.art import Art, ArtSize

from ...rules.components import DESIGNS
from .brush import Brush
from .cover import draw_cover
from .directions import DIRECTIONS, Direction
from .palettes import PALETTES, find_halo
from .scenes import (
    SETTINGS,
    define_lights,
    define_night,
    draw_bare_sky,
    draw_cloth,
    draw_near_ground,
    draw_night,
    draw_sky,
    draw_wide_dusk,
    draw_wide_ground,
    frame_card,
    frame_chip,
    frame_hand,
    frame_place,
)


def draw_art(code: str, size: ArtSize) -> str:
    """Return a drawing as an SVG document. Raises KeyError for an unknown code."""
    direction = DIRECTIONS[code]
    brush = Brush(PALETTES[direction.family], size, code)
    halo = find_halo(direction.family)
    match size:
        case "card":
            return _draw_card(brush, direction, halo)
        case "hand":
            return _draw_hand(brush, direction, halo)
        case "chip":
            return _draw_chip(brush, direction, halo)


def _draw_card(brush: Brush, direction: Direction, halo: str) -> str:
    if direction.stage == "place":
        return _draw_place(brush, direction, halo)
    _draw_stage(brush, direction, halo)
    x, y = direction.place
    with brush.at(x, y, direction.size, direction.turn, flip=direction.flip):
        direction.subject(brush)
    if direction.stage in ("dusk", "sky"):
        draw_near_ground(brush)
    return frame_card(brush, define_lights(brush) + _define_stage(brush, direction))


def _draw_place(brush: Brush, direction: Direction, halo: str) -> str:
    brush.window = (0, 0, 420, 300)
    draw_wide_dusk(brush, halo)
    x, y = direction.place
    with brush.at(x, y, direction.size):
        direction.subject(brush)
    draw_wide_ground(brush)
    return frame_place(brush, define_lights(brush, 30, 250))


def _draw_stage(brush: Brush, direction: Direction, halo: str) -> None:
    match direction.stage:
        case "cloth":
            draw_cloth(brush, halo, direction.turn - 8)
        case "night":
            draw_night(brush, halo)
        case "sky":
            draw_bare_sky(brush)
        case "dusk":
            draw_sky(brush, halo)
            SETTINGS[direction.setting](brush)
        case stage:
            raise ValueError(f"There is no stage {stage!r}.")


def _define_stage(brush: Brush, direction: Direction) -> str:
    return define_night(brush) if direction.stage == "night" else ""


def _draw_hand(brush: Brush, direction: Direction, halo: str) -> str:
    """Draw the face and what is held, large; the middle of the face is above that of the card."""
    if direction.stage in ("dusk", "place"):
        draw_sky(brush, halo)
    else:
        _draw_stage(brush, direction, halo)
    x, y, wide = direction.face
    scale = 290 / wide
    with brush.at(150, 176, scale, direction.turn, flip=direction.flip), brush.at(-x, -y):
        direction.subject(brush)
    return frame_hand(brush, define_lights(brush) + _define_stage(brush, direction))


def _draw_chip(brush: Brush, direction: Direction, halo: str) -> str:
    x, y, wide = direction.mark
    brush.speck = direction.speck
    with brush.at(75, 75, 115 / wide, direction.turn, flip=direction.flip), brush.at(-x, -y):
        (direction.sign or direction.subject)(brush)
    return frame_chip(brush, halo, is_dark=direction.is_dark)


ART = Art(
    game="enchanters",
    codes=(*DESIGNS, *(code for code in DIRECTIONS if code.startswith("thing."))),
    draw_art=draw_art,
    draw_cover=draw_cover,
)
