"""Cross-origin requests of browsers to the API, always without cookies (CORS, WHATWG Fetch §3.3).

Every origin is allowed the same, so that no response depends on `Origin`. As there is no
`Access-Control-Allow-Credentials`, a browser shows no response to a request with cookies.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

# What other origins may call: the API, and where programs find out how to get a token.
PATHS = ("/api/v1/", "/api/oauth/", "/.well-known/oauth-")
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
        if not request.path.startswith(PATHS):
            return get_response(request)
        if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
            return HttpResponse(status=204, headers=PREFLIGHT)
        response = get_response(request)
        for name, value in EXPOSE.items():
            response.headers[name] = value
        return response

    return handle_request
