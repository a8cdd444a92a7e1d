"""Whom a letter was for, when no envelope says so: what servers noted in its headers."""

from __future__ import annotations

import re

from . import addresses
from .models import Notice
from .replies import Part

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


def named(letter: Part) -> list[str]:
    """Return our addresses in the headers of a letter; [] when it names none."""
    for header in NOTED:
        found = [one for value in letter.values(header) for one in _ADDRESS.findall(value)]
        ours = [one for one in dict.fromkeys(found) if addresses.read(one)]
        if ours:
            return ours
    return []


def answered(letter: Part) -> str:
    """Return the token of the question a letter refers to by Message-ID; "" for none.

    In-Reply-To before References, the latest letter first.
    """
    for header in ("in-reply-to", "references"):
        ids = _ID.findall(" ".join(letter.values(header)))[-MOST_IDS:]
        ours = [f"<{one}>" for one in reversed(ids)]
        sent = dict(
            Notice.objects.filter(message_id__in=ours)
            .exclude(reply_token="")
            .values_list("message_id", "reply_token")
        )
        for one in ours:
            if one in sent:
                return sent[one]
    return ""
