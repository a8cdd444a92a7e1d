"""A mailbox elsewhere, asked for letters over IMAP: each is kept once, by UIDVALIDITY and UID.

The highest UID that is kept is the cursor; nothing depends on what is marked as seen.
"""

from __future__ import annotations

import imaplib
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import unquote, urlsplit

from django.db.models import Max
from django.utils import timezone

from notifications import inbound, recipients
from notifications.models import InboundLetter
from notifications.replies import parse

SOURCE = "imap"
PATIENCE = 60
# Letters taken in one round.
MOST_LETTERS = 500
MOST_OCTETS = 10 * 1024 * 1024

log = logging.getLogger(__name__)


def fetch(url: str) -> int:
    """Keep the letters that are new in a mailbox and return how many.

    `url` is imaps://user:password@host/folder, or imap:// without TLS; both parts percent-encoded.
    Raises OSError or imaplib.IMAP4.error when the mailbox cannot be read; what was kept stays.
    """
    with opened(url) as (box, validity):
        new = list(_new(box, _cursor(validity)))[:MOST_LETTERS]
        for uid in new:
            _keep(box, validity, uid)
        return len(new)


@contextmanager
def opened(url: str) -> Iterator[tuple[imaplib.IMAP4, int]]:
    """Open a mailbox for reading only; gives it with its UIDVALIDITY."""
    where = urlsplit(url)
    connect = imaplib.IMAP4 if where.scheme == "imap" else imaplib.IMAP4_SSL
    box = connect(where.hostname or "", where.port or connect.port, timeout=PATIENCE)
    try:
        box.login(unquote(where.username or ""), unquote(where.password or ""))
        folder = unquote(where.path.strip("/")) or "INBOX"
        said, data = box.select(f'"{folder}"', readonly=True)
        if said != "OK":
            raise imaplib.IMAP4.error(f"cannot open {folder}")
        validity = box.response("UIDVALIDITY")[1][0] or b"0"
        yield box, int(validity)
    finally:
        with suppress(OSError, imaplib.IMAP4.error):
            box.logout()


def _cursor(validity: int) -> int:
    """Return the highest UID that is kept; 0 when the server numbered its letters anew."""
    kept = InboundLetter.objects.filter(source=SOURCE, source_id__startswith=f"{validity:010d}:")
    last = kept.aggregate(last=Max("source_id"))["last"]
    return int(last.partition(":")[2]) if last else 0


def _new(box: imaplib.IMAP4, cursor: int) -> Iterator[int]:
    _, data = box.uid("SEARCH", f"UID {cursor + 1}:*")
    # "n:*" names the last letter even when its UID is smaller than n (RFC 3501 §6.4.8).
    yield from sorted(uid for uid in map(int, (data[0] or b"").split()) if uid > cursor)


def _keep(box: imaplib.IMAP4, validity: int, uid: int) -> None:
    _, data = box.uid("FETCH", str(uid), f"(BODY.PEEK[]<0.{MOST_OCTETS}>)")
    raw = next((bytes(part[1]) for part in data if isinstance(part, tuple)), b"")
    letter = parse(raw)
    # No envelope: what the last server noted, and the headers.
    back = letter.value("return-path") or "unknown"
    envelope = inbound.Envelope(re.sub("[<>]", "", back), recipients.named(letter))
    inbound.receive(raw, envelope, SOURCE, f"{validity:010d}:{uid:010d}", timezone.now())
