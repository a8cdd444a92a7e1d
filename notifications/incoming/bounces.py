"""Reports about our letters: those that did not arrive, and those that somebody called spam.

What a report says is `notifications/reply_parser/reports.py`'s business; here its letter is found,
and what follows is done. No report ever makes us write a letter.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from datetime import datetime
from email import message_from_bytes
from typing import Any

from flufl.bounce import all_failures

from notifications.models import Delivery, Notice
from notifications.outgoing import bounce_scores, reply_addresses
from notifications.reply_parser import Part
from notifications.reply_parser.reports import Report, read_report

from . import classification

# Where a report returns our letter, or its head.
MOST_TEXT = 64_000
NAMING = ("message-id", "return-path", "list-unsubscribe")
_MESSAGE_ID = re.compile(r"<[0-9a-f]{32}@[a-z0-9.-]{1,253}>")
# Our return address, or those by which its reader stops letters: one of them is left in most.
_ADDRESS = re.compile(r"\b(?:(bounce|unsub)[+=-]([a-z2-7]{44})@|u/([a-z2-7]{44})/)", re.IGNORECASE)

log = logging.getLogger(__name__)


def record(letter: Part, token: str, now: datetime) -> str:
    """Record a report that came to the address of one of our letters; return the reason code."""
    if not classification.is_delivery_report(letter):
        return "not_a_bounce"
    notice = numbered(token)
    return _record(letter, notice, now)


def record_elsewhere(letter: Part, raw: bytes, now: datetime) -> str:
    """Record a report that came to any other address, if it returns a letter of ours.

    Our Message-IDs cannot be guessed; a mere recipient could be made up, so that is only flagged
    for an operator to look at.
    """
    notice = _returned(letter)
    if notice:
        return _record(letter, notice, now)
    flagged = [bounce_scores.flag(address, now) for address in _suspected(letter, raw, now)]
    return "bounce_flagged" if flagged else "bounce"


def _suspected(letter: Part, raw: bytes, now: datetime) -> list[str]:
    """Return the addresses we wrote to lately that a report seems to be about."""
    named = read_report(letter).recipients or _guessed(raw)
    lately = Notice.objects.filter(sent__gte=now - bounce_scores.FORGOTTEN)
    meant = lately.filter(player__email__in=[*named, *map(str.lower, named)])
    return list(meant.values_list("player__email", flat=True).distinct())


def _guessed(raw: bytes) -> list[str]:
    """Return what flufl.bounce, which knows many odd servers, makes of a report."""
    try:
        temporary, permanent = all_failures(message_from_bytes(raw[:MOST_TEXT]))
    except Exception as error:  # It was not written for what strangers may send.
        log.info("flufl.bounce: %s", type(error).__name__)
        return []
    return sorted(address.decode("ascii", "replace") for address in temporary | permanent)


def complain(letter: Part, token: str, now: datetime) -> str:
    """Stop letters to a reader who called one of ours spam (RFC 5965); return the reason code.

    Reports hide the reader's address, so our own marks in the letter they return say who it was.
    """
    fields = " ".join(_texts(letter, "message/feedback-report")).lower()
    if re.search(r"feedback-type:\s{0,5}not-spam", fields):
        return "not_spam"
    notice = numbered(token) if token else None
    notice = notice or _returned(letter)
    if notice is None:
        log.error("a complaint about a letter we do not know")
        return "complaint"
    complained(notice, now)
    return "complaint"


def complained(notice: Notice, now: datetime) -> None:
    """Stop letters about matches to the reader of a letter that was called spam."""
    bounce_scores.complain(
        _address(notice), f"complaint about an e-mail: {notice.kind} {notice.thread}".strip(), now
    )


def _record(letter: Part, notice: Notice | None, now: datetime) -> str:
    found = read_report(letter)
    if found.severity == "none":
        return f"bounce_{found.action}"
    return failed(notice, found, now) if notice else "bounce_unknown"


def failed(notice: Notice, found: Report, now: datetime) -> str:
    """Write a failure on the delivery it is about and hold it against the address, once."""
    last = last_delivery(notice)
    if last is None:
        return "bounce_unknown"
    is_first = last.bounced is None
    said = reply_addresses.redacted(f"{found.status} {found.words}".strip())
    last.bounced, last.bounce = now, said[:300]
    last.save(update_fields=["bounced", "bounce"])
    # A server may report the same letter twice.
    if is_first:
        _hold_against(notice, found, now)
    return "bounce"


def last_delivery(notice: Notice) -> Delivery | None:
    """Return the attempt with which a letter left; None if it has not."""
    return notice.deliveries.filter(accepted=True).order_by("-tried", "-id").first()


def _hold_against(notice: Notice, found: Report, now: datetime) -> None:
    # A policy is about us, whatever words it is put in.
    status = "5.7.0" if found.severity == "policy" else found.status
    bounce_scores.note(_address(notice), status, reply_addresses.redacted(found.words), now)


def _returned(letter: Part) -> Notice | None:
    """Return the letter of ours that a report returns; None if it returns none."""
    for text in _texts(letter):
        # Encoded letters break lines within an address.
        for purpose, code, page in _ADDRESS.findall(text.replace("=\r\n", "").replace("=\n", "")):
            address = reply_addresses.read(f"{purpose or 'unsub'}+{code or page}")
            if address:
                return numbered(address.token)
        ids = _MESSAGE_ID.findall(text)
        notice = Notice.objects.filter(message_id__in=ids[:20]).first() if ids else None
        if notice:
            return notice
    return None


def numbered(token: str) -> Notice | None:
    """Return the letter whose number a return address carries; None for none of ours."""
    number = reply_addresses.row_of(token)
    return Notice.objects.filter(pk=number).first() if number else None


def _texts(letter: Part, kind: str = "") -> Iterator[str]:
    """Yield what stands within a report: heads of the letters in it, and its leaves."""
    for part in letter.walk():
        if kind and part.kind != kind:
            continue
        if part is not letter:
            yield " ".join(part.value(name) for name in NAMING)
        if not part.parts:
            yield part.content()[:MOST_TEXT].decode("utf-8", "replace")


def _address(notice: Notice) -> str:
    player: Any = notice.player
    return str(notice.address or player.email)
