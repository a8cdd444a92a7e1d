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

from flufl.bounce import all_failures

from notifications.models import Delivery, Notification
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


def record_bounce(letter: Part, token: str, now: datetime) -> str:
    """Record a report that came to the address of one of our letters; return the reason code."""
    if not classification.is_delivery_report(letter):
        return "not_a_bounce"
    notification = find_notification_by_token(token)
    return _record_report(letter, notification, now)


def record_elsewhere(letter: Part, raw: bytes, now: datetime) -> str:
    """Record a report that came to any other address, if it returns a letter of ours.

    Our Message-IDs cannot be guessed; a mere recipient could be made up, so that is only flagged
    for an operator to look at.
    """
    notification = _find_returned_notification(letter)
    if notification:
        return _record_report(letter, notification, now)
    flagged = [
        bounce_scores.flag_address(address, now)
        for address in _find_suspected_addresses(letter, raw, now)
    ]
    return "bounce_flagged" if flagged else "bounce"


def _find_suspected_addresses(letter: Part, raw: bytes, now: datetime) -> list[str]:
    """Return the addresses we wrote to lately that a report seems to be about."""
    named = read_report(letter).recipients or _guess_failed_addresses(raw)
    lately = Notification.objects.filter(sent_at__gte=now - bounce_scores.FORGOTTEN)
    meant = lately.filter(player__email__in=[*named, *map(str.lower, named)])
    return list(meant.values_list("player__email", flat=True).distinct())


def _guess_failed_addresses(raw: bytes) -> list[str]:
    """Return what flufl.bounce, which knows many odd servers, makes of a report."""
    try:
        temporary, permanent = all_failures(message_from_bytes(raw[:MOST_TEXT]))
    except Exception as error:  # It was not written for what strangers may send.
        log.info("flufl.bounce: %s", type(error).__name__)
        return []
    return sorted(address.decode("ascii", "replace") for address in temporary | permanent)


def process_complaint_report(letter: Part, token: str, now: datetime) -> str:
    """Stop letters to a reader who called one of ours spam (RFC 5965); return the reason code.

    Reports hide the reader's address, so our own marks in the letter they return say who it was.
    """
    fields = " ".join(_iterate_report_texts(letter, "message/feedback-report")).lower()
    if re.search(r"feedback-type:\s{0,5}not-spam", fields):
        return "not_spam"
    notification = find_notification_by_token(token) if token else None
    notification = notification or _find_returned_notification(letter)
    if notification is None:
        log.error("a complaint about a letter we do not know")
        return "complaint"
    record_complaint(notification, now)
    return "complaint"


def record_complaint(notification: Notification, now: datetime) -> None:
    """Stop letters about matches to the reader of a letter that was called spam."""
    bounce_scores.suppress_after_complaint(
        _recipient_address(notification),
        f"complaint about an e-mail: {notification.kind} {notification.thread}".strip(),
        now,
    )


def _record_report(letter: Part, notification: Notification | None, now: datetime) -> str:
    found = read_report(letter)
    if found.severity == "none":
        return f"bounce_{found.action}"
    return record_delivery_failure(notification, found, now) if notification else "bounce_unknown"


def record_delivery_failure(notification: Notification, found: Report, now: datetime) -> str:
    """Write a failure on the delivery it is about and hold it against the address, once."""
    last = last_delivery(notification)
    if last is None:
        return "bounce_unknown"
    is_first = last.bounced_at is None
    said = reply_addresses.redact_reply_codes(f"{found.status} {found.words}".strip())
    last.bounced_at, last.bounce = now, said[:300]
    last.save(update_fields=["bounced_at", "bounce"])
    # A server may report the same letter twice.
    if is_first:
        _hold_against(notification, found, now)
    return "bounce"


def last_delivery(notification: Notification) -> Delivery | None:
    """Return the attempt with which a letter left; None if it has not."""
    return notification.deliveries.filter(accepted=True).order_by("-attempted_at", "-id").first()


def _hold_against(notification: Notification, found: Report, now: datetime) -> None:
    # A policy is about us, whatever words it is put in.
    status = "5.7.0" if found.severity == "policy" else found.status
    bounce_scores.add_bounce_score(
        _recipient_address(notification),
        status,
        reply_addresses.redact_reply_codes(found.words),
        now,
    )


def _find_returned_notification(letter: Part) -> Notification | None:
    """Return the letter of ours that a report returns; None if it returns none."""
    for text in _iterate_report_texts(letter):
        # Encoded letters break lines within an address.
        for purpose, code, page in _ADDRESS.findall(text.replace("=\r\n", "").replace("=\n", "")):
            address = reply_addresses.parse_reply_address(f"{purpose or 'unsub'}+{code or page}")
            if address:
                return find_notification_by_token(address.token)
        ids = _MESSAGE_ID.findall(text)
        notification = Notification.objects.filter(message_id__in=ids[:20]).first() if ids else None
        if notification:
            return notification
    return None


def find_notification_by_token(token: str) -> Notification | None:
    """Return the letter whose number a return address carries; None for none of ours."""
    number = reply_addresses.row_of(token)
    return Notification.objects.filter(pk=number).first() if number else None


def _iterate_report_texts(letter: Part, kind: str = "") -> Iterator[str]:
    """Yield what stands within a report: heads of the letters in it, and its leaves."""
    for part in letter.walk():
        if kind and part.kind != kind:
            continue
        if part is not letter:
            yield " ".join(part.value(name) for name in NAMING)
        if not part.parts:
            yield part.content()[:MOST_TEXT].decode("utf-8", "replace")


def _recipient_address(notification: Notification) -> str:
    player = notification.player
    return str(notification.address or player.email)
