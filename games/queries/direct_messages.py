"""The conversations of a player, as they may read them. Read-only."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils.translation import gettext
from msgspec import Struct

from abyss_site.core.encryption.fields import decrypt_or_default
from games.models import Block, ConversationSide, DirectMessage, Follow, Player, Seat
from games.queries import people, players
from notifications.gateway import Notification

# Maximum number of messages on a page and in an e-mail, and of conversations in the list.
PAGE_LENGTH, MAX_TOLD, MAX_LISTED = 50, 20, 100
# Messages before and after a reported one, for staff.
AROUND = 10
# The kind of the notifications, and the states of e-mails that reached their reader, or will.
KIND = "direct_message"
DELIVERED_STATES = (Notification.State.SENT, Notification.State.QUEUED, Notification.State.BUNDLED)


class Line(Struct, frozen=True):
    """A message as one of the two reads it."""

    id: UUID
    name: str
    text: str
    sent_at: datetime
    mine: bool
    # The path of the page to report it, "" if it cannot be reported.
    report_path: str


class Summary(Struct, frozen=True):
    """A conversation in the list, with its last message; None: all were deleted."""

    other: Player
    last: Line | None
    last_sent_at: datetime
    is_unread: bool


def find_side(player: Player, other: Player) -> ConversationSide | None:
    """Return the player's side of the conversation with another one; None if there is none."""
    return ConversationSide.objects.filter(player=player, other=other).first()


def find_correspondent(player: Player, number: UUID) -> Player | None:
    """Return the person with this id, if a player may meet them or has a conversation with them."""
    other = players.fetch_player(number)
    if other is None:
        correspondents = ConversationSide.objects.filter(player=player).values("other")
        other = Player.objects.filter(pk=number, pk__in=correspondents).first()
    return None if other is None or other.is_bot or other.pk == player.pk else other


def messages_between(player: Player, other: Player) -> QuerySet[DirectMessage]:
    """Return the messages of the conversation of two players."""
    sides = ConversationSide.objects.filter(player=player, other=other)
    return DirectMessage.objects.filter(conversation__in=sides.values("conversation"))


def list_conversations(player: Player) -> list[Summary]:
    """Return the latest conversations of a player, newest first."""
    sides = player.conversations.select_related("other").order_by("-last_sent_at", "-pk")
    listed_sides = list(sides[:MAX_LISTED])
    keys = [side.conversation_id for side in listed_sides]
    last = DirectMessage.objects.filter(conversation__in=keys).select_related("player")
    lasts = last.order_by("conversation", "-id").distinct("conversation")
    by_conversation = {row.conversation_id: _describe_message(row, player) for row in lasts}
    return [
        Summary(
            side.other,
            by_conversation.get(side.conversation_id),
            side.last_sent_at,
            side.first_unread_at is not None,
        )
        for side in listed_sides
    ]


def list_correspondents(player: Player) -> list[Player]:
    """Return the people of a player's latest conversations, and then those whom they follow."""
    sides = player.conversations.select_related("other").order_by("-last_sent_at", "-pk")
    sides = sides.filter(other__is_active=True, other__left_at=None)
    friends = people.list_people().filter(pk__in=player.follows.values("followed"))
    candidates = [*(side.other for side in sides[:MAX_LISTED]), *friends[:MAX_LISTED]]
    return list(dict.fromkeys(candidates))


def list_messages(side: ConversationSide, before: UUID | None = None) -> tuple[list[Line], bool]:
    """Return the last messages of a conversation, oldest first, and whether there are earlier ones.

    `before`: the id of the message before which to end; None: the newest ones.
    """
    rows = DirectMessage.objects.filter(conversation=side.conversation_id)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    page = list(rows.select_related("player").order_by("-pk")[: PAGE_LENGTH + 1])
    lines = [_describe_message(row, side.player) for row in reversed(page[:PAGE_LENGTH])]
    return lines, len(page) > PAGE_LENGTH


def _describe_message(row: DirectMessage, reader: Player) -> Line:
    mine = row.player_id == reader.pk
    path = "" if mine else f"/players/{row.player_id}/report/?direct={row.pk}"
    return Line(row.pk, row.player.display_name, shown_text(row), row.sent_at, mine, path)


