"""Build the MIME message of a notification: headers, threading and return address."""

from __future__ import annotations

import re
import unicodedata
from email.charset import QP, Charset
from email.mime.image import MIMEImage
from functools import partial
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives

from abyss_site.core.email_addresses import encode_address
from notifications.models import Notification, Picture

from . import picture_store, reply_addresses, threads
from .bundles import needs_codes
from .channels import event_of
from .mime_serializer import serialize_message
from .planning import BUNDLE, DAILY_LIST, is_unsubscribable
from .renderers import wrap_long_lines

# Maximum length of a subject in characters. Phones show no more.
SUBJECT_LIMIT = 60
VALUE_LIMIT = 500
# Maximum length of the sender in Feedback-ID.
SENDER_LIMIT = 15
# Marks our own e-mails, so that we recognize one that comes back to us.
LOOP = "X-Loop"

# Extra headers by provider. Without this one, Postmark replaces the Message-ID with its own.
OF_PROVIDERS = {"postmark": {"X-PM-KeepID": "true"}}

# Headers that renderers cannot set, in lower case.
OUR_HEADERS = {
    "auto-submitted", "bcc", "cc", "content-language", "content-type", "date", "feedback-id",
    "from", "in-reply-to", "list-id", "list-unsubscribe", "list-unsubscribe-post", "message-id",
    "mime-version", "references", "reply-to", "return-path", "sender", "subject", "thread-index",
    "thread-topic", "to", "x-auto-response-suppress", "x-loop", "x-pm-keepid",
}  # fmt: skip

_MESSAGE_ID = re.compile(r"<[!-;=?-~]{3,240}>")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,60}")
# Code points that reverse or hide text. They are removed from headers.
_INVISIBLE_CODES = {*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0xFEFF}


TEXT_ENCODING = Charset("utf-8")
TEXT_ENCODING.body_encoding = QP


class EmailWithPictures(EmailMultiAlternatives):
    """An e-mail with the inline pictures that its HTML refers to: multipart/related (RFC 2387)."""

    mixed_subtype = "related"
    # Seven-bit text: a server that converts eight bits would break the DKIM signature (RFC 6376
    # §5.3).
    encoding = TEXT_ENCODING
    # Returned by the provider in its events about the e-mail.
    metadata: dict[str, str]

    def message(self, **kwargs: Any) -> Any:
        """Return the MIME message, which is serialized by our own faster serializer."""
        email: Any = super().message(**kwargs)
        email.as_bytes = partial(serialize_message, email)
        return email


def build_message(notification: Notification) -> EmailMultiAlternatives:
    """Return the MIME message of a rendered notification.

    It is sent to the notification's `address`, or else to its player's current address.
    """
    number = reply_addresses.token_from_uuid(notification.id)
    email = EmailWithPictures(
        subject=format_subject(notification),
        body=wrap_long_lines(notification.text) + "\n",
        # The envelope sender. Bounces of this e-mail come back to an address with its token.
        from_email=reply_addresses.build_address("bounce", number),
        to=[encode_address(notification.address or notification.player.email)],
        headers=build_headers(notification),
    )
    email.metadata = {"email": reply_addresses.build_local_part("bounce", number)}
    if notification.html:
        email.attach_alternative(notification.html, "text/html")
        for picture in _sorted_pictures(notification):
            if png := picture_store.read_picture(picture):
                email.attach(_build_inline_image(picture, png))
    return email


def _sorted_pictures(notification: Notification) -> list[Picture]:
    """Return the pictures of an e-mail in their order; the caller has prefetched them."""
    rows = notification.pictures.all() if "cid:" in notification.html else ()
    return sorted(rows, key=lambda picture: picture.pk)


def format_subject(notification: Notification) -> str:
    """Return the subject, cleaned and shortened. A suffix such as “(2)” is never cut off."""
    line = clean_header_value(notification.subject, 500) or "-"
    if len(line) <= SUBJECT_LIMIT:
        return line
    suffix = f" ({notification.volume + 1})" if notification.volume else ""
    return line[: SUBJECT_LIMIT - 1 - len(suffix)].rstrip() + "…" + suffix


def one_click_url(notification: Notification) -> str:
    """Return the URL of the unsubscribe page for e-mails like this one."""
    code = reply_addresses.build_local_part(
        "unsub", reply_addresses.token_from_uuid(notification.id)
    )
    return f"{settings.SITE_URL}/u/{code.partition('+')[2]}/"


