"""Measures about letters: one leaves again, one that is held counts or does not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from games.services.moderation.measures import CannotBeDone, Work
from notifications import outbox

# What knows how to let a held letter count, or not, by the id of what asked its player about it:
# the mail door, which tells itself here when it is loaded. Each returns what it did in words, None
# if there is no such letter any more.
releaser: list[Callable[[UUID], str | None]] = []
rejecter: list[Callable[[UUID], str | None]] = []


def resend(work: Work) -> None:
    """Let a letter of ours leave once more, as it was written."""
    if work.measure.letter is None or not outbox.send_again(work.measure.letter, now=work.now):
        raise CannotBeDone("That letter still waits to leave, or was told within another.")
    work.changes.append("The letter leaves once more, under the same Message-ID.")


def release(work: Work) -> None:
    """Let a held letter count as if its player had sent it."""
    work.changes.append(_done(releaser, work))


def reject(work: Work) -> None:
    """Let a held letter never count."""
    work.changes.append(_done(rejecter, work))


def _done(does: list[Any], work: Work) -> str:
    said: str | None = None
    if work.measure.letter is not None and does:
        said = does[0](work.measure.letter)
    if said is None:
        raise CannotBeDone("That letter is not held any more.")
    return said
