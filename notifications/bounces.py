"""Reports about letters of ours that did not arrive, found by the number in the return address."""

from __future__ import annotations

import re
from datetime import datetime

import msgspec

from . import addresses, classify
from .models import Delivery
from .replies import Part
from .replies.mime import words

# What a report says at its very top, when it has no fields to read.
_STATUS = re.compile(r"\b([245]\.\d{1,3}\.\d{1,3})\b")
# Not the end of the letter's way: nothing to hold against the address.
HARMLESS = frozenset(("delayed", "delivered", "relayed", "expanded"))


class Report(msgspec.Struct, frozen=True):
    """What a delivery report says: RFC 3464's action, the enhanced status, and its words."""

    action: str
    status: str
    words: str


def record(letter: Part, token: str, now: datetime) -> str:
    """Write a report on the delivery it is about, and return the reason code."""
    if not classify.is_delivery_report(letter):
        return "not_a_bounce"
    found = report(letter)
    if found.action in HARMLESS:
        return f"bounce_{found.action}"
    deliveries = Delivery.objects.filter(notice=addresses.row_of(token), accepted=True)
    last = deliveries.order_by("-tried", "-id").first()
    if last is None:
        return "bounce_unknown"
    last.bounced = now
    last.bounce = f"{found.status} {found.words}".strip()[:300]
    last.save(update_fields=["bounced", "bounce"])
    return "bounce"


def report(letter: Part) -> Report:
    """Read a report: its fields (RFC 3464), or the first status in its text."""
    for part in letter.walk():
        if part.kind == "message/delivery-status":
            fields = _fields(part.content()[:64_000].decode("utf-8", "replace"))
            diagnosis = fields.get("diagnostic-code", "").partition(";")
            return Report(
                action=fields.get("action", "failed").split(" ")[0].lower(),
                status=fields.get("status", "").split(" ")[0],
                words=" ".join((diagnosis[2] or diagnosis[0]).split()),
            )
    text = _text(letter)
    status = _STATUS.search(text)
    return Report("failed", status[1] if status else "", words(letter.value("subject")))


def _fields(text: str) -> dict[str, str]:
    """Return the fields of all blocks; where they repeat, those of the last recipient."""
    fields: dict[str, str] = {}
    name = ""
    for line in text.splitlines():
        if line[:1] in (" ", "\t") and name:
            fields[name] += " " + line.strip()
        elif ":" in line:
            name, _, value = line.partition(":")
            name = name.strip().lower()
            fields[name] = value.strip()
    return fields


def _text(letter: Part) -> str:
    for part in letter.walk():
        if part.kind == "text/plain":
            return part.content()[:64_000].decode("utf-8", "replace")
    return ""
