"""Conversations: what keeps the letters of one thread together in a player's mail program.

Gmail wants equal subjects and References that lead to one letter; Outlook wants Thread-Index;
Apple Mail takes either.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.db import connection

from abyss_site.encryption.cipher import Undecryptable
from abyss_site.encryption.fields import column
from notifications.models import Notification, sql

from .planning import MESSAGES, is_question

# Gmail breaks a conversation at a hundred letters; we begin a new one before.
LONGEST = 80
# References: the root and so many letters before this one, below 2 kB.
MOST_REFERENCES = 10
# Any instant will do for the head of an index, as long as it is always the same.
EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
_WINDOWS_EPOCH = datetime(1601, 1, 1, tzinfo=UTC)


class Place(NamedTuple):
    """Where in its conversation a letter stands. `volume` counts conversations from 0."""

    volume: int
    references: str
    subject: str


def find_thread_places(letters: Sequence[tuple[Notification, str]]) -> list[Place]:
    """Return where letters about to be frozen stand, and the subjects they share with others.

    Each is a notification and its own subject; no two are of one thread and player. All e-mails
    that ask something have the subject of the first of them.
    """
    threaded = [notification for notification, _ in letters if notification.thread]
    values: dict[str, Any] = {
        "notifications": [notification.pk for notification in threaded],
        "players": [notification.player_id for notification in threaded],
        "threads": [notification.thread for notification in threaded],
        "longest": LONGEST,
        "most": MOST_REFERENCES,
        "messages": sorted(MESSAGES),
    }
    found: dict[UUID, Any] = {}
    if threaded:
        with connection.cursor() as cursor:
            cursor.execute(sql.EARLIER_IN_THREAD, values)
            found = {pk: earlier for pk, *earlier in cursor.fetchall()}
    return [
        _build_place(notification, subject, *found.get(notification.pk, (0, None, ())))
        for notification, subject in letters
    ]


def _build_place(
    notification: Notification,
    subject: str,
    volume: int,
    first: bytes | None,
    latest: Sequence[str],
) -> Place:
    if volume:
        subject = f"{subject} ({volume + 1})"
    # A bundle may tell two notifications of the thread.
    references = list(dict.fromkeys(reversed(latest)))
    shared = _decrypt_subject(first) if is_question(notification) else ""
    return Place(volume, " ".join(references), shared or subject)


def _decrypt_subject(subject: bytes | None) -> str:
    """Return the subject of another letter; "" if there is none that can be read."""
    try:
        return str(column(Notification, "subject").decrypted(subject))
    except Undecryptable:
        return ""


def root_message_id(thread: str, player_id: UUID, volume: int = 0) -> str:
    """Return the Message-ID of the letter that never was, on which a conversation hangs."""
    return f"<t.{_hash_thread(thread, player_id, volume)[:32]}@{settings.MAIL_DOMAIN}>"


def build_thread_index(notification: Notification) -> str:
    """Return Outlook's Thread-Index ([MS-OXOMSG] 2.2.1.3): the conversation's head, one answer.

    22 octets of head: 1, five of time, a GUID. Five octets more: how much later, in units of 2^23
    ticks of 100 ns, marked by the first bit.
    """
    guid = bytes.fromhex(
        _hash_thread(notification.thread, notification.player_id, notification.volume)[32:]
    )
    head = b"\x01" + (_windows_ticks(EPOCH) >> 16).to_bytes(6, "big")[-5:] + guid
    later = max(_windows_ticks(notification.created_at) - _windows_ticks(EPOCH), 0) >> 23
    return base64.b64encode(head + (later | 1 << 31).to_bytes(4, "big") + b"\0").decode()


def _hash_thread(thread: str, player_id: UUID, volume: int) -> str:
    name = f"{settings.SECRET_KEY}/{thread}/{player_id}" + (f"/{volume}" if volume else "")
    return hashlib.sha256(name.encode()).hexdigest()


def _windows_ticks(instant: datetime) -> int:
    return int((instant - _WINDOWS_EPOCH).total_seconds()) * 10_000_000
