"""Our authorization server (OAuth 2.1), built with Authlib for the pages and for programs.

Apps have no secrets, so that each code is bound by PKCE to the program that asked for it. Authlib
checks requests and words the errors; what is stored is decided in `games/services/app_grants.py`.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache, cached_property
from typing import Any
from urllib.parse import urlencode, urlsplit

from authlib.common.urls import add_params_to_uri
from authlib.oauth2 import AuthorizationServer, OAuth2Error, OAuth2Request
from authlib.oauth2.rfc6749 import ClientMixin, InvalidRequestError, OAuth2Payload, TokenMixin
from authlib.oauth2.rfc6749.grants import AuthorizationCodeGrant, RefreshTokenGrant
from authlib.oauth2.rfc6750 import BearerTokenGenerator
from authlib.oauth2.rfc7009 import RevocationEndpoint
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oauth2.rfc8628 import (
    DEVICE_CODE_GRANT_TYPE,
    DeviceAuthorizationEndpoint,
    DeviceCodeGrant,
    DeviceCredentialMixin,
)
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils import timezone

from games.models import App, AppGrant, DeviceCode, PersonalToken, Player, RefreshToken
from games.services import app_grants, apps
from games.services.app_grants import IssuedTokens, NewCode
from games.services.tokens import new_secret

# What an app gets that asks for no scopes.
DEFAULT_SCOPE = "read"
# Length of the SHA-256 of a verifier in base64url (RFC 7636 §4.2).
CHALLENGE_LENGTH = 43
GRANT_TYPES = ("authorization_code", "refresh_token", DEVICE_CODE_GRANT_TYPE)


class _Client(ClientMixin):
    """An app as Authlib asks for it."""

    def __init__(self, app: App) -> None:
        self.app = app

    def get_client_id(self) -> str:
        return str(self.app.pk)

    def get_default_redirect_uri(self) -> None:
        return None

    def get_allowed_scope(self, scope: str | None) -> str:
        scope_names = (scope or DEFAULT_SCOPE).split()
        return " ".join(name for name in PersonalToken.SCOPES if name in scope_names)

    def check_redirect_uri(self, redirect_uri: str) -> bool:
        return redirect_uri in self.app.redirect_uris

    def check_endpoint_auth_method(self, method: str, endpoint: str) -> bool:
        return method == "none"

    def check_response_type(self, response_type: str) -> bool:
        return response_type == "code"

    def check_grant_type(self, grant_type: str) -> bool:
        return grant_type != DEVICE_CODE_GRANT_TYPE or self.app.uses_device_codes


class _Code:
    """An authorization code that is being exchanged."""

    code_challenge_method = "S256"

    def __init__(self, grant: AppGrant) -> None:
        self.grant, self.code_challenge = grant, grant.code_challenge

    def get_redirect_uri(self) -> str:
        return self.grant.redirect_uri

    def get_scope(self) -> str:
        return self.grant.scopes


class _Refresh(TokenMixin):
    """A refresh token that is being used."""

    def __init__(self, row: RefreshToken) -> None:
        self.row, self.grant = row, row.grant

    def check_client(self, client: _Client) -> bool:
        return bool(self.grant.app_id == client.app.pk)

    def get_scope(self) -> str:
        return self.grant.scopes


class _Device(DeviceCredentialMixin):
    """A device code that is being asked about."""

    def __init__(self, row: DeviceCode) -> None:
        self.row, self.grant = row, row.grant

    def get_client_id(self) -> str:
        return str(self.row.app_id)

    def get_scope(self) -> str:
        return self.row.scopes

    def get_user_code(self) -> str:
        return self.row.user_code

    def is_expired(self) -> bool:
        return timezone.now() >= self.row.expires_at


class _Payload(OAuth2Payload):
    """The parameters of a request: of the URL in a GET request, else of the body alone."""

    def __init__(self, request: HttpRequest) -> None:
        self.source = request.GET if request.method == "GET" else request.POST

    @cached_property
    def data(self) -> dict[str, str]:
        return {name: str(value) for name, value in self.source.items()}

    @cached_property
    def datalist(self) -> defaultdict[str, list[str]]:
        return defaultdict(list, {name: list(values) for name, values in self.source.lists()})


class _Request(OAuth2Request):
    """A request as Authlib reads it."""

    def __init__(self, request: HttpRequest) -> None:
        super().__init__(request.method, issuer() + request.path, headers=request.headers)
        self.payload = _Payload(request)

    @property
    def form(self) -> dict[str, str]:
        data: dict[str, str] = self.payload.data
        return data


class _S256(CodeChallenge):
    """PKCE, always and by SHA-256 alone."""

    def validate_code_challenge(self, grant: Any, redirect_uri: str) -> None:
        data, many = grant.request.payload.data, grant.request.payload.datalist
        challenge = data.get("code_challenge", "")
        if any(len(many[name]) > 1 for name in ("code_challenge", "code_challenge_method")):
            raise InvalidRequestError("Send 'code_challenge' once.")
        if data.get("code_challenge_method") != "S256" or len(challenge) != CHALLENGE_LENGTH:
            raise InvalidRequestError("Send a 'code_challenge' by the method S256 (RFC 7636).")
        super().validate_code_challenge(grant, redirect_uri)


class _CodeGrant(AuthorizationCodeGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ("none",)

    def save_authorization_code(self, code: str, request: Any) -> None:
        payload = request.payload
        new_code = NewCode(code, payload.data["code_challenge"], payload.redirect_uri)
        app_grants.grant_by_code(
            request.client.app, request.user, request.scope, new_code, now=timezone.now()
        )

    def query_authorization_code(self, code: str, client: _Client) -> _Code | None:
        grant = app_grants.use_code(client.app, code, now=timezone.now())
        return None if grant is None else _Code(grant)

    def delete_authorization_code(self, authorization_code: _Code) -> None:
        """Do nothing: it is marked as used."""

    def authenticate_user(self, authorization_code: _Code) -> Player | None:
        return _active_player(authorization_code.grant)


class _RefreshGrant(RefreshTokenGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ("none",)
    INCLUDE_NEW_REFRESH_TOKEN = True

    def authenticate_refresh_token(self, refresh_token: str) -> _Refresh | None:
        app = self.request.client.app
        row = app_grants.find_refresh_token(app, refresh_token, now=timezone.now())
        return None if row is None else _Refresh(row)

    def authenticate_user(self, refresh_token: _Refresh) -> Player | None:
        return _active_player(refresh_token.grant)

    def revoke_old_credential(self, refresh_token: _Refresh) -> None:
        app_grants.use_refresh_token(refresh_token.row, now=timezone.now())


class _DeviceGrant(DeviceCodeGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ("none",)
    device: _Device | None = None

    def query_device_credential(self, device_code: str) -> _Device | None:
        row = app_grants.find_device_code(device_code)
        self.device = None if row is None else _Device(row)
        return self.device

    def query_user_grant(self, user_code: str) -> tuple[Player | None, bool] | None:
        assert self.device is not None
        if self.device.row.denied_at is not None:
            return None, False
        if self.device.grant is None:
            return None
        player = _active_player(self.device.grant)
        return player, player is not None

    def should_slow_down(self, credential: _Device) -> bool:
        return app_grants.note_question(credential.row, now=timezone.now())


class _DeviceEndpoint(DeviceAuthorizationEndpoint):
    CLIENT_AUTH_METHODS = ("none",)
    EXPIRES_IN = int(app_grants.DEVICE_CODE_LIFETIME.total_seconds())
    INTERVAL = app_grants.DEVICE_INTERVAL

    def authenticate_client(self, request: object) -> _Client:
        client: _Client = super().authenticate_client(request)
        if not client.app.uses_device_codes:
            raise InvalidRequestError("This app does not use device codes.")
        return client

    def get_verification_uri(self) -> str:
        return issuer() + reverse("oauth_device")

    def save_device_credential(self, client_id: str, scope: str, data: dict[str, Any]) -> None:
        client = _query_client(client_id)
        assert client is not None
        app_grants.request_device_code(
            client.app,
            client.get_allowed_scope(scope),
            device_code=data["device_code"],
            user_code=data["user_code"],
            now=timezone.now(),
        )


class _Revocation(RevocationEndpoint):
    CLIENT_AUTH_METHODS = ("none",)

    def query_token(self, token_string: str, token_type_hint: str | None) -> None:
        """Revoke at once: whether there was such a token is not said."""
        return None

    def authenticate_token(self, request: Any, client: _Client) -> None:
        self.check_params(request, client)
        app_grants.revoke_secret(client.app, request.form["token"])


class _Server(AuthorizationServer):
    """Authlib's server on our rows and Django's requests."""

    def query_client(self, client_id: str) -> _Client | None:
        return _query_client(client_id)

    def save_token(self, token: dict[str, Any], request: Any) -> None:
        now = timezone.now()
        source = request.authorization_code or request.refresh_token or request.credential
        tokens = IssuedTokens(token["access_token"], token["refresh_token"])
        app_grants.issue_tokens(source.grant, token["scope"], tokens, now=now)
        if isinstance(source, _Device):
            app_grants.close_device_code(source.row, now=now)

    def create_oauth2_request(self, request: HttpRequest) -> _Request:
        return _Request(request)

    def handle_response(self, status: int, body: Any, headers: object) -> HttpResponse:
        no_store = {"Cache-Control": "no-store", "Pragma": "no-cache"}
        return JsonResponse(dict(body) if body else {}, status=status, headers=no_store)

    def send_signal(self, name: str, *args: object, **kwargs: object) -> None:
        """Do nothing: nobody listens."""


class RefusedAuthorization(Exception):
    """A request for consent that must not lead anywhere; the text is for the app's developer."""


