"""All retention periods, each defined where its rows are deleted.

Data not listed here is kept for good, or until a player leaves (services/account_deletion.py).
"""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings

from games.services import (
    accounts,
    analysis_boards,
    data_dumps,
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
        "direct_messages": direct_messages.RETENTION,
        # Analysis boards, after their last use.
        "analysis_boards": analysis_boards.RETENTION,
        # Monthly files of matches, after they were made.
        "data_dumps": data_dumps.RETENTION,
        # Invitations after their expiry.
        "invitations": invitations.RETENTION,
        # Players who never verified their address.
        "strangers": accounts.UNVERIFIED_KEPT,
        # Guests and their matches, after they came.
        "guests": guests.RETENTION,
        # Events that programs can request.
        "happenings": player_events.RETENTION,
        # Responses to requests with an idempotency key.
        "submissions": submissions.RETENTION,
        # Sign-in fingerprints, and fraud signals.
        "traces": sign_in_fingerprints.RETENTION,
        "hints": fraud_signals.RETENTION,
        # Settled reports, and sanctions that are over.
        "sanctions": sanctions.SANCTION_LIFETIME,
        # Names that players had before.
        "former_names": names.FORMER_NAME_LIFETIME,
        # Known devices, after their last use.
        "known_devices": known_devices.RETENTION,
        # Sessions, after the last sign-in.
        "sessions": timedelta(seconds=settings.SESSION_COOKIE_AGE),
    }
