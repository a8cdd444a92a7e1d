"""The page of one's bots: create, rename, renew the token, retire."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.engine.contract import Refused
from games.http.responses import see_other
from games.http.viewers import signed_in
from games.presentation import errors_text
from games.services import names, own_bots
from games.web.forms.accounts import BotForm

# The command that runs a new bot, from the root of the site's code.
COMMAND = "ABYSS_TOKEN={secret} python3 docs/examples/bot.py {site} --open abyss"


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def manage_bots(request: HttpRequest) -> HttpResponse:
    """List my bots; POST creates one and shows its token's secret, only this once."""
    form = BotForm(request.POST if request.method == "POST" else None)
    secret = ""
    if request.method == "POST" and form.is_valid():
        try:
            _bot, secret = own_bots.make_bot(signed_in(request), **form.cleaned_data)
        except Refused as refusal:
            form.add_error(None, errors_text.describe_refusal(refusal))
        else:
            form = BotForm()
    return _render_bots_page(request, form, secret)


@never_cache
@require_POST
@login_required
def update_bot(request: HttpRequest, bot: UUID) -> HttpResponse:
    """Rename a bot, renew its token, or retire it."""
    owner = signed_in(request)
    try:
        match request.POST.get("do"):
            case "name":
                own_bots.rename_bot(owner, bot, request.POST.get("name", ""))
                messages.success(request, _("The bot has been renamed."))
            case "token":
                return _render_bots_page(request, BotForm(), own_bots.renew_token(owner, bot)[1])
            case "retire":
                own_bots.retire_bot(owner, bot)
                messages.success(request, _("The bot is retired."))
    except Refused as refusal:
        messages.error(request, errors_text.describe_refusal(refusal))
    return see_other(reverse("own_bots"))


def _render_bots_page(request: HttpRequest, form: BotForm, secret: str) -> HttpResponse:
    context = {
        "form": form,
        "bots": own_bots.bots_of(signed_in(request)),
        "most": own_bots.MAX_BOTS,
        "longest": names.MAX_BOT_NAME_LENGTH,
        "secret": secret,
        "command": COMMAND.format(secret=secret, site=settings.SITE_URL.rstrip("/")),
    }
    return render(request, "accounts/bots.html", context, status=422 if form.errors else 200)
