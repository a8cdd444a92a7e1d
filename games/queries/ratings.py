"""The ratings of players, and those before and after a match."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from games.leagues.ratings import Rating
from games.models import Match, Player, RatingStep
from games.models import Rating as RatingRow


def fetch_rating_steps(match: Match, first: Rating) -> dict[UUID, tuple[Rating, Rating]]:
    """Return (before, after) by player of a rated match; `first` is before anybody's first one."""
    after = {row.player_id: row for row in match.rating_steps.all()}
    if not after:
        return {}
    latest = max(row.rated_at for row in after.values())
    earlier = (
        RatingStep.objects.filter(player__in=after, match__game=match.game, rated_at__lte=latest)
        .exclude(match=match)
        .order_by("player", "-rated_at", "-pk")
        .distinct("player")
    )
    before = {row.player_id: Rating(row.mean, row.deviation) for row in earlier}
    return {
        player: (before.get(player, first), Rating(row.mean, row.deviation))
        for player, row in after.items()
    }


def shown_rating(player: Player, game: str) -> int:
    """Return a player's displayed rating; that of a beginner if they have none."""
    return shown_ratings([player.pk], game)[player.pk]


def shown_ratings(players: Sequence[UUID], game: str) -> dict[UUID, int]:
    """Return the displayed ratings of players by id; that of a beginner for those without one."""
    known = RatingRow.objects.filter(player__in=players, game=game)
    found = {row.player_id: Rating(row.mean, row.deviation).shown for row in known}
    return {player: found.get(player, Rating().shown) for player in players}
