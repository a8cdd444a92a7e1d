"""What stands above all: round, order and Threat; and the row of the prophecy."""

from __future__ import annotations

from html import escape

from games.titles.essence.cards import FRAGMENT
from games.titles.essence.story import cards
from games.titles.essence.table import label
from games.titles.essence.words import name_of

from . import faces
from .tags import Sheet, area, icon, number, tag, thing


def head(sheet: Sheet) -> str:
    """Return the round and its order, who is asked, and the Threat; or that all is over."""
    view = sheet.view
    if view["scores"] is not None:
        return tag("div", "top", tag("p", "turn", escape(label(sheet.language, "over"))))
    told = f"{sheet.word('round', round=view['round'])} · {sheet.word('goal', goal=view['goal'])}"
    threat = thing(
        sheet,
        "threat",
        label(sheet.language, "threat", threat=view["threat"]),
        number("threat", view["threat"], sheet.word("threat")),
        css="threat-note",
    )
    return tag("div", "top", tag("p", "turn", escape(told)) + threat + _order(sheet))


def _order(sheet: Sheet) -> str:
    """Return the players in the order of the round; who has passed comes after it."""
    steps = []
    for seat in sheet.view["order"]:
        name = f'<b class="badge">{seat + 1}</b> {escape(sheet.names[seat])}'
        if seat in sheet.view["asked"]:
            name += f" {icon('asked')}{tag('small', '', escape(sheet.word('asked')))}"
        elif seat in sheet.view["passed"]:
            name += f" {tag('small', '', escape(sheet.word('passed')))}"
        css = "asked" if seat in sheet.view["asked"] else "waits"
        steps.append(tag("li", css, name))
    return f'<ol class="order" aria-label="{escape(sheet.word("order"))}">{"".join(steps)}</ol>'


def prophecy(sheet: Sheet) -> str:
    """Return the row from the left, whose first cannot be read, and what is left of its deck."""
    view, language = sheet.view, sheet.language
    deck = sheet.word("deck", many=view["prophecy_deck"])
    rest = sheet.word("discard", many=len(view["prophecy_discard"]))
    label_ = f"{sheet.word('prophecy')}, {deck}. {label(language, 'discard')}"
    label_ += cards(view["prophecy_discard"], language)
    stack = thing(sheet, "row-deck", label_, escape(f"{deck} · {rest}"), css="stack-note")
    places = [_place(sheet, place, code) for place, code in enumerate(view["row"])]
    return area("prophecy", sheet.word("prophecy"), stack, *places)


def _place(sheet: Sheet, place: int, code: str | None) -> str:
    if code is None:
        return '<span class="free"></span>'
    first = "" if place else label(sheet.language, "row.first")
    note = "" if place else "first"
    said = faces.told(sheet, code, first)
    inside = faces.foretold(sheet, code)
    return thing(sheet, f"row-{place}", said, inside, css="card fragment", item=code, note=note)


def claimed(sheet: Sheet, number_: int) -> str:
    """Return the fragments that a player has read."""
    codes = sheet.view["seats"][number_]["fragments"]
    shown = [
        thing(
            sheet,
            f"seat-{number_}-{code}",
            faces.told(sheet, code),
            tag("b", "value", "I" * FRAGMENT[code].value),
            tag("span", "name", escape(name_of(code, sheet.language))),
            css="chip fragment",
        )
        for code in codes
    ]
    return tag("div", "own-fragments", "".join(shown)) if shown else ""
