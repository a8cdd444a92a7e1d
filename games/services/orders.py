"""Writing and cancelling standing orders. What follows them is playing.py, inside the door."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from games.engine import order_grammar, orders
from games.engine.contract import Decision, Prompt, Refused
from games.models import Match, Order, Player, Status
from games.queries import states
from games.services import replays
from games.services.decisions import follow_orders
from games.services.playing import turn_of
from games.titles import GAMES

# So many orders of one seat may be active at once.
MOST_ORDERS = 20
# How far back a rehearsal looks: questions it shows, and own moves it goes through for them.
REHEARSED, MOST_MOVES = 20, 120


class CannotOrder(Refused):
    """The match is not running, the seat has too many orders, or this one cannot be followed."""

    code = "cannot_order"


class NoSuchOrder(Refused):
    """No active order has this number."""

    code = "no_order"


class Rehearsed(msgspec.Struct, frozen=True):
    """A question of the past: its prompt, what was answered, and what the order would have done.

    `would` is “ask” where it leaves the question to its owner on purpose, None where it is silent.
    """

    prompt: Prompt
    answered: Decision
    would: Decision | str | None


def read_order(match: Match, player: Player, text: str) -> orders.Order:
    """Return the order that `text` says in the player's language. Raises OrderError."""
    game = GAMES[match.game]
    lexicons = [game.list_words(player.language), game.list_words("en")]
    return order_grammar.parse_order(text, game.topics, lexicons, player.language)


@transaction.atomic
def write_order(
    match: Match, player: Player, order: orders.Order, *, now: datetime | None = None
) -> Order:
    """Keep an order of the player's seat, and let it answer what that seat is asked already.

    Raises CannotOrder; nothing is kept.
    """
    now = now or timezone.now()
    match = Match.objects.select_for_update(no_key=True).get(pk=match.pk)
    if match.status != Status.RUNNING:
        raise CannotOrder("Orders are for matches that are being played.")
    seat = match.seats.get(player=player).number
    mine = match.orders.filter(seat=seat)
    if mine.filter(active=True).count() >= MOST_ORDERS:
        raise CannotOrder("You have {most} orders in this match; cancel one.", most=MOST_ORDERS)
    turn = turn_of(GAMES[match.game], states.load_state(match), seat)
    if order.term.kind == "this_turn" and turn is None:
        raise CannotOrder("This game does not count its turns.")
    row = Order.objects.create(
        match=match,
        seat=seat,
        number=(mine.aggregate(last=Max("number"))["last"] or 0) + 1,
        rules=msgspec.to_builtins(order),
        turn=turn,
        left=order.term.number or None,
        valid_until=_end_of(order.term.until, player, now),
        created_at=now,
    )
    waiting = match.prompts.filter(seat=seat, closed_at=None, answered_at=None).first()
    if waiting is not None:
        follow_orders(waiting.token, now=now)
        row.refresh_from_db()
    return row


def _end_of(day: str, player: Player, now: datetime) -> datetime | None:
    """The end of the day in the player's zone. Raises CannotOrder if it is over."""
    if not day:
        return None
    if date.fromisoformat(day) >= date.max:
        return datetime.max.replace(tzinfo=now.tzinfo)
    midnight = datetime.combine(date.fromisoformat(day) + timedelta(days=1), time())
    end = midnight.replace(tzinfo=ZoneInfo(player.zone))
    if end <= now:
        raise CannotOrder("That day is over.")
    return end


@transaction.atomic
def cancel_order(
    match: Match, player: Player, number: int | None, *, now: datetime | None = None
) -> int:
    """Switch one order off, None all of them; return how many. Raises NoSuchOrder."""
    # The door writes orders under the match's lock only.
    Match.objects.select_for_update(no_key=True).get(pk=match.pk)
    mine = match.orders.filter(seat=match.seats.get(player=player).number, active=True)
    if number is not None:
        mine = mine.filter(number=number)
    ended = mine.update(active=False, why=Order.Why.CANCELLED, ended_at=now or timezone.now())
    if not ended and number is not None:
        raise NoSuchOrder("You have no order {number} in this match.", number=number)
    return ended


def preview_order(match: Match, player: Player, order: orders.Order) -> list[Rehearsed]:
    """What the order would have done with the last questions it is about, the newest first.

    Only questions of the player's own seat are looked at, with what it was told then.
    """
    topics = GAMES[match.game].topics
    verbs = {rule.verb for rule in order.rules} - {orders.ASK}
    about = {question for question, topic in topics.items() if verbs & topic.verbs.keys()}
    seat = match.seats.get(player=player).number
    found = [
        Rehearsed(prompt, decision, orders.find_answer(order, prompt))
        for prompt, decision, _move in replays.answers_of(match, seat, many=MOST_MOVES)
        if prompt.question in about
    ]
    return found[: -REHEARSED - 1 : -1]
