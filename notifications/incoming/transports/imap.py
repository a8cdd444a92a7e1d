"""A mailbox elsewhere, asked for letters over IMAP: each is kept once, by UIDVALIDITY and UID.

The highest UID that was taken is the cursor; nothing depends on what is marked as seen. For a
letter that cannot be had or kept a parked row stands; it is tried three times and stops no other.
"""

from __future__ import annotations

import hashlib
import imaplib
import logging
import re
from datetime import datetime
from typing import NamedTuple

from django.db import DataError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from notifications.incoming import intake, recipients
from notifications.models import InboundEmail, MailboxCursor
from notifications.reply_parser import parse_email

from .imap_mailbox import Box, open_mailbox

SOURCE = "imap"
# Letters taken in one round.
MOST_LETTERS = 500
MOST_TRIES = 3

log = logging.getLogger(__name__)


class Round(NamedTuple):
    """How many letters are new, and whether we waited for the next with the server."""

    new: int
    waited: bool


def fetch_new_emails(url: str, token_command: str = "", *, wait: float = 0) -> Round:
    """Keep the letters that are new in a mailbox; then wait for the next if the server can tell.

    `wait` is in seconds, 0 for not at all. Raises OSError or imaplib.IMAP4.error when the mailbox
    cannot be read; what was kept stays.
    """
    with open_mailbox(url, token_command) as box:
        kept = _process_batch(box)
        if not wait or not box.can_wait():
            return Round(kept, waited=False)
        if kept < MOST_LETTERS and box.wait(wait):
            kept += _process_batch(box)
        return Round(kept, waited=True)


def _process_batch(box: Box) -> int:
    """Keep what is new, try again what failed, and put away what is done."""
    cursor = _last_taken_uid(box)
    failures = _retryable_failures(box)
    # A letter kept before a crash may still lie where it came.
    found = box.letters(0 if box.processed else cursor)
    waiting = [uid for uid in failures if uid not in found]
    kept = 0
    for uid in [*waiting, *found][:MOST_LETTERS]:
        if uid <= cursor and uid not in failures:
            box.put(uid, box.failed if _is_parked(box, uid) else box.processed)
        elif _try_store_email(box, uid, failures.get(uid, 0)):
            kept += 1
            box.put(uid, box.processed)
        elif failures.get(uid, 0) + 1 >= MOST_TRIES:
            box.put(uid, box.failed)
    return kept


def _try_store_email(box: Box, uid: int, tries: int) -> bool:
    """Keep one letter, in a transaction of its own; or note that it failed once more."""
    now, source_id = timezone.now(), _build_source_id(box, uid)
    try:
        raw = box.letter(uid)
        with transaction.atomic():
            InboundEmail.objects.filter(
                source=SOURCE, source_id=source_id, raw__isnull=True
            ).delete()
            _store_email(raw, source_id, now)
            _advance_cursor(box, uid)
    except (imaplib.IMAP4.abort, OSError):
        raise  # The connection is gone, which is not the letter's fault.
    except (imaplib.IMAP4.error, DataError, ValueError) as error:
        log.error("letter %s of the mailbox: %s", uid, type(error).__name__)
        _park_email(box, uid, tries + 1, f"error {type(error).__name__}"[:60], now)
        return False
    return True


@transaction.atomic
def _park_email(box: Box, uid: int, tries: int, reason: str, now: datetime) -> None:
    """Let a row without a letter stand for one that failed."""
    source_id = _build_source_id(box, uid)
    values = {
        "message_id": f"{SOURCE}:{source_id}",
        "state": InboundEmail.State.PARKED,
        "reason": reason,
        "tries": tries,
        "received_at": now,
        "due_at": now,
    }
    InboundEmail.objects.update_or_create(source=SOURCE, source_id=source_id, defaults=values)
    _advance_cursor(box, uid)


def _store_email(raw: bytes, source_id: str, now: datetime) -> None:
    letter = parse_email(raw)
    # No envelope: what the last server noted, and the headers.
    back = letter.value("return-path") or "unknown"
    envelope = intake.Envelope(re.sub("[<>]", "", back), recipients.find_own_recipients(letter))
    intake.receive_email(raw, envelope, SOURCE, source_id, now)


def _last_taken_uid(box: Box) -> int:
    """Return the highest UID that was taken; 0 when the server numbered its letters anew."""
    rows = MailboxCursor.objects.filter(mailbox=box.name, validity=box.validity)
    return rows.values_list("uid", flat=True).first() or 0


def _advance_cursor(box: Box, uid: int) -> None:
    values = {"validity": box.validity, "uid": max(uid, _last_taken_uid(box))}
    MailboxCursor.objects.update_or_create(mailbox=box.name, defaults=values)


def _retryable_failures(box: Box) -> dict[int, int]:
    """Return the UIDs of letters that failed and may be tried again, with how often they did."""
    rows = _parked_emails(box).filter(tries__lt=MOST_TRIES)
    found = rows.order_by("source_id").values_list("source_id", "tries")
    return {int(source_id.rpartition(":")[2]): tries for source_id, tries in found}


def _is_parked(box: Box, uid: int) -> bool:
    return _parked_emails(box).filter(source_id=_build_source_id(box, uid)).exists()


def _parked_emails(box: Box) -> QuerySet[InboundEmail]:
    named = InboundEmail.objects.filter(
        source=SOURCE, source_id__startswith=_build_source_id(box, 0)[:-10]
    )
    return named.filter(raw__isnull=True, state=InboundEmail.State.PARKED)


def _build_source_id(box: Box, uid: int) -> str:
    """Return the id of a letter among those of all mailboxes there ever were."""
    mailbox = hashlib.sha256(box.name.encode()).hexdigest()[:12]
    return f"{mailbox}:{box.validity:010d}:{uid:010d}"
