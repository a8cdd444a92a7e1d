"""The ratings of players, and those before and after a match."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db.models import OuterRef, Subquery

from games.leagues.ratings import Rating
from games.models import Match, Player, RatingStep
from games.models import Rating as RatingRow


def fetch_rating_steps(match: Match, first: Rating) -> dict[UUID, tuple[Rating, Rating]]:
    """Return (before, after) by player of a rated match; `first` is before anybody's first one."""
    earlier = (
        RatingStep.objects.filter(
            player=OuterRef("player"), match__game=match.game, rated_at__lte=OuterRef("rated_at")
        )
        .exclude(match=match)
        .order_by("-rated_at", "-pk")
    )
    steps = match.rating_steps.annotate(
        mean_before=Subquery(earlier.values("mean")[:1]),
        deviation_before=Subquery(earlier.values("deviation")[:1]),
    )
    return {
        row.player_id: (
            first if row.mean_before is None else Rating(row.mean_before, row.deviation_before),
            Rating(row.mean, row.deviation),
        )
        for row in steps
    }


def shown_rating(player: Player, game: str) -> int:
    """Return a player's displayed rating; that of a beginner if they have none."""
    return shown_ratings([player.pk], game)[player.pk]


def shown_ratings(players: Sequence[UUID], game: str) -> dict[UUID, int]:
    """Return the displayed ratings of players by id; that of a beginner for those without one."""
    rows = RatingRow.objects.filter(player__in=players, game=game)
    rating_by_player = {row.player_id: Rating(row.mean, row.deviation).shown for row in rows}
    return {player: rating_by_player.get(player, Rating().shown) for player in players}
