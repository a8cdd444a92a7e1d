"""A task that reads e-mails, for a worker of its own: `celery --include` this module."""

from __future__ import annotations

import unicodedata

from django.utils import timezone

from abyss_site.celery import app
from notifications.incoming import intake
from notifications.incoming.dispatch import process_due
from notifications.incoming.intake import Reply

READING = "tests.read_emails"
# The reply address of the e-mails, and the line of those that never end.
TOKEN, HOSTILE = "abcdefghijklmnopqrstuvwx23", "poison"


@app.task(name=READING, soft_time_limit=30, time_limit=60)  # type: ignore[untyped-decorator]
def read_emails() -> int:
    """Process e-mails as the worker does; those of one line of HOSTILE never end."""
    intake.readers[TOKEN[0]] = read_line
    return process_due(timezone.now(), max_seconds=1.0)


def read_line(reply: Reply) -> str:
    if reply.lines == [HOSTILE]:
        # One call of C code, which no exception interrupts.
        unicodedata.normalize("NFC", "\u0301\u0316" * 500_000)
    return "played"
