"""Sorting letters that came in: each gets exactly one decision, together with its effect."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Q

from abyss_site import ids
from abyss_site.encryption.cipher import Undecryptable, fingerprint
from notifications import quarantine
from notifications.models import InboundEmail, Notification, sql
from notifications.outgoing import planning, reply_addresses
from notifications.outgoing.renderers import error_location
from notifications.reply_parser import (
    Part,
    Reading,
    Sent,
    parse_email,
    parse_reply,
    quotable_versions,
)
from notifications.reply_parser.mime import parse_sender

from . import bounces, bundle_replies, classification, intake, misdirected, recipients
from .intake import Reply
from .senders import find_sender_verdict

# A letter that cannot be sorted is tried again, and then left for a person to look at.
MOST_TRIES = 3
# Answers that one address may cause in a day without anything being played.
MOST_ANSWERS = 10
# And to all questions together; a player of many matches writes no more.
MOST_TO_SENDER = 100
ANSWER_DAY = timedelta(days=1)
# So many letters of ours in one thread may be quoted.
MOST_QUOTED = 8

OUTCOME = (
    *("state", "reason", "tries", "due_at", "sender", "purpose", "token", "threads"),
    *("first_line", "words", "processed_at"),
)


log = logging.getLogger(__name__)


def read_due(now: datetime, limit: int = 500) -> int:
    """Decide about up to `limit` letters and return how many. Many sorters may work at once."""
    for done in range(limit):
        if not read_one(now):
            return done
    return limit


@transaction.atomic
def read_one(now: datetime) -> bool:
    """Decide about the first letter due, holding its row. False: there is none."""
    letter = next(iter(InboundEmail.objects.raw(sql.FIRST_DUE_EMAIL, [now])), None)
    if letter is None:
        return False
    with ids.about(letter=letter.pk):
        _decide_once(letter, now)
        log.info("letter %s", letter.reason)
    return True


def _decide_once(letter: InboundEmail, now: datetime) -> None:
    try:
        with transaction.atomic():
            letter.reason = _dispatch_email(letter, now)[:60]
            letter.state, letter.processed_at = InboundEmail.State.DONE, now
            letter.save(update_fields=OUTCOME)
        if letter.tries:
            quarantine.release_rows("sorting", InboundEmail, [letter.pk])
    except Exception as error:  # Nothing a stranger sends may stop the letters behind it.
        if quarantine.is_outage(error):
            raise
        log.error("letter %s: %s at %s", letter.pk, type(error).__name__, error_location(error))
        _put_off(letter, now, error)


def preview_decision(letter: InboundEmail, now: datetime) -> str:
    """Return what would be decided about a letter now; nothing of it happens."""
    with transaction.atomic():
        try:
            return _dispatch_email(letter, now)
        except Exception as error:
            return f"error {type(error).__name__} at {error_location(error)}"
        finally:
            transaction.set_rollback(True)


def build_unsaved_email(raw: bytes, envelope: intake.Envelope, now: datetime) -> InboundEmail:
    """Return a letter that was never received, to be rehearsed."""
    return intake.letter_of(raw, envelope, "file", "", now)


def _put_off(letter: InboundEmail, now: datetime, error: Exception) -> None:
    letter.tries = min(letter.tries, MOST_TRIES) + 1
    letter.reason = f"error {type(error).__name__}"[:60]
    longest = timedelta(seconds=settings.RETRY_MAX_DELAY_SECONDS)
    letter.due_at = now + min(timedelta(minutes=4**letter.tries), longest)
    letter.state, letter.processed_at = InboundEmail.State.RECEIVED, now
    if letter.tries >= MOST_TRIES:
        letter.state = InboundEmail.State.PARKED
    letter.save(update_fields=["state", "reason", "tries", "due_at", "processed_at"])
    quarantine.set_aside("sorting", InboundEmail, letter.pk, error, now=now)


def _dispatch_email(letter: InboundEmail, now: datetime) -> str:
    """Return the reason code of the one decision, having acted on it.

    In the order of docs/mail.md: 1. our own mail and loops; 2. reports; 3. unsubscribing;
    4. automatic letters; 5. the address; 6. whoever reads letters to that address.
    """
    mail = parse_email(bytes(letter.raw or b""))
    letter.sender = parse_sender(mail)
    if not _find_address(letter, mail):
        return "duplicate"
    letter.threads = threads_of(letter.token)
    mail_from = letter.envelope.get("mail_from", "")
    kind = classification.classify_email(
        mail, mail_from=mail_from, sender=letter.sender, is_own=_is_own
    )
    if kind in ("own_mail", "loop"):
        return kind
    if kind == "complaint":
        return bounces.process_complaint_report(
            mail, letter.token if letter.purpose == "bounce" else "", now
        )
    if letter.purpose == "bounce" and kind != "auto_reply":
        return bounces.record_bounce(mail, letter.token, now)
    if letter.purpose == "unsub" and kind not in ("bounce", "report"):
        return _unsubscribe_by_token(letter.token, now)
    if kind == "bounce":
        return bounces.record_elsewhere(mail, bytes(letter.raw or b""), now)
    if kind:
        return kind
    if not letter.token:
        reason = "role_address" if not letter.purpose else "several_prompts"
        if _is_proven(mail):
            letter.words = _fingerprint_words(parse_reply(mail, Sent(())))
            misdirected.explain_misdirected_email(letter, reason, now)
        return reason
    return _hand_on(letter, mail, now)


def _find_address(letter: InboundEmail, mail: Part) -> bool:
    """Find out whom a letter was for when its envelope names none of our questions.

    False: the same letter came to that address before.

    1. The headers, if there was no envelope. 2. The letter of ours it refers to, if our own mail
    server vouches for its sender: anybody may have seen a Message-ID.
    """
    purpose, token = letter.purpose, letter.token
    if not token and not letter.envelope.get("rcpt_tos"):
        purpose, token = intake.purpose_and_token(recipients.find_own_recipients(mail))
    if not token and purpose == "" and _sender_verdict(mail) == "pass":
        token = recipients.find_referenced_token(mail)
        purpose = "play" if token else ""
    same = InboundEmail.objects.filter(message_id=letter.message_id, token=token)
    if token != letter.token and same.exists():
        return False
    letter.purpose, letter.token = purpose, token
    return True


def _sender_verdict(mail: Part) -> str:
    return find_sender_verdict(mail, settings.MAIL_AUTHSERV_ID)


def _is_proven(mail: Part) -> bool:
    """Tell whether the From address may be believed.

    With a mail server that checks senders only if it says so: an e-mail that came past it, or that
    it could not judge, may be anybody's. Without one nothing can be proven, and all are believed.
    """
    return not settings.MAIL_AUTHSERV_ID or _sender_verdict(mail) == "pass"


def _hand_on(letter: InboundEmail, mail: Part, now: datetime) -> str:
    """Let the address's reader decide about a person's letter."""
    is_bundle = letter.purpose == "bundle"
    read = bundle_replies.read_bundle_reply if is_bundle else intake.readers.get(letter.token[:1])
    if read is None:
        return "no_reader"
    reading = parse_reply(mail, Sent(iterate_quotable_texts(letter.token)))
    lines = [line for line in reading.lines if line]
    letter.first_line = lines[0][:200] if lines else ""
    letter.words = _fingerprint_words(reading)
    return read(
        Reply(
            letter_id=letter.pk,
            token=letter.token,
            sender=letter.sender,
            lines=lines,
            message_id=letter.message_id,
            received_at=letter.received_at,
            answerable=_is_answerable(letter, now),
            proven=_is_proven(mail),
            problem=reading.problem,
        )
    )


def _is_answerable(letter: InboundEmail, now: datetime) -> bool:
    """Tell whether an answer would not be one too many: two machines must not talk for ever."""
    values: dict[str, Any] = {
        "token": letter.token,
        "sender": letter.sender,
        "words": letter.words,
        "since": now - ANSWER_DAY,
        "letter": letter.pk,
    }
    with connection.cursor() as cursor:
        cursor.execute(sql.EARLIER_EMAILS, values)
        answered, written, is_known = cursor.fetchone()
    return answered < MOST_ANSWERS and written < MOST_TO_SENDER and not is_known


def iterate_quotable_texts(token: str) -> Iterator[str]:
    """Yield our letters that an answer to this address may quote."""
    asked = Notification.objects.filter(reply_token=token).order_by("created_at")[:1]
    thread = Q(player=asked.values("player"), thread=asked.values("thread"))
    bundles = Q(pk__in=Notification.objects.filter(reply_token=token).values("within"))
    ours = Notification.objects.filter(thread | bundles).exclude(rendered_at=None)
    for one in ours.order_by("-created_at").only("text", "html")[:MOST_QUOTED]:
        try:
            text, html = one.text, one.html
        except Undecryptable:
            continue
        yield from quotable_versions(text, html)


def threads_of(token: str) -> list[str]:
    """Return the conversations of our letters that carried a token, and of what they gathered."""
    if not token:
        return []
    asked = Notification.objects.filter(reply_token=token)
    gathered = Notification.objects.filter(within__in=asked.values("pk"))
    names = asked.values_list("thread", flat=True).union(gathered.values_list("thread", flat=True))
    return sorted(name for name in names if name)


def _unsubscribe_by_token(token: str, now: datetime) -> str:
    """Stop letters about one thread; the address is the proof that its owner asks."""
    number = reply_addresses.row_of(token)
    notification = Notification.objects.filter(pk=number).first() if number else None
    if notification is None or not planning.may_be_stopped(notification):
        return "unsubscribe_unknown"
    planning.unsubscribe_recipient(notification, now)
    return "unsubscribed"


def _fingerprint_words(reading: Reading) -> str:
    # Not a bare hash: there are few answers, and each could be tried.
    said = "\n".join(reading.lines).casefold().encode()
    return fingerprint("words of an e-mail", said).hex()


def _is_own(value: str) -> bool:
    return reply_addresses.is_own(value) or value.strip().lower() == reply_addresses.own_domain()
