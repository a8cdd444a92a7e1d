"""The Essence as a picture: the prophecy in the sky, the market, and an Island for every player.

Where to look: `island` has the segments, `palette` the colours; the text table has everything that
does not fit into the picture.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from html import escape

from games.engine import text
from games.engine.board.lettering import (
    LEAST,
    TextStyle,
    draw_fitted_text,
    draw_text,
    sanitize_text,
    wrap_text,
)
from games.engine.board.pieces import Block, draw_component, draw_rounded_rect, translate_group

from ..rules.components import FRAGMENT, SEGMENT
from ..rules.view import SeatView, View
from ..words.lexicon import LANGUAGES, STATS, language_column, list_words, name_of
from ..words.text_table import seats_from_viewer
from .island import CHIP_HEIGHT, GAP, LINE, draw_chip, draw_island, list_segments
from .palette import EDGE, GOLD, HEADING, INK, SKY, SLAB, TYPES, list_palette_colours

__all__ = ["PAINTS", "describe_picture", "draw_picture"]

PAINTS = list_palette_colours()
WIDTH, MARGIN, SPACE = 720, 16, 8
INNER = WIDTH - 2 * MARGIN
# A short picture is not higher, if the names of segments are what makes it so.
TALLEST = 1400
FAMILIES = (
    "'DejaVu Sans Condensed','Roboto Condensed','Segoe UI',Roboto,Arial,'DejaVu Sans',sans-serif"
)
# Questions that are about the Advisors on offer.
WITH_ADVISORS = frozenset(("bid", "tie", "take", "recall"))
# Questions about a segment of another player.
WITH_ISLANDS = frozenset(("spoils", "exhaust", "spy"))

# Texts that only the picture uses; all others are the game's.
WORDS: dict[str, tuple[str, str, str]] = {
    "round": ("Round {round}", "Manche {round}", "Runde {round}"),
    "turn": ("To act: {name}", "À {name} de jouer", "Am Zug: {name}"),
    "over": ("The match is over", "La partie est terminée", "Die Partie ist vorbei"),
    "prophecy": ("Prophecy", "Prophétie", "Prophezeiung"),
    "market": ("Market", "Marché", "Auslage"),
    "advisors": ("Advisors", "Conseillers", "Berater"),
    "hand": ("Your hand", "Votre main", "Deine Hand"),
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
    desktop; `brief` with the Islands of the other players only where the question is about them,
    and then as lists."""
    visible_names = [sanitize_text(name) or f"#{number}" for number, name in enumerate(names, 1)]
    middle = []
    if view.scores is None:
        drawers = [draw for draw, questions in MIDDLE if not brief or view.question in questions]
        middle = [block for draw in drawers if (block := draw(view, language)).height]
    head = _draw_header(view, visible_names, language)
    room = TALLEST - head.height - sum(block.height + SPACE for block in middle)
    seats = _draw_seats(view, visible_names, language, brief=brief, with_names=True)
    if brief and sum(block.height + SPACE for block in seats) > room:
        seats = _draw_seats(view, visible_names, language, brief=brief, with_names=False)
    columns = [middle, seats] if wide else [middle + seats]
    parts, depths = [translate_group(MARGIN, SPACE, head.svg)], [0.0]
    for number, column in enumerate(columns):
        y = SPACE + head.height
        for block in column:
            parts.append(translate_group(MARGIN + number * WIDTH, y, block.svg))
            y += block.height + SPACE
        depths.append(y)
    return _render_svg(
        view, visible_names, language, WIDTH * len(columns), round(max(depths) + 6), parts
    )


def _draw_seats(
    view: View, names: Sequence[str], language: str, *, brief: bool, with_names: bool
) -> list[Block]:
    return [
        _draw_seat(
            view,
            number,
            names,
            language,
            brief=brief and number != view.you,
            with_names=with_names,
        )
        for number in seats_from_viewer(view)
    ]


def describe_picture(view: View, names: Sequence[str], language: str) -> str:
    """Return the board in at most 200 characters of plain text."""
    shards = STATS["shards"][language_column(language)]
    players = [
        f"{sanitize_text(name)} {seat.shards} {shards}"
        for name, seat in zip(names, view.seats, strict=True)
    ]
    description = _translate_word(
        "described", language, round=view.round, players=", ".join(players)
    )
    return (
        description if len(description) <= MAX_DESCRIBED else description[: MAX_DESCRIBED - 1] + "…"
    )


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
    """Return the sky, darker below."""
    step = height / len(SKY)
    return "".join(
        f'<rect y="{n * step:.0f}" width="{width}" height="{step + 1:.0f}" fill="{colour}"/>'
        for n, colour in enumerate(SKY)
    )


def _draw_header(view: View, names: Sequence[str], language: str) -> Block:
    """Return the round and the Threat, and who is to act."""
    title = _translate_word("over", language)
    if view.scores is None:
        title = _translate_word("round", language, round=view.round)
    threat = _translate_word("threat", language, threat=view.threat)
    parts = [
        draw_text(0, 28, f"THE ESSENCE · {title}", TextStyle(26, bold=True)),
        draw_text(INNER, 28, threat, TextStyle(24, bold=True, colour=GOLD, anchor="end")),
    ]
    if view.scores is not None:
        return Block("".join(parts), 44)
    players = ", ".join(names[seat] for seat in view.asked)
    turn = _translate_word("turn", language, name=players)
    parts.append(draw_fitted_text(0, 60, turn, TextStyle(24, colour=HEADING), room=INNER))
    return Block("".join(parts), 74)


