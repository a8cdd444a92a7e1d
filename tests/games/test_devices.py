"""Devices that are told things: what arrives on them, when, and for how long."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import time, timedelta
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    SECP256R1,
    EllipticCurvePrivateKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.test import Client
from django.utils import timezone

from games.models import Match
from games.services.play.decisions import submit_decision
from notifications.models import EmailPreferences, Webhook, WebhookCall
from notifications.preferences import devices
from notifications.preferences.webhooks import TooMany
from notifications.retention.own_data import own_data
from notifications.web_push import encryption
from notifications.web_push.encryption import encode_base64url, encode_public_key
from notifications.webhooks import calls

from .test_webhooks import NOON, As, Listener, program

__all__ = ["program"]

pytestmark = pytest.mark.django_db

AUTH = bytes(range(16))


class Telephone:
    """A device: its keys, and what it makes of what arrives."""

    def __init__(self, program: Listener) -> None:
        self.key: EllipticCurvePrivateKey = generate_private_key(SECP256R1())
        self.program = program

    @property
    def form(self) -> dict[str, str]:
        key = encode_base64url(encode_public_key(self.key.public_key()))
        return {"endpoint": self.program.url, "key": key, "auth": encode_base64url(AUTH)}

    def read(self) -> list[dict[str, Any]]:
        return [self._open(body) for _, body in self.program.told]

    def _open(self, body: bytes) -> dict[str, Any]:
        """RFC 8291 §4 and RFC 8188 §2, as a browser does it."""
        salt, theirs, sealed = body[:16], body[21:86], body[86:]
        agreed = self.key.exchange(ECDH(), encryption.public_key(theirs))
        about = b"WebPush: info\0" + encode_public_key(self.key.public_key()) + theirs
        secret = HKDF(SHA256(), 32, AUTH, about).derive(agreed)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        said = AESGCM(key).decrypt(nonce, sealed, None)
        assert said[-1:] == b"\x02"
        found: dict[str, Any] = json.loads(said[:-1])
        return found


@pytest.fixture
def telephone(program: Listener) -> Telephone:
    return Telephone(program)


@pytest.fixture
def device(people: dict[str, Any], telephone: Telephone) -> Webhook:
    """Alice's telephone, told things since a minute before noon."""
    before = NOON - timedelta(minutes=1)
    return devices.register_device(people["alice"], **telephone.form, agent="", now=before)


def test_a_turn_arrives_once_sealed_and_says_no_more_than_a_subject(
    device: Webhook, telephone: Telephone, deal: Callable[..., Match]
) -> None:
    match = deal("abyss", seats=2)

    made = [calls.call_round(NOON) for _ in range(2)]

    [said], [(headers, body)] = telephone.read(), telephone.program.told
    assert made == [1, 0]
    assert said.pop("title").startswith(f"Abyss #{match.number} (")
    assert said.pop("tag") == headers["Topic"]
    assert said == {
        "body": "It is your turn.",
        "path": f"/matches/{match.number}/",
        "lang": "en",
    }
    assert headers["Authorization"].startswith("vapid t=")
    assert int(headers["TTL"]) > 3600 and headers["Urgency"] == "normal"
    assert b"Abyss" not in body


def test_what_was_answered_meanwhile_is_not_told(
    device: Webhook, telephone: Telephone, deal: Callable[..., Match]
) -> None:
    match = deal("pebbles", seats=2)
    asked = match.prompts.get(closed_at=None)
    submit_decision(asked.token, None, source="page", key="k")

    calls.call_round(NOON)

    assert [one["path"] for one in telephone.read() if "turn" in one["body"]] == []
    assert WebhookCall.objects.get().error == "overtaken"


def test_a_device_that_is_gone_is_forgotten(
    device: Webhook, telephone: Telephone, deal: Callable[..., Match]
) -> None:
    """RFC 8030 §7.3: 404 or 410 ends a subscription; a program may come back."""
    telephone.program.status = 410
    deal("pebbles", seats=2)

    calls.call_round(NOON)

    assert not Webhook.objects.exists()


