"""What the post office does when a player leaves for good: it forgets them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from notifications.models import (
    BounceScore,
    CapturedEmail,
    ChannelPreference,
    Delivery,
    EmailPreferences,
    InboundEmail,
    Notification,
    Picture,
    SenderAddress,
    Webhook,
)
from notifications.models.players import Player
from notifications.outgoing.introductions import INTRODUCTIONS

# What a letter was stays, so that a report about it still finds it; what it said does not.
BLANK: dict[str, Any] = {"subject": "", "text": "", "html": "", "headers": {}, "references": ""}
BLANK |= {"data": {}, "address": "", "answers": "", "quotes_people": False}


def addresses_of(player: Player) -> set[str]:
    """Every address of a player that we know, lower case: theirs, further and former ones.

    Of former ones those whose last letter, which said that another came, is still kept.
    """
    senders = SenderAddress.objects.filter(player=player).values_list("address", flat=True)
    kinds = ("address_changed", "desk")
    left = Notification.objects.filter(player=player, kind__in=kinds).exclude(address="")
    former = {address.lower() for address in left.values_list("address", flat=True)}
    return {player.email.lower(), *senders} | former


def erase_player_emails(player: Player) -> None:
    """Withdraw a player's letters that have not left, and erase letters, wishes and addresses."""
    ours = addresses_of(player)
    notifications = Notification.objects.filter(player=player)
    _erase_notifications(notifications)
    for rows in (Webhook, EmailPreferences, ChannelPreference, SenderAddress):
        rows.objects.filter(player=player).delete()
    BounceScore.objects.filter(address__in=ours).delete()
    CapturedEmail.objects.filter(recipient__in=ours).delete()
    letters = InboundEmail.objects.filter(sender__in=ours)
    letters.update(raw=None, envelope={}, sender="", first_line="", words="")


def forget_introductions(before: datetime) -> None:
    """Erase the letters to people we do not know that were posted before an instant."""
    old = Notification.objects.filter(kind__in=INTRODUCTIONS, created_at__lt=before).exclude(
        address=""
    )
    if old.exists():
        _erase_notifications(
            Notification.objects.filter(pk__in=list(old.values_list("pk", flat=True)))
        )


def _erase_notifications(notifications: QuerySet[Notification]) -> None:
    waiting = notifications.filter(state=Notification.State.QUEUED)
    waiting.update(state=Notification.State.WITHDRAWN, why="account deleted")
    Picture.objects.filter(notification__in=notifications).delete()
    Delivery.objects.filter(notification__in=notifications).update(error="", bounce="")
    notifications.update(**BLANK)
