"""Process bounces and spam complaints: find the e-mail they are about and record the result.

Reports are parsed by `notifications/reply_parser/reports.py`. No report makes us send an e-mail.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from datetime import datetime
from email import message_from_bytes

from django.db.models.functions import Lower
from flufl.bounce import all_failures

from abyss_site.core.email_addresses import address_key
from notifications.models import Delivery, Notification
from notifications.outgoing import bounce_scores, reply_addresses
from notifications.reply_parser import Part
from notifications.reply_parser.reports import Report, read_report

from . import classification

# Maximum number of bytes of each part that are searched for our e-mail or its headers.
MAX_TEXT = 64_000
NAMING = ("message-id", "return-path", "list-unsubscribe")
_MESSAGE_ID = re.compile(r"<[0-9a-f]{32}@[a-z0-9.-]{1,253}>")
# Our return address, unsubscribe address or unsubscribe page: most reports contain one of them.
_ADDRESS = re.compile(r"\b(?:(bounce|unsub)[+=-]([a-z2-7]{44})@|u/([a-z2-7]{44})/)", re.IGNORECASE)

log = logging.getLogger(__name__)


def record_bounce(email: Part, token: str, now: datetime) -> str:
    """Record a bounce sent to the return address of an e-mail of ours; return the reason code."""
    if not classification.is_delivery_report(email):
        return "not_a_bounce"
    notification = find_notification_by_token(token)
    return _record_report(email, notification, now)


def flag_unaddressed_bounce(email: Part, raw: bytes, now: datetime) -> str:
    """Flag the addresses that a bounce sent to any other address is about; return the reason code.

    It proves nothing: anybody can write a report, and whoever was shown an e-mail of ours knows its
    Message-ID and links.
    """
    report, notification = read_report(email), _find_returned_notification(email)
    if notification and report.severity == "none":
        return f"bounce_{report.action}"
    addresses = (
        [_recipient_address(notification)]
        if notification
        else _find_suspected_addresses(report, raw, now)
    )
    for address in addresses:
        bounce_scores.flag_address(address, now)
    return "bounce_flagged" if addresses else "bounce"


def _find_suspected_addresses(report: Report, raw: bytes, now: datetime) -> list[str]:
    """Return addresses that a report seems to be about and that we wrote to recently."""
    addresses = report.recipients or _guess_failed_addresses(raw)
    lately = Notification.objects.filter(sent_at__gte=now - bounce_scores.SCORE_LIFETIME)
    notifications = lately.alias(at=Lower("player__email")).filter(
        at__in=list(map(address_key, addresses))
    )
    return list(notifications.values_list("player__email", flat=True).distinct())


def _guess_failed_addresses(raw: bytes) -> list[str]:
    """Return the failed addresses that flufl.bounce, which knows many odd servers, finds."""
    try:
        temporary, permanent = all_failures(message_from_bytes(raw[:MAX_TEXT]))
    except Exception as error:  # flufl.bounce was not written for hostile input.
        log.info("flufl.bounce: %s", type(error).__name__)
        return []
    return sorted(address.decode("ascii", "replace") for address in temporary | permanent)


def process_complaint_report(email: Part, token: str, now: datetime) -> str:
    """Stop e-mails to a recipient who marked one as spam (RFC 5965); return the reason code.

    `token` is that of the return or unsubscribe address that the report was sent to; "" for a
    report to another address, which proves nothing: the recipient of the returned e-mail is only
    flagged.
    """
    fields = " ".join(_iterate_report_texts(email, "message/feedback-report")).lower()
    if re.search(r"feedback-type:\s{0,5}not-spam", fields):
        return "not_spam"
    if token and (notification := find_notification_by_token(token)):
        record_complaint(notification, now)
        return "complaint"
    returned_email = _find_returned_notification(email)
    if returned_email is None:
        log.error("a complaint about an e-mail we do not know")
        return "complaint"
    bounce_scores.flag_address(_recipient_address(returned_email), now)
    return "complaint_flagged"


def record_complaint(notification: Notification, now: datetime) -> None:
    """Stop e-mails about matches to the recipient of an e-mail that was marked as spam."""
    bounce_scores.suppress_after_complaint(
        _recipient_address(notification),
        f"complaint about an e-mail: {notification.kind} {notification.thread}".strip(),
        now,
    )


def _record_report(email: Part, notification: Notification | None, now: datetime) -> str:
    report = read_report(email)
    if report.severity == "none":
        return f"bounce_{report.action}"
    return record_delivery_failure(notification, report, now) if notification else "bounce_unknown"


def record_delivery_failure(notification: Notification, report: Report, now: datetime) -> str:
    """Record a failure on the last delivery and count it against the address, once."""
    last = last_delivery(notification)
    if last is None:
        return "bounce_unknown"
    is_first = last.bounced_at is None
    description = reply_addresses.redact_reply_codes(f"{report.status} {report.words}".strip())
    last.bounced_at, last.bounce = now, description[:300]
    last.save(update_fields=["bounced_at", "bounce"])
    # A server may report the same e-mail twice.
    if is_first:
        _count_bounce(notification, report, now)
    return "bounce"


def last_delivery(notification: Notification) -> Delivery | None:
    """Return the last successful delivery of an e-mail; None if it was not sent."""
    return notification.deliveries.filter(accepted=True).order_by("-attempted_at", "-id").first()


def _count_bounce(notification: Notification, report: Report, now: datetime) -> None:
    # A rejection by policy concerns us, whatever status code it came with.
    status = "5.7.0" if report.severity == "policy" else report.status
    bounce_scores.add_bounce_score(
        _recipient_address(notification),
        status,
        reply_addresses.redact_reply_codes(report.words),
        now,
    )


def _find_returned_notification(email: Part) -> Notification | None:
    """Return our e-mail that is contained in a report; None if there is none."""
    for text in _iterate_report_texts(email):
        # Quoted-printable may break lines within an address.
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
    """Return the notification whose id the token encodes, or None."""
    number = reply_addresses.uuid_from_token(token)
    return Notification.objects.filter(pk=number).first() if number else None


def _iterate_report_texts(email: Part, kind: str = "") -> Iterator[str]:
    """Yield identifying headers of the parts of a report, and the text of its leaf parts.

    With `kind`, only parts of that content type.
    """
    for part in email.walk():
        if kind and part.kind != kind:
            continue
        if part is not email:
            yield " ".join(part.value(name) for name in NAMING)
        if not part.parts:
            yield part.content()[:MAX_TEXT].decode("utf-8", "replace")


def _recipient_address(notification: Notification) -> str:
    player = notification.player
    return str(notification.address or player.email)
