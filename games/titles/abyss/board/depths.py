"""The depths: the Exploration track, the Threat track and the stacks of the Council."""

from __future__ import annotations

from games.engine import text
from games.engine.board.art_tiles import draw_art_tile
from games.engine.board.lettering import LEAST, TextStyle, draw_fitted_text, draw_text

from ..rules.components import MONSTER, RACE, RACES, THREAT_SPACES, TRACK_SPACES, VALUE
from ..words.lexicon import list_words
from . import spoken
from .art import ART
from .palette import COLOURS, DARK, DIM, EDGE, FAINT, GOLD, INK, LIT, SHADES, SLAB, SOFT
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

HEAD = 32
CARD_WIDTH = (INNER - GAP * TRACK_SPACES) / (TRACK_SPACES + 1)
CARD_HEIGHT = 120
SPACE_WIDTH = (INNER - GAP * (THREAT_SPACES - 1)) / THREAT_SPACES
SPACE_HEIGHT = 56
STACK_WIDTH = (INNER - GAP * (len(RACES) - 1)) / len(RACES)
STACK_HEIGHT = 78


def draw_track(scene: Scene) -> Block:
    """Return the deck and the five spaces, the newest card with its price; while there is no card,
    the size of the deck alone."""
    view = scene.view
    track = view.track
    if not track:
        note = draw_heading_note(INNER, f"{scene.word('deck')} {view.exploration_deck}")
        return Block(draw_block_heading(scene.word("track"), 400) + note, HEAD)
    parts = [
        draw_block_heading(scene.word("track"), 400),
        draw_heading_note(INNER - 30, f"{scene.word('price')} {view.price}"),
        draw_shape("pearl", INNER - 13, 13, 24),
        translate_group(0, HEAD, _draw_exploration_deck(scene)),
    ]
    for space in range(TRACK_SPACES):
        x = (space + 1) * (CARD_WIDTH + GAP)
        card = (
            _draw_track_card(scene, space) if space < len(track) else _draw_empty_track_space(space)
        )
        parts.append(translate_group(x, HEAD, card))
    return Block("".join(parts), HEAD + CARD_HEIGHT + GAP)


def _draw_exploration_deck(scene: Scene) -> str:
    many = scene.view.exploration_deck
    discards = len(scene.view.discard) + sum(scene.view.discard_unseen.values())
    title = spoken.format_table_label(scene, "exploration", tokens=scene.view.token_pile) + str(
        many
    )
    waves = "".join(
        f'<path d="M14 {y}q10-9 20 0t20 0t20 0t20 0" fill="none" stroke="{EDGE}" stroke-width="3"/>'
        for y in (24, 38)
    )
    return draw_component(
        'id="deck" data-stack="exploration"',
        f"{title}. {spoken.format_table_label(scene, 'discard')}{discards}.",
        draw_rounded_rect(CARD_WIDTH, CARD_HEIGHT, SLAB, EDGE),
        waves,
        draw_text(CARD_WIDTH / 2, 82, many, TextStyle(34, bold=True, anchor="middle")),
        draw_fitted_text(
            CARD_WIDTH / 2,
            106,
            scene.word("deck"),
            TextStyle(LEAST, colour=SOFT, anchor="middle"),
            room=100,
        ),
    )


def _draw_track_card(scene: Scene, space: int) -> str:
    """Return the card on a space; the first space is 0."""
    track = scene.view.track
    code = track[space]
    title = f"{spoken.describe_ally(scene, code)}, {scene.word('space')} {space + 1}"
    fresh = space == len(track) - 1
    edge = INK if fresh else COLOURS[RACE.get(code, MONSTER)]
    where = f'id="track-{space + 1}" data-card="{code}" data-space="{space + 1}"'
    return draw_component(where, title, draw_card(code, CARD_WIDTH, CARD_HEIGHT, edge))


def draw_card(code: str, width: float, height: float, edge: str = "") -> str:
    """Return an Exploration card: the race as colour and shape, the value as a number."""
    race = RACE.get(code, MONSTER)
    ground = draw_rounded_rect(width, height, SHADES[race], edge or COLOURS[race])
    art = draw_art_tile(ART, code, width - 4, height - 4)
    card = ground + translate_group(2, 2, art)
    if code == MONSTER:
        return card
    size = 30 if width < 80 else 38
    disc = f'<circle cx="{size * 0.55:g}" cy="{size * 0.62:g}" r="{size * 0.55:g}" fill="{SLAB}"/>'
    value = draw_text(
        size * 0.55, size * 0.95, VALUE[code], TextStyle(size, bold=True, anchor="middle")
    )
    return card + disc + value


def _draw_empty_track_space(space: int) -> str:
    """Return a space without a card; the last one shows its Pearl."""
    place = draw_empty_space(CARD_WIDTH, CARD_HEIGHT, EDGE)
    middle = CARD_WIDTH / 2
    if space < TRACK_SPACES - 1:
        return place + draw_text(middle, 70, space + 1, TextStyle(26, colour=DIM, anchor="middle"))
    gain = draw_text(middle - 2, 70, "+1", TextStyle(26, bold=True, anchor="end"))
    return place + gain + draw_shape("pearl", middle + 18, 61, 28)


