"""The outbox: notifications are posted in the caller's transaction and sent later."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec
from django.conf import settings
from django.db.models import Q

from abyss_site.core.database import connection
from abyss_site.core.encryption.cipher import Undecryptable
from abyss_site.core.encryption.fields import column
from abyss_site.core.ids import first_after, uuid7
from abyss_site.core.valkey import wakeups
from notifications.models import Notification, sql
from notifications.models.notifications import NOT_VERIFIED, QUOTING_KEYS, UNREACHABLE


class Draft(msgspec.Struct, frozen=True):
    """A notification to be posted to one player.

    `key` is the idempotency key. `thread` ("match-7") groups a player's e-mails into a
    conversation. `reply_token` is the opaque [a-z2-7]{26} in its Reply-To, "" for none. `data` is
    for the renderer of its kind; `data["answers"]` is the Message-ID of the e-mail that this one
    replies to. `answer_until` is the deadline of a question; None means that there is none.
    `address` overrides the player's own address.
    """

    key: str
    player_id: UUID
    kind: str
    thread: str = ""
    reply_token: str = ""
    data: dict[str, Any] = {}
    answer_until: datetime | None = None
    address: str = ""


# Maximum length of a Message-ID that we reply to.
MAX_MESSAGE_ID_LENGTH = 250
# Maximum number of e-mails for the median delay.
MAX_SAMPLES = 500


def first_sent_by_token(tokens: Sequence[str]) -> dict[str, datetime | None]:
    """Return token -> when the first e-mail with that reply token was sent; None: not sent yet.

    Tokens without an e-mail, or with withdrawn ones only, are left out. An e-mail that was
    withdrawn because its player has an address, but cannot be reached there, was not sent yet.
    """
    sent_at_by_token: dict[str, datetime | None] = {}
    emails = Notification.objects.filter(reply_token__in=[token for token in tokens if token])
    untold = Q(why__in=[UNREACHABLE, NOT_VERIFIED], player__email__contains="@")
    emails = emails.filter(~Q(state=Notification.State.WITHDRAWN) | untold)
    rows = emails.values_list("reply_token", "sent_at")
    for token, sent_at in rows:
        earliest = sent_at_by_token.setdefault(token, sent_at)
        if sent_at is not None and (earliest is None or sent_at < earliest):
            sent_at_by_token[token] = sent_at
    return sent_at_by_token


def emailed_tokens(tokens: Iterable[str], *, unsent_since: datetime | None = None) -> set[str]:
    """Return those of some reply tokens that were sent by e-mail, or wait to be.

    With `unsent_since`, only those of which no e-mail had left by then.
    """
    first_sent = first_sent_by_token(list(tokens))
    return {
        token
        for token, sent_at in first_sent.items()
        if unsent_since is None or sent_at is None or sent_at >= unsent_since
    }


def last_posted(
    kind: str, players: Collection[UUID], *, since: datetime
) -> dict[tuple[UUID, str], datetime]:
    """Return (player, thread) -> when the last notification of `kind` was posted after `since`."""
    rows = Notification.objects.filter(kind=kind, player__in=players, created_at__gt=since)
    entries = rows.order_by("created_at").values_list("player", "thread", "created_at")
    return {(player, thread): at for player, thread, at in entries}


def last_sent_data(player: UUID, thread: str, kind: str) -> dict[str, Any]:
    """Return the data of the last e-mail of a kind that a player got in a thread.

    {} if there is none, or its content has been deleted or cannot be decrypted.
    """
    rows = Notification.objects.filter(player=player, thread=thread, kind=kind)
    row = rows.filter(state=Notification.State.SENT).order_by("created_at").last()
    try:
        return (row and row.data) or {}
    except Undecryptable:
        return {}


def send_again(notification: UUID, *, now: datetime) -> bool:
    """Queue an e-mail that was sent, failed or withdrawn again, with its stored content.

    Returns False if it is still queued, is part of a bundle, or its content has been deleted.
    """
    over = (Notification.State.SENT, Notification.State.FAILED, Notification.State.WITHDRAWN)
    rows = Notification.objects.filter(pk=notification, state__in=over)
    rows = rows.exclude(rendered_at__isnull=False, text__isnull=True)
    if not rows.update(state=Notification.State.QUEUED, why="", tries=0, due_at=now):
        return False
    wakeups.wake_on_commit("emails")
    return True


def withdraw_queued(token: str, kind: str, *, why: str) -> None:
    """Withdraw the e-mails of a kind with this reply token that are still queued.

    `why` says in the log that another e-mail contains what they ask.
    """
    emails = Notification.objects.filter(
        reply_token=token, kind=kind, state=Notification.State.QUEUED, rendered_at=None
    )
    emails.update(state=Notification.State.WITHDRAWN, why=why)


def threads_of(notification: UUID) -> set[str]:
    """Return the threads of an e-mail: its own and those of the notifications it bundles."""
    ours = Notification.objects.filter(Q(pk=notification) | Q(within=notification)).exclude(
        thread=""
    )
    return set(ours.values_list("thread", flat=True))


def record_decision(notification: UUID, facts: dict[str, object], *, now: datetime) -> None:
    """Record the staff's decision about a quarantined e-mail on its notification.

    `facts` are merged into its `data`.
    """
    for row in Notification.objects.select_for_update().filter(pk=notification):
        Notification.objects.filter(pk=notification).update(data=row.data | facts, decided_at=now)


def usual_delay(*, since: datetime) -> timedelta | None:
    """Return the median time from posting to sending of e-mails posted since `since`.

    E-mails that were delayed by preferences, to be bundled, do not count. None means that no
    e-mail was sent.
    """
    left = Notification.objects.filter(
        id__gte=first_after(since), state=Notification.State.SENT, gathers=False
    )
    took = left.values_list("created_at", "sent_at").order_by("-id")[:MAX_SAMPLES]
    delays = sorted(sent_at - created_at for created_at, sent_at in took if sent_at)
    return delays[len(delays) // 2] if delays else None


def post(drafts: Sequence[Draft], *, now: datetime) -> None:
    """Insert notifications into the outbox with one query. Existing keys are ignored."""
    if not drafts:
        return
    rows = [_serialize_draft(draft) for draft in drafts]
    values: dict[str, object] = {"now": now, "drafts": msgspec.json.encode(rows).decode()}
    connection.execute_later(sql.POST_NOTIFICATIONS, values)
    wakeups.wake_on_commit("emails")


def _serialize_draft(draft: Draft) -> dict[str, object]:
    number, data = uuid7(), draft.data
    return msgspec.structs.asdict(draft) | {
        "id": number,
        "message_id": f"<{number.hex}@{settings.MAIL_DOMAIN}>",
        "answers": _normalize_message_id(data.get("answers")),
        "quotes_people": not data.keys().isdisjoint(QUOTING_KEYS),
        # msgspec writes bytes as base64.
        "data": column(Notification, "data").encrypted(data),
    }


def _normalize_message_id(answers: object) -> str:
    """Return a Message-ID for its column; "" if there is none or it is too long."""
    message_id = str(answers or "").strip()
    return message_id if len(message_id) <= MAX_MESSAGE_ID_LENGTH else ""
