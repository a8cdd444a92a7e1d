"""Files that make the site installable: manifest, service worker, offline page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

# What a phone shares, as views/sharing.py reads it.
SHARED_FIELDS = ("title", "text", "url")
# The background colour of page headers, `--sea` in site.css.
SEA = "#0b3346"


@require_safe
@cache_control(max_age=3600)
def serve_manifest(request: HttpRequest) -> JsonResponse:
    """Return the web app manifest, in the visitor's language."""
    manifest = {
        "id": "/",
        "name": "Abyss by Post",
        "short_name": "Abyss",
        "description": gettext("Board games by e-mail, on the web or through the API."),
        "lang": get_language() or "en",
        "start_url": reverse("dashboard"),
        "scope": "/",
        "display": "standalone",
        "share_target": {
            "action": reverse("share"),
            "method": "GET",
            "params": {name: name for name in SHARED_FIELDS},
        },
        "theme_color": SEA,
        "background_color": SEA,
        "icons": [
            {"src": static("games/favicon.svg"), "sizes": "any", "type": "image/svg+xml"},
            _describe_icon("icon-192.png", 192, "any"),
            _describe_icon("icon-512.png", 512, "any"),
            _describe_icon("icon-mask-512.png", 512, "maskable"),
        ],
    }
    return JsonResponse(manifest, content_type="application/manifest+json")


@require_safe
def serve_service_worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker; it is served at the root because that limits its scope."""
    response = render(
        request, "games/site/worker.js", content_type="text/javascript; charset=utf-8"
    )
    # Browsers check for updates by themselves; an outdated cached copy must not be used.
    response["Cache-Control"] = "no-cache"
    return response


@require_safe
def show_offline_page(request: HttpRequest) -> HttpResponse:
    """Return the page that the service worker shows offline; it contains no personal data."""
    return HttpResponse(render_to_string("games/site/offline.html"))


def _describe_icon(name: str, size: int, purpose: str) -> dict[str, str]:
    return {
        "src": static(f"games/{name}"),
        "sizes": f"{size}x{size}",
        "type": "image/png",
        "purpose": purpose,
    }