def issuer() -> str:
    """Return the identifier of our authorization server: the URL of the site."""
    return settings.SITE_URL.rstrip("/")


def check_authorization(request: HttpRequest, player: Player) -> AuthorizationCodeGrant:
    """Return a valid request for a player's consent. Raises RefusedAuthorization.

    Nothing invalid is sent back to the app: anybody can register one, and would use our address to
    lead people to theirs (RFC 9700 §4.11.2).
    """
    if not "".join(f"{name}{value}" for name, value in request.GET.items()).isascii():
        raise RefusedAuthorization("A parameter has characters other than ASCII.")
    try:
        # Form fields have no say here: what was shown is what is allowed.
        grant = _get_server().get_consent_grant(_ReadRequest(request), player)
    except OAuth2Error as error:
        raise RefusedAuthorization(error.description or error.error) from error
    grant.request.user = player
    return grant


class _ReadRequest(HttpRequest):
    """A request with the URL of another, as if it were a GET request."""

    def __init__(self, request: HttpRequest) -> None:
        super().__init__()
        self.method, self.path, self.GET = "GET", request.path, request.GET
        self.META = request.META


def app_of(grant: AuthorizationCodeGrant) -> App:
    """Return the app that asks for consent."""
    app: App = grant.request.client.app
    return app


