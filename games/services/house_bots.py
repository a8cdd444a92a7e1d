"""House bots: players of ours, of a level each."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.db.models import Q

from games.engine import display_names
from games.models import Level, Player

# The seats of the house, as a condition.
OF_THE_HOUSE = Q(player__is_bot=True, player__owner=None)
# Its bots themselves.
OF_THE_HOUSE_ITSELF = Q(is_bot=True, owner=None, left_at=None)

# What house bots of a level are called, before their number: nobody else may be called so.
HOUSE_BOTS: dict[str, str] = {Level.QUICK: "Bot", Level.STRONG: "Strong bot"}


def house_bots(many: int, level: str = Level.QUICK) -> list[Player]:
    """Return the first `many` house bots of a level, made when they are first asked for."""
    return [_house_bot(f"{HOUSE_BOTS[level]} {number}", level) for number in range(1, many + 1)]


def _house_bot(name: str, level: str) -> Player:
    """Find a house bot by its name, which is one player's only, or make it."""
    known = Player.objects.filter(OF_THE_HOUSE_ITSELF, name_key=display_names.name_key(name))
    if found := known.first():
        return found
    try:
        with transaction.atomic():
            return Player.objects.create_bot(display_name=name, level=level)
    except IntegrityError:
        # Somebody asked for the same one at the same time.
        return known.get()
