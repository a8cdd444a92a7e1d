"""Direct messages between two players: who may write, store, notify, mark as read, delete."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Coalesce
from django.utils import timezone

from abyss_site.core.ids import first_after
from games.engine.contract import Refused
from games.models import Conversation, ConversationSide, DirectMessage, MessagesFrom, Player
from games.queries import direct_messages as queries
from games.services import change_marks, chat, player_events, sanctions
from games.services.player_events import Fresh
from notifications import gateway
from notifications.gateway import Draft

# Maximum length of a message, as in the chat.
LONGEST = chat.LONGEST
# How long messages are kept.
RETENTION = timedelta(days=365)
# Maximum number of messages of a player per hour, and of conversations that they begin per day. Of
# a player who has joined lately, strangers are more likely to be bothered.
MAX_PER_HOUR, HOUR = 60, timedelta(hours=1)
MAX_STARTED, MAX_STARTED_BY_NEWCOMER, DAY = 20, 3, timedelta(days=1)
NEWCOMER = timedelta(days=7)
# Maximum number of messages that one housekeeping run deletes.
BATCH = 5000


class CannotWrite(Refused):
    """The player may not write to the other, or the message is empty, too long or one too many."""

    code = "cannot_write"


@transaction.atomic
def send_direct_message(
    writer: Player, reader: Player, text: str, *, key: str, now: datetime | None = None
) -> DirectMessage:
    """Send a message to another player; the same `key` twice is one message.

    Raises CannotWrite, PlayerMuted, PlayerSuspended or NeedsAddress; nothing is changed.
    """
    now = now or timezone.now()
    words = clean_text(text)
    # In a fixed order, so that two people can write to each other at once. The lock also serializes
    # the messages of a writer, so that they are counted correctly.
    both = Player.objects.filter(pk__in=[writer.pk, reader.pk]).order_by("pk")
    list(both.select_for_update(no_key=True).values_list("pk"))
    earlier = DirectMessage.objects.filter(player=writer, key=key).first()
    if earlier is not None:
        return earlier
    check_may_write_to(writer, reader, now=now)
    _check_text(words)
    recent = DirectMessage.objects.filter(player=writer, sent_at__gt=now - HOUR)
    if recent.count() >= MAX_PER_HOUR:
        raise CannotWrite("Too many messages at once. Try again in an hour.")
    side = queries.find_side(writer, reader) or _start_conversation(writer, reader, now)
    message = DirectMessage.objects.create(
        conversation_id=side.conversation_id, player=writer, text=words, key=key, sent_at=now
    )
    sides = ConversationSide.objects.filter(conversation=side.conversation_id)
    sides.update(last_sent_at=now)
    sides.filter(player=reader).update(first_unread_at=Coalesce(F("first_unread_at"), now))
    _notify_reader(message, sides.get(player=reader), now)
    change_marks.mark_players_changed([writer.pk, reader.pk])
    return message


def clean_text(text: str) -> str:
    """Return a text without invisible characters and with at most one blank line at a time.

    >>> clean_text("  well\\r\\n\\n\\nplayed\\u202e ")
    'well\\n\\nplayed'
    """
    lines = [chat.strip_invisible_chars(line) for line in text.splitlines()]
    text_lines = [line for at, line in enumerate(lines) if line or (at and lines[at - 1])]
    return "\n".join(text_lines).strip()


def check_may_write_to(writer: Player, reader: Player, *, now: datetime) -> None:
    """Raise a refusal unless `writer` may write to `reader` now.

    Whether `reader` has blocked the writer, is blocked, or does not want messages from them is one
    and the same refusal: nobody learns who has blocked them.
    """
    if writer.is_bot or reader.is_bot:
        raise CannotWrite("You can only exchange messages with people, not with bots.")
    if writer.pk == reader.pk:
        raise CannotWrite("You cannot write to yourself.")
    sanctions.check_may_contact(writer, now=now)
    if not _is_reachable(reader) or not _wants_messages(reader, writer):
        raise CannotWrite(
            "You cannot write to {name}. Players choose who may write to them.",
            name=reader.display_name,
        )


def _is_reachable(reader: Player) -> bool:
    is_person = reader.is_active and reader.left_at is None and not reader.is_guest
    return is_person and reader.email_verified_at is not None


def _wants_messages(reader: Player, writer: Player) -> bool:
    if queries.is_blocked_either_way(reader, writer):
        return False
    if reader.messages_from == MessagesFrom.EVERYBODY or queries.has_written_to(reader, writer):
        return True
    return reader.messages_from == MessagesFrom.KNOWN and queries.is_known_to(reader, writer)


def _check_text(text: str) -> None:
    if not text:
        raise CannotWrite("Your message is empty.")
    if len(text) > LONGEST:
        raise CannotWrite(
            "Your message has {many} characters; the limit is {most}.", many=len(text), most=LONGEST
        )
    word = chat.find_blocked_word(text)
    if word:
        raise CannotWrite("Please do not write “{word}” here.", word=word)


def _start_conversation(writer: Player, reader: Player, now: datetime) -> ConversationSide:
    """Return the writer's side of a new conversation. Raises CannotWrite for one too many."""
    most = MAX_STARTED_BY_NEWCOMER if writer.joined_at > now - NEWCOMER else MAX_STARTED
    recent = Conversation.objects.filter(started_by=writer, started_at__gt=now - DAY)
    if recent.count() >= most:
        raise CannotWrite(
            "You can begin {most} conversations a day. Try again tomorrow.", most=most
        )
    row = Conversation.objects.create(started_by=writer, started_at=now)
    own, _other = ConversationSide.objects.bulk_create(
        ConversationSide(conversation=row, player=player, other=other, last_sent_at=now)
        for player, other in ((writer, reader), (reader, writer))
    )
    return own


