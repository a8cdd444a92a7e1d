"""Compose the body and headers of webhook calls in the format of their receiver."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from base64 import b64encode
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import NamedTuple

import msgspec
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
# Returns the event of a notification as JSON values, for a program with a webhook of this scope.
ComposeEvent = Callable[[Notification, str], Mapping[str, object]]


def describe_site(notification: Notification) -> Subject | None:
    """Describe any notification as being about the site, if no application is connected."""
    return Subject("Abyss by Post", "/")


def compose_site_event(notification: Notification, scope: str) -> Mapping[str, object]:
    """Return any notification as an event, if no application is connected."""
    return {
        "id": notification.pk,
        "event": notification.kind,
        "occurred_at": notification.created_at,
    }


# Replaced by `gateway.connect_application()`.
describe: Describe = describe_site
compose_event: ComposeEvent = compose_site_event


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
    event = compose_event(notification, webhook.scope)
    own = {"url": url, "answer_until": notification.answer_until, "epoch": current_epoch()}
    return _sign_call(webhook, {**event, **own}, now)


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
    event = {"id": uuid7(), "event": START_OVER, "epoch": epoch, "occurred_at": now}
    return _sign_call(webhook, event, now)


def _sign_call(webhook: Webhook, event: Mapping[str, object], now: datetime) -> Call:
    """Return a signed call (Standard Webhooks, https://www.standardwebhooks.com/)."""
    body, seconds = msgspec.json.encode(event), str(int(now.timestamp()))
    identity = str(event["id"])
    keys = [webhook.secret]
    if webhook.old_secret_until is not None and now < webhook.old_secret_until:
        keys.append(webhook.old_secret)
    signed_bytes = f"{identity}.{seconds}.".encode() + body
    return Call(
        body,
        {
            "Content-Type": "application/json",
            "webhook-id": identity,
            "webhook-timestamp": seconds,
            "webhook-signature": " ".join(sign_bytes(key, signed_bytes) for key in keys),
        },
    )


def sign_bytes(key: str, signed_bytes: bytes) -> str:
    """Return “v1,” and the HMAC-SHA256 in base64, by the bytes of a stored key."""
    digest = hmac.new(key.encode(), signed_bytes, hashlib.sha256).digest()
    return f"v1,{b64encode(digest).decode()}"


def show_secret(key: str) -> str:
    """Return a stored key as a program enters it: “whsec_” and its bytes in base64."""
    return f"whsec_{b64encode(key.encode()).decode()}"


def _build_json_call(value: Mapping[str, object]) -> Call:
    return Call(
        json.dumps(value, ensure_ascii=False).encode(), {"Content-Type": "application/json"}
    )
