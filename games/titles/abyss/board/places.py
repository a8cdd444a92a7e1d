"""The Locations: face up, drawn, and before a player with the Lords under them."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.board.art_tiles import draw_art_tile
from games.engine.board.lettering import TextStyle, draw_fitted_text, draw_text, wrap_text

from ..rules.components import LOCATIONS
from ..words.lexicon import describe_location_scoring
from . import spoken
from .art import ART
from .court import draw_guild_emblem, name_lines
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
TILE_HEIGHT = 88
UNDER_HEIGHT = 46


def draw_locations(scene: Scene) -> Block:
    """Return the face-up Locations, and those that only the viewer sees while choosing."""
    view = scene.view
    stack = draw_heading_note(INNER, f"{scene.word('stack')} {view['location_stack']}")
    blocks = [_draw_location_group(scene, "locations", view["location_offer"], stack)]
    if view["drawn"]:
        blocks.append(_draw_location_group(scene, "drawn", view["drawn"], ""))
    if view["stack_seen"]:
        blocks.append(_draw_location_nameplates(scene, view["stack_seen"]))
    y, parts = 0.0, []
    for block in blocks:
        parts.append(translate_group(0, y, block.svg))
        y += block.height
    return Block("".join(parts), y)


def _draw_location_group(scene: Scene, kind: str, codes: Sequence[str], right: str) -> Block:
    """Return a heading with Locations below it, two per row."""
    width = (INNER - GAP) / 2
    parts = [draw_block_heading(scene.word(kind), 500), right]
    for n, code in enumerate(codes):
        x, y = n % 2 * (width + GAP), HEAD + n // 2 * (TILE_HEIGHT + GAP)
        where = f'id="{kind}-{code}" data-location="{code}"'
        tile = draw_component(
            where, spoken.describe_location(scene, code), _draw_location_tile(scene, code, width)
        )
        parts.append(translate_group(x, y, tile))
    return Block("".join(parts), HEAD + -(-len(codes) // 2) * (TILE_HEIGHT + GAP))


def _draw_location_nameplates(scene: Scene, codes: Sequence[str]) -> Block:
    """Return the whole stack that Black Smokers reveal: many Locations, by name only."""
    width, height = (INNER - 2 * GAP) / 3, 46
    parts = [draw_block_heading(scene.word("stack_seen"), INNER)]
    for n, code in enumerate(codes):
        lines = name_lines(scene.name(code), width - 58, 18)
        size, first = (19, 30) if len(lines) == 1 else (16, 20)
        plate = draw_component(
            f'id="stack-{code}" data-location="{code}"',
            spoken.describe_location(scene, code),
            draw_rounded_rect(width, height, SLAB, EDGE),
            _draw_location_sign(code, 26, height / 2, 32),
            *(
                draw_fitted_text(
                    52,
                    first + 18 * n,
                    line,
                    TextStyle(size, bold=True, colour=PEARL),
                    room=width - 58,
                    least=14,
                )
                for n, line in enumerate(lines)
            ),
        )
        x, y = n % 3 * (width + GAP), HEAD + n // 3 * (height + GAP)
        parts.append(translate_group(x, y, plate))
    return Block("".join(parts), HEAD + -(-len(codes) // 3) * (height + GAP))


def _draw_location_tile(scene: Scene, code: str, width: float, points: int | None = None) -> str:
    """Return a Location: what it counts as a shape, its name and its scoring in words."""
    words = describe_location_scoring(code, scene.language)
    lines = wrap_text(words, width - 78, 18, 2)
    room = width - 78 - (44 if points is not None else 0)
    first = 50 if len(lines) > 1 else 62
    top = 28 if len(lines) > 1 else 38
    score = ""
    if points is not None:
        score = draw_text(
            width - 12, top + 2, points, TextStyle(26, bold=True, colour=GOLD, anchor="end")
        )
    return "".join(
        (
            draw_rounded_rect(width, TILE_HEIGHT, SLAB, EDGE),
            translate_group(3, 3, draw_art_tile(ART, code, 58, TILE_HEIGHT - 6, top=0.6)),
            f'<circle cx="47" cy="66" r="17" fill="{WATER[1]}"/>',
            _draw_location_sign(code, 47, 66, 23),
            draw_fitted_text(
                68,
                top,
                scene.name(code),
                TextStyle(21, bold=True, colour=PEARL),
                room=room,
                least=15,
            ),
            *(
                draw_text(68, first + 22 * n, line, TextStyle(18, colour=SOFT))
                for n, line in enumerate(lines)
            ),
            score,
        )
    )


def _draw_location_sign(code: str, x: float, y: float, size: float) -> str:
    """Return the shape of what a Location counts; Lords of a guild are its emblem with a crown."""
    tile = LOCATIONS[code]
    colour = COLOURS.get(tile.of, GOLD if "key" in tile.counts else PEARL)
    sign = draw_shape(tile.of or tile.counts, x, y, size, colour)
    return sign + (
        draw_shape("lords", x, y - 1, size * 0.53, DARK) if tile.counts == "guild" else ""
    )


def draw_controlled(scene: Scene, number: int, width: float) -> Block:
    """Return the Locations of a player, two in a row, each with the Lords under it."""
    seat = scene.view["seats"][number]
    half = (width - GAP) / 2
    height = TILE_HEIGHT + UNDER_HEIGHT
    scores = dict(scene.view["scores"][number]) if scene.view["scores"] else {}
    parts = []
    for n, code in enumerate(seat["locations"]):
        x, y = n % 2 * (half + GAP), n // 2 * (height + GAP)
        under = [lord["id"] for lord in seat["lords"] if lord["under"] == code]
        tile = draw_component(
            f'id="seat-{number}-{code}" data-location="{code}"',
            spoken.describe_location(scene, code),
            _draw_location_tile(scene, code, half, scores.get(code)),
        )
        parts.append(
            translate_group(x, y, _draw_lords_under_location(scene, under, half, number), tile)
        )
    return Block("".join(parts), -(-len(seat["locations"]) // 2) * (height + GAP))


def _draw_lords_under_location(
    scene: Scene, lords: Sequence[str], width: float, number: int
) -> str:
    """Return the visible parts of the Lords under a Location."""
    ground = translate_group(
        10, TILE_HEIGHT - 14, draw_rounded_rect(width - 20, UNDER_HEIGHT + 14, WATER[1], EDGE)
    )
    y = TILE_HEIGHT + UNDER_HEIGHT / 2
    step = min(72.0, (width - 40) / max(1, len(lords)))
    parts = []
    for n, code in enumerate(lords):
        keys = scene.keys_of(code)
        x = 38 + step * n
        parts.append(
            draw_component(
                f'id="seat-{number}-{code}" data-lord="{code}" data-state="under"',
                spoken.describe_lord(scene, code),
                draw_guild_emblem(code, x, y, 34),
                draw_shape("key", x + 27, y, 20, GOLD) if keys else "",
            )
        )
    return ground + "".join(parts)
