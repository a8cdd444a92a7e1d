"""The event that a notification is about, as a program with a webhook receives it."""

from __future__ import annotations

from typing import Any

from games.models import Match
from games.presentation.event_json import EVENT_OF_NOTIFICATION, EventReader, serialize_events
from games.services import player_events
from games.services.player_events import StoredEvent
from notifications.gateway import Notification

# What of the data of a notification is named in its event.
NAMES = ("seat", "prompt", "vote", "invitation", "message")


def compose_webhook_event(notification: Notification, scope: str) -> dict[str, object]:
    """Return an event as JSON values, with its id in lists and streams.

    `scope` says what it brings: "" no question, "read" questions, "play" also their tokens.
    """
    reader = EventReader(
        player_id=notification.player_id,
        language=notification.player.language,
        may_answer=scope == "play",
        brings_questions=scope != "",
    )
    [body] = serialize_events([_find_event(notification)], reader)
    return body


def _find_event(notification: Notification) -> StoredEvent:
    """Return the event of a notification; one of its own if no such event is stored."""
    data: dict[str, Any] = notification.data or {}
    facts = {name: data[name] for name in NAMES if name in data}
    if "match" in data:
        facts["match"] = Match.objects.values_list("number", flat=True).get(pk=data["match"])
    kind = EVENT_OF_NOTIFICATION.get(notification.kind)
    if kind is not None:
        event_facts = {name: value for name, value in facts.items() if name != "seat"}
        event = player_events.find_event(
            notification.player_id, kind, notification.created_at, event_facts
        )
        if event is not None:
            return event
    return StoredEvent(
        position=player_events.BEGINNING,
        number=notification.pk,
        player_id=notification.player_id,
        kind=kind or notification.kind,
        facts=facts,
        occurred_at=notification.created_at,
    )