@transaction.atomic
def allow(grant: AuthorizationCodeGrant) -> str:
    """Record a player's consent; return the URI that leads back to the app with a code."""
    code = grant.generate_authorization_code()
    grant.save_authorization_code(code, grant.request)
    return _return_uri(grant, {"code": code})


def deny(grant: AuthorizationCodeGrant) -> str:
    """Return the URI that tells the app that the player refused."""
    return _return_uri(grant, {"error": "access_denied"})


def return_origin(grant: AuthorizationCodeGrant) -> str:
    """Return the origin or scheme of an app's redirect URI, as a content policy names it."""
    parts = urlsplit(grant.redirect_uri)
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else f"{parts.scheme}:"


def _return_uri(grant: AuthorizationCodeGrant, answer: dict[str, str]) -> str:
    """Return a redirect URI with an answer, the app's `state`, and who answers (RFC 9207)."""
    state = grant.request.payload.state
    params = answer | ({"state": state} if state else {}) | {"iss": issuer()}
    uri: str = add_params_to_uri(grant.redirect_uri, params)
    return uri


@transaction.atomic
def respond_to_token_request(request: HttpRequest) -> HttpResponse:
    """Exchange a code, use a refresh token, or say how a device code stands."""
    duplicates = [name for name, values in request.POST.lists() if len(values) > 1]
    if duplicates or request.GET:
        return JsonResponse({"error": "invalid_request"}, status=400)
    response: HttpResponse = _get_server().create_token_response(request)
    return response


@transaction.atomic
def respond_to_endpoint(name: str, request: HttpRequest) -> HttpResponse:
    """Respond at the endpoint “revocation” or “device_authorization”."""
    response: HttpResponse = _get_server().create_endpoint_response(name, request)
    return response


def describe_server() -> dict[str, object]:
    """Return the metadata of our authorization server (RFC 8414)."""
    return {
        "issuer": issuer(),
        "authorization_endpoint": issuer() + reverse("oauth_authorize"),
        "token_endpoint": issuer() + reverse("oauth_token"),
        "revocation_endpoint": issuer() + reverse("oauth_revoke"),
        "device_authorization_endpoint": issuer() + reverse("oauth_device_code"),
        "scopes_supported": list(PersonalToken.SCOPES),
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": list(GRANT_TYPES),
        "token_endpoint_auth_methods_supported": ["none"],
        "revocation_endpoint_auth_methods_supported": ["none"],
        "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": True,
        "service_documentation": issuer() + reverse("api"),
        "ui_locales_supported": [code for code, _name in settings.LANGUAGES],
    }


def verification_uri(user_code: str) -> str:
    """Return the path of the page where a player allows a device, with its code filled in."""
    return f"{reverse('oauth_device')}?{urlencode({'user_code': user_code})}"


@cache
def _get_server() -> _Server:
    server = _Server(scopes_supported=PersonalToken.SCOPES)
    seconds = int(app_grants.ACCESS_LIFETIME.total_seconds())
    generator = BearerTokenGenerator(
        lambda **_facts: new_secret(), lambda **_facts: new_secret(), seconds
    )
    server.register_token_generator("default", generator)
    server.register_grant(_CodeGrant, [_S256(required=True)])
    server.register_grant(_RefreshGrant)
    server.register_grant(_DeviceGrant)
    server.register_endpoint(_Revocation)
    server.register_endpoint(_DeviceEndpoint)
    return server


def _query_client(client_id: str) -> _Client | None:
    app = apps.find_app(client_id)
    return None if app is None else _Client(app)


def _active_player(grant: AppGrant) -> Player | None:
    player: Player = grant.player
    return player if player.is_active and not player.is_guest else None
