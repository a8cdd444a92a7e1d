"""Which news comes over which channel: by letter, on devices, to each program that is called.

A player's wish is for all matches or for one; what they never said is as usual. Letters of the
account, and those that hold somebody's answer back, are nobody's to stop.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext_lazy as _

from notifications.models import ChannelPreference, Notification, Webhook
from notifications.models.players import Player

# Beside these, each program is a channel called by its id.
MAIL, PUSH = "mail", "push"
# The thread of a wish that is about all of them.
EVERYTHING = ""
# Told by letter whatever its reader wishes: without it their answer is not played.
ALWAYS = {"held"}


class Event(NamedTuple):
    """Something players may wish to hear of or not, and the kinds of notifications that tell it."""

    name: str
    label: Any
    kinds: tuple[str, ...]


OTHER = "other"
EVENTS = (
    Event("turn", _("It is my turn"), ("your_turn",)),
    Event("reminder", _("My time runs out"), ("reminder",)),
    Event("vote", _("The table asks or has decided"), ("vote_asked", "vote_decided")),
    Event("invitation", _("I am invited"), ("invitation",)),
    Event("clock", _("The clock or an order answered for me"), ("clock_moved", "order_off")),
    Event("match", _("A match begins or ends"), ("match_started", "match_finished")),
    Event("wait", _("A match waits or goes on"), ("paused", "resumed", "match_frozen")),
    Event("chat", _("Somebody says something"), ("chat",)),
    Event(OTHER, _("Anything else, such as confirmations"), ()),
)
ALL = tuple(event.name for event in EVENTS)
# What asks the player something: the usual on devices and for programs.
QUESTIONS = ("turn", "reminder", "vote", "invitation")
EVENT_OF = {kind: event.name for event in EVENTS for kind in event.kinds}


def event_of(notification: Notification) -> str:
    """Return which event a notification tells; for an unknown kind, whether it asks counts."""
    return EVENT_OF.get(notification.kind) or ("turn" if notification.reply_token else OTHER)


def default_events(channel: str) -> tuple[str, ...]:
    """Return the events of a channel that its player never said anything about."""
    return ALL if channel == MAIL else QUESTIONS


def with_mail_wishes(notifications: QuerySet[Notification]) -> QuerySet[Notification]:
    """Return notifications with `wished`: events their players want by e-mail; None: as usual."""
    wishes = ChannelPreference.objects.filter(player=OuterRef("player"), channel=MAIL)
    # A wish about one thread comes before that about all.
    of_thread = wishes.filter(Q(thread=OuterRef("thread")) | Q(thread=EVERYTHING))
    return notifications.annotate(
        wished=Subquery(of_thread.order_by("-thread").values("events")[:1])
    )


def is_wished(notification: Notification) -> bool:
    """Tell whether a player wants a notification by e-mail. Wants rows of with_mail_wishes."""
    known: Any = notification
    if not notification.thread or notification.kind in ALWAYS or known.wished is None:
        return True
    return event_of(notification) in known.wished


def channel_of(webhook: Webhook) -> str:
    """Return the channel that a webhook belongs to: devices share one, each program is its own."""
    return PUSH if webhook.shape == Webhook.Shape.PUSH else str(webhook.pk)


def preferred_events(player: Player, thread: str) -> dict[str, tuple[str, ...]]:
    """Return the events a player hears of over each channel in one thread, or in all ("")."""
    rows = ChannelPreference.objects.filter(
        player=player, thread__in=(thread, EVERYTHING)
    ).order_by("thread")
    said = {channel: tuple(events) for channel, events in rows.values_list("channel", "events")}
    programs = (
        Webhook.objects.filter(player=player).exclude(shape=Webhook.Shape.PUSH).order_by("id")
    )
    channels = [MAIL, PUSH, *map(channel_of, programs)]
    return {channel: said.get(channel, default_events(channel)) for channel in channels}


def effective_channels(
    player: Player, event: str, wished: Mapping[str, Collection[str]]
) -> set[str]:
    """Return the channels by which an event really comes: wished for, and not switched off."""
    webhooks = Webhook.objects.filter(player=player, stopped_at=None)
    working = {MAIL, *map(channel_of, webhooks)}
    return {channel for channel, events in wished.items() if event in events} & working


def own_threads(player: Player) -> set[str]:
    """Return the threads for which the player wishes something else than for all."""
    rows = ChannelPreference.objects.filter(player=player).exclude(thread=EVERYTHING)
    return set(rows.values_list("thread", flat=True))
