"""Queue notifications to the entrants of a league; emails/leagues.py renders them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from games.models import Entry, Season
from games.services.leagues import teams
from notifications import gateway
from notifications.gateway import Draft


def notify_entrants(
    season: Season, entries: Iterable[Entry], what: str, *, about: str = "", now: datetime
) -> None:
    """Queue an e-mail to each entrant; `about` makes its key unique within the season.

    All players of a team get it.
    """
    told = teams.player_ids(entries)
    _post_news(season, [one for players in told.values() for one in players], what, about, now)


def tell_players(
    season: Season, players: Iterable[UUID], what: str, *, about: str = "", now: datetime
) -> None:
    """Queue an e-mail to players who need not take part; for `about` see notify_entrants()."""
    _post_news(season, players, what, about, now)


def _post_news(
    season: Season, players: Iterable[UUID], what: str, about: str, now: datetime
) -> None:
    facts: dict[str, Any] = {"season": str(season.pk), "news": what, "about": about}
    drafts = [
        Draft(
            key=f"league-{season.pk}-{what}-{about}-{player}",
            player_id=player,
            kind="league",
            thread=f"league-{season.league.slug}-{season.number}",
            data=facts,
        )
        for player in players
    ]
    gateway.post_notifications(drafts, now=now)
