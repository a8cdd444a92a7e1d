"""The page of an e-mail that we took for an automatic one: its button has it read after all.

The link was sent to the player's own address, or is on their page, and acts on a known device of
theirs. Only its form acts.
"""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.presentation import links
from games.web.views import devices
from notifications import gateway
from notifications.gateway import AutomaticEmail


@never_cache
@csrf_exempt  # The nonce replaces the token: it is shown only on a known device.
@require_http_methods(["GET", "HEAD", "POST"])
def show_automatic_email(request: HttpRequest, link: str) -> HttpResponse:
    """Show an e-mail to its player, and read it as theirs."""
    email = gateway.find_automatic_email(link)
    if email is None:
        raise Http404
    with override(email.player.language):
        if devices.may_act(request, email.player):
            response = _handle_email(request, email)
        else:
            response = devices.render_unknown_device_flow(request, email.player)
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex"
    return response


def _handle_email(request: HttpRequest, email: AutomaticEmail) -> HttpResponse:
    note, is_open, subject = "", email.is_open, email.email_id.hex
    if request.method == "POST":
        try:
            links.read_nonce(request.POST.get("nonce", ""), subject, 0)
        except links.BadNonce:
            note = _("Please click the button again.")
        else:
            code = gateway.read_automatic_email(email.email_id, now=timezone.now())
            note, is_open = _describe_result(code), False
    context = {
        "lines": email.lines,
        "is_open": is_open,
        "nonce": links.new_nonce(subject, 0),
        "note": note,
    }
    return render(request, "games/quarantine/automatic.html", context)


def _describe_result(code: str | None) -> str:
    if code in ("played", "voted"):
        return _("Your answer was played.")
    if code is None:
        return _("This e-mail has been read before.")
    return _("The e-mail has been accepted. You get the result by e-mail.")
