"""Views for adding and removing a player's sender addresses."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from notifications.preferences.request import signed_in

from . import channel_preferences, sender_addresses
from .email_views import ask_for_player
from .forms import AddressForm


@require_POST
@login_required
def add_sender(request: HttpRequest) -> HttpResponse:
    """Send a confirmation link to a new sender address."""
    form = AddressForm(request.POST, prefix="sender")
    if not form.is_valid():
        messages.error(request, _("That is not an e-mail address."))
        return redirect("own_emails")
    try:
        sender_addresses.request_sender_address(
            signed_in(request), form.cleaned_data["email"], now=timezone.now()
        )
    except channel_preferences.TooOften:
        messages.error(request, _("Too many attempts. Try again in an hour."))
    else:
        messages.success(request, _("E-mail sent."))
    return redirect("own_emails")


@require_POST
@login_required
def remove_sender(request: HttpRequest) -> HttpResponse:
    """Remove a sender address."""
    address = request.POST.get("address", "")[:254]
    if "\0" not in address:
        sender_addresses.remove_sender_address(signed_in(request), address)
        messages.success(request, _("Your settings are saved."))
    return redirect("own_emails")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm_sender(request: HttpRequest, link: str) -> HttpResponse:
    """Show a confirmation page (GET), and add the sender address (POST).

    Only the signed-in player who requested the link can use it.
    """
    try:
        player, address = sender_addresses.read_sender_link(link)
        if request.user != player:
            return ask_for_player(request)
        if request.method == "POST":
            sender_addresses.use_sender_link(link, now=timezone.now())
            messages.success(request, _("Answers from that address are accepted now."))
            return redirect("own_emails")
    except channel_preferences.BadLink:
        return render(request, "notifications/bad_link.html", status=410)
    context = {"player": player, "address": address}
    return render(request, "notifications/add_sender.html", context)
