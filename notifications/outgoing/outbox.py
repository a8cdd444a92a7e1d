"""The one door out: post() notifications in your transaction; the postman sends them later."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

import msgspec
from django.conf import settings
from django.db import connection, transaction
from django.db.models import Q

from abyss_site.encryption.fields import column
from abyss_site.ids import first_after, uuid7
from abyss_site.valkey import wakeups
from notifications.models import Notification, sql
from notifications.models.notifications import SAID


class Draft(msgspec.Struct, frozen=True):
    """What to tell one player.

    `key` makes it once only; `thread` ("match-7") makes one conversation per player; `reply_token`
    is the opaque [a-z2-7]{26} its Reply-To carries, "" for none. `data` is for the kind's writer;
    `data["answers"]` is the Message-ID of the letter this one answers. `answer_until` is when a
    question is over. `address` is where it goes if not to the player's own address.
    """

    key: str
    player_id: UUID
    kind: str
    thread: str = ""
    reply_token: str = ""
    data: dict[str, Any] = {}
    answer_until: datetime | None = None
    address: str = ""


# No Message-ID that we answer is longer.
MOST_NAMED = 250
# So many letters tell how long letters take.
MOST_LOOKED_AT = 500


def first_sent_by_token(tokens: Sequence[str]) -> dict[str, datetime | None]:
    """Reply token -> when the first letter that carries it left; None: none could leave so far.

    Tokens that no letter is meant for are left out, as are those whose reader wants no letters.
    """
    found: dict[str, datetime | None] = {}
    meant = Notification.objects.filter(reply_token__in=[token for token in tokens if token])
    rows = meant.exclude(state=Notification.State.WITHDRAWN).values_list("reply_token", "sent_at")
    for token, sent in rows:
        known = found.setdefault(token, sent)
        if sent is not None and (known is None or sent < known):
            found[token] = sent
    return found


def last_posted(
    kind: str, players: Collection[UUID], *, since: datetime
) -> dict[tuple[UUID, str], datetime]:
    """(player, thread) -> when the last notification of a kind was posted, if after `since`."""
    rows = Notification.objects.filter(kind=kind, player__in=players, created_at__gt=since)
    posted = rows.order_by("created_at").values_list("player", "thread", "created_at")
    return {(player, thread): at for player, thread, at in posted}


def send_again(notification: UUID, *, now: datetime) -> bool:
    """Let a letter that left, failed or was withdrawn leave once more, as it was written.

    False if it still waits to leave, lies within another, or its words are forgotten.
    """
    over = (Notification.State.SENT, Notification.State.FAILED, Notification.State.WITHDRAWN)
    rows = Notification.objects.filter(pk=notification, state__in=over)
    rows = rows.exclude(rendered_at__isnull=False, text__isnull=True)
    if not rows.update(state=Notification.State.QUEUED, why="", tries=0, due_at=now):
        return False
    transaction.on_commit(partial(wakeups.ring, "letters"), robust=True)
    return True


def threads_of(notification: UUID) -> set[str]:
    """Return the conversations that a letter belongs to: its own, and those of what it gathers."""
    ours = Notification.objects.filter(Q(pk=notification) | Q(within=notification)).exclude(
        thread=""
    )
    return set(ours.values_list("thread", flat=True))


def record_decision(notification: UUID, facts: dict[str, Any], *, now: datetime) -> None:
    """Keep what staff decided about a held e-mail in the `data` of its notification."""
    for row in Notification.objects.select_for_update().filter(pk=notification):
        Notification.objects.filter(pk=notification).update(data=row.data | facts, decided_at=now)


def usual_delay(*, since: datetime) -> timedelta | None:
    """Return how long the middle one of the letters posted since then took to leave; None: none.

    Letters that waited for others by their readers' wish do not count.
    """
    left = Notification.objects.filter(
        id__gte=first_after(since), state=Notification.State.SENT, gathers=False
    )
    took = left.values_list("created_at", "sent_at").order_by("-id")[:MOST_LOOKED_AT]
    delays = sorted(sent - created for created, sent in took if sent)
    return delays[len(delays) // 2] if delays else None


def post(drafts: Sequence[Draft], *, now: datetime) -> None:
    """Put notifications in the outbox with one query. The same `key` twice is one notification."""
    if not drafts:
        return
    rows = [_serialize_draft(draft) for draft in drafts]
    values: dict[str, Any] = {"now": now, "drafts": msgspec.json.encode(rows).decode()}
    with connection.cursor() as cursor:
        cursor.execute(sql.POST_NOTIFICATIONS, values)
    transaction.on_commit(partial(wakeups.ring, "letters"), robust=True)


def _serialize_draft(draft: Draft) -> dict[str, Any]:
    number, data = uuid7(), draft.data
    return msgspec.structs.asdict(draft) | {
        "id": number,
        "message_id": f"<{number.hex}@{settings.MAIL_DOMAIN}>",
        "answers": _normalize_message_id(data.get("answers")),
        "quotes_people": not data.keys().isdisjoint(SAID),
        # msgspec writes bytes as base64.
        "data": column(Notification, "data").encrypted(data),
    }


def _normalize_message_id(answers: object) -> str:
    """Return a Message-ID as its column keeps it; "" for none, and for one that is too long."""
    said = str(answers or "").strip()
    return said if len(said) <= MOST_NAMED else ""
