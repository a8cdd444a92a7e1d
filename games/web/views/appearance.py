"""What a browser wants: light or dark, the language of visitors, a sound, boards kept offline."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from games.http.responses import see_other
from games.http.viewers import OFFLINE_COOKIE, SOUND_COOKIE, THEME_COOKIE, THEMES
from games.web.views.accounts import safe_path

YEAR = 365 * 24 * 3600


# It changes nothing but cookies of this browser, so it needs no token, and pages without other
# forms need no cookie.
@csrf_exempt
@require_POST
def choose_appearance(request: HttpRequest) -> HttpResponse:
    """Keep what was chosen in a cookie ("auto" forgets the theme), and go back to the page."""
    response = see_other(safe_path(request, request.POST.get("next", "")) or "/")
    theme, language = request.POST.get("theme"), request.POST.get("language")
    if theme in THEMES:
        _keep_cookie(response, THEME_COOKIE, theme)
    elif theme == "auto":
        response.delete_cookie(THEME_COOKIE)
    if request.POST.get("sound") == "on":
        _keep_cookie(response, SOUND_COOKIE, "on")
    elif "sound" in request.POST:
        response.delete_cookie(SOUND_COOKIE)
    if request.POST.get("offline") in ("on", "off"):
        _keep_cookie(response, OFFLINE_COOKIE, request.POST["offline"])
    if language in dict(settings.LANGUAGES):
        _keep_cookie(response, settings.LANGUAGE_COOKIE_NAME, language)
    return response


def _keep_cookie(response: HttpResponse, name: str, value: str) -> None:
    response.set_cookie(
        name,
        value,
        max_age=YEAR,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
