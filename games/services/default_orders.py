"""Orders that a player's seat gets in every new match of a game."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

import msgspec
from django.db import transaction
from django.utils import timezone

from games.engine import order_grammar, orders
from games.models import DefaultOrder, Match, Order, Player
from games.services.orders import CannotOrder, NoSuchOrder
from games.services.play.decision_rows import Sitter
from games.titles import GAMES

# Maximum number of default orders of a player for one game.
MAX_DEFAULT_ORDERS = 20


@transaction.atomic
def save_default_order(
    player: Player, game: str, order: orders.Order, *, now: datetime | None = None
) -> DefaultOrder:
    """Give the player's seat this order in every new match of the game.

    Running matches stay as they are. The same order again changes nothing. Raises CannotOrder;
    nothing is saved.
    """
    if order.term != orders.Term():
        raise CannotOrder("An order for every new match has no end; leave out how long it lasts.")
    # So that two requests at the same time cannot save more than the maximum.
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    mine = DefaultOrder.objects.filter(player=player, game=game)
    rules = msgspec.to_builtins(order)
    existing = mine.filter(rules=rules).first()
    if existing is None and mine.count() >= MAX_DEFAULT_ORDERS:
        raise CannotOrder(
            "You have {most} orders for new matches of this game; remove one.",
            most=MAX_DEFAULT_ORDERS,
        )
    return existing or DefaultOrder.objects.create(
        player=player, game=game, rules=rules, created_at=now or timezone.now()
    )


@transaction.atomic
def keep_orders(
    match: Match, player: Player, number: int | None, *, now: datetime | None = None
) -> None:
    """Give the player's seat an active order of theirs in every new match of the game, too.

    `number` None: all of them that have no end. Raises CannotOrder and NoSuchOrder.
    """
    seat = match.seats.get(player=player).number
    mine = match.orders.filter(seat=seat, active=True).order_by("number")
    rows = list(mine if number is None else mine.filter(number=number))
    if not rows:
        raise NoSuchOrder("You have no such order in this match.")
    for row in rows:
        order = msgspec.convert(row.rules, orders.Order)
        if number is not None or order.term == orders.Term():
            save_default_order(player, match.game, order, now=now)


@transaction.atomic
def save_suggested_orders(
    player: Player, game: str, *, now: datetime | None = None
) -> tuple[orders.Order, ...]:
    """Give the player's seat every order that the game suggests, in every new match of it.

    Returns the suggested orders. Raises CannotOrder; nothing is saved.
    """
    suggestions = order_grammar.parse_suggested_orders(GAMES[game])
    for order in suggestions:
        save_default_order(player, game, order, now=now)
    return suggestions


def delete_default_orders(player: Player, game: str) -> int:
    """Delete all of the player's default orders of a game; return how many."""
    count, _ = DefaultOrder.objects.filter(player=player, game=game).delete()
    return count


def delete_default_order(player: Player, pk: UUID) -> bool:
    """Delete one of the player's default orders; return whether there was one."""
    count, _ = DefaultOrder.objects.filter(player=player, pk=pk).delete()
    return count > 0


def give_default_orders(match: Match, seats: Sequence[Sitter], *, now: datetime) -> set[int]:
    """Give the seats of a new match the default orders of their players; return these seats."""
    seat_of = {seat.player_id: seat.number for seat in seats}
    rows = DefaultOrder.objects.filter(player__in=seat_of, game=match.game).order_by("pk")
    many = dict.fromkeys(seat_of.values(), 0)
    new_orders = []
    for row in rows:
        seat = seat_of[row.player_id]
        many[seat] += 1
        new_orders.append(
            Order(match=match, seat=seat, number=many[seat], rules=row.rules, created_at=now)
        )
    Order.objects.bulk_create(new_orders)
    return {order.seat for order in new_orders}
