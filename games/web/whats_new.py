"""What happened since the last visit, remembered in a cookie per match instead of a row."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings
from django.http import HttpResponse

from games.engine.numbers import parse_number
from games.http.viewers import SEEN_COOKIE, Device
from games.models import Match, Move
from games.queries.move_log import MoveSummary

A_YEAR = 365 * 24 * 3600
MAX_PLY = 999_999


def summarize_new_moves(
    device: Device, moves: Sequence[MoveSummary], *, seat: int | None
) -> dict[str, object]:
    """Return {"moves", "first", "last"} for the banner above the board; {} if nothing is new.

    `moves` are those on the page; older ones count as seen, and the player's own answers in
    `seat` are not new to them.
    """
    # None on a first visit.
    last = parse_number(device.seen, MAX_PLY)
    fresh = [move for move in moves if last is not None and move.ply > last]
    if all(move.seat == seat and move.source in Move.OWN_HANDS for move in fresh):
        return {}
    return {"moves": fresh, "first": fresh[0].ply, "last": fresh[-1].ply}


def remember_seen_ply(response: HttpResponse, match: Match, ply: int) -> None:
    """Remember in a cookie that this browser has seen the match up to this ply."""
    response.set_cookie(
        SEEN_COOKIE,
        str(ply),
        max_age=A_YEAR,
        path=f"/matches/{match.number}/",
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
