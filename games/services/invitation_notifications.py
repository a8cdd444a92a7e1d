"""Queue the notifications about invitations."""

from __future__ import annotations

from datetime import datetime

from games.models import Invitation, Match, Seat
from games.services import player_events
from games.services.house_bots import OF_THE_HOUSE
from games.services.player_events import Fresh, Kind
from notifications import gateway
from notifications.gateway import Draft


def notify_invitee(row: Invitation, *, now: datetime) -> None:
    """Invite a player, or whoever reads an address in an e-mail on the inviter's behalf."""
    data = {"match": str(row.match_id), "invitation": str(row.pk)}
    if row.player_id is None:
        draft = Draft(
            key=f"introduction-{row.pk}",
            player_id=row.inviter_id,
            kind="introduction",
            reply_token=row.token,
            data=data,
            answer_until=row.expires_at,
            address=row.address,
        )
    else:
        draft = Draft(
            key=f"invitation-{row.pk}",
            player_id=row.player_id,
            kind="invitation",
            thread=thread_for_invitation(row),
            reply_token=row.token,
            data=data,
            answer_until=row.expires_at,
        )
        facts = {"match": _require_match(row).number, "invitation": str(row.pk)}
        player_events.write_events([Fresh(row.player_id, Kind.INVITED, facts)], now=now)
    gateway.post_notifications([draft], now=now)


def notify_of_decline(row: Invitation, *, now: datetime) -> None:
    """Notify the inviter that an invitation was declined; if it reserved a seat, all others too.

    The others are those who hold a seat or have one reserved.
    """
    invitations = Invitation.objects.filter(match=row.match, outcome=Invitation.Outcome.OPEN)
    seats = Seat.objects.filter(match=row.match).exclude(OF_THE_HOUSE)
    recipients = (
        {*seats.values_list("player", flat=True)} if row.seat is not None else {row.inviter_id}
    )
    if row.seat is not None:
        recipients |= {
            *invitations.filter(silent=False).exclude(seat=None).values_list("player", flat=True)
        }
    drafts = [
        Draft(
            key=f"declined-{row.pk}-{player}",
            player_id=player,
            kind="declined",
            thread=thread_for_invitation(row),
            data={"match": str(row.match_id), "invitation": str(row.pk)},
        )
        for player in recipients
        if player is not None
    ]
    gateway.post_notifications(drafts, now=now)


def thread_for_invitation(row: Invitation) -> str:
    """Return the thread that e-mails about invitations to a match belong to."""
    return f"invitation-{_require_match(row).number}"


def _require_match(row: Invitation) -> Match:
    assert row.match is not None
    return row.match
