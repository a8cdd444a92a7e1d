"""API endpoints for other players: public information, blocking and reporting."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404
from django.utils import timezone
from django.utils.decorators import method_decorator
from rest_framework import serializers as s
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from abyss_site.core.database.replica import may_lag
from games.api import schemas
from games.api.endpoint import Endpoint, accept_idempotency_key
from games.api.operations import describe_operation
from games.api.paging import EntryCursor, build_entries_serializer, respond_with_entries
from games.http.viewers import player_of, signed_in
from games.leagues.ratings import Rating
from games.models import Player
from games.queries import blocking as block_queries
from games.queries import matches as match_queries
from games.queries import players
from games.queries.direct_messages import find_direct_message
from games.services import blocking, own_bots
from games.services.moderation import reports


class NamedPlayer(s.Serializer):
    """A player by name."""

    id = s.UUIDField()
    name = s.CharField()


class PlaceShape(s.Serializer):
    """How often a player reached a place."""

    place = s.IntegerField()
    times = s.IntegerField()


class ResultShape(s.Serializer):
    """A player's results in public matches of a game."""

    game = s.CharField()
    played = s.IntegerField()
    places = PlaceShape(many=True)


class RatingShape(s.Serializer):
    """A player's estimated strength in a game."""

    game = s.CharField()
    rating = s.IntegerField()
    margin = s.IntegerField(help_text="It lies within so many points with 95 in 100.")
    matches = s.IntegerField()


class PlayerShape(NamedPlayer):
    """Public information about a player."""

    is_bot = s.BooleanField()
    level = s.CharField(allow_blank=True)
    owner = NamedPlayer(allow_null=True, help_text="Whose bot it is.")
    bots = NamedPlayer(many=True)
    in_time = s.IntegerField(
        allow_null=True,
        help_text="How many of 100 questions they answer in time; null: too few to say.",
    )
    ratings = RatingShape(many=True)
    results = ResultShape(many=True)
    is_blocked = s.BooleanField(help_text="Whether you have blocked them.")


class NewReport(s.Serializer):
    """What staff should look at."""

    text = schemas.NonBlank(max_length=reports.LONGEST, trim_whitespace=False)
    message = s.UUIDField(
        required=False,
        allow_null=True,
        help_text="What they said at a table where you sit, or have written to you.",
    )


class OnePlayer(Endpoint):
    permission_classes = [AllowAny]

    @describe_operation("get_player", responses=PlayerShape)
    @method_decorator(may_lag)
    def get(self, request: Request, player: UUID) -> Response:
        """Public information about a player."""
        return Response(_serialize_player(_get_player_or_404(player), player_of(request)))


class BlockPlayer(Endpoint):
    @describe_operation("block_player", request=None, responses={204: None})
    def put(self, request: Request, player: UUID) -> Response:
        """Block a player: neither play with them nor hear from them. They are not told."""
        blocking.block_player(signed_in(request), _get_player_or_404(player))
        return Response(status=204)

    @describe_operation("unblock_player", responses={204: None})
    def delete(self, request: Request, player: UUID) -> Response:
        """Unblock a player."""
        blocking.unblock_player(signed_in(request), _get_player_or_404(player))
        return Response(status=204)


class ReportPlayer(Endpoint):
    @accept_idempotency_key
    @describe_operation("report_player", request=NewReport, responses={204: None})
    def post(self, request: Request, player: UUID) -> Response:
        """Report a player, or a message of theirs, to staff; nobody else learns of it."""
        serializer = NewReport(data=request.data)
        serializer.is_valid(raise_exception=True)
        me, about = signed_in(request), _get_player_or_404(player)
        message_id = serializer.validated_data.get("message")
        match_message = (
            match_queries.message_between(str(message_id), me, about) if message_id else None
        )
        message = match_message or (
            find_direct_message(str(message_id), me, about) if message_id else None
        )
        if message_id and message is None:
            raise Http404
        match = match_message.match if match_message else None
        reports.report_player(
            me, about, serializer.validated_data["text"], match=match, message=message
        )
        return Response(status=204)


class BlockedPlayers(Endpoint):
    @describe_operation(
        "list_blocked", parameters=[EntryCursor], responses=build_entries_serializer(NamedPlayer)
    )
    def get(self, request: Request) -> Response:
        """The players you have blocked, by name."""
        players_by_name = list(block_queries.blocked_by(signed_in(request)))
        return respond_with_entries(
            players_by_name, request, serialize_player_name, lambda player: player.pk
        )


def _get_player_or_404(number: UUID) -> Player:
    player = players.fetch_player(number)
    if player is None:
        raise Http404
    return player


def serialize_player_name(player: Player) -> dict[str, object]:
    """Return a player by name."""
    return {"id": player.pk, "name": player.display_name}


def _serialize_player(player: Player, me: Player | None) -> dict[str, object]:
    reliability = players.player_reliability(player, now=timezone.now())
    return serialize_player_name(player) | {
        "is_bot": player.is_bot,
        "level": player.level,
        "owner": serialize_player_name(player.owner) if player.owner else None,
        "bots": [serialize_player_name(bot) for bot in own_bots.bots_of(player)],
        "in_time": reliability.in_time if reliability else None,
        "ratings": [_serialize_rating(row) for row in player.ratings.order_by("game")],
        "results": [_serialize_results(results) for results in players.results_by_game(player)],
        "is_blocked": me is not None and block_queries.blocked_by(me).filter(pk=player.pk).exists(),
    }


def _serialize_rating(row: Any) -> dict[str, Any]:
    belief = Rating(row.mean, row.deviation)
    figures = {"rating": belief.shown, "margin": belief.margin}
    return {"game": row.game, "matches": row.matches} | figures


def _serialize_results(results: players.Results) -> dict[str, object]:
    places = [{"place": place, "times": many} for place, many in results.places]
    return {"game": results.game, "played": results.played, "places": places}
