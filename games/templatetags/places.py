"""Template tags for links to other parts of the site."""

from __future__ import annotations

from django import template
from django.conf import settings
from django.template import Context
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.engine.board.art import cover_path
from games.http import viewers
from games.presentation import boards
from games.titles import GAMES

register = template.Library()


@register.simple_tag(takes_context=True)
def may_read_emails_here(context: Context) -> bool:
    """Return whether e-mails stay in the development mailbox, and this person may read them."""
    user = getattr(context.get("request"), "user", None)
    if not settings.DEV_MAILBOX or user is None or not user.is_authenticated or user.is_guest:
        return False
    return bool(settings.DEMO or user.is_staff)


@register.simple_tag(takes_context=True)
def chosen_theme(context: Context) -> str:
    """Return "light" or "dark" if this browser has chosen one, otherwise ""."""
    request = context.get("request")
    return viewers.device_of(request).theme if request else ""


@register.simple_tag
def is_demo_mailbox() -> bool:
    """Return whether visitors read e-mails in the mailbox of a demo."""
    return bool(settings.DEV_MAILBOX and settings.DEMO)


@register.simple_tag
def emails_stay_here() -> bool:
    """Return whether this installation sends no e-mails to the outside."""
    return bool(settings.DEV_MAILBOX)


@register.simple_tag
def rules_link(game: str) -> SafeString:
    """Return a link to the guide of a game; "" if it has none."""
    if game not in boards.GUIDES:
        return SafeString()
    words = _("How to play {game}").format(game=GAMES[game].title)
    return format_html('<a href="{}">{}</a>', reverse("guide", args=[game]), words)


@register.simple_tag
def cover(game: str) -> SafeString:
    """Return the cover of a game as a picture; a plain ground if it has none.

    It is silent for screen readers: the title of the game stands beside it.
    """
    art = boards.ARTS.get(game)
    if art is None:
        return SafeString('<span class="cover" aria-hidden="true"></span>')
    return format_html(
        '<img class="cover" src="{}" alt="" width="1200" height="630" loading="lazy">',
        cover_path(art),
    )
