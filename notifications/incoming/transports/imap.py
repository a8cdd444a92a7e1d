"""Fetch e-mails from a remote mailbox over IMAP and store each once, by UIDVALIDITY and UID.

The cursor is the highest UID that was fetched; the \\Seen flag does not matter. An e-mail that
cannot be fetched or stored gets a parked row; it is tried three times and does not block others.
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
# Maximum number of e-mails per batch.
MAX_EMAILS = 500
MAX_TRIES = 3

log = logging.getLogger(__name__)


class Round(NamedTuple):
    """Number of new e-mails, and whether the server was asked to wait for the next (IDLE)."""

    new: int
    waited: bool


def fetch_new_emails(url: str, token_command: str = "", *, wait: float = 0) -> Round:
    """Store the new e-mails of a mailbox; then wait for the next if the server supports IDLE.

    `wait` is in seconds, 0 for not at all. Raises OSError or imaplib.IMAP4.error if the mailbox
    cannot be read; e-mails already stored stay.
    """
    with open_mailbox(url, token_command) as box:
        count = _process_batch(box)
        if not wait or not box.can_wait():
            return Round(count, waited=False)
        if count < MAX_EMAILS and box.wait(wait):
            count += _process_batch(box)
        return Round(count, waited=True)


def _process_batch(box: Box) -> int:
    """Store new e-mails, retry failed ones, and move those that are done; return how many new."""
    cursor = _last_taken_uid(box)
    failures = _retryable_failures(box)
    # An e-mail stored before a crash may not have been moved yet.
    uids = box.emails(0 if box.processed else cursor)
    waiting = [uid for uid in failures if uid not in uids]
    count = 0
    for uid in [*waiting, *uids][:MAX_EMAILS]:
        if uid <= cursor and uid not in failures:
            box.move(uid, box.failed if _is_parked(box, uid) else box.processed)
        elif _try_store_email(box, uid, failures.get(uid, 0)):
            count += 1
            box.move(uid, box.processed)
        elif failures.get(uid, 0) + 1 >= MAX_TRIES:
            box.move(uid, box.failed)
    return count


def _try_store_email(box: Box, uid: int, tries: int) -> bool:
    """Store one e-mail in its own transaction; return False and park it if that fails."""
    now, source_id = timezone.now(), _build_source_id(box, uid)
    try:
        raw = box.email(uid)
        with transaction.atomic():
            InboundEmail.objects.filter(
                source=SOURCE, source_id=source_id, raw__isnull=True
            ).delete()
            _store_email(raw, source_id, now)
            _advance_cursor(box, uid)
    except (imaplib.IMAP4.abort, OSError):
        raise  # The connection is broken, which has nothing to do with the e-mail.
    except (imaplib.IMAP4.error, DataError, ValueError) as error:
        log.error("e-mail %s of the mailbox: %s", uid, type(error).__name__)
        _park_email(box, uid, tries + 1, f"error {type(error).__name__}"[:60], now)
        return False
    return True


@transaction.atomic
def _park_email(box: Box, uid: int, tries: int, reason: str, now: datetime) -> None:
    """Save a parked row without content for an e-mail that failed."""
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
    email = parse_email(raw)
    # IMAP has no envelope: use Return-Path and the recipient headers.
    back = email.value("return-path") or "unknown"
    envelope = intake.Envelope(re.sub("[<>]", "", back), recipients.find_own_recipients(email))
    intake.receive_email(raw, envelope, SOURCE, source_id, now)


def _last_taken_uid(box: Box) -> int:
    """Return the highest UID that was fetched; 0 for a new mailbox or a new UIDVALIDITY."""
    rows = MailboxCursor.objects.filter(mailbox=box.name, validity=box.validity)
    return rows.values_list("uid", flat=True).first() or 0


def _advance_cursor(box: Box, uid: int) -> None:
    values = {"validity": box.validity, "uid": max(uid, _last_taken_uid(box))}
    MailboxCursor.objects.update_or_create(mailbox=box.name, defaults=values)


def _retryable_failures(box: Box) -> dict[int, int]:
    """Return UID -> number of attempts of the failed e-mails that may be retried."""
    rows = _parked_emails(box).filter(tries__lt=MAX_TRIES)
    attempts = rows.order_by("source_id").values_list("source_id", "tries")
    return {int(source_id.rpartition(":")[2]): tries for source_id, tries in attempts}


def _is_parked(box: Box, uid: int) -> bool:
    return _parked_emails(box).filter(source_id=_build_source_id(box, uid)).exists()


def _parked_emails(box: Box) -> QuerySet[InboundEmail]:
    emails = InboundEmail.objects.filter(
        source=SOURCE, source_id__startswith=_build_source_id(box, 0)[:-10]
    )
    return emails.filter(raw__isnull=True, state=InboundEmail.State.PARKED)


def _build_source_id(box: Box, uid: int) -> str:
    """Return the id of an e-mail that is unique across mailboxes and UIDVALIDITY values."""
    mailbox = hashlib.sha256(box.name.encode()).hexdigest()[:12]
    return f"{mailbox}:{box.validity:010d}:{uid:010d}"
