"""What a call says, in the shape its receiver reads."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from abyss_site.epoch import current_epoch
from abyss_site.ids import uuid7
from notifications.models import Notification
from notifications.models.webhooks import Webhook
from notifications.web_push import messages

# Not news of a match: the database was brought back, or another one took over.
START_OVER = "start_over"
# What is worth a call, and how it is said.
EVENTS = {
    "your_turn": gettext_lazy("It is your turn."),
    "reminder": gettext_lazy("Your answer is still awaited."),
    "vote_asked": gettext_lazy("The table asks you something."),
    "invitation": gettext_lazy("You are invited to a match."),
    "clock_moved": gettext_lazy("The clock has answered for you."),
    "chat": gettext_lazy("Something was said."),
    "match_started": gettext_lazy("The match has begun."),
    "match_finished": gettext_lazy("The match is over."),
    "match_frozen": gettext_lazy("This match stands still."),
    "paused": gettext_lazy("The match waits."),
    "resumed": gettext_lazy("The match goes on."),
}


class About(NamedTuple):
    """What a notification is about: a name people know it by, and the path of its page."""

    title: str
    path: str


# Returns what a notification is about; None: there is nothing left to tell.
Describe = Callable[[Notification], About | None]


def describe_site(notification: Notification) -> About | None:
    """Describe any notification, where no application knows better."""
    return About("Abyss by Post", "/")


# See `gateway.connect_application()`.
describe: Describe = describe_site


class Call(NamedTuple):
    """What goes over the wire."""

    body: bytes
    headers: dict[str, str]


def compose_call(webhook: Webhook, notification: Notification, now: datetime) -> Call | None:
    """Return the news of a notification as its webhook reads it, in the language of its owner.

    None: what the notification asked has been answered meanwhile.
    """
    about = describe(notification)
    if about is None:
        return None
    with override(notification.player.language):
        said = str(EVENTS.get(notification.kind, _("A test: calls arrive here.")))
    url = settings.SITE_URL.rstrip("/") + about.path
    text = f"{about.title}: {said}"
    match webhook.shape:
        case Webhook.Shape.DISCORD:
            # Names of players and matches shall call nobody.
            return _build_json_call({"content": f"{text} {url}", "allowed_mentions": {"parse": []}})
        case Webhook.Shape.SLACK:
            escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
            return _build_json_call({"text": f"{escaped} <{url}>"})
        case Webhook.Shape.PUSH:
            sealed = messages.build_push_body(
                webhook, notification, title=about.title, said=said, path=about.path
            )
            under = webhook.site_key
            return Call(
                sealed,
                messages.build_push_headers(notification, webhook.url, now, subscribed_under=under),
            )
        case Webhook.Shape.NTFY:
            return Call(text.encode(), {"Content-Type": "text/plain; charset=utf-8", "Click": url})
    news = {
        "id": str(notification.pk),
        "event": notification.kind,
        "about": about.title,
        "text": said,
        "url": url,
        "occurred_at": notification.created_at.isoformat(),
        "answer_until": notification.answer_until and notification.answer_until.isoformat(),
    }
    return _sign_call(webhook, news | {"epoch": current_epoch()}, now)


def compose_start_over(webhook: Webhook, epoch: str, now: datetime) -> Call:
    """Return what tells a program that what it knows of us may be of another life of ours."""
    news = {"id": str(uuid7()), "event": START_OVER, "epoch": epoch, "occurred_at": now.isoformat()}
    return _sign_call(webhook, news, now)


def _sign_call(webhook: Webhook, news: dict[str, Any], now: datetime) -> Call:
    made = _build_json_call(news)
    return made._replace(
        headers={**made.headers, "X-Abyss-Signature": sign_body(webhook, made.body, now)}
    )


def sign_body(webhook: Webhook, body: bytes, now: datetime) -> str:
    """Return “t=<seconds>,v1=<HMAC-SHA256 of "seconds.body" under the webhook's secret>”."""
    stamp = str(int(now.timestamp()))
    key, said = webhook.secret.encode(), stamp.encode() + b"." + body
    return f"t={stamp},v1={hmac.new(key, said, hashlib.sha256).hexdigest()}"


def _build_json_call(value: dict[str, Any]) -> Call:
    return Call(
        json.dumps(value, ensure_ascii=False).encode(), {"Content-Type": "application/json"}
    )
