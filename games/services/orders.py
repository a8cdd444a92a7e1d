"""Write and cancel standing orders. playing.py follows them."""

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

# Maximum number of active orders of a seat.
MAX_ORDERS = 20
# Limits of a preview: the number of prompts shown, and of the seat's own moves searched for them.
REHEARSED, MAX_MOVES = 20, 120


class CannotOrder(Refused):
    """The match is not running, the seat has too many orders, or this one cannot be followed."""

    code = "cannot_order"


class NoSuchOrder(Refused):
    """No active order has this number."""

    code = "no_order"


class Rehearsed(msgspec.Struct, frozen=True):
    """A past prompt, what was answered, and what the order would have done.

    `would` is “ask” if it leaves the prompt to its owner on purpose, None if it does not match.
    """

    prompt: Prompt
    answered: Decision
    would: Decision | str | None


def read_order(match: Match, player: Player, text: str) -> orders.Order:
    """Return the order that `text` describes in the player's language. Raises OrderError."""
    game = GAMES[match.game]
    lexicons = [game.list_words(player.language), game.list_words("en")]
    return order_grammar.parse_order(text, game.topics, lexicons, player.language)


@transaction.atomic
def write_order(
    match: Match, player: Player, order: orders.Order, *, now: datetime | None = None
) -> Order:
    """Save an order for the player's seat, and let it answer the seat's open prompt.

    Raises CannotOrder; nothing is saved.
    """
    now = now or timezone.now()
    match = Match.objects.select_for_update(no_key=True).get(pk=match.pk)
    if match.status != Status.RUNNING:
        raise CannotOrder("Orders are for matches that are being played.")
    seat = match.seats.get(player=player).number
    mine = match.orders.filter(seat=seat)
    if mine.filter(active=True).count() >= MAX_ORDERS:
        raise CannotOrder("You have {most} orders in this match; cancel one.", most=MAX_ORDERS)
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
    """Return the end of the day in the player's zone. Raises CannotOrder if it is over."""
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
    """Cancel one order, or all for None; return how many. Raises NoSuchOrder."""
    # submit_decision() writes orders only under the match's lock.
    Match.objects.select_for_update(no_key=True).get(pk=match.pk)
    mine = match.orders.filter(seat=match.seats.get(player=player).number, active=True)
    if number is not None:
        mine = mine.filter(number=number)
    ended = mine.update(active=False, why=Order.Why.CANCELLED, ended_at=now or timezone.now())
    if not ended and number is not None:
        raise NoSuchOrder("You have no order {number} in this match.", number=number)
    return ended


def preview_order(match: Match, player: Player, order: orders.Order) -> list[Rehearsed]:
    """Return what the order would have done with the latest prompts it applies to, newest first.

    Uses only prompts of the player's own seat, with what it knew then.
    """
    topics = GAMES[match.game].topics
    verbs = {rule.verb for rule in order.rules} - {orders.ASK}
    about = {question for question, topic in topics.items() if verbs & topic.verbs.keys()}
    seat = match.seats.get(player=player).number
    found = [
        Rehearsed(prompt, decision, orders.find_answer(order, prompt))
        for prompt, decision, _move in replays.answers_of(match, seat, many=MAX_MOVES)
        if prompt.question in about
    ]
    return found[: -REHEARSED - 1 : -1]
