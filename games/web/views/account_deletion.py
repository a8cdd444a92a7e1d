"""The page to delete one's account, after typing its address."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.engine.contract import Refused
from games.http.responses import see_other
from games.http.viewers import signed_in
from games.presentation import errors_text
from games.services import account_deletion
from games.web.forms.accounts import LeaveForm


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete_own_account(request: HttpRequest) -> HttpResponse:
    """Ask for the account's address; if it is right, delete the account and sign out."""
    player = signed_in(request)
    form = LeaveForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            account_deletion.delete_account(player, address=form.cleaned_data["address"])
        except Refused as refusal:
            form.add_error(None, errors_text.describe_refusal(refusal))
        else:
            farewell = _("Your account is deleted. Thank you for the games.")
            logout(request)
            messages.success(request, farewell)
            return see_other("/")
    status = 422 if form.errors else 200
    return render(request, "accounts/leave.html", {"form": form}, status=status)
