"""Adding a hook, trying it, switching it on again, taking it away."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_noop

from abyss_site.encryption.cipher import Undecryptable
from abyss_site.epoch import current_epoch
from abyss_site.ids import uuid7
from notifications.models import Notice, Wish
from notifications.models.webhooks import Hook
from notifications.outgoing import channels
from notifications.preferences import channel_preferences
from notifications.webhooks import calls

MOST = 5
BETWEEN_TESTS = timedelta(seconds=20)


class TooMany(Exception):
    """A player has MOST hooks already."""


class TooOften(Exception):
    """The last test was a moment ago."""


def add_webhook(
    player: Any, *, url: str, shape: str, questions_only: bool, thread: str, now: datetime
) -> Hook:
    """Keep an address to call from now on; it has been checked. Raises TooMany.

    `thread` is the one conversation it is for, such as "match-7"; "" for all of them.
    """
    if len(all_of(player)) >= MOST:
        raise TooMany
    with transaction.atomic():
        hook = Hook.objects.create(
            player=player, url=url, shape=shape, since=now, epoch=current_epoch()
        )
        events = channels.QUESTIONS if questions_only else channels.ALL
        wished = {channels.channel_of(hook): events}
        channel_preferences.set_preferred_events(player, thread, wished, now=now)
        if thread:
            channel_preferences.set_preferred_events(
                player, channels.EVERYTHING, dict.fromkeys(wished, ()), now=now
            )
    return hook


@transaction.atomic
def remove_webhook(hook: Hook) -> None:
    """Call an address no more, and forget what its owner wished for it."""
    if hook.shape != Hook.Shape.PUSH:
        Wish.objects.filter(player=hook.player_id, channel=channels.channel_of(hook)).delete()
    hook.delete()


def all_of(player: Any) -> list[Hook]:
    """Return the player's programs, oldest first; their devices are `push.devices.all_of`."""
    programs = Hook.objects.filter(player=player).exclude(shape=Hook.Shape.PUSH)
    return list(programs.order_by("id"))


def get_webhook(player: Any, number: UUID) -> Hook | None:
    """Return the player's hook of this id, None if it is not theirs."""
    return Hook.objects.select_related("player").filter(player=player, pk=number).first()


def send_test_call(hook: Hook, now: datetime) -> str:
    """Call the hook at once; return "" or what went wrong, in English. Raises TooOften.

    A device that is gone is forgotten.
    """
    rested = Q(tested=None) | Q(tested__lt=now - BETWEEN_TESTS)
    if not Hook.objects.filter(rested, pk=hook.pk).update(tested=now):
        raise TooOften
    sample = Notice(id=uuid7(), player=hook.player, kind="test", created=now, due=now)
    try:
        return calls.try_once(hook, sample, now)
    except Undecryptable:
        return calls.UNREADABLE
    except calls.Gone:
        hook.delete()
        return gettext_noop("This device is gone.")


def switch_on(hook: Hook, now: datetime) -> None:
    """Call the hook again; what happened meanwhile is not told."""
    hook.since, hook.failing, hook.stopped, hook.error = now, None, None, ""
    hook.save(update_fields=["since", "failing", "stopped", "error"])
    hook.calls.filter(done=None).update(done=now, error="switched off")
