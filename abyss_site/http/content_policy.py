"""What a page may load and run: our own files and nothing else (Content-Security-Policy, CSP3)."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

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

# The moderators' desk is dressed by django-unfold, whose Alpine.js turns the words of attributes
# into functions and which writes its colours into the page. Its scripts are files of ours all the
# same: no script stands in a page, and none comes from elsewhere. Only staff comes here.
DESK = "/admin/"
DESK_POLICY = POLICY.replace("script-src 'self'", "script-src 'self' 'unsafe-eval'").replace(
    "style-src 'self'", "style-src 'self' 'unsafe-inline'"
)


def only_our_own(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Middleware: send the policy with every answer that has none of its own."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        policy = DESK_POLICY if request.path.startswith(DESK) else POLICY
        response.headers.setdefault("Content-Security-Policy", policy)
        return response

    return answer
