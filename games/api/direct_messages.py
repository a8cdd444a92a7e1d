"""API endpoints for direct messages: my conversations, and the messages with one player."""

from __future__ import annotations

from uuid import UUID, uuid4

from django.http import Http404
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import schemas
from games.api.endpoint import Endpoint, accept_idempotency_key
from games.api.operations import describe_operation
from games.api.paging import (
    Cursor,
    EntryCursor,
    build_entries_serializer,
    build_page_serializer,
    respond_with_entries,
    respond_with_rows,
)
from games.api.players import NamedPlayer, serialize_player_name
from games.http.viewers import signed_in
from games.models import DirectMessage, Player
from games.queries import direct_messages as queries
from games.services import direct_messages


class ConversationShape(s.Serializer):
    """A conversation with another player."""

    player = NamedPlayer()
    last_sent_at = s.DateTimeField()
    is_unread = s.BooleanField()


class DirectMessageShape(s.Serializer):
    """A message in a conversation."""

    id = s.UUIDField()
    is_yours = s.BooleanField()
    text = s.CharField()
    sent_at = s.DateTimeField()


class Conversations(Endpoint):
    @describe_operation(
        "list_conversations",
        parameters=[EntryCursor],
        responses=build_entries_serializer(ConversationShape),
    )
    def get(self, request: Request) -> Response:
        """Your latest conversations with other players, newest first."""
        conversations = queries.list_conversations(signed_in(request))
        return respond_with_entries(
            conversations, request, _serialize_conversation, lambda summary: summary.other.pk
        )


class OneConversation(Endpoint):
    @describe_operation(
        "list_direct_messages",
        parameters=[Cursor],
        responses=build_page_serializer(DirectMessageShape),
    )
    def get(self, request: Request, player: UUID) -> Response:
        """What you and a player have written to each other, newest first; it stays unread."""
        me = signed_in(request)
        other = queries.find_correspondent(me, player)
        if other is None:
            raise Http404
        rows = queries.messages_between(me, other).select_related("player")
        return respond_with_rows(rows, request, lambda row: _serialize_direct_message(row, me))

    @accept_idempotency_key
    @describe_operation(
        "send_direct_message",
        request=schemas.NewMessage,
        responses={201: DirectMessageShape},
    )
    def post(self, request: Request, player: UUID) -> Response:
        """Write to a player."""
        me = signed_in(request)
        other = queries.find_correspondent(me, player)
        if other is None:
            raise Http404
        serializer = schemas.NewMessage(data=request.data)
        serializer.is_valid(raise_exception=True)
        row = direct_messages.send_direct_message(
            me, other, serializer.validated_data["text"], key=f"api-{uuid4().hex}"
        )
        return Response(_serialize_direct_message(row, me), 201)


class ReadConversation(Endpoint):
    @describe_operation("mark_conversation_read", request=None, responses={204: None})
    def post(self, request: Request, player: UUID) -> Response:
        """Mark the messages of a player as read."""
        me = signed_in(request)
        other = queries.find_correspondent(me, player)
        side = queries.find_side(me, other) if other else None
        if side is None:
            raise Http404
        direct_messages.mark_conversation_read(side, side.last_sent_at)
        return Response(status=204)


def _serialize_conversation(summary: queries.Summary) -> dict[str, object]:
    return {
        "player": serialize_player_name(summary.other),
        "last_sent_at": summary.last_sent_at,
        "is_unread": summary.is_unread,
    }


def _serialize_direct_message(row: DirectMessage, me: Player) -> dict[str, object]:
    return {
        "id": row.pk,
        "is_yours": row.player_id == me.pk,
        "text": queries.shown_text(row),
        "sent_at": row.sent_at,
    }
