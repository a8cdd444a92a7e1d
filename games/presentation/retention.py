"""All retention periods, each defined where its rows are deleted.

Data not listed here is kept for good, or until a player leaves (services/account_deletion.py).
"""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings

from games.services import (
    accounts,
    analysis_boards,
    direct_messages,
    guests,
    invitations,
    known_devices,
    names,
    player_events,
    sanctions,
    submissions,
)
from games.services.moderation import fraud_signals, sign_in_fingerprints
from notifications import gateway


def retention_periods() -> dict[str, timedelta]:
    """Return kind of data -> how long it is kept; periodic jobs delete it then."""
    return {
        # The text of e-mails, sent and received, and webhook calls about them.
        "email_words": gateway.email_content_retention(),
        # The record of an e-mail and its delivery.
        "emails": gateway.email_retention(),
        # Delivery events of e-mail providers.
        "provider_events": gateway.PROVIDER_EVENTS_KEPT,
        # Direct messages, after they were sent.
        "direct_messages": direct_messages.KEPT,
        # Analysis boards, after their last use.
        "analysis_boards": analysis_boards.KEPT,
        # Invitations after their expiry.
        "invitations": invitations.KEPT,
        # Players who never verified their address.
        "strangers": accounts.UNVERIFIED_KEPT,
        # Guests and their matches, after they came.
        "guests": guests.KEPT,
        # Events that programs can request.
        "happenings": player_events.KEPT,
        # Responses to requests with an idempotency key.
        "submissions": submissions.KEPT,
        # Sign-in fingerprints, and fraud signals.
        "traces": sign_in_fingerprints.KEPT,
        "hints": fraud_signals.KEPT,
        # Settled reports, and sanctions that are over.
        "sanctions": sanctions.REMEMBERED,
        # Names that players had before.
        "former_names": names.REMEMBERED,
        # Known devices, after their last use.
        "known_devices": known_devices.KEPT,
        # Sessions, after the last sign-in.
        "sessions": timedelta(seconds=settings.SESSION_COOKIE_AGE),
    }
