"""Tests of webhooks of e-mail providers: incoming e-mails and tracking events, as documented."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest
from django.utils import timezone

from notifications.incoming.transports import provider_events
from notifications.models import (
    BounceScore,
    ChannelPreference,
    Delivery,
    InboundEmail,
    Notification,
    ProviderEvent,
)
from notifications.outgoing import bounce_scores, reply_addresses

from .conftest import NOW, TOKEN, notification, reply

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("kinds", "webhooks")]

SECRET = "a-secret-of-twenty-letters"
SIGNING_KEY = "key-of-mailgun"
ALICE = "alice@example.org"


@pytest.fixture
def webhooks(settings: Any) -> None:
    settings.MAIL_WEBHOOK_SECRET = SECRET
    settings.ANYMAIL = {
        "WEBHOOK_SECRET": f"abyss:{SECRET}",
        "MAILGUN_WEBHOOK_SIGNING_KEY": SIGNING_KEY,
        "BREVO_API_KEY": "x",
        "RESEND_API_KEY": "x",
    }


def auth(secret: str = SECRET) -> str:
    return "Basic " + base64.b64encode(f"abyss:{secret}".encode()).decode()


def call(client: Any, page: str, said: Any, *, secret: str = SECRET) -> int:
    """POST JSON or a form like a provider; return the status code."""
    kind = {"content_type": "application/json"} if isinstance(said, list | dict) else {}
    body = json.dumps(said) if kind else said.form
    answer = client.post(f"/webhooks/{page}/", body, HTTP_AUTHORIZATION=auth(secret), **kind)
    return int(answer.status_code)


class Form:
    """A form with Mailgun's signature (HMAC-SHA-256 of timestamp and token)."""

    def __init__(self, when: datetime | None = None, key: str = SIGNING_KEY, **fields: Any) -> None:
        self.form = {**signature(when, key), **{k.replace("_", "-"): v for k, v in fields.items()}}


def signature(when: datetime | None = None, key: str = SIGNING_KEY, token: str = "t1") -> Any:
    timestamp = str(int((when or timezone.now()).timestamp()))
    digest = hmac.new(key.encode(), f"{timestamp}{token}".encode(), hashlib.sha256).hexdigest()
    return {"timestamp": timestamp, "token": token, "signature": digest}


@pytest.fixture
def sent(people: dict[str, Any]) -> Notification:
    """Return an e-mail that a provider accepted with the id pm-1."""
    email = notification("a", people["alice"], thread="match-7")
    Notification.objects.filter(pk=email.pk).update(state="sent", planned_at=NOW)
    Delivery.objects.create(notification=email, attempted_at=NOW, accepted=True, provider_id="pm-1")
    return email


def play() -> str:
    return reply_addresses.build_address("play", TOKEN)


EMAIL = reply("2 — für später\n", Content_Type="text/plain; charset=utf-8")
LATIN = reply(Content_Type="text/plain; charset=iso-8859-1")[:-3] + "für 2\r\n".encode("latin-1")


def mailgun(raw: bytes = EMAIL, **changes: Any) -> Form:
    """Return Mailgun's forward() to a URL that contains “mime”."""
    fields = {"recipient": play(), "sender": ALICE, "body_mime": raw.decode("utf-8")}
    return Form(**fields | changes)


def postmark(**changes: Any) -> dict[str, Any]:
    """Return Postmark's inbound webhook with “Include raw email content”."""
    return {
        "FromName": "Alice",
        "MessageStream": "inbound",
        "From": ALICE,
        "FromFull": {"Email": ALICE, "Name": "Alice", "MailboxHash": ""},
        "OriginalRecipient": play(),
        "Subject": "Re: Your turn",
        "MessageID": "73e6d360-66eb-11e1-8e72-a8904824019b",
        "Headers": [{"Name": "Return-Path", "Value": f"<{ALICE}>"}],
        "RawEmail": EMAIL.decode(),
    } | changes


