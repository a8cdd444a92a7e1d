"""What a request of a program brings: who it acts for, and JSON."""

from __future__ import annotations

import json
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed, ParseError
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import JSONParser
from rest_framework.request import Request

from games.models import PersonalToken, Player
from games.services import tokens


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer abp_…` (RFC 6750 §2.1). Raises AuthenticationFailed."""

    def authenticate(self, request: Request) -> tuple[Player, PersonalToken] | None:
        if "Authorization" not in request.headers:
            return None
        token = tokens.use_token(secret_of(request))
        if token is None:
            raise AuthenticationFailed(_("This token is not known here, or was revoked."))
        return token.player, token

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="api"'


def secret_of(request: Request) -> str:
    """Return the secret of a personal token as a request shows it, good or not; "" for none."""
    kind, _space, secret = request.headers.get("Authorization", "").partition(" ")
    return secret.strip() if kind.lower() == "bearer" else ""


def scopes_of(request: Request) -> tuple[str, ...]:
    """What a request may do: a token's scopes, or all of them in a session."""
    token = request.auth
    return tuple(token.scopes.split()) if token is not None else PersonalToken.SCOPES


# Bytes of a request; an answer has a hundred.
MOST_BYTES = 64 * 1024


class Plain(JSONParser):
    """JSON of a bounded size, whose text can be written down again."""

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        raw = stream.read(MOST_BYTES + 1)
        if len(raw) > MOST_BYTES:
            raise ParseError(_("That is more than we read."))
        try:
            read = json.loads(raw.decode(), parse_constant=_reject_constant)
            # Half a surrogate pair can be read but never written.
            json.dumps(read, ensure_ascii=False).encode()
        except (ValueError, RecursionError) as error:
            raise ParseError(_("That is no JSON.")) from error
        return read


def _reject_constant(constant: str) -> None:
    raise ValueError(constant)


class AlwaysJson(BaseContentNegotiation):
    """There is one representation; whoever asks for another gets this one (RFC 9110 §12.4.1)."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        kind = request.content_type.partition(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == kind), None)

    def select_renderer(self, request: Request, renderers: Any, format_suffix: Any = None) -> Any:
        return renderers[0], renderers[0].media_type
