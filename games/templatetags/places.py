"""Which other rooms of the house the navigation leads to."""

from __future__ import annotations

from django import template
from django.conf import settings
from django.template import Context

register = template.Library()


@register.simple_tag(takes_context=True)
def may_read_letters_here(context: Context) -> bool:
    """Tell whether letters stay in the local post office, and its pages are open to this person."""
    user = getattr(context.get("request"), "user", None)
    if not settings.LOCAL_POST_OFFICE or user is None or not user.is_authenticated:
        return False
    return bool(settings.DEMO or user.is_staff)


@register.simple_tag
def letters_stay_here() -> bool:
    """Tell whether this installation sends no letter into the world."""
    return bool(settings.LOCAL_POST_OFFICE)
