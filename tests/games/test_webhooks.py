"""Webhooks: what they are told, whom we never call, and what failing means."""

from __future__ import annotations

import hashlib
import hmac
import json
import threading
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Match
from notifications.models import Webhook, WebhookCall
from notifications.preferences import webhooks
from notifications.webhooks import calls, formats, guard

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
As = Callable[[str], Client]

pytestmark = pytest.mark.django_db


class Listener(HTTPServer):
    """A program that is called; answers `status`, and keeps what it was told."""

    status = 204
    told: list[tuple[dict[str, str], bytes]]

    @property
    def url(self) -> str:
        return f"http://localhost:{self.server_port}/in?x=1"


class Ear(BaseHTTPRequestHandler):
    server: Listener

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.told.append((dict(self.headers), body))
        self.send_response(self.server.status)
        self.send_header("Location", "http://localhost:1/")
        self.end_headers()

    def log_message(self, *words: Any) -> None:
        """Say nothing."""


@pytest.fixture
def program(settings: Any) -> Iterator[Listener]:
    settings.WEBHOOK_PRIVATE_HOSTS = ["localhost"]
    with Listener(("127.0.0.1", 0), Ear) as server:
        server.told = []
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def webhook(people: dict[str, Any], program: Listener) -> Callable[..., Webhook]:
    def webhook(**fields: Any) -> Webhook:
        wanted: dict[str, Any] = {
            "shape": "json",
            "questions_only": True,
            "thread": "",
            "url": program.url,
        }
        before, scope = NOON - timedelta(minutes=1), fields.pop("scope", "")
        row = webhooks.add_webhook(people["alice"], now=before, **(wanted | fields))
        webhooks.set_scope(row, scope)
        return row

    return webhook


def test_a_question_is_one_signed_call(
    webhook: Callable[..., Webhook], program: Listener, deal: Callable[..., Match]
) -> None:
    row, match = webhook(), deal("pebbles", seats=2)

    made = calls.call_round(NOON), calls.call_round(NOON + timedelta(minutes=1))

    [(headers, body)] = program.told
    event = json.loads(body)
    assert made == (1, 0)
    assert headers["webhook-signature"] == sign(formats.show_secret(row.secret), headers, body)
    assert headers["webhook-timestamp"] == str(int(NOON.timestamp()))
    assert headers["webhook-id"] == event["id"]
    assert (event["event"], event["text"]) == ("prompt_opened", "It is your turn.")
    assert event["url"].endswith(f"/matches/{match.number}/")
    assert WebhookCall.objects.get().done_at == NOON


def sign(secret: str, headers: dict[str, str], body: bytes) -> str:
    """Return the signature of a call as a program computes it (Standard Webhooks)."""
    signed_bytes = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    key = b64decode(secret.removeprefix("whsec_"))
    return f"v1,{b64encode(hmac.new(key, signed_bytes, hashlib.sha256).digest()).decode()}"


def test_the_signature_is_that_of_standard_webhooks() -> None:
    """The example of the specification."""
    headers = {"webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek", "webhook-timestamp": "1614265330"}
    signature = sign("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", headers, b'{"test": 2432232314}')

    assert signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_two_keys_sign_for_a_day_after_a_change(
    webhook: Callable[..., Webhook], program: Listener
) -> None:
    row = webhook()
    old_secret = formats.show_secret(row.secret)
    webhooks.rotate_secret(row, NOON)
    new_secret = formats.show_secret(row.secret)

    for hours in (23, 24):
        now = NOON + timedelta(hours=hours)
        webhooks.request_test_call(row, now)
        calls.call_round(now)

    (both, one) = program.told
    assert both[0]["webhook-signature"] == f"{sign(new_secret, *both)} {sign(old_secret, *both)}"
    assert one[0]["webhook-signature"] == sign(new_secret, *one)


