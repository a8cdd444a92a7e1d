"""Webhook views for e-mail providers: incoming e-mails, and tracking events of sent ones.

Requests are parsed by django-anymail's views, which also check secrets and signatures. Replaying a
request changes nothing.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from io import BytesIO
from typing import Any, NamedTuple

from anymail.exceptions import AnymailConfigurationError, AnymailWebhookValidationFailure
from anymail.webhooks import brevo, mailgun, mailjet, postmark, resend
from django.conf import settings
from django.db import Error as DatabaseTrouble
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.http.multipartparser import MultiPartParser
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from notifications.incoming import intake, recipients
from notifications.reply_parser import parse_email

from . import provider_events

# Views for tracking events, by name of the provider.
TRACKING = {
    "brevo": brevo.BrevoTrackingWebhookView,
    "mailgun": mailgun.MailgunTrackingWebhookView,
    "mailjet": mailjet.MailjetTrackingWebhookView,
    "postmark": postmark.PostmarkTrackingWebhookView,
    "resend": resend.ResendTrackingWebhookView,
}
# Views for complete incoming e-mails. Brevo and Resend would require us to fetch parts from them.
INBOUND = {
    "mailgun": mailgun.MailgunInboundWebhookView,
    "mailjet": mailjet.MailjetInboundWebhookView,
    "postmark": postmark.PostmarkInboundWebhookView,
}

Act = Callable[[object, datetime], None]

log = logging.getLogger(__name__)


class ProviderEmail(NamedTuple):
    """An incoming e-mail from a provider."""

    raw: bytes
    # The return address; None if the provider does not report it.
    back: str | None
    recipients: list[str]
    # The provider's id, "" if there is none.
    number: str
    # None if the provider does not report it.
    reported_at: datetime | None


@csrf_exempt
@never_cache
@require_http_methods(["POST", "HEAD"])
def receive_tracking_webhook(request: HttpRequest, provider: str) -> HttpResponse:
    """Process tracking events of sent e-mails."""
    return _handle_webhook(
        request,
        TRACKING.get(provider),
        _parse_tracking_events,
        partial(_process_tracking_event, provider),
    )


@csrf_exempt
@never_cache
@require_http_methods(["POST", "HEAD"])
def receive_inbound_webhook(request: HttpRequest, provider: str) -> HttpResponse:
    """Store an incoming e-mail; respond with 200 only after its row is committed."""
    return _handle_webhook(
        request, INBOUND.get(provider), _parse_inbound_emails, partial(_store_email, provider)
    )


def _handle_webhook(
    request: HttpRequest, view: type[object] | None, read: Callable[..., list[Any]], act: Act
) -> HttpResponse:
    """Authenticate and parse a request with `read`, and call `act` for each item.

    Responds with 404 if there is no such provider or no secret is set, 403 for a wrong secret or
    signature or an old date, 400 if the request cannot be parsed, and 503 if the provider should
    retry later.
    """
    if view is None or not settings.MAIL_WEBHOOK_SECRET:
        raise Http404("nobody is called here")
    if request.method == "HEAD":
        # Some providers check that the URL exists.
        return HttpResponse()
    try:
        items = read(request, view())
    except AnymailWebhookValidationFailure:
        return HttpResponse("wrong secret or signature\n", status=403)
    except (AnymailConfigurationError, ValueError, LookupError, TypeError, AttributeError) as error:
        log.error("a provider says what cannot be read: %s", type(error).__name__)
        return HttpResponse("cannot be read here\n", status=400)
    now = timezone.now()
    if not all(provider_events.is_timely(when, now) for when, _ in items):
        return HttpResponse("too old\n", status=403)
    try:
        for _, item in items:
            act(item, now)
    except (DatabaseTrouble, provider_events.DeliveryNotCommitted) as trouble:
        log.warning("a provider must come again: %s", type(trouble).__name__)
        return HttpResponse("please try again\n", status=503)
    return HttpResponse()


def _verify_request(request: HttpRequest, reader: Any) -> None:
    """Check secret and signature. The body is read first, because parts of it are parsed twice."""
    assert request.body is not None
    reader.run_validators(request)


def _parse_tracking_events(
    request: HttpRequest, reader: Any
) -> list[tuple[datetime | None, object]]:
    _verify_request(request, reader)
    return [(event.timestamp, event) for event in reader.parse_events(request)]


def _process_tracking_event(provider: str, event: Any, now: datetime) -> None:
    provider_events.process_provider_event(event, provider, now)


def _parse_inbound_emails(
    request: HttpRequest, reader: Any
) -> list[tuple[datetime | None, ProviderEmail]]:
    _verify_request(request, reader)
    email = _parse_raw_email(request) or _rebuild_email(reader.parse_events(request)[0])
    return [(email.reported_at, email)]


def _parse_raw_email(request: HttpRequest) -> ProviderEmail | None:
    """Return the unchanged source of the e-mail; None if the provider sent only parsed parts.

    The source is not parsed here, because it may be malformed.
    """
    if request.content_type == "application/json":
        return _parse_postmark_email(json.loads(request.body))
    if "body-mime" not in request.POST:
        return None
    form = {name: request.POST.get(name, "") for name in ("sender", "recipient", "token")}
    reported_at = datetime.fromtimestamp(int(request.POST["timestamp"]), tz=UTC)
    return ProviderEmail(
        _read_field_bytes(request, "body-mime"),
        form["sender"],
        _split_addresses(form["recipient"]),
        form["token"],
        reported_at,
    )


def _read_field_bytes(request: HttpRequest, field: str) -> bytes:
    """Return a form field as bytes. Decoding it as UTF-8 would lose all other encodings."""
    if request.content_type == "multipart/form-data":
        again = MultiPartParser(request.META, BytesIO(request.body), [], "latin-1").parse()[0]
    else:
        again = QueryDict(request.body, encoding="latin-1")
    return str(again[field]).encode("latin-1")


def _parse_postmark_email(payload: Any) -> ProviderEmail | None:
    if "RawEmail" not in payload:
        return None
    raw = str(payload["RawEmail"]).encode("utf-8", "replace")
    # Postmark adds it as the first header; further down it is the sender's.
    first = (payload.get("Headers") or [{}])[0]
    back = first.get("Value") if str(first.get("Name")).lower() == "return-path" else None
    recipients = _split_addresses(payload.get("OriginalRecipient") or "")
    return ProviderEmail(raw, back, recipients, str(payload.get("MessageID") or ""), None)


def _rebuild_email(event: Any) -> ProviderEmail:
    """Rebuild an e-mail from the parts that a provider has parsed."""
    email = event.message
    recipients = _split_addresses(email.envelope_recipient or "")
    number = event.event_id or ""
    return ProviderEmail(
        email.as_bytes(), email.envelope_sender, recipients, number, event.timestamp
    )


def _store_email(provider: str, email: ProviderEmail, now: datetime) -> None:
    """Store an e-mail like those that arrive by SMTP."""
    addresses = email.recipients or recipients.find_own_recipients(parse_email(email.raw))
    back = "unknown" if email.back is None else email.back.strip("<> ")
    source_id = email.number[:200] or hashlib.sha256(email.raw).hexdigest()
    intake.receive_email(email.raw, intake.Envelope(back, addresses), provider, source_id, now)


def _split_addresses(addresses: str) -> list[str]:
    return [address.strip() for address in addresses.split(",") if address.strip()]
