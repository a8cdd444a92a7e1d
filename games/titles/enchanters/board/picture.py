"""Enchanters as a picture for a phone: the journey track, village and Overlord, and all stacks.

The top of a stack shows both parts; of the cards under it only the number is told, because what
their lower parts give is in the player's numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from msgspec import Struct

from games.engine import text
from games.engine.board.art_tiles import draw_art_tile
from games.engine.board.lettering import (
    LEAST,
    TextStyle,
    draw_fitted_text,
    draw_text,
    sanitize_text,
    width_of,
    wrap_text,
)

from ..rules.components import STACK
from ..rules.view import OverlordView, View
from ..rules.vocabulary import STACKS
from ..words.card_texts import event_text, lower_text, overlord_text, upper_text
from ..words.meanings import Speaker
from ..words.names import LANGUAGES, language_index, name_of
from ..words.text_table import describe_seat_counts, format_label
from .art import ART
from .palette import (
    EDGE,
    GOLD,
    GROUNDS,
    HEADING,
    INK,
    LOWER,
    MARKS,
    NIGHT,
    RED,
    SLAB,
    SOFT,
    palette_colours,
)

__all__ = ["PAINTS", "describe_picture", "draw_picture"]

PAINTS = palette_colours()
FAMILIES = (
    "'DejaVu Sans Condensed','Roboto Condensed','Segoe UI',Roboto,Arial,'DejaVu Sans',sans-serif"
)
WIDTH, MARGIN, GAP = 720, 16, 6
INNER = WIDTH - 2 * MARGIN
# Cards of the track, and tops of stacks, two in a row.
CARD_WIDTH = (INNER - GAP) // 2
ART_WIDTH, ART_HEIGHT = 58, 54
# Height of a line of text.
LINE = 26
SMALL, PLAIN, LARGE = LEAST, 24, 26


def draw_picture(
    view: View, names: Sequence[str], language: str, *, wide: bool = False, brief: bool = False
) -> str:
    """Return the board as SVG: 720 wide, or with the players in a second column for a desktop;
    `brief` with the counters of the other players but not their cards."""
    visible_names = [sanitize_text(name) or f"#{number}" for number, name in enumerate(names, 1)]
    is_over = bool(view.result)
    middle = list(_draw_common_area(view, visible_names, language, brief=brief))
    if brief and is_over:
        del middle[1:]
    seats = [
        _draw_seat(view, seat, visible_names, language, brief=brief and seat != view.you)
        for seat in _seats_clockwise(view)
    ]
    columns = [middle, seats] if wide else [middle + seats]
    parts, height = [], 0.0
    for number, column in enumerate(columns):
        y = float(MARGIN)
        for svg, tall in column:
            parts.append(_translate_svg(MARGIN + number * WIDTH, y, svg))
            y += tall + GAP
        height = max(height, y)
    width, tall = WIDTH * len(columns), round(height + MARGIN)
    lang = LANGUAGES[language_index(language)]
    title = escape(describe_picture(view, names, language), quote=False)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {tall}" width="{width}" '
        f'height="{tall}" role="group" lang="{lang}" fill="{INK}" font-family="{FAMILIES}" '
        f'font-stretch="condensed"><title>{title}</title>'
        f'<rect width="{width}" height="{tall}" fill="{NIGHT}"/>{"".join(parts)}</svg>'
    )


def describe_picture(view: View, names: Sequence[str], language: str) -> str:
    """Return the board in at most 200 characters of plain text."""
    visible_names = [sanitize_text(name) or f"#{number}" for number, name in enumerate(names, 1)]
    sentences = ["Enchanters."]
    if view.result:
        sentences.append(format_label(language, "over"))
    elif view.turn:
        name = visible_names[max(view.active, 0)]
        sentences.append(format_label(language, "turn", turn=view.turn, name=name, deck=view.deck))
    else:
        sentences.append(format_label(language, "setup"))
    if view.village:
        sentences.append(name_of(view.village, language) + ".")
    if view.overlord:
        sentences.append(name_of(view.overlord.card, language) + ".")
    description = " ".join(sentences)
    return description if len(description) <= 200 else description[:199].rstrip() + "…"


# Blocks: (drawing, height) ------------------------------------------------------------------------

Block = tuple[str, float]


def _translate_svg(x: float, y: float, svg: str) -> str:
    return f'<g transform="translate({x:g} {y:g})">{svg}</g>'


def _draw_panel(width: float, height: float, fill: str, edge: str = EDGE) -> str:
    return (
        f'<rect width="{width:g}" height="{height:g}" rx="8" fill="{fill}" stroke="{edge}" '
        'stroke-width="1.5"/>'
    )


def _draw_common_area(
    view: View, names: Sequence[str], language: str, *, brief: bool
) -> Iterator[Block]:
    yield _draw_header(view, names, language)
    if view.turn == 0 and view.dealt:
        yield _draw_cards([_Card(None, card, []) for card in view.dealt], language)
    if view.turn and not view.result:
        yield _draw_cards(list(_list_track(view, language)), language)
    # What one can do there is among the answers.
    if view.village and not brief:
        words = upper_text(view.village, language)
        yield _draw_text_panel(f"{name_of(view.village, language)}. {words}")
    if view.overlord:
        yield _draw_overlord(view.overlord, view.options.mode, language, brief=brief)
    if view.event and not view.result:
        words = event_text(view.event, view.anger, language)
        yield _draw_text_panel(f"{name_of(view.event, language)}. {words}")
    if view.graveyard and not brief:
        cards = ", ".join(name_of(card, language) for card in view.graveyard[:-7:-1])
        yield _draw_text_panel(format_label(language, "graveyard", cards=cards))


def _draw_header(view: View, names: Sequence[str], language: str) -> Block:
    if view.result:
        line = format_label(language, "over")
    elif view.turn:
        name = names[max(view.active, 0)]
        line = format_label(language, "turn", turn=view.turn, name=name, deck=view.deck)
    else:
        line = format_label(language, "setup")
    parts = [
        draw_text(0, 26, "ENCHANTERS", TextStyle(LARGE, bold=True, colour=GOLD, spacing=4)),
        draw_fitted_text(0, 56, line, TextStyle(PLAIN, colour=HEADING), room=INNER),
    ]
    if view.threshold is None:
        return "".join(parts), 64
    pool = format_label(language, "pool", pool=view.pool, threshold=view.threshold)
    parts.append(draw_fitted_text(0, 86, pool, TextStyle(PLAIN, bold=True, colour=RED), room=INNER))
    return "".join(parts), 94


class _Card(Struct, frozen=True):
    """A card to draw: its space on the track, what it costs and how it fights, in lines; no code
    for an empty place, which has a `word` instead."""

    slot: int | None
    code: str
    lines: list[str]
    word: str = ""
    covered: int = 0


def _list_track(view: View, language: str) -> Iterator[_Card]:
    """Yield the cards of the track with their cost and, for a creature, its fight."""
    speaker = Speaker(language)
    for slot, space in enumerate(view.track):
        if space is None:
            yield _Card(slot, "", [], "–")
            continue
        lines = [speaker.many(space.cost, "crystal")]
        if powers := space.powers:
            lines = [
                f"{speaker.noun('health')} {powers.health} · "
                f"{speaker.noun('strength')} {powers.strength}",
                *lines,
            ]
        yield _Card(slot, space.card, lines)


def _draw_cards(cards: Sequence[_Card], language: str) -> Block:
    """Return cards two in a row, the cards of a row equally high."""
    parts, y = [], 0.0
    for first in range(0, len(cards), 2):
        blocks = [_measure_card(card, language) for card in cards[first : first + 2]]
        height = max(height for _, height in blocks)
        for place, (svg, _) in enumerate(blocks):
            card = cards[first + place]
            mark = MARKS[STACK[card.code]] if card.code else LOWER
            ground = GROUNDS[STACK[card.code]] if card.code else LOWER
            panel = _draw_panel(CARD_WIDTH, height, ground, mark)
            parts.append(_translate_svg(place * (CARD_WIDTH + GAP), y, panel + svg))
        y += height + GAP
    return "".join(parts), max(y - GAP, 0)


def _measure_card(card: _Card, language: str) -> Block:
    """Return what stands on a card, and the height that it needs."""
    number = "" if card.slot is None else str(card.slot)
    if not card.code:
        words = f"{number} {card.word}".strip()
        return draw_fitted_text(
            10, 28, words, TextStyle(SMALL, colour=SOFT), room=CARD_WIDTH - 20
        ), 40
    design, beside = card.code.split("/")[0], ART_WIDTH + 12
    room = CARD_WIDTH - beside - 6
    parts = [_translate_svg(3, 3, draw_art_tile(ART, design, ART_WIDTH, ART_HEIGHT, top=0.3))]
    name = name_of(card.code, language)
    if number:
        parts += _draw_slot_number(number, MARKS[STACK[card.code]])
    if card.covered:
        name += f" +{card.covered}"
    bold, gold = TextStyle(SMALL, bold=True), TextStyle(SMALL, colour=GOLD)
    styled_lines = [(line, bold) for line in wrap_text(name, room, SMALL, 2, bold=True)]
    styled_lines += [(line, gold) for line in _join_lines(card.lines, room)]
    y = 25.0
    for line, style in styled_lines:
        parts.append(draw_fitted_text(beside, y, line, style, room=room))
        y += LINE
    soft = TextStyle(SMALL, colour=SOFT)
    above, below = upper_text(card.code, language), lower_text(card.code, language)
    for words, style in ((above, TextStyle(SMALL)), (below and f"↓ {below}", soft)):
        for x, line in _flow_text(words, y, beside):
            parts.append(draw_text(x, y, line, style))
            y += LINE
    y = max(y, ART_HEIGHT + 3 + LINE - 8)
    title = escape(text.join_head(number, name, language) if number else name, quote=False)
    svg = f'<g data-card="{escape(design)}" role="img"><title>{title}</title>{"".join(parts)}</g>'
    return svg, y - LINE + 12


def _flow_text(sentence: str, y: float, beside: float) -> Iterator[tuple[float, str]]:
    """Yield (x, line): lines from y on, beside the drawing of a card and then below it."""
    words = sentence.split()
    while words:
        x = beside if y < ART_HEIGHT + LINE - 4 else 9.0
        many = 1
        while (
            many < len(words) and width_of(" ".join(words[: many + 1]), SMALL) < CARD_WIDTH - x - 8
        ):
            many += 1
        yield x, " ".join(words[:many])
        words, y = words[many:], y + LINE


def _join_lines(lines: Sequence[str], room: float) -> list[str]:
    """Return short lines as one if they fit."""
    line = " · ".join(lines)
    return [line] if lines and width_of(line, SMALL) <= room else list(lines)


def _draw_slot_number(slot: str, mark: str) -> tuple[str, str]:
    """Return the number of a space, on a disc over the drawing."""
    disc = f'<circle cx="17" cy="{ART_HEIGHT - 12}" r="15" fill="{LOWER}"/>'
    style = TextStyle(PLAIN, bold=True, colour=mark, anchor="middle")
    return disc, draw_text(17, ART_HEIGHT - 3, slot, style)


def _draw_text_panel(words: str) -> Block:
    """Return a slab of prose: a village, an Overlord, an event."""
    lines = wrap_text(words, INNER - 20, SMALL, 12)
    height = LINE * len(lines) + 12
    parts = [
        draw_text(10, 26 + LINE * place, line, TextStyle(SMALL)) for place, line in enumerate(lines)
    ]
    return _draw_panel(INNER, height, SLAB) + "".join(parts), height


def _draw_overlord(overlord: OverlordView, mode: str, language: str, *, brief: bool) -> Block:
    """Return the Overlord; `brief` without the text of the card, which stays the same."""
    card = name_of(overlord.card, language)
    if not overlord.active:
        return _draw_text_panel(format_label(language, "overlord.gone", card=card))
    coop = mode == "coop"
    kind = "overlord.coop" if coop else "overlord"
    words = overlord_text(overlord.card, "coop" if coop else "competitive", language)
    description = format_label(language, kind, card=card, text=words, **overlord.list_values())
    return _draw_text_panel(f"{description.partition('. ')[0]}." if brief else description)


# Players ------------------------------------------------------------------------------------------


def _seats_clockwise(view: View) -> list[int]:
    """Return the seats clockwise, the viewer first."""
    many = len(view.seats)
    return [((view.you or 0) + n) % many for n in range(many)]


def _draw_seat(
    view: View, number: int, names: Sequence[str], language: str, *, brief: bool
) -> Block:
    seat = view.seats[number]
    head = format_label(
        language,
        "seat",
        name=names[number],
        counts=describe_seat_counts(seat, seat.points, language),
    )
    active = number == view.active and not view.result
    style = TextStyle(SMALL, colour=GOLD if active else INK)
    lines = wrap_text(head, INNER - 20, SMALL, 4)
    height = LINE * len(lines) + 12
    frame = f'<rect width="{INNER:g}" height="{height:g}" rx="8" fill="{SLAB}"/>' + "".join(
        draw_text(10, 26 + LINE * place, line, style) for place, line in enumerate(lines)
    )
    if brief:
        return frame, height
    cards = [
        _Card(None, cards[-1], [], covered=len(cards) - 1)
        for stack in STACKS
        if (cards := seat.stacks[stack])
    ]
    cards_svg, tall = _draw_cards(cards, language)
    return frame + _translate_svg(0, height + GAP, cards_svg), height + GAP + tall
