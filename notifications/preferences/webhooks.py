"""Services for a player's webhooks: add, list, test, switch on and remove them."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Q

from abyss_site.core.epoch import current_epoch
from abyss_site.core.valkey import wakeups
from notifications.models import ChannelPreference
from notifications.models.players import Player
from notifications.models.webhooks import Webhook, WebhookCall, new_secret
from notifications.outgoing import channels
from notifications.preferences import channel_preferences

MAX_WEBHOOKS = 5
# How long the key before the last one signs calls as well.
ROTATION = timedelta(days=1)
# How many calls are shown.
MAX_LISTED = 100
BETWEEN_TESTS = timedelta(seconds=20)


class TooMany(Exception):
    """A player has MAX_WEBHOOKS webhooks already."""


class TooOften(Exception):
    """The last test call was requested less than BETWEEN_TESTS ago."""


def add_webhook(
    player: Player, *, url: str, shape: str, questions_only: bool, thread: str, now: datetime
) -> Webhook:
    """Add a webhook with a URL that the caller has checked. Raises TooMany.

    `thread` limits it to one thread, such as "match-7"; "" means all threads.
    """
    with transaction.atomic():
        lock_player(player)
        if len(list_webhooks(player)) >= MAX_WEBHOOKS:
            raise TooMany
        webhook = Webhook.objects.create(
            player=player, url=url, shape=shape, created_at=now, epoch=current_epoch()
        )
        events = channels.QUESTIONS if questions_only else channels.USUAL
        events_by_channel = {channels.channel_of(webhook): events}
        channel_preferences.set_preferred_events(player, thread, events_by_channel, now=now)
        if thread:
            channel_preferences.set_preferred_events(
                player, channels.EVERYTHING, dict.fromkeys(events_by_channel, ()), now=now
            )
    return webhook


def lock_player(player: Player) -> None:
    """Serialize the requests of a player until the end of the transaction, for correct counts."""
    get_user_model().objects.select_for_update(no_key=True).get(pk=player.pk)


@transaction.atomic
def remove_webhook(webhook: Webhook) -> None:
    """Delete a webhook and, unless it is a device, its channel preferences."""
    if webhook.shape != Webhook.Shape.PUSH:
        ChannelPreference.objects.filter(
            player=webhook.player_id, channel=channels.channel_of(webhook)
        ).delete()
    webhook.delete()


def list_webhooks(player: Player) -> list[Webhook]:
    """Return the player's webhooks, oldest first, without devices; see `devices.list_devices`."""
    programs = Webhook.objects.filter(player=player).exclude(shape=Webhook.Shape.PUSH)
    return list(programs.order_by("id"))


def get_webhook(player: Player, number: UUID) -> Webhook | None:
    """Return the player's webhook or device with this id, or None."""
    return Webhook.objects.select_related("player").filter(player=player, pk=number).first()


def request_test_call(webhook: Webhook, now: datetime) -> None:
    """Let a worker make a test call; its result is noted on the webhook. Raises TooOften.

    A device whose subscription has expired is deleted.
    """
    is_rested = Q(tested_at=None) | Q(tested_at__lt=now - BETWEEN_TESTS)
    values: dict[str, object] = {"tested_at": now, "test_due_at": now}
    values |= {"test_answered_at": None, "test_error": ""}
    if not Webhook.objects.filter(is_rested, pk=webhook.pk).update(**values):
        raise TooOften
    wakeups.wake_on_commit("webhooks")


def set_scope(webhook: Webhook, scope: str) -> None:
    """Set what the calls of a program bring, see `Webhook.scope`; others bring no question."""
    webhook.scope = scope if webhook.shape == Webhook.Shape.JSON else ""
    webhook.save(update_fields=["scope"])


def rotate_secret(webhook: Webhook, now: datetime) -> None:
    """Give a program a new key; the one before signs as well for ROTATION."""
    webhook.old_secret, webhook.old_secret_until = webhook.secret, now + ROTATION
    webhook.secret = new_secret()
    webhook.save(update_fields=["secret", "old_secret", "old_secret_until"])


def list_calls(webhook: Webhook, most: int = MAX_LISTED) -> list[WebhookCall]:
    """Return the last calls of a webhook, the newest first, with their notifications."""
    calls = webhook.calls.select_related("notification").order_by("-notification_id")
    return list(calls[:most])


def resend_call(webhook: Webhook, notification: UUID, now: datetime) -> bool:
    """Make the call for a notification once more; return False if there is no such call.

    What is outdated by then is not sent.
    """
    is_there = webhook.calls.filter(notification=notification).update(
        done_at=None, due_at=now, error=""
    )
    if is_there:
        wakeups.wake_on_commit("webhooks")
    return bool(is_there)


def switch_on(webhook: Webhook, now: datetime) -> None:
    """Switch a webhook on again; notifications posted meanwhile are skipped."""
    webhook.created_at, webhook.first_failed_at, webhook.stopped_at, webhook.error = (
        now,
        None,
        None,
        "",
    )
    webhook.save(update_fields=["created_at", "first_failed_at", "stopped_at", "error"])
    webhook.calls.filter(done_at=None).update(done_at=now, error="switched off")
