"""The guide to Enchanters: the rules in our own words, the list of cards, and the lines of a
score."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from games.engine.board.art import render_art_image
from games.engine.board.chapters import (
    Entry,
    Section,
    draw_badge,
    draw_icon,
    render_icon_sprite,
    render_legend_item,
    select_rule_sections,
)
from games.engine.contract import MatchOptions

from ..rules.components import DESIGNS, KINGDOMS
from ..rules.designs import Design
from ..words.card_texts import event_text, lower_text, overlord_lines, upper_text
from ..words.names import language_index, name_of
from .art import ART
from .palette import EDGE, GOLD, GROUNDS, MARKS, NIGHT, RED, SLAB, SOFT
from .sayings import GROUPS, KINDS, LABELS, SCORE_LINES

# The shape, colour and background of each kind of card.
LOOKS = {
    "item": ("item", MARKS["item"], GROUNDS["item"]),
    "fist": ("item", MARKS["item"], GROUNDS["item"]),
    "banner": ("banner", MARKS["item"], GROUNDS["item"]),
    "enchantment": ("enchantment", MARKS["enchantment"], GROUNDS["enchantment"]),
    "enchanting": ("enchantment", MARKS["enchantment"], GROUNDS["enchantment"]),
    "class": ("class", MARKS["enchantment"], GROUNDS["enchantment"]),
    "monster": ("monster", MARKS["creature"], GROUNDS["creature"]),
    "dragon": ("dragon", MARKS["creature"], GROUNDS["creature"]),
    "village": ("village", GOLD, SLAB),
    "overlord": ("overlord", RED, NIGHT),
    "overlord_event": ("overlord_event", SOFT, SLAB),
    "wound": ("wound", MARKS["wound"], GROUNDS["wound"]),
}
SHAPES = {
    "item": "M12 2l2 3v9h4v2h-4l-1 6h-2l-1-6H6v-2h4V5z",
    "banner": "M5 2h2v20H5zM8 3h12l-4 5 4 5H8z",
    "enchantment": "M12 1l2.8 8.2L23 12l-8.2 2.8L12 23l-2.8-8.2L1 12l8.2-2.8z",
    "class": "M3 4h8v16H3zM13 4h8v16h-8z",
    "monster": "M4 3l4 4h8l4-4v10a8 8 0 0 1-16 0zM8 11v3h3zM16 11v3h-3z",
    "dragon": "M12 7l2-4 1 4c3-2 6-2 8 0-2 1-3 4-3 7-2-1-4-1-5 1l-3 8-3-8c-1-2-3-2-5-1 "
    "0-3-1-6-3-7 2-2 5-2 8 0l1-4z",
    "village": "M12 2l10 9h-3v10h-5v-6h-4v6H5V11H2z",
    "overlord": "M2 7l5 5 5-8 5 8 5-5-2 13H4z",
    "overlord_event": "M14 1L4 14h6l-1 9 11-14h-7z",
    "wound": "M12 2c4 6 7 9 7 13a7 7 0 0 1-14 0c0-4 3-7 7-13z",
}


def list_sections(language: str, options: MatchOptions) -> tuple[Section, ...]:
    """Return the rules with these options, one section per heading."""
    return select_rule_sections(Path(__file__), language, options)


def render_legend(language: str) -> str:
    """Return the kinds of cards with colour, shape and name, as HTML."""
    kind_of_shape = {shape: kind for kind, (shape, _, _) in reversed(LOOKS.items())}
    return "".join(
        render_legend_item(
            _draw_card_badge(kind_of_shape[shape]),
            KINDS[kind_of_shape[shape]][language_index(language)],
        )
        for shape in SHAPES
    )


def render_guide_sprite(html: str) -> str:
    """Return the SVG symbols of the cards, to be placed once on a page."""
    return render_icon_sprite(SHAPES)


def list_cards(language: str) -> list[Entry]:
    """Return every design: by kingdom, then by kind those that belong to none."""
    own = [design for kingdom in KINGDOMS for design in _designs_of_kingdom(kingdom)]
    return [_build_guide_entry(design, language) for design in (*own, *_designs_of_kingdom(""))]


def explain_score_line(code: str, language: str) -> str:
    """Return what a line of the score counts; "" if its name is clear enough."""
    return SCORE_LINES[code][language_index(language)] if code in SCORE_LINES else ""


def _designs_of_kingdom(kingdom: str) -> Iterator[Design]:
    """Yield the designs of a kingdom, or those of none, in the order of LOOKS."""
    designs = [design for design in DESIGNS.values() if design.kingdom == kingdom]
    yield from sorted(designs, key=lambda design: list(LOOKS).index(design.kind))


def _build_guide_entry(design: Design, language: str) -> Entry:
    home = design.kingdom
    return Entry(
        design.id,
        name_of(home, language) if home else GROUPS[design.kind][language_index(language)],
        name_of(design.id, language),
        "\n".join(_printed_lines(design, language)),
        render_art_image(ART, design.id, "hand", "badge-art"),
    )


def _printed_lines(design: Design, language: str) -> Iterator[str]:
    """Yield the printed text of a card, line by line, with the number of its copies."""
    column = language_index(language)
    yield _describe_design(design, language)
    if above := upper_text(design.id, language):
        yield above if design.kind == "village" else LABELS["top"][column].format(text=above)
    if below := lower_text(design.id, language):
        yield LABELS["always"][column].format(text=below)
    for what, many in design.setup.items():
        yield LABELS[what][column].format(many=many)
    for mode in design.sides:
        lines = overlord_lines(design.id, mode, language)
        yield LABELS[mode][column].format(text="\n".join(lines))
    for anger in design.anger:
        text = event_text(design.id, anger, language)
        yield LABELS["anger"][column].format(many=anger, text=text)


def _describe_design(design: Design, language: str) -> str:
    """Return the kind of a card, its strength, and the number of copies."""
    column = language_index(language)
    description = KINDS[design.kind][column]
    if design.health:
        powers = LABELS["powers"][column]
        description += ", " + powers.format(health=design.health, strength=design.strength)
    if design.overlord:
        description += ", " + name_of(design.overlord, language)
    if design.copies > 1:
        description += ", " + LABELS["copies"][column].format(many=design.copies)
    if design.two_player_copies:
        description += " " + LABELS["marked"][column].format(many=design.two_player_copies)
    return description


def _draw_card_badge(kind: str) -> str:
    """Return a small card with the shape of its kind."""
    shape, colour, ground = LOOKS[kind]
    return draw_badge(ground, EDGE, draw_icon(shape, 10, 10, 28, colour))
