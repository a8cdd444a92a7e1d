"""Tests of players' sender addresses, and of e-mails that do not belong to a single question."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from abyss_site.core.email_addresses import normalize_address
from notifications.incoming.dispatch import process_due
from notifications.incoming.intake import Envelope, Reply, receive_email
from notifications.models import Notification, SenderAddress
from notifications.outgoing import account_emails, reply_addresses
from notifications.preferences import sender_addresses
from tests.emails import email_of

from .conftest import NOW, TOKEN, reply

pytestmark = pytest.mark.django_db
OTHER = "b" * 26


@pytest.fixture
def alice(people: dict[str, Any], client: Client, kinds: dict[str, Any]) -> Any:
    for kind in ("new_sender", "lost_email"):
        kinds[kind] = account_emails.render_account_email
    client.force_login(people["alice"])
    return people["alice"]


def link_to(address: str, client: Client) -> str:
    """Add a sender address on the page; return the path of the link in the e-mail to it."""
    client.post("/emails/senders/", {"sender-email": address})
    notification = Notification.objects.get(kind="new_sender", address=normalize_address(address))
    email = email_of(notification)
    found = email and re.search(r"(/emails/senders/\S+)", email.text)
    assert found
    return found[1]


def test_an_address_counts_once_its_reader_has_pressed_the_button(
    alice: Any, client: Client
) -> None:
    """S3: each is verified by an e-mailed link; opening the page changes nothing."""
    path = link_to("Alice@Work.example.org", client)
    Client().get(path)
    assert not sender_addresses.owns_sender_address(alice, "alice@work.example.org")

    assert Client().post(path)["Location"].startswith("/sign-in/?next=")
    assert not sender_addresses.owns_sender_address(alice, "alice@work.example")
    client.post(path)

    assert sender_addresses.owns_sender_address(alice, "alice@work.example.org")
    assert "alice@work.example.org" in client.get("/emails/").content.decode()
    assert Client().post(path).status_code == 410


def test_an_address_may_be_removed(alice: Any, client: Client, people: dict[str, Any]) -> None:
    """S3: only by its own player."""
    SenderAddress.objects.create(player=alice, address="a@work.example.org", added_at=NOW)
    SenderAddress.objects.create(player=people["bob"], address="b@work.example.org", added_at=NOW)

    for address in ("a@work.example.org", "b@work.example.org"):
        client.post("/emails/senders/drop/", {"address": address})

    assert [one.address for one in SenderAddress.objects.all()] == ["b@work.example.org"]


@pytest.mark.parametrize("address", ["bob@example.org", "BOB@work.example.org"])
def test_an_address_that_somebody_has_is_sent_nothing(
    alice: Any, client: Client, people: dict[str, Any], address: str
) -> None:
    """S3: no e-mail goes to an address in use."""
    SenderAddress.objects.create(player=people["bob"], address="bob@work.example.org", added_at=NOW)
    client.post("/emails/senders/", {"sender-email": address})
    assert not Notification.objects.exists()


def test_nobody_is_not_an_address_of_anybody(alice: Any) -> None:
    """S4: "", the sender of an e-mail without exactly one From address, is no player."""
    assert not sender_addresses.owns_sender_address(alice, "")
    assert sender_addresses.owns_sender_address(alice, "alice@example.org")


def reason_for(to: list[str], body: str = "2\n", **options: str) -> str:
    """Return the reason code of an e-mail to these addresses."""
    number = options.pop("number", "1")
    raw = reply(body, Message_ID=f"<{number}@x.example>", **options)
    email = receive_email(raw, Envelope("alice@example.org", to), "test", number, NOW)
    process_due(NOW)
    email.refresh_from_db()
    return email.reason


SEVERAL = [
    reply_addresses.build_address("play", TOKEN),
    reply_addresses.build_address("play", OTHER),
]


@pytest.mark.parametrize(
    ("to", "reason", "words"),
    [
        (SEVERAL, "several_prompts", "several questions at once"),
        (["play@abyss.localhost"], "role_address", "no answers are taken"),
    ],
)
def test_an_email_for_no_one_question_is_recorded_and_answered(
    alice: Any, readers: list[Reply], to: list[str], reason: str, words: str
) -> None:
    """A7, A8, P3: nothing is interpreted as a command."""
    assert reason_for(to) == reason
    assert readers == []
    email = email_of(Notification.objects.get())
    assert email and words in email.text and words in email.html


@pytest.mark.parametrize(
    ("to", "options"),
    [
        (SEVERAL, {"sender": "eve@example.net"}),
        (SEVERAL, {"sender": "alice@example.org, eve@example.net"}),
        (SEVERAL, {"Auto_Submitted": "auto-replied"}),
        (["postmaster@abyss.localhost"], {}),
        (["abuse@abyss.localhost"], {}),
    ],
)
def test_nobody_else_is_answered(
    alice: Any, readers: list[Reply], to: list[str], options: dict[str, str]
) -> None:
    """S5, R1: no backscatter, no answers to programs, and people read the other role addresses."""
    reason_for(to, **options)
    assert not Notification.objects.exists()


def test_the_same_words_are_answered_once_and_few_in_a_day(
    alice: Any, readers: list[Reply]
) -> None:
    """R5: the same words get no second answer, and answers per day are limited."""
    for number, body in enumerate(["a\n", "a\n", "b\n", "c\n", "d\n"]):
        reason_for(SEVERAL, body, number=str(number))
    assert Notification.objects.count() == 3


def test_an_email_that_is_only_a_file_says_so_to_its_reader(readers: list[Reply]) -> None:
    """B1: attachments are never read."""
    kind = "Content-Type: text/plain\r\nContent-Disposition: attachment; filename=a.txt"
    file = f"--x\r\n{kind}\r\n\r\n2"
    raw = reply(f"{file}\r\n--x--\r\n", Content_Type="multipart/mixed; boundary=x")
    receive_email(raw, Envelope("a@b.c", SEVERAL[:1]), "test", "1", NOW)
    process_due(NOW)
    assert (readers[0].lines, readers[0].problem) == ([], "attachment")
