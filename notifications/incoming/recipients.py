"""Find our own recipients of an e-mail in its headers, for transports without an envelope."""

from __future__ import annotations

import re

from notifications.models import Delivery, Notification
from notifications.outgoing import reply_addresses
from notifications.reply_parser import Part

# Headers with recipients, from those added by the last server to those of the sender (RFC 9228 and
# common practice). All instances of the first one that contains an address of ours count.
RECIPIENT_HEADERS = (
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
# Maximum number of referenced Message-IDs that are looked up, the last ones.
MAX_IDS = 30

_ADDRESS = re.compile(r"[^\s<>@,;:\"()]{1,120}@[^\s<>@,;:\"()]{1,120}")
# Exchange and phones put commas between ids, or leave out the angle brackets.
_ID = re.compile(r"[^\s<>@,;\"()]{1,120}@[^\s<>@,;\"()]{1,120}")


def find_own_recipients(email: Part) -> list[str]:
    """Return our reply addresses in the recipient headers of an e-mail."""
    for header in RECIPIENT_HEADERS:
        addresses = [
            address for value in email.values(header) for address in _ADDRESS.findall(value)
        ]
        ours = [
            address
            for address in dict.fromkeys(addresses)
            if reply_addresses.parse_reply_address(address)
        ]
        if ours:
            return ours
    return []


def find_referenced_token(email: Part) -> str:
    """Return the reply token of our e-mail that this one refers to by Message-ID; "" for none.

    In-Reply-To takes precedence over References, and later ids over earlier ones.
    """
    for header in ("in-reply-to", "references"):
        ids = _ID.findall(" ".join(email.values(header)))[-MAX_IDS:]
        tokens = _tokens_by_message_id(ids)
        for message_id in reversed(ids):
            # A provider's id is the part before the @ of a Message-ID that it assigned.
            if token := tokens.get(message_id) or tokens.get(message_id.partition("@")[0]):
                return token
    return ""


def _tokens_by_message_id(ids: list[str]) -> dict[str, str]:
    """Return the reply tokens of our e-mails by Message-ID and by the provider's id."""
    ours = Notification.objects.filter(message_id__in=[f"<{message_id}>" for message_id in ids])
    asking = ours.exclude(reply_token="").values_list("message_id", "reply_token")
    names = [*ids, *(message_id.partition("@")[0] for message_id in ids)]
    deliveries = Delivery.objects.filter(provider_id__in=names).exclude(
        notification__reply_token=""
    )
    provider_tokens = deliveries.exclude(provider_id="").values_list(
        "provider_id", "notification__reply_token"
    )
    return {
        **dict(provider_tokens),
        **{message_id.strip("<>"): token for message_id, token in asking},
    }
