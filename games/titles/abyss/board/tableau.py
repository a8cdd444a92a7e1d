"""The tableau of a player: Lords, Locations, Allies, Pearls, keys, monsters and the viewer's
hand."""

from __future__ import annotations

from games.engine import text
from games.engine.board.lettering import (
    LEAST,
    TextStyle,
    draw_fitted_text,
    draw_text,
    width_of,
    wrap_text,
)

from ..words.lexicon import list_words
from . import spoken
from .court import draw_chip
from .depths import draw_allies, draw_card
from .palette import BONE, DARK, EDGE, GOLD, INK, PEARL, SOFT, WATER
from .places import draw_controlled
from .scene import GAP, INNER, Block, Scene, draw_component, draw_rounded_rect, translate_group
from .shapes import draw_shape

PAD = 12
ROOM = INNER - 2 * PAD
HEAD = 58
CHIP_HEIGHT = 46
HAND_WIDTH = 62
HAND_HEIGHT = 84
# Maximum number of cards of a hand that are drawn large.
EACH_ROW = 10


def draw_seat(scene: Scene, number: int, *, brief: bool = False) -> Block:
    """Return the panel of one player, as high as its contents; `brief` with the counters, and for
    the viewer the free Lords and the hand, alone."""
    rows = _draw_rows(scene, number, brief=brief)
    y: float = HEAD
    parts = []
    for row in rows:
        parts.append(translate_group(PAD, y, row.svg))
        y += row.height
    y += PAD - GAP if rows else 0
    active = scene.view.scores is None and number == scene.view.active
    is_winner = number in spoken.find_winning_seats(scene)
    edge = GOLD if active or is_winner else EDGE
    panel = draw_component(
        f'id="seat-{number}" data-seat="{number}"',
        text.join_head(
            scene.names[number], spoken.describe_holdings(scene, number), scene.language
        ),
        draw_rounded_rect(INNER, y, WATER[4], edge, round_=14),
        _draw_tableau_header(scene, number),
        *parts,
        role="group",
    )
    return Block(panel, y + (2 if brief else 14))


def _draw_rows(scene: Scene, number: int, *, brief: bool) -> list[Block]:
    """Return what a player has, row by row."""
    rows = [_score_row(scene, number)]
    is_over = scene.view.scores is not None
    if not brief or number == scene.view.you:
        rows.append(_draw_free_lords(scene, number))
        if not brief or is_over:
            rows.append(draw_controlled(scene, number, ROOM))
            rows.append(_draw_allies_and_tokens(scene, number))
        rows.append(_draw_own_hand(scene, number))
    return [row for row in rows if row.height]


def _draw_tableau_header(scene: Scene, number: int) -> str:
    """Return the number and name of a player, and the counters."""
    view = scene.view
    active = view.scores is None and number == view.active
    badge = f'<circle cx="32" cy="30" r="18" fill="{GOLD if active else PEARL}"/>' + draw_text(
        32, 39, number + 1, TextStyle(24, bold=True, colour=DARK, anchor="middle")
    )
    counters, left = _draw_counters(scene, number)
    x, room = 60.0, left - 72
    marks = ""
    if number in view.asked:
        marks = draw_component(
            f'data-asked="{number}"', scene.word("asked"), draw_shape("asked", 78, 30, 30, GOLD)
        )
        x, room = x + 42, room - 42
    elif number in spoken.find_winning_seats(scene):
        marks = draw_shape("lords", 78, 29, 32, GOLD)
        x, room = x + 42, room - 42
    you = scene.word("you") if number == view.you else ""
    if you:
        room -= width_of(you, LEAST) + 10
    name = draw_fitted_text(x, 39, scene.names[number], TextStyle(26, bold=True), room=room)
    if you:
        reach = min(room, width_of(scene.names[number], 26, bold=True))
        name += draw_text(x + reach + 10, 39, you, TextStyle(LEAST, colour=SOFT))
    return badge + marks + name + counters


def _draw_counters(scene: Scene, number: int) -> tuple[str, float]:
    """Return Pearls, keys, cards and monsters, right-aligned, and the x where they start."""
    seat = scene.view.seats[number]
    counters = [
        ("pearl", seat.pearls, PEARL),
        ("key", seat.keys, GOLD),
        ("cards", seat.hand_size, PEARL),
        ("token", seat.monster_token_count, BONE),
    ]
    if scene.view.scores:
        counters = [counter for counter in counters if counter[0] != "cards"]
    x, parts = INNER - PAD - 4.0, []
    if scene.view.scores:
        total = str(spoken.sum_score_lines(scene.view.scores[number]))
        parts.append(draw_text(x, 42, total, TextStyle(34, bold=True, colour=GOLD, anchor="end")))
        x -= width_of(total, 34, bold=True) + 20
    for name, many, colour in reversed(counters):
        reach = max(width_of(str(many), 24, bold=True), 15)
        faint = INK if many else SOFT
        parts.append(draw_text(x, 39, many, TextStyle(24, bold=True, colour=faint, anchor="end")))
        parts.append(draw_shape(name, x - reach - 19, 30, 28, colour))
        x -= reach + 50
    return "".join(parts), x


