"""API endpoints for the available games."""

from __future__ import annotations

from django.http import Http404
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import schemas
from games.api.endpoint import Endpoint
from games.api.operations import describe_operation
from games.api.paging import EntryCursor, build_entries_serializer, respond_with_entries
from games.engine import contract, search
from games.http.viewers import language_of
from games.presentation.orders import list_suggested_orders
from games.queries.games_on_offer import games_on_offer


class Games(Endpoint):
    permission_classes = [AllowAny]

    @describe_operation(
        "list_games", parameters=[EntryCursor], responses=build_entries_serializer(schemas.Game)
    )
    def get(self, request: Request) -> Response:
        """All games, with the options of their matches."""
        language = language_of(request)
        return respond_with_entries(
            list(games_on_offer().values()),
            request,
            lambda game: _serialize_game(game, language),
            lambda game: game.name,
        )


class OneGame(Endpoint):
    permission_classes = [AllowAny]

    @describe_operation("get_game", responses=schemas.Game)
    def get(self, request: Request, game: str) -> Response:
        """One game."""
        if game not in games_on_offer():
            raise Http404
        return Response(_serialize_game(games_on_offer()[game], language_of(request)))


def _serialize_game(game: contract.AnyGame, language: str) -> dict[str, object]:
    words = game.list_words(language)
    return {
        "name": game.name,
        "title": game.title,
        "edition": game.edition,
        "least_seats": game.seats.start,
        "most_seats": game.seats.stop - 1,
        "levels": ["quick", "strong"] if search.can_think(game) else ["quick"],
        "options": [
            {
                "name": option.name,
                "words": words.get(option.name, option.name),
                "values": list(option.values),
                "many": option.many,
            }
            for option in game.options
        ],
        "presets": {name: dict(values) for name, values in game.presets.items()},
        "suggested_orders": [
            suggestion.words for suggestion in list_suggested_orders(game.name, language)
        ],
        "words": dict(words),
    }
