"""The chat of a match: store messages and notify the other players."""

from __future__ import annotations

import re
import unicodedata
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from abyss_site.core.unicode_text import limit_marks, replace_invisible
from games.engine.contract import Refused
from games.models import Match, Message, Player, Seat, Status
from games.queries import blocking as block_queries
from games.services import change_marks, player_events, sanctions
from games.services.house_bots import OF_THE_HOUSE
from games.services.play.decision_rows import fetch_sitters
from notifications import gateway
from notifications.gateway import Draft

LONGEST = 500
# Maximum number of messages of a seat per hour, so that nobody floods the others' mailboxes.
MAX_PER_HOUR, HOUR = 20, timedelta(hours=1)


class CannotSay(Refused):
    """The player may not chat here, or the message is empty, too long, or one too many."""

    code = "cannot_say"


@transaction.atomic
def send_message(
    match: Match, player: Player, text: str, *, key: str, now: datetime | None = None
) -> Message:
    """Send a chat message to the others in the match; the same `key` twice is one message.

    Line breaks and invisible or reordering characters become spaces. Raises CannotSay; nothing is
    changed.
    """
    now = now or timezone.now()
    words = strip_invisible_chars(text)
    # The lock serializes the messages of a seat, so that they are counted correctly.
    seat = Seat.objects.select_for_update().filter(match=match, player=player).first()
    if seat is None:
        raise CannotSay("Only the players of this match can chat here.")
    earlier = match.messages.filter(key=key).first()
    if earlier is not None:
        return earlier
    sanctions.check_may_write(player, now=now)
    _check_may_send(match, seat, words, now)
    message = Message.objects.create(
        match=match, seat=seat.number, player=player, text=words, key=key, sent_at=now
    )
    _notify_others(message, now)
    change_marks.mark_match_changed(match.number)
    player_events.write_events(_message_events(message), now=now)
    return message


def _message_events(message: Message) -> list[player_events.Fresh]:
    """Return the events for the players who have not blocked the writer."""
    match, kind = message.match, player_events.Kind.SAID
    deaf = set(block_queries.blocks_against(message.player).values_list("player", flat=True))
    others = [seat for seat in fetch_sitters(match) if seat.player_id not in deaf]
    return player_events.at_seats(match, others, kind, message=str(message.pk))


def strip_invisible_chars(text: str) -> str:
    """Return text as one line without invisible characters but those that its script needs.

    >>> strip_invisible_chars(" well\\nplayed\\u202e! ")
    'well played !'
    """
    return " ".join(replace_invisible(text).split())


def find_blocked_word(text: str) -> str:
    """Return the first word of a message that the site does not allow, "" for none.

    Case and accents are ignored; only whole words count.
    """
    if not settings.CHAT_BLOCKED_WORDS:
        return ""
    blocklist = {_fold_word(word) for word in settings.CHAT_BLOCKED_WORDS}
    return next((word for word in re.findall(r"\w+", text) if _fold_word(word) in blocklist), "")


def _fold_word(word: str) -> str:
    """Return a word without case and accents."""
    plain = unicodedata.normalize("NFKD", limit_marks(word).casefold())
    return "".join(char for char in plain if not unicodedata.combining(char))


def _check_may_send(match: Match, seat: Seat, words: str, now: datetime) -> None:
    if match.status in (Status.OPEN, Status.DEALING):
        raise CannotSay("The match has not begun.")
    if not words:
        raise CannotSay("Your message is empty.")
    if len(words) > LONGEST:
        raise CannotSay(
            "Your message has {many} characters; the limit is {most}.",
            many=len(words),
            most=LONGEST,
        )
    word = find_blocked_word(words)
    if word:
        raise CannotSay("Please do not write “{word}” here.", word=word)
    recent = match.messages.filter(seat=seat.number, sent_at__gt=now - HOUR)
    if recent.count() >= MAX_PER_HOUR:
        raise CannotSay("Too many messages at once. Try again in an hour.")


def _notify_others(message: Message, now: datetime) -> None:
    """Queue a notification for every other person in the match who has not blocked the writer.

    Replies to its e-mail go to the reader's latest prompt, so that they may contain answers and
    commands.
    """
    match = message.match
    deaf = block_queries.blocks_against(message.player).values("player")
    others = match.seats.exclude(OF_THE_HOUSE).exclude(number=message.seat)
    others = others.exclude(player__in=deaf)
    # If a seat has several prompts, the last one stays in the dict.
    tokens = dict(match.prompts.order_by("opened_at", "id").values_list("seat", "token"))
    drafts = [
        Draft(
            key=f"chat-{message.pk}-{seat.number}",
            player_id=seat.player_id,
            kind="chat",
            thread=f"match-{match.number}",
            reply_token=tokens.get(seat.number, ""),
            data={"match": str(match.pk), "seat": seat.number, "message": str(message.pk)},
        )
        for seat in others
    ]
    gateway.post_notifications(drafts, now=now)
