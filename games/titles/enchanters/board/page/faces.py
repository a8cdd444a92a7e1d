"""The cards of Enchanters in HTML: whole, as the top of a stack, and covered."""

from __future__ import annotations

from html import escape

from games.engine.board.tags import tag
from games.titles.enchanters.card_texts import lower, upper
from games.titles.enchanters.components import STACK
from games.titles.enchanters.names import name_of
from games.titles.enchanters.table import label

from .marks import icon, kind_of


def face(code: str, language: str) -> str:
    """Return a card whose both parts are seen: its kind, its name, what it says."""
    below = lower(code, language)
    return "".join(
        (
            tag("b", "name", icon(kind_of(code)) + escape(name_of(code, language))),
            tag("span", "says", escape(upper(code, language))),
            tag("span", "below", escape(below)) if below else "",
        )
    )


def strip(code: str, language: str) -> str:
    """Return the lower part of a covered card; of one that says nothing there the name."""
    below = lower(code, language)
    words = escape(below) if below else tag("i", "none", escape(name_of(code, language)))
    return tag("span", "below", icon(kind_of(code)) + words)


def said(code: str, language: str, *, covered: bool = False) -> str:
    """Return a card in words: its name and what it says where it lies."""
    parts = [] if covered else [("above", upper(code, language))]
    parts.append(("below", lower(code, language)))
    told = [label(language, kind, text=text) for kind, text in parts if text]
    return ". ".join([name_of(code, language), *told])


def stack_of(code: str) -> str:
    """Return the class of a card: the stack it goes to."""
    return STACK.get(code, "item")
