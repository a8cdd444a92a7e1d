"""The ratings of players before and after a match."""

from __future__ import annotations

from uuid import UUID

from games.leagues.ratings import Rating
from games.models import Match, RatingStep


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
