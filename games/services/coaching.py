"""Switch the coach on and off, and start a beginner's first match."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.models import Match, Player
from games.services import matches
from games.titles import GAMES

# Defaults for a first match, which is against one house bot: the first game that has a coach.
FIRST_GAME = next(name for name, game in GAMES.items() if game.coach)
FIRST_PACE = "day"


@transaction.atomic
def first_match(player: Player, *, game: str = FIRST_GAME, now: datetime | None = None) -> Match:
    """Start a match against a house bot with the coach switched on; spectators cannot watch it.

    The options are those of the game's preset for a first match.
    """
    match = matches.open_match(
        player,
        matches.MatchTerms(
            game,
            seats=2,
            options=GAMES[game].presets.get("first_match", {}),
            bots=1,
            pace=FIRST_PACE,
            watchable=False,
        ),
        now=now,
    )
    set_coaching(match, player, on=True)
    return match


def set_coaching(match: Match, player: Player, *, on: bool) -> None:
    """Switch the coach on or off for a player's own seat."""
    match.seats.filter(player=player).update(coached=on)
