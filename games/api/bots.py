"""API endpoints for one's bots, each with a token."""

from __future__ import annotations

from uuid import UUID

from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import schemas
from games.api.endpoint import Endpoint, accept_idempotency_key
from games.api.operations import describe_operation
from games.api.paging import EntryCursor, build_entries_serializer, respond_with_entries
from games.api.requests import refuse_apps, scopes_of
from games.http.viewers import signed_in
from games.models import Player
from games.services import names, own_bots


class BotShape(s.Serializer):
    """A bot of yours."""

    id = s.UUIDField(read_only=True, help_text="It is a player, at `players/<id>/`.")
    name = schemas.NonBlank(
        max_length=names.MAX_BOT_NAME_LENGTH,
        trim_whitespace=False,
        help_text="What marks it as a bot is put behind it.",
    )
    created_at = s.DateTimeField(read_only=True)


class NewBot(BotShape):
    """A bot with the secret of its token, which is shown only this once."""

    secret = s.CharField(
        read_only=True, allow_null=True, help_text="null when the same submission is sent again."
    )


class OwnBots(Endpoint):
    scope = "manage"

    @describe_operation(
        "list_bots", parameters=[EntryCursor], responses=build_entries_serializer(BotShape)
    )
    def get(self, request: Request) -> Response:
        """Your bots, oldest first."""
        bots = list(own_bots.bots_of(signed_in(request)))
        return respond_with_entries(bots, request, _serialize_bot, lambda bot: bot.pk)

    @accept_idempotency_key
    @describe_operation("make_bot", request=BotShape, responses={201: NewBot})
    def post(self, request: Request) -> Response:
        """Make a bot, whose token may do what this one may; its secret is shown only this once."""
        refuse_apps(request)
        bot, secret = own_bots.make_bot(
            signed_in(request), name=_parse_bot_name(request), within=scopes_of(request)
        )
        return Response(_serialize_bot(bot) | {"secret": secret}, 201)


class OneBot(Endpoint):
    scope = "manage"

    @describe_operation("rename_bot", request=BotShape, responses=BotShape)
    def put(self, request: Request, bot: UUID) -> Response:
        """Rename a bot."""
        return Response(
            _serialize_bot(own_bots.rename_bot(signed_in(request), bot, _parse_bot_name(request)))
        )

    @describe_operation("retire_bot", responses={204: None})
    def delete(self, request: Request, bot: UUID) -> Response:
        """Retire a bot for good: house bots take over its seats, and its tokens are revoked."""
        own_bots.retire_bot(signed_in(request), bot)
        return Response(status=204)


class BotToken(Endpoint):
    scope = "manage"

    @accept_idempotency_key
    @describe_operation("renew_bot_token", request=None, responses={201: NewBot})
    def post(self, request: Request, bot: UUID) -> Response:
        """Make a new token for a bot and revoke its old ones."""
        refuse_apps(request)
        row, secret = own_bots.renew_token(signed_in(request), bot, within=scopes_of(request))
        return Response(_serialize_bot(row) | {"secret": secret}, 201)


def _parse_bot_name(request: Request) -> str:
    serializer = BotShape(data=request.data)
    serializer.is_valid(raise_exception=True)
    name: str = serializer.validated_data["name"]
    return name


def _serialize_bot(bot: Player) -> dict[str, object]:
    return {"id": bot.pk, "name": bot.display_name, "created_at": bot.joined_at}
