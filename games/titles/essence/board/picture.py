"""The Essence as a picture: the prophecy in the sky, the market, and an Island for every player.

Where to look: `island` has the segments, `palette` the colours; the text table has everything that
does not fit into the picture.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from games.engine.board.art_tiles import draw_art_tile
from games.engine.board.lettering import TextStyle, draw_fitted_text, draw_text, sanitize_text
from games.engine.board.pieces import Block, draw_component, draw_rounded_rect, translate_group
from games.engine.contract import View

from ..rules.components import FRAGMENT, SEGMENT
from ..words.lexicon import LANGUAGES, STATS, language_column, list_words, name_of
from ..words.text_table import seats_from_viewer
from .art import ART
from .island import GAP, TILE_HEIGHT, draw_island, draw_tile
from .palette import CLOUD, EDGE, GOLD, HEADING, INK, SKY, SLAB, SOFT, SPENT, list_palette_colours

__all__ = ["PAINTS", "describe_picture", "draw_picture"]

PAINTS = list_palette_colours()
WIDTH, MARGIN, SPACE = 720, 16, 10
INNER = WIDTH - 2 * MARGIN
FAMILIES = (
    "'DejaVu Sans Condensed','Roboto Condensed','Segoe UI',Roboto,Arial,'DejaVu Sans',sans-serif"
)
# Number of tiles of the market, and of fragments, per row.
IN_A_ROW, FRAGMENTS = 4, 3
FRAGMENT_HEIGHT, FRAGMENT_ART = 66, 76

# Texts that only the picture uses; all others are the game's.
WORDS: dict[str, tuple[str, str, str]] = {
    "round": ("Round {round}", "Manche {round}", "Runde {round}"),
    "turn": ("{name} is to act", "{name} doit jouer", "{name} ist am Zug"),
    "over": ("The match is over", "La partie est terminée", "Die Partie ist vorbei"),
    "prophecy": ("Prophecy", "Prophétie", "Prophezeiung"),
    "market": ("Market", "Marché", "Auslage"),
    "threat": ("Threat {threat}", "Menace {threat}", "Bedrohung {threat}"),
    "described": (
        "The Essence, round {round}: {players}",
        "The Essence, manche {round} : {players}",
        "The Essence, Runde {round}: {players}",
    ),
}
MAX_DESCRIBED = 200


def draw_picture(
    view: View, names: Sequence[str], language: str, *, wide: bool = False, brief: bool = False
) -> str:
    """Return the board as SVG: 720 wide for e-mails and phones, or two such columns for a
    desktop; `brief` without the Islands of the other players."""
    called = [sanitize_text(name) or f"#{number}" for number, name in enumerate(names, 1)]
    is_over = view["scores"] is not None
    middle = [_draw_prophecy(view, language), _draw_market(view, language)]
    seats = [
        _draw_seat(
            view, number, called, language, brief=brief and not is_over and number != view["you"]
        )
        for number in seats_from_viewer(view)
    ]
    if is_over:
        middle, seats = seats, [] if brief else middle
    columns = [middle + seats] if not wide else [middle + seats[2:], seats[:2]]
    parts, depths = [translate_group(MARGIN, SPACE, _draw_header(view, called, language))], [0.0]
    for number, column in enumerate(columns):
        y = 64.0
        for block in column:
            parts.append(translate_group(MARGIN + number * WIDTH, y, block.svg))
            y += block.height + SPACE
        depths.append(y)
    return _render_svg(view, called, language, WIDTH * len(columns), round(max(depths) + 8), parts)


def describe_picture(view: View, names: Sequence[str], language: str) -> str:
    """Return the board in at most 200 characters of plain text."""
    shards = STATS["shards"][language_column(language)]
    players = [
        f"{sanitize_text(name)} {seat['shards']} {shards}"
        for name, seat in zip(names, view["seats"], strict=True)
    ]
    told = _translate_word("described", language, round=view["round"], players=", ".join(players))
    return told if len(told) <= MAX_DESCRIBED else told[: MAX_DESCRIBED - 1] + "…"


def _translate_word(code: str, language: str, **values: object) -> str:
    return WORDS[code][language_column(language)].format(**values)


def _render_svg(
    view: View,
    names: Sequence[str],
    language: str,
    width: int,
    height: int,
    parts: Sequence[str],
) -> str:
    title = escape(describe_picture(view, names, language), quote=False)
    lang = LANGUAGES[language_column(language)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="group" lang="{lang}" fill="{INK}" '
        f'font-family="{FAMILIES}" font-stretch="condensed"><title>{title}</title>'
        f"{_draw_sky(width, height)}{''.join(parts)}</svg>"
    )


def _draw_sky(width: int, height: int) -> str:
    """Return the sky, darker below, and a few clouds."""
    step = height / len(SKY)
    bands = "".join(
        f'<rect y="{n * step:.0f}" width="{width}" height="{step + 1:.0f}" fill="{colour}"/>'
        for n, colour in enumerate(SKY)
    )
    clouds = "".join(
        f'<path fill="{CLOUD}" d="M{x} {y}q14-26 44-14q26-24 52 0q30-8 34 14z"/>'
        for x, y in ((width - 190, 44), (width - 330, 26), (60, height - 6), (width - 160, height))
    )
    return bands + clouds


def _draw_header(view: View, names: Sequence[str], language: str) -> str:
    told = _translate_word("over", language)
    if view["scores"] is None:
        asked = ", ".join(names[seat] for seat in view["asked"])
        told = f"{_translate_word('round', language, round=view['round'])} · "
        told += _translate_word("turn", language, name=asked)
    threat = _translate_word("threat", language, threat=view["threat"])
    return (
        draw_text(0, 34, "THE ESSENCE", TextStyle(28, bold=True, spacing=5))
        + draw_fitted_text(
            270, 32, told, TextStyle(20, colour=HEADING, bold=True), room=280, least=12
        )
        + draw_text(INNER, 32, threat, TextStyle(20, bold=True, colour=GOLD, anchor="end"))
    )


def _draw_heading(words_: str) -> str:
    return draw_text(0, 20, words_.upper(), TextStyle(18, bold=True, colour=HEADING, spacing=2))


def _draw_prophecy(view: View, language: str) -> Block:
    """Return the row from the left; the first fragment cannot be read."""
    width = (INNER - GAP * (FRAGMENTS - 1)) / FRAGMENTS
    parts = [_draw_heading(_translate_word("prophecy", language))]
    left, room = FRAGMENT_ART + 12, width - FRAGMENT_ART - 19
    for place, code in enumerate(view["row"]):
        if code is None:
            continue
        card = FRAGMENT[code]
        name = name_of(code, language)
        told = f"{'I' * card.value} · {card.cost} {list_words(language)['influence']}"
        art = draw_art_tile(ART, code, FRAGMENT_ART, FRAGMENT_HEIGHT - 4, corner=6)
        colour = SOFT if place else SPENT
        tile = draw_component(
            f'data-fragment="{code}"',
            f"{name}, {told}",
            draw_rounded_rect(width, FRAGMENT_HEIGHT, SLAB, EDGE if place else SLAB, round_=8),
            translate_group(2, 2, art),
            draw_fitted_text(left, 28, name, TextStyle(17, bold=True), room=room, least=12),
            draw_fitted_text(left, 52, told, TextStyle(16, colour=colour), room=room, least=12),
        )
        row, column = divmod(place, FRAGMENTS)
        parts.append(
            translate_group(column * (width + GAP), 30 + row * (FRAGMENT_HEIGHT + GAP), tile)
        )
    rows = -(-len(view["row"]) // FRAGMENTS)
    return Block("".join(parts), 30 + rows * (FRAGMENT_HEIGHT + GAP))


def _draw_market(view: View, language: str) -> Block:
    """Return the cards on offer, the cheapest first, with their price and Essence."""
    codes = sorted(view["market"], key=lambda code: (SEGMENT[code].cost, code))
    if not codes:
        return Block("", 0)
    width = (INNER - GAP * (IN_A_ROW - 1)) / IN_A_ROW
    parts = [_draw_heading(_translate_word("market", language))]
    for number, code in enumerate(codes):
        card = SEGMENT[code]
        row, column = divmod(number, IN_A_ROW)
        note = f"{card.cost} → {card.essence} {STATS['essence'][language_column(language)]}"
        tile = draw_tile(code, note, language, width)
        parts.append(translate_group(column * (width + GAP), 30 + row * (TILE_HEIGHT + GAP), tile))
    rows = -(-len(codes) // IN_A_ROW)
    return Block("".join(parts), 30 + rows * (TILE_HEIGHT + GAP))


def _draw_seat(
    view: View, number: int, names: Sequence[str], language: str, *, brief: bool
) -> Block:
    """Return the panel of one player: name, numbers, Island."""
    seat = view["seats"][number]
    island = Block("", 0) if brief else draw_island(seat["island"], language, INNER - 24)
    head = f"{names[number]}, {name_of(seat['faction'], language)}" if seat["faction"] else ""
    height = 74 + island.height + 8
    is_active = view["scores"] is None and number in view["asked"]
    panel = draw_component(
        f'data-seat="{number}"',
        f"{head or names[number]}: {_describe_counts(seat, language)}",
        draw_rounded_rect(INNER, height, SLAB, GOLD if is_active else EDGE, round_=12),
        draw_fitted_text(
            12, 28, head or names[number], TextStyle(20, bold=True), room=INNER - 24, least=13
        ),
        draw_fitted_text(
            12,
            54,
            _describe_counts(seat, language),
            TextStyle(16, colour=SOFT),
            room=INNER - 24,
            least=11,
        ),
        translate_group(12, 68, island.svg),
        role="group",
    )
    return Block(panel, height)


def _describe_counts(seat: Mapping[str, Any], language: str) -> str:
    lexicon = list_words(language)
    counted = [
        (STATS["shards"][language_column(language)], seat["shards"]),
        (STATS["essence"][language_column(language)], seat["essence"]),
        (lexicon["wealth"], seat["wealth"]),
        (lexicon["influence"], seat["influence"]),
        (STATS["attack"][language_column(language)], seat["attack_value"]),
        (STATS["defense"][language_column(language)], seat["defense_value"]),
        (STATS["foundations"][language_column(language)], seat["ready"]),
    ]
    return " · ".join(f"{name} {many}" for name, many in counted)
