"""A template tag for the colon, which French sets off by a space."""

from __future__ import annotations

from django import template

from games.presentation.labels import after_colon

register = template.Library()


@register.simple_tag
def colon() -> str:
    """Return the colon after a word that is filled in."""
    return after_colon("", "").rstrip(" ")
