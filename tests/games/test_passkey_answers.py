"""What a browser says of a passkey is input: whatever stands in it is refused, never an error."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import pytest
from django.test import Client
from fido2 import cbor
from fido2.utils import websafe_encode

from games.models import Player
from tests.sizes import sample_of

pytestmark = pytest.mark.django_db

CLIENT_DATA = {"type": "webauthn.get", "challenge": "AAAA", "origin": "http://testserver"}
# Flags "present, verified, with data of a credential", a key of 16 bytes.
AUTHENTICATOR_DATA = bytes(32) + b"\x45" + bytes(4) + bytes(16) + b"\x00\x10" + bytes(16)
KEY = cbor.encode({1: 2, 3: -7, -1: 1, -2: bytes(32), -3: bytes(32)})
ATTESTATION = {"fmt": "none", "attStmt": {}, "authData": AUTHENTICATOR_DATA + KEY}


def encode(value: Any) -> str:
    return websafe_encode(json.dumps(value).encode())


CREDENTIAL = {
    "id": websafe_encode(bytes(16)),
    "rawId": websafe_encode(bytes(16)),
    "type": "public-key",
    "authenticatorAttachment": "platform",
    "clientExtensionResults": {"credProps": {"rk": True}},
    "response": {
        "clientDataJSON": encode(CLIENT_DATA),
        "attestationObject": websafe_encode(cbor.encode(ATTESTATION)),
        "authenticatorData": websafe_encode(AUTHENTICATOR_DATA + KEY),
        "signature": websafe_encode(bytes(70)),
        "userHandle": websafe_encode(b"0"),
        "transports": ["internal"],
    },
}
NESTED = "[" * 100_000
ENCODED: tuple[Any, ...] = (True, 5, "x", [], {}, {"fmt": 5})
# In place of each value, of the whole, and of what stands encoded in a value.
HOSTILE: tuple[Any, ...] = (
    *(None, True, 0, -1, 1e308, "", "x", "\x00", "\ud800", "é" * 9, "A" * 100_000, [], {}, [[{}]]),
    *map(encode, (None, 1, "x", [], {}, {**CLIENT_DATA, "challenge": 5})),
    *map(websafe_encode, (b"", b"\xff", b"9" * 5000, NESTED.encode())),
    *map(websafe_encode, map(cbor.encode, ENCODED)),
    *(websafe_encode(b"\x81" * 5000), websafe_encode(b"\xbb" + b"\xff" * 8)),
    websafe_encode(cbor.encode({**ATTESTATION, "authData": b""})),
    websafe_encode(cbor.encode({**ATTESTATION, "authData": AUTHENTICATOR_DATA + b"\xff"})),
    websafe_encode(cbor.encode({**ATTESTATION, "attStmt": 5, "fmt": "packed"})),
)
WHOLE = ("9" * 5000, '{"id": ' + "9" * 5000 + "}", NESTED, "NaN", '"x"', "[]", "{}", "\x00", "{")


def mutate(value: Any) -> Iterator[Any]:
    """Yield the value with each of its parts left out, and replaced by each hostile value."""
    if isinstance(value, dict):
        for key in value:
            yield {name: part for name, part in value.items() if name != key}
            for part in mutate(value[key]):
                yield {**value, key: part}
    yield from HOSTILE


@pytest.fixture
def client(people: dict[str, Player]) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(people["alice"])
    return client


def begin(client: Client, name: str) -> str:
    """Let the server ask for a passkey, and return where the browser sends its answer."""
    path = f"/settings/security/webauthn/{name}/"
    headers = {"x-requested-with": "XMLHttpRequest"} if name == "login" else {}
    assert client.get(path, headers=headers).status_code == 200
    return path


@pytest.mark.parametrize("name", ["add", "login"])
def test_a_hostile_answer_is_refused(client: Client, settings: Any, name: str) -> None:
    """A number of 5,000 digits was an error of ours, and 0 was taken for a passkey."""
    settings.MFA_RATE_LIMITS = False
    if name == "login":
        client.logout()
    path = begin(client, name)
    answers = [json.dumps(credential) for credential in mutate(CREDENTIAL)]
    chosen = [*WHOLE, *sample_of(answers, 120, os.environ.get("HOSTILE") == "full")]

    faults = []
    for answer in chosen:
        status = client.post(path, {"credential": answer, "name": "key"}).status_code
        if status not in {200, 302}:
            faults.append((status, answer[:200]))

    assert faults == [] and len(answers) > 300
    assert not Player.objects.filter(authenticator__isnull=False).exists()


def test_an_answer_without_a_key_is_refused(client: Client) -> None:
    """The challenge and the site are right; python-fido2 asserts that there is a key."""
    path = "/settings/security/webauthn/add/"
    options = client.get(path).context["js_data"]["creation_options"]["publicKey"]
    said = {**CLIENT_DATA, "type": "webauthn.create", "challenge": options["challenge"]}
    keyless = sha256(options["rp"]["id"].encode()).digest() + b"\x05" + bytes(4)
    attestation = {"fmt": "none", "attStmt": {}, "authData": keyless}
    parts = {"attestationObject": websafe_encode(cbor.encode(attestation))}
    credential = {**CREDENTIAL, "response": {"clientDataJSON": encode(said), **parts}}

    response = client.post(path, {"credential": json.dumps(credential), "name": "key"})

    assert response.status_code == 200
    assert not Player.objects.filter(authenticator__isnull=False).exists()
