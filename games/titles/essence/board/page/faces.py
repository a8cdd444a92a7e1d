"""The cards of The Essence in HTML: segments, characters, fragments, treaties."""

from __future__ import annotations

from html import escape

from games.titles.essence.board.guide import asked_for, person, tile
from games.titles.essence.cards import BOX, CHARACTER, FACTIONS, FRAGMENT, SEGMENT
from games.titles.essence.meanings import character, fragment, segment
from games.titles.essence.words import name_of

from .tags import Sheet, icon, number, tag


def told(sheet: Sheet, code: str, *more: str) -> str:
    """Return what a card says when it is pointed at: its name, `more`, and all it does."""
    name = ", ".join((name_of(code, sheet.language), *filter(None, more)))
    return sheet.word("named", name=name, told=_says(code, sheet.language, priced=True)) + "."


def offered(sheet: Sheet, code: str, price: int, many: int) -> str:
    """Return a segment of the market: price, type, name, Essence, and what it does."""
    card = SEGMENT[code]
    cost = number("wealth", price if price == card.cost else f"<s>{card.cost}</s> {price}")
    parts = (
        tag("span", "line", cost + number("essence", card.essence) + icon(card.type, "kind")),
        _name(sheet, code, f" ×{many}" if many > 1 else ""),
        tag("span", "power", escape(segment(code, sheet.language))),
    )
    return "".join(parts)


def lying(sheet: Sheet, code: str, cell: str) -> str:
    """Return a segment on an Island: type, name, cell; a dot if it has a star to use."""
    star = '<i class="star"></i>' if SEGMENT[code].actions else ""
    line = icon(SEGMENT[code].type, "kind") + star + tag("small", "", cell)
    return tag("span", "line", line) + _name(sheet, code)


def speaking(sheet: Sheet, code: str, wealth: int = 0) -> str:
    """Return a Follower or an Advisor, with the Wealth that lies on it."""
    line = icon("person", "kind") + (number("wealth", f"+{wealth}") if wealth else "")
    power = tag("span", "power", escape(character(code, sheet.language)))
    return tag("span", "line", line) + _name(sheet, code) + power


def foretold(sheet: Sheet, code: str) -> str:
    """Return a fragment: its value, its price, the pattern it asks for."""
    card = FRAGMENT[code]
    line = tag("b", "value", "I" * card.value) + number("influence", card.cost)
    power = tag("span", "power", escape(fragment(code, sheet.language)))
    return tag("span", "line", line) + asked_for(card) + _name(sheet, code) + power


def kind_of(code: str) -> str:
    """Return the class of a card: the type of a segment or of a Follower's faction."""
    if code in SEGMENT:
        return SEGMENT[code].type
    faction = CHARACTER[code].faction
    return FACTIONS[faction].type if faction else "advisor"


def item(code: str, language: str) -> str:
    """Return the picture of what a slot may be filled with; "" of what has none."""
    if code in SEGMENT:
        card = SEGMENT[code]
        return tile(card.type, note_="" if code in BOX.palaces else str(card.cost))
    return person() if code in CHARACTER else ""


def _name(sheet: Sheet, code: str, more: str = "") -> str:
    return tag("span", "name", escape(name_of(code, sheet.language) + more))


def _says(code: str, language: str, *, priced: bool) -> str:
    if code in SEGMENT:
        return segment(code, language, priced=priced and code not in BOX.palaces)
    return character(code, language) if code in CHARACTER else fragment(code, language)
