"""Template filters for the reference of the API: its descriptions, types and paths, as HTML."""

from __future__ import annotations

import re

from django import template
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

# What drf-spectacular adds to the description of an enumeration: a list with a line per value.
VALUES = re.compile(r"^\* (`[^`\n]+`) - .*$", re.MULTILINE)
CODE = re.compile(r"`([^`]+)`")
SHAPE = re.compile(r"\b[A-Z]\w+")


@register.filter
def description(text: str) -> SafeString:
    """Return a description with `code` as such, and the values of an enumeration in one line.

    >>> description("Who won. " + chr(10) + "* `none` - none" + chr(10) + "* `you` - you")
    'Who won. <code>none</code>, <code>you</code>'
    """
    values = ", ".join(VALUES.findall(text))
    sentence = " ".join(filter(None, [VALUES.sub("", text).strip(), values]))
    # Escaping leaves backticks and the spans between them as they are.
    return mark_safe(CODE.sub(r"<code>\1</code>", conditional_escape(sentence)))  # nosec B308 B703


@register.filter
def type_links(kind: str) -> SafeString:
    """Return a type whose schemas link to their descriptions on the page.

    >>> type_links("[Seat] | null")
    '[<a href="#Seat">Seat</a>] | null'
    """
    return mark_safe(SHAPE.sub(_link_shape, conditional_escape(kind)))  # nosec B308 B703


@register.filter
def breakable(path: str) -> SafeString:
    """Return a path that is broken before a slash where it has to be.

    >>> breakable("/a/{b}/")
    '/a<wbr>/{b}<wbr>/'
    """
    return mark_safe(re.sub(r"(?<=.)/", "<wbr>/", conditional_escape(path)))  # nosec B308 B703


def _link_shape(name_match: re.Match[str]) -> str:
    return format_html('<a href="#{0}">{0}</a>', name_match[0])
