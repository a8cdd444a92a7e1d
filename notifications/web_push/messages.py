"""What a push message says, how long it is kept for a sleeping device, and what it replaces."""

from __future__ import annotations

import hashlib
import json
from datetime import datetime, timedelta

from notifications.models import Notification
from notifications.models.webhooks import Webhook
from notifications.outgoing.planning import is_question

from . import encryption, vapid

# What asks nothing is of no use later than this; no service keeps anything longer than the latter.
NEWS_LIVES, LONGEST = timedelta(days=1), timedelta(days=28)
# A device that saves its battery is woken for a question that ends so soon.
PRESSING = timedelta(hours=3)
# A title never needs more; names of players have their own limits.
LONGEST_TITLE = 300


def build_push_topic(notification: Notification) -> str:
    """Return what a newer message replaces an older one by: one for each question, else the kind.

    It tells nothing of the question's token, which alone is the right to answer. RFC 8030 §5.4:
    at most 32 characters of base64url.
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
    """Return the headers of a call to a push service: RFC 8030 §5, RFC 8291 §4, RFC 8292 §2."""
    left = NEWS_LIVES if notification.answer_until is None else notification.answer_until - now
    lives = min(max(left, timedelta(minutes=1)), LONGEST)
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
    device: Webhook, notification: Notification, *, title: str, said: str, path: str
) -> bytes:
    """Return the sealed words: no more than the subject of a letter, and where to look."""
    news = {
        "title": title[:LONGEST_TITLE],
        "body": said,
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
    """RFC 8030 §5.3."""
    if not is_question(notification):
        return "normal" if notification.kind == "test" else "low"
    is_pressing = (
        notification.answer_until is not None and notification.answer_until - now <= PRESSING
    )
    return "high" if is_pressing else "normal"
