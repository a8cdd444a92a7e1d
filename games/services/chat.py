"""What the players of a match say to each other: kept, and told to the others by letter."""

from __future__ import annotations

import unicodedata
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from games.engine.contract import Refused
from games.models import Match, Message, Player, Seat, Status
from games.queries import blocking as block_queries
from games.services import change_marks, player_events
from games.services.decision_rows import fetch_sitters
from games.services.house_bots import OF_THE_HOUSE
from notifications import gateway
from notifications.gateway import Draft

LONGEST = 500
# So many messages of one seat are taken in an hour, so that nobody floods the others' mailboxes.
MOST_AN_HOUR, HOUR = 20, timedelta(hours=1)


class CannotSay(Refused):
    """Nobody to say it to, nothing said, or too much of it."""

    code = "cannot_say"


@transaction.atomic
def send_message(
    match: Match, player: Player, text: str, *, key: str, now: datetime | None = None
) -> Message:
    """Say something to the others of the match; the same `key` twice is one message.

    Line ends and what hides or turns text round become spaces. Raises CannotSay; nothing is kept.
    """
    now = now or timezone.now()
    said = strip_invisible_chars(text)
    # The lock counts one message of a seat after the other.
    seat = Seat.objects.select_for_update().filter(match=match, player=player).first()
    if seat is None:
        raise CannotSay("Only those who play in this match talk here.")
    known = match.messages.filter(key=key).first()
    if known is not None:
        return known
    _check_may_send(match, seat, said, now)
    message = Message.objects.create(
        match=match, seat=seat.number, player=player, text=said, key=key, sent_at=now
    )
    _notify_others(message, now)
    change_marks.mark_match_changed(match.number)
    player_events.write_events(_message_events(message), now=now)
    return message


def _message_events(message: Message) -> list[player_events.Fresh]:
    """What programs are told, of those who have not blocked the writer."""
    match, kind = message.match, player_events.Kind.SAID
    deaf = set(block_queries.deaf_to(message.player).values_list("player", flat=True))
    others = [seat for seat in fetch_sitters(match) if seat.player_id not in deaf]
    return player_events.at_seats(match, others, kind, message=str(message.pk))


def strip_invisible_chars(text: str) -> str:
    """Return text as one line without anything invisible.

    >>> strip_invisible_chars(" well\\nplayed\\u202e! ")
    'well played !'
    """
    hidden = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
    kept = (
        " " if unicodedata.category(char) in hidden and char != "\u200d" else char for char in text
    )
    return " ".join("".join(kept).split())


def _check_may_send(match: Match, seat: Seat, said: str, now: datetime) -> None:
    if match.status in (Status.OPEN, Status.DEALING):
        raise CannotSay("The match has not begun.")
    if not said:
        raise CannotSay("There is nothing in your message.")
    if len(said) > LONGEST:
        raise CannotSay(
            "Your message has {many} characters; {most} is the most.", many=len(said), most=LONGEST
        )
    recent = match.messages.filter(seat=seat.number, sent_at__gt=now - HOUR)
    if recent.count() >= MOST_AN_HOUR:
        raise CannotSay("That was too much talk at once. Try again in an hour.")


def _notify_others(message: Message, now: datetime) -> None:
    """Post a notification for every other person at the table who has not blocked the writer.

    Its letter takes answers and commands at the address of the reader's latest question.
    """
    match = message.match
    deaf = block_queries.deaf_to(message.player).values("player")
    others = match.seats.exclude(OF_THE_HOUSE).exclude(number=message.seat)
    others = others.exclude(player__in=deaf)
    # Of several questions of a seat the last one stays in the dict.
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
