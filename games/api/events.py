"""API endpoints for events: as a stream, or as a list for polling."""

from __future__ import annotations

from collections.abc import AsyncIterator
from uuid import UUID

from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers as s
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from abyss_site.core.encryption.sessions import digest_of
from games.api import event_stream
from games.api.endpoint import Endpoint, Input, validate_input
from games.api.event_stream import EventSubscription
from games.api.operations import describe_operation
from games.api.prompts import may_answer
from games.api.schemas import Free, QuestionShape
from games.http.viewers import language_of, player_of, signed_in, visible_match_or_404
from games.models import PlayerEvent
from games.presentation.event_json import EventReader
from games.presentation.problems import Unreadable
from games.queries.stream_rights import StreamRight
from games.services import player_events

LAST = "Last-Event-ID"
MAX_WAIT = 25


class PlayerEventShape(s.Serializer):
    """Something that has happened, in lists, streams and webhooks alike."""

    id = s.UUIDField()
    event = s.ChoiceField(PlayerEvent.Kind.choices)
    occurred_at = s.DateTimeField()
    text = s.CharField(help_text="A sentence about it in your language.")
    url = s.CharField(help_text="The page that it is about.")
    match = s.IntegerField(required=False, help_text="None for a direct message.")
    seat = s.IntegerField(required=False, help_text="Yours in that match; none for spectators.")
    ply = s.IntegerField(required=False, help_text="Of the last move everybody was told of.")
    prompt = s.UUIDField(required=False)
    message = s.UUIDField(required=False)
    vote = s.UUIDField(required=False)
    invitation = s.UUIDField(required=False)
    player = s.UUIDField(required=False, help_text="Who has written to you.")
    question = QuestionShape(
        required=False,
        allow_null=True,
        help_text="With `prompt_opened` and `reminder`: the question as it is now, null if it is"
        " not open any more, or not yours.",
    )
    view = Free(required=False, help_text="Your view of that match, with `view=true`.")


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
    limit = s.IntegerField(
        required=False,
        default=player_events.MAX_READ,
        min_value=1,
        max_value=player_events.MAX_READ,
        help_text="How many events of a list at most; a stream has no limit.",
    )
    wait = s.IntegerField(
        required=False,
        default=0,
        min_value=0,
        max_value=MAX_WAIT,
        help_text="Seconds to wait if there is nothing; an answer may come sooner.",
    )


class OwnEventQuery(EventQuery):
    """Which of your events, and what they bring."""

    match = s.IntegerField(
        required=False, min_value=1, max_value=2**31 - 1, help_text="Only those of this match."
    )
    questions = s.BooleanField(
        required=False, default=True, help_text="Whether the events of questions bring them."
    )
    view = s.BooleanField(
        required=False, default=False, help_text="Whether they bring your view as well."
    )


LAST_EVENT_ID = OpenApiParameter(
    LAST,
    OpenApiTypes.UUID,
    OpenApiParameter.HEADER,
    description="For streams: the id seen last.",
)
RESPONSES: dict[object, object] = {
    (200, "application/json"): PlayerEventList,
    **{(200, media_type): OpenApiTypes.STR for media_type in event_stream.STREAMS},
}


class Events(Endpoint):
    @describe_operation("my_events", parameters=[OwnEventQuery, LAST_EVENT_ID], responses=RESPONSES)
    def get(self, request: Request) -> HttpResponseBase | Response:
        """Your events: as a list, or as a stream if you accept one.

        `text/event-stream` are server-sent events, `application/x-ndjson` is an event on each line.
        A stream ends after a quarter of an hour, or at once if it cannot be kept open; reconnect
        with `Last-Event-ID`.
        """
        query = validate_input(OwnEventQuery, request.query_params.dict())
        reader = EventReader(
            player_id=signed_in(request).pk,
            language=language_of(request),
            may_answer=may_answer(request),
            brings_questions=query["questions"],
            brings_views=query["view"],
        )
        return _respond(request, query, signed_in(request).pk, reader)


class MatchEvents(Endpoint):
    permission_classes = [AllowAny]

    @describe_operation("match_events", parameters=[EventQuery, LAST_EVENT_ID], responses=RESPONSES)
    def get(self, request: Request, number: int) -> HttpResponseBase | Response:
        """What everybody may know of a match: as a list, or as a stream if you accept one.

        Not there if nobody may look on. Its players listen to their own events, which say more.
        """
        match = visible_match_or_404(request, number)
        if not match.watchable:
            raise Http404
        query = validate_input(EventQuery, request.query_params.dict())
        return _respond(request, query, match.pk, EventReader(language=language_of(request)))


class MatchEnds(Endpoint):
    permission_classes = [AllowAny]

    @describe_operation("match_ends", parameters=[EventQuery, LAST_EVENT_ID], responses=RESPONSES)
    def get(self, request: Request) -> HttpResponseBase | Response:
        """The ends of all public matches: as a list, or as a stream if you accept one."""
        query = validate_input(EventQuery, request.query_params.dict())
        reader = EventReader(language=language_of(request))
        return _respond(request, query, player_events.EVERYBODY, reader)


def _respond(
    request: Request, query: Input, listener: UUID, reader: EventReader
) -> HttpResponseBase | Response:
    """Respond with the events of a player, a match or everybody."""
    media_type, last = _choose_media_type(request), _parse_last_event_id(request)
    after = (last if media_type else None) or query.get("after")
    position = player_events.position_of(listener, after) if after else None
    starts_over = after is not None and position is None
    if position is None:
        position = player_events.newest_position() if media_type else player_events.BEGINNING
    subscription = EventSubscription(
        player_id=listener,
        position=position,
        reader=reader,
        match=query.get("match"),
        media_type=media_type or event_stream.SERVER_SENT,
        starts_over=starts_over,
        right=_find_right(request),
    )
    if media_type:
        return _stream_events(request, subscription)
    return _list_events(request, subscription, query)


def _choose_media_type(request: Request) -> str:
    """Return the media type of the stream that a request asks for, "" for a list."""
    accept = request.headers.get("Accept", "")
    return next((kind for kind in event_stream.STREAMS if kind in accept), "")


def _list_events(
    request: Request, subscription: EventSubscription, query: Input
) -> HttpResponseBase | Response:
    reader = subscription.reader
    if subscription.starts_over:
        return Response(event_stream.serialize_event_list([], reader, start_over=True))
    events = player_events.events_after(
        subscription.position,
        player_id=subscription.player_id,
        match=subscription.match,
        most=query["limit"],
    )
    if not events and query["wait"] and event_stream.can_stream(request.META):
        later = event_stream.poll_events(subscription, query["wait"])
        return _build_streaming_response(request, later, "application/json")
    return Response(event_stream.serialize_event_list(events, reader))


def _stream_events(request: Request, subscription: EventSubscription) -> HttpResponseBase:
    if event_stream.can_stream(request.META):
        parts = event_stream.stream_events(subscription)
        return _build_streaming_response(request, parts, subscription.media_type)
    start = event_stream.render_stream_start(subscription)
    response = HttpResponse(start, subscription.media_type)
    response["X-Accel-Buffering"], response["Cache-Control"] = "no", "no-store"
    return response


def _find_right(request: Request) -> StreamRight | None:
    """Return what the stream of a request ends with: its token, or its session; None for a
    visitor's."""
    player, token = player_of(request), request.auth
    if player is None:
        return None
    if token is not None:
        return StreamRight(player.pk, token=token.pk)
    return StreamRight(player.pk, session=digest_of(request.session.session_key))


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
