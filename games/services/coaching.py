"""Switch the coach on and off, and start a beginner's first match."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.models import Level, Match, Player
from games.services import guests, matches, sanctions
from games.services.house_bots import house_bots
from games.titles import GAMES

# Defaults for a first match, which is against one house bot: the first game that has a coach.
FIRST_GAME = next(name for name, game in GAMES.items() if game.coach)
FIRST_PACE = "day"
# How often a match is dealt until its beginner is asked first; then the house bot may begin.
MAX_DEALS = 8


@transaction.atomic
def first_match(
    player: Player,
    *,
    game: str = FIRST_GAME,
    level: Level = Level.QUICK,
    now: datetime | None = None,
) -> Match:
    """Start a match against a house bot with the coach switched on; spectators cannot watch it.

    The options are those of the game's preset for a first match.

    Raises PlayerSuspended, GuestLimit, and BadOptions if no house bot of this level plays the game.
    """
    now = now or timezone.now()
    matches.check_level(GAMES[game], level)
    if player.is_guest:
        guests.check_may_play(player)
    else:
        sanctions.check_may_join(player, now=now)
    terms = matches.MatchTerms(
        game,
        seats=2,
        options=GAMES[game].presets.get("first_match", {}),
        bots=int(level == Level.QUICK),
        strong_bots=int(level == Level.STRONG),
        pace=FIRST_PACE,
        watchable=False,
    )
    match = _deal_first_match(player, terms, now, house_bots(1, level))
    set_coaching(match, player, on=True)
    return match


def _deal_first_match(
    player: Player, terms: matches.MatchTerms, now: datetime, bots: list[Player]
) -> Match:
    """Deal matches until one begins with a question to the player; return it."""
    for deal in range(1, MAX_DEALS + 1):
        with transaction.atomic():
            match = matches.seat_match([player, *bots], terms, created_by=player, now=now)
            if deal == MAX_DEALS or match.prompts.filter(seat=0, closed_at=None).exists():
                break
            transaction.set_rollback(True)
    return match


def set_coaching(match: Match, player: Player, *, on: bool) -> None:
    """Switch the coach on or off for a player's own seat."""
    match.seats.filter(player=player).update(coached=on)
