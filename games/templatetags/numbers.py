"""A template filter for numbers that may be negative."""

from __future__ import annotations

from typing import Any

from django import template

from games.engine.text import format_number

register = template.Library()


@register.filter
def number(value: Any) -> Any:
    """Return a number with a minus sign instead of a hyphen; None stays None."""
    return None if value is None else format_number(value)
