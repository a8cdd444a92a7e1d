"""What the post office keeps about one player, for that player."""

from __future__ import annotations

from typing import Any

from .models import Hook, InboundLetter, Mailbox, Notice, Trouble, Wish
from .strangers import INTRODUCTIONS


def own_data(player: Any) -> dict[str, Any]:
    """Return it as plain values, newest first; of letters what they were and their fate.

    Keys of answers and the bytes of letters are left out: a letter is in its reader's mailbox.
    """
    wishes: Any = Mailbox.objects.filter(player=player).values().first() or {}
    return {
        "wishes": {name: value for name, value in wishes.items() if name != "player_id"},
        "channels": list(
            Wish.objects.filter(player=player)
            .order_by("thread", "channel")
            .values("channel", "thread", "events", "since")
        ),
        "troubles": list(
            Trouble.objects.filter(address=player.email.lower()).values("status", "last", "stopped")
        ),
        "hooks": list(
            Hook.objects.filter(player=player).values("id", "url", "shape", "label", "since")
        ),
        "letters_to_you": list(
            Notice.objects.filter(player=player)
            .exclude(kind__in=INTRODUCTIONS)
            .order_by("-created", "-id")
            .values("kind", "thread", "subject", "language", "created", "sent", "state", "why")
        ),
        "letters_from_you": list(
            InboundLetter.objects.filter(sender=player.email.lower())
            .order_by("-received", "-id")
            .values("received", "first_line", "size", "reason", "processed")
        ),
    }
