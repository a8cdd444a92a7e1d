"""What gives the reader of an open stream the right to it, and which of these rights still hold."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from django.contrib.sessions.models import Session
from django.db.models import Q
from msgspec import Struct

from games.models import PersonalToken, Player, Seat

# Seconds between two looks at the rights of open streams: several times within a heartbeat.
CHECK_EVERY = 5.0


class StreamRight(Struct, frozen=True):
    """A player, who has a session or a token, and on the page of a match holds a seat.

    `session` is the key of the session's row, "" for none; `match` is a number.
    """

    player: UUID
    session: str = ""
    token: UUID | None = None
    match: int | None = None
    seat: int | None = None


def find_valid_rights(rights: Collection[StreamRight], *, now: datetime) -> set[StreamRight]:
    """Return the rights that still hold, in a few queries for any number of them.

    A session has ended with its row, a token when it is revoked or expires; an inactive player has
    no rights, nor has a bot of one. A seat may be somebody else's by now.
    """
    active = _find_active_players({right.player for right in rights})
    sessions = _find_live_sessions({right.session for right in rights if right.session}, now)
    tokens = _find_good_tokens({right.token for right in rights if right.token}, now)
    seats = _find_seats({right.match for right in rights if right.match is not None})
    return {
        right
        for right in rights
        if right.player in active
        and (right.session in sessions or right.token in tokens)
        and (right.seat is None or (right.match, right.seat, right.player) in seats)
    }


def _find_active_players(players: set[UUID]) -> set[UUID]:
    rows = Player.objects.filter(Q(owner=None) | Q(owner__is_active=True), is_active=True)
    return set(rows.filter(pk__in=players).values_list("pk", flat=True))


def _find_live_sessions(sessions: set[str], now: datetime) -> set[str]:
    if not sessions:
        return set()
    rows = Session.objects.filter(session_key__in=sessions, expire_date__gt=now)
    return set(rows.values_list("session_key", flat=True))


def _find_good_tokens(tokens: set[UUID], now: datetime) -> set[UUID]:
    if not tokens:
        return set()
    rows = PersonalToken.objects.filter(
        Q(expires_at=None) | Q(expires_at__gt=now), pk__in=tokens, revoked_at=None
    )
    return set(rows.values_list("pk", flat=True))


def _find_seats(matches: set[int]) -> set[tuple[int, int, UUID | None]]:
    if not matches:
        return set()
    rows = Seat.objects.filter(match__number__in=matches)
    return set(rows.values_list("match__number", "number", "player"))