def test_quiet_hours_are_kept_but_no_question_comes_too_late(
    device: Webhook, telephone: Telephone, deal: Callable[..., Match], people: dict[str, Any]
) -> None:
    box = {"quiet_from": time(11), "quiet_until": time(14)}
    EmailPreferences.objects.create(player=people["alice"], **box)
    people["alice"].zone = "UTC"
    people["alice"].save()
    deal("pebbles", seats=2)

    calls.call_round(NOON)
    assert telephone.read() == []
    calls.call_round(NOON + timedelta(hours=2))

    assert len(telephone.read()) == 1


def test_the_page_keeps_tests_and_removes_a_device(as_: As, telephone: Telephone) -> None:
    alice, bob = as_("alice"), as_("bob")
    agent = {"user-agent": "Mozilla/5.0 (Android 14; Mobile) Gecko/130.0 Firefox/130.0"}
    page = "/emails/devices/"

    for _ in range(2):
        alice.post(page, telephone.form, headers=agent)
    row = Webhook.objects.get()
    shown = alice.get(page).content.decode()
    tested = alice.post(f"/emails/webhooks/{row.pk}/", {"do": "test"}, follow=True)
    calls.call_round(timezone.now())
    theirs = bob.post(f"/emails/webhooks/{row.pk}/", {"do": "remove"}).status_code

    assert "Firefox, Android" in shown and telephone.form["auth"] not in shown
    assert tested.redirect_chain[-1][0] == page
    assert telephone.read()[0]["body"] == "Test: it works."
    assert row.url not in alice.get("/emails/webhooks/").content.decode()
    assert theirs == 404
    assert alice.post(f"/emails/webhooks/{row.pk}/", {"do": "remove"}).status_code == 302
    assert not Webhook.objects.exists()


def test_a_device_is_taken_along_without_its_keys(
    device: Webhook, telephone: Telephone, people: dict[str, Any]
) -> None:
    told = own_data(people["alice"])

    assert [(one["shape"], one["url"]) for one in told["webhooks"]] == [("push", device.url)]
    assert telephone.form["key"] not in str(told) and telephone.form["auth"] not in str(told)


def test_one_browser_is_one_device_of_whoever_asked_last(
    device: Webhook, telephone: Telephone, people: dict[str, Any]
) -> None:
    devices.register_device(people["bob"], **telephone.form, agent="", now=NOON)

    assert [row.player for row in Webhook.objects.all()] == [people["bob"]]


def test_what_cannot_be_sent_to_is_not_kept(
    as_: As, telephone: Telephone, people: dict[str, Any]
) -> None:
    alice: Client = as_("alice")
    for change in (
        {"endpoint": "https://127.0.0.1:22/"},
        {"endpoint": ""},
        {"key": "AAAA"},
        {"key": "ä"},
        {"auth": "AAAA"},
    ):
        page = alice.post("/emails/devices/", telephone.form | change)
        assert (page.status_code, Webhook.objects.count()) == (422, 0), change

    for number in range(devices.MAX_DEVICES + 1):
        form = telephone.form | {"endpoint": f"https://push.example.org/{number}"}
        if number == devices.MAX_DEVICES:
            with pytest.raises(TooMany):
                devices.register_device(people["alice"], **form, agent="", now=NOON)
        else:
            devices.register_device(people["alice"], **form, agent="", now=NOON)
    assert Webhook.objects.count() == devices.MAX_DEVICES


def test_the_site_can_be_installed(client: Client) -> None:
    told = client.get("/manifest.webmanifest", headers={"accept-language": "de"})
    worker = client.get("/worker.js")
    offline = client.get("/offline/").content.decode()

    assert told["Content-Type"] == "application/manifest+json"
    assert (told.json()["lang"], told.json()["start_url"]) == ("de", "/")
    assert worker["Content-Type"].startswith("text/javascript")
    assert "/offline/" in worker.content.decode() and "You are offline" in offline
    assert 'rel="manifest"' in client.get("/sign-in/").content.decode()
