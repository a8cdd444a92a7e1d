"""Views of a player's e-mails: delivery status, e-mail preferences and change of address."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from notifications.outgoing import bounce_scores
from notifications.outgoing.planning import email_preferences_of
from notifications.preferences.request import signed_in

from . import channel_preferences, delivery_status, emails_sent, sender_addresses
from .forms import AddressForm, EmailPreferencesForm


@never_cache
@require_GET
@login_required
def own_emails(request: HttpRequest) -> HttpResponse:
    """Show the delivery status of the last e-mails, and the forms for e-mail preferences."""
    return _render_own_emails(request)


@require_POST
@login_required
def save_email_preferences(request: HttpRequest) -> HttpResponse:
    """Save the player's e-mail preferences."""
    form = EmailPreferencesForm(request.POST, instance=email_preferences_of(signed_in(request)))
    if not form.is_valid():
        return _render_own_emails(request, status=422, preferences_form=form)
    form.save()
    messages.success(request, _("Your settings are saved."))
    return redirect("own_emails")


@require_POST
@login_required
def test_email(request: HttpRequest) -> HttpResponse:
    """Send the player a test e-mail."""
    return _send_and_redirect(request, channel_preferences.send_test_email)


@require_POST
@login_required
def resume_emails(request: HttpRequest) -> HttpResponse:
    """Resume e-mail to the player's address, starting with a test e-mail."""
    return _send_and_redirect(request, channel_preferences.resume_emails)


@require_POST
@login_required
def request_address_change(request: HttpRequest) -> HttpResponse:
    """Send a confirmation link to the player's new address."""
    form = AddressForm(request.POST)
    if not form.is_valid():
        return _render_own_emails(request, status=422, address_form=form)
    new = form.cleaned_data["email"]
    return _send_and_redirect(
        request,
        lambda player, now: channel_preferences.request_address_change(player, new, now=now),
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_address(request: HttpRequest, link: str) -> HttpResponse:
    """Show a confirmation page (GET), and change the player's address (POST).

    Only the signed-in player who requested the link can use it, because others may see the e-mail.
    """
    try:
        player, new = channel_preferences.read_address_link(link)
        if request.user != player:
            return ask_for_player(request)
        if request.method == "POST":
            channel_preferences.use_address_link(link, now=timezone.now())
            messages.success(request, _("Your new address is active."))
            return redirect("own_emails")
    except channel_preferences.BadLink:
        return render(request, "notifications/bad_link.html", status=410)
    return render(request, "notifications/change_address.html", {"player": player, "new": new})


def ask_for_player(request: HttpRequest) -> HttpResponse:
    """Redirect to the sign-in page, or respond with 403 if another player is signed in."""
    if request.user.is_authenticated:
        return render(request, "notifications/not_your_link.html", status=403)
    return redirect_to_login(request.get_full_path())


def _send_and_redirect(request: HttpRequest, send: Callable[..., None]) -> HttpResponse:
    try:
        send(signed_in(request), now=timezone.now())
    except channel_preferences.TooOften:
        messages.error(request, _("Too many attempts. Try again in an hour."))
    else:
        messages.success(request, _("E-mail sent."))
    return redirect("own_emails")


def _render_own_emails(request: HttpRequest, status: int = 200, **forms: object) -> HttpResponse:
    player = signed_in(request)
    context = {
        "fates": delivery_status.last_emails(player),
        "emails_sent": emails_sent.list_emails_sent(player),
        "trouble": bounce_scores.stopped_score_for(player.email),
        "preferences_form": EmailPreferencesForm(instance=email_preferences_of(player)),
        "address_form": AddressForm(),
        "senders": sender_addresses.list_sender_addresses(player),
        "sender_form": AddressForm(prefix="sender"),
    }
    return render(request, "notifications/own_emails.html", context | forms, status=status)
