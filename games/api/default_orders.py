"""API endpoints for one's orders for new matches."""

from __future__ import annotations

from uuid import UUID

from rest_framework import serializers as s
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import schemas
from games.api.endpoint import Endpoint, accept_idempotency_key
from games.api.operations import describe_operation
from games.api.paging import EntryCursor, build_entries_serializer, respond_with_entries
from games.engine import notation, order_grammar
from games.http.viewers import signed_in
from games.presentation import orders as order_text
from games.presentation.orders import Default
from games.queries.games_on_offer import games_on_offer
from games.services import default_orders
from games.titles import GAMES


class DefaultOrderShape(s.Serializer):
    """An order that your seat gets in every new match of a game."""

    id = s.UUIDField()
    game = s.CharField()
    words = s.CharField()
    created_at = s.DateTimeField()


class NewDefaultOrder(s.Serializer):
    """A game, and an order in your language or in English."""

    game = s.ChoiceField(choices=sorted(games_on_offer()))
    order = schemas.NonBlank(max_length=500)


class DefaultOrders(Endpoint):
    @describe_operation(
        "list_default_orders",
        parameters=[EntryCursor],
        responses=build_entries_serializer(DefaultOrderShape),
    )
    def get(self, request: Request) -> Response:
        """Your orders for new matches."""
        mine = order_text.list_default_orders(signed_in(request))
        return respond_with_entries(
            mine, request, _serialize_default_order, lambda order: order.row.pk
        )

    @accept_idempotency_key
    @describe_operation(
        "save_default_order",
        request=NewDefaultOrder,
        responses={201: DefaultOrderShape},
    )
    def post(self, request: Request) -> Response:
        """Give your seat this order in every new match. Running matches stay as they are."""
        serializer = NewDefaultOrder(data=request.data)
        serializer.is_valid(raise_exception=True)
        player, game = signed_in(request), GAMES[serializer.validated_data["game"]]
        lexicons = notation.list_lexicons(game, player.language)
        order = order_grammar.parse_order(
            serializer.validated_data["order"], game.topics, lexicons, player.language
        )
        row = default_orders.save_default_order(player, game.name, order)
        default_order = next(
            o for o in order_text.list_default_orders(player) if o.row.pk == row.pk
        )
        return Response(_serialize_default_order(default_order), 201)


class OneDefaultOrder(Endpoint):
    @describe_operation("delete_default_order", responses={204: None})
    def delete(self, request: Request, default_order: UUID) -> Response:
        """Remove an order for new matches. Running matches keep theirs."""
        if not default_orders.delete_default_order(signed_in(request), default_order):
            raise NotFound
        return Response(status=204)


def _serialize_default_order(order: Default) -> dict[str, object]:
    row = order.row
    return {"id": row.pk, "game": row.game, "words": order.words, "created_at": row.created_at}
