"""Template tags for colons, which French sets off by a space, and for capital letters."""

from __future__ import annotations

import re
from typing import Any

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.translation import get_language

from games.presentation.labels import after_colon

register = template.Library()

_FIRST_OF_OPTION = re.compile(r"(?<=>)\s*[^\W\d_](?=[^<>]*</option>)")


@register.simple_tag
def colon() -> str:
    """Return the colon after a word that is filled in."""
    return after_colon("", "").rstrip(" ")


@register.filter
def sentence_case(title: str) -> str:
    """Return a title of allauth, which writes English ones in title case, as a sentence."""
    title = title.strip()
    return capfirst(title.lower()) if (get_language() or "en").startswith("en") else title


@register.filter
def capitalize_options(field: Any) -> SafeString:
    """Return the HTML of a form field whose options begin with a capital letter.

    >>> capitalize_options(SafeString('<option value="a">any</option>'))
    '<option value="a">Any</option>'
    """
    html = _FIRST_OF_OPTION.sub(lambda hit: hit[0].upper(), conditional_escape(field))
    return mark_safe(html)  # nosec B308 B703
