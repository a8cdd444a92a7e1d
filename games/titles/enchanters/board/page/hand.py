"""The viewer's own cards as HTML: those dealt to them, and those on top of their stacks."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from games.engine.board.tags import render_component, render_element

from .faces import describe_card_text, render_card_face, stack_of
from .marks import Sheet


def render_own_cards(sheet: Sheet) -> str:
    """Return what stays in sight beside the question: the cards dealt to the viewer, and those on
    top of their stacks; "" for a spectator, without cards, and at the end."""
    view, you = sheet.view, sheet.view.you
    if you is None or view.result:
        return ""
    # Cards with answers first: the rest may have to be scrolled into view.
    cards = sorted(_list_own_cards(sheet, you), key=lambda card: card[0] not in sheet.links)
    things = [
        render_component(
            sheet,
            where,
            describe_card_text(code, sheet.language),
            render_card_face(code, sheet.language, "hand"),
            css=f"face {stack_of(code)}",
            item=code,
        )
        for where, code in cards
    ]
    if not things:
        return ""
    label = escape(sheet.word("dealt" if view.dealt else "hand"))
    row = render_element("div", "hand-things", "".join(things))
    return f'<section class="area hand" aria-label="{label}">{row}</section>'


def _list_own_cards(sheet: Sheet, you: int) -> Iterator[tuple[str, str]]:
    """Yield (component, card) of the cards dealt to the viewer, and of the tops of their stacks."""
    yield from ((f"dealt-{n}", code) for n, code in enumerate(sheet.view.dealt or ()))
    for stack, cards in sheet.view.seats[you].stacks.items():
        if cards:
            yield f"seat-{you}-{stack}-{len(cards) - 1}", cards[-1]
