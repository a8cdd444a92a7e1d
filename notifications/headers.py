"""What stands on the outside of a letter: its headers, threading and return address."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from email.mime.image import MIMEImage
from uuid import UUID

from django.conf import settings
from django.core.mail import EmailMultiAlternatives

from . import addresses
from .models import Notice, Picture
from .planning import may_be_stopped
from .writer import wrapped

SUBJECT_LIMIT = 120
VALUE_LIMIT = 500
# Tells our own letters, should one come back to us.
LOOP = "X-Loop"

# Set here and nowhere else.
RESERVED = {
    "auto-submitted", "bcc", "cc", "content-language", "content-type", "date", "from",
    "in-reply-to", "list-id", "list-unsubscribe", "message-id", "mime-version", "references",
    "reply-to", "return-path", "sender", "subject", "to", "x-auto-response-suppress", "x-loop",
}  # fmt: skip

_MESSAGE_ID = re.compile(r"<[!-;=?-~]{3,240}>")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,60}")
# Lets text run backwards, or hides it: never in a header.
_HIDDEN = {*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0xFEFF}


def message(notice: Notice) -> EmailMultiAlternatives:
    """Return the frozen letter of a notice, ready to send to its player's address of today."""
    letter = EmailMultiAlternatives(
        subject=clean(notice.subject, SUBJECT_LIMIT) or "-",
        body=wrapped(notice.text) + "\n",
        # The envelope sender: a report about this letter comes back with its number.
        from_email=addresses.write_full("bounce", addresses.token_of(notice.id)),
        to=[notice.player.email],
        headers=headers(notice),
    )
    if notice.html:
        letter.attach_alternative(notice.html, "text/html")
        # multipart/related: the letter with its pictures, which the HTML names (RFC 2387).
        letter.mixed_subtype = "related"
        for picture in notice.pictures.order_by("id"):
            letter.attach(_inline(picture))
    return letter


def _inline(picture: Picture) -> MIMEImage:
    part = MIMEImage(bytes(picture.png), "png")
    part["Content-ID"] = f"<{picture.cid}>"
    part.add_header("Content-Disposition", "inline", filename=picture.name)
    return part


def headers(notice: Notice) -> dict[str, str]:
    """Return all headers but Subject, To and Date."""
    extra = {
        name: clean(value, VALUE_LIMIT)
        for name, value in notice.headers.items()
        if _NAME.fullmatch(name) and name.lower() not in RESERVED
    }
    answered = answered_letter(notice)
    return extra | {
        "From": settings.DEFAULT_FROM_EMAIL,
        "Message-ID": notice.message_id,
        "Auto-Submitted": "auto-replied" if answered else "auto-generated",
        # Never "All": that would keep from us the reports about letters that did not arrive.
        "X-Auto-Response-Suppress": "OOF, AutoReply",
        "Content-Language": notice.language or "en",
        LOOP: settings.MAIL_DOMAIN,
        **_reply(notice),
        **_threading(notice, answered),
        **_list(notice),
    }


def answered_letter(notice: Notice) -> str:
    """Return the Message-ID of the letter this one answers; "" for none or a nonsensical one."""
    answers = str(notice.data.get("answers") or "").strip()
    return answers if _MESSAGE_ID.fullmatch(answers) else ""


def thread_root(thread: str, player_id: UUID) -> str:
    """Return the Message-ID of the letter that never was, on which a conversation hangs."""
    digest = hashlib.sha256(f"{settings.SECRET_KEY}/{thread}/{player_id}".encode()).hexdigest()
    return f"<t.{digest[:32]}@{settings.MAIL_DOMAIN}>"


def clean(text: str, limit: int) -> str:
    """Return text as it may stand in a header: one line, nothing invisible, at most `limit` long.

    >>> clean("Abyss\\r\\nBcc: everybody@example.org", 80)
    'Abyss Bcc: everybody@example.org'
    """
    visible = "".join(
        " " if unicodedata.category(letter) in ("Cc", "Zl", "Zp") else letter
        for letter in text
        if ord(letter) not in _HIDDEN
    )
    return " ".join(visible.split())[:limit].rstrip()


def _reply(notice: Notice) -> dict[str, str]:
    if not notice.reply_token:
        return {}
    # A bundle of several questions is answered by naming one.
    purpose = "bundle" if len(notice.data.get("blocks", "")) > 1 else "play"
    return {"Reply-To": addresses.write_full(purpose, notice.reply_token)}


def _threading(notice: Notice, answered: str) -> dict[str, str]:
    root = thread_root(notice.thread, notice.player_id) if notice.thread else ""
    chain = [reference for reference in (root, answered) if reference]
    if not chain:
        return {}
    return {"References": " ".join(chain), "In-Reply-To": chain[-1]}


def _list(notice: Notice) -> dict[str, str]:
    if not may_be_stopped(notice):
        return {}
    name = re.sub(r"[^a-z0-9-]+", "-", notice.thread.lower()).strip("-") or "all"
    unsubscribe = addresses.write_full("unsub", addresses.token_of(notice.id))
    return {
        "List-Id": f"<{name}.{settings.MAIL_DOMAIN}>",
        "List-Unsubscribe": f"<mailto:{unsubscribe}>",
    }
