"""Hand one e-mail to a mail server or provider and interpret the response."""

from __future__ import annotations

import logging
import smtplib
from contextlib import suppress
from time import monotonic
from typing import NamedTuple

from anymail.exceptions import AnymailError, AnymailRecipientsRefused, AnymailRequestsAPIError
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.db import DatabaseError

from abyss_site.core.time_limits import limit_seconds
from notifications.models import Notification

from .headers import build_message
from .reply_addresses import redact_reply_codes

log = logging.getLogger(__name__)


class Failure(NamedTuple):
    """Why an e-mail was not sent."""

    reason: str
    # A permanent refusal: a retry would get the same response.
    permanent: bool = False
    # The server itself is unavailable, so that no e-mail could be sent.
    is_outage: bool = False


class AcceptedEmail(NamedTuple):
    """A server accepted the e-mail. `name` is the provider's message id; "" if it has none."""

    name: str = ""


# HTTP status codes of a provider that concern all e-mails: wrong key, timeout, rate limit.
RETRYABLE_STATUSES = (401, 403, 408, 429)
# Seconds for opening a connection and for sending an e-mail, each as a whole, and for closing one.
EMAIL_SECONDS, CLOSE_SECONDS = 30.0, 5.0
# A server that closes its connection within so many seconds has not tried to take an e-mail.
CLOSED_AT_ONCE_SECONDS = 1.0
# Reason recorded when the provider's suppression list contains the address, so that it did not try.
SUPPRESSED_BY_PROVIDER = "5.2.1 the provider does not send to this address"


def send_email(notification: Notification, connection: BaseEmailBackend) -> AcceptedEmail | Failure:
    """Send one e-mail over a connection and leave the connection open for the next one.

    Raises DatabaseError if the local mailbox cannot store the e-mail.
    """
    try:
        with limit_seconds(EMAIL_SECONDS):
            connection.open()
    except OSError as error:
        return _build_failure(error, is_outage=True)
    try:
        with limit_seconds(EMAIL_SECONDS):
            email = _send_message(notification, connection)
        return _parse_provider_status(email)
    except DatabaseError:  # The local mailbox stores e-mails in the caller's transaction.
        raise
    except AnymailRecipientsRefused:
        return Failure(SUPPRESSED_BY_PROVIDER, permanent=True)
    except AnymailRequestsAPIError as error:
        return _failure_from_http(error)
    except (ValueError, smtplib.SMTPNotSupportedError) as error:
        # An address or header that cannot be encoded will fail again.
        log.error("e-mail %s fits no envelope: %s", notification.id, type(error).__name__)
        return _build_failure(error, permanent=True)
    except OSError as error:
        return _failure_from_smtp(error, connection)
    except AnymailError as error:
        return _build_failure(error)


def close_connection(connection: BaseEmailBackend) -> None:
    """Close the connection to the server, ignoring network errors."""
    with suppress(OSError), limit_seconds(CLOSE_SECONDS):
        connection.close()


def _send_message(notification: Notification, connection: BaseEmailBackend) -> EmailMessage:
    email, began = build_message(notification), monotonic()
    try:
        connection.send_messages([email])
    except smtplib.SMTPException as error:
        # Some servers close a connection after a number of e-mails: retry once on a new one.
        is_closed = (
            isinstance(error, smtplib.SMTPServerDisconnected)
            or _parse_smtp_response(error)[0] == 421
        )
        # One that hung first may have taken it, and it may be outdated by now.
        if not is_closed or monotonic() - began > CLOSED_AT_ONCE_SECONDS:
            raise
        close_connection(connection)
        connection.open()
        connection.send_messages([email])
    return email


def _parse_provider_status(email: EmailMessage) -> AcceptedEmail | Failure:
    """Return a provider's status and message id of an e-mail; other backends report neither."""
    status = getattr(email, "anymail_status", None)
    if status and status.status == {"failed"}:
        return Failure("the provider could not take it")
    name = status.message_id if status else None
    return AcceptedEmail(name.strip("<> ")[:200] if isinstance(name, str) else "")


def _failure_from_http(error: AnymailRequestsAPIError) -> Failure:
    """Interpret a provider's HTTP response. Its body is not stored: it may quote the e-mail."""
    code = error.status_code
    if code is None:
        return Failure(f"{type(error.__cause__ or error).__name__}: no answer", is_outage=True)
    return Failure(
        f"HTTP {code} from the provider",
        permanent=400 <= code < 500 and code not in RETRYABLE_STATUSES,
        is_outage=code in RETRYABLE_STATUSES,
    )


def _failure_from_smtp(error: OSError, connection: BaseEmailBackend) -> Failure:
    code, text = _parse_smtp_response(error)
    if code == 421 or not code:
        close_connection(connection)
        return _build_failure(error, is_outage=True)
    return Failure(redact_reply_codes(f"{code} {text}")[:300], permanent=500 <= code < 600)


def _parse_smtp_response(error: OSError) -> tuple[int, str]:
    """Return the server's reply code and text; (0, "") if it did not reply."""
    code: int
    text: bytes | str
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code, text = next(iter(error.recipients.values()))
    elif isinstance(error, smtplib.SMTPResponseException):
        code, text = error.smtp_code, error.smtp_error
    else:
        return 0, ""
    return code, text.decode(errors="replace") if isinstance(text, bytes) else str(text)


def _build_failure(
    error: Exception, *, permanent: bool = False, is_outage: bool = False
) -> Failure:
    reason = f"{type(error).__name__}: {error}".replace("\0", "")
    return Failure(redact_reply_codes(reason)[:300], permanent=permanent, is_outage=is_outage)
