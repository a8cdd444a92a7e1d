"""API endpoints for one's account: settings and tokens."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import own_schemas
from games.api.endpoint import Endpoint, accept_idempotency_key
from games.api.operations import describe_operation
from games.api.paging import EntryCursor, build_entries_serializer, respond_with_entries
from games.api.requests import refuse_apps, scopes_of
from games.http.viewers import signed_in
from games.models import PersonalToken
from games.presentation.problems import Unreadable
from games.presentation.settings_form import SettingsForm
from games.services import accounts, tokens

TOKEN_FIELDS = ("id", "name", "created_at", "last_used_at", "expires_at")
SETTINGS = ("display_name", "language", "zone")


class Me(Endpoint):
    scope = "manage"

    @describe_operation("get_me", responses=own_schemas.Me)
    def get(self, request: Request) -> Response:
        """Your account, and what this token may do."""
        return Response(_serialize_account(request))

    @describe_operation("change_me", request=own_schemas.Me, responses=own_schemas.Me)
    def patch(self, request: Request) -> Response:
        """Change your name, language and time zone."""
        player = signed_in(request)
        serializer = own_schemas.Me(data=request.data, partial=True)
        serializer.is_valid(raise_exception=True)
        before = {name: getattr(player, name) for name in SETTINGS}
        form = SettingsForm(before | serializer.validated_data, initial=before)
        for field, errors in form.errors.items():
            raise Unreadable(field, str(errors[0]))
        accounts.change_settings(player, **form.cleaned_data)
        return Response(_serialize_account(request))


class Tokens(Endpoint):
    scope = "manage"

    @describe_operation(
        "list_tokens",
        parameters=[EntryCursor],
        responses=build_entries_serializer(own_schemas.TokenShape),
    )
    def get(self, request: Request) -> Response:
        """Your tokens, without their secrets."""
        rows = list(tokens.good_tokens(signed_in(request)))
        return respond_with_entries(rows, request, _serialize_token, lambda row: row.pk)

    @accept_idempotency_key
    @describe_operation(
        "make_token",
        request=own_schemas.TokenShape,
        responses={201: own_schemas.NewToken},
    )
    def post(self, request: Request) -> Response:
        """Make a token that may do no more than this one; its secret is shown only this once."""
        refuse_apps(request)
        serializer = own_schemas.TokenShape(data=request.data)
        serializer.is_valid(raise_exception=True)
        data, creator = serializer.validated_data, request.auth
        expires_at = tokens.choose_expiry(
            data.pop("days"), ends_by=creator and creator.expires_at, now=timezone.now()
        )
        token, secret = tokens.make_token(
            signed_in(request), within=scopes_of(request), expires_at=expires_at, **data
        )
        return Response(_serialize_token(token) | {"secret": secret}, 201)


class OneToken(Endpoint):
    scope = "manage"

    @describe_operation("revoke_token", responses={204: None})
    def delete(self, request: Request, token: UUID) -> Response:
        """Revoke a token."""
        tokens.revoke_token(signed_in(request), token)
        return Response(status=204)


def _serialize_account(request: Request) -> dict[str, object]:
    player = signed_in(request)
    plain = {name: getattr(player, name) for name in ("id", "email", *SETTINGS)}
    return plain | {"owner": player.owner_id, "scopes": list(scopes_of(request))}


def _serialize_token(row: PersonalToken) -> dict[str, object]:
    plain = {name: getattr(row, name) for name in TOKEN_FIELDS}
    return plain | {"scopes": row.scopes.split()}
