"""The one door out: post() notices in your transaction; the postman sends them later."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

import msgspec
from django.conf import settings
from django.db import transaction

from abyss_site.ids import uuid7

from . import bell
from .models import Notice


class Draft(msgspec.Struct, frozen=True):
    """What to tell one player.

    `key` makes it once only; `thread` ("match-7") makes one conversation per player; `reply_token`
    is the opaque [a-z2-7]{26} its Reply-To carries, "" for none. `data` is for the kind's writer;
    `data["answers"]` is the Message-ID of the letter this one answers.
    """

    key: str
    player_id: UUID
    kind: str
    thread: str = ""
    reply_token: str = ""
    data: dict[str, Any] = {}


def post(drafts: Sequence[Draft], *, now: datetime) -> None:
    """Put notices in the outbox with one query. The same `key` twice is one notice."""
    if not drafts:
        return
    Notice.objects.bulk_create([_notice(draft, now) for draft in drafts], ignore_conflicts=True)
    transaction.on_commit(partial(bell.ring, "letters"), robust=True)


def _notice(draft: Draft, now: datetime) -> Notice:
    number = uuid7()
    return Notice(
        id=number,
        key=draft.key,
        player_id=draft.player_id,
        kind=draft.kind,
        thread=draft.thread,
        reply_token=draft.reply_token,
        data=draft.data,
        created=now,
        due=now,
        message_id=f"<{number.hex}@{settings.MAIL_DOMAIN}>",
    )
