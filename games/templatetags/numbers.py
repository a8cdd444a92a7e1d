"""Template filters for numbers and names: minus signs, and where lines may end."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from games.engine import text as wording
from games.engine.text import format_number

register = template.Library()

# The space between a number and its noun (“2 Pearls”), and before a last number (“space 1.”).
_BETWEEN = re.compile(r"(?<=\d) (?=[^\W\d_]|×)|(?<=×) |(?<=[^\W\d_]) (?=\d+(?:[.,;:!?)”’»]|$))")
_TAG = re.compile(r"(<[^>]*>)")


@register.filter
def number(value: Any) -> Any:
    """Return a number with a minus sign instead of a hyphen; None stays None."""
    return None if value is None else format_number(value)


@register.filter
def bind_numbers(text: Any) -> SafeString:
    """Keep numbers and their nouns on one line. Tags of safe text stay as they are.

    >>> bind_numbers("for 1 Pearl, on space 2.")
    'for 1\\xa0Pearl, on space\\xa02.'
    """
    return _change_text(text, lambda part: _BETWEEN.sub("\u00a0", part))


@register.filter
def soften(text: Any) -> SafeString:
    """Let long names of cards be divided. Tags of safe text stay as they are.

    >>> soften("<i>Beutelschneider").replace("\u00ad", "-")
    '&lt;i&gt;Beutel-schneider'
    """
    return _change_text(text, wording.soften)


def _change_text(text: Any, change: Callable[[str], str]) -> SafeString:
    parts = _TAG.split(conditional_escape(text))
    parts[::2] = [change(part) for part in parts[::2]]
    return mark_safe("".join(parts))  # nosec B308 B703
