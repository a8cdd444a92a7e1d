"""Build push messages: body, lifetime (TTL), urgency and topic."""

from __future__ import annotations

import hashlib
import json
from datetime import datetime, timedelta

from notifications.models import Notification
from notifications.models.webhooks import Webhook
from notifications.outgoing.planning import is_question

from . import encryption, vapid

# Lifetime of messages without a deadline; maximum lifetime that push services support.
NEWS_LIVES, MAX_LIFETIME = timedelta(days=1), timedelta(days=28)
# A question whose deadline is this close wakes a device in battery-saving mode.
URGENT_BEFORE = timedelta(hours=3)
# Maximum length of a title in characters.
MAX_TITLE_LENGTH = 300


def build_push_topic(notification: Notification) -> str:
    """Return the topic, by which a newer message replaces an older one (RFC 8030 §5.4).

    There is one topic per question, otherwise one per thread and kind. It is a hash, because
    whoever knows the reply token may answer. At most 32 characters of base64url.
    """
    about = (
        notification.reply_token
        if is_question(notification)
        else f"{notification.thread} {notification.kind}"
    )
    return encryption.encode_base64url(hashlib.sha256(b"topic\n" + about.encode()).digest())[:32]


def build_push_headers(
    notification: Notification, endpoint: str, now: datetime, *, subscribed_under: str = ""
) -> dict[str, str]:
    """Return the headers of a request to a push service (RFC 8030 §5, RFC 8291 §4, RFC 8292 §2)."""
    left = NEWS_LIVES if notification.answer_until is None else notification.answer_until - now
    lives = min(max(left, timedelta(minutes=1)), MAX_LIFETIME)
    return {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(int(lives.total_seconds())),
        "Urgency": _push_urgency(notification, now),
        "Topic": build_push_topic(notification),
        "Authorization": vapid.authorization_header(
            endpoint, now, subscribed_under=subscribed_under
        ),
    }


def build_push_body(
    device: Webhook, notification: Notification, *, title: str, text: str, path: str
) -> bytes:
    """Return the encrypted body: a title, a short text and the path of the page."""
    news = {
        "title": title[:MAX_TITLE_LENGTH],
        "body": text,
        "path": path,
        "tag": build_push_topic(notification),
        "lang": notification.player.language,
    }
    words = json.dumps(news, ensure_ascii=False).encode()
    theirs, auth = (
        encryption.decode_base64url(device.key),
        encryption.decode_base64url(device.secret),
    )
    return encryption.encrypt_push_message(words, theirs=theirs, auth=auth)


def _push_urgency(notification: Notification, now: datetime) -> str:
    """Return the urgency of a message (RFC 8030 §5.3)."""
    if not is_question(notification):
        return "normal" if notification.kind == "test" else "low"
    is_pressing = (
        notification.answer_until is not None and notification.answer_until - now <= URGENT_BEFORE
    )
    return "high" if is_pressing else "normal"
