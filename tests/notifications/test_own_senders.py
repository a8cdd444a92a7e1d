"""Addresses from which a player's letters count, and letters that are for no one question."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from notifications.incoming.dispatch import read_due
from notifications.incoming.intake import Envelope, Reply, receive_email
from notifications.models import Notification, SenderAddress
from notifications.outgoing import account_emails, reply_addresses
from notifications.preferences import sender_addresses
from tests.letters import letter_of

from .conftest import NOW, TOKEN, reply

pytestmark = pytest.mark.django_db
OTHER = "b" * 26


@pytest.fixture
def alice(people: dict[str, Any], client: Client, kinds: dict[str, Any]) -> Any:
    for kind in ("new_sender", "lost_letter"):
        kinds[kind] = account_emails.render_account_email
    client.force_login(people["alice"])
    return people["alice"]


def link_to(address: str, client: Client) -> str:
    """Ask for an address on the page; return the path in the letter that goes there."""
    client.post("/letters/senders/", {"sender-email": address})
    notification = Notification.objects.get(kind="new_sender", address=address)
    letter = letter_of(notification)
    found = letter and re.search(r"(/letters/senders/\S+)", letter.text)
    assert found
    return found[1]


def test_an_address_counts_once_its_reader_has_pressed_the_button(
    alice: Any, client: Client
) -> None:
    """S3: each verified by a mailed link; looking at it changes nothing."""
    path = link_to("Alice@Work.example.org", client)
    Client().get(path)
    assert not sender_addresses.writes_from(alice, "alice@work.example.org")

    assert Client().post(path)["Location"].startswith("/sign-in/?next=")
    assert not sender_addresses.writes_from(alice, "alice@work.example")
    client.post(path)

    assert sender_addresses.writes_from(alice, "alice@work.example.org")
    assert "alice@work.example.org" in client.get("/letters/").content.decode()
    assert Client().post(path).status_code == 410


def test_an_address_may_be_removed(alice: Any, client: Client, people: dict[str, Any]) -> None:
    """S3: by its player only."""
    SenderAddress.objects.create(player=alice, address="a@work.example.org", added_at=NOW)
    SenderAddress.objects.create(player=people["bob"], address="b@work.example.org", added_at=NOW)

    for address in ("a@work.example.org", "b@work.example.org"):
        client.post("/letters/senders/drop/", {"address": address})

    assert [one.address for one in SenderAddress.objects.all()] == ["b@work.example.org"]


@pytest.mark.parametrize("address", ["bob@example.org", "BOB@work.example.org"])
def test_an_address_that_somebody_has_is_sent_nothing(
    alice: Any, client: Client, people: dict[str, Any], address: str
) -> None:
    """S3"""
    SenderAddress.objects.create(player=people["bob"], address="bob@work.example.org", added_at=NOW)
    client.post("/letters/senders/", {"sender-email": address})
    assert not Notification.objects.exists()


def test_nobody_is_not_an_address_of_anybody(alice: Any) -> None:
    """S4"""
    assert not sender_addresses.writes_from(alice, "")
    assert sender_addresses.writes_from(alice, "alice@example.org")


def lost(to: list[str], body: str = "2\n", **options: str) -> str:
    """Return the reason for a letter to these addresses."""
    number = options.pop("number", "1")
    raw = reply(body, Message_ID=f"<{number}@x.example>", **options)
    letter = receive_email(raw, Envelope("alice@example.org", to), "test", number, NOW)
    read_due(NOW)
    letter.refresh_from_db()
    return letter.reason


SEVERAL = [reply_addresses.write_full("play", TOKEN), reply_addresses.write_full("play", OTHER)]


@pytest.mark.parametrize(
    ("to", "reason", "words"),
    [
        (SEVERAL, "several_prompts", "several questions at once"),
        (["play@abyss.localhost"], "role_address", "no answers are taken"),
    ],
)
def test_a_letter_for_no_one_question_is_recorded_and_answered(
    alice: Any, readers: list[Reply], to: list[str], reason: str, words: str
) -> None:
    """A7, A8, P3: nothing is read as a command."""
    assert lost(to) == reason
    assert readers == []
    letter = letter_of(Notification.objects.get())
    assert letter and words in letter.text and words in letter.html


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
    """S5, R1: no backscatter, no answers to machines, and people read the other roles."""
    lost(to, **options)
    assert not Notification.objects.exists()


def test_the_same_words_are_answered_once_and_few_in_a_day(
    alice: Any, readers: list[Reply]
) -> None:
    """R5"""
    for number, body in enumerate(["a\n", "a\n", "b\n", "c\n", "d\n"]):
        lost(SEVERAL, body, number=str(number))
    assert Notification.objects.count() == 3


def test_a_letter_that_is_only_a_file_says_so_to_its_reader(readers: list[Reply]) -> None:
    """B1: what is attached is never read."""
    kind = "Content-Type: text/plain\r\nContent-Disposition: attachment; filename=a.txt"
    file = f"--x\r\n{kind}\r\n\r\n2"
    raw = reply(f"{file}\r\n--x--\r\n", Content_Type="multipart/mixed; boundary=x")
    receive_email(raw, Envelope("a@b.c", SEVERAL[:1]), "test", "1", NOW)
    read_due(NOW)
    assert (readers[0].lines, readers[0].problem) == ([], "attachment")