def thread_for_side(side: ConversationSide) -> str:
    """Return the thread of the e-mails about a conversation."""
    return f"messages-{side.conversation_id.hex}"


def _notify_reader(message: DirectMessage, side: ConversationSide, now: datetime) -> None:
    draft = Draft(
        key=f"{queries.KIND}-{message.pk}",
        player_id=side.player_id,
        kind=queries.KIND,
        thread=thread_for_side(side),
        reply_token=side.token,
        data={"side": side.pk, "message": str(message.pk)},
    )
    gateway.post_notifications([draft], now=now)
    facts = {"player": str(message.player_id), "message": str(message.pk)}
    kind = player_events.Kind.DIRECT_MESSAGE
    player_events.write_events([Fresh(side.player_id, kind, facts)], now=now)


@transaction.atomic
def mark_conversation_read(side: ConversationSide, upto: datetime) -> None:
    """Note that a player has seen the messages of a conversation that were sent until `upto`."""
    unseen = DirectMessage.objects.filter(
        conversation=side.conversation_id, player=side.other_id, sent_at__gt=upto
    )
    first_unread_at = unseen.order_by("pk").values_list("sent_at", flat=True).first()
    rows = ConversationSide.objects.filter(pk=side.pk, first_unread_at__lte=upto)
    if rows.update(first_unread_at=first_unread_at):
        change_marks.mark_players_changed([side.player_id])


def choose_message_senders(player: Player, messages_from: str) -> None:
    """Change who may begin a conversation with a player."""
    player.messages_from = MessagesFrom(messages_from)
    player.save(update_fields=["messages_from"])


def erase_conversations(player: Player) -> None:
    """Delete all conversations of a player, with what others wrote to them."""
    Conversation.objects.filter(sides__player=player).delete()


def forget_old_messages(now: datetime) -> None:
    """Delete messages that are older than RETENTION, and conversations without messages.

    What nobody has looked at until then counts as read.
    """
    old = now - RETENTION
    messages = DirectMessage.objects.filter(pk__lt=first_after(old)).order_by("pk")
    DirectMessage.objects.filter(
        pk__in=list(messages.values_list("pk", flat=True)[:BATCH])
    ).delete()
    ConversationSide.objects.filter(first_unread_at__lt=old).update(first_unread_at=None)
    silent = Conversation.objects.filter(pk__lt=first_after(old), messages__isnull=True)
    Conversation.objects.filter(pk__in=list(silent.values_list("pk", flat=True)[:BATCH])).delete()
