"""Tests of e-mail headers."""

from __future__ import annotations

import re
from email.utils import parsedate_to_datetime
from typing import Any

import pytest
from django.utils import timezone

from notifications.models import Notification
from notifications.outgoing import reply_addresses
from notifications.outgoing.headers import build_message

from .conftest import TOKEN, notification

pytestmark = pytest.mark.django_db


@pytest.fixture
def turn(people: dict[str, Any]) -> Notification:
    email = notification("a", people["alice"], thread="match-7", reply_token=TOKEN)
    email.subject, email.text = "Abyss #7", "Your turn."
    return email


def test_an_answer_goes_to_the_question(turn: Notification) -> None:
    """A1: Reply-To carries the token."""
    reply_to = build_message(turn).message()["Reply-To"]

    assert reply_addresses.parse_reply_address(reply_to) == ("play", TOKEN)


def test_an_email_without_a_question_has_no_reply_address(turn: Notification) -> None:
    turn.reply_token = ""

    assert build_message(turn).message()["Reply-To"] is None


def test_a_report_comes_back_with_the_emails_number(turn: Notification) -> None:
    """O10: VERP."""
    sent_from = build_message(turn).from_email

    assert reply_addresses.parse_reply_address(sent_from) == (
        "bounce",
        reply_addresses.token_from_uuid(turn.pk),
    )


def test_sender_and_recipient_are_plain(turn: Notification) -> None:
    """A8, O9: one stable From, one recipient."""
    email = build_message(turn).message()

    assert email["From"] == "Abyss by Post <play@abyss.localhost>"
    assert email.get_all("To") == ["alice@example.org"]
    assert email["Cc"] is email["Bcc"] is None


def test_the_first_email_of_a_match_answers_none(turn: Notification) -> None:
    """O2: References and In-Reply-To name e-mails that were sent, see test_threads.py."""
    email = build_message(turn).message()

    assert email["References"] is email["In-Reply-To"] is None


@pytest.mark.parametrize("zone", ["Asia/Kathmandu", "America/New_York"])
def test_the_date_is_in_the_zone_of_the_installation(turn: Notification, zone: str) -> None:
    """Not in the reader's, which the server knows, and not “-0000”, which names none."""
    turn.player.zone = zone

    with timezone.override(zone):
        date = build_message(turn).message()["Date"]

    assert date.endswith(" +0000")
    assert abs(parsedate_to_datetime(date) - timezone.now()).total_seconds() < 60


def test_complaints_are_counted_by_kind_not_by_match(
    turn: Notification, people: dict[str, Any]
) -> None:
    """O9: Gmail shows complaints by the fields of Feedback-ID, for groups of some size only."""
    other = notification("b", people["bob"], thread="match-8", reply_token=TOKEN)
    chat = notification("c", people["alice"], thread="match-7", kind="chat")

    ids = [build_message(row).message()["Feedback-ID"] for row in (turn, other, chat)]

    assert ids == ["news:turn:emails:abyss-localhost"] * 2 + ["chat:chat:emails:abyss-localhost"]


@pytest.mark.parametrize("domain", ["abyss.example", "play.games.long-name.example.org", "ab.io"])
def test_the_sender_of_a_feedback_id_has_five_to_fifteen_characters(
    turn: Notification, settings: Any, domain: str
) -> None:
    settings.MAIL_DOMAIN = domain

    sender = build_message(turn).message()["Feedback-ID"].rpartition(":")[2]

    assert re.fullmatch("[a-z0-9-]{5,15}", sender)


def test_an_email_of_its_own_accord_says_so(turn: Notification) -> None:
    """O7: auto-generated; X-Auto-Response-Suppress is never “All”."""
    email = build_message(turn).message()

    assert email["Auto-Submitted"] == "auto-generated"
    assert email["X-Auto-Response-Suppress"] == "OOF, AutoReply"


def test_an_answer_names_the_email_it_answers(turn: Notification) -> None:
    """O7: auto-replied, with In-Reply-To (RFC 3834 §5)."""
    turn.answers = "<1@client.example>"

    email = build_message(turn).message()

    assert email["Auto-Submitted"] == "auto-replied"
    assert email["In-Reply-To"] == "<1@client.example>"
    assert email["References"].endswith("<1@client.example>")


@pytest.mark.parametrize("answers", ["sha256:0", "<a@b>\r\nBcc: x@y", f"<{'a' * 300}@b>", 7])
def test_a_nonsensical_message_id_is_not_repeated(people: Any, answers: object) -> None:
    receipt = notification("b", people["alice"], data={"answers": answers})

    assert build_message(receipt).message()["Auto-Submitted"] == "auto-generated"


def test_one_may_unsubscribe_from_a_match_by_email(turn: Notification) -> None:
    """O8: List-Id and List-Unsubscribe."""
    email = build_message(turn).message()
    address = re.search("<mailto:(.*)>", email["List-Unsubscribe"])

    assert email["List-Id"] == "<match-7.abyss.localhost>"
    assert address and reply_addresses.parse_reply_address(address[1]) == (
        "unsub",
        reply_addresses.token_from_uuid(turn.pk),
    )


def test_account_emails_carry_no_list_headers(turn: Notification) -> None:
    """O8: account e-mails cannot be stopped."""
    turn.thread = ""

    email = build_message(turn).message()

    assert email["List-Id"] is email["List-Unsubscribe"] is email["References"] is None
    assert email["Thread-Index"] is email["Feedback-ID"] is None


@pytest.mark.parametrize("evil", ["\r\nBcc: e@x.y", "\nX: y", "\0", "\u202egnp", "\u2028a"])
def test_no_header_is_injected_by_a_subject(turn: Notification, evil: str) -> None:
    """O6: no CR, LF, NUL or characters that reverse text."""
    turn.subject = f"Match of Eve{evil}"

    email = build_message(turn).message()

    assert email["Bcc"] is email["X"] is None
    assert not re.search(r"[\r\n\0\u202e\u2028]", email["Subject"])


@pytest.mark.parametrize("name", ["Bcc", "from", "X-Loop", "A: b\r\nBcc", "", "Message-Id"])
def test_no_header_of_ours_is_replaced_by_a_writer(turn: Notification, name: str) -> None:
    plain = build_message(turn).message().as_bytes()
    turn.headers = {name: "eve@example.net"}

    assert b"eve@example.net" not in build_message(turn).message().as_bytes()
    assert b"alice@example.org" in plain


def test_a_writer_may_add_headers(turn: Notification) -> None:
    turn.headers = {"X-Match": "7\r\n8"}

    assert build_message(turn).message()["X-Match"] == "7 8"