def draw_threat(scene: Scene) -> Block:
    """Return the six spaces of the Threat with their rewards; the current one is highlighted."""
    parts = [
        draw_block_heading(scene.word("threat"), 400),
        draw_heading_note(INNER - 32, scene.view.token_pile),
        draw_shape("token", INNER - 13, 13, 25, COLOURS[MONSTER]),
    ]
    for space in range(1, THREAT_SPACES + 1):
        x = (space - 1) * (SPACE_WIDTH + GAP)
        parts.append(translate_group(x, HEAD, _draw_threat_space(scene, space)))
    return Block("".join(parts), HEAD + SPACE_HEIGHT + GAP)


def _draw_threat_space(scene: Scene, space: int) -> str:
    here = space == scene.view.threat
    keys, others = spoken.reward_parts(space)
    shapes = ["key"] * keys + ["either"] * others
    step, middle = (28, 61) if len(shapes) > 2 else (36, SPACE_WIDTH / 2 + 5)
    left = middle - step * (len(shapes) - 1) / 2
    row = [
        draw_shape(shape, left + step * n, SPACE_HEIGHT / 2, 31, GOLD)
        for n, shape in enumerate(shapes)
    ]
    ground = draw_rounded_rect(
        SPACE_WIDTH, SPACE_HEIGHT, LIT if here else SLAB, GOLD if here else EDGE
    )
    digit = draw_text(7, 25, space, TextStyle(LEAST, bold=True, colour=GOLD if here else SOFT))
    state = ' data-state="here"' if here else ""
    where = f'id="threat-{space}" data-threat="{space}"{state}'
    return draw_component(where, spoken.describe_threat_space(scene, space), ground, digit, *row)


def draw_council(scene: Scene) -> Block:
    """Return the five stacks: the number of cards, and which they are if that is known."""
    stacks = [
        translate_group(n * (STACK_WIDTH + GAP), HEAD, _draw_council_stack(scene, race))
        for n, race in enumerate(RACES)
    ]
    return Block(
        draw_block_heading(scene.word("council")) + "".join(stacks), HEAD + STACK_HEIGHT + GAP
    )


def _draw_council_stack(scene: Scene, race: str) -> str:
    many = scene.view.council[race]
    stack = f"{many} × {list_words(scene.language)[race]}"
    title = text.join_head(scene.word("council"), stack, scene.language)
    cards = (scene.view.council_cards or {}).get(race) or []
    colour = COLOURS[race]
    middle = STACK_HEIGHT / 2
    where = f'id="council-{race}" data-stack="{race}" data-count="{many}"'
    if not many:
        ghost = draw_shape(race, STACK_WIDTH / 2, middle, 46, FAINT[race])
        return draw_component(
            where, title, draw_empty_space(STACK_WIDTH, STACK_HEIGHT, EDGE), ghost
        )
    edges = "".join(
        translate_group(
            2 * n, -2 * n, draw_rounded_rect(STACK_WIDTH - 6, STACK_HEIGHT - 6, DARK, colour)
        )
        for n in range(min(many, 4) - 1, 0, -1)
    )
    values = ""
    if cards:
        digits = " ".join(sorted((code[-1] for code in cards), reverse=True))
        values = draw_fitted_text(
            STACK_WIDTH / 2 - 3,
            74,
            digits,
            TextStyle(LEAST, anchor="middle"),
            room=STACK_WIDTH - 10,
        )
    lift = 12 if cards else 0
    return draw_component(
        where,
        title,
        translate_group(0, 6, edges),
        translate_group(
            0, 6, draw_rounded_rect(STACK_WIDTH - 6, STACK_HEIGHT - 6, SHADES[race], colour)
        ),
        draw_shape(race, 40, middle + 3 - lift, 46, colour),
        draw_text(94, middle + 16 - lift, many, TextStyle(36, bold=True, anchor="middle")),
        values,
    )


def draw_played(scene: Scene) -> Block | None:
    """Return the Allies that have just been played, while one of them is being affiliated; else
    None."""
    cards = scene.view.played
    if not cards:
        return None
    chips = draw_allies(scene, cards, "played", INNER)
    return Block(
        draw_block_heading(scene.word("played")) + translate_group(0, HEAD, chips.svg),
        HEAD + chips.height,
    )


def draw_allies(scene: Scene, codes: list[str], where: str, width: float) -> Block:
    """Return Allies as small tiles, race by race, in as many rows as needed."""
    step, rise = 60, 46
    each_row = int((width + 6) // step)
    tiles = []
    for n, code in enumerate(sorted(codes, key=spoken.hand_order)):
        race = RACE[code]
        tile = draw_component(
            f'id="{where}-{n}" data-card="{code}"',
            spoken.describe_ally(scene, code),
            draw_rounded_rect(54, rise - 6, SHADES[race], COLOURS[race], round_=8),
            draw_shape(race, 19, 20, 28, COLOURS[race]),
            draw_text(42, 28, VALUE[code], TextStyle(24, bold=True, anchor="middle", colour=INK)),
        )
        tiles.append(translate_group(n % each_row * step, n // each_row * rise, tile))
    return Block("".join(tiles), -(-len(codes) // each_row) * rise)
