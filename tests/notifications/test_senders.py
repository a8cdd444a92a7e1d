"""Tests of senders and recipients of e-mails, and of our mail server's authentication results."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from notifications.incoming.dispatch import process_due
from notifications.incoming.intake import Envelope, Reply, receive_email
from notifications.incoming.senders import find_sender_verdict
from notifications.models import InboundEmail
from notifications.outgoing import reply_addresses
from notifications.reply_parser import parse_email

from .conftest import NOW, TOKEN, notification, reply

OUR_SERVER = "mx.abyss.localhost"
AUTH = "Authentication-Results"
# Start of the header that our own mail server adds.
OURS = f"{AUTH}: {OUR_SERVER}"


def found(head: str) -> str:
    return find_sender_verdict(
        parse_email(f"{head}\r\nFrom: a@example.org\r\n\r\n2\r\n".encode()), OUR_SERVER
    )


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        ("mx.abyss.localhost; dkim=pass header.d=example.org; dmarc=pass (p=none)", "pass"),
        ("mx.abyss.localhost 1; spf=fail;\r\n dmarc=fail (p=reject)", "fail"),
        ("mx.abyss.localhost; dmarc=none", "none"),
        ("mx.abyss.localhost; none", "none"),
        ("mx.elsewhere.example; dmarc=pass", ""),
        ("mx.abyss.localhost.example.net; dmarc=pass", ""),
    ],
)
def test_only_our_own_server_is_believed(results: str, expected: str) -> None:
    """S1: only Authentication-Results with our configured authserv-id count."""
    assert found(f"Received: from a\r\n{AUTH}: {results}") == expected


def test_of_several_results_the_topmost_counts() -> None:
    """S1: headers below may have been sent with the e-mail."""
    forged = f"{OURS}; dmarc=pass"
    true = f"{OURS}; dmarc=fail"

    assert found(f"Received: us\r\n{true}\r\nReceived: them\r\n{forged}") == "fail"
    assert found(f"Received: us\r\nReceived: us\r\nReceived: them\r\n{forged}") == ""


def decided(raw: bytes, recipients: list[str]) -> tuple[str, InboundEmail]:
    email = receive_email(raw, Envelope("alice@example.org", recipients), "test", "1", NOW)
    process_due(NOW)
    email.refresh_from_db()
    return email.reason, email


def headed(head: str) -> bytes:
    """Return a reply that starts with these headers."""
    return (f"{head}\r\n".encode() if head else b"") + reply("2\n")


def authenticated(dmarc: str, **headers: str) -> bytes:
    results = f"{OUR_SERVER}; dmarc={dmarc}"
    return reply("2\n", **{"Authentication_Results": results, **headers})


@pytest.mark.django_db
@pytest.mark.parametrize(
    "head",
    [
        f"{OURS}; dmarc=pass (p=none dis=none) header.from=example.org",
        f"{AUTH}: {OUR_SERVER} 1; spf=fail smtp.mailfrom=a@x.example; dmarc=pass",
        f"{AUTH}: {OUR_SERVER.upper()}; DMARC=Pass header.from=Example.ORG",
        f"Received: us\r\n{OURS}; dmarc=pass header.from=example.org",
        f"{OURS}; dmarc=bestguesspass action=none header.from=example.org",
        # No policy, or a server that does not check DMARC: DKIM or SPF of exactly that domain.
        f"{OURS}; dkim=pass header.d=example.org header.s=a; dmarc=none",
        f"{OURS}; spf=pass smtp.mailfrom=alice@example.org",
        # Headers of other servers above or below change nothing.
        f"{AUTH}: mx.elsewhere.example; dmarc=fail\r\n{OURS}; dmarc=pass",
        f"{OURS}; dmarc=pass\r\nReceived: them\r\n{OURS}; dmarc=fail",
        # A malformed DKIM result does not matter if DMARC passes.
        f"{OURS}; dkim=pass header.b=a== header.d=x.example; dmarc=pass",
    ],
)
def test_a_sender_that_our_server_vouches_for_is_proven(
    head: str, readers: list[Reply], settings: Any
) -> None:
    """S2: a pass for the domain of From."""
    settings.MAIL_AUTHSERV_ID = OUR_SERVER

    decided(headed(head), [reply_addresses.build_address("play", TOKEN)])

    assert [one.is_authenticated for one in readers] == [True]


UNPROVEN = {
    "no verdict": "",
    "none": f"{OURS}; dmarc=none",
    "nothing": f"{OURS}; none",
    "no method": f"{AUTH}: {OUR_SERVER}",
    "fail": f"{OURS}; dmarc=fail (p=none) header.from=example.org",
    "fail though signed": f"{OURS}; dkim=pass header.d=example.org; dmarc=fail",
    "neutral": f"{OURS}; dmarc=neutral",
    "temporary error": f"{OURS}; dmarc=temperror header.from=example.org",
    "permanent error": f"{OURS}; dmarc=permerror; spf=pass smtp.mailfrom=example.org",
    "a word nobody knows": f"{OURS}; dmarc=passed",
    "pass for another domain": f"{OURS}; dmarc=pass header.from=evil.example",
    "pass for a domain below": f"{OURS}; dmarc=pass header.from=evil.example.org",
    "pass for a domain that ends so": f"{OURS}; dmarc=pass header.from=ample.org",
    "pass for all of org": f"{OURS}; dmarc=pass header.from=org",
    "pass twice, once for another": f"{OURS}; dmarc=pass; dmarc=pass header.from=x.example",
    "pass and fail": f"{OURS}; dmarc=pass; dmarc=fail",
    "signed by another": f"{OURS}; dkim=pass header.d=evil.example; dmarc=none",
    "sent by another": f"{OURS}; spf=pass smtp.mailfrom=a@evil.example",
    "signed, but badly": f"{OURS}; dkim=fail header.d=example.org; dmarc=none",
    "soft SPF": f"{OURS}; spf=softfail smtp.mailfrom=a@example.org",
    "helo only": f"{OURS}; spf=pass smtp.helo=example.org",
    "another server": f"{AUTH}: mx.elsewhere.example; dmarc=pass",
    "a server that begins like ours": f"{AUTH}: {OUR_SERVER}.evil.example; dmarc=pass",
    "a server that ends like ours": f"{AUTH}: evil{OUR_SERVER}; dmarc=pass",
    "ours in a comment": f"{AUTH}: evil.example ({OUR_SERVER}); dmarc=pass",
    "ours, quoted with more": f'{AUTH}: "{OUR_SERVER}; dmarc=pass"; none',
    "forged below the true one": f"{OURS}; dmarc=fail\r\n{OURS}; dmarc=pass",
    "forged below none": f"{OURS}; none\r\n{OURS}; dmarc=pass",
    "forged below an unreadable one": f"{OURS}; (\r\n{OURS}; dmarc=pass",
    "forged below our servers": "Received: a\r\n" * 3 + f"{OURS}; dmarc=pass",
    "in the quoted envelope address": f'{OURS}; spf=pass smtp.mailfrom="; dmarc=pass"@x.example',
    "in an escaped quotation": f'{OURS}; spf=pass smtp.mailfrom="\\"; dmarc=pass;"@x.example',
    "in a comment": f"{OURS}; spf=pass (evil; dmarc=pass) smtp.mailfrom=evil.example",
    "in a comment within a comment": f"{OURS}; spf=none ((a) ; dmarc=pass ;)",
    "a comment that is not closed": f"{OURS}; dmarc=pass (",
    "a quotation that is not closed": f'{OURS}; dmarc=pass reason="',
    "as the reason of another": f"{OURS}; spf=pass reason=dmarc=pass",
    "as a property": f"{OURS}; spf=none dmarc=pass",
    "endless": f"{OURS}; dmarc=pass " + "(x)" * 4000,
    "ARC alone": f"ARC-{AUTH}: i=1; {OUR_SERVER}; dmarc=pass header.from=example.org",
    "ARC passes": f"{OURS}; arc=pass (i=1 dmarc=pass fromdomain=example.org); dmarc=fail",
    "ARC passes, no DMARC": f"{OURS}; arc=pass header.oldest-pass=0",
    "another header": f"X-{OURS}; dmarc=pass",
    "SPF alone": "Received-SPF: pass (example.org) client-ip=192.0.2.1",
    "two senders": f"{OURS}; dmarc=pass\r\nFrom: eve@evil.example",
}


@pytest.mark.django_db
@pytest.mark.parametrize("head", UNPROVEN.values(), ids=UNPROVEN)
def test_a_sender_that_our_server_does_not_vouch_for_is_not_proven(
    head: str, readers: list[Reply], settings: Any
) -> None:
    """S2: anything but a pass for the domain of From proves nothing, including no verdict."""
    settings.MAIL_AUTHSERV_ID = OUR_SERVER

    decided(headed(head), [reply_addresses.build_address("play", TOKEN)])

    assert [one.is_authenticated and bool(one.sender) for one in readers] == [False]


@pytest.mark.django_db
def test_results_are_not_read_unless_we_have_a_server(readers: list[Reply]) -> None:
    """S1: without a trusted server, all results are ignored, good or bad."""
    decided(authenticated("fail"), [reply_addresses.build_address("play", TOKEN)])

    assert [one.is_authenticated for one in readers] == [True]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "header",
    ["X-Original-To", "Delivered-To", "Envelope-To", "X-Forwarded-To", "Resent-To", "To", "Cc"],
)
def test_without_envelope_the_headers_say_whom_it_is_for(header: str, readers: list[Reply]) -> None:
    """A7: all instances of the first header that contains our address."""
    ours = f"Abyss <{reply_addresses.build_address('play', TOKEN).upper()}>"
    raw = reply("2\n", **{"To": "play@abyss.localhost", header.replace("-", "_"): ours})

    _, email = decided(raw, [])

    assert (email.purpose, email.token, len(readers)) == ("play", TOKEN, 1)


@pytest.mark.django_db
def test_two_questions_in_one_email_play_nothing(readers: list[Reply]) -> None:
    """A7: several of our tokens are rejected."""
    two = [
        reply_addresses.build_address("play", TOKEN),
        reply_addresses.build_address("play", TOKEN[::-1].replace("3", "a").replace("2", "b")),
    ]

    reason, _ = decided(reply("2\n", To=", ".join(two)), [])

    assert (reason, readers) == ("several_prompts", [])


@pytest.mark.django_db
@pytest.mark.parametrize(("dmarc", "expected"), [("pass", [TOKEN]), ("none", []), ("fail", [])])
@pytest.mark.parametrize("form", ["{}", "<x@y.example>,{}", "<x@y.example>\r\n {}"])
def test_an_email_that_refers_to_ours_answers_it_if_its_sender_is_vouched_for(
    dmarc: str,
    expected: list[str],
    form: str,
    readers: list[Reply],
    settings: Any,
    people: dict[str, Any],
) -> None:
    """A6: In-Reply-To and References, only with a DMARC pass; commas, folding, no brackets."""
    settings.MAIL_AUTHSERV_ID = OUR_SERVER
    ours = notification("a", people["alice"], reply_token=TOKEN).message_id

    decided(authenticated(dmarc, References=form.format(ours)), ["play@abyss.localhost"])

    assert [one.token for one in readers] == expected


@pytest.mark.django_db
def test_an_email_is_explained_and_nothing_happens(readers: list[Reply], tmp_path: Path) -> None:
    """P3: one decision, reproducible from the stored bytes."""
    out = StringIO()
    file = tmp_path / "email.eml"
    file.write_bytes(reply("2\n\nOn 2 Nov 2026, Abyss wrote:\n> old\n\n-- \nAlice\n"))
    _, email = decided(reply("3\n"), [reply_addresses.build_address("play", TOKEN)])

    call_command(
        "explain_email", str(file), to=reply_addresses.build_address("play", TOKEN), stdout=out
    )
    call_command("explain_email", str(email.pk), stdout=out)

    said = out.getvalue()
    assert "own      | 2\n" in said
    assert "dropped  | > old  (quote)" in said
    assert "decided: played" in said
    assert said.count("now:     played") == 2
    assert InboundEmail.objects.count() == 1


@pytest.mark.django_db
def test_an_email_without_envelope_that_came_before_is_not_read_again(
    readers: list[Reply],
) -> None:
    """I6: the same e-mail by SMTP and from a mailbox is one."""
    ours = reply_addresses.build_address("play", TOKEN)
    decided(reply("2\n", To=ours), [ours])
    again = receive_email(reply("2\n", To=ours), Envelope("", []), "imap", "7", NOW)

    process_due(NOW)

    again.refresh_from_db()
    assert (again.reason, len(readers)) == ("duplicate", 1)