def shown_text(row: DirectMessage) -> str:
    """Return what the two read of a message: that it is hidden, if staff has hidden it."""
    if row.hidden_at is not None:
        return gettext("(hidden by our staff)")
    return str(decrypt_or_default(row, "text", gettext("(cannot be read any more)")))


def find_direct_message(pk: str, reader: Player, writer: Player) -> DirectMessage | None:
    """Return a message by `writer` to `reader`; None if there is none."""
    try:
        message_id = UUID(pk)
    except ValueError:
        return None
    rows = DirectMessage.objects.filter(pk=message_id, player=writer)
    return rows.filter(conversation__sides__player=reader).first()


def find_side_by_token(token: str) -> ConversationSide | None:
    """Return the side that a reply address names."""
    sides = ConversationSide.objects.select_related("player", "other")
    return sides.filter(token=token).first()


def is_blocked_either_way(player: Player, other: Player) -> bool:
    """Return whether one of two people has blocked the other."""
    pairs = Q(player=player, blocked=other) | Q(player=other, blocked=player)
    return Block.objects.filter(pairs).exists()


def is_known_to(player: Player, other: Player) -> bool:
    """Return whether a player follows somebody, or has played with them."""
    if Follow.objects.filter(player=player, followed=other).exists():
        return True
    seats = Seat.objects.filter(player=player, match__started_at__isnull=False)
    return seats.filter(match__seats__player=other).exists()


def has_written_to(writer: Player, reader: Player) -> bool:
    """Return whether there is a message by `writer` in the conversation of the two."""
    return messages_between(writer, reader).filter(player=writer).exists()


def list_untold(notification: Notification) -> tuple[ConversationSide, list[Line]] | None:
    """Return the messages that an e-mail has to tell, oldest first; None if there are none.

    They are those that the reader has neither seen on a page nor had in an earlier e-mail. Of
    several waiting e-mails the last one tells all.
    """
    side = (
        ConversationSide.objects.select_related("player", "other")
        .filter(pk=notification.data["side"])
        .first()
    )
    if side is None or side.first_unread_at is None or _is_covered(notification):
        return None
    if is_blocked_either_way(side.player, side.other):
        return None
    rows = DirectMessage.objects.filter(conversation=side.conversation_id, player=side.other_id)
    rows = rows.filter(sent_at__gte=side.first_unread_at, hidden_at=None)
    last_id = _fetch_last_told(notification)
    if last_id is not None:
        rows = rows.filter(pk__gt=last_id)
    messages = list(rows.select_related("player").order_by("-pk")[:MAX_TOLD])
    lines = [_describe_message(row, side.player) for row in reversed(messages)]
    return (side, lines) if lines else None


def _is_covered(notification: Notification) -> bool:
    later = Notification.objects.filter(
        player=notification.player_id,
        thread=notification.thread,
        kind=KIND,
        pk__gt=notification.pk,
        state=Notification.State.QUEUED,
        rendered_at=None,
    )
    return later.exists()


def _fetch_last_told(notification: Notification) -> UUID | None:
    """Return the id of the newest message of which the reader has had an e-mail."""
    emails = Notification.objects.filter(
        player=notification.player_id,
        thread=notification.thread,
        kind=KIND,
        pk__lt=notification.pk,
        state__in=DELIVERED_STATES,
        rendered_at__isnull=False,
    )
    last = emails.order_by("-pk").first()
    data = decrypt_or_default(last, "data", {}) if last else {}
    return UUID(data["message"]) if "message" in data else None


def messages_around(row: DirectMessage) -> Sequence[DirectMessage]:
    """Return a reported message with those before and after it, oldest first."""
    others = DirectMessage.objects.filter(conversation=row.conversation_id)
    others = others.select_related("player")
    before: QuerySet[DirectMessage] = others.filter(pk__lte=row.pk).order_by("-pk")
    after = others.filter(pk__gt=row.pk).order_by("pk")
    return [*reversed(before[: AROUND + 1]), *after[:AROUND]]
