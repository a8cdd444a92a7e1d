"""The cards of Enchanters as HTML: whole, as the top of a stack, and covered."""

from __future__ import annotations

from html import escape

from games.engine.board.tags import render_element

from ...rules.components import STACK
from ...words.card_texts import lower_text, upper_text
from ...words.names import name_of
from ...words.text_table import format_label
from .marks import kind_of, render_icon


def render_card_face(code: str, language: str) -> str:
    """Return a card with both parts visible: kind, name and text."""
    below = lower_text(code, language)
    return "".join(
        (
            render_element(
                "b", "name", render_icon(kind_of(code)) + escape(name_of(code, language))
            ),
            render_element("span", "says", escape(upper_text(code, language))),
            render_element("span", "below", escape(below)) if below else "",
        )
    )


def render_covered_card(code: str, language: str) -> str:
    """Return the lower part of a covered card; its name if that part has no text."""
    below = lower_text(code, language)
    words = escape(below) if below else render_element("i", "none", escape(name_of(code, language)))
    return render_element("span", "below", render_icon(kind_of(code)) + words)


def describe_card_text(code: str, language: str, *, covered: bool = False) -> str:
    """Return the text of a card: its name and the text of its visible parts."""
    parts = [] if covered else [("above", upper_text(code, language))]
    parts.append(("below", lower_text(code, language)))
    told = [format_label(language, kind, text=text) for kind, text in parts if text]
    return ". ".join([name_of(code, language), *told])


def stack_of(code: str) -> str:
    """Return the CSS class of a card: the stack it belongs to."""
    return STACK.get(code, "item")
