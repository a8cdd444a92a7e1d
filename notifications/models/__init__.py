"""Rows of the post office: what is to be told, each attempt to tell it, and what came back."""

from notifications.models.webhooks import Webhook, WebhookCall

from .emails import CapturedEmail, InboundEmail, MailboxCursor
from .notifications import Delivery, Notification, Picture, ProviderEvent
from .preferences import BounceScore, ChannelPreference, EmailPreferences, OptOut, SenderAddress
from .quarantine import Quarantine

__all__ = [
    "Delivery",
    "Webhook",
    "WebhookCall",
    "InboundEmail",
    "EmailPreferences",
    "MailboxCursor",
    "Notification",
    "Picture",
    "CapturedEmail",
    "ProviderEvent",
    "Quarantine",
    "OptOut",
    "SenderAddress",
    "BounceScore",
    "ChannelPreference",
]