def mailjet() -> dict[str, Any]:
    """Return Mailjet's Parse API, which sends only parsed parts."""
    return {
        "Sender": ALICE,
        "Recipient": play(),
        "Date": "20260302T120000",
        "From": f"Alice <{ALICE}>",
        "Subject": "Re: Your turn",
        "Headers": {
            "From": f"Alice <{ALICE}>",
            "To": play(),
            "Subject": "Re: Your turn",
            "Message-ID": "<1@client.example>",
        },
        "Parts": [{"Headers": {"Content-Type": "text/plain"}, "ContentRef": "Text-part"}],
        "Text-part": "2 — für später\n",
        "Spam-Score": "0.4",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("mailgun/inbound_mime", mailgun),
        ("postmark/inbound", postmark),
        ("mailjet/inbound", mailjet),
    ],
)
def test_an_email_comes_in_by_a_provider_once(client: Any, page: str, said: Any) -> None:
    """I1, I2, I5: stored like all e-mails; the same request again changes nothing."""
    assert [call(client, page, said()), call(client, page, said())] == [200, 200]

    email = InboundEmail.objects.get()
    assert (email.source, email.purpose, email.token) == (page.partition("/")[0], "play", TOKEN)
    assert email.envelope["mail_from"] == ALICE
    assert (email.message_id, email.copies) == ("<1@client.example>", 1)


@pytest.mark.parametrize(
    ("page", "said"), [("mailgun/inbound_mime", mailgun), ("postmark/inbound", postmark)]
)
def test_the_email_is_kept_octet_by_octet(client: Any, page: str, said: Any) -> None:
    """I1: the raw MIME message, not the provider's parsed parts."""
    call(client, page, said())

    assert bytes(InboundEmail.objects.get().raw or b"") == EMAIL


def test_octets_that_are_no_utf8_are_kept_too(client: Any) -> None:
    form = urlencode({**mailgun().form, "body-mime": LATIN})

    answer = client.post(
        "/webhooks/mailgun/inbound_mime/", form, "application/x-www-form-urlencoded",
        HTTP_AUTHORIZATION=auth(),
    )  # fmt: skip

    assert answer.status_code == 200
    assert bytes(InboundEmail.objects.get().raw or b"") == LATIN


@pytest.mark.parametrize("said", ["", "no e-mail at all", "From: \x00\nX: =?x?", "a: b\n" * 500])
def test_a_strange_email_is_kept_all_the_same(client: Any, said: str) -> None:
    """I10: it is not parsed before it is stored."""
    assert call(client, "mailgun/inbound_mime", mailgun(said.encode())) == 200
    assert InboundEmail.objects.count() == 1


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("mailgun/inbound_mime", mailgun(key="guessed")),
        ("mailgun/inbound_mime", mailgun(timestamp="1")),
        ("mailgun/tracking", {"signature": signature(key="guessed"), "event-data": {}}),
        ("mailgun/tracking", {"event-data": {"event": "delivered"}}),
    ],
)
def test_a_wrong_signature_is_refused(client: Any, page: str, said: Any) -> None:
    """I5: rejected requests store nothing."""
    assert call(client, page, said) == 403
    assert not InboundEmail.objects.exists() and not ProviderEvent.objects.exists()


@pytest.mark.parametrize("page", ["mailgun/inbound_mime", "postmark/inbound", "mailjet/inbound"])
def test_a_wrong_secret_is_refused(client: Any, page: str) -> None:
    """I5: a wrong secret, or none."""
    makers: dict[str, Callable[[], Any]] = {
        "mailgun": mailgun,
        "postmark": postmark,
        "mailjet": mailjet,
    }
    said = makers[page.partition("/")[0]]()

    assert call(client, page, said, secret="guessed-and-twenty-letters") == 403
    assert client.post(f"/webhooks/{page}/", {}).status_code == 403
    assert not InboundEmail.objects.exists()


def test_what_was_signed_long_ago_is_refused(client: Any) -> None:
    """I5: outside the accepted time window."""
    old = mailgun(when=timezone.now() - provider_events.WINDOW - timedelta(minutes=1))

    assert call(client, "mailgun/inbound_mime", old) == 403
    assert not InboundEmail.objects.exists()


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("postmark/inbound", {"RecordType": "Bounce"}),
        ("postmark/inbound", []),
        ("postmark/tracking", {"FromFull": {}}),
        ("mailjet/inbound", {"Headers": 5}),
        ("mailjet/tracking", [{"nothing": 1}]),
        ("brevo/tracking", {"items": []}),
        ("resend/tracking", {"no": "type"}),
    ],
)
def test_what_cannot_be_read_is_refused_and_changes_nothing(
    client: Any, page: str, said: Any
) -> None:
    assert call(client, page, said) == 400
    assert not InboundEmail.objects.exists() and not ProviderEvent.objects.exists()


