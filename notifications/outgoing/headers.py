"""What stands on the outside of a letter: its headers, threading and return address."""

from __future__ import annotations

import re
import unicodedata
from email.mime.image import MIMEImage
from functools import partial
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives

from notifications.models import Notification, Picture

from . import reply_addresses, threads
from .mime_serializer import serialize_message
from .planning import BUNDLE, may_be_stopped
from .renderers import wrap_long_lines

# Telephones show no more.
SUBJECT_LIMIT = 60
VALUE_LIMIT = 500
# Tells our own letters, should one come back to us.
LOOP = "X-Loop"

# Without it Postmark would write a Message-ID of its own.
OF_PROVIDERS = {"postmark": {"X-PM-KeepID": "true"}}

# Set here and nowhere else.
RESERVED = {
    "auto-submitted", "bcc", "cc", "content-language", "content-type", "date", "feedback-id",
    "from", "in-reply-to", "list-id", "list-unsubscribe", "list-unsubscribe-post", "message-id",
    "mime-version", "references", "reply-to", "return-path", "sender", "subject", "thread-index",
    "thread-topic", "to", "x-auto-response-suppress", "x-loop", "x-pm-keepid",
}  # fmt: skip

_MESSAGE_ID = re.compile(r"<[!-;=?-~]{3,240}>")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,60}")
# Lets text run backwards, or hides it: never in a header.
_HIDDEN = {*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0xFEFF}


class Illustrated(EmailMultiAlternatives):
    """A letter together with the pictures that its HTML names (RFC 2387)."""

    mixed_subtype = "related"
    # Comes back with what a provider tells about the letter.
    metadata: dict[str, str]

    def message(self, **given: Any) -> Any:
        """Return the letter as the mail server is handed it."""
        letter: Any = super().message(**given)
        letter.as_bytes = partial(serialize_message, letter)
        return letter


def build_message(notification: Notification) -> EmailMultiAlternatives:
    """Return the rendered e-mail of a notification, addressed to its player's current address."""
    number = reply_addresses.token_of(notification.id)
    letter = Illustrated(
        subject=format_subject(notification),
        body=wrap_long_lines(notification.text) + "\n",
        # The envelope sender: a report about this letter comes back with its number.
        from_email=reply_addresses.write_full("bounce", number),
        to=[notification.address or notification.player.email],
        headers=build_headers(notification),
    )
    letter.metadata = {"letter": reply_addresses.build_local_part("bounce", number)}
    if notification.html:
        letter.attach_alternative(notification.html, "text/html")
        for picture in _sorted_pictures(notification):
            letter.attach(_build_inline_image(picture))
    return letter


def _sorted_pictures(notification: Notification) -> list[Picture]:
    """Return the pictures of a letter, read ahead for a bag of them, in their order."""
    found = notification.pictures.all() if "cid:" in notification.html else ()
    return sorted(found, key=lambda picture: picture.pk)


def format_subject(notification: Notification) -> str:
    """Return the subject as it is sent. A suffix such as “(2)” is never cut off."""
    line = clean_header_value(notification.subject, 500) or "-"
    if len(line) <= SUBJECT_LIMIT:
        return line
    suffix = f" ({notification.volume + 1})" if notification.volume else ""
    return line[: SUBJECT_LIMIT - 1 - len(suffix)].rstrip() + "…" + suffix


def one_click_url(notification: Notification) -> str:
    """Return the page that stops letters like this one."""
    code = reply_addresses.build_local_part("unsub", reply_addresses.token_of(notification.id))
    return f"{settings.SITE_URL}/u/{code.partition('+')[2]}/"


def _build_inline_image(picture: Picture) -> MIMEImage:
    part = MIMEImage(bytes(picture.png), "png")
    part["Content-ID"] = f"<{picture.cid}>"
    part.add_header("Content-Disposition", "inline", filename=picture.name)
    return part


def build_headers(notification: Notification) -> dict[str, str]:
    """Return all headers but Subject, To and Date."""
    extra = {
        name: clean_header_value(value, VALUE_LIMIT)
        for name, value in notification.headers.items()
        if _NAME.fullmatch(name) and name.lower() not in RESERVED
    }
    answered = answered_letter(notification)
    return extra | {
        "From": settings.DEFAULT_FROM_EMAIL,
        "Message-ID": notification.message_id,
        "Auto-Submitted": "auto-replied" if answered else "auto-generated",
        # Never "All": that would keep from us the reports about letters that did not arrive.
        "X-Auto-Response-Suppress": "OOF, AutoReply",
        "Content-Language": notification.language or "en",
        LOOP: settings.MAIL_DOMAIN,
        **OF_PROVIDERS.get(settings.MAIL_PROVIDER, {}),
        **_reply_to_header(notification),
        **_threading_headers(notification, answered),
        **_unsubscribe_headers(notification),
    }


def answered_letter(notification: Notification) -> str:
    """Return the Message-ID of the letter this one answers; "" for none or a nonsensical one."""
    return notification.answers if _MESSAGE_ID.fullmatch(notification.answers) else ""


def clean_header_value(text: str, limit: int) -> str:
    """Return text as it may stand in a header: one line, nothing invisible, at most `limit` long.

    >>> clean_header_value("Abyss\\r\\nBcc: everybody@example.org", 80)
    'Abyss Bcc: everybody@example.org'
    """
    visible = "".join(
        " " if unicodedata.category(letter) in ("Cc", "Zl", "Zp") else letter
        for letter in text
        if ord(letter) not in _HIDDEN
    )
    return " ".join(visible.split())[:limit].rstrip()


def _reply_to_header(notification: Notification) -> dict[str, str]:
    if not notification.reply_token:
        return {}
    # A bundle of several questions is answered by naming one.
    is_bundle = notification.kind == BUNDLE and len(notification.data.get("blocks", "")) > 1
    purpose = "bundle" if is_bundle else "play"
    return {"Reply-To": reply_addresses.write_full(purpose, notification.reply_token)}


def _threading_headers(notification: Notification, answered: str) -> dict[str, str]:
    if not notification.thread:
        return {"References": answered, "In-Reply-To": answered} if answered else {}
    root = threads.root_message_id(notification.thread, notification.player_id, notification.volume)
    chain = list(dict.fromkeys(filter(None, [root, *notification.references.split(), answered])))
    return {
        "References": " ".join(chain),
        "In-Reply-To": chain[-1],
        "Thread-Topic": format_subject(notification),
        "Thread-Index": threads.build_thread_index(notification),
    }


def _unsubscribe_headers(notification: Notification) -> dict[str, str]:
    if not may_be_stopped(notification):
        return {}
    name = re.sub(r"[^a-z0-9-]+", "-", notification.thread.lower()).strip("-") or "all"
    stop = reply_addresses.write_full("unsub", reply_addresses.token_of(notification.id))
    kind = re.sub(r"[^a-z0-9_-]", "-", notification.kind.lower())
    found = {
        "List-Id": f"<{name}.{settings.MAIL_DOMAIN}>",
        "List-Unsubscribe": f"<{one_click_url(notification)}>, <mailto:{stop}>",
        # Which letters people complain about: Gmail counts them by these names.
        "Feedback-ID": f"{name}:{kind}:letters:{settings.MAIL_DOMAIN}",
    }
    if settings.SITE_IS_SECURE:
        # RFC 8058 wants https; programs press the button only then.
        found["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return found