def test_a_call_brings_no_more_than_its_scope(
    webhook: Callable[..., Webhook], program: Listener, deal: Callable[..., Match]
) -> None:
    rows = [webhook(scope=scope) for scope in ("", "read", "play")]
    match = deal("abyss", seats=2)
    prompt = match.prompts.get(closed_at=None, seat=0)

    calls.call_round(NOON)

    events = [json.loads(body) for _headers, body in program.told]
    questions = [event["question"] for event in events if "question" in event]
    assert len(events) == len(rows) and len({event["id"] for event in events}) == 1
    assert sorted(question["token"] or "" for question in questions) == ["", prompt.token]
    assert all(question["answers"] for question in questions)


def test_what_a_program_missed_is_sent_again(
    webhook: Callable[..., Webhook], program: Listener, deal: Callable[..., Match]
) -> None:
    row, _match = webhook(scope="play"), deal("pebbles", seats=2)
    calls.call_round(NOON)
    [call] = webhooks.list_calls(row)

    assert webhooks.resend_call(row, call.notification_id, NOON + timedelta(minutes=1))
    assert not webhooks.resend_call(row, row.pk, NOON)
    calls.call_round(NOON + timedelta(minutes=1))

    (first, again) = program.told
    assert first[1] == again[1] and first[0]["webhook-id"] == again[0]["webhook-id"]
    assert first[0]["webhook-timestamp"] != again[0]["webhook-timestamp"]


@pytest.mark.parametrize(
    ("shape", "said"),
    [
        ("discord", b'"content": "Pebbles #'),
        ("slack", b'"text": "Pebbles #'),
        ("ntfy", b"Pebbles #"),
    ],
)
def test_each_shape_is_what_its_receiver_reads(
    webhook: Callable[..., Webhook],
    program: Listener,
    deal: Callable[..., Match],
    shape: str,
    said: bytes,
) -> None:
    webhook(shape=shape)
    deal("pebbles", seats=2)

    calls.call_round(NOON)

    assert said in program.told[0][1] and b"It is your turn." in program.told[0][1]
    assert "webhook-signature" not in program.told[0][0]


def test_calls_hold_no_key_and_nothing_of_the_table(
    webhook: Callable[..., Webhook], program: Listener, deal: Callable[..., Match]
) -> None:
    webhook(questions_only=False)
    match = deal("abyss", seats=2)

    calls.call_round(NOON)

    told = b"".join(body for _, body in program.told)
    assert told
    assert not [p.token for p in match.prompts.all() if p.token.encode() in told]
    assert b"explore" not in told


def test_a_webhook_for_one_match_hears_of_no_other(
    webhook: Callable[..., Webhook], program: Listener, deal: Callable[..., Match]
) -> None:
    match = deal("pebbles", seats=2)
    webhook(thread=f"match-{match.number}")
    deal("pebbles", seats=2)

    assert calls.call_round(NOON) == 1


def test_a_call_that_fails_comes_again_and_a_day_of_failures_ends_it(
    webhook: Callable[..., Webhook], program: Listener, deal: Callable[..., Match]
) -> None:
    row = webhook()
    deal("pebbles", seats=2)
    program.status = 500
    made = [calls.call_round(NOON + timedelta(minutes=minutes)) for minutes in (0, 0.5, 1, 2, 3)]
    row.refresh_from_db()
    assert made == [1, 0, 1, 0, 1]
    assert (row.error, row.first_failed_at, row.stopped_at) == ("answered 500", NOON, None)

    Webhook.objects.update(first_failed_at=NOON - timedelta(hours=2))
    calls.call_round(NOON + timedelta(hours=22))
    row.refresh_from_db()
    assert row.stopped_at == NOON + timedelta(hours=22)

    program.status = 204
    webhooks.switch_on(row, NOON + timedelta(days=1))

    assert calls.call_round(NOON + timedelta(days=1)) == 0
    assert Webhook.objects.get().stopped_at is None


