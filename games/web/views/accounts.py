"""Pages to sign in and out, and for one's settings."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    StreamingHttpResponse,
)
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from abyss_site.core.email_addresses import address_key
from games.engine.contract import Refused
from games.http.responses import see_other
from games.http.sessions import sign_in_player
from games.http.viewers import player_of, signed_in
from games.presentation import errors_text, own_data
from games.presentation.settings_form import SettingsForm
from games.queries import blocking as block_queries
from games.services import accounts as account_services
from games.services import sign_in as sign_in_service
from games.services.rate_limits import address_of, is_away, is_too_often
from games.web.forms.accounts import CodeForm, NameForm, SignInForm
from games.web.views import devices

# Limits: requests per network address; e-mails to one recipient that a network address asks for, or
# the known devices of the recipient; and e-mails to one recipient that all networks ask for.
REQUESTS_AN_HOUR = 30
EMAILS_AN_HOUR = 5
EMAILS_TO_ADDRESS_AN_HOUR = 20
# Session key: the request whose code may be typed.
REQUEST = "sign_in_request"
# Session key: the ids of the latest requests, whose links work only in this browser.
OWN_REQUESTS, MAX_OWN_REQUESTS = "asked_for_sign_in", 5
# Limit for downloads of one's own data.
FILES_AN_HOUR = 5
HOUR = timedelta(hours=1)


@never_cache
def sign_in(request: HttpRequest) -> HttpResponse:
    """Ask for an address and e-mail it a code and a link.

    The response is the same for everybody.
    """
    next_path = safe_path(request, request.POST.get("next") or request.GET.get("next", ""))
    player = player_of(request)
    if player and not player.is_guest and request.method != "POST":
        return see_other(next_path or "/")
    form = SignInForm(request.POST if request.method == "POST" else None)
    if request.method == "POST":
        if is_too_often("sign-in", address_of(request), times=REQUESTS_AN_HOUR, within=HOUR):
            return _too_often_page(request, form, next_path)
        if form.is_valid():
            _request_email(request, form.cleaned_data["email"], next_path)
            return see_other(reverse("confirm_code"))
    return _sign_in_page(request, form, next_path, status=422 if form.errors else 200)


def _request_email(request: HttpRequest, email: str, next_path: str) -> None:
    """Have a worker send the code, and remember the request in the session."""
    is_refused = _has_too_many_emails(request, email)
    row = sign_in_service.request_email(email, next_path, is_refused=is_refused)
    request.session[REQUEST] = {"id": row.pk.hex, "email": email}
    request.session[OWN_REQUESTS] = [*request.session.get(OWN_REQUESTS, []), row.pk.hex][
        -MAX_OWN_REQUESTS:
    ]


def _has_too_many_emails(request: HttpRequest, email: str) -> bool:
    """Count one more e-mail to an address; return whether it is too many.

    Strangers may use up neither the e-mails that the player asks for from another network nor those
    for the player's known devices.
    """
    key = address_key(email)
    if devices.is_device_of_address(request, email):
        return is_too_often("email", f"{key} device", times=EMAILS_AN_HOUR, within=HOUR)
    from_here = f"{key} {address_of(request)}"
    return is_too_often("email", from_here, times=EMAILS_AN_HOUR, within=HOUR) or is_too_often(
        "email", key, times=EMAILS_TO_ADDRESS_AN_HOUR, within=HOUR
    )


def _too_often_page(request: HttpRequest, form: SignInForm, next_path: str) -> HttpResponse:
    if is_away():
        form.add_error(None, _("We cannot send sign-in e-mails right now. Try again in a minute."))
        return _sign_in_page(request, form, next_path, status=503)
    form.add_error(None, _("Too many requests from your network. Try again in an hour."))
    return _sign_in_page(request, form, next_path, status=429)


@never_cache
def confirm_code(request: HttpRequest) -> HttpResponse:
    """Accept the code from the e-mail on the page where it was requested."""
    pending = request.session.get(REQUEST)
    if not pending:
        return see_other(reverse("sign_in"))
    form = CodeForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            player, next_path = sign_in_service.confirm_code(
                UUID(pending["id"]),
                form.cleaned_data["code"],
                earlier=request.session.get(OWN_REQUESTS, []),
            )
        except sign_in_service.RequestOver as refusal:
            del request.session[REQUEST]
            messages.error(request, errors_text.describe_refusal(refusal))
            return see_other(reverse("sign_in"))
        except sign_in_service.WrongCode as refusal:
            form.add_error("code", errors_text.describe_refusal(refusal))
        else:
            del request.session[REQUEST]
            return sign_in_player(request, player, safe_path(request, next_path))
    context = {"form": form, "email": pending["email"]}
    status = 422 if form.errors else 200
    return render(request, "accounts/confirm_code.html", context, status=status)


def _sign_in_page(
    request: HttpRequest, form: SignInForm, next_path: str, *, status: int
) -> HttpResponse:
    demo = account_services.DEMO_PLAYERS if settings.DEMO else ()
    context = {"form": form, "next": next_path, "demo_players": demo}
    return render(request, "accounts/sign_in.html", context, status=status)


@never_cache
def use_link(request: HttpRequest, link: str) -> HttpResponse:
    """Show a button that signs in; the link alone does not, because mail scanners follow it."""
    own_requests = request.session.get(OWN_REQUESTS, [])
    try:
        if request.method == "POST":
            player, next_path = account_services.use_sign_in_link(link, own_requests)
            return sign_in_player(request, player, safe_path(request, next_path))
        player, next_path = account_services.check_sign_in_link(link, own_requests)
    except account_services.BadLink as refusal:
        context = {"reason": errors_text.describe_refusal(refusal)}
        return render(request, "accounts/bad_link.html", context, status=410)
    return render(request, "accounts/use_link.html", {"player": player})


@require_POST
def demo_sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in as a demo player, on a demo site only."""
    player = account_services.demo_player(request.POST.get("name", ""))
    if player is None:
        raise Http404
    # A demo player is no account of a guest: their matches stay theirs.
    logout(request)
    return sign_in_player(request, player, safe_path(request, request.POST.get("next", "")))


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """End the session."""
    logout(request)
    return see_other("/")


