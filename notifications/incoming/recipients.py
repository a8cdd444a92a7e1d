"""Whom a letter was for, when no envelope says so: what servers noted in its headers."""

from __future__ import annotations

import re

from notifications.models import Delivery, Notification
from notifications.outgoing import reply_addresses
from notifications.reply_parser import Part

# From what the last server noted to what the writer wrote (RFC 9228 and custom); the first
# kind of header that names one of our addresses counts, with all its instances.
NOTED = (
    "x-original-to",
    "delivered-to",
    "x-delivered-to",
    "envelope-to",
    "x-envelope-to",
    "x-forwarded-to",
    "x-gm-original-to",
    "resent-to",
    "resent-cc",
    "to",
    "cc",
)
# Of the ids a letter refers to, so many are looked up, the last first.
MOST_IDS = 30

_ADDRESS = re.compile(r"[^\s<>@,;:\"()]{1,120}@[^\s<>@,;:\"()]{1,120}")
# Exchange and telephones put commas between ids, or leave out the brackets.
_ID = re.compile(r"[^\s<>@,;\"()]{1,120}@[^\s<>@,;\"()]{1,120}")


def find_own_recipients(letter: Part) -> list[str]:
    """Return our addresses in the headers of a letter; [] when it names none."""
    for header in NOTED:
        found = [one for value in letter.values(header) for one in _ADDRESS.findall(value)]
        ours = [one for one in dict.fromkeys(found) if reply_addresses.parse_reply_address(one)]
        if ours:
            return ours
    return []


def find_referenced_token(letter: Part) -> str:
    """Return the token of the question a letter refers to by Message-ID; "" for none.

    In-Reply-To before References, the latest letter first.
    """
    for header in ("in-reply-to", "references"):
        ids = _ID.findall(" ".join(letter.values(header)))[-MOST_IDS:]
        sent = _tokens_by_message_id(ids)
        for one in reversed(ids):
            # A provider's id stands before the @ of a Message-ID that it wrote.
            if found := sent.get(one) or sent.get(one.partition("@")[0]):
                return found
    return ""


def _tokens_by_message_id(ids: list[str]) -> dict[str, str]:
    """Return the tokens of letters of ours by Message-ID, and by what a provider called them."""
    ours = Notification.objects.filter(message_id__in=[f"<{one}>" for one in ids])
    asking = ours.exclude(reply_token="").values_list("message_id", "reply_token")
    names = [*ids, *(one.partition("@")[0] for one in ids)]
    called = Delivery.objects.filter(provider_id__in=names).exclude(notification__reply_token="")
    named = called.exclude(provider_id="").values_list("provider_id", "notification__reply_token")
    return {**dict(named), **{one.strip("<>"): token for one, token in asking}}
