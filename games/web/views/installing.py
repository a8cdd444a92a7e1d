"""What makes the site installable: a manifest, a service worker, and a page for no network."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

# The colour of the head of every page, `--sea` in site.css.
SEA = "#0b3346"


@require_safe
@cache_control(max_age=3600)
def serve_manifest(request: HttpRequest) -> JsonResponse:
    """What a device that installs the site is told, in the visitor's language (App Manifest)."""
    told = {
        "id": "/",
        "name": "Abyss by Post",
        "short_name": "Abyss",
        "description": gettext("Board games by letter, on a page, or by program."),
        "lang": get_language() or "en",
        "start_url": reverse("desk"),
        "scope": "/",
        "display": "standalone",
        "theme_color": SEA,
        "background_color": SEA,
        "icons": [
            {"src": static("games/favicon.svg"), "sizes": "any", "type": "image/svg+xml"},
            _describe_icon("icon-192.png", 192, "any"),
            _describe_icon("icon-512.png", 512, "any"),
            _describe_icon("icon-mask-512.png", 512, "maskable"),
        ],
    }
    return JsonResponse(told, content_type="application/manifest+json")


@require_safe
def serve_service_worker(request: HttpRequest) -> HttpResponse:
    """The service worker. It stands at the root, for it may look after nothing above itself."""
    response = render(request, "games/worker.js", content_type="text/javascript; charset=utf-8")
    # Browsers ask for it anew by themselves; an old one kept elsewhere would help nobody.
    response["Cache-Control"] = "no-cache"
    return response


@require_safe
def show_offline_page(request: HttpRequest) -> HttpResponse:
    """What the service worker keeps for a device without a network: nothing of anybody's."""
    return HttpResponse(render_to_string("games/offline.html"))


def _describe_icon(name: str, size: int, purpose: str) -> dict[str, str]:
    return {
        "src": static(f"games/{name}"),
        "sizes": f"{size}x{size}",
        "type": "image/png",
        "purpose": purpose,
    }
