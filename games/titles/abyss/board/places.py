"""The Locations: face up, drawn, and before a player with the Lords under them."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.board.art_tiles import draw_art_tile
from games.engine.board.lettering import LEAST, TextStyle, draw_fitted_text, draw_text, wrap_text

from ..rules.components import LOCATIONS
from ..words.lexicon import describe_location_scoring
from . import spoken
from .art import ART
from .court import draw_guild_emblem
from .palette import COLOURS, DARK, EDGE, GOLD, PEARL, SLAB, SOFT, WATER
from .scene import (
    GAP,
    INNER,
    Block,
    Scene,
    draw_block_heading,
    draw_component,
    draw_heading_note,
    draw_rounded_rect,
    translate_group,
)
from .shapes import draw_shape

HEAD = 32
# A Location without its lines of words, and one of them.
TILE_HEIGHT, LINE = 44, 27
UNDER_HEIGHT = 46
# Maximum number of Locations shown with their scoring while nobody chooses one, or explores.
MAX_EXPLAINED = 2


def draw_locations(scene: Scene) -> Block:
    """Return the face-up Locations, and those that only the viewer sees while choosing.

    Many are only named, unless the viewer is choosing.
    """
    view = scene.view
    stack = draw_heading_note(INNER, f"{scene.word('stack')} {view.location_stack}")
    offer, most = view.location_offer, 1 if view.track else MAX_EXPLAINED
    is_choosing = view.drawn or view.question == "location"
    if len(offer) > most and not is_choosing:
        blocks = [_draw_location_nameplates(scene, "locations", offer, stack)]
    else:
        blocks = [_draw_location_group(scene, "locations", offer, stack)]
    if view.drawn:
        blocks.append(_draw_location_group(scene, "drawn", view.drawn, ""))
    if view.stack_seen:
        blocks.append(_draw_location_nameplates(scene, "stack_seen", view.stack_seen))
    y, parts = 0.0, []
    for block in blocks:
        parts.append(translate_group(0, y, block.svg))
        y += block.height
    return Block("".join(parts), y)


def _draw_location_group(scene: Scene, kind: str, codes: Sequence[str], right: str) -> Block:
    """Return a heading with Locations below it."""
    parts, y = [draw_block_heading(scene.word(kind), 500), right], float(HEAD)
    for code in codes:
        tile = _draw_location_tile(scene, code, INNER)
        where = f'id="{kind}-{code}" data-location="{code}"'
        location = draw_component(where, spoken.describe_location(scene, code), tile.svg)
        parts.append(translate_group(0, y, location))
        y += tile.height + GAP
    return Block("".join(parts), y)


def _draw_location_nameplates(
    scene: Scene, kind: str, codes: Sequence[str], right: str = ""
) -> Block:
    """Return many Locations by name only, such as the whole stack that Black Smokers reveal."""
    width, y = (INNER - GAP) / 2, float(HEAD)
    parts = [draw_block_heading(scene.word(kind), 560), right]
    for first in range(0, len(codes), 2):
        names = [
            wrap_text(scene.name(code), width - 58, LEAST, 2, bold=True)
            for code in codes[first : first + 2]
        ]
        height = 20 + 26 * max(len(lines) for lines in names)
        for place, lines in enumerate(names):
            code = codes[first + place]
            plate = draw_component(
                f'id="{kind}-{code}" data-location="{code}"',
                spoken.describe_location(scene, code),
                draw_rounded_rect(width, height, SLAB, EDGE),
                _draw_location_sign(code, 26, height / 2, 32),
                *(
                    draw_text(52, 31 + 26 * n, line, TextStyle(LEAST, bold=True, colour=PEARL))
                    for n, line in enumerate(lines)
                ),
            )
            parts.append(translate_group(place * (width + GAP), y, plate))
        y += height + GAP
    return Block("".join(parts), y)


def _draw_location_tile(scene: Scene, code: str, width: float, points: int | None = None) -> Block:
    """Return a Location: what it counts as a shape, its name and its scoring in words."""
    room = width - 78
    lines = wrap_text(describe_location_scoring(code, scene.language), room, LEAST, 3)
    height = TILE_HEIGHT + LINE * len(lines)
    score = ""
    if points is not None:
        score = draw_text(
            width - 12, 30, points, TextStyle(26, bold=True, colour=GOLD, anchor="end")
        )
        room -= 44
    parts = (
        draw_rounded_rect(width, height, SLAB, EDGE),
        translate_group(3, 3, draw_art_tile(ART, code, 58, height - 6, top=0.6)),
        f'<circle cx="45" cy="{height - 22}" r="17" fill="{WATER[1]}"/>',
        _draw_location_sign(code, 45, height - 22, 23),
        draw_fitted_text(
            70, 30, scene.name(code), TextStyle(24, bold=True, colour=PEARL), room=room
        ),
        *(
            draw_text(70, 31 + LINE * n, line, TextStyle(LEAST, colour=SOFT))
            for n, line in enumerate(lines, 1)
        ),
        score,
    )
    return Block("".join(parts), height)


def _draw_location_sign(code: str, x: float, y: float, size: float) -> str:
    """Return the shape of what a Location counts; Lords of a guild are its emblem with a crown."""
    tile = LOCATIONS[code]
    colour = COLOURS.get(tile.of, GOLD if "key" in tile.counts else PEARL)
    sign = draw_shape(tile.of or tile.counts, x, y, size, colour)
    return sign + (
        draw_shape("lords", x, y - 1, size * 0.53, DARK) if tile.counts == "guild" else ""
    )


def draw_controlled(scene: Scene, number: int, width: float) -> Block:
    """Return the Locations of a player, each with the Lords under it."""
    seat = scene.view.seats[number]
    scores = dict(scene.view.scores[number]) if scene.view.scores else {}
    parts, y = [], 0.0
    for code in seat.locations:
        under = [lord.id for lord in seat.lords if lord.under == code]
        tile = _draw_location_tile(scene, code, width, scores.get(code))
        location = draw_component(
            f'id="seat-{number}-{code}" data-location="{code}"',
            spoken.describe_location(scene, code),
            tile.svg,
        )
        lords = _draw_lords_under_location(scene, under, width, number)
        parts.append(translate_group(0, y, translate_group(0, tile.height, lords), location))
        y += tile.height + UNDER_HEIGHT + GAP
    return Block("".join(parts), y)


def _draw_lords_under_location(
    scene: Scene, lords: Sequence[str], width: float, number: int
) -> str:
    """Return the visible parts of the Lords under a Location."""
    ground = translate_group(
        10, -14, draw_rounded_rect(width - 20, UNDER_HEIGHT + 14, WATER[1], EDGE)
    )
    y = UNDER_HEIGHT / 2
    step = min(72.0, (width - 40) / max(1, len(lords)))
    parts = []
    for n, code in enumerate(lords):
        keys = scene.keys_of(code)
        x = 38 + step * n
        parts.append(
            draw_component(
                f'id="seat-{number}-{code}" data-lord="{code}" data-state="under"',
                spoken.describe_lord(scene, code),
                draw_guild_emblem(code, x, y, 36),
                draw_shape("key", x + 27, y, 20, GOLD) if keys else "",
            )
        )
    return ground + "".join(parts)
