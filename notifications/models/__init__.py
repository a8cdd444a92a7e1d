"""Rows of the post office: what is to be told, each attempt to tell it, and what came back."""

from notifications.models.webhooks import Hook, HookCall

from .letters import InboundLetter, MailboxCursor, PostedLetter
from .mailboxes import Mailbox, Refusal, SenderAddress, Trouble, Wish
from .notices import Delivery, Notice, Picture, ProviderEvent
from .quarantine import Quarantine

__all__ = [
    "Delivery",
    "Hook",
    "HookCall",
    "InboundLetter",
    "Mailbox",
    "MailboxCursor",
    "Notice",
    "Picture",
    "PostedLetter",
    "ProviderEvent",
    "Quarantine",
    "Refusal",
    "SenderAddress",
    "Trouble",
    "Wish",
]
