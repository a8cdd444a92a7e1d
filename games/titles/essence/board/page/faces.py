"""The cards of The Essence as HTML: segments, characters, fragments, treaties."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.board.art import ArtSize, render_art_image
from games.engine.board.tags import escape_name

from ...rules.components import BOX, CHARACTER, FACTIONS, FRAGMENT, SEGMENT
from ...rules.island import parse_cell
from ...rules.view import SegmentView, View
from ...words.lexicon import name_of
from ...words.meanings import describe_character, describe_fragment, describe_segment
from ..art import ART
from ..guide import render_pattern
from .icons import (
    render_character_effects,
    render_effects,
    render_requirements,
    render_segment_effects,
)
from .tags import ICONS_PATH, Sheet, render_counter, render_element, render_icon


def describe_card_in_full(sheet: Sheet, code: str, *more: str) -> str:
    """Return the description of a card: its name, `more`, and all its effects."""
    name = ", ".join((name_of(code, sheet.language), *filter(None, more)))
    return (
        sheet.word(
            "named", name=name, told=_describe_card_text(code, sheet.language, with_price=True)
        )
        + "."
    )


def render_market_segment(sheet: Sheet, code: str, price: int, many: int) -> str:
    """Return a segment in the market: picture, price, Essence, type, name, and effects."""
    card = SEGMENT[code]
    cost = render_counter("wealth", price if price == card.cost else f"<s>{card.cost}</s> {price}")
    line = cost + render_counter("essence", card.essence) + render_icon(card.type, "kind")
    return (
        render_picture(code, "card")
        + render_element("span", "line", line)
        + _render_name(sheet, code, f" ×{many}" if many > 1 else "")
        + render_element("span", "deeds", render_segment_effects(code))
    )


def render_island_segment(sheet: Sheet, code: str) -> str:
    """Return a segment on an Island: picture, type, a star if it has one to use, name."""
    star = render_icon("main", "star") if SEGMENT[code].actions else ""
    line = render_icon(SEGMENT[code].type, "kind") + star
    return (
        render_picture(code, "hand")
        + render_element("span", "line", line)
        + _render_name(sheet, code)
    )


def render_mapped_segment(code: str) -> str:
    """Return a segment on a small map of an Island: emblem, type, a star if it has one to use."""
    star = render_icon("main", "star") if SEGMENT[code].actions else ""
    return render_picture(code, "chip") + render_icon(SEGMENT[code].type, "kind") + star


def render_character(sheet: Sheet, code: str, wealth: int = 0) -> str:
    """Return a Follower or an Advisor: picture, type, name, actions, the Wealth on it."""
    kind = kind_of(code)
    line = render_icon("person" if kind == "advisor" else kind, "kind")
    line += _render_name(sheet, code)
    line += render_counter("wealth", f"+{wealth}") if wealth else ""
    deeds = render_element("span", "deeds", render_character_effects(code))
    return render_picture(code, "hand") + render_element("span", "line", line) + deeds


def render_fragment(sheet: Sheet, code: str) -> str:
    """Return a fragment: picture, its pattern or other requirements, value, price, bonus, name."""
    card = FRAGMENT[code]
    # In the guide, which draws it, the icons are part of the page.
    pattern = render_pattern(card) if card.patterns else ""
    needed_pattern = pattern.replace('href="#', f'href="{ICONS_PATH}#')
    needed_pattern += (
        render_element("span", "deed", needs) if (needs := render_requirements(code)) else ""
    )
    line = render_element("b", "value", "I" * card.value) + render_counter("influence", card.cost)
    bonus = render_element("span", "deed", "→" + render_effects(card.bonus))
    return (
        render_picture(code, "card")
        + render_element("span", "wanted", needed_pattern)
        + render_element("span", "brings", render_element("span", "line", line) + bonus)
        + _render_name(sheet, code)
    )


def kind_of(code: str) -> str:
    """Return the CSS class of a card: the type of a segment or of a Follower's faction."""
    if code in SEGMENT:
        return SEGMENT[code].type
    faction = CHARACTER[code].faction
    return FACTIONS[faction].type if faction else "advisor"


def render_picture(code: str, size: ArtSize) -> str:
    """Return the drawing of a card, faction, or treaty as HTML."""
    return render_art_image(ART, code, size, f"art art-{size}")


def render_item(code: str, language: str) -> str:
    """Return the picture of an item of a slot, a segment with its price; "" if it has none."""
    if code not in ART.codes:
        return ""
    is_priced = code in SEGMENT and code not in BOX.palaces
    price = render_element("b", "", SEGMENT[code].cost) if is_priced else ""
    return render_element("span", "essence-item", render_picture(code, "chip") + price)


def describe_item(code: str, language: str) -> str:
    """Return what an Advisor does; "" for any other item."""
    return describe_character(code, language) if code in CHARACTER else ""


def map_cells(codes: Sequence[str], view: View) -> list[list[tuple[str, str]]]:
    """Return the viewer's Island with these cells, the highest row first: (cell to pick, picture).

    [] if the codes are no cells.
    """
    if view.you is None or not all("," in code for code in codes):
        return []
    island = view.own.island
    across, down = zip(*(parse_cell(cell) for cell in (*island, *codes)), strict=True)
    return [
        [
            (cell if cell in codes else "", _render_spot(island.get(cell)))
            for cell in (f"{x},{y}" for x in range(min(across), max(across) + 1))
        ]
        for y in range(max(down), min(down) - 1, -1)
    ]


def _render_spot(segment: SegmentView | None) -> str:
    if segment is None:
        return ""
    return render_element("span", "essence-item", render_picture(segment.card, "chip"))


def _render_name(sheet: Sheet, code: str, more: str = "") -> str:
    return render_element("span", "name", escape_name(name_of(code, sheet.language) + more))


def _describe_card_text(code: str, language: str, *, with_price: bool) -> str:
    if code in SEGMENT:
        return describe_segment(code, language, with_price=with_price and code not in BOX.palaces)
    return (
        describe_character(code, language)
        if code in CHARACTER
        else describe_fragment(code, language)
    )
