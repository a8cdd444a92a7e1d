"""Request parsing of the API: authentication, JSON and content negotiation."""

from __future__ import annotations

import codecs
import json
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication
from rest_framework.authentication import SessionAuthentication as AnySession
from rest_framework.exceptions import AuthenticationFailed, ParseError, PermissionDenied
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import JSONParser
from rest_framework.request import Request

from games.models import PersonalToken, Player
from games.services import tokens

ANYTHING, JSON = "*/*", "application/json"


class TokenAuthentication(BaseAuthentication):
    """Access tokens, personal or of apps: `Authorization: Bearer abp_…` (RFC 6750 §2.1).

    Raises AuthenticationFailed.
    """

    def authenticate(self, request: Request) -> tuple[Player, PersonalToken] | None:
        if "Authorization" not in request.headers:
            return None
        secret = secret_of(request)
        if not secret:
            raise AuthenticationFailed(
                _("Send a personal token: `Authorization: Bearer abp_…`."), code="no_bearer_token"
            )
        token = tokens.use_token(secret)
        if token is None:
            raise AuthenticationFailed(_("This token is unknown or has been revoked."))
        return token.player, token

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="api"'


class SessionAuthentication(AnySession):
    """The session of a player with an address; guests are nobody here."""

    def authenticate(self, request: Request) -> tuple[Player, None] | None:
        player_and_auth: tuple[Player, None] | None = super().authenticate(request)
        return None if player_and_auth is None or player_and_auth[0].is_guest else player_and_auth


def secret_of(request: HttpRequest | Request) -> str:
    """Return the secret of the request's personal token, valid or not; "" if there is none."""
    kind, _space, secret = request.headers.get("Authorization", "").partition(" ")
    return secret.strip() if kind.lower() == "bearer" else ""


def accepts_json(request: HttpRequest) -> bool:
    """Return whether the client takes JSON."""
    accept = request.META.get("HTTP_ACCEPT", ANYTHING)
    return accept in (ANYTHING, JSON) or request.accepts(JSON)


def scopes_of(request: Request) -> tuple[str, ...]:
    """Return the scopes of a request: its token's, or all of them in a session."""
    token = request.auth
    return tuple(token.scopes.split()) if token is not None else PersonalToken.SCOPES


def refuse_apps(request: Request) -> None:
    """Raise PermissionDenied if an app asks for what would go on after its access has ended."""
    if request.auth is not None and request.auth.grant_id is not None:
        message = _("An app cannot do this: it would last longer than what you allow the app.")
        raise PermissionDenied(message, code="not_for_apps")


BYTE_ORDER_MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
# Maximum size of a request in bytes; an answer has about a hundred.
MAX_BYTES = 64 * 1024


class Plain(JSONParser):
    """JSON of a bounded size, whose text can be encoded again."""

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        raw = stream.read(MAX_BYTES + 1)
        if len(raw) > MAX_BYTES:
            raise ParseError(_("The request is too large."))
        if raw.startswith(BYTE_ORDER_MARKS):
            raise ParseError(_("Send UTF-8 without a byte order mark."), "byte_order_mark")
        try:
            body = json.loads(raw.decode(), parse_constant=_reject_constant)
        except UnicodeDecodeError as error:
            raise ParseError(_("This is not UTF-8."), "not_utf8") from error
        except (ValueError, RecursionError) as error:
            raise ParseError(_("This is not valid JSON.")) from error
        try:
            json.dumps(body, ensure_ascii=False).encode()
        except UnicodeEncodeError as error:
            message = _("A text contains half of a character (an unpaired surrogate).")
            raise ParseError(message, "unpaired_surrogate") from error
        return body


def _reject_constant(constant: str) -> None:
    raise ValueError(constant)


class AlwaysJson(BaseContentNegotiation):
    """Always use the only representation, whatever the client accepts (RFC 9110 §12.4.1)."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        kind = request.content_type.partition(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == kind), None)

    def select_renderer(self, request: Request, renderers: Any, format_suffix: Any = None) -> Any:
        return renderers[0], renderers[0].media_type
