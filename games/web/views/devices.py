"""The page of a link on an unknown device, and the list of known devices.

A known device has a cookie with a secret for each player who is known on it.
"""

from __future__ import annotations

import re
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.engine.contract import Refused
from games.http.responses import see_other
from games.http.viewers import player_of, signed_in
from games.models import Player
from games.models.reply_tokens import ALPHABET
from games.presentation import errors_text, links
from games.services import known_devices
from games.services.rate_limits import address_of, is_too_often

COOKIE = "known_device"
# Maximum number of players known on one device; the oldest are dropped.
MAX_SECRETS = 8
# Limit for codes requested from one network address.
CODES_AN_HOUR, HOUR = 20, timedelta(hours=1)

_SECRET = re.compile(f"[{ALPHABET}]{{26}}")
# (mark in the User-Agent, name): the first match names the device, so that its owner recognizes it.
_BROWSERS = (
    *(("Firefox", "Firefox"), ("Edg", "Edge"), ("OPR", "Opera"), ("SamsungBrowser", "Samsung")),
    *(("Chrome", "Chrome"), ("CriOS", "Chrome"), ("Safari", "Safari")),
)
_SYSTEMS = (
    *(("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows")),
    *(("Macintosh", "Mac"), ("Linux", "Linux")),
)


def may_act(request: HttpRequest, player: Player) -> bool:
    """Return whether a link in an e-mail to the player acts in this browser."""
    return player.links_act_anywhere or is_at_home(request, player)


def is_at_home(request: HttpRequest, player: Player) -> bool:
    """Return whether the player is signed in here, or this is a known device of theirs."""
    is_own_session = player_of(request) == player
    return is_own_session or known_devices.is_known(
        player, _read_device_secrets(request), now=timezone.now()
    )


def is_device_of_address(request: HttpRequest, address: str) -> bool:
    """Return whether this is a known device of the player of an address."""
    return known_devices.is_known_at_address(address, _read_device_secrets(request))


def remember_device(request: HttpRequest, response: HttpResponse, player: Player) -> None:
    """Make the browser a known device of the player who has just signed in."""
    secrets, name = _read_device_secrets(request), _name_of(request)
    new = known_devices.remember_device(player, secrets, name=name, now=timezone.now())
    _set_device_cookie(response, [*secrets, *([new] if new else [])])


def render_unknown_device_flow(request: HttpRequest, player: Player | None) -> HttpResponse:
    """Handle a link on an unknown device: e-mail its player a code, and check it.

    The page reveals nothing that the reader of the link does not know. `player` None: nobody can be
    sent a code, which the page does not reveal.
    """
    step, note, is_sent = request.POST.get("device", ""), "", False
    response = None
    if request.method == "POST" and step:
        try:
            links.read_nonce(request.POST.get("nonce", ""), _nonce_subject(request), 0)
            if step == "confirm" and player is not None:
                return _confirm_code(request, player)
            response, is_sent = _send_code(request, player), True
        except links.BadNonce:
            note = _("Please click the button again.")
        except Refused as refusal:
            note = errors_text.describe_refusal(refusal)
            is_sent = isinstance(refusal, known_devices.WrongCode)
    page = _render_unknown_device(request, note=note, is_sent=is_sent)
    if response is not None:
        page.cookies.update(response.cookies)
    return page


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def own_devices(request: HttpRequest) -> HttpResponse:
    """List known devices, and set whether links act everywhere."""
    player = signed_in(request)
    if request.method == "POST":
        known_devices.let_links_act_anywhere(player, request.POST.get("anywhere") == "1")
        messages.success(request, _("Your settings are saved."))
        return see_other(reverse("known_devices"))
    context = {"devices": known_devices.devices_of(player), "anywhere": player.links_act_anywhere}
    return render(request, "accounts/known_devices.html", context)


@require_POST
@login_required
def forget_device(request: HttpRequest, device: UUID) -> HttpResponse:
    """Remove a known device."""
    known_devices.forget_device(signed_in(request), device)
    return see_other(reverse("known_devices"))


def _render_unknown_device(request: HttpRequest, *, note: str, is_sent: bool) -> HttpResponse:
    context = {
        "note": note,
        "is_sent": is_sent,
        "nonce": links.new_nonce(_nonce_subject(request), 0),
        "path": request.path,
    }
    return render(request, "games/answers/unknown_device.html", context)


def _send_code(request: HttpRequest, player: Player | None) -> HttpResponse:
    """E-mail a code, and set the cookie by which it is checked. Raises TooManyCodes."""
    response = HttpResponse()
    if is_too_often("device-code", address_of(request), times=CODES_AN_HOUR, within=HOUR):
        raise known_devices.TooManyCodes("Too many codes were sent. Try again in an hour.")
    if player is not None:
        name = _name_of(request)
        secret = known_devices.mail_code(player, name=name, now=timezone.now())
        _set_device_cookie(response, [*_read_device_secrets(request), secret])
    return response


def _confirm_code(request: HttpRequest, player: Player) -> HttpResponse:
    """Check a code and redirect to the page of the link. Raises WrongCode."""
    code, now = request.POST.get("code", ""), timezone.now()
    known_devices.confirm_device(player, _read_device_secrets(request), code, now=now)
    return see_other(request.path)


def _nonce_subject(request: HttpRequest) -> str:
    """Return what the nonces of this page are bound to: its path."""
    return f"device {request.path}"


def _read_device_secrets(request: HttpRequest) -> list[str]:
    parts = request.COOKIES.get(COOKIE, "")[:1000].split(".")
    return [part for part in parts if _SECRET.fullmatch(part)]


def _set_device_cookie(response: HttpResponse, secrets: list[str]) -> None:
    response.set_cookie(
        COOKIE,
        ".".join(secrets[-MAX_SECRETS:]),
        max_age=known_devices.RETENTION,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _name_of(request: HttpRequest) -> str:
    """Return the kind of browser: “Firefox, Android”; "" if the User-Agent does not say."""
    agent = request.headers.get("User-Agent", "")
    names = (
        next((name for mark, name in table if mark in agent), "") for table in (_BROWSERS, _SYSTEMS)
    )
    return ", ".join(filter(None, names))
