"""Rows of the post office: what is to be told, each attempt to tell it, and what came back."""

from notifications.hooks.models import Hook, HookCall

from .letters import InboundLetter, MailboxCursor, PostedLetter
from .mailboxes import Mailbox, Refusal, SenderAddress, Trouble, Wish
from .notices import Delivery, Notice, Picture, ProviderEvent

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
    "Refusal",
    "SenderAddress",
    "Trouble",
    "Wish",
]
