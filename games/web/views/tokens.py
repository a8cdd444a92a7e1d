"""The page of one's personal access tokens: create, show once, revoke."""

from __future__ import annotations

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

from games.engine.contract import Refused
from games.http.responses import see_other
from games.http.viewers import signed_in
from games.presentation import errors_text
from games.services import tokens
from games.web.forms.accounts import SCOPES, TokenForm


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def own_tokens(request: HttpRequest) -> HttpResponse:
    """List my tokens; POST creates one and shows its secret, only this once."""
    player, secret = signed_in(request), ""
    form = TokenForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            data = form.cleaned_data
            expires_at = tokens.choose_expiry(data.pop("days"), now=timezone.now())
            _token, secret = tokens.make_token(player, expires_at=expires_at, **data)
        except Refused as refusal:
            form.add_error(None, errors_text.describe_refusal(refusal))
        else:
            form = TokenForm()
    rows = [
        (token, [SCOPES[scope] for scope in token.scopes.split()])
        for token in tokens.good_tokens(player)
    ]
    context = {"form": form, "tokens": rows, "secret": secret}
    return render(request, "accounts/tokens.html", context, status=422 if form.errors else 200)


@require_POST
@login_required
def revoke_token(request: HttpRequest, token: UUID) -> HttpResponse:
    """Revoke a token."""
    try:
        tokens.revoke_token(signed_in(request), token)
        messages.success(request, _("The token is revoked."))
    except Refused as refusal:
        messages.error(request, errors_text.describe_refusal(refusal))
    return see_other(reverse("own_tokens"))
