"""Threading headers, which keep the e-mails of one thread together in a mail program.

Gmail groups by equal subjects and References to a common e-mail, Outlook by Thread-Index; Apple
Mail accepts either. The common e-mail is the first one that was sent: References and In-Reply-To
name no e-mail that nobody has.
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

from abyss_site.core.encryption.cipher import Undecryptable
from abyss_site.core.encryption.fields import column
from notifications.models import Notification, sql

from .planning import MESSAGES, is_question

# Maximum number of e-mails in one conversation. Gmail splits conversations at 100 e-mails; we
# start a new one before that.
MAX_EMAILS = 80
# Maximum number of the latest e-mails in References besides the first one, to keep it below 2 kB.
MAX_REFERENCES = 10
# Questions whose subjects say what they ask.
OWN_SUBJECTS = {"league_asked"}
# Time in the header block of every Thread-Index. Any instant works as long as it never changes.
EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
_WINDOWS_EPOCH = datetime(1601, 1, 1, tzinfo=UTC)


class Place(NamedTuple):
    """Position of an e-mail in its conversation, with its subject.

    `volume` is the number of the conversation within the thread, from 0. `references` are the
    Message-IDs of earlier e-mails of the conversation that were sent, oldest first, separated by
    spaces: the first and the latest ones.
    """

    volume: int
    references: str
    subject: str


def find_thread_places(emails: Sequence[tuple[Notification, str, bool]]) -> list[Place]:
    """Return the thread position and the subject of each e-mail that is about to be stored.

    `emails` holds for each its notification, its own subject, and whether it keeps that; at most
    one per thread and player. All others that can be answered share the subject of the first
    question of the conversation, except OWN_SUBJECTS.
    """
    in_threads = [notification for notification, *_ in emails if notification.thread]
    values: dict[str, Any] = {
        "notifications": [notification.pk for notification in in_threads],
        "players": [notification.player_id for notification in in_threads],
        "threads": [notification.thread for notification in in_threads],
        "longest": MAX_EMAILS,
        "most": MAX_REFERENCES,
        "messages": sorted(MESSAGES),
    }
    earlier_by_id: dict[UUID, Any] = {}
    if in_threads:
        with connection.cursor() as cursor:
            cursor.execute(sql.EARLIER_IN_THREAD, values)
            earlier_by_id = {pk: earlier for pk, *earlier in cursor.fetchall()}
    return [
        _build_place(
            notification,
            subject,
            *earlier_by_id.get(notification.pk, (0, None, None, ())),
            keeps_subject=keeps,
        )
        for notification, subject, keeps in emails
    ]


def _build_place(
    notification: Notification,
    subject: str,
    volume: int,
    common_subject: bytes | None,
    *ids: Any,
    keeps_subject: bool,
) -> Place:
    if volume:
        subject = f"{subject} ({volume + 1})"
    # Two notifications of the thread in one bundle have the same Message-ID.
    first_id, latest_ids = ids
    references = dict.fromkeys([*filter(None, [first_id]), *reversed(latest_ids)])
    shares = is_question(notification) and notification.kind not in OWN_SUBJECTS
    shares &= not keeps_subject
    shared_subject = _decrypt_subject(common_subject) if shares else ""
    return Place(volume, " ".join(references), shared_subject or subject)


def _decrypt_subject(subject: bytes | None) -> str:
    """Decrypt a subject. Return "" if it is None or cannot be decrypted."""
    try:
        return str(column(Notification, "subject").decrypted(subject))
    except Undecryptable:
        return ""


def build_thread_index(notification: Notification) -> str:
    """Return Outlook's Thread-Index ([MS-OXOMSG] 2.2.1.3), base64: header block and one response.

    The header block has 22 octets: 1, five octets of time and a GUID. The response level has five
    octets: a first bit of 1 and the time since the header block, in units of 2^23 ticks of 100 ns.
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
