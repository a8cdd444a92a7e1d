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
from notifications.models.webhooks import Webhook
from notifications.outgoing import channels
from notifications.preferences import channel_preferences

MAX_WEBHOOKS = 5
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