@pytest.mark.parametrize("page", ["nobody/tracking", "brevo/inbound", "resend/inbound"])
def test_nobody_else_is_called(client: Any, page: str) -> None:
    assert call(client, page, {}) == 404


def test_without_a_secret_nobody_is_called_at_all(client: Any, settings: Any) -> None:
    settings.MAIL_WEBHOOK_SECRET = ""

    assert call(client, "postmark/inbound", postmark()) == 404


def test_over_a_real_connection(live_server: Any, transactional_db: None) -> None:
    """I5: real HTTP; some providers check the URL with HEAD."""

    def knock(body: bytes | None, secret: str) -> int:
        request = Request(
            f"{live_server.url}/webhooks/postmark/inbound/",
            body,
            {"Content-Type": "application/json", "Authorization": auth(secret)},
            method="POST" if body else "HEAD",
        )
        try:
            return int(urlopen(request, timeout=20).status)
        except HTTPError as error:
            return error.code

    said = json.dumps(postmark()).encode()

    assert [knock(said, SECRET), knock(said, "wrong"), knock(None, SECRET)] == [200, 403, 200]
    assert InboundEmail.objects.get().token == TOKEN


def build_event(provider: str, kind: str, email: Notification) -> tuple[str, Any]:
    """Return the page and body of a provider's event about an e-mail; `kind` is our own name."""
    number = reply_addresses.build_local_part("bounce", reply_addresses.token_from_uuid(email.pk))
    now = timezone.now()
    event: dict[str, Any]
    more: dict[str, dict[str, Any]]
    match provider, kind:
        case "mailgun", _:
            event = {"timestamp": now.timestamp(), "recipient": ALICE, "id": "e1",
                     "user-variables": {"email": number}, "message": {"headers": {}}}  # fmt: skip
            more = {
                "delivered": {"event": "delivered", "delivery-status": {"code": 250}},
                "bounced": {"event": "failed", "severity": "permanent", "reason": "bounce",
                            "delivery-status": {"code": 550, "message": "5.1.1 no such user"}},
                "deferred": {"event": "failed", "severity": "temporary", "reason": "generic",
                             "delivery-status": {"code": 450, "message": "try later"}},
                "complained": {"event": "complained"},
            }  # fmt: skip
            event |= more[kind]
            return "mailgun/tracking", {"signature": signature(), "event-data": event}
        case "postmark", _:
            event = {"MessageID": "pm-1", "Metadata": {}, "Email": ALICE, "ID": 42}
            when = now.isoformat()
            more = {
                "delivered": {"RecordType": "Delivery", "DeliveredAt": when},
                "bounced": {"RecordType": "Bounce", "Type": "HardBounce", "BouncedAt": when,
                            "Details": "smtp;550 5.1.1 The email account does not exist"},
                "deferred": {"RecordType": "Bounce", "Type": "Transient", "BouncedAt": when},
                "complained": {"RecordType": "SpamComplaint", "Type": "SpamComplaint",
                               "BouncedAt": when},
            }  # fmt: skip
            event |= more[kind]
            return "postmark/tracking", event
        case "mailjet", _:
            event = {"time": int(now.timestamp()), "MessageID": 9, "email": ALICE,
                     "Payload": json.dumps({"email": number})}  # fmt: skip
            more = {
                "delivered": {"event": "sent", "smtp_reply": "250 OK"},
                "bounced": {"event": "bounce", "hard_bounce": True, "error": "user unknown",
                            "smtp_reply": "550 5.1.1 unknown"},
                "deferred": {"event": "bounce", "hard_bounce": False, "error": "greylisted"},
                "complained": {"event": "spam", "source": "JMRP"},
            }  # fmt: skip
            event |= more[kind]
            return "mailjet/tracking", [event]
        case "brevo", _:
            event = {"email": ALICE, "ts_event": int(now.timestamp()), "message-id": "<pm-1>",
                     "date": "2026-03-02 12:00:00", "id": 7}  # fmt: skip
            more = {
                "delivered": {"event": "delivered"},
                "bounced": {"event": "hard_bounce", "reason": "550 5.1.1 unknown"},
                "deferred": {"event": "deferred", "reason": "421 later"},
                "complained": {"event": "spam"},
            }
            event |= more[kind]
            return "brevo/tracking", event
    kinds = {"delivered": "delivered", "bounced": "bounced", "deferred": "delivery_delayed",
             "complained": "complained"}  # fmt: skip
    data: dict[str, Any] = {"email_id": "pm-1", "to": [ALICE], "created_at": now.isoformat()}
    data |= {"bounce": {"message": "a hard bounce message: 5.1.1"}} if kind == "bounced" else {}
    event = {"type": f"email.{kinds[kind]}", "created_at": now.isoformat(), "data": data}
    return "resend/tracking", event


