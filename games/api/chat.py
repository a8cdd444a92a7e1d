"""API endpoint for the chat of a match."""

from __future__ import annotations

from uuid import uuid4

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import schemas
from games.api.endpoint import Endpoint, accept_idempotency_key
from games.api.matches import own_match
from games.api.operations import describe_operation
from games.api.paging import Cursor, build_page_serializer, respond_with_rows
from games.http.viewers import signed_in
from games.models import Message
from games.queries import chat as chat_queries
from games.queries import matches
from games.services import chat


class Chat(Endpoint):
    @describe_operation(
        "list_messages",
        parameters=[Cursor],
        responses=build_page_serializer(schemas.MessageShape),
    )
    def get(self, request: Request, number: int) -> Response:
        """The chat of this match, newest first."""
        match = own_match(request, number)
        seat = matches.seat_of(match, signed_in(request))
        assert seat is not None
        rows = chat_queries.visible_messages(match, seat).select_related("player")
        return respond_with_rows(rows, request, _serialize_message)

    @accept_idempotency_key
    @describe_operation("say", request=schemas.NewMessage, responses={201: schemas.MessageShape})
    def post(self, request: Request, number: int) -> Response:
        """Send a message to the others."""
        match, player = own_match(request, number), signed_in(request)
        serializer = schemas.NewMessage(data=request.data)
        serializer.is_valid(raise_exception=True)
        message = chat.send_message(
            match, player, serializer.validated_data["text"], key=f"api-{uuid4().hex}"
        )
        return Response(_serialize_message(message), 201)


def _serialize_message(row: Message) -> dict[str, object]:
    plain = {name: getattr(row, name) for name in ("id", "seat", "sent_at")}
    return plain | {"name": row.player.display_name, "text": chat_queries.shown_text(row)}
