"""API endpoints for the webhooks of a player, and for which events use which channel."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework import serializers as s
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from abyss_site.core.encryption.fields import decrypt_or_default
from games.api.endpoint import Endpoint, Input, accept_idempotency_key
from games.api.matches import own_match
from games.api.operations import describe_operation
from games.api.paging import EntryCursor, build_entries_serializer, respond_with_entries
from games.api.requests import refuse_apps, scopes_of
from games.engine.contract import Refused
from games.http.viewers import signed_in
from games.presentation.event_json import EVENT_OF_NOTIFICATION
from games.presentation.problems import Unreadable
from games.services.play import announcements
from notifications import gateway
from notifications.gateway import ALL_THREADS, Webhook, WebhookCall

# Push subscriptions are managed by the browsers themselves.
SCOPES = ("read", "play")
PROGRAMS = [shape.value for shape in Webhook.Shape if shape != Webhook.Shape.PUSH]


class CannotKeepHook(Refused):
    """The player has the maximum number of webhooks."""

    code = "cannot_keep_webhook"


class TestedJustNow(Refused):
    """The last test call was a moment ago."""

    code = "not_yet"


class HookShape(s.Serializer):
    """A webhook: a URL that is called when there is news for you."""

    id = s.UUIDField()
    url = s.CharField(allow_null=True, help_text="null without the scope manage.")
    shape = s.ChoiceField(PROGRAMS)
    scope = s.ChoiceField(
        SCOPES,
        allow_blank=True,
        help_text="What calls that read JSON bring: nothing of a question if empty, `read`"
        " questions, `play` also their tokens.",
    )
    old_secret_until = s.DateTimeField(
        allow_null=True, help_text="Until when the secret before the last one signs as well."
    )
    first_failed_at = s.DateTimeField(allow_null=True, help_text="Since when no call was taken.")
    stopped_at = s.DateTimeField(allow_null=True, help_text="When it was switched off for that.")
    error = s.CharField(allow_blank=True)
    tested_at = s.DateTimeField(allow_null=True, help_text="When you last requested a test call.")
    test_answered_at = s.DateTimeField(
        allow_null=True, help_text="When that call ended; null until then."
    )
    test_error = s.CharField(
        allow_blank=True, help_text="Why that call was not taken; empty if it was, and until then."
    )


class NewHookShape(HookShape):
    """A webhook with its secret, which is shown only this once."""

    secret = s.CharField(
        allow_null=True,
        help_text="Signs the calls that read JSON (Standard Webhooks); null for other shapes, and"
        " when the same submission is sent again.",
    )


class NewHook(s.Serializer):
    """A webhook to add."""

    url = s.CharField(
        max_length=gateway.MAX_WEBHOOK_URL_LENGTH, help_text="An https address that takes POST."
    )
    shape = s.ChoiceField(PROGRAMS, default="json")
    match = s.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=2**31 - 1,
        help_text="The only match that it is for; without one, all.",
    )  # fmt: skip
    questions_only = s.BooleanField(default=True, help_text="Only when you are asked something.")
    scope = s.ChoiceField(
        SCOPES,
        default="",
        allow_blank=True,
        help_text="What calls that read JSON bring, no more than this token may: nothing of a"
        " question if empty, `read` questions, `play` also their tokens.",
    )


class CallShape(s.Serializer):
    """A call of a webhook, and what became of it."""

    id = s.UUIDField(help_text="Names it for a resend.")
    event = s.CharField(help_text="What it tells.")
    due_at = s.DateTimeField(help_text="Of the next try, or of the last one.")
    tries = s.IntegerField(help_text="How often it was tried.")
    done_at = s.DateTimeField(allow_null=True, help_text="When it ended; null while it is tried.")
    error = s.CharField(allow_blank=True, help_text="Why the last try was not taken.")


class TestedShape(s.Serializer):
    """A test call that will be made."""

    url = s.URLField(help_text="Where its result is read: the address of the webhook.")


class ChannelsShape(s.Serializer):
    """Which events use which channel."""

    channels = s.DictField(
        child=s.ListField(
            child=s.ChoiceField(gateway.ALL_EVENTS), max_length=len(gateway.ALL_EVENTS)
        ),
        help_text="Events by channel: `mail`, `push`, or the id of a program that is called.",
    )


class WhichMatch(s.Serializer):
    """For all matches or for one."""

    match = s.IntegerField(
        required=False, min_value=1, max_value=2**31 - 1, help_text="One of yours; without, all."
    )


class Hooks(Endpoint):
    scope = "manage"

    @describe_operation(
        "list_webhooks", parameters=[EntryCursor], responses=build_entries_serializer(HookShape)
    )
    def get(self, request: Request) -> Response:
        """Your webhooks, oldest first."""
        return respond_with_entries(
            list(gateway.webhooks_of(signed_in(request))),
            request,
            lambda webhook: _serialize_webhook(request, webhook),
            lambda webhook: webhook.pk,
        )

    @accept_idempotency_key
    @describe_operation("make_webhook", request=NewHook, responses={201: NewHookShape})
    def post(self, request: Request) -> Response:
        """Add a webhook."""
        refuse_apps(request)
        serializer = NewHook(data=request.data)
        serializer.is_valid(raise_exception=True)
        data = serializer.validated_data
        _check_scope(request, data)
        scope = data.pop("scope")
        thread = _resolve_thread(request, data.pop("match", None))
        try:
            gateway.check_url(data["url"])
            webhook = gateway.add_webhook(
                signed_in(request), thread=thread, now=timezone.now(), **data
            )
            gateway.set_webhook_scope(webhook, scope)
        except gateway.UnsafeUrl as error:
            raise Unreadable("url", _(str(error))) from error
        except gateway.TooManyWebhooks as error:
            raise CannotKeepHook(
                "You can have at most {most} of them.", most=gateway.MAX_WEBHOOKS
            ) from error
        return Response(_serialize_with_secret(request, webhook), 201)


class OneHook(Endpoint):
    scope = "manage"

    @describe_operation("get_webhook", responses=HookShape)
    def get(self, request: Request, webhook: UUID) -> Response:
        """One of your webhooks, with the result of its last test call."""
        return Response(_serialize_webhook(request, _get_webhook_or_404(request, webhook)))

    @describe_operation("remove_webhook", responses={204: None})
    def delete(self, request: Request, webhook: UUID) -> Response:
        """Remove a webhook."""
        gateway.remove_webhook(_get_webhook_or_404(request, webhook))
        return Response(status=204)


class TestHook(Endpoint):
    scope = "manage"

    @accept_idempotency_key
    @describe_operation("test_webhook", request=None, responses={202: TestedShape})
    def post(self, request: Request, webhook: UUID) -> Response:
        """Let a webhook be called within seconds, to try it."""
        webhook_row = _get_webhook_or_404(request, webhook)
        try:
            gateway.request_test_call(webhook_row, timezone.now())
        except gateway.TooManyTestCalls as refusal:
            raise TestedJustNow("The last test was just now. Wait a moment.") from refusal
        path = f"/api/v1/me/webhooks/{webhook_row.pk}/"
        return Response({"url": f"{settings.SITE_URL.rstrip('/')}{path}"}, 202)


class SwitchOn(Endpoint):
    scope = "manage"

    @accept_idempotency_key
    @describe_operation("switch_webhook_on", request=None, responses=HookShape)
    def post(self, request: Request, webhook: UUID) -> Response:
        """Switch a webhook on again that was switched off."""
        webhook_row = _get_webhook_or_404(request, webhook)
        gateway.switch_on_webhook(webhook_row, timezone.now())
        return Response(_serialize_webhook(request, webhook_row))


class RotateSecret(Endpoint):
    scope = "manage"

    @accept_idempotency_key
    @describe_operation("rotate_webhook_secret", request=None, responses=NewHookShape)
    def post(self, request: Request, webhook: UUID) -> Response:
        """Give a webhook a new secret; for a day the old one signs as well."""
        refuse_apps(request)
        webhook_row = _get_webhook_or_404(request, webhook)
        gateway.rotate_webhook_secret(webhook_row, timezone.now())
        return Response(_serialize_with_secret(request, webhook_row))


class Calls(Endpoint):
    scope = "manage"

    @describe_operation(
        "list_webhook_calls",
        parameters=[EntryCursor],
        responses=build_entries_serializer(CallShape),
    )
    def get(self, request: Request, webhook: UUID) -> Response:
        """The last hundred calls of a webhook, newest first."""
        calls = gateway.list_webhook_calls(_get_webhook_or_404(request, webhook))
        return respond_with_entries(
            calls, request, _serialize_call, lambda call: call.notification_id
        )


class ResendCall(Endpoint):
    scope = "manage"

    @accept_idempotency_key
    @describe_operation("resend_webhook_call", request=None, responses={204: None})
    def post(self, request: Request, webhook: UUID, call: UUID) -> Response:
        """Make a call once more, within seconds. What is outdated by then is not sent."""
        webhook_row = _get_webhook_or_404(request, webhook)
        if not gateway.resend_webhook_call(webhook_row, call, timezone.now()):
            raise Http404
        return Response(status=204)


class OwnChannels(Endpoint):
    scope = "manage"

    @describe_operation("get_channels", parameters=[WhichMatch], responses=ChannelsShape)
    def get(self, request: Request) -> Response:
        """Which events use which channel."""
        return Response(_serialize_channel_preferences(request, _asked_thread(request)))

    @describe_operation(
        "change_channels",
        parameters=[WhichMatch],
        request=ChannelsShape,
        responses=ChannelsShape,
    )
    def put(self, request: Request) -> Response:
        """Change the given channels; the others are unchanged."""
        thread, player = _asked_thread(request), signed_in(request)
        serializer = ChannelsShape(data=request.data)
        serializer.is_valid(raise_exception=True)
        channels = serializer.validated_data["channels"]
        if unknown := set(channels) - set(gateway.preferred_events(player, thread)):
            message = _("You have no channel “%(name)s”.") % {"name": min(unknown)[:60]}
            raise Unreadable("channels", message)
        gateway.set_preferred_events(player, thread, channels, now=timezone.now())
        return Response(_serialize_channel_preferences(request, thread))

    @describe_operation("forget_channels", parameters=[WhichMatch], responses={204: None})
    def delete(self, request: Request) -> Response:
        """Reset to the defaults; for one match, to the settings for all matches."""
        gateway.reset_preferences(signed_in(request), _asked_thread(request))
        return Response(status=204)


def _asked_thread(request: Request) -> str:
    serializer = WhichMatch(data=request.query_params.dict())
    serializer.is_valid(raise_exception=True)
    return _resolve_thread(request, serializer.validated_data.get("match"))


def _resolve_thread(request: Request, number: int | None) -> str:
    if number is None:
        return ALL_THREADS
    return announcements.thread_for_match(own_match(request, number))


def _serialize_channel_preferences(request: Request, thread: str) -> dict[str, object]:
    return {"channels": gateway.preferred_events(signed_in(request), thread)}


def _check_scope(request: Request, data: Input) -> None:
    """Raise if a webhook would bring more than the token may see, or what its format cannot."""
    scope = data["scope"]
    if scope and data["shape"] != Webhook.Shape.JSON:
        raise Unreadable("scope", _("Only calls that read JSON bring questions."))
    if scope and scope not in scopes_of(request):
        message = _("This token lacks the scope “%(scope)s”.") % {"scope": scope}
        raise PermissionDenied(message, code="lacks_scope")


def _get_webhook_or_404(request: Request, number: UUID) -> Webhook:
    webhook = gateway.get_webhook(signed_in(request), number)
    if webhook is None or webhook.shape == Webhook.Shape.PUSH:
        raise Http404
    return webhook


def _serialize_webhook(request: Request, webhook: Webhook) -> dict[str, object]:
    may_see = "manage" in scopes_of(request)
    plain = ["id", "shape", "scope", "old_secret_until"]
    plain += ["first_failed_at", "stopped_at", "error"]
    plain += ["tested_at", "test_answered_at", "test_error"]
    return {name: getattr(webhook, name) for name in plain} | {
        "url": decrypt_or_default(webhook, "url", None) if may_see else None,
    }


def _serialize_with_secret(request: Request, webhook: Webhook) -> dict[str, object]:
    is_signed = webhook.shape == Webhook.Shape.JSON
    secret = gateway.show_webhook_secret(webhook.secret) if is_signed else None
    return _serialize_webhook(request, webhook) | {"secret": secret}


def _serialize_call(call: WebhookCall) -> dict[str, object]:
    kind = call.notification.kind
    plain = {name: getattr(call, name) for name in ("due_at", "tries", "done_at", "error")}
    return {
        "id": call.notification_id,
        "event": EVENT_OF_NOTIFICATION.get(kind, kind),
        **plain,
    }
