"""Process incoming e-mails: each gets exactly one decision, in one transaction with its effect."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

import msgspec
from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet

from abyss_site.core import ids
from abyss_site.core.database import SqlValues, connection
from abyss_site.core.email_addresses import address_key, normalize_domain
from abyss_site.core.encryption.cipher import Undecryptable, fingerprint
from abyss_site.core.encryption.fields import column, decrypt_or_default
from abyss_site.core.valkey import histograms
from notifications import quarantine
from notifications.models import InboundEmail, Notification, sql
from notifications.models.players import Player
from notifications.outgoing import planning, reply_addresses
from notifications.outgoing.renderers import error_location
from notifications.preferences import sender_addresses
from notifications.reply_parser import (
    Part,
    Reading,
    SentEmails,
    parse_email,
    parse_reply,
    quotable_versions,
)
from notifications.reply_parser.mime import decode_encoded_words, parse_headers, parse_sender

from . import (
    automatic_notices,
    bounces,
    bundle_replies,
    classification,
    intake,
    misdirected,
    recipients,
    time_limit,
    unread,
)
from .intake import Reply
from .senders import find_sender_verdict
from .subjects import has_program_prefix, is_reply_subject, subtract_own_subjects

# Maximum number of attempts to process an e-mail. After that it is parked for an operator.
MAX_TRIES = 3
# Pause after the first attempt if it has ended with its process; four times as long each time.
FIRST_PAUSE = timedelta(seconds=10)
# Limits per ANSWER_DAY for automatic answers to e-mails that do not play anything: e-mails to one
# reply address, and from one sender. A player of many matches writes less than that.
MAX_ANSWERS = 10
MAX_ANSWERS_TO_SENDER = 100
ANSWER_DAY = timedelta(days=1)
# Maximum number of our e-mails in a thread that are compared with a reply to find quoted text, and
# of their subjects.
MAX_QUOTED_EMAILS, MAX_QUOTED_SUBJECTS = 8, 30

OUTCOME = (
    *("state", "reason", "tries", "due_at", "sender", "purpose", "token", "player_id"),
    *("first_line", "words", "processed_at"),
)


log = logging.getLogger(__name__)


def process_due(now: datetime, limit: int = 500, *, max_seconds: float | None = None) -> int:
    """Process up to `limit` due e-mails and return how many. Safe to run concurrently.

    `max_seconds`: the processor time of one e-mail after which this process ends; None: no limit.
    """
    for count in range(limit):
        if not process_next(now, max_seconds=max_seconds):
            return count
    return limit


def process_next(now: datetime, *, max_seconds: float | None = None) -> bool:
    """Process the first due e-mail. Return False if there is none.

    1. Count the attempt, so that an e-mail that ends the process does not do so for ever. 2. Decide
    while holding the lock of its row, or set it aside if too many attempts have ended so. 3. Tell
    the player of an e-mail that is parked.
    """
    attempt = _claim_first_due(now)
    if attempt is None:
        return False
    with time_limit.limit_processor_time(max_seconds):
        email = _process_claimed(attempt, now)
        if email and email.state == InboundEmail.State.PARKED:
            _explain_unread(email, now)
    return True


class Attempt(msgspec.Struct, frozen=True):
    """An attempt to process an e-mail.

    `number` counts from 1. `was_left`: the process of the attempt before has ended with it.
    """

    email_id: UUID
    number: int
    was_left: bool


class ReaderEnded(Exception):
    """The processes that read an e-mail have ended, for example by the limit of their time."""


def _claim_first_due(now: datetime) -> Attempt | None:
    values: dict[str, Any] = {"now": now, "most": MAX_TRIES, "pause": FIRST_PAUSE}
    with connection.cursor() as cursor:
        cursor.execute(sql.CLAIM_FIRST_DUE_EMAIL, values)
        row = cursor.fetchone()
    return Attempt(*row) if row else None


@transaction.atomic
def _process_claimed(attempt: Attempt, now: datetime) -> InboundEmail | None:
    rows = InboundEmail.objects.raw(sql.LOCK_CLAIMED_EMAIL, [attempt.email_id, attempt.number])
    email = next(iter(rows), None)
    if email is None:
        return None
    with ids.about(email=email.pk):
        if attempt.was_left and attempt.number > MAX_TRIES:
            _reschedule(email, now, ReaderEnded())
        else:
            _decide_once(email, now)
        log.info("e-mail %s", email.reason)
    if email.state == InboundEmail.State.DONE:
        _count_duration(email, now)
    return email


def _count_duration(email: InboundEmail, now: datetime) -> None:
    """Count how long an e-mail waited, once the locks of its rows are free again."""
    waiting_seconds = (now - email.received_at).total_seconds()
    transaction.on_commit(
        partial(histograms.EMAILS.count, "in", seconds=waiting_seconds), robust=True
    )


def _decide_once(email: InboundEmail, now: datetime) -> None:
    try:
        with transaction.atomic():
            email.reason = _dispatch_email(email, now)[:60]
            email.state, email.processed_at = InboundEmail.State.DONE, now
            # Only failed attempts count.
            email.tries -= 1
            _write_outcome(email)
        if email.tries:
            quarantine.release_rows("sorting", InboundEmail, [email.pk])
    except intake.UnreadableReply as failure:
        cause = failure.__cause__ or failure
        place = quarantine.place_of(cause)
        log.error("e-mail %s: %s at %s", email.pk, type(cause).__name__, place)
        email.reason, email.tries = "failed", email.tries - 1
        email.state, email.processed_at = InboundEmail.State.DONE, now
        _write_outcome(email)
        _explain_unread(email, now)
    except Exception as error:  # No e-mail may block those behind it.
        if quarantine.is_outage(error):
            raise
        log.error("e-mail %s: %s at %s", email.pk, type(error).__name__, error_location(error))
        _reschedule(email, now, error)


def _write_outcome(email: InboundEmail) -> None:
    values = {name: getattr(email, name) for name in ("id", *OUTCOME)}
    values["first_line"] = column(InboundEmail, "first_line").encrypted(email.first_line)
    connection.execute_later(sql.WRITE_OUTCOME, values)


def preview_decision(email: InboundEmail, now: datetime) -> str:
    """Return the reason code that an e-mail would get now, without any effect.

    Everything is rolled back; an error is returned as text.
    """
    with transaction.atomic():
        try:
            return _dispatch_email(email, now)
        except Exception as error:
            return f"error {type(error).__name__} at {error_location(error)}"
        finally:
            transaction.set_rollback(True)


def build_unsaved_email(raw: bytes, envelope: intake.Envelope, now: datetime) -> InboundEmail:
    """Return an unsaved row for an e-mail from a file, for `preview_decision`."""
    return intake.build_inbound_email(raw, envelope, "file", "", now)


def _reschedule(email: InboundEmail, now: datetime, error: Exception) -> None:
    email.reason = f"error {type(error).__name__}"[:60]
    longest = timedelta(seconds=settings.RETRY_MAX_DELAY_SECONDS)
    email.due_at = now + min(timedelta(minutes=4**email.tries), longest)
    email.state, email.processed_at = InboundEmail.State.RECEIVED, now
    if email.tries >= MAX_TRIES:
        email.state = InboundEmail.State.PARKED
    email.save(update_fields=["state", "reason", "tries", "due_at", "processed_at", "player"])
    quarantine.set_aside("sorting", InboundEmail, email.pk, error, now=now)


def _dispatch_email(email: InboundEmail, now: datetime) -> str:
    """Decide about an e-mail, act on it and return the reason code.

    The order is that of docs/mail.md: 1. our own mail and loops; 2. reports; 3. unsubscribe
    requests; 4. automatic e-mails; 5. the address; 6. the reader of e-mails to that address.
    """
    mail = parse_email(bytes(email.raw or b""))
    email.sender = address_key(parse_sender(mail))
    if not _resolve_token(email, mail):
        return "duplicate"
    email.player = _find_writer(email, mail)
    kind = _classify_by_headers(email, mail)
    if kind in ("own_mail", "loop"):
        return kind
    if kind == "complaint":
        return bounces.process_complaint_report(
            mail, email.token if email.purpose in ("bounce", "unsub") else "", now
        )
    is_skipped = bool(kind) and email.player is None
    reading = Reading([], []) if is_skipped else _read_own_lines(email, mail)
    doubt = "" if kind else _classify_by_words(email, mail, reading)
    if doubt and email.player is not None:
        _explain_doubt(email, reading, now)
        return doubt
    kind = kind or doubt
    if email.purpose == "bounce" and kind != "auto_reply":
        return bounces.record_bounce(mail, email.token, now)
    if email.purpose == "unsub" and kind not in ("bounce", "report"):
        return _unsubscribe_by_token(email.token, now)
    if kind == "bounce":
        return bounces.flag_unaddressed_bounce(mail, bytes(email.raw or b""), now)
    if kind:
        return kind
    if not email.token:
        reason = "role_address" if not email.purpose else "several_prompts"
        if _is_authenticated(mail):
            email.words = _fingerprint_words(reading)
            misdirected.explain_misdirected_email(email, reason, now)
        return reason
    return pass_to_reader(email, reading, now, is_authenticated=_is_authenticated(mail))


def _find_writer(email: InboundEmail, mail: Part) -> Player | None:
    """Return the player who provably wrote an e-mail to an address of theirs; None for none."""
    if not email.token or email.purpose not in ("play", "bundle") or not _is_authenticated(mail):
        return None
    return sender_addresses.find_writer(email.sender, email.token)


def _classify_by_headers(email: InboundEmail, mail: Part) -> str:
    """Return why headers and parts prove that no person wrote an e-mail; "" if they do not."""
    if _is_own_message(email.message_id):
        return "own_mail"
    return classification.classify_email(
        mail,
        mail_from=email.envelope.get("mail_from", ""),
        sender=email.sender,
        is_own=_is_own,
        is_player=lambda: bool(email.sender) and bool(sender_addresses.player_of(email.sender)),
    )


def _classify_by_words(email: InboundEmail, mail: Part, reading: Reading) -> str:
    """Return why the writer's own words look like a machine's; "" if they do not.

    If one of the first lines is an answer, a person wrote it, unless a program marked the subject.
    """
    subject = decode_encoded_words(mail.value("subject"))
    doubt = classification.classify_words(mail, reading, subject)
    if not doubt and (not subject or is_reply_subject(subject)):
        return ""
    rest = subtract_own_subjects(subject, _iterate_own_subjects(email.token))
    doubt = classification.classify_words(mail, reading, rest)
    if not doubt or has_program_prefix(subject, rest):
        return doubt
    recognize = bundle_replies.is_bundle_answer if email.purpose == "bundle" else intake.is_answer
    is_persons = classification.opens_with_answer(reading, partial(recognize, email.token))
    return "" if is_persons else doubt


def _explain_doubt(email: InboundEmail, reading: Reading, now: datetime) -> None:
    """Tell the player that we took their e-mail for an automatic one, within the limits."""
    email.words = _fingerprint_words(reading)
    is_limited, repeats = _judge_answerable(email, now, says_something=bool(reading.lines))
    if not is_limited and not repeats:
        automatic_notices.explain_automatic_email(email, reading.lines, now)


def _read_own_lines(email: InboundEmail, mail: Part) -> Reading:
    """Parse an e-mail, and note its first line for the page of its player."""
    reading = parse_reply(mail, SentEmails(iterate_quotable_texts(email.token)))
    lines = [line for line in reading.lines if line]
    if email.player is not None:
        email.first_line = lines[0][:200] if lines else ""
    return reading


def _explain_unread(email: InboundEmail, now: datetime) -> None:
    """Tell the player that their e-mail could not be read, if a person has written it.

    Only its headers are parsed. A failure here is only logged: the e-mail is decided already.
    """
    try:
        with transaction.atomic():
            mail = parse_headers(bytes(email.raw or b""))
            email.sender = parse_sender(mail)
            email.player = _find_writer(email, mail)
            may_act = email.token and email.purpose in ("play", "bundle")
            if may_act and _is_authenticated(mail) and not _classify_by_headers(email, mail):
                is_limited, _ = _judge_answerable(email, now, says_something=False)
                unread.explain_unread_email(email, now, answerable=not is_limited)
    except Exception as error:
        if quarantine.is_outage(error):
            raise
        log.error("e-mail %s: %s at %s", email.pk, type(error).__name__, error_location(error))


def _resolve_token(email: InboundEmail, mail: Part) -> bool:
    """Set the purpose and token of an e-mail whose envelope does not contain a reply address.

    1. Search the recipient headers, if there was no envelope. 2. Look up the e-mail of ours that
    it refers to, but only if our own mail server has authenticated its sender: anybody may have
    seen a Message-ID.

    Returns False if the same e-mail came to that address before.
    """
    purpose, token = email.purpose, email.token
    if not token and not email.envelope.get("rcpt_tos"):
        purpose, token = intake.purpose_and_token(recipients.find_own_recipients(mail))
    if not token and purpose == "" and _sender_verdict(mail) == "pass":
        token = recipients.find_referenced_token(mail)
        purpose = "play" if token else ""
    same = InboundEmail.objects.filter(message_id=email.message_id, token=token)
    if token != email.token and same.exists():
        return False
    email.purpose, email.token = purpose, token
    return True


def _sender_verdict(mail: Part) -> str:
    return find_sender_verdict(mail, settings.MAIL_AUTHSERV_ID)


def _is_authenticated(mail: Part) -> bool:
    """Return whether the From address can be trusted.

    With a mail server that authenticates senders (MAIL_AUTHSERV_ID), only if its verdict is "pass":
    an e-mail that bypassed it, or that it could not judge, may be forged. Without such a server,
    nothing can be verified and every sender is trusted.
    """
    return not settings.MAIL_AUTHSERV_ID or _sender_verdict(mail) == "pass"


def pass_to_reader(
    email: InboundEmail, reading: Reading, now: datetime, *, is_authenticated: bool
) -> str:
    """Pass a person's e-mail to the reader of its address; return the reason code."""
    is_bundle = email.purpose == "bundle"
    read = bundle_replies.read_bundle_reply if is_bundle else intake.readers.get(email.token[:1])
    if read is None:
        return "no_reader"
    lines = [line for line in reading.lines if line]
    email.first_line = lines[0][:200] if lines else ""
    email.words = _fingerprint_words(reading)
    is_limited, repeats = _judge_answerable(email, now, says_something=bool(lines))
    return read(
        Reply(
            email_id=email.pk,
            token=email.token,
            sender=email.sender,
            lines=lines,
            message_id=email.message_id,
            received_at=email.received_at,
            answerable=not is_limited and not repeats,
            repeats=bool(repeats) and not is_limited,
            is_second=repeats == 1 and not is_limited,
            is_authenticated=is_authenticated,
            problem=reading.problem,
            spaced_lines=reading.lines,
        )
    )


