"""Which other rooms of the house pages lead to."""

from __future__ import annotations

from django import template
from django.conf import settings
from django.template import Context
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.presentation import boards
from games.titles import GAMES

register = template.Library()


@register.simple_tag(takes_context=True)
def may_read_letters_here(context: Context) -> bool:
    """Tell whether letters stay in the local post office, and its pages are open to this person."""
    user = getattr(context.get("request"), "user", None)
    if not settings.DEV_MAILBOX or user is None or not user.is_authenticated:
        return False
    return bool(settings.DEMO or user.is_staff)


@register.simple_tag
def letters_stay_here() -> bool:
    """Tell whether this installation sends no letter into the world."""
    return bool(settings.DEV_MAILBOX)


@register.simple_tag
def rules_link(game: str) -> SafeString:
    """Return a link to the rules of a game; "" for one that is explained nowhere."""
    if game not in boards.GUIDES:
        return SafeString()
    words = _("How {game} is played").format(game=GAMES[game].title)
    return format_html('<a href="{}">{}</a>', reverse("guide", args=[game]), words)
