"""The Court: six spaces for Lords, and the small forms of a Lord elsewhere."""

from __future__ import annotations

from games.engine.board.art_tiles import draw_art_tile
from games.engine.board.lettering import LEAST, TextStyle, draw_fitted_text, draw_text, width_of

from ..rules.components import COURT_BONUS, COURT_SPACES, LORDS, RACES
from ..words.text_table import cost_for
from . import spoken
from .art import ART
from .palette import BONE, COLOURS, CORAL, DARK, EDGE, GOLD, INK, RELIEF, SLAB, SOFT, SPENT, WATER
from .scene import (
    GAP,
    INNER,
    Block,
    Scene,
    draw_block_heading,
    draw_component,
    draw_empty_space,
    draw_heading_note,
    draw_rounded_rect,
    translate_group,
)
from .shapes import draw_shape

ROW = 2
CARD_WIDTH = (INNER - GAP * (ROW - 1)) / ROW
CARD_HEIGHT = 92
HEAD = 32
# The width of a Lord's portrait, and where the text beside it begins.
PORTRAIT, BESIDE = 66, 78


def draw_court(scene: Scene) -> Block:
    """Return the Court with the size of its deck; spaces without a Lord stay visible."""
    court, deck = scene.view.court, scene.view.lord_deck
    rows = -(-max(len(court), 1 if scene.view.scores else COURT_SPACES // 2) // ROW)
    parts = [
        draw_block_heading(scene.word("court"), 400),
        draw_heading_note(INNER, f"{scene.word('deck')} {deck}"),
    ]
    for place in range(rows * ROW):
        x, y = place % ROW * (CARD_WIDTH + GAP), HEAD + place // ROW * (CARD_HEIGHT + GAP)
        lord = court[place] if place < len(court) else None
        parts.append(
            translate_group(x, y, _draw_court_lord(scene, lord) if lord else _no_lord(place))
        )
    return Block("".join(parts), HEAD + rows * (CARD_HEIGHT + GAP))


def _no_lord(place: int) -> str:
    """Return an empty space; the third one shows the Pearls that are visible when two Lords are
    left."""
    bare = draw_empty_space(CARD_WIDTH, CARD_HEIGHT, EDGE)
    if place != 2:
        return bare
    x = CARD_WIDTH / 2
    gain = draw_text(
        x - 6, CARD_HEIGHT / 2 + 9, f"+{COURT_BONUS}", TextStyle(26, bold=True, anchor="end")
    )
    return bare + gain + draw_shape("pearl", x + 16, CARD_HEIGHT / 2, 30)


def _draw_court_lord(scene: Scene, code: str) -> str:
    """Return a Lord in the Court: influence, name, guild, keys, cost and the required races."""
    lord = LORDS[code]
    colour = COLOURS[lord.guild]
    return draw_component(
        f'id="court-{code}" data-lord="{code}"',
        spoken.describe_lord(scene, code, is_offered=True),
        draw_rounded_rect(CARD_WIDTH, CARD_HEIGHT, SLAB, colour),
        translate_group(3, 3, draw_art_tile(ART, code, PORTRAIT, CARD_HEIGHT - 6, top=0.2)),
        draw_guild_emblem(code, 22, CARD_HEIGHT - 23, 38),
        _draw_lord_name(scene, code),
        *(
            draw_shape("key", CARD_WIDTH - 20 - 20 * n, 67, 27, GOLD)
            for n in range(scene.keys_of(code))
        ),
        _draw_lord_cost(scene, code),
        _draw_required_races(code),
    )


def _draw_lord_name(scene: Scene, code: str) -> str:
    room = CARD_WIDTH - BESIDE - 8
    return draw_fitted_text(BESIDE, 34, scene.name(code), TextStyle(25, bold=True), room=room)


def _draw_lord_cost(scene: Scene, code: str) -> str:
    """Return what a Lord costs the viewer; the printed cost is crossed out if it differs."""
    printed_cost, cost = LORDS[code].cost, cost_for(scene.view, code)
    if cost == printed_cost:
        return draw_text(BESIDE, 78, cost, TextStyle(32, bold=True))
    now = draw_text(BESIDE, 78, cost, TextStyle(32, bold=True, colour=GOLD))
    x = BESIDE + width_of(str(cost), 32, bold=True) + 5
    style = TextStyle(LEAST, colour=SOFT)
    line = (
        f'<rect x="{x - 2:g}" y="67" width="{width_of(str(printed_cost), LEAST) + 4:g}" height="2" '
    )
    return now + draw_text(x, 77, printed_cost, style) + f'{line}fill="{SOFT}"/>'


def _draw_required_races(code: str) -> str:
    """Return the bubbles: a big one for the mandatory race, a small one for any other."""
    lord = LORDS[code]
    if lord.races == len(RACES):
        return "".join(
            draw_shape(race, BESIDE + 84 + 22 * n, 67, 22, COLOURS[race])
            for n, race in enumerate(RACES)
        )
    x, parts = BESIDE + 92, []
    if lord.mandatory:
        colour = COLOURS[lord.mandatory]
        parts = [
            f'<circle cx="{x}" cy="66" r="18" fill="{WATER[1]}" stroke="{colour}" '
            'stroke-width="2"/>',
            draw_shape(lord.mandatory, x, 66, 26, colour),
        ]
        x += 36
    for n in range(lord.races - len(parts) // 2):
        ring = f'fill="none" stroke="{BONE}" stroke-width="3"'
        parts.append(f'<circle cx="{x + 27 * n}" cy="68" r="10" {ring}/>')
    return "".join(parts)


def draw_guild_emblem(code: str, x: float, y: float, size: float, *, colour: str = "") -> str:
    """Return the emblem of a Lord's guild with the influence of the Lord on it."""
    lord = LORDS[code]
    number = max(LEAST, round(size * 0.5))
    influence = draw_text(
        x,
        y + number * 0.36,
        lord.influence,
        TextStyle(number, bold=True, colour=DARK, anchor="middle"),
    )
    return draw_shape(lord.guild, x, y, size, colour or COLOURS[lord.guild]) + influence


def draw_chip(scene: Scene, code: str, width: float, *, seat: int, is_disabled: bool) -> str:
    """Return a Lord before a player: influence, name and keys; crossed out when disabled."""
    marks = ["cross"] if is_disabled else ["key"] * scene.keys_of(code)
    title = spoken.describe_lord(scene, code)
    state = ""
    if is_disabled:
        title += f" ({scene.word('disabled')})"
        state = ' data-state="disabled"'
    return draw_component(
        f'id="seat-{seat}-{code}" data-lord="{code}"{state}',
        title,
        draw_rounded_rect(width, 46, RELIEF),
        draw_guild_emblem(code, 26, 23, 38, colour=SPENT if is_disabled else ""),
        _chip_name(
            scene.name(code), width - 58 - (8 + 18 * len(marks) if marks else 0), is_disabled
        ),
        *(_draw_chip_mark(mark, width - 15 - 18 * n) for n, mark in enumerate(marks)),
    )


def _chip_name(name: str, room: float, is_disabled: bool) -> str:
    """Return the name of a Lord, crossed out when disabled."""
    style = TextStyle(LEAST, bold=True, colour=SOFT if is_disabled else INK)
    label = draw_fitted_text(52, 31, name, style, room=room)
    if not is_disabled:
        return label
    width = min(room, width_of(name, LEAST, bold=True))
    return label + f'<rect x="52" y="22" width="{width:g}" height="3" fill="{SOFT}"/>'


def _draw_chip_mark(name: str, x: float) -> str:
    return draw_shape(name, x, 23, 25 if name == "key" else 19, GOLD if name == "key" else CORAL)