def _judge_answerable(
    email: InboundEmail, now: datetime, *, says_something: bool
) -> tuple[bool, int]:
    """Return whether the limits of the day are reached, and how many e-mails this one repeats.

    These are of the same sender, to the same address and in the same words, within a day. Two
    programs must not reply to each other forever. E-mails in which nothing can be read are not the
    same. What may be forged counts only for what may be forged, so that nobody uses up the replies
    to a player.
    """
    values: SqlValues = {
        "token": email.token,
        "sender": email.sender,
        "words": email.words,
        "since": now - ANSWER_DAY,
        "is_proven": email.player_id is not None,
        "email": email.pk,
    }
    with connection.cursor() as cursor:
        cursor.execute(sql.EARLIER_EMAILS, values)
        reply_count, sender_reply_count, same_count = cursor.fetchone()
    is_limited = reply_count >= MAX_ANSWERS or sender_reply_count >= MAX_ANSWERS_TO_SENDER
    return is_limited, same_count if says_something else 0


def iterate_quotable_texts(token: str) -> Iterator[str]:
    """Yield the texts of our e-mails that a reply to this address may quote, latest first."""
    for notification in _fetch_quotable_emails(token).only("text", "html")[:MAX_QUOTED_EMAILS]:
        try:
            text, html = notification.text, notification.html
        except Undecryptable:
            continue
        yield from quotable_versions(text, html)


