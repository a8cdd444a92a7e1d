"""API endpoints for one's standing orders in a match."""

from __future__ import annotations

from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import schemas
from games.api.endpoint import Endpoint, accept_idempotency_key
from games.api.matches import own_match
from games.api.operations import describe_operation
from games.api.paging import EntryCursor, build_entries_serializer, respond_with_entries
from games.engine import notation
from games.engine.contract import Decision
from games.engine.order_words import OrderError
from games.engine.orders import Order as Rules
from games.http.viewers import language_of, signed_in
from games.models import Match
from games.presentation import orders as order_text
from games.presentation.orders import Standing
from games.presentation.problems import RefusedInput
from games.queries import matches
from games.services import orders
from games.services.orders import CannotOrder, Rehearsal
from games.titles import GAMES


class OrderShape(s.Serializer):
    """A standing order of yours."""

    number = s.IntegerField()
    words = s.CharField()
    active = s.BooleanField()
    why = s.CharField(allow_blank=True, help_text="What ended it.")
    followed = s.IntegerField()
    created_at = s.DateTimeField()


class NewOrder(s.Serializer):
    """An order in your language or in English."""

    order = schemas.NonBlank(max_length=500)


class OrderMove(s.Serializer):
    """Where an order goes: it is tried before the one above it, or after the one below."""

    to = s.ChoiceField(choices=["up", "down"])


class RehearsedShape(s.Serializer):
    """A past question, and what the order would have done."""

    question = s.CharField()
    answered = s.CharField()
    would = s.CharField(allow_null=True, help_text="“ask” leaves it to you; null: it is silent.")


class Rehearsals(s.Serializer):
    """What an order would have done, by question, the last one first."""

    results = RehearsedShape(many=True)


class Orders(Endpoint):
    @describe_operation(
        "list_orders", parameters=[EntryCursor], responses=build_entries_serializer(OrderShape)
    )
    def get(self, request: Request, number: int) -> Response:
        """Your orders in this match, including ended ones."""
        standing_orders = _list_own_orders(request, own_match(request, number))
        return respond_with_entries(
            standing_orders, request, _serialize_order, lambda order: order.row.number
        )

    @accept_idempotency_key
    @describe_operation("write_order", request=NewOrder, responses={201: OrderShape})
    def post(self, request: Request, number: int) -> Response:
        """Write an order; it answers your open question, if it matches."""
        match, player = own_match(request, number), signed_in(request)
        order = orders.write_order(match, player, _parse_order(request, match))
        return Response(_find_order(request, match, order.number), 201)


class Preview(Endpoint):
    @describe_operation(
        "preview_order",
        request=NewOrder,
        responses=Rehearsals,
    )
    def post(self, request: Request, number: int) -> Response:
        """What an order would have done with your last questions. Nothing is saved."""
        match, player = own_match(request, number), signed_in(request)
        past = orders.preview_order(match, player, _parse_order(request, match))
        results = [_serialize_preview(match, row, player.language) for row in past]
        return Response({"results": results})


class OneOrder(Endpoint):
    @describe_operation("change_order", request=NewOrder, responses=OrderShape)
    def put(self, request: Request, number: int, order: int) -> Response:
        """Replace an order; the new one keeps its number and may answer your open question."""
        match, player = own_match(request, number), signed_in(request)
        orders.change_order(match, player, order, _parse_order(request, match))
        return Response(_find_order(request, match, order))

    @describe_operation("cancel_order", responses={204: None})
    def delete(self, request: Request, number: int, order: int) -> Response:
        """Cancel an order."""
        orders.cancel_order(own_match(request, number), signed_in(request), order)
        return Response(status=204)


class Position(Endpoint):
    @describe_operation("move_order", request=OrderMove, responses=OrderShape)
    def post(self, request: Request, number: int, order: int) -> Response:
        """Let an order be tried earlier or later: it swaps numbers with the next active one."""
        match, player = own_match(request, number), signed_in(request)
        serializer = OrderMove(data=request.data)
        serializer.is_valid(raise_exception=True)
        up = serializer.validated_data["to"] == "up"
        return Response(_find_order(request, match, orders.move_order(match, player, order, up=up)))


def _parse_order(request: Request, match: Match) -> Rules:
    serializer = NewOrder(data=request.data)
    serializer.is_valid(raise_exception=True)
    if match.started_at is None:
        raise CannotOrder("Orders are for matches that are being played.")
    player = signed_in(request)
    try:
        return orders.read_order(match, player, serializer.validated_data["order"])
    except OrderError as refusal:
        seat = matches.seat_of(match, player)
        assert seat is not None
        prompt = match.prompts.filter(seat=seat, closed_at=None).first()
        question = prompt.question if prompt else ""
        proposals = order_text.propose_orders(refusal, match, player, question=question).lines
        raise RefusedInput(refusal, game=match.game, field="order", proposed=proposals) from None


def _list_own_orders(request: Request, match: Match) -> list[Standing]:
    seat = matches.seat_of(match, signed_in(request))
    assert seat is not None
    return order_text.own_orders(match, seat, language_of(request))


def _find_order(request: Request, match: Match, order: int) -> dict[str, object]:
    standing_orders = _list_own_orders(request, match)
    return next(
        _serialize_order(standing_order)
        for standing_order in standing_orders
        if standing_order.row.number == order
    )


def _serialize_order(order: Standing) -> dict[str, object]:
    row = order.row
    return {
        "number": row.number,
        "words": order.words,
        "active": row.active,
        "why": row.why,
        "followed": row.followed,
        "created_at": row.created_at,
    }


def _serialize_preview(match: Match, row: Rehearsal, language: str) -> dict[str, object]:
    words = GAMES[match.game].list_words(language)
    would = (
        notation.format_decision(row.would, words) if isinstance(row.would, Decision) else row.would
    )
    return {
        "question": row.prompt.question,
        "answered": notation.format_decision(row.answered, words),
        "would": would,
    }
