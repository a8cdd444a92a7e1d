"""What holds in a match beside its rules: its clock, its terms, and who keeps to them."""

from __future__ import annotations

from typing import Any

from games.models import Match, Player, Seat, Status
from games.presentation import labels


def match_settings_context(match: Match, seat: int | None, player: Player | None) -> dict[str, Any]:
    """What the page of a running match says about seats and terms to whoever looks."""
    seats = list(match.seats.all())
    runs = match.status == Status.RUNNING
    mine = next((one for one in seats if one.number == seat), None) if runs else None
    return {
        "terms": labels.describe_match_settings(match),
        "sitting": labels.players_with_punctuality(seats),
        "lost": mine if mine and (mine.bot_took_over_at or mine.offered_at) else None,
        "offered": _find_offered_seat(seats)
        if runs and seat is None and player is not None
        else None,
    }


def _find_offered_seat(seats: list[Seat]) -> Seat | None:
    return next((one for one in seats if one.offered_at), None)
