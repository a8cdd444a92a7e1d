"""The top of the board: round, order and Threat; and the row of the prophecy."""

from __future__ import annotations

from html import escape

from games.engine.board.tags import bind_facts, escape_name

from ...rules.components import FRAGMENT
from ...words.lexicon import name_of
from ...words.story import format_card_list
from ...words.text_table import format_label
from . import faces
from .tags import Sheet, render_area, render_component, render_counter, render_element


def render_round_header(sheet: Sheet) -> str:
    """Return the round, the goal, the order and the Threat; or that the match is over."""
    view = sheet.view
    if view.scores is not None:
        return render_element(
            "div", "top", render_element("p", "turn", escape(format_label(sheet.language, "over")))
        )
    title = escape(sheet.word("round", round=view.round))
    goal = render_component(
        sheet,
        "goal",
        sheet.word("goal", goal=view.goal),
        render_counter("shards", view.goal),
        css="stack-note",
    )
    threat = render_component(
        sheet,
        "threat",
        format_label(sheet.language, "threat", threat=view.threat),
        render_counter("threat", view.threat),
        css="threat-note",
    )
    parts = (render_element("p", "turn", title), goal, _render_turn_order(sheet), threat)
    return render_element("div", "top", "".join(parts))


def _render_turn_order(sheet: Sheet) -> str:
    """Return the players in the order of the round; who has passed is crossed out."""
    steps = []
    for seat in sheet.view.order:
        name, has_passed = sheet.names[seat], seat in sheet.view.passed
        label = f"{name}, {sheet.word('passed')}" if has_passed else name
        css = "passed" if has_passed else "asked" if seat in sheet.view.asked else "waits"
        inside = render_element("b", f"badge seat{seat}", seat + 1)
        steps.append(
            f'<li><span class="{css}" role="img" aria-label="{escape(label)}">{inside}</span></li>'
        )
    return f'<ol class="order" aria-label="{escape(sheet.word("order"))}">{"".join(steps)}</ol>'


def render_prophecy(sheet: Sheet) -> str:
    """Return the row from the left, whose first fragment cannot be read, and the size of its
    deck."""
    view, language = sheet.view, sheet.language
    deck = sheet.word("deck", many=view.prophecy_deck)
    rest = sheet.word("discard", many=len(view.prophecy_discard))
    label_ = f"{sheet.word('prophecy')}, {deck}. {format_label(language, 'discard')}"
    label_ += format_card_list(view.prophecy_discard, language)
    stack = render_component(
        sheet, "row-deck", label_, escape(bind_facts([deck, rest])), css="stack-note"
    )
    places = [_render_row_place(sheet, place, code) for place, code in enumerate(view.row)]
    return render_area("prophecy", sheet.word("prophecy"), stack, *places, is_strip=True)


def _render_row_place(sheet: Sheet, place: int, code: str | None) -> str:
    if code is None:
        return '<span class="free"></span>'
    first = "" if place else format_label(sheet.language, "row.first")
    note = "" if place else "first"
    label = faces.describe_card_in_full(sheet, code, first)
    inside = faces.render_fragment(sheet, code)
    return render_component(
        sheet, f"row-{place}", label, inside, css=f"card fragment {note}", item=code
    )


def render_read_fragments(sheet: Sheet, number_: int) -> str:
    """Return the fragments that a player has read."""
    codes = sheet.view.seats[number_].fragments
    fragments = [
        render_component(
            sheet,
            f"seat-{number_}-{code}",
            faces.describe_card_in_full(sheet, code),
            faces.render_picture(code, "chip"),
            render_element("b", "value", "I" * FRAGMENT[code].value),
            render_element("span", "name", escape_name(name_of(code, sheet.language))),
            css="chip fragment",
        )
        for code in codes
    ]
    if not fragments:
        return ""
    label = escape(sheet.word("prophecy"))
    # On a phone the row scrolls, also by keyboard.
    return (
        f'<div class="own-fragments" role="group" tabindex="0" aria-label="{label}">'
        f"{''.join(fragments)}</div>"
    )
