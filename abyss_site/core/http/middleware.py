"""Middleware for every request: request ids, host names, Content-Security-Policy, cross-origin
requests, and 400 for unstorable text."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable
from ipaddress import ip_address

from django.conf import settings
from django.db import DataError
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.http.request import split_domain_port

from abyss_site.core import ids
from abyss_site.core.http.proxies import client_address
from abyss_site.core.valkey.histograms import REQUESTS

REQUEST_ID_HEADER = "X-Request-ID"
# Routes that machines ask all the time.
UNCOUNTED_PATHS = {"health/", "metrics"}
# Where answers to prompts are sent.
ANSWERS = re.compile(r"/p/[^/]+/$|/api/v1/prompts/[^/]+/answer/$")

log = logging.getLogger(__name__)


def add_request_id(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Middleware: give each request an id, in every line of the log and in a response header.

    The log line about the request has its route, never its path, which may contain a key.
    """

    def handle_request(request: HttpRequest) -> HttpResponse:
        number, begin = str(ids.uuid7()), time.monotonic()
        with ids.about(request=number):
            response = get_response(request)
            route = request.resolver_match.route if request.resolver_match else "?"
            took = time.monotonic() - begin
            log.info("%s /%s %s %.0f ms", request.method, route, response.status_code, took * 1000)
        # A stream of events lasts as long as its reader stays.
        if not response.streaming and route not in UNCOUNTED_PATHS:
            REQUESTS.count(_kind_of(request), f"{response.status_code // 100}xx", seconds=took)
        response.headers[REQUEST_ID_HEADER] = number
        return response

    return handle_request


def _kind_of(request: HttpRequest) -> str:
    """Return “answer” for answers to prompts, on their page or by program; else “api” or “page”."""
    if request.method == "POST" and ANSWERS.match(request.path):
        return "answer"
    return "api" if request.path.startswith("/api/") else "page"


# What monitoring asks for, also by the address of a container.
MONITORING_PATHS = {"/health/", "/metrics"}
LOOPBACK = {"localhost", "127.0.0.1", "[::1]"}


def refuse_unknown_hosts(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Middleware: serve nothing, not even a file, under a name that is not the site's (400).

    Probes may ask for the health by an IP address. The loopback names of a public site are for this
    machine alone (421, RFC 9110 §15.5.20).
    """

    def answer(request: HttpRequest) -> HttpResponse:
        is_monitoring = request.path in MONITORING_PATHS
        asked_host = request.META.get("HTTP_HOST", request.META.get("SERVER_NAME", ""))
        if is_monitoring and _is_ip_address(asked_host):
            request.META["HTTP_HOST"] = settings.SITE_HOST
        # Raises DisallowedHost.
        name = split_domain_port(request.get_host())[0]
        is_public = not settings.SITE_IS_LOCAL and name != settings.SITE_HOST
        if is_public and name in LOOPBACK and not is_monitoring and not _is_from_here(request):
            return HttpResponse("This is not the name of the site.\n", "text/plain", status=421)
        return get_response(request)

    return answer


def _is_ip_address(host: str) -> bool:
    name = split_domain_port(host)[0].strip("[]")
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _is_from_here(request: HttpRequest) -> bool:
    """Return whether the client is on this machine; a Unix socket has no address."""
    address = client_address(request)
    return not address or ip_address(address).is_loopback


# What a page may load and run: only our own files (Content-Security-Policy, CSP3).
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "frame-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

# The admin site uses django-unfold: its Alpine.js compiles attributes to functions, and it writes
# its colours into the page. All scripts are still files of ours: none are inline, and none are
# external. Only staff can open it.
DESK = "/admin/"
DESK_POLICY = POLICY.replace("script-src 'self'", "script-src 'self' 'unsafe-eval'").replace(
    "style-src 'self'", "style-src 'self' 'unsafe-inline'"
)


def only_our_own(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Middleware: send the policy with every response that does not set its own."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        policy = DESK_POLICY if request.path.startswith(DESK) else POLICY
        response.headers.setdefault("Content-Security-Policy", policy)
        return response

    return answer


# Pages that other sites may show in a frame: they know nobody.
EMBEDDED = "/embed/"


def forget_cookies(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Middleware: read and set no cookies on pages that other sites may show in a frame."""

    def answer(request: HttpRequest) -> HttpResponse:
        if not request.path.startswith(EMBEDDED):
            return get_response(request)
        request.META.pop("HTTP_COOKIE", None)
        request.__dict__.pop("COOKIES", None)
        response = get_response(request)
        response.cookies.clear()
        return response

    return answer


# Cross-origin requests (CORS, WHATWG Fetch §3.3). Every origin is allowed the same, so that no
# response depends on `Origin`. As there is no `Access-Control-Allow-Credentials`, a browser shows
# no response to a request with cookies. What they may call: the API, and where
# programs find out how to get a token.
CROSS_ORIGIN_PATHS = ("/api/v1/", "/api/oauth/", "/.well-known/oauth-")
ALLOW_ORIGIN = {"Access-Control-Allow-Origin": "*"}
# What scripts of other origins may read besides the body.
EXPOSED = (
    *("ETag", "Link", "Location", "Retry-After", "Content-Language", "WWW-Authenticate"),
    *("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "X-Request-ID"),
)
# What they may send. Browsers list `Authorization` by name, because “*” does not include it.
SENT = (
    *("Authorization", "Content-Type", "Accept", "Accept-Language"),
    *("Idempotency-Key", "If-None-Match", "Last-Event-ID"),
)
PREFLIGHT = ALLOW_ORIGIN | {
    "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
    "Access-Control-Allow-Headers": ", ".join(SENT),
    "Access-Control-Max-Age": "7200",
}
EXPOSE = ALLOW_ORIGIN | {"Access-Control-Expose-Headers": ", ".join(EXPOSED)}


def allow_other_origins(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: let scripts of any origin call the API, and answer what browsers ask before."""

    def handle_request(request: HttpRequest) -> HttpResponse:
        if not request.path.startswith(CROSS_ORIGIN_PATHS):
            return get_response(request)
        if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
            return HttpResponse(status=204, headers=PREFLIGHT)
        response = get_response(request)
        for name, value in EXPOSE.items():
            response.headers[name] = value
        return response

    return handle_request


class RefuseUnreadable:
    """Middleware: answer 400 if a value in the request cannot be stored or looked up.

    Forms and serializers refuse most of these with an explanation. This is for values that are
    looked up unchecked, above all keys in paths.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return 400 for errors of the database or its driver about the values."""
        if not isinstance(error, DataError | UnicodeEncodeError) and not _names_nul(error):
            return None
        route = request.resolver_match.route if request.resolver_match else "?"
        log.warning("%s /%s refused: %s", request.method, route, type(error).__name__)
        return HttpResponseBadRequest("This request holds something that cannot be read.")


def _names_nul(error: Exception) -> bool:
    return isinstance(error, ValueError) and "NUL (0x00)" in str(error)
