"""Write, change, move and cancel standing orders. playing.py follows them."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec
from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils import timezone

from games.engine import order_grammar, orders
from games.engine.contract import Decision, Prompt, Refused
from games.models import Match, Order, Player, Status
from games.queries import states
from games.services import replays
from games.services.play.decisions import follow_orders
from games.services.play.playing import turn_of
from games.titles import GAMES

# Maximum number of active orders of a seat.
MAX_ORDERS = 20
# Limits of a preview: the number of prompts shown, and of the seat's own moves searched for them.
MAX_REHEARSALS, MAX_MOVES = 20, 120


class CannotOrder(Refused):
    """The match is not running, the seat has too many orders, or this one cannot be followed."""

    code = "cannot_order"


class NoSuchOrder(Refused):
    """No active order has this number."""

    code = "no_order"


class Rehearsal(msgspec.Struct, frozen=True):
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
    today = timezone.now().astimezone(ZoneInfo(player.zone)).date()
    return order_grammar.parse_order(text, game.topics, lexicons, player.language, today=today)


@transaction.atomic
def write_order(
    match: Match, player: Player, order: orders.Order, *, now: datetime | None = None
) -> Order:
    """Save an order for the player's seat, and let it answer the seat's open prompt.

    Raises CannotOrder; nothing is saved.
    """
    now = now or timezone.now()
    match, mine = _lock_orders(match, player)
    if mine.filter(active=True).count() >= MAX_ORDERS:
        raise CannotOrder("You have {most} orders in this match; cancel one.", most=MAX_ORDERS)
    seat = match.seats.get(player=player).number
    row = Order.objects.create(
        match=match,
        seat=seat,
        number=(mine.aggregate(last=Max("number"))["last"] or 0) + 1,
        created_at=now,
        **_build_columns(match, player, order, now),
    )
    return _follow_open_prompt(row, now)


@transaction.atomic
def write_order_once(
    match: Match, player: Player, order: orders.Order, *, now: datetime | None = None
) -> None:
    """Write an order unless the player's seat has the same active one. Raises CannotOrder."""
    locked_match, mine = _lock_orders(match, player)
    if not mine.filter(active=True, rules=msgspec.to_builtins(order)).exists():
        write_order(locked_match, player, order, now=now)


@transaction.atomic
def change_order(
    match: Match,
    player: Player,
    number: int,
    order: orders.Order,
    *,
    now: datetime | None = None,
) -> Order:
    """Replace an active order by another one, and let it answer the open prompt.

    The new one has its number, and with it its place among the others. It is a row of its own:
    undoing a move gives uses back to the order that was followed, not to its successor.

    Raises CannotOrder or NoSuchOrder; nothing is saved.
    """
    now = now or timezone.now()
    match, mine = _lock_orders(match, player)
    columns = _build_columns(match, player, order, now)
    row = _get_active_order(mine, number)
    row.delete()
    new_row = Order.objects.create(
        match=match, seat=row.seat, number=number, created_at=now, **columns
    )
    return _follow_open_prompt(new_row, now)


@transaction.atomic
def move_order(
    match: Match, player: Player, number: int, *, up: bool, now: datetime | None = None
) -> int:
    """Let an active order be tried before the one above it, or after the one below.

    They swap their numbers: orders are tried by number. Returns its new number, the old one if it
    is the first or the last already.

    Raises CannotOrder or NoSuchOrder.
    """
    _match, mine = _lock_orders(match, player)
    row = _get_active_order(mine, number)
    active = mine.filter(active=True)
    above = active.filter(number__lt=number).order_by("-number")
    below = active.filter(number__gt=number).order_by("number")
    other = (above if up else below).first()
    if other is None:
        return number
    # Numbers are unique at every moment.
    free = (mine.aggregate(last=Max("number"))["last"] or 0) + 1
    for moving_row, new in ((other, free), (row, other.number), (other, number)):
        mine.filter(pk=moving_row.pk).update(number=new)
    row.refresh_from_db()
    return _follow_open_prompt(row, now or timezone.now()).number


def _lock_orders(match: Match, player: Player) -> tuple[Match, QuerySet[Order]]:
    """Lock a running match and return it with all orders of the player. Raises CannotOrder."""
    match = Match.objects.select_for_update(no_key=True).get(pk=match.pk)
    if match.status != Status.RUNNING:
        raise CannotOrder("Orders are for matches that are being played.")
    return match, match.orders.filter(seat=match.seats.get(player=player).number)


def _get_active_order(mine: QuerySet[Order], number: int) -> Order:
    row = mine.filter(number=number, active=True).first()
    if row is None:
        raise NoSuchOrder("You have no order {number} in this match.", number=number)
    return row


def _build_columns(
    match: Match, player: Player, order: orders.Order, now: datetime
) -> dict[str, object]:
    """Return what a row says of an order. Raises CannotOrder if it cannot be followed."""
    seat = match.seats.get(player=player).number
    turn = turn_of(GAMES[match.game], states.load_state(match), seat)
    if order.term.kind == "this_turn" and turn is None:
        raise CannotOrder("This game does not count its turns.")
    return {
        "rules": msgspec.to_builtins(order),
        "turn": turn,
        "left": order.term.number or None,
        "valid_until": _end_of(order.term.until, player, now),
    }


def _follow_open_prompt(row: Order, now: datetime) -> Order:
    """Let the orders of the seat answer its open prompt, and return the row as it is then."""
    prompt = row.match.prompts.filter(seat=row.seat, closed_at=None, answered_at=None).first()
    if prompt is not None:
        follow_orders(prompt.token, now=now)
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
    count = mine.update(active=False, why=Order.Why.CANCELLED, ended_at=now or timezone.now())
    if not count and number is not None:
        raise NoSuchOrder("You have no order {number} in this match.", number=number)
    return count


def preview_order(match: Match, player: Player, order: orders.Order) -> list[Rehearsal]:
    """Return what the order would have done with the latest prompts it applies to, newest first.

    Uses only prompts of the player's own seat, with what it knew then.
    """
    topics = GAMES[match.game].topics
    verbs = {rule.verb for rule in order.rules} - {orders.ASK}
    about = {question for question, topic in topics.items() if verbs & topic.verbs.keys()}
    seat = match.seats.get(player=player).number
    rehearsals = [
        Rehearsal(prompt, decision, orders.find_answer(order, prompt))
        for prompt, decision, _move in replays.answers_of(match, seat, many=MAX_MOVES)
        if prompt.question in about
    ]
    return rehearsals[: -MAX_REHEARSALS - 1 : -1]
