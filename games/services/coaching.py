"""A coach beside the table of somebody who learns: switched on and off, and a first match."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.models import Match, Player
from games.services import matches
from games.titles import GAMES

# What a first match is if nothing else is asked for, against one house bot: the first game of the
# shelf that has a coach.
FIRST_GAME = next(name for name, game in GAMES.items() if game.coach)
FIRST_PACE = "day"


@transaction.atomic
def first_match(player: Player, *, game: str = FIRST_GAME, now: datetime | None = None) -> Match:
    """Start a match against a house bot with a coach beside it; strangers do not look on.

    It is played with what the game's preset for a first match changes.
    """
    match = matches.open_match(
        player,
        game=game,
        options=GAMES[game].presets.get("first_match", {}),
        seats=2,
        bots=1,
        pace=FIRST_PACE,
        watchable=False,
        now=now,
    )
    set_coaching(match, player, on=True)
    return match


def set_coaching(match: Match, player: Player, *, on: bool) -> None:
    """Let a coach speak at a player's own seat, or not."""
    match.seats.filter(player=player).update(coached=on)
