"""Adding a webhook, trying it, switching it on again, taking it away."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_noop

from abyss_site.encryption.cipher import Undecryptable
from abyss_site.epoch import current_epoch
from abyss_site.ids import uuid7
from notifications.models import ChannelPreference, Notification
from notifications.models.players import Player
from notifications.models.webhooks import Webhook
from notifications.outgoing import channels
from notifications.preferences import channel_preferences
from notifications.webhooks import calls

MOST = 5
BETWEEN_TESTS = timedelta(seconds=20)


class TooMany(Exception):
    """A player has MOST webhooks already."""


class TooOften(Exception):
    """The last test was a moment ago."""


def add_webhook(
    player: Player, *, url: str, shape: str, questions_only: bool, thread: str, now: datetime
) -> Webhook:
    """Keep an address to call from now on; it has been checked. Raises TooMany.

    `thread` is the one conversation it is for, such as "match-7"; "" for all of them.
    """
    if len(all_of(player)) >= MOST:
        raise TooMany
    with transaction.atomic():
        webhook = Webhook.objects.create(
            player=player, url=url, shape=shape, created_at=now, epoch=current_epoch()
        )
        events = channels.QUESTIONS if questions_only else channels.ALL
        wished = {channels.channel_of(webhook): events}
        channel_preferences.set_preferred_events(player, thread, wished, now=now)
        if thread:
            channel_preferences.set_preferred_events(
                player, channels.EVERYTHING, dict.fromkeys(wished, ()), now=now
            )
    return webhook


@transaction.atomic
def remove_webhook(webhook: Webhook) -> None:
    """Call an address no more, and forget what its owner wished for it."""
    if webhook.shape != Webhook.Shape.PUSH:
        ChannelPreference.objects.filter(
            player=webhook.player_id, channel=channels.channel_of(webhook)
        ).delete()
    webhook.delete()


def all_of(player: Player) -> list[Webhook]:
    """Return the player's programs, oldest first; their devices are `push.devices.all_of`."""
    programs = Webhook.objects.filter(player=player).exclude(shape=Webhook.Shape.PUSH)
    return list(programs.order_by("id"))


def get_webhook(player: Player, number: UUID) -> Webhook | None:
    """Return the player's webhook of this id, None if it is not theirs."""
    return Webhook.objects.select_related("player").filter(player=player, pk=number).first()


def send_test_call(webhook: Webhook, now: datetime) -> str:
    """Call the webhook at once; return "" or what went wrong, in English. Raises TooOften.

    A device that is gone is forgotten.
    """
    rested = Q(tested_at=None) | Q(tested_at__lt=now - BETWEEN_TESTS)
    if not Webhook.objects.filter(rested, pk=webhook.pk).update(tested_at=now):
        raise TooOften
    sample = Notification(
        id=uuid7(), player=webhook.player, kind="test", created_at=now, due_at=now
    )
    try:
        return calls.try_once(webhook, sample, now)
    except Undecryptable:
        return calls.UNREADABLE
    except calls.Gone:
        webhook.delete()
        return gettext_noop("This device is gone.")


def switch_on(webhook: Webhook, now: datetime) -> None:
    """Call the webhook again; what happened meanwhile is not told."""
    webhook.created_at, webhook.first_failed_at, webhook.stopped_at, webhook.error = (
        now,
        None,
        None,
        "",
    )
    webhook.save(update_fields=["created_at", "first_failed_at", "stopped_at", "error"])
    webhook.calls.filter(done_at=None).update(done_at=now, error="switched off")
