"""How long is kept what is kept for a while only: all periods, each where its rows are forgotten.

What is not named here is kept for good, or until a player leaves (services/account_deletion.py).
"""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings

from games.services import accounts, invitations, known_devices, player_events, submissions
from games.services.moderation import fraud_signals, sanctions, sign_in_fingerprints
from notifications import gateway


def retention_periods() -> dict[str, timedelta]:
    """Return what is kept -> how long; the rounds of the hour and the tick forget it then."""
    return {
        # What letters say, in and out, and what was told to players' programs about them.
        "letter_words": gateway.email_words_kept(),
        # That there was a letter, and what became of it.
        "letters": gateway.emails_kept(),
        # What providers told of letters.
        "provider_events": gateway.PROVIDER_EVENTS_KEPT,
        # Invitations after they have run out.
        "invitations": invitations.KEPT,
        # Players who never came back to prove their address.
        "strangers": accounts.STRANGERS_KEPT,
        # What programs may still ask for.
        "happenings": player_events.KEPT,
        # Answers to what programs sent under a key.
        "submissions": submissions.KEPT,
        # What may speak for double accounts, and what was concluded.
        "traces": sign_in_fingerprints.KEPT,
        "hints": fraud_signals.KEPT,
        # Reports that are settled, and sanctions that are over.
        "sanctions": sanctions.REMEMBERED,
        # Where links in letters act, after they were used there last.
        "known_devices": known_devices.KEPT,
        # Who is signed in, after their last sign-in.
        "sessions": timedelta(seconds=settings.SESSION_COOKIE_AGE),
    }
