"""How long is kept what is kept for a while only: all periods, each where its rows are forgotten.

What is not named here is kept for good, or until a player leaves (services/leaving.py).
"""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings

from games.services import happenings, invitations, known_devices, people, submissions
from games.services.moderation import hints, sanctions, traces
from notifications import retention
from notifications.sources import events


def periods() -> dict[str, timedelta]:
    """Return what is kept -> how long; the rounds of the hour and the tick forget it then."""
    return {
        # What letters say, in and out, and what was told to players' programs about them.
        "letter_words": retention.words_kept(),
        # That there was a letter, and what became of it.
        "letters": retention.letters_kept(),
        # What providers told of letters.
        "provider_events": events.REMEMBERED,
        # Invitations after they have run out.
        "invitations": invitations.KEPT,
        # Players who never came back to prove their address.
        "strangers": people.STRANGERS_KEPT,
        # What programs may still ask for.
        "happenings": happenings.KEPT,
        # Answers to what programs sent under a key.
        "submissions": submissions.KEPT,
        # What may speak for double accounts, and what was concluded.
        "traces": traces.KEPT,
        "hints": hints.KEPT,
        # Reports that are settled, and sanctions that are over.
        "sanctions": sanctions.REMEMBERED,
        # Where links in letters act, after they were used there last.
        "known_devices": known_devices.KEPT,
        # Who is signed in, after their last sign-in.
        "sessions": timedelta(seconds=settings.SESSION_COOKIE_AGE),
    }
