"""Template tags for players."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString

from games.models import Player
from games.presentation.avatars import draw_avatar

register = template.Library()


@register.simple_tag
def avatar(player: Player) -> SafeString:
    """Return the picture of a player; bots have square ones."""
    return draw_avatar(player.display_name, is_bot=player.is_bot)
