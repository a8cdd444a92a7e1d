"""Tests of Web Push: encryption of the RFC's example, VAPID and headers."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, derive_private_key
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from notifications.models import Notification
from notifications.preferences import devices
from notifications.web_push import encryption, messages, vapid
from notifications.web_push.encryption import decode_base64url, encode_base64url

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
# RFC 8291, Appendix A.
SAID = b"When I grow up, I want to be a watermelon"
OURS = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
THEIRS = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
SALT, AUTH = "DGv6ra1nlYgDCS1FRnbzlw", "BTBZMqHH6r4Tts7J_aSIgg"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
    "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu"
    "lcy4a-fN"
)


def test_the_example_of_the_standard_is_sealed_to_the_byte() -> None:
    """RFC 8291, Appendix A: “Intermediate Values for Encryption”."""
    ours = derive_private_key(int.from_bytes(decode_base64url(OURS), "big"), SECP256R1())

    sealed = encryption.encrypt_push_message(
        SAID,
        theirs=decode_base64url(THEIRS),
        auth=decode_base64url(AUTH),
        ours=ours,
        salt=decode_base64url(SALT),
    )

    assert encode_base64url(sealed) == BODY


def test_one_record_holds_it_or_nothing_is_sent() -> None:
    theirs, auth = decode_base64url(THEIRS), decode_base64url(AUTH)

    assert (
        len(
            encryption.encrypt_push_message(
                b"x" * encryption.MAX_PLAINTEXT_OCTETS, theirs=theirs, auth=auth
            )
        )
        == 4096
    )
    with pytest.raises(ValueError, match="3994"):
        encryption.encrypt_push_message(
            b"x" * (encryption.MAX_PLAINTEXT_OCTETS + 1), theirs=theirs, auth=auth
        )


def test_the_site_signs_for_the_service_it_calls() -> None:
    """RFC 8292 §2: aud is the origin, exp at most a day ahead, sub a contact address."""
    said = vapid.authorization_header("https://push.example.org:8443/send/1?x=2", NOON)

    token, key = said.removeprefix("vapid t=").split(", k=")
    header, claims, signature = token.split(".")
    told = json.loads(decode_base64url(claims))
    raw = decode_base64url(signature)
    r, s = (int.from_bytes(half, "big") for half in (raw[:32], raw[32:]))
    public = encryption.public_key(decode_base64url(key))
    der = encode_dss_signature(r, s)
    public.verify(der, f"{header}.{claims}".encode(), ECDSA(SHA256()))
    with pytest.raises(InvalidSignature):
        public.verify(der, b"something else", ECDSA(SHA256()))
    assert json.loads(decode_base64url(header)) == {"typ": "JWT", "alg": "ES256"}
    assert told["aud"] == "https://push.example.org:8443"
    assert NOON.timestamp() < told["exp"] <= (NOON + timedelta(days=1)).timestamp()
    assert told["sub"].startswith("mailto:") and key == vapid.site_key()


def test_another_secret_is_another_site(settings: Any) -> None:
    before = vapid.site_key()
    settings.SIGNING_KEY = "another secret of at least so many letters"

    assert vapid.site_key() != before


def test_a_message_lives_as_long_as_its_question() -> None:
    """RFC 8030 §5.2, §5.3, §5.4: TTL, Urgency, Topic."""
    asked = {"kind": "your_turn", "thread": "match-7", "reply_token": "abcdefghijklmnopqrstuvwx23"}
    cases: list[tuple[dict[str, Any], str, str]] = [
        ({"answer_until": NOON + timedelta(days=2)}, "172800", "normal"),
        ({"answer_until": NOON + timedelta(hours=1)}, "3600", "high"),
        ({"answer_until": NOON - timedelta(hours=1)}, "60", "high"),
        ({"answer_until": None}, "86400", "normal"),
        ({"kind": "chat", "answer_until": None}, "86400", "low"),
    ]
    for changes, lives, urgency in cases:
        found = messages.build_push_headers(
            Notification(**asked | changes), "https://example.org/", NOON
        )
        assert (found["TTL"], found["Urgency"]) == (lives, urgency), changes
        assert len(found["Topic"]) == 32 and asked["reply_token"] not in str(found)

    reminded = Notification(**asked | {"kind": "reminder"})
    other = Notification(**asked | {"reply_token": "zbcdefghijklmnopqrstuvwx23"})
    assert (
        messages.build_push_topic(Notification(**asked))
        == messages.build_push_topic(reminded)
        != messages.build_push_topic(other)
    )


def test_a_device_is_called_what_people_call_it() -> None:
    chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36"
    phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Safari/604.1"

    named = [
        devices.describe_browser(agent)
        for agent in (chrome, chrome + " Edg/130.0", phone, "curl/8")
    ]

    assert named == ["Chrome, Linux", "Edge, Linux", "Safari, iPhone", ""]
