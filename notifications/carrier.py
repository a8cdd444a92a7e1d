"""Handing one letter to a mail server, and understanding its answer."""

from __future__ import annotations

import logging
import smtplib
from contextlib import suppress
from typing import NamedTuple

from django.core.mail.backends.base import BaseEmailBackend
from django.db import DatabaseError

from .headers import message
from .models import Notice

log = logging.getLogger(__name__)


class Failure(NamedTuple):
    """Why a letter did not leave."""

    reason: str
    # Refused for good: trying again would bring the same answer.
    permanent: bool = False
    # The server itself is away: no letter would leave.
    shut: bool = False


def hand_over(notice: Notice, connection: BaseEmailBackend) -> Failure | None:
    """Send one letter over a connection that stays open. None: the server has taken it."""
    try:
        connection.open()
    except OSError as error:
        return _failure(error, shut=True)
    try:
        _send(notice, connection)
    except DatabaseError:  # The local post office keeps letters in our own transaction.
        raise
    except (ValueError, smtplib.SMTPNotSupportedError) as error:
        # An address or header that cannot be written today will not be tomorrow.
        log.error("letter %s fits no envelope: %s", notice.id, type(error).__name__)
        return _failure(error, permanent=True)
    except OSError as error:
        return _understood(error, connection)
    except Exception as error:  # A provider's backend has errors of its own.
        return _failure(error)
    return None


def close(connection: BaseEmailBackend) -> None:
    """Say goodbye to the server; that it does not hear us is no matter."""
    with suppress(OSError):
        connection.close()


def _send(notice: Notice, connection: BaseEmailBackend) -> None:
    letter = message(notice)
    try:
        connection.send_messages([letter])
    except smtplib.SMTPException as error:
        # Servers send connections away that have carried enough letters; once more, on a new one.
        if not isinstance(error, smtplib.SMTPServerDisconnected) and _answer(error)[0] != 421:
            raise
        close(connection)
        connection.open()
        connection.send_messages([letter])


def _understood(error: OSError, connection: BaseEmailBackend) -> Failure:
    code, said = _answer(error)
    if code == 421 or not code:
        close(connection)
        return _failure(error, shut=True)
    return Failure(f"{code} {said}"[:300], permanent=500 <= code < 600)


def _answer(error: OSError) -> tuple[int, str]:
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


def _failure(error: Exception, *, permanent: bool = False, shut: bool = False) -> Failure:
    reason = f"{type(error).__name__}: {error}".replace("\0", "")
    return Failure(reason[:300], permanent=permanent, shut=shut)
