"""Models of notifications, deliveries, incoming e-mails, preferences and webhooks."""

from notifications.models.webhooks import Webhook, WebhookCall

from .emails import CapturedEmail, InboundEmail, MailboxCursor
from .mail_outages import MailOutage
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
    "MailOutage",
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
