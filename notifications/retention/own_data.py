"""What the post office keeps about one player, for that player."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from abyss_site.encryption.cipher import Undecryptable
from abyss_site.encryption.fields import Sealed
from notifications.models import (
    BounceScore,
    ChannelPreference,
    EmailPreferences,
    InboundEmail,
    Notification,
    Webhook,
)
from notifications.models.players import Player
from notifications.outgoing.introductions import INTRODUCTIONS


def own_data(player: Player) -> dict[str, Any]:
    """Return it as plain values, newest first; of letters what they were and their fate.

    Keys of answers and the bytes of letters are left out: a letter is in its reader's mailbox.
    """
    wishes: Any = EmailPreferences.objects.filter(player=player).values().first() or {}
    return {
        "wishes": {name: value for name, value in wishes.items() if name != "player_id"},
        "channels": list(
            ChannelPreference.objects.filter(player=player)
            .order_by("thread", "channel")
            .values("channel", "thread", "events", "changed_at")
        ),
        "troubles": list(
            BounceScore.objects.filter(address=player.email.lower()).values(
                "status", "last_reported_at", "stopped_at"
            )
        ),
        "webhooks": _decrypt_rows(
            Webhook.objects.filter(player=player).values(
                "id", "url", "shape", "label", "created_at"
            )
        ),
        "letters_to_you": _decrypt_rows(
            Notification.objects.filter(player=player)
            .exclude(kind__in=INTRODUCTIONS)
            .order_by("-created_at", "-id")
            .values(
                "kind", "thread", "subject", "language", "created_at", "sent_at", "state", "why"
            )
        ),
        "letters_from_you": _decrypt_rows(
            InboundEmail.objects.filter(sender=player.email.lower())
            .order_by("-received_at", "-id")
            .values("received_at", "first_line", "size", "reason", "processed_at")
        ),
    }


def _decrypt_rows(rows: Iterable[Any]) -> list[dict[str, Any]]:
    """Return rows as their player may read them; None for what nobody can decrypt any more."""
    return [{name: _decrypt_value(value) for name, value in row.items()} for row in rows]


def _decrypt_value(value: object) -> Any:
    try:
        return value.open() if isinstance(value, Sealed) else value
    except Undecryptable:
        return None
