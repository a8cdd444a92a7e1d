"""Views of a player's webhooks."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from notifications.models.players import Player
from notifications.models.webhooks import Webhook
from notifications.outgoing.channels import EVERYTHING
from notifications.preferences.request import signed_in
from notifications.webhooks import formats, guard

from . import delivery_status, webhooks

# Devices are managed on a separate page.
READERS = [(shape.value, shape.label) for shape in Webhook.Shape if shape != Webhook.Shape.PUSH]


# What calls of a program bring, by `Webhook.scope`.
SCOPES = [
    ("", gettext_lazy("what is due and where")),
    ("read", gettext_lazy("my questions as well")),
    ("play", gettext_lazy("my questions and what is needed to answer them")),
]
# How many calls the page lists.
LISTED_CALLS = 10


class HookForm(forms.Form):
    """Form for adding a webhook."""

    url = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=guard.MAX_URL_LENGTH,
        help_text=gettext_lazy("An https address that takes POST, such as a webhook of Discord."),
        widget=forms.URLInput(attrs={"autocomplete": "off", "placeholder": "https://"}),
    )
    shape = forms.ChoiceField(label=gettext_lazy("Format"), choices=READERS)
    thread = forms.ChoiceField(label=gettext_lazy("For"), required=False)
    questions_only = forms.BooleanField(
        label=gettext_lazy("Only when it is my turn"), required=False, initial=True
    )

    scope = forms.ChoiceField(
        label=gettext_lazy("Calls of my own program bring"), choices=SCOPES, required=False
    )

    def __init__(self, player: Player, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [
            (thread.name, thread.title)
            for thread in delivery_status.list_preference_threads(player)
            if thread.name != EVERYTHING
        ]
        field: Any = self.fields["thread"]
        field.choices = [("", _("All matches")), *choices]

    def clean_url(self) -> str:
        url = str(self.cleaned_data["url"]).strip()
        try:
            guard.check_url(url)
        except guard.Unsafe as error:
            raise forms.ValidationError(_(str(error))) from error
        return url


@never_cache
@login_required
def own_webhooks(request: HttpRequest) -> HttpResponse:
    """List the player's webhooks with their last calls, and add a webhook (POST).

    The signing key of a new one is shown only this once.
    """
    form = HookForm(signed_in(request), request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            scope = form.cleaned_data.pop("scope")
            webhook = webhooks.add_webhook(
                signed_in(request), now=timezone.now(), **form.cleaned_data
            )
            webhooks.set_scope(webhook, scope)
        except webhooks.TooMany:
            form.add_error(
                None, _("You can have at most %(most)s of them.") % {"most": webhooks.MAX_WEBHOOKS}
            )
        else:
            messages.success(request, _("The webhook is active. Try it with a test."))
            if webhook.shape != Webhook.Shape.JSON:
                return redirect("own_webhooks")
            return _render_webhooks_page(request, HookForm(signed_in(request)), webhook)
    return _render_webhooks_page(request, form)


class CallLine(NamedTuple):
    """A call as the page lists it."""

    id: UUID
    text: str
    created_at: datetime
    is_over: bool
    error: str


def _list_call_lines(webhook: Webhook) -> list[CallLine]:
    return [
        CallLine(
            call.notification_id,
            str(formats.EVENTS.get(call.notification.kind, "")),
            call.notification.created_at,
            call.done_at is not None,
            call.error and _(call.error),
        )
        for call in webhooks.list_calls(webhook, LISTED_CALLS)
    ]


def _render_webhooks_page(
    request: HttpRequest, form: HookForm, with_secret: Webhook | None = None
) -> HttpResponse:
    """Render the page; `with_secret` is the webhook whose signing key is shown."""
    rows = webhooks.list_webhooks(signed_in(request))
    context = {
        "webhooks": [(row, _list_call_lines(row)) for row in rows],
        "form": form,
        "secret": with_secret and formats.show_secret(with_secret.secret),
    }
    status = 422 if form.errors else 200
    return render(request, "notifications/own_webhooks.html", context, status=status)


@require_POST
@login_required
def manage_webhook(request: HttpRequest, number: UUID) -> HttpResponse:
    """Test, switch on or remove a webhook, which may be a program or a device; of a program, also
    replace its key or make a call once more."""
    webhook = webhooks.get_webhook(signed_in(request), number)
    if webhook is None:
        raise Http404
    page = "own_devices" if webhook.shape == Webhook.Shape.PUSH else "own_webhooks"
    match request.POST.get("do"):
        case "test":
            _request_test_call(request, webhook)
        case "rotate" if webhook.shape == Webhook.Shape.JSON:
            webhooks.rotate_secret(webhook, timezone.now())
            return _render_webhooks_page(request, HookForm(signed_in(request)), webhook)
        case "resend":
            _resend_call(request, webhook)
        case "on":
            webhooks.switch_on(webhook, timezone.now())
            messages.success(request, _("The webhook is active again."))
        case "remove":
            webhooks.remove_webhook(webhook)
            messages.success(request, _("The webhook was removed."))
    return redirect(page)


def _resend_call(request: HttpRequest, webhook: Webhook) -> None:
    try:
        call = UUID(request.POST.get("call", ""))
    except ValueError as error:
        raise Http404 from error
    if not webhooks.resend_call(webhook, call, timezone.now()):
        raise Http404
    messages.success(request, _("The call will be made once more."))


def _request_test_call(request: HttpRequest, webhook: Webhook) -> None:
    try:
        webhooks.request_test_call(webhook, timezone.now())
    except webhooks.TooOften:
        messages.error(request, _("The last test was just now. Wait a moment."))
    else:
        messages.success(request, _("The test is on its way. Its result will be on this page."))
