"""Pages about apps of third parties: consent, codes of terminals, one's apps."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from abyss_site.core.http.middleware import POLICY
from games.engine.contract import Refused
from games.http import oauth
from games.http.responses import see_other
from games.http.viewers import signed_in
from games.models import App, DeviceCode
from games.presentation import errors_text
from games.services import app_grants, apps
from games.services.rate_limits import is_too_often
from games.web.forms.accounts import SCOPES, AppForm

# Limit for codes that a player types.
CODES_AN_HOUR, HOUR = 20, timedelta(hours=1)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def authorize_app(request: HttpRequest) -> HttpResponse:
    """Ask whether an app may act for me; POST allows or refuses it and leads back to it."""
    player = signed_in(request)
    if player.is_guest:
        return see_other(reverse("guest"))
    try:
        grant = oauth.check_authorization(request, player)
    except oauth.RefusedAuthorization as refusal:
        return render(request, "accounts/refused_app.html", {"reason": str(refusal)}, status=400)
    if request.method == "POST":
        is_allowed = request.POST.get("do") == "allow"
        response = HttpResponse(status=303)
        response["Location"] = oauth.allow(grant) if is_allowed else oauth.deny(grant)
    else:
        context = {
            **_describe_request(oauth.app_of(grant), grant.request.scope),
            "origin": oauth.return_origin(grant),
        }
        response = render(request, "accounts/authorize_app.html", context)
    # Browsers apply `form-action` to where the form leads in the end, too.
    policy = POLICY.replace(
        "form-action 'self'", f"form-action 'self' {oauth.return_origin(grant)}"
    )
    response["Content-Security-Policy"] = policy
    return response


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def authorize_device(request: HttpRequest) -> HttpResponse:
    """Enter the code that a terminal shows; POST shows what it asks for, then allows or refuses."""
    player, context = signed_in(request), {"user_code": request.GET.get("user_code", "")[:20]}
    if request.method != "POST":
        return render(request, "accounts/authorize_device.html", context)
    user_code, now = request.POST.get("user_code", "")[:20], timezone.now()
    if is_too_often("app-code", player.pk.hex, times=CODES_AN_HOUR, within=HOUR):
        return _render_wrong_code(request, user_code, _("Too many codes. Try again in an hour."))
    step, row = request.POST.get("do"), None
    if step in ("allow", "deny"):
        is_allowed = step == "allow"
        row = app_grants.decide_device_code(user_code, player, is_allowed=is_allowed, now=now)
    else:
        row = app_grants.find_open_device_code(user_code, now=now)
    if row is None:
        return _render_wrong_code(request, user_code, _("This code is wrong or has expired."))
    return _render_device(request, row, step or "")


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def own_apps(request: HttpRequest) -> HttpResponse:
    """List the apps that act for me and those that I have registered; POST registers one."""
    player = signed_in(request)
    form = AppForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            apps.register_app(player, **form.cleaned_data)
        except Refused as refusal:
            form.add_error(None, errors_text.describe_refusal(refusal))
        else:
            messages.success(request, _("The app is registered."))
            return see_other(reverse("own_apps"))
    rows = [
        (row, [SCOPES[scope] for scope in row.scopes])
        for row in apps.list_allowed_apps(player, now=timezone.now())
    ]
    context = {
        "form": form,
        "allowed": rows,
        "registered": player.apps.order_by("-id"),
        "most": apps.MAX_APPS,
    }
    return render(request, "accounts/apps.html", context, status=422 if form.errors else 200)


@require_POST
@login_required
def disconnect_app(request: HttpRequest, app: UUID) -> HttpResponse:
    """End everything that I have allowed an app."""
    try:
        apps.end_grants(signed_in(request), app)
        messages.success(request, _("The app can no longer act for you."))
    except Refused as refusal:
        messages.error(request, errors_text.describe_refusal(refusal))
    return see_other(reverse("own_apps"))


@require_POST
@login_required
def delete_app(request: HttpRequest, app: UUID) -> HttpResponse:
    """Delete an app that I have registered."""
    try:
        apps.delete_app(signed_in(request), app)
        messages.success(request, _("The app is deleted."))
    except Refused as refusal:
        messages.error(request, errors_text.describe_refusal(refusal))
    return see_other(reverse("own_apps"))


def _render_device(request: HttpRequest, row: DeviceCode, step: str) -> HttpResponse:
    context = _describe_request(row.app, row.scopes) | {"user_code": row.user_code, "step": step}
    return render(request, "accounts/authorize_device.html", context)


def _render_wrong_code(request: HttpRequest, user_code: str, note: str) -> HttpResponse:
    context = {"user_code": user_code, "note": note}
    return render(request, "accounts/authorize_device.html", context, status=422)


def _describe_request(app: App, scopes: str) -> dict[str, object]:
    return {"app": app, "scopes": [SCOPES[scope] for scope in scopes.split()]}
