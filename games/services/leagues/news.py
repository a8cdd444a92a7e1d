"""Queue notifications to the entrants of a league; emails/leagues.py renders them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from games.models import Entry, Season, SeasonToken
from games.services.leagues import teams
from notifications import gateway
from notifications.gateway import Draft, Reply

# News that ask their reader to sign up or to check in.
ASKING = ("opened", "invited", "check_in", "missed")
# News for directors, which lead to their page: a reply could do nothing.
WITHOUT_REPLY = ("proposed", "cancelled", "drawn_anew", "withdrawn", "absent")


def notify_entrants(
    season: Season, entries: Iterable[Entry], what: str, *, about: str = "", now: datetime
) -> None:
    """Queue an e-mail to each entrant; `about` makes its key unique within the season.

    All players of a team get it.
    """
    players_by_entry = teams.player_ids(entries)
    _post_news(
        season,
        [player for players in players_by_entry.values() for player in players],
        what,
        about,
        now,
    )


def tell_players(
    season: Season, players: Iterable[UUID], what: str, *, about: str = "", now: datetime
) -> None:
    """Queue an e-mail to players who need not take part; for `about` see notify_entrants()."""
    _post_news(season, list(players), what, about, now)


def answer_reply(
    row: SeasonToken, reply: Reply, what: str, *, now: datetime, **data: object
) -> None:
    """Queue the answer to a player's e-mail about a season, unless it must not be answered."""
    if not reply.answerable:
        return
    facts = {"season": str(row.season_id), "news": what, "answers": reply.message_id, **data}
    draft = Draft(
        key=f"league-{reply.email_id}",
        player_id=row.player_id,
        kind="league",
        thread=_thread_of(row.season),
        reply_token=row.token,
        data=facts,
    )
    gateway.post_notifications([draft], now=now)


def _post_news(season: Season, players: list[UUID], what: str, about: str, now: datetime) -> None:
    if not players:
        return
    facts: dict[str, object] = {"season": str(season.pk), "news": what, "about": about}
    tokens = {} if what in WITHOUT_REPLY else _fetch_tokens(season, players)
    asks = what in ASKING
    drafts = [
        Draft(
            key=f"league-{season.pk}-{what}-{about}-{player}",
            player_id=player,
            kind="league_asked" if asks else "league",
            thread=_thread_of(season),
            reply_token=tokens.get(player, ""),
            data=facts,
            answer_until=_answer_until(season, now) if asks else None,
        )
        for player in players
    ]
    gateway.post_notifications(drafts, now=now)


def _fetch_tokens(season: Season, players: list[UUID]) -> dict[UUID, str]:
    """Return player id -> the token to which they reply about a season; new ones are created.

    The season is locked, or was created in this transaction.
    """
    rows = SeasonToken.objects.filter(season=season, player__in=players)
    tokens = dict(rows.values_list("player", "token"))
    missing = [player for player in dict.fromkeys(players) if player not in tokens]
    if missing:
        new = [SeasonToken(season=season, player_id=player) for player in missing]
        SeasonToken.objects.bulk_create(new)
        tokens |= {row.player_id: row.token for row in new}
    return tokens


def _answer_until(season: Season, now: datetime) -> datetime | None:
    """Return until when a player can sign up or check in, None if there is no such instant."""
    is_open = season.state == Season.State.SIGN_UP
    until = season.sign_up_until if is_open else season.starts_at
    return until if until is not None and until > now else None


def _thread_of(season: Season) -> str:
    return f"league-{season.league.slug}-{season.number}"
