"""The endpoints of OAuth that programs call: tokens, revocation, device codes, metadata."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from games.http import oauth
from games.models import PersonalToken
from games.services.rate_limits import address_of, is_too_often, seconds_left

# Maximum number of requests per network address.
REQUESTS_AN_HOUR, HOUR = 1200, timedelta(hours=1)


@csrf_exempt  # Nothing depends on a session.
@require_POST
def exchange_tokens(request: HttpRequest) -> HttpResponse:
    """Exchange a code, use a refresh token, or say how a device code stands (RFC 6749 §3.2)."""
    return _refuse_too_often(request) or oauth.respond_to_token_request(request)


@csrf_exempt
@require_POST
def revoke_tokens(request: HttpRequest) -> HttpResponse:
    """Revoke an access token, or with a refresh token everything that was allowed (RFC 7009)."""
    return _refuse_too_often(request) or oauth.respond_to_endpoint("revocation", request)


@csrf_exempt
@require_POST
def make_device_code(request: HttpRequest) -> HttpResponse:
    """Make a code for an app without a browser, which a player types (RFC 8628)."""
    return _refuse_too_often(request) or oauth.respond_to_endpoint("device_authorization", request)


@require_safe
def serve_server_metadata(request: HttpRequest) -> HttpResponse:
    """Serve what our authorization server can do (RFC 8414)."""
    return JsonResponse(oauth.describe_server())


@require_safe
def serve_resource_metadata(request: HttpRequest) -> HttpResponse:
    """Serve whose tokens the API takes (RFC 9728)."""
    site = settings.SITE_URL.rstrip("/")
    return JsonResponse(
        {
            "resource": f"{site}/api/v1/",
            "authorization_servers": [oauth.issuer()],
            "scopes_supported": list(PersonalToken.SCOPES),
            "bearer_methods_supported": ["header"],
            "resource_documentation": f"{site}/api/",
        }
    )


def _refuse_too_often(request: HttpRequest) -> HttpResponse | None:
    address = address_of(request)
    if not is_too_often("app-tokens", address, times=REQUESTS_AN_HOUR, within=HOUR):
        return None
    seconds = seconds_left("app-tokens", address)
    body = {"error": "temporarily_unavailable"}
    return JsonResponse(body, status=429, headers={"Retry-After": str(seconds)})
