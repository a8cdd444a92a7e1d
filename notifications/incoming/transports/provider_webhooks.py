"""DOOR: providers call here, with letters for us and with news about letters of ours.

What they send is read by django-anymail's views, whose checks of secrets and signatures hold. A
letter is kept as all others are; who replays a call changes nothing.
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

# Whoever has a name here tells the fate of letters.
TRACKING = {
    "brevo": brevo.BrevoTrackingWebhookView,
    "mailgun": mailgun.MailgunTrackingWebhookView,
    "mailjet": mailjet.MailjetTrackingWebhookView,
    "postmark": postmark.PostmarkTrackingWebhookView,
    "resend": resend.ResendTrackingWebhookView,
}
# These bring whole letters. Brevo and Resend would have us fetch parts from them first.
INBOUND = {
    "mailgun": mailgun.MailgunInboundWebhookView,
    "mailjet": mailjet.MailjetInboundWebhookView,
    "postmark": postmark.PostmarkInboundWebhookView,
}

Act = Callable[[Any, datetime], None]

log = logging.getLogger(__name__)


class Brought(NamedTuple):
    """A letter as a provider brings it. `told`: when, None if it does not say."""

    raw: bytes
    # None: it does not say.
    back: str | None
    recipients: list[str]
    number: str
    reported_at: datetime | None


@csrf_exempt
@never_cache
@require_http_methods(["POST", "HEAD"])
def receive_tracking_webhook(request: HttpRequest, provider: str) -> HttpResponse:
    """Take in what became of letters."""
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
    """Take in a letter: 200 is said when its row is committed."""
    return _handle_webhook(
        request, INBOUND.get(provider), _parse_inbound_emails, partial(_store_email, provider)
    )


def _handle_webhook(
    request: HttpRequest, view: type[Any] | None, read: Callable[..., list[Any]], act: Act
) -> HttpResponse:
    """Check who calls, read what is said and act on it.

    403 with a wrong secret, signature or an old date, 400 for what cannot be read, 503 when it
    should be said again later; in each case nothing is kept.
    """
    if view is None or not settings.MAIL_WEBHOOK_SECRET:
        raise Http404("nobody is called here")
    if request.method == "HEAD":
        # Some look whether anybody lives here.
        return HttpResponse()
    try:
        found = read(request, view())
    except AnymailWebhookValidationFailure:
        return HttpResponse("wrong secret or signature\n", status=403)
    except (AnymailConfigurationError, ValueError, LookupError, TypeError, AttributeError) as error:
        log.error("a provider says what cannot be read: %s", type(error).__name__)
        return HttpResponse("cannot be read here\n", status=400)
    now = timezone.now()
    if not all(provider_events.is_timely(when, now) for when, _ in found):
        return HttpResponse("too old\n", status=403)
    try:
        for _, one in found:
            act(one, now)
    except (DatabaseTrouble, provider_events.NotYet) as trouble:
        log.warning("a provider must come again: %s", type(trouble).__name__)
        return HttpResponse("please try again\n", status=503)
    return HttpResponse()


def _verify_request(request: HttpRequest, reader: Any) -> None:
    """Check secret and signature. The body is kept, because some of it is read twice."""
    assert request.body is not None
    reader.run_validators(request)


def _parse_tracking_events(request: HttpRequest, reader: Any) -> list[tuple[datetime | None, Any]]:
    _verify_request(request, reader)
    return [(event.timestamp, event) for event in reader.parse_events(request)]


def _process_tracking_event(provider: str, event: Any, now: datetime) -> None:
    provider_events.process_provider_event(event, provider, now)


def _parse_inbound_emails(
    request: HttpRequest, reader: Any
) -> list[tuple[datetime | None, Brought]]:
    _verify_request(request, reader)
    found = _as_it_was(request) or _rebuild_email(reader.parse_events(request)[0])
    return [(found.reported_at, found)]


def _as_it_was(request: HttpRequest) -> Brought | None:
    """Return the letter octet by octet; None if the provider has only what it made of it.

    Nothing of it is parsed on the way: a stranger's letter may be of any kind.
    """
    if request.content_type == "application/json":
        return _of_postmark(json.loads(request.body))
    if "body-mime" not in request.POST:
        return None
    form = {name: request.POST.get(name, "") for name in ("sender", "recipient", "token")}
    told = datetime.fromtimestamp(int(request.POST["timestamp"]), tz=UTC)
    return Brought(
        _read_field_bytes(request, "body-mime"),
        form["sender"],
        _split_addresses(form["recipient"]),
        form["token"],
        told,
    )


def _read_field_bytes(request: HttpRequest, field: str) -> bytes:
    """Return a field of a form, read one octet a letter: what is not UTF-8 would be lost."""
    if request.content_type == "multipart/form-data":
        again = MultiPartParser(request.META, BytesIO(request.body), [], "latin-1").parse()[0]
    else:
        again = QueryDict(request.body, encoding="latin-1")
    return str(again[field]).encode("latin-1")


def _of_postmark(said: Any) -> Brought | None:
    if "RawEmail" not in said:
        return None
    raw = str(said["RawEmail"]).encode("utf-8", "replace")
    # Put first by Postmark; further down it came with the letter.
    first = (said.get("Headers") or [{}])[0]
    back = first.get("Value") if str(first.get("Name")).lower() == "return-path" else None
    recipients = _split_addresses(said.get("OriginalRecipient") or "")
    return Brought(raw, back, recipients, str(said.get("MessageID") or ""), None)


def _rebuild_email(event: Any) -> Brought:
    """Return a letter put together again from what a provider took apart."""
    letter = event.message
    recipients = _split_addresses(letter.envelope_recipient or "")
    number = event.event_id or ""
    return Brought(letter.as_bytes(), letter.envelope_sender, recipients, number, event.timestamp)


def _store_email(provider: str, letter: Brought, now: datetime) -> None:
    """Keep a letter as the mailroom keeps those that come by SMTP."""
    named = letter.recipients or recipients.find_own_recipients(parse_email(letter.raw))
    back = "unknown" if letter.back is None else letter.back.strip("<> ")
    source_id = letter.number[:200] or hashlib.sha256(letter.raw).hexdigest()
    intake.receive_email(letter.raw, intake.Envelope(back, named), provider, source_id, now)


def _split_addresses(addresses: str) -> list[str]:
    return [address.strip() for address in addresses.split(",") if address.strip()]
