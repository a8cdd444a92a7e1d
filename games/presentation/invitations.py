"""Invitations as the people concerned may see them. Read-only."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils import timezone

from games.models import Invitation, Match, Player, Status
from games.presentation import labels
from games.services.invitations import MAX_NOTE_LENGTH

Outcome = Invitation.Outcome


def invitations_for_player(player: Player) -> list[dict[str, Any]]:
    """Return a player's open invitations, next to expire first.

    Each is {"row": …, "title": …, "pace": …}.
    """
    rows = (
        _open_invitations().filter(player=player, match__status=Status.OPEN).order_by("expires_at")
    )
    return [
        {
            "row": row,
            "title": labels.match_title(row.match),
            "pace": labels.pace_in_words(row.match),
        }
        for row in rows.select_related("match", "inviter")
        if row.match is not None
    ]


def find_own_invitation(player: Player, number: UUID) -> Invitation | None:
    """Return an invitation of a player by its id, answered or not; None if there is none."""
    rows = Invitation.objects.select_related("match", "player")
    return rows.filter(player=player, silent=False, pk=number).first()


def find_invitation_to_match(match: Match, player: Player | None) -> Invitation | None:
    """Return the invitation that lets a player see an open match; None if there is none."""
    if player is None or match.status != Status.OPEN:
        return None
    return _open_invitations().filter(match=match, player=player).first()


def describe_match_invitations(match: Match, player: Player | None) -> dict[str, Any]:
    """Return the invitations on the page of an open match.

    `invited` is the reader's own invitation, `asked` are those they have sent, `kept` the people
    for whom seats are reserved.
    """
    if player is None:
        return {"invited": None, "asked": [], "kept": []}
    invitations = match.invitations.filter(outcome__in=(Outcome.OPEN, Outcome.DECLINED))
    rows = invitations.filter(Q(inviter=player) | ~Q(seat=None)).order_by("sent_at", "id")
    rows = rows.select_related("player")
    holders = [row.player for row in rows if row.seat is not None and row.outcome == Outcome.OPEN]
    return {
        "invited": find_invitation_to_match(match, player),
        "asked": [row for row in rows if row.inviter_id == player.pk],
        "kept": holders,
        "longest_note": MAX_NOTE_LENGTH,
    }


def row_of(token: str) -> Invitation | None:
    """Return the invitation named by `token` in an e-mail; None for none or a silent one."""
    rows = Invitation.objects.select_related("match", "inviter", "player")
    return rows.filter(token=token, silent=False).first() if token.isalnum() else None


def _open_invitations() -> QuerySet[Invitation]:
    rows = Invitation.objects.filter(outcome=Outcome.OPEN, silent=False)
    return rows.filter(expires_at__gt=timezone.now())
