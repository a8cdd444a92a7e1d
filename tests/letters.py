"""A letter as a postman would write it who has nothing else in his bag."""

from __future__ import annotations

from notifications import writer
from notifications.models import Notice
from notifications.writer import Letter


def letter_of(notice: Notice) -> Letter | None:
    """Write a notice, and keep what its letter numbers. None: there is nothing left to tell."""
    [written] = writer.write_all([notice])
    if written:
        writer.keep([notice])
    return written
