"""DOOR: a player's page about their letters: what became of them, and how they want them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

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

from . import channel_preferences, delivery_status, sender_addresses
from .forms import AddressForm, MailboxForm


@never_cache
@require_GET
@login_required
def own_letters(request: HttpRequest) -> HttpResponse:
    """The last letters and their fate, and all one may wish."""
    return _render_own_emails(request)


@require_POST
@login_required
def save_mailbox_settings(request: HttpRequest) -> HttpResponse:
    """Keep how the player wants to be written to."""
    form = MailboxForm(request.POST, instance=email_preferences_of(signed_in(request)))
    if not form.is_valid():
        return _render_own_emails(request, status=422, mailbox_form=form)
    form.save()
    messages.success(request, _("Your settings are saved."))
    return redirect("own_letters")


@require_POST
@login_required
def test_letter(request: HttpRequest) -> HttpResponse:
    """Send the player a letter."""
    return _send_and_redirect(request, channel_preferences.send_test_letter)


@require_POST
@login_required
def try_again(request: HttpRequest) -> HttpResponse:
    """Write to the player's address again."""
    return _send_and_redirect(request, channel_preferences.try_again)


@require_POST
@login_required
def request_address_change(request: HttpRequest) -> HttpResponse:
    """Mail a link to the address the player wants to have."""
    form = AddressForm(request.POST)
    if not form.is_valid():
        return _render_own_emails(request, status=422, address_form=form)
    new = form.cleaned_data["email"]
    return _send_and_redirect(
        request, lambda player, now: channel_preferences.ask_for_address(player, new, now=now)
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_address(request: HttpRequest, link: str) -> HttpResponse:
    """Show a button to the player who asked; only pressing it changes the address.

    The link alone changes nothing: whoever sees the e-mail elsewhere is not that player.
    """
    try:
        player, new = channel_preferences.read_address_link(link)
        if request.user != player:
            return ask_for_player(request)
        if request.method == "POST":
            channel_preferences.use_address_link(link, now=timezone.now())
            messages.success(request, _("Letters go to your new address from now on."))
            return redirect("own_letters")
    except channel_preferences.BadLink:
        return render(request, "notifications/bad_link.html", status=410)
    return render(request, "notifications/change_address.html", {"player": player, "new": new})


def ask_for_player(request: HttpRequest) -> HttpResponse:
    """Answer a link that only the player who asked for it may use: sign in, or go."""
    if request.user.is_authenticated:
        return render(request, "notifications/not_your_link.html", status=403)
    return redirect_to_login(request.get_full_path())


def _send_and_redirect(request: HttpRequest, send: Callable[..., None]) -> HttpResponse:
    try:
        send(signed_in(request), now=timezone.now())
    except channel_preferences.TooOften:
        messages.error(request, _("That was too often. Try again in an hour."))
    else:
        messages.success(request, _("A letter is on its way."))
    return redirect("own_letters")


def _render_own_emails(request: HttpRequest, status: int = 200, **forms: Any) -> HttpResponse:
    player = signed_in(request)
    context = {
        "fates": delivery_status.last_letters(player),
        "trouble": bounce_scores.of_address(player.email),
        "mailbox_form": MailboxForm(instance=email_preferences_of(player)),
        "address_form": AddressForm(),
        "senders": sender_addresses.list_sender_addresses(player),
        "sender_form": AddressForm(prefix="sender"),
    }
    return render(request, "notifications/own_letters.html", context | forms, status=status)
