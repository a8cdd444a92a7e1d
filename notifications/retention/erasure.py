"""Erase the data of notifications about a player who deletes their account."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q, QuerySet

from abyss_site.core.email_addresses import address_key
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

# Content of erased e-mails. The rows stay, so that a bounce can still be assigned to its e-mail.
BLANK: dict[str, object] = {"subject": "", "text": "", "html": "", "headers": {}, "references": ""}
BLANK |= {"data": {}, "address": "", "answers": "", "quotes_people": False}


def addresses_of(player: Player) -> set[str]:
    """Return all known addresses of a player, by their keys: current, additional and former ones.

    Former addresses are known only while the e-mail about the change of address is stored.
    """
    senders = SenderAddress.objects.filter(player=player).values_list("address", flat=True)
    kinds = ("address_changed", "desk")
    left = Notification.objects.filter(player=player, kind__in=kinds).exclude(address="")
    former = left.values_list("address", flat=True)
    return {address_key(address) for address in [player.email, *senders, *former]}


def erase_player_emails(player: Player) -> None:
    """Withdraw a player's queued e-mails and erase e-mails, preferences and addresses."""
    ours = addresses_of(player)
    notifications = Notification.objects.filter(player=player)
    _erase_notifications(notifications)
    for rows in (Webhook, EmailPreferences, ChannelPreference, SenderAddress):
        rows.objects.filter(player=player).delete()
    BounceScore.objects.filter(address__in=ours).delete()
    CapturedEmail.objects.filter(recipient__in=ours).delete()
    emails = InboundEmail.objects.filter(Q(sender__in=ours) | Q(player=player))
    emails.update(raw=None, envelope={}, sender="", player=None, first_line="", words="")


def forget_introductions(before: datetime) -> None:
    """Erase the introductions to people without an account that were posted before an instant."""
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
