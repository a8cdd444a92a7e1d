"""Views of a player's devices that receive push notifications."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from notifications.preferences.request import signed_in
from notifications.web_push import vapid

from . import devices
from .webhooks import TooMany


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def own_devices(request: HttpRequest) -> HttpResponse:
    """List the player's devices, and register the one that shows the page (POST)."""
    refusal = _save_device(request) if request.method == "POST" else ""
    if request.method == "POST" and not refusal:
        messages.success(
            request, _("Push notifications are on for this device. Try them with a test.")
        )
        return redirect("own_devices")
    context = {
        "devices": devices.list_devices(signed_in(request)),
        "site_key": vapid.site_key(),
        "refusal": refusal,
    }
    status = 422 if refusal else 200
    return render(request, "notifications/own_devices.html", context, status=status)


def _save_device(request: HttpRequest) -> str:
    """Register the device of a form; return "" or an error message in the player's language."""
    subscription = {name: request.POST.get(name, "") for name in ("endpoint", "key", "auth")}
    agent = request.headers.get("User-Agent", "")
    try:
        devices.register_device(signed_in(request), agent=agent, now=timezone.now(), **subscription)
    except devices.BadDevice as error:
        return _(str(error))
    except TooMany:
        return _("You can have at most %(most)s of them.") % {"most": devices.MAX_DEVICES}
    return ""
