"""Who a program acts for: a personal token, or the session of a page."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed

from games.models import PersonalToken, Player
from games.services import tokens


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer abp_…` (RFC 6750 §2.1). Raises AuthenticationFailed."""

    def authenticate(self, request: Any) -> tuple[Player, PersonalToken] | None:
        if "Authorization" not in request.headers:
            return None
        token = tokens.use_token(secret_of(request))
        if token is None:
            raise AuthenticationFailed(_("This token is not known here, or was revoked."))
        return token.player, token

    def authenticate_header(self, request: Any) -> str:
        return 'Bearer realm="api"'


def secret_of(request: Any) -> str:
    """Return the secret of a personal token as a request shows it, good or not; "" for none."""
    kind, _space, secret = request.headers.get("Authorization", "").partition(" ")
    return secret.strip() if kind.lower() == "bearer" else ""


def scopes_of(request: Any) -> tuple[str, ...]:
    """What a request may do: a token's scopes, or all of them in a session."""
    token = request.auth
    return tuple(token.scopes.split()) if token is not None else PersonalToken.SCOPES
