"""The cards of Enchanters as HTML: whole, as the top of a stack, and covered."""

from __future__ import annotations

import re
from functools import cache
from html import escape

from games.engine.board.art import ArtSize, render_art_image
from games.engine.board.tags import escape_name, render_element

from ...rules.components import CARD, STACK
from ...words.card_texts import lower_text, upper_text
from ...words.meanings import Speaker
from ...words.names import name_of
from ...words.text_table import format_label
from ..art import ART
from .marks import kind_of, render_icon, render_inline_icon

# Nouns that have a shape; “2 wound cards” are no wounds.
NOUNS_WITH_SHAPE = ("attack", "defense", "crystal", "wound", "point", "health", "strength")
ICONS = {"point": "points", "strength": "attack"}


def render_card_picture(code: str, size: ArtSize = "card") -> str:
    """Return the drawing of a card, which lies behind its text; all copies share one."""
    return render_art_image(ART, CARD[code].id, size)


def render_card_face(code: str, language: str, size: ArtSize = "card") -> str:
    """Return a card with both parts visible: its drawing, kind, name and text."""
    name = render_icon(kind_of(code)) + escape_name(name_of(code, language))
    title = render_element("b", "name", name)
    return render_card_picture(code, size) + title + render_card_parts(code, language)


def render_card_parts(code: str, language: str) -> str:
    """Return the text of both parts of a card, with icons for what it counts."""
    above, below = upper_text(code, language), lower_text(code, language)
    return "".join(
        render_element("span", css, render_rules_text(text, language))
        for css, text in (("says", above), ("below", below))
        if text
    )


def render_covered_card(code: str, language: str) -> str:
    """Return the lower part of a covered card; its name if that part has no text."""
    if below := lower_text(code, language):
        return render_rules_text(below, language)
    return render_element("i", "none", escape_name(name_of(code, language)))


@cache
def render_rules_text(text: str, language: str) -> str:
    """Return a text of a card as HTML on one line, with icons after numbers: “+1 attack” is +1 and
    a sword."""
    pattern, shapes = _compile_counted_nouns(language)
    body = pattern.sub(
        lambda match: f"<b>{match[1]}{render_inline_icon(shapes[match[2]])}</b>", escape(text)
    )
    return body.replace(". ", " · ")


@cache
def _compile_counted_nouns(language: str) -> tuple[re.Pattern[str], dict[str, str]]:
    """Return a pattern for a number with a noun, and the shape of each of these nouns."""
    speaker = Speaker(language)
    shapes = {
        speaker.noun(code, many): ICONS.get(code, code)
        for code in NOUNS_WITH_SHAPE
        for many in (2, 1)
    }
    return re.compile(rf"([+−]?[\d–]+) ({'|'.join(shapes)})\b(?! card)"), shapes


def describe_card_text(code: str, language: str, *, is_covered: bool = False) -> str:
    """Return the text of a card: its name and the text of its visible parts."""
    parts = [] if is_covered else [("above", upper_text(code, language))]
    parts.append(("below", lower_text(code, language)))
    sentences = [format_label(language, kind, text=text) for kind, text in parts if text]
    return ". ".join([name_of(code, language), *sentences])


def stack_of(code: str) -> str:
    """Return the CSS class of a card: the stack it belongs to."""
    return STACK.get(code, "item")
