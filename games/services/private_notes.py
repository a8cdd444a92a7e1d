"""Save a player's private notes about a match."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from games.engine.contract import Refused
from games.models import Match, Player, PrivateNote

LONGEST = 4000


class CannotKeep(Refused):
    """The notes are too long, or about somebody else's match."""

    code = "cannot_keep"


def save_private_note(
    match: Match, player: Player, text: str, *, now: datetime | None = None
) -> None:
    """Replace a player's notes about a match they play in; "" deletes them.

    Raises CannotKeep; nothing is changed.
    """
    note = text.replace("\r\n", "\n").replace("\0", "").strip()
    if not match.seats.filter(player=player).exists():
        raise CannotKeep("Notes are for those who play in this match.")
    if len(note) > LONGEST:
        raise CannotKeep(
            "Your notes have {many} characters; the limit is {most}.", many=len(note), most=LONGEST
        )
    if not note:
        PrivateNote.objects.filter(match=match, player=player).delete()
        return
    values = {"text": note, "written_at": now or timezone.now()}
    PrivateNote.objects.update_or_create(match=match, player=player, defaults=values)
