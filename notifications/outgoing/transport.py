"""Handing one letter to a mail server, and understanding its answer."""

from __future__ import annotations

import logging
import smtplib
from contextlib import suppress
from typing import NamedTuple

from anymail.exceptions import AnymailError, AnymailRecipientsRefused, AnymailRequestsAPIError
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.db import DatabaseError

from notifications.models import Notification

from .headers import build_message
from .reply_addresses import redact_reply_codes

log = logging.getLogger(__name__)


class Failure(NamedTuple):
    """Why a letter did not leave."""

    reason: str
    # Refused for good: trying again would bring the same answer.
    permanent: bool = False
    # The server itself is away: no letter would leave.
    shut: bool = False


class Taken(NamedTuple):
    """That a server has taken a letter over, and what it calls it ("": as we do)."""

    name: str = ""


# A provider's door answers so when we have knocked too often, or show the wrong key.
NOT_NOW = (401, 403, 408, 429)
# It knows the address to be bad, and did not even try: a mailbox that is switched off for us.
LISTED = "5.2.1 the provider does not send to this address"


def hand_over(notification: Notification, connection: BaseEmailBackend) -> Taken | Failure:
    """Send one letter over a connection that stays open."""
    try:
        connection.open()
    except OSError as error:
        return _build_failure(error, shut=True)
    try:
        return _parse_provider_status(_send_message(notification, connection))
    except DatabaseError:  # The local post office keeps letters in our own transaction.
        raise
    except AnymailRecipientsRefused:
        return Failure(LISTED, permanent=True)
    except AnymailRequestsAPIError as error:
        return _failure_from_http(error)
    except (ValueError, smtplib.SMTPNotSupportedError) as error:
        # An address or header that cannot be written today will not be tomorrow.
        log.error("letter %s fits no envelope: %s", notification.id, type(error).__name__)
        return _build_failure(error, permanent=True)
    except OSError as error:
        return _failure_from_smtp(error, connection)
    except AnymailError as error:
        return _build_failure(error)


def close_connection(connection: BaseEmailBackend) -> None:
    """Say goodbye to the server; that it does not hear us is no matter."""
    with suppress(OSError):
        connection.close()


def _send_message(notification: Notification, connection: BaseEmailBackend) -> EmailMessage:
    letter = build_message(notification)
    try:
        connection.send_messages([letter])
    except smtplib.SMTPException as error:
        # Servers send connections away that have carried enough letters; once more, on a new one.
        if (
            not isinstance(error, smtplib.SMTPServerDisconnected)
            and _parse_smtp_response(error)[0] != 421
        ):
            raise
        close_connection(connection)
        connection.open()
        connection.send_messages([letter])
    return letter


def _parse_provider_status(letter: EmailMessage) -> Taken | Failure:
    """Return what a provider calls a letter it took; one of ours calls it nothing."""
    said = getattr(letter, "anymail_status", None)
    if said and said.status == {"failed"}:
        return Failure("the provider could not take it")
    name = said.message_id if said else None
    return Taken(name.strip("<> ")[:200] if isinstance(name, str) else "")


def _failure_from_http(error: AnymailRequestsAPIError) -> Failure:
    """Understand a provider's HTTP answer. Its text may repeat the letter: it is not kept."""
    code = error.status_code
    if code is None:
        return Failure(f"{type(error.__cause__ or error).__name__}: no answer", shut=True)
    return Failure(
        f"HTTP {code} from the provider",
        permanent=400 <= code < 500 and code not in NOT_NOW,
        shut=code in NOT_NOW,
    )


def _failure_from_smtp(error: OSError, connection: BaseEmailBackend) -> Failure:
    code, said = _parse_smtp_response(error)
    if code == 421 or not code:
        close_connection(connection)
        return _build_failure(error, shut=True)
    return Failure(redact_reply_codes(f"{code} {said}")[:300], permanent=500 <= code < 600)


def _parse_smtp_response(error: OSError) -> tuple[int, str]:
    """Return the server's code and words; 0 when it did not answer."""
    code: int
    said: bytes | str
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code, said = next(iter(error.recipients.values()))
    elif isinstance(error, smtplib.SMTPResponseException):
        code, said = error.smtp_code, error.smtp_error
    else:
        return 0, ""
    return code, said.decode(errors="replace") if isinstance(said, bytes) else str(said)


def _build_failure(error: Exception, *, permanent: bool = False, shut: bool = False) -> Failure:
    reason = f"{type(error).__name__}: {error}".replace("\0", "")
    return Failure(redact_reply_codes(reason)[:300], permanent=permanent, shut=shut)