@login_required
def own_settings(request: HttpRequest) -> HttpResponse:
    """Change one's name, language and time zone."""
    player = signed_in(request)
    now = {"display_name": player.display_name, "language": player.language, "zone": player.zone}
    form = SettingsForm(request.POST if request.method == "POST" else None, initial=now)
    if request.method == "POST" and form.is_valid():
        try:
            account_services.change_settings(player, **form.cleaned_data)
        except Refused as refusal:
            form.add_error("display_name", errors_text.describe_refusal(refusal))
        else:
            with override(player.language):
                messages.success(request, _("Your settings are saved."))
            return see_other("/settings/")
    status = 422 if form.errors else 200
    context = {"form": form, "blocked": block_queries.blocked_by(player)}
    return render(request, "accounts/settings.html", context, status=status)


@login_required
def choose_name(request: HttpRequest) -> HttpResponse:
    """Ask a new player for a name; until then they have a neutral one."""
    player = signed_in(request)
    next_path = safe_path(request, request.POST.get("next") or request.GET.get("next", "")) or "/"
    form = NameForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            account_services.choose_name(player, form.cleaned_data["display_name"])
        except Refused as refusal:
            form.add_error("display_name", errors_text.describe_refusal(refusal))
        else:
            return see_other(next_path)
    context = {"form": form, "next": next_path, "player": player}
    status = 422 if form.errors else 200
    return render(request, "accounts/choose_name.html", context, status=status)


@require_POST
@login_required
def own_data_file(request: HttpRequest) -> HttpResponseBase:
    """Download everything that is stored about the player, as JSON lines."""
    player = signed_in(request)
    if is_too_often("own-data", player.pk.hex, times=FILES_AN_HOUR, within=HOUR):
        messages.error(request, _("You have just downloaded that file. Try again in an hour."))
        return see_other("/settings/")
    response = StreamingHttpResponse(
        own_data.export_player_data(player), "application/jsonl; charset=utf-8"
    )
    response["Content-Disposition"] = 'attachment; filename="abyss-by-post.jsonl"'
    return response


def safe_path(request: HttpRequest, path: str) -> str:
    """Return `path` if it is on this site, otherwise ""."""
    return path if path.startswith("/") and url_has_allowed_host_and_scheme(path, None) else ""
