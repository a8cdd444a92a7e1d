"""Enchanters as a picture: the journey track, village and Overlord, and all stacks.

The top of a stack shows both parts; the lower parts of the cards under it are strips below.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from games.engine.board.art_tiles import draw_art_tile
from games.engine.board.lettering import (
    TextStyle,
    draw_fitted_text,
    draw_text,
    sanitize_text,
    wrap_text,
)
from games.engine.contract import View

from ..rules.components import STACK
from ..rules.vocabulary import STACKS
from ..words.card_texts import event_text, lower_text, overlord_text, upper_text
from ..words.lexicon import list_words
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
WIDTH, MARGIN, GAP = 720, 16, 8
INNER = WIDTH - 2 * MARGIN
# Three cards of the track per row, four stacks per row.
CARD_WIDTH, CARD_HEIGHT = (INNER - 2 * GAP) / 3, 204
STACK_WIDTH, TOP_HEIGHT, STRIP = (INNER - 3 * GAP) / 4, 178, 26
# The drawing on a card of the track, and on the top of a stack.
ART_WIDTH, ART_HEIGHT = 66, 76
TOP_WIDTH, TOP_ART = 50, 60
# Maximum number of strips under a top card; the others are counted.
MAX_STRIPS = 9
SMALL, PLAIN, LARGE = 17, 19, 22


def draw_picture(
    view: View, names: Sequence[str], language: str, *, wide: bool = False, brief: bool = False
) -> str:
    """Return the board as SVG: 720 wide, or with the players in a second column for a desktop;
    `brief` with the counters of the other players but not their cards."""
    shown = [sanitize_text(name) or f"#{number}" for number, name in enumerate(names, 1)]
    is_over = bool(view["result"])
    middle = list(_draw_common_area(view, shown, language))
    if brief and is_over:
        del middle[1:]
    seats = [
        _draw_seat(view, seat, shown, language, brief=brief and not is_over and seat != view["you"])
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
    shown = [sanitize_text(name) or f"#{number}" for number, name in enumerate(names, 1)]
    said = ["Enchanters."]
    if view["result"]:
        said.append(format_label(language, "over"))
    elif view["turn"]:
        name = shown[max(view["active"], 0)]
        said.append(format_label(language, "turn", turn=view["turn"], name=name, deck=view["deck"]))
    else:
        said.append(format_label(language, "setup"))
    if view["village"]:
        said.append(name_of(view["village"], language) + ".")
    if view["overlord"]:
        said.append(name_of(view["overlord"]["card"], language) + ".")
    told = " ".join(said)
    return told if len(told) <= 200 else told[:199].rstrip() + "…"


# Blocks: (drawing, height) ------------------------------------------------------------------------

Block = tuple[str, float]


def _translate_svg(x: float, y: float, svg: str) -> str:
    return f'<g transform="translate({x:g} {y:g})">{svg}</g>'


def _draw_panel(width: float, height: float, fill: str, edge: str = EDGE) -> str:
    return (
        f'<rect width="{width:g}" height="{height:g}" rx="8" fill="{fill}" stroke="{edge}" '
        'stroke-width="1.5"/>'
    )


def _draw_common_area(view: View, names: Sequence[str], language: str) -> Iterator[Block]:
    yield _draw_header(view, names, language)
    if view["turn"] and not view["result"]:
        yield _draw_track(view, language)
    if view["village"]:
        title, said = name_of(view["village"], language), upper_text(view["village"], language)
        yield _draw_text_panel(title, said)
    if view["overlord"]:
        yield _draw_overlord(view, language)
    if view["event"] and not view["result"]:
        said = event_text(view["event"], view["anger"], language)
        yield _draw_text_panel(name_of(view["event"], language), said)
    if view["graveyard"]:
        cards = ", ".join(name_of(card, language) for card in view["graveyard"][:-7:-1])
        yield _draw_text_panel("", format_label(language, "graveyard", cards=cards))


def _draw_header(view: View, names: Sequence[str], language: str) -> Block:
    parts = [draw_text(0, 30, "ENCHANTERS", TextStyle(30, bold=True, colour=GOLD, spacing=5))]
    if view["result"]:
        said = format_label(language, "over")
    elif view["turn"]:
        name = names[max(view["active"], 0)]
        said = format_label(language, "turn", turn=view["turn"], name=name, deck=view["deck"])
    else:
        said = format_label(language, "setup")
    parts.append(draw_fitted_text(0, 60, said, TextStyle(LARGE, colour=HEADING), room=INNER))
    if view["threshold"] is not None:
        pool = format_label(language, "pool", pool=view["pool"], threshold=view["threshold"])
        parts.append(
            draw_fitted_text(0, 88, pool, TextStyle(LARGE, bold=True, colour=RED), room=INNER)
        )
        return "".join(parts), 98
    return "".join(parts), 70


def _draw_track(view: View, language: str) -> Block:
    parts = []
    for slot, space in enumerate(view["track"]):
        x, y = slot % 3 * (CARD_WIDTH + GAP), slot // 3 * (CARD_HEIGHT + GAP)
        parts.append(_translate_svg(x, y, _draw_track_space(slot, space, language)))
    return "".join(parts), 2 * CARD_HEIGHT + GAP


def _draw_track_space(slot: int, space: Mapping[str, Any] | None, language: str) -> str:
    """Return a card on the track: number, name, fight, cost and both parts."""
    if space is None:
        empty = f'<rect width="{CARD_WIDTH:g}" height="{CARD_HEIGHT}" rx="8" fill="{LOWER}"/>'
        return empty + draw_text(12, 28, slot, TextStyle(LARGE, colour=SOFT))
    card, stack, room = space["card"], STACK[space["card"]], CARD_WIDTH - 20
    beside = ART_WIDTH + 12
    parts = [
        _draw_panel(CARD_WIDTH, CARD_HEIGHT, GROUNDS[stack], MARKS[stack]),
        _translate_svg(
            3, 3, draw_art_tile(ART, card.split("/")[0], ART_WIDTH, ART_HEIGHT, top=0.3)
        ),
        *_draw_slot_number(slot, MARKS[stack]),
    ]
    lines = [Speaker(language).many(space["cost"], "crystal")]
    if "health" in space:
        speaker = Speaker(language)
        fight = (
            f"{speaker.noun('health')} {space['health']}",
            f"{speaker.noun('strength')} {space['strength']}",
        )
        lines = [" · ".join(fight), *lines]
    names = wrap_text(name_of(card, language), (CARD_WIDTH - beside - 6) / 1.1, SMALL, 2)
    y = 23.0
    for line, style in [
        *((line, TextStyle(SMALL, bold=True)) for line in names),
        *((line, TextStyle(15, colour=GOLD)) for line in lines),
    ]:
        parts.append(
            draw_fitted_text(beside, y, line, style, room=CARD_WIDTH - beside - 6, least=12)
        )
        y += 18
    for place, said in enumerate(wrap_text(upper_text(card, language) or "–", room, SMALL, 4)):
        parts.append(
            draw_fitted_text(10, 100 + 20 * place, said, TextStyle(SMALL), room=room, least=14)
        )
    parts.append(
        _draw_lower_part(CARD_WIDTH, CARD_HEIGHT - STRIP, lower_text(card, language), MARKS[stack])
    )
    title = escape(f"{slot}: {name_of(card, language)}", quote=False)
    design = escape(card.split("/")[0])
    return f'<g data-card="{design}" role="img"><title>{title}</title>{"".join(parts)}</g>'


def _draw_slot_number(slot: int, mark: str) -> tuple[str, str]:
    """Return the number of a space, on a disc over the drawing."""
    disc = f'<circle cx="17" cy="{ART_HEIGHT - 10}" r="14" fill="{LOWER}"/>'
    style = TextStyle(LARGE, bold=True, colour=mark, anchor="middle")
    return disc, draw_text(17, ART_HEIGHT - 2, slot, style)


def _draw_lower_part(width: float, y: float, said: str, mark: str) -> str:
    """Return the lower part of a card."""
    ground = f'<rect width="{width:g}" height="{STRIP}" rx="6" fill="{LOWER}" stroke="{mark}"/>'
    words_ = draw_fitted_text(
        8, 19, said or "–", TextStyle(SMALL, colour=SOFT), room=width - 16, least=13
    )
    return _translate_svg(0, y, ground + words_)


def _draw_text_panel(title: str, said: str) -> Block:
    """Return a slab of prose: a village, an Overlord, an event."""
    lines = wrap_text(said, INNER - 24, SMALL, 6)
    top = 30 if title else 4
    height = top + 22 * len(lines) + 10
    parts = [_draw_panel(INNER, height, SLAB)]
    if title:
        parts.append(
            draw_fitted_text(
                12, 26, title, TextStyle(PLAIN, bold=True, colour=HEADING), room=INNER - 24
            )
        )
    for place, line in enumerate(lines):
        parts.append(
            draw_fitted_text(
                12, top + 20 + 22 * place, line, TextStyle(SMALL), room=INNER - 24, least=14
            )
        )
    return "".join(parts), height


def _draw_overlord(view: View, language: str) -> Block:
    shown = view["overlord"]
    card = name_of(shown["card"], language)
    if not shown["active"]:
        return _draw_text_panel("", format_label(language, "overlord.gone", card=card))
    coop = view["options"]["mode"] == "coop"
    kind = "overlord.coop" if coop else "overlord"
    said = overlord_text(shown["card"], "coop" if coop else "competitive", language)
    values = {key: shown[key] for key in ("health", "strength", "rewards", "hit_points")}
    title, _, rest = format_label(language, kind, card=card, text=said, **values).partition(". ")
    return _draw_text_panel(title, rest)


# Players ------------------------------------------------------------------------------------------


def _seats_clockwise(view: View) -> list[int]:
    """Return the seats clockwise, the viewer first."""
    many = len(view["seats"])
    return [((view["you"] or 0) + n) % many for n in range(many)]


def _draw_seat(
    view: View, number: int, names: Sequence[str], language: str, *, brief: bool
) -> Block:
    seat = view["seats"][number]
    head = format_label(
        language,
        "seat",
        name=names[number],
        counts=describe_seat_counts(seat, seat["points"], language),
    )
    active = number == view["active"] and not view["result"]
    colour = GOLD if active else INK
    parts = [
        draw_fitted_text(
            10, 27, head, TextStyle(PLAIN, bold=True, colour=colour), room=INNER - 20, least=14
        )
    ]
    shown = [] if brief else STACKS
    columns = [_draw_stack(seat["stacks"][stack], stack, language) for stack in shown]
    tall = max((height for _, height in columns), default=0)
    for place, (svg, _) in enumerate(columns):
        parts.append(_translate_svg(place * (STACK_WIDTH + GAP), 38, svg))
    height = 38 + tall
    frame = f'<rect width="{INNER:g}" height="34" rx="8" fill="{SLAB}"/>'
    return frame + "".join(parts), height


def _draw_stack(cards: Sequence[str], stack: str, language: str) -> Block:
    """Return the top of a stack and the lower parts under it, from top to bottom."""
    if not cards:
        word = list_words(language)[stack]
        ground = f'<rect width="{STACK_WIDTH:g}" height="34" rx="6" fill="{LOWER}"/>'
        return ground + draw_fitted_text(
            8, 23, word, TextStyle(SMALL, colour=SOFT), room=STACK_WIDTH - 16, least=13
        ), 34
    top, room = cards[-1], STACK_WIDTH - 16
    parts = [_draw_panel(STACK_WIDTH, TOP_HEIGHT, GROUNDS[stack], MARKS[stack])]
    design, beside = top.split("/")[0], TOP_WIDTH + 10
    art = draw_art_tile(ART, design, TOP_WIDTH, TOP_ART, corner=6, top=0.3)
    parts.append(_translate_svg(3, 3, art))
    for place, line in enumerate(
        wrap_text(name_of(top, language), (room - beside) / 1.1, SMALL, 3)
    ):
        style = TextStyle(SMALL, bold=True)
        parts.append(
            draw_fitted_text(
                beside, 22 + 18 * place, line, style, room=STACK_WIDTH - beside - 4, least=12
            )
        )
    for place, said in enumerate(wrap_text(upper_text(top, language) or "–", room, 15, 4)):
        parts.append(
            draw_fitted_text(8, TOP_ART + 20 + 18 * place, said, TextStyle(15), room=room, least=13)
        )
    y = float(TOP_HEIGHT - STRIP)
    parts.append(_draw_lower_part(STACK_WIDTH, y, lower_text(top, language), MARKS[stack]))
    covered = list(cards[-2::-1])
    for card in covered[:MAX_STRIPS]:
        y += STRIP + 2
        parts.append(_draw_lower_part(STACK_WIDTH, y, lower_text(card, language), MARKS[stack]))
    if len(covered) > MAX_STRIPS:
        y += STRIP + 2
        parts.append(
            _draw_lower_part(STACK_WIDTH, y, f"+ {len(covered) - MAX_STRIPS}", MARKS[stack])
        )
    return "".join(parts), y + STRIP
