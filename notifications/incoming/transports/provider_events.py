"""Process tracking events of e-mail providers: deliveries, bounces and spam complaints."""

from __future__ import annotations

import hashlib
import json
from datetime import datetime, timedelta
from typing import Protocol

from django.db import transaction

from notifications.incoming import bounces
from notifications.models import Delivery, Notification, ProviderEvent
from notifications.outgoing import bounce_scores, planning, reply_addresses
from notifications.reply_parser.reports import Report

# Accepted age of an event and tolerance for clocks that are ahead. Processed events are remembered
# for longer, so that none can be replayed.
WINDOW = timedelta(days=7)
AHEAD = timedelta(days=1)
EVENT_RETENTION = timedelta(days=15)

# Enhanced status codes for anymail's reject reasons.
REASONS = {
    "invalid": "5.1.3",
    "bounced": "5.0.0",
    "timed_out": "4.4.7",
    "blocked": "5.7.0",
    "spam": "5.7.0",
    "unsubscribed": "5.7.0",
}


class DeliveryNotCommitted(Exception):
    """The e-mail is still being sent; the provider should repeat the event later."""


class Event(Protocol):
    """Interface of anymail's tracking events, as far as it is used here."""

    event_type: str
    timestamp: datetime | None
    event_id: str | None
    message_id: str | None
    metadata: dict[str, object]
    reject_reason: str | None
    description: str | None
    mta_response: str | None
    esp_event: object


def is_timely(reported_at: datetime | None, now: datetime) -> bool:
    """Return whether an event's time is within the accepted window, or missing."""
    return reported_at is None or now - WINDOW <= reported_at <= now + AHEAD


@transaction.atomic
def process_provider_event(event: Event, provider: str, now: datetime) -> str:
    """Process one event at most once; return a reason code.

    Raises DeliveryNotCommitted if the e-mail has no successful delivery yet; nothing is changed.
    """
    _, is_new = ProviderEvent.objects.get_or_create(
        key=_event_key(event, provider), defaults={"received_at": now}
    )
    if not is_new:
        return "again"
    notification = _find_notification(event)
    if notification is None:
        return "unknown"
    last = bounces.last_delivery(notification)
    if last is None:
        raise DeliveryNotCommitted
    return _apply_event(event, notification, last, now)


def delete_expired_events(now: datetime) -> int:
    """Delete events that are too old to be accepted again; return how many rows."""
    return ProviderEvent.objects.filter(received_at__lt=now - EVENT_RETENTION).delete()[0]


def _apply_event(event: Event, notification: Notification, last: Delivery, now: datetime) -> str:
    match event.event_type:
        case "delivered":
            Delivery.objects.filter(pk=last.pk).update(arrived_at=event.timestamp or now)
        case "bounced" | "rejected" | "failed":
            bounces.record_delivery_failure(notification, _build_report(event), now)
        case "complained":
            bounces.record_complaint(notification, now)
        case "unsubscribed" if planning.is_unsubscribable(notification):
            planning.unsubscribe_recipient(notification, now)
        case _:
            # Delays, and events that we do not request: opens and clicks.
            return "noted"
    return event.event_type


def _build_report(event: Event) -> Report:
    """Convert an event to the report that a mail server would have sent."""
    text = " ".join(f"{event.mta_response or ''} {event.description or ''}".split())
    status = bounce_scores.status_in(text) or REASONS.get(event.reject_reason or "", "5.0.0")
    return Report("failed", status, [], text[:280])


def _find_notification(event: Event) -> Notification | None:
    """Return the notification of an event: by our own metadata, else by the provider's id."""
    number = reply_addresses.parse_reply_address(str((event.metadata or {}).get("email", "")))
    if number and number.purpose == "bounce":
        return bounces.find_notification_by_token(number.token)
    name = (event.message_id or "").strip("<> ")
    if not name:
        return None
    delivery = Delivery.objects.filter(provider_id=name).select_related("notification").first()
    return (
        delivery.notification
        if delivery
        else Notification.objects.filter(message_id=f"<{name}>").first()
    )


def _event_key(event: Event, provider: str) -> str:
    identity = event.event_id or json.dumps(event.esp_event, sort_keys=True, default=str)
    return hashlib.sha256(f"{provider}\0{event.event_type}\0{identity}".encode()).hexdigest()