def test_a_redirect_is_not_followed(webhook: Callable[..., Webhook], program: Listener) -> None:
    program.status = 302
    row = webhook()

    webhooks.request_test_call(row, NOON)
    calls.call_round(NOON)

    row.refresh_from_db()
    assert row.test_error == "answered 302"


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "ftp://example.org/",
        "https://user:pass@example.org/",
        "https://example.org:22/",
        "https:///x",
        "https://[::1",
        "https://exa\nmple.org/",
        "javascript:alert(1)",
    ],
)
def test_what_is_no_https_address_is_not_kept(as_: As, url: str) -> None:
    page = as_("alice").post("/emails/webhooks/", {"url": url, "shape": "json"})

    assert page.status_code == 422
    assert not Webhook.objects.exists()


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1", "[::1]", "localhost", "10.1.2.3", "192.168.1.1", "169.254.169.254"),
        *("[::ffff:127.0.0.1]", "[fd00::1]", "[fe80::1]", "0.0.0.0", "2130706433", "0x7f.1"),
        *("224.0.0.1", "100.64.0.1", "[2002:7f00:1::]", "192.0.0.192", "[fec0::1]"),
        *("[64:ff9b::a9fe:a9fe]", "[64:ff9b:1::a00:1]", "[::a00:1]", "[::ffff:0:a00:1]"),
    ],
)
def test_nobody_is_led_to_where_only_we_can_reach(host: str, settings: Any) -> None:
    settings.WEBHOOK_PRIVATE_HOSTS = []

    with pytest.raises((guard.Unsafe, OSError)):
        guard.resolve_target(f"https://{host}/")


@pytest.mark.parametrize("host", ["8.8.8.8", "[2606:4700::1111]", "[64:ff9b::808:808]"])
def test_the_public_internet_is_called_also_from_hosts_without_ipv4(
    host: str, settings: Any
) -> None:
    settings.WEBHOOK_PRIVATE_HOSTS = []

    assert guard.resolve_target(f"https://{host}/").address == host.strip("[]")


def test_the_page_adds_tests_and_removes(as_: As, program: Listener) -> None:
    alice, bob = as_("alice"), as_("bob")
    alice.post(
        "/emails/webhooks/", {"url": program.url, "shape": "discord", "questions_only": "on"}
    )
    row = Webhook.objects.get()
    path = f"/emails/webhooks/{row.pk}/"

    first = alice.post(path, {"do": "test"}, follow=True).content
    again = alice.post(path, {"do": "test"}, follow=True).content
    calls.call_round(timezone.now())
    shown = alice.get("/emails/webhooks/").content
    theirs = bob.post(path, {"do": "remove"}).status_code

    assert b"The test is on its way." in first and b"just now" in again
    assert b"UTC</time>: delivered." in shown
    assert len(program.told) == 1
    assert (theirs, Webhook.objects.count()) == (404, 1)
    alice.post(path, {"do": "remove"})
    assert not Webhook.objects.exists()


def test_a_key_is_shown_once_and_calls_are_listed(
    as_: As, program: Listener, deal: Callable[..., Match]
) -> None:
    alice = as_("alice")
    fields = {"url": program.url, "shape": "json", "questions_only": "on", "scope": "play"}
    page = alice.post("/emails/webhooks/", fields).content.decode()
    row = Webhook.objects.get()
    secret, path = formats.show_secret(row.secret), f"/emails/webhooks/{row.pk}/"
    deal("pebbles", seats=2, now=timezone.now())
    calls.call_round(timezone.now())
    listing = alice.get("/emails/webhooks/").content.decode()
    [call] = webhooks.list_calls(row)

    again = alice.post(path, {"do": "resend", "call": str(call.notification_id)}, follow=True)
    rotation = alice.post(path, {"do": "rotate"}).content.decode()

    row.refresh_from_db()
    assert secret in page and secret not in listing and row.scope == "play"
    assert "It is your turn." in listing and "delivered" in listing
    assert b"once more" in again.content and webhooks.list_calls(row)[0].done_at is None
    assert formats.show_secret(row.secret) in rotation and secret not in rotation
    assert as_("bob").post(path, {"do": "rotate"}).status_code == 404
    assert alice.post(path, {"do": "resend", "call": "x"}).status_code == 404


def test_five_are_enough(as_: As, program: Listener) -> None:
    pages = [
        as_("alice").post("/emails/webhooks/", {"url": program.url, "shape": "json"}).status_code
        for _ in range(6)
    ]

    assert pages == [200] * 5 + [422]