PROVIDERS = ("mailgun", "postmark", "mailjet", "brevo", "resend")


@pytest.mark.parametrize("provider", PROVIDERS)
def test_an_email_that_came_back_is_held_against_the_address_once(
    provider: str, client: Any, sent: Notification
) -> None:
    """E1, E3, I5: a bounce by webhook counts like one by e-mail, and only once."""
    page, said = build_event(provider, "bounced", sent)

    assert [call(client, page, said), call(client, page, said)] == [200, 200]

    delivery = Delivery.objects.get()
    assert delivery.bounced_at is not None and delivery.bounce.startswith("5.1.1")
    assert BounceScore.objects.get().score == 1
    assert ProviderEvent.objects.count() == 1


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_complaint_stops_emails_at_once(provider: str, client: Any, sent: Notification) -> None:
    """E4: complaints by webhook."""
    assert call(client, *build_event(provider, "complained", sent)) == 200

    found = bounce_scores.stopped_score_for(ALICE)
    assert found and found.why == "complaint"


@pytest.mark.parametrize("provider", PROVIDERS)
def test_an_email_that_arrived_is_noted_and_a_delay_changes_nothing(
    provider: str, client: Any, sent: Notification
) -> None:
    """E2: delays do not affect the score."""
    assert call(client, *build_event(provider, "deferred", sent)) == 200
    assert Delivery.objects.get().arrived_at is None and not BounceScore.objects.exists()

    # Mailgun identifies its calls by the token in the signature.
    ProviderEvent.objects.all().delete()
    call(client, *build_event(provider, "delivered", sent))

    assert Delivery.objects.get().arrived_at is not None


def test_policy_is_our_problem(client: Any, sent: Notification, caplog: Any) -> None:
    """E2: 5.7.x and blocked senders alert the operator and do not affect the recipient."""
    page, said = build_event("postmark", "bounced", sent)

    call(client, page, said | {"Type": "Blocked", "Details": "refused"})

    assert not BounceScore.objects.exists()
    assert "are refused" in caplog.text and ALICE not in caplog.text


def test_news_of_an_email_that_is_just_leaving_has_to_come_again(
    client: Any, people: dict[str, Any]
) -> None:
    """Its delivery is not committed yet: nothing is stored, so that the repeated event counts."""
    email = notification("a", people["alice"], thread="match-7")

    assert call(client, *build_event("mailgun", "bounced", email)) == 503
    assert not ProviderEvent.objects.exists()


def test_a_number_that_nobody_gave_is_nobodys(client: Any, sent: Notification) -> None:
    """E1: forged tokens have a wrong MAC."""
    page, said = build_event("mailgun", "complained", sent)
    said["event-data"]["user-variables"]["email"] = "bounce+" + "a" * 44

    assert call(client, page, said) == 200
    assert bounce_scores.stopped_score_for(ALICE) is None


def test_who_unsubscribes_at_the_provider_unsubscribes_here(
    client: Any, sent: Notification
) -> None:
    page, said = build_event("mailgun", "complained", sent)
    said["event-data"]["event"] = "unsubscribed"

    assert call(client, page, said) == 200
    assert ChannelPreference.objects.get().thread == "match-7"


def test_what_was_told_is_forgotten_when_it_would_not_be_believed(sent: Notification) -> None:
    """I5: events are remembered for longer than they are accepted, so replays have no effect."""
    now = timezone.now()
    ProviderEvent.objects.create(
        key="a", received_at=now - provider_events.EVENT_RETENTION - timedelta(hours=1)
    )
    ProviderEvent.objects.create(
        key="b", received_at=now - provider_events.WINDOW - provider_events.AHEAD
    )

    assert provider_events.delete_expired_events(now) == 1
    assert provider_events.EVENT_RETENTION > provider_events.WINDOW + provider_events.AHEAD
