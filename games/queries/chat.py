"""The chat messages of a match, as its players may read them. Read-only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from html import escape
from itertools import accumulate, takewhile
from uuid import UUID

from django.db import connection
from django.db.models import Q, QuerySet
from django.utils.translation import gettext
from msgspec import Struct

from abyss_site.core.database import SqlValues
from games.models import Block, Match, Message, Player, Prompt, sql
from notifications.gateway import Notification

# Maximum number of messages on a page and in an e-mail, and of characters in an e-mail, counted in
# HTML, where a quotation mark is six.
PAGE_LENGTH, MAX_TOLD, MAX_CHARACTERS = 50, 20, 12_000
# Messages before and after one, for staff.
AROUND = 10
# States of e-mails that reached their reader, or will.
DELIVERED_STATES = (Notification.State.SENT, Notification.State.QUEUED, Notification.State.BUNDLED)


class ChatLine(Struct, frozen=True):
    """A chat message with the name of its writer."""

    name: str
    text: str
    sent_at: datetime
    mine: bool
    # The path of the page to report it, "" if it cannot be reported.
    report_path: str = ""


def recent_messages(match: Match, seat: int) -> list[ChatLine]:
    """Return the last messages of a match as a seat may read them, oldest first."""
    rows = sql.fetch_rows(Message, sql.LAST_MESSAGES, match.pk, seat, PAGE_LENGTH, beside="player")
    return [_describe_message(row, seat) for row in reversed(rows)]


def new_messages_by_notification(
    notifications: Sequence[Notification],
) -> dict[UUID, list[ChatLine]]:
    """Return for each e-mail the new messages by others since the last one to its reader.

    Only e-mails about the same match count. Long chats are cut to the last part; the page shows
    all. E-mails without new messages are omitted.
    """
    values: SqlValues = {
        "notifications": [email.pk for email in notifications],
        "matches": [email.data["match"] for email in notifications],
        "seats": [email.data["seat"] for email in notifications],
        "readers": [email.player_id for email in notifications],
        "threads": [email.thread for email in notifications],
        "told": list(DELIVERED_STATES),
        "most": MAX_TOLD,
    }
    lines_by_email = defaultdict(list)
    with connection.cursor() as cursor:
        cursor.execute(sql.NEW_MESSAGES, values)
        for notification, name, text, sent_at in cursor.fetchall():
            lines_by_email[notification].append(ChatLine(name, text, sent_at, mine=False))
    return {notification: _last_part(lines) for notification, lines in lines_by_email.items()}


def _last_part(lines: Sequence[ChatLine]) -> list[ChatLine]:
    """Return as many of the messages (newest first) as fit into an e-mail, oldest first."""
    lengths = accumulate(len(escape(line.name + line.text)) for line in lines)
    few = takewhile(lambda pair: pair[1] <= MAX_CHARACTERS, zip(lines, lengths, strict=True))
    return [line for line, _ in few][::-1]


def visible_messages(match: Match, seat: int) -> QuerySet[Message]:
    """Return the messages of a match, except those by people whom the seat's player has blocked."""
    mine = Block.objects.filter(player__seats__match=match, player__seats__number=seat)
    people = mine.values("blocked")
    unheard = Player.objects.filter(Q(pk__in=people) | Q(owner__in=people))
    return match.messages.exclude(player__in=unheard)


def is_covered_by_other_email(notification: Notification) -> bool:
    """Return whether a queued e-mail will contain the same message anyway.

    E-mails about prompts include the chat; of several e-mails about messages the last one includes
    all.
    """
    waiting = Notification.objects.filter(
        player=notification.player_id,
        thread=notification.thread,
        state=Notification.State.QUEUED,
        rendered_at=None,
    )
    if waiting.filter(kind=notification.kind, pk__gt=notification.pk).exists():
        return True
    prompts = [email.data["prompt"] for email in waiting.filter(kind="your_turn")]
    return Prompt.objects.filter(pk__in=prompts, closed_at=None, answered_at=None).exists()


def _describe_message(row: Message, seat: int) -> ChatLine:
    mine = row.seat == seat
    path = "" if mine else f"/players/{row.player_id}/report/?message={row.pk}"
    return ChatLine(row.player.display_name, shown_text(row), row.sent_at, mine, path)


def shown_text(row: Message) -> str:
    """Return what players read of a message: that it is hidden, if staff has hidden it."""
    return row.text if row.hidden_at is None else gettext("(hidden by our staff)")


def messages_around(row: Message) -> list[Message]:
    """Return a message with those before and after it in its match, oldest first."""
    others = row.match.messages.select_related("player")
    before = others.filter(pk__lte=row.pk).order_by("-pk")[: AROUND + 1]
    after = others.filter(pk__gt=row.pk).order_by("pk")[:AROUND]
    return [*reversed(before), *after]
