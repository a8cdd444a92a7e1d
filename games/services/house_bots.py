"""House bots: players of ours, of a level each."""

from __future__ import annotations

from django.db.models import Q

from games.models import Level, Player

# The seats of the house, as a condition.
OF_THE_HOUSE = Q(player__is_bot=True, player__owner=None)

# What house bots of a level are called, in their addresses and at the table.
HOUSE_BOTS: dict[str, tuple[str, str]] = {
    Level.QUICK: ("bot", "Bot"),
    Level.STRONG: ("strong", "Strong bot"),
}


def house_bots(many: int, level: str = Level.QUICK) -> list[Player]:
    """Return the first `many` house bots of a level, made when they are first asked for."""
    address, name = HOUSE_BOTS[level]
    return [
        Player.objects.get_or_create(
            email=f"{address}{number}@bots.invalid",
            defaults={
                "display_name": f"{name} {number}",
                "is_bot": True,
                "level": level,
                "password": "!",
            },
        )[0]
        for number in range(1, many + 1)
    ]