def _build_inline_image(picture: Picture, png: bytes) -> MIMEImage:
    part = MIMEImage(png, "png")
    part["Content-ID"] = f"<{picture.cid}>"
    part.add_header("Content-Disposition", "inline", filename=picture.name)
    return part


def build_headers(notification: Notification) -> dict[str, str]:
    """Return all headers except Subject, To and Date."""
    extra = {
        name: clean_header_value(value, VALUE_LIMIT)
        for name, value in notification.headers.items()
        if _NAME.fullmatch(name) and name.lower() not in OUR_HEADERS
    }
    answered_id = answered_email(notification)
    return extra | {
        "From": settings.DEFAULT_FROM_EMAIL,
        "Message-ID": notification.message_id,
        "Auto-Submitted": "auto-replied" if answered_id else "auto-generated",
        # Never "All", which would also suppress non-delivery reports.
        "X-Auto-Response-Suppress": "OOF, AutoReply",
        "Content-Language": notification.language or "en",
        LOOP: settings.MAIL_DOMAIN,
        **OF_PROVIDERS.get(settings.MAIL_PROVIDER, {}),
        **_reply_to_header(notification),
        **_threading_headers(notification, answered_id),
        **_unsubscribe_headers(notification),
    }


def answered_email(notification: Notification) -> str:
    """Return the Message-ID of the e-mail this one replies to; "" if missing or malformed."""
    return notification.answers if _MESSAGE_ID.fullmatch(notification.answers) else ""


def clean_header_value(text: str, limit: int) -> str:
    """Return `text` as a safe header value: one line, nothing invisible, at most `limit` long.

    >>> clean_header_value("Abyss\\r\\nBcc: everybody@example.org", 80)
    'Abyss Bcc: everybody@example.org'
    """
    visible = "".join(
        " " if unicodedata.category(char) in ("Cc", "Zl", "Zp") else char
        for char in text
        if ord(char) not in _INVISIBLE_CODES
    )
    return " ".join(visible.split())[:limit].rstrip()


def _reply_to_header(notification: Notification) -> dict[str, str]:
    if not notification.reply_token:
        return {}
    # A reply to a bundle of several questions has to say which one it answers.
    blocks = notification.data.get("blocks", {})
    is_bundle = notification.kind in (BUNDLE, DAILY_LIST) and needs_codes(blocks)
    purpose = "bundle" if is_bundle else "play"
    return {"Reply-To": reply_addresses.build_address(purpose, notification.reply_token)}


def _threading_headers(notification: Notification, answered_id: str) -> dict[str, str]:
    if not notification.thread:
        return {"References": answered_id, "In-Reply-To": answered_id} if answered_id else {}
    chain = list(dict.fromkeys(filter(None, [*notification.references.split(), answered_id])))
    # The first e-mail of a conversation answers none.
    earlier = {"References": " ".join(chain), "In-Reply-To": chain[-1]} if chain else {}
    return earlier | {
        "Thread-Topic": format_subject(notification),
        "Thread-Index": threads.build_thread_index(notification),
    }


def _unsubscribe_headers(notification: Notification) -> dict[str, str]:
    if not is_unsubscribable(notification):
        return {}
    name = re.sub(r"[^a-z0-9-]+", "-", notification.thread.lower()).strip("-") or "all"
    stop = reply_addresses.build_address("unsub", reply_addresses.token_from_uuid(notification.id))
    headers = {
        "List-Id": f"<{name}.{settings.MAIL_DOMAIN}>",
        "List-Unsubscribe": f"<{one_click_url(notification)}>, <mailto:{stop}>",
        "Feedback-ID": build_feedback_id(notification),
    }
    if settings.SITE_IS_SECURE:
        # RFC 8058 requires https, and mail programs offer one-click only then.
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return headers


def build_feedback_id(notification: Notification) -> str:
    """Return the Feedback-ID, by which Gmail counts spam complaints: kind, event and sender.

    Its fields group e-mails of all players and matches, as Gmail shows only groups of some size.
    The sender has 5 to 15 characters (https://support.google.com/mail/answer/6254652).
    """
    kind = re.sub(r"[^a-z0-9_-]", "-", notification.kind.lower())
    sender = re.sub(r"[^a-z0-9-]", "-", settings.MAIL_DOMAIN.lower())[-SENDER_LIMIT:]
    return f"{kind}:{event_of(notification)}:emails:{sender.strip('-')}"
