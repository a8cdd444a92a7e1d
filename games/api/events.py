"""API endpoint for one's events: as a stream, or as a list for polling."""

from __future__ import annotations

from collections.abc import AsyncIterator
from uuid import UUID

from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from abyss_site.core.encryption.sessions import digest_of
from games.api import event_stream
from games.api.endpoint import Endpoint
from games.api.operations import describe_operation
from games.http.viewers import signed_in
from games.models import PlayerEvent
from games.presentation.problems import Unreadable
from games.queries.stream_rights import StreamRight
from games.services import player_events

LAST = "Last-Event-ID"
MAX_WAIT = 25


class PlayerEventShape(s.Serializer):
    """An event that concerns you. Look up what it refers to."""

    id = s.UUIDField()
    event = s.ChoiceField(PlayerEvent.Kind.choices)
    occurred_at = s.DateTimeField()
    match = s.IntegerField()
    ply = s.IntegerField(required=False, help_text="Of the last move everybody was told of.")
    prompt = s.UUIDField(required=False)
    message = s.UUIDField(required=False)
    vote = s.UUIDField(required=False)
    invitation = s.UUIDField(required=False)


class PlayerEventList(s.Serializer):
    """Events, oldest first."""

    results = PlayerEventShape(many=True)
    next = s.UUIDField(
        allow_null=True, help_text="`after` of the next question; null: ask as before."
    )
    start_over = s.BooleanField(
        help_text="What you have seen last is forgotten: look at everything anew."
    )


class EventQuery(s.Serializer):
    """What is known already, and how long to wait for more."""

    after = s.UUIDField(
        required=False, help_text="The `id` seen last; without it everything of seven days."
    )
    wait = s.IntegerField(
        required=False,
        default=0,
        min_value=0,
        max_value=MAX_WAIT,
        help_text="Seconds to wait if there is nothing; an answer may come sooner.",
    )


class Events(Endpoint):
    @describe_operation(
        "my_events",
        parameters=[
            EventQuery,
            OpenApiParameter(
                LAST,
                OpenApiTypes.UUID,
                OpenApiParameter.HEADER,
                description="For streams: the id seen last.",
            ),
        ],
        responses={
            (200, "application/json"): PlayerEventList,
            (200, "text/event-stream"): OpenApiTypes.STR,
        },
    )
    def get(self, request: Request) -> HttpResponseBase | Response:
        """Your events: as a list, or as server-sent events if you accept those.

        A stream ends after a quarter of an hour, or at once if it cannot be kept open; reconnect
        with `Last-Event-ID`.
        """
        serializer = EventQuery(data=request.query_params)
        serializer.is_valid(raise_exception=True)
        after, wait = serializer.validated_data.get("after"), serializer.validated_data["wait"]
        last = _parse_last_event_id(request)
        if event_stream.STREAM in request.headers.get("Accept", ""):
            return _stream_events(request, last or after)
        return _list_events(request, after, wait)


def _list_events(request: Request, after: UUID | None, wait: int) -> HttpResponseBase | Response:
    player, right = signed_in(request).pk, _find_right(request)
    position = player_events.position_of(player, after) if after else player_events.BEGINNING
    if position is None:
        return Response(event_stream.serialize_event_list([], start_over=True))
    events = player_events.events_after(position, player_id=player)
    if not events and wait and event_stream.can_stream(request.META):
        subscription = event_stream.EventSubscription(player, position, right=right)
        later = event_stream.poll_events(subscription, wait)
        return _build_streaming_response(request, later, "application/json")
    return Response(event_stream.serialize_event_list(events))


def _stream_events(request: Request, after: UUID | None) -> HttpResponseBase:
    player = signed_in(request).pk
    position = (
        player_events.position_of(player, after) if after else player_events.newest_position()
    )
    subscription = event_stream.EventSubscription(
        player,
        position or player_events.newest_position(),
        starts_over=position is None,
        right=_find_right(request),
    )
    if event_stream.can_stream(request.META):
        return _build_streaming_response(
            request, event_stream.stream_events(subscription), event_stream.STREAM
        )
    response = HttpResponse(event_stream.render_stream_start(subscription), event_stream.STREAM)
    response["X-Accel-Buffering"], response["Cache-Control"] = "no", "no-store"
    return response


def _find_right(request: Request) -> StreamRight:
    """Return what the stream of a request ends with: its token, or its session."""
    player, token = signed_in(request).pk, request.auth
    if token is not None:
        return StreamRight(player, token=token.pk)
    return StreamRight(player, session=digest_of(request.session.session_key))


def _build_streaming_response(
    request: Request, parts: AsyncIterator[bytes], kind: str
) -> StreamingHttpResponse:
    """Return a streaming response."""
    # Compression would delay events until a block is full.
    request.META.pop("HTTP_ACCEPT_ENCODING", None)
    response = StreamingHttpResponse(parts, content_type=kind)
    response["X-Accel-Buffering"], response["Cache-Control"] = "no", "no-store"
    return response


def _parse_last_event_id(request: Request) -> UUID | None:
    header = request.headers.get(LAST)
    try:
        return None if header is None else UUID(header)
    except ValueError as error:
        raise Unreadable(LAST, _("There is no event with that id.")) from error
