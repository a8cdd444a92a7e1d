"""House bots: the bot players of the site, each with a level."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.db.models import Q

from games.engine import display_names
from games.models import Level, Player

# Condition for seats held by house bots.
OF_THE_HOUSE = Q(player__is_bot=True, player__owner=None)
# Condition for the house bots themselves.
OF_THE_HOUSE_ITSELF = Q(is_bot=True, owner=None, left_at=None)

# The names of house bots by level, followed by their number; these names are reserved.
HOUSE_BOTS: dict[str, str] = {Level.QUICK: "Bot", Level.STRONG: "Strong bot"}


def house_bots(many: int, level: str = Level.QUICK) -> list[Player]:
    """Return the first `many` house bots of a level, creating missing ones."""
    return [_house_bot(f"{HOUSE_BOTS[level]} {number}", level) for number in range(1, many + 1)]


def _house_bot(name: str, level: str) -> Player:
    """Return the house bot with this unique name, creating it if needed."""
    rows = Player.objects.filter(OF_THE_HOUSE_ITSELF, name_key=display_names.name_key(name))
    if bot := rows.first():
        return bot
    try:
        with transaction.atomic():
            return Player.objects.create_bot(display_name=name, level=level)
    except IntegrityError:
        # A concurrent request has created the same one.
        return rows.get()