def _draw_chips(
    heading: str, chips: Sequence[tuple[str, str, str, str]], language: str, room: float = INNER
) -> Block:
    """Return a heading and cards below it, two in a row: (attributes, code, note, colour)."""
    width = (room - GAP) // 2
    parts = [draw_text(0, 21, heading, TextStyle(LEAST, bold=True, colour=HEADING))]
    for number, (attributes, code, note, colour) in enumerate(chips):
        row, column = divmod(number, 2)
        label = name_of(code, language) + (f", {note}" if note else "")
        chip = draw_component(attributes, label, draw_chip(code, note, language, width, colour))
        parts.append(translate_group(column * (width + GAP), 30 + row * (CHIP_HEIGHT + GAP), chip))
    if not chips:
        return Block("", 0)
    return Block("".join(parts), 30 + -(-len(chips) // 2) * (CHIP_HEIGHT + GAP) - GAP)


def _draw_advisors(view: View, language: str) -> Block:
    """Return the Advisors on offer with the Wealth on them."""
    chips = [
        (f'data-advisor="{pile.card}"', pile.card, f"+{pile.wealth}", EDGE)
        for pile in view.advisors
        if pile.card
    ]
    wealth = list_words(language)["wealth"]
    return _draw_chips(f"{_translate_word('advisors', language)} · + {wealth}", chips, language)


def _draw_prophecy(view: View, language: str) -> Block:
    """Return the row from the left with its prices; the first fragment cannot be read."""
    chips = [
        (
            f'data-fragment="{code}"',
            code,
            f"{'I' * FRAGMENT[code].value} · {FRAGMENT[code].cost}",
            EDGE if place else SLAB,
        )
        for place, code in enumerate(view.row)
        if code is not None
    ]
    influence = list_words(language)["influence"]
    heading = f"{_translate_word('prophecy', language)} · {influence}"
    return _draw_chips(heading, chips, language)


def _draw_market(view: View, language: str) -> Block:
    """Return the cards on offer, the cheapest first, with their price and Essence."""
    wealth, essence = list_words(language)["wealth"], STATS["essence"][language_column(language)]
    chips = [
        (
            f'data-segment="{code}"',
            code,
            f"{SEGMENT[code].cost}→{SEGMENT[code].essence}",
            TYPES[SEGMENT[code].type][0],
        )
        for code in sorted(set(view.market), key=lambda code: (SEGMENT[code].cost, code))
    ]
    heading = f"{_translate_word('market', language)} · {wealth} → {essence}"
    return _draw_chips(heading, chips, language)


# The blocks above the players, and the questions that a short picture shows them for.
MIDDLE: tuple[tuple[Callable[[View, str], Block], frozenset[str]], ...] = (
    (_draw_advisors, WITH_ADVISORS),
    (_draw_prophecy, frozenset(("turn", "cleaning"))),
    (_draw_market, WITH_ADVISORS | {"turn", "build", "cleaning"}),
)


def _draw_seat(
    view: View, number: int, names: Sequence[str], language: str, *, brief: bool, with_names: bool
) -> Block:
    """Return the panel of one player: name, numbers, Island (`with_names`: with the names of its
    segments), the viewer's hand."""
    seat, room = view.seats[number], INNER - 20
    head = names[number]
    if seat.faction and not brief:
        head += f", {name_of(seat.faction, language)}"
    counts = _describe_counts(seat, language)
    description = text.join_head(head, counts, language)
    lines = wrap_text(description, room, LEAST, 4)
    y = 14.0 + LINE * len(lines)
    parts = [
        draw_text(10, LINE * n - 1, line, TextStyle(LEAST, colour=INK))
        for n, line in enumerate(lines, 1)
    ]
    for row in _list_rows(view, number, language, room, brief=brief, with_names=with_names):
        if row.height:
            parts.append(translate_group(10, y, row.svg))
            y += row.height + 8
    is_active = view.scores is None and number in view.asked
    panel = draw_component(
        f'data-seat="{number}"',
        description,
        draw_rounded_rect(INNER, y, SLAB, GOLD if is_active else EDGE, round_=12),
        *parts,
        role="group",
    )
    return Block(panel, y)


def _list_rows(
    view: View, number: int, language: str, room: float, *, brief: bool, with_names: bool
) -> Iterator[Block]:
    """Yield what stands below the numbers of a player."""
    seat, question = view.seats[number], view.question
    if not brief:
        yield draw_island(seat.island, language, room, with_names=with_names)
    elif view.scores is None and question in WITH_ISLANDS:
        yield list_segments(seat.island, language, room)
    if number == view.you and view.scores is None:
        many = Counter(view.own_hand)
        hand = [
            (f'data-card="{code}"', code, f"×{n}" if n > 1 else "", EDGE)
            for code, n in many.items()
        ]
        heading = f"{_translate_word('hand', language)} ({len(view.own_hand)})"
        yield _draw_chips(heading, hand, language, room)


def _describe_counts(seat: SeatView, language: str) -> str:
    lexicon = list_words(language)
    counts = [
        (STATS["shards"][language_column(language)], seat.shards),
        (STATS["essence"][language_column(language)], seat.essence),
        (lexicon["wealth"], seat.wealth),
        (lexicon["influence"], seat.influence),
        (STATS["attack"][language_column(language)], seat.attack_value),
        (STATS["defense"][language_column(language)], seat.defense_value),
        (STATS["foundations"][language_column(language)], seat.ready),
    ]
    return " · ".join(f"{name} {many}" for name, many in counts)
