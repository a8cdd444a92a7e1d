"""Notification preferences: which events a player receives by e-mail, push and each webhook.

A preference is for all matches or for one; without one, a channel's default events apply. E-mails
about the account, and about an answer that is held back, cannot be turned off.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext_lazy as _

from notifications.models import ChannelPreference, Notification, Webhook
from notifications.models.players import Player

# Fixed channels. In addition, each webhook is a channel whose name is its id.
MAIL, PUSH = "mail", "push"
# The thread of a preference for all threads.
EVERYTHING = ""
# Kinds e-mailed whatever the player prefers: without this e-mail their answer is not played.
ALWAYS = {"held", "taken_for_automatic"}
# Kinds that every device and program gets, whatever the player prefers.
EVERYWHERE = {"emails_stopped"}


class Event(NamedTuple):
    """An event that players can subscribe to, with the kinds of notifications about it.

    One that nobody gets unless they switch it on has a `thread` of its own; "" for all others.
    """

    name: str
    label: object
    kinds: tuple[str, ...]
    thread: str = ""


OTHER = "other"
EVENTS = (
    Event("turn", _("It is my turn"), ("your_turn",)),
    Event("reminder", _("My time is running out"), ("reminder",)),
    Event("vote", _("Votes and their results"), ("vote_asked", "vote_decided")),
    Event("invitation", _("Invitations"), ("invitation",)),
    Event("clock", _("Timeouts and orders that answered for me"), ("clock_moved", "order_off")),
    Event(
        "match",
        _("Start and end of a match, and who joins mine"),
        ("player_joined", "match_started", "match_finished"),
    ),
    Event("wait", _("Pauses"), ("paused", "resumed", "match_frozen")),
    Event("chat", _("Chat messages"), ("chat",)),
    Event("message", _("Messages from other players"), ("direct_message", "message_refused")),
    Event("season", _("News of leagues"), ("league", "league_asked")),
    Event("puzzle", _("The puzzle of the day"), ("puzzle",), thread="puzzles"),
    Event(OTHER, _("Everything else, such as confirmations"), ("emails_stopped",)),
)
ALL = tuple(event.name for event in EVENTS)
# What everybody gets who has chosen nothing else.
USUAL = tuple(event.name for event in EVENTS if not event.thread)
# Thread -> event, of those that have to be switched on.
OPT_IN_THREADS = {event.thread: event.name for event in EVENTS if event.thread}
# Events that require the player to act: the default for push and webhooks.
QUESTIONS = ("turn", "reminder", "vote", "invitation")
EVENT_OF = {kind: event.name for event in EVENTS for kind in event.kinds}


def event_of(notification: Notification) -> str:
    """Return the event of a notification; an unknown kind is "turn" if it has a reply token."""
    return EVENT_OF.get(notification.kind) or ("turn" if notification.reply_token else OTHER)


def default_events(channel: str) -> tuple[str, ...]:
    """Return the events of a channel for which the player has no preference."""
    return USUAL if channel == MAIL else QUESTIONS


def with_mail_preferences(notifications: QuerySet[Notification]) -> QuerySet[Notification]:
    """Annotate `mail_events`: the events that the player wants by e-mail; None: default."""
    preferences = ChannelPreference.objects.filter(player=OuterRef("player"), channel=MAIL)
    # A preference for one thread takes precedence over that for all.
    of_thread = preferences.filter(Q(thread=OuterRef("thread")) | Q(thread=EVERYTHING))
    return notifications.annotate(
        mail_events=Subquery(of_thread.order_by("-thread").values("events")[:1])
    )


def is_wanted(notification: Notification) -> bool:
    """Return whether a player wants a notification by e-mail.

    `notification` has to come from a query of `with_mail_preferences`.
    """
    row: Any = notification
    if not notification.thread or notification.kind in ALWAYS:
        return True
    events = default_events(MAIL) if row.mail_events is None else row.mail_events
    return event_of(notification) in events


def channel_of(webhook: Webhook) -> str:
    """Return the channel of a webhook: all devices share PUSH, any other webhook is its own."""
    return PUSH if webhook.shape == Webhook.Shape.PUSH else str(webhook.pk)


def preferred_events(player: Player, thread: str) -> dict[str, tuple[str, ...]]:
    """Return channel -> events that a player receives, for one thread or for all ("")."""
    rows = ChannelPreference.objects.filter(
        player=player, thread__in=(thread, EVERYTHING)
    ).order_by("thread")
    events_by_channel = {
        channel: tuple(events) for channel, events in rows.values_list("channel", "events")
    }
    programs = (
        Webhook.objects.filter(player=player).exclude(shape=Webhook.Shape.PUSH).order_by("id")
    )
    channels = [MAIL, PUSH, *map(channel_of, programs)]
    return {
        channel: events_by_channel.get(channel, default_events(channel)) for channel in channels
    }


def effective_channels(
    player: Player, event: str, events_by_channel: Mapping[str, Collection[str]]
) -> set[str]:
    """Return the channels that deliver an event: those that want it and are not switched off.

    `events_by_channel` maps channels to events, as returned by `preferred_events`.
    """
    webhooks = Webhook.objects.filter(player=player, stopped_at=None)
    working = {MAIL, *map(channel_of, webhooks)}
    return {channel for channel, events in events_by_channel.items() if event in events} & working


def select_threads_with_email(player: Player, event: str, threads: Collection[str]) -> set[str]:
    """Return those of some threads about whose `event` a player wants e-mails."""
    rows = ChannelPreference.objects.filter(
        player=player, channel=MAIL, thread__in=[*threads, EVERYTHING]
    )
    events_by_thread = dict(rows.values_list("thread", "events"))
    usual_events = events_by_thread.get(EVERYTHING, default_events(MAIL))
    return {thread for thread in threads if event in events_by_thread.get(thread, usual_events)}


def threads_with_preferences(player: Player) -> set[str]:
    """Return the threads for which the player has preferences of their own."""
    rows = ChannelPreference.objects.filter(player=player).exclude(thread=EVERYTHING)
    return set(rows.values_list("thread", flat=True))
