"""Export the data that notifications store about a player, for that player."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Q

from abyss_site.core.email_addresses import address_key
from abyss_site.core.encryption.cipher import Undecryptable
from abyss_site.core.encryption.fields import Ciphertext
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
    """Return a player's data as plain values, by category; e-mails are listed newest first.

    Reply tokens and the content of e-mails are left out: the player has them in their mailbox.
    """
    preferences: Any = EmailPreferences.objects.filter(player=player).values().first() or {}
    return {
        "preferences": {name: value for name, value in preferences.items() if name != "player_id"},
        "channels": list(
            ChannelPreference.objects.filter(player=player)
            .order_by("thread", "channel")
            .values("channel", "thread", "events", "changed_at")
        ),
        "delivery_problems": list(
            BounceScore.objects.filter(address=address_key(player.email)).values(
                "status", "last_reported_at", "stopped_at"
            )
        ),
        "webhooks": _decrypt_rows(
            Webhook.objects.filter(player=player).values(
                "id", "url", "shape", "label", "created_at"
            )
        ),
        "emails_to_you": _decrypt_rows(
            Notification.objects.filter(player=player)
            .exclude(kind__in=INTRODUCTIONS)
            .order_by("-created_at", "-id")
            .values(
                "kind", "thread", "subject", "language", "created_at", "sent_at", "state", "why"
            )
        ),
        "emails_from_you": _decrypt_rows(
            InboundEmail.objects.filter(Q(sender=address_key(player.email)) | Q(player=player))
            .order_by("-received_at", "-id")
            .values("received_at", "first_line", "size", "reason", "processed_at")
        ),
    }


def _decrypt_rows(rows: Iterable[Any]) -> list[dict[str, object]]:
    """Decrypt the values of rows; a value that cannot be decrypted becomes None."""
    return [{name: _decrypt_value(value) for name, value in row.items()} for row in rows]


def _decrypt_value(value: object) -> object:
    try:
        return value.open() if isinstance(value, Ciphertext) else value
    except Undecryptable:
        return None