def _score_row(scene: Scene, number: int) -> Block:
    """Return the lines of the final score that do not belong to a Location."""
    if scene.view.scores is None:
        return Block("", 0)
    lexicon = list_words(scene.language)
    own = {"lords": scene.word("lords"), "allies": scene.word("allies")}
    places = scene.view.seats[number].locations
    parts = [
        f"{own.get(code) or lexicon[code]} {points}"
        for code, points in scene.view.scores[number]
        if code not in places
    ]
    in_places = sum(p for code, p in scene.view.scores[number] if code in places)
    parts.append(f"{scene.word('locations')} {in_places}")
    lines = wrap_text(" · ".join(parts), ROOM - 8, LEAST, 2)
    texts = "".join(
        draw_text(4, 20 + 27 * n, line, TextStyle(LEAST, colour=SOFT))
        for n, line in enumerate(lines)
    )
    return Block(texts, 8 + 27 * len(lines))


def _draw_free_lords(scene: Scene, number: int) -> Block:
    """Return the free Lords, two per row."""
    free = [lord for lord in scene.view.seats[number].lords if lord.under is None]
    width = (ROOM - GAP) / 2
    parts = [
        translate_group(
            n % 2 * (width + GAP),
            n // 2 * (CHIP_HEIGHT + GAP),
            draw_chip(scene, lord.id, width, seat=number, is_disabled=lord.disabled),
        )
        for n, lord in enumerate(free)
    ]
    return Block("".join(parts), -(-len(free) // 2) * (CHIP_HEIGHT + GAP))


def _draw_allies_and_tokens(scene: Scene, number: int) -> Block:
    """Return the affiliated Allies, and the values of monster tokens where they are visible."""
    seat = scene.view.seats[number]
    block = _draw_labelled_allies(scene, "affiliated", number) if seat.affiliated else Block("", 0)
    if not seat.monster_tokens:
        return block
    label = draw_fitted_text(4, 28, scene.word("tokens"), TextStyle(LEAST, colour=SOFT), room=150)
    step = min(48.0, (ROOM - 180) / len(seat.monster_tokens))
    tokens = [
        _draw_monster_token(176 + step * n, value) for n, value in enumerate(seat.monster_tokens)
    ]
    return Block(block.svg + translate_group(0, block.height, label, *tokens), block.height + 46)


def _draw_monster_token(x: float, value: int) -> str:
    return f'<circle cx="{x:g}" cy="20" r="20" fill="{BONE}"/>' + draw_text(
        x, 29, value, TextStyle(24, bold=True, colour=DARK, anchor="middle")
    )


def _draw_labelled_allies(scene: Scene, kind: str, number: int) -> Block:
    tiles = draw_allies(
        scene, scene.view.seats[number].affiliated, f"seat-{number}-ally", ROOM - 156
    )
    label = draw_fitted_text(4, 28, scene.word(kind), TextStyle(LEAST, colour=SOFT), room=150)
    return Block(label + translate_group(156, 0, tiles.svg), tiles.height)


def _draw_own_hand(scene: Scene, number: int) -> Block:
    """Return the viewer's hand as cards, race by race; those of a big hand are small."""
    hand = scene.view.seats[number].hand
    if not hand or number != scene.view.you:
        return Block("", 0)
    many = len(hand)
    label = draw_fitted_text(
        4, 24, f"{scene.word('hand')} ({many})", TextStyle(LEAST, colour=SOFT), room=ROOM
    )
    if many > EACH_ROW:
        tiles = draw_allies(scene, hand, "hand", ROOM)
        return Block(label + translate_group(0, 36, tiles.svg), 36 + tiles.height + 2)
    step = HAND_WIDTH + 4.6
    parts = [label]
    for n, code in enumerate(sorted(hand, key=spoken.hand_order)):
        card = draw_component(
            f'id="hand-{n}" data-card="{code}"',
            spoken.describe_ally(scene, code),
            draw_card(code, HAND_WIDTH, HAND_HEIGHT),
        )
        parts.append(translate_group(n * step, 36, card))
    return Block("".join(parts), 36 + HAND_HEIGHT + 8)