def _iterate_own_subjects(token: str) -> Iterator[str]:
    """Yield the subjects of our e-mails that a reply to this address may repeat, latest first."""
    for notification in _fetch_quotable_emails(token).only("subject")[:MAX_QUOTED_SUBJECTS]:
        yield decrypt_or_default(notification, "subject", "") or ""


def _fetch_quotable_emails(token: str) -> QuerySet[Notification]:
    """Return our e-mails in the conversation of a reply address, latest first."""
    if not token:
        return Notification.objects.none()
    question = Notification.objects.filter(reply_token=token).order_by("created_at")[:1]
    thread = Q(player=question.values("player"), thread=question.values("thread"))
    bundles = Q(pk__in=Notification.objects.filter(reply_token=token).values("within"))
    ours = Notification.objects.filter(thread | bundles).exclude(rendered_at=None)
    return ours.order_by("-created_at")


def _unsubscribe_by_token(token: str, now: datetime) -> str:
    """Unsubscribe from a thread; knowing the unsubscribe address is sufficient authorization."""
    number = reply_addresses.uuid_from_token(token)
    notification = Notification.objects.filter(pk=number).first() if number else None
    if notification is None or not planning.is_unsubscribable(notification):
        return "unsubscribe_unknown"
    planning.unsubscribe_recipient(notification, now)
    return "unsubscribed"


def _fingerprint_words(reading: Reading) -> str:
    # A keyed hash, because a plain hash could be reversed by trying the few possible answers.
    text = "\n".join(reading.lines).casefold().encode()
    return fingerprint("words of an e-mail", text).hex()


def _is_own_message(message_id: str) -> bool:
    """Return whether an e-mail is one of ours that came back, whatever was cut off its headers."""
    domain = message_id.rpartition("@")[2].rstrip(">").lower()
    if domain != reply_addresses.own_domain():
        return False
    return Notification.objects.filter(message_id=message_id).exists()


def _is_own(value: str) -> bool:
    return reply_addresses.is_own(value) or normalize_domain(value) == reply_addresses.own_domain()
