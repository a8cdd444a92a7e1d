"""The guide to The Essence: the rules in our own words, the list of cards, and the lines of a
score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from games.engine.board.art import render_art_image
from games.engine.board.chapters import (
    Entry,
    Section,
    draw_badge,
    draw_badge_label,
    draw_icon,
    render_icon_sprite,
    render_legend_item,
    select_rule_sections,
)
from games.engine.contract import MatchOptions

from ..rules.components import BOX, FRAGMENT, PALACE_OF
from ..rules.schema import Character, Fragment, SegmentCard, Treaty
from ..words.lexicon import TYPES as TYPE_NAMES
from ..words.lexicon import language_column, name_of
from ..words.meanings import (
    describe_character,
    describe_effects,
    describe_fragment,
    describe_segment,
    name_stat,
)
from .art import ART
from .palette import EDGE, GOLD, INK, SLAB, SOFT, TYPES
from .sayings import GROUPS, LABELS, SCORE_LINES

SHAPES = {
    "military": "M12 1l9 3v7c0 6-4 10-9 12-5-2-9-6-9-12V4z",
    "magical": "M12 1l3 8h8l-6.5 5 2.5 8L12 17.5 5 22l2.5-8L1 9h8z",
    "economic": "M12 1a11 11 0 1 0 .01 0zM12 6a6 6 0 1 1-.01 0z",
    "cultural": "M8 4l13-3v15a4 4 0 1 1-3-3.9V7l-7 1.5V19a4 4 0 1 1-3-3.9z",
    "political": "M12 1l11 6v3H1V7zM3 11h4v8H3zM10 11h4v8h-4zM17 11h4v8h-4zM1 20h22v3H1z",
    "any": "M9 9h6v6H9z",
    "person": "M12 1a5.5 5.5 0 1 1-.01 0zM2 23a10 10 0 0 1 20 0z",
    "treaty": "M4 2h16v15l-5 5H4zM7 6h10v2H7zM7 11h10v2H7z",
    "eye": "M1 12q11-16 22 0q-11 16-22 0zM12 7.5a4.5 4.5 0 1 0 .01 0z",
}


def list_sections(language: str, options: MatchOptions) -> tuple[Section, ...]:
    """Return the rules with these options, one section per heading."""
    return select_rule_sections(Path(__file__), language, options)


def render_legend(language: str) -> str:
    """Return the five types of segments with colour, shape and name, as HTML."""
    return "".join(
        render_legend_item(render_segment_badge(of), TYPE_NAMES[of][language_column(language)])
        for of in TYPES
    )


def render_guide_sprite(html: str) -> str:
    """Return the SVG symbols of the cards, to be placed once on a page."""
    return render_icon_sprite(SHAPES)


def list_cards(language: str) -> list[Entry]:
    """Return every card: factions with Palace and Followers, then the shared ones."""
    advisors = GROUPS["advisors"][language_column(language)]
    return [
        *(entry for faction in BOX.factions for entry in _list_faction_entries(faction, language)),
        *(_make_character_entry(card, advisors, language) for card in BOX.advisors.values()),
        *_list_segment_entries(BOX.locations, "locations", language),
        *_list_segment_entries(BOX.monuments, "monuments", language),
        *(_make_treaty_entry(treaty, language) for treaty in BOX.treaties.values()),
        *(_make_fragment_entry(card, language) for card in FRAGMENT.values()),
    ]


def explain_score_line(code: str, language: str) -> str:
    """Return what a line of the score counts; "" if its name is clear enough."""
    return SCORE_LINES[code][language_column(language)] if code in SCORE_LINES else ""


def _list_faction_entries(code: str, language: str) -> Iterator[Entry]:
    """Yield a faction with its values at the start of every round, its Palace and its Followers."""
    column, faction = language_column(language), BOX.factions[code]
    group = name_of(code, language)
    base = ", ".join(f"{name_stat(of, language)} {many}" for of, many in faction.stats.items())
    yield Entry(
        code,
        group,
        group,
        LABELS["base"][column].format(stats=base),
        _render_picture(code),
    )
    palace = PALACE_OF[code]
    says = f"{GROUPS['palaces'][column]}, {describe_segment(palace, language)}"
    yield Entry(palace, group, name_of(palace, language), says, _render_picture(palace))
    for card in BOX.followers.values():
        if card.faction == code:
            yield _make_character_entry(card, group, language)


def _make_character_entry(card: Character, group: str, language: str) -> Entry:
    says = _append_copies(describe_character(card.id, language), card, language)
    return Entry(card.id, group, name_of(card.id, language), says, _render_picture(card.id))


def _list_segment_entries(
    box: Mapping[str, SegmentCard], group: str, language: str
) -> Iterator[Entry]:
    for card in box.values():
        says = describe_segment(card.id, language, with_price=True)
        yield Entry(
            card.id,
            GROUPS[group][language_column(language)],
            name_of(card.id, language),
            _append_copies(says, card, language),
            _render_picture(card.id) + render_segment_badge(card.type, note_=str(card.cost)),
        )


def _make_treaty_entry(treaty: Treaty, language: str) -> Entry:
    column, prices = language_column(language), ", ".join(map(str, treaty.prices))
    says = LABELS["prices"][column].format(
        text=describe_effects(treaty.effect, language), prices=prices
    )
    name = name_of(treaty.id, language)
    return Entry(treaty.id, GROUPS["treaties"][column], name, says, _render_picture(treaty.id))


def _make_fragment_entry(card: Fragment, language: str) -> Entry:
    says, group = (
        describe_fragment(card.id, language),
        GROUPS["fragments"][language_column(language)],
    )
    picture = _render_picture(card.id) + render_pattern(card)
    return Entry(card.id, group, name_of(card.id, language), says, picture)


def _append_copies(says: str, card: Character | SegmentCard, language: str) -> str:
    if card.copies == 1:
        return says
    return f"{says}\n{LABELS['copies'][language_column(language)].format(many=card.copies)}"


def _render_picture(code: str) -> str:
    return render_art_image(ART, code, "hand", "essence-guide")


def render_segment_badge(of: str, edge: str = "", note_: str = "") -> str:
    """Return a small segment: its type as colour and shape, and its price in a corner."""
    light, ground = TYPES[of]
    if not note_:
        return draw_badge(ground, edge or light, draw_icon(of, 10, 10, 28, light))
    return draw_badge(
        ground,
        edge or light,
        draw_icon(of, 7, 7, 26, light),
        draw_badge_label(note_, 41, 43, INK, "end"),
    )


def render_pattern(card: Fragment) -> str:
    """Return the pattern that a fragment requires, cell by cell; an eye if there is none."""
    if not card.patterns:
        eye = draw_icon("eye", 10, 5, 28, GOLD)
        return draw_badge(SLAB, EDGE, eye, draw_badge_label("I" * card.value, 24, 45, INK))
    cells = card.patterns[0]
    left, top = min(x for x, _, _ in cells), max(y for _, y, _ in cells)
    wide = 1 + max(x for x, _, _ in cells) - left
    high = 1 + top - min(y for _, y, _ in cells)
    size = 40 / max(wide, high, 2)
    x0, y0 = (48 - size * wide) / 2, (48 - size * high) / 2
    parts = []
    for x, y, of in cells:
        colour = TYPES[of][0] if of in TYPES else SOFT
        at = x0 + (x - left) * size, y0 + (top - y) * size
        parts.append(draw_icon(of, at[0] + 1, at[1] + 1, size - 2, colour))
    return draw_badge(SLAB, EDGE, *parts)
