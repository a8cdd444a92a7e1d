"""Compose the body and headers of webhook calls in the format of their receiver."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from abyss_site.core.epoch import current_epoch
from abyss_site.core.ids import uuid7
from notifications.models import Notification
from notifications.models.webhooks import Webhook
from notifications.web_push import messages

# Event without a notification: the database was restored or failed over.
START_OVER = "start_over"
# Kinds of notifications that cause a call, with their text.
EVENTS = {
    "your_turn": gettext_lazy("It is your turn."),
    "reminder": gettext_lazy("Reminder: it is still your turn."),
    "vote_asked": gettext_lazy("The players are voting."),
    "invitation": gettext_lazy("You are invited to a match."),
    "clock_moved": gettext_lazy("Your time ran out; a move was played for you."),
    "chat": gettext_lazy("There is a new message."),
    "direct_message": gettext_lazy("A player has written to you."),
    "player_joined": gettext_lazy("Somebody has joined the match."),
    "match_started": gettext_lazy("The match has begun."),
    "match_finished": gettext_lazy("The match is over."),
    "match_frozen": gettext_lazy("This match is on hold."),
    "paused": gettext_lazy("The match is waiting."),
    "resumed": gettext_lazy("The match goes on."),
    "puzzle": gettext_lazy("Find the best move."),
    "emails_stopped": gettext_lazy("E-mails to you do not arrive, so we have stopped them."),
}


class Subject(NamedTuple):
    """What a notification is about: a title for people, and the path of its page."""

    title: str
    path: str


# Returns the subject of a notification, or None if it is outdated.
Describe = Callable[[Notification], Subject | None]


def describe_site(notification: Notification) -> Subject | None:
    """Describe any notification as being about the site, if no application is connected."""
    return Subject("Abyss by Post", "/")


# Replaced by `gateway.connect_application()`.
describe: Describe = describe_site


# What Discord takes for markdown, a mention, an emoji, a time or a link, if no backslash stands
# before it; "#", "-" and "+" are headings and lists at the start alone.
DISCORD_MARKUP = re.compile(r"[\\*_~`|<>\[\]()@:/.]|^[#+-]")


class Call(NamedTuple):
    """Body and headers of a request."""

    body: bytes
    headers: dict[str, str]


def compose_call(webhook: Webhook, notification: Notification, now: datetime) -> Call | None:
    """Compose the call for a notification, in the webhook's format and its owner's language.

    None means that the notification is outdated.
    """
    subject = describe(notification)
    if subject is None:
        return None
    with override(notification.player.language):
        event_text = str(EVENTS.get(notification.kind, _("Test: it works.")))
    url = settings.SITE_URL.rstrip("/") + subject.path
    text = f"{subject.title}: {event_text}"
    match webhook.shape:
        case Webhook.Shape.DISCORD:
            return _compose_discord_call(subject.title, f"{event_text} {url}")
        case Webhook.Shape.SLACK:
            return _compose_slack_call(text, url)
        case Webhook.Shape.PUSH:
            body = messages.build_push_body(
                webhook, notification, title=subject.title, text=event_text, path=subject.path
            )
            under = webhook.site_key
            return Call(
                body,
                messages.build_push_headers(notification, webhook.url, now, subscribed_under=under),
            )
        case Webhook.Shape.NTFY:
            # Without the header “Markdown” the body is plain text.
            return Call(text.encode(), {"Content-Type": "text/plain; charset=utf-8", "Click": url})
    news = {
        "id": str(notification.pk),
        "event": notification.kind,
        "about": subject.title,
        "text": event_text,
        "url": url,
        "occurred_at": notification.created_at.isoformat(),
        "answer_until": notification.answer_until and notification.answer_until.isoformat(),
    }
    return _sign_call(webhook, news | {"epoch": current_epoch()}, now)


def _compose_discord_call(title: str, rest: str) -> Call:
    """Compose a message of Discord, in which names of players are neither markup nor mentions."""
    safe_title = DISCORD_MARKUP.sub(r"\\\g<0>", title)
    return _build_json_call({"content": f"{safe_title}: {rest}", "allowed_mentions": {"parse": []}})


def _compose_slack_call(text: str, url: str) -> Call:
    """Compose a message of Slack, likewise: without its markup, and with the link alone."""
    safe_text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    plain = {"mrkdwn": False, "parse": "none", "link_names": False}
    return _build_json_call({"text": f"{safe_text} <{url}>", **plain})


def compose_epoch_change(webhook: Webhook, epoch: str, now: datetime) -> Call:
    """Compose the call that tells a program of a new epoch: what it knows may be outdated."""
    news = {"id": str(uuid7()), "event": START_OVER, "epoch": epoch, "occurred_at": now.isoformat()}
    return _sign_call(webhook, news, now)


def _sign_call(webhook: Webhook, news: Mapping[str, object], now: datetime) -> Call:
    call = _build_json_call(news)
    return call._replace(
        headers={**call.headers, "X-Abyss-Signature": sign_body(webhook, call.body, now)}
    )


def sign_body(webhook: Webhook, body: bytes, now: datetime) -> str:
    """Return “t=<seconds>,v1=<HMAC-SHA256 of "seconds.body" with the webhook's secret>”.

    The seconds are the Unix time of `now`; the HMAC is in hexadecimal.
    """
    stamp = str(int(now.timestamp()))
    key, signed_bytes = webhook.secret.encode(), stamp.encode() + b"." + body
    return f"t={stamp},v1={hmac.new(key, signed_bytes, hashlib.sha256).hexdigest()}"


def _build_json_call(value: Mapping[str, object]) -> Call:
    return Call(
        json.dumps(value, ensure_ascii=False).encode(), {"Content-Type": "application/json"}
    )
