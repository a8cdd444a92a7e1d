"""Tests of incoming e-mails: each is stored once and decided once."""

from __future__ import annotations

import threading
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection

from notifications import quarantine
from notifications.incoming import intake
from notifications.incoming.classification import AUTOMATIC_HEADERS
from notifications.incoming.dispatch import MAX_ANSWERS, MAX_ANSWERS_TO_SENDER, process_due
from notifications.incoming.intake import Envelope, Reply, receive_email
from notifications.models import ChannelPreference, InboundEmail, Notification, Quarantine
from notifications.outgoing import reply_addresses
from notifications.tasks import delete_expired_emails, process_inbound, send_due_emails

from .conftest import NOW, TOKEN, notification, reply

pytestmark = pytest.mark.django_db


def arrive(
    raw: bytes,
    *,
    purpose: str = "play",
    token: str = TOKEN,
    mail_from: str = "alice@example.org",
    source_id: str = "",
    now: datetime = NOW,
) -> InboundEmail:
    to = reply_addresses.build_address(purpose, token) if purpose else "postmaster@abyss.localhost"
    number = source_id or str(InboundEmail.objects.count())
    return receive_email(raw, Envelope(mail_from, [to]), "test", number, now)


def decided(raw: bytes, **options: Any) -> str:
    """Return the reason code of the decision about an e-mail."""
    email = arrive(raw, **options)
    process_due(NOW)
    email.refresh_from_db()
    assert email.state == "done"
    return email.reason


def test_a_persons_email_is_handed_to_its_reader(readers: list[Reply]) -> None:
    email = arrive(reply("2 please\n\n> 1 explore\n", sender="Alice <Alice@Example.org>"))

    assert process_due(NOW) == 1
    email.refresh_from_db()
    assert (email.state, email.reason, email.first_line) == ("done", "played", "2 please")
    assert readers == [
        Reply(
            email_id=email.pk,
            token=TOKEN,
            sender="alice@example.org",
            lines=["2 please"],
            message_id="<1@client.example>",
            received_at=NOW,
            spaced_lines=["2 please"],
        )
    ]


def test_an_email_is_decided_once(readers: list[Reply]) -> None:
    """P3: exactly one decision."""
    arrive(reply())

    assert [process_due(NOW), process_due(NOW)] == [1, 0]


def test_the_same_email_from_its_source_is_the_first(readers: list[Reply]) -> None:
    """I6: the source id is unique."""
    first = arrive(reply(), source_id="7")
    second = arrive(reply(Message_ID="<2@client.example>"), source_id="7")

    assert first == second
    assert (InboundEmail.objects.get().copies, process_due(NOW)) == (1, 1)


def test_the_same_email_by_two_ways_is_the_first(readers: list[Reply]) -> None:
    """I6: Message-ID and token are unique."""
    first = arrive(reply("2\n", Received="from here"))
    second = arrive(reply("2\n", Received="from there"))

    assert first == second


def test_one_email_to_two_questions_is_two_emails(readers: list[Reply]) -> None:
    """I6: the token is part of the key."""
    arrive(reply(), token=TOKEN)
    arrive(reply(), token=TOKEN[::-1].replace("3", "a").replace("2", "b"))

    assert process_due(NOW) == 2


def test_emails_without_a_message_id_are_told_apart_by_their_bytes(readers: list[Reply]) -> None:
    """I6: SHA-256 is used instead."""
    arrive(reply("2\n", Message_ID=""))
    arrive(reply("3\n", Message_ID=""))
    arrive(reply("3\n", Message_ID=""))

    assert process_due(NOW) == 2
    assert readers[0].message_id.startswith("sha256:")


def test_an_email_to_several_questions_plays_nothing(readers: list[Reply]) -> None:
    """A7: several tokens are rejected."""
    to = [
        reply_addresses.build_address("play", token)
        for token in (TOKEN, TOKEN[::-1].replace("32", "ab"))
    ]
    email = receive_email(reply(), Envelope("a@b.c", to), "test", "1", NOW)
    process_due(NOW)

    email.refresh_from_db()
    assert (email.reason, readers) == ("several_prompts", [])


@pytest.mark.django_db(transaction=True)
def test_two_readers_at_once_decide_once(readers: list[Reply]) -> None:
    """I6: one decision for any number of workers."""
    for number in range(20):
        arrive(reply(Message_ID=f"<{number}@client.example>"))

    def sort() -> None:
        process_due(NOW)
        connection.close()

    threads = [threading.Thread(target=sort) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(read.message_id for read in readers) == sorted(
        f"<{number}@client.example>" for number in range(20)
    )


def test_what_a_reader_wrote_before_it_failed_is_undone_and_tried_again(
    people: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    fails = iter([True, False])

    def read(reply: Reply) -> str:
        notification(f"receipt-{reply.email_id}", people["alice"])
        return str(1 / 0) if next(fails) else "played"

    monkeypatch.setattr(intake, "readers", {TOKEN[0]: read})
    email = arrive(reply())
    process_due(NOW)
    assert not Notification.objects.exists()

    process_due(NOW + timedelta(minutes=5))

    email.refresh_from_db()
    assert (email.state, email.reason, Notification.objects.count()) == ("done", "played", 1)


def test_an_email_that_cannot_be_decided_is_parked_and_stops_no_other(
    readers: list[Reply], monkeypatch: pytest.MonkeyPatch
) -> None:
    """I4, I10: parked after three attempts."""
    poison = arrive(reply("poison\n"))
    arrive(reply("2\n", Message_ID="<2@client.example>"))
    intake.readers[TOKEN[0]] = lambda reply: str(1 / 0) if reply.lines == ["poison"] else "played"

    for hour in range(5):
        process_due(NOW + timedelta(hours=hour))

    poison.refresh_from_db()
    assert (poison.state, poison.reason) == ("parked", "error ZeroDivisionError")
    assert InboundEmail.objects.filter(reason="played").count() == 1


@pytest.mark.parametrize("is_mended", [True, False])
def test_a_parked_email_that_staff_try_again_is_read_once_more(
    readers: list[Reply], is_mended: bool
) -> None:
    """It used to become due and stay parked, so that it was never read."""
    poison = arrive(reply("poison\n"))
    mended = intake.readers[TOKEN[0]]
    intake.readers[TOKEN[0]] = lambda reply: str(1 / 0)
    for hour in range(3):
        process_due(NOW + timedelta(hours=hour))
    if is_mended:
        intake.readers[TOKEN[0]] = mended

    quarantine.retry_entries(Quarantine.objects.all(), now=NOW)
    tried = [process_due(NOW), process_due(NOW + timedelta(days=1))]

    poison.refresh_from_db()
    assert tried == [1, 0]
    assert poison.state == ("done" if is_mended else "parked")
    assert Quarantine.objects.exists() != is_mended


def test_lines_of_our_own_emails_are_not_the_players(
    readers: list[Reply], people: dict[str, Any]
) -> None:
    """B5: text that we sent is removed."""
    ours = ["Bob plays pebble 2.", "What do you play?", "  1 - pebble 1", "  2 - pebble 2"]
    turn = notification("a", people["alice"], reply_token=TOKEN)
    Notification.objects.filter(pk=turn.pk).update(text="\n".join(ours), rendered_at=NOW)

    arrive(reply("pebble 1\n\n" + "\n".join(ours)))
    process_due(NOW)

    assert readers[0].lines == ["pebble 1"]


def test_an_answer_is_given_once_to_the_same_words(readers: list[Reply]) -> None:
    """R5: identical words get no second answer; a refusal may be told once more."""
    for number in range(3):
        arrive(reply("what?\n", Message_ID=f"<{number}@client.example>"))
        process_due(NOW)

    assert [read.answerable for read in readers] == [True, False, False]
    assert [read.repeats for read in readers] == [False, True, True]
    assert [read.is_second for read in readers] == [False, True, False]


def test_a_second_email_without_readable_words_is_answered_like_the_first(
    readers: list[Reply],
) -> None:
    """It used to be ignored, as if it said the same."""
    for number in range(2):
        arrive(reply("\n", Message_ID=f"<{number}@client.example>"))
        process_due(NOW)

    assert [(read.lines, read.answerable) for read in readers] == [([], True), ([], True)]


def test_nobody_gets_more_than_ten_answers_a_day_to_one_question(readers: list[Reply]) -> None:
    """R5, B10: the limit of answers."""
    for number in range(MAX_ANSWERS + 2):
        arrive(reply(f"what {number}?\n", Message_ID=f"<{number}@client.example>"))
        process_due(NOW)

    assert [read.answerable for read in readers] == [True] * MAX_ANSWERS + [False] * 2
    assert not any(read.repeats for read in readers)


def test_nobody_gets_more_than_a_hundred_answers_a_day_to_all_questions(
    readers: list[Reply],
) -> None:
    """R5: the limit per sender, for any number of questions."""
    for number in range(MAX_ANSWERS_TO_SENDER):
        email = intake.build_inbound_email(reply(), Envelope("", []), "test", f"old {number}", NOW)
        email.message_id, email.token, email.words = f"<{number}>", f"{number}", f"{number}"
        email.sender, email.state = "alice@example.org", "done"
        email.save()

    arrive(reply("one more?\n"))
    arrive(reply("one\n", sender="bob@example.org", Message_ID="<b@client.example>"))
    process_due(NOW)

    assert [read.answerable for read in readers] == [False, True]


def test_what_may_be_forged_does_not_use_up_the_answers_to_a_player(
    people: dict[str, Any], readers: list[Reply], settings: Any
) -> None:
    """Anybody may write a player's address into From; nobody can prove it but the player."""
    settings.MAIL_AUTHSERV_ID = "mx.abyss.localhost"
    passed = "mx.abyss.localhost; dmarc=pass header.from=example.org"
    notification("asked", people["alice"], reply_token=TOKEN)
    for number in range(MAX_ANSWERS_TO_SENDER):
        email = intake.build_inbound_email(reply(), Envelope("", []), "test", f"old {number}", NOW)
        email.message_id, email.token, email.words = f"<{number}>", TOKEN, f"{number}"
        email.sender, email.state = "alice@example.org", "done"
        email.save()
    arrive(reply("what?\n"))

    arrive(reply("what?\n", Message_ID="<2@client.example>", Authentication_Results=passed))
    process_due(NOW)

    assert [(read.is_authenticated, read.answerable, read.repeats) for read in readers] == [
        (False, False, False),
        (True, True, False),
    ]


@pytest.mark.parametrize(
    ("headers", "reason"),
    [
        ({"Auto_Submitted": "auto-replied"}, "auto_reply"),
        ({"Auto_Submitted": "Auto-Generated (vacation)"}, "auto_reply"),
        ({"Subject": "Automatic reply: Your turn"}, "auto_reply"),
        ({"Subject": "Abwesenheitsnotiz: Dein Zug"}, "auto_reply"),
        ({"Subject": "=?utf-8?q?R=C3=A9ponse_automatique_=3A_=C3=A0_toi?="}, "auto_reply"),
        ({"Subject": "自動応答: Your turn"}, "auto_reply"),
        ({"Subject": "Auto: Your turn", "In_Reply_To": "<x@abyss.localhost>"}, "auto_reply"),
        ({"Precedence": "bulk"}, "auto_reply"),
        *(({name.replace("-", "_"): "yes"}, "auto_reply") for name in AUTOMATIC_HEADERS),
        *(({"Precedence": value}, "auto_reply") for value in ("junk", "auto_reply", "auto-reply")),
        ({"X_Precedence": "bulk"}, "auto_reply"),
        ({"X_Apple_Action": "VACATION"}, "auto_reply"),
        ({"Delivered_To": "Autoresponder"}, "auto_reply"),
        ({"X_Auto_Response_Suppress": "All", "Subject": "Out of Office: x"}, "auto_reply"),
        ({"Precedence": "list"}, "list"),
        ({"List_Unsubscribe": "<mailto:x@example.org>"}, "list"),
        ({"From": "MAILER-DAEMON@example.org"}, "bounce"),
        ({"From": "Mail System <postmaster@example.org>"}, "bounce"),
        ({"From": "play@abyss.localhost"}, "own_mail"),
        ({"X_Loop": "abyss.localhost"}, "own_mail"),
        ({"List_Id": "<games.example.org>"}, "list"),
        ({"Content_Type": "multipart/report; report-type=feedback-report"}, "complaint"),
        ({"Content_Type": "multipart/report; report-type=disposition-notification"}, "report"),
        ({"Content_Type": "text/calendar"}, "calendar"),
    ],
)
def test_what_no_person_wrote_never_acts(
    readers: list[Reply], headers: dict[str, str], reason: str
) -> None:
    """R1 to R5: recognized by header, subject and part."""
    assert decided(reply("2\n", **headers)) == reason
    assert readers == []


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto_Submitted": "no"},
        {"X_Auto_Response_Suppress": "All"},
        {"Auto_Submitted": "auto-forwarded"},
        {"Subject": "Auto: Your turn"},
        {"Subject": "Re: Out of reach"},
        {"Subject": "RE: Out of Office: Your turn"},
        {"List_Unsubscribe": "<mailto:x@crm.example>", "In_Reply_To": "<a@abyss.localhost>"},
        {"Precedence": "first-class"},
    ],
)
def test_what_only_looks_automatic_is_read(readers: list[Reply], headers: dict[str, str]) -> None:
    """R1, R2: no human e-mail is lost; X-Auto-Response-Suppress alone is no proof."""
    assert decided(reply("2\n", **headers)) == "played"


def test_an_email_from_nobody_is_not_read(readers: list[Reply]) -> None:
    """R1: the null envelope sender."""
    assert decided(reply("2\n"), mail_from="") == "auto_reply"


def test_an_email_that_goes_in_circles_is_stopped(readers: list[Reply]) -> None:
    """R5: a hundred Received headers (RFC 5321 §6.3)."""
    assert decided(b"Received: from a\r\n" * 100 + reply("2\n")) == "loop"
    assert decided(b"Received: from a\r\n" * 99 + reply(Message_ID="<2@c.example>")) == "played"


def test_our_own_mark_and_our_own_addresses_are_never_answered(readers: list[Reply]) -> None:
    """R5: all our e-mails have the X-Loop of this installation, and so do echoes of them."""
    marked = reply(X_Loop="Abyss.Localhost")
    from_us = reply(sender=reply_addresses.build_address("play", TOKEN), Message_ID="<2@c.example>")
    other = reply(X_Loop="elsewhere.example", Message_ID="<3@c.example>")

    assert [decided(raw) for raw in (marked, from_us, other)] == ["own_mail", "own_mail", "played"]


def test_emails_to_roles_are_kept_for_a_human(readers: list[Reply]) -> None:
    """A8: they are never parsed for commands."""
    assert decided(reply("2\n"), purpose="") == "role_address"
    assert readers == []


def test_an_email_without_a_reader_is_recorded(readers: list[Reply]) -> None:
    intake.readers.clear()

    assert decided(reply("2\n")) == "no_reader"


@pytest.mark.parametrize(
    "sender",
    [
        "",
        "alice@example.org, bob@example.org",
        "alice@example.org <eve@example.net>",
        "friends: alice@example.org;",
        '"alice@example.org"',
        "alice",
        "<@a,@b:alice@example.org>",
    ],
)
def test_a_sender_who_is_not_exactly_one_is_nobody(readers: list[Reply], sender: str) -> None:
    """S4: a strict parser."""
    arrive(reply("2\n", sender=sender))
    process_due(NOW)

    assert readers[0].sender == ""


def test_two_from_headers_are_nobody(readers: list[Reply]) -> None:
    """S4: multiple From headers."""
    arrive(b"From: eve@example.net\r\n" + reply("2\n"))
    process_due(NOW)

    assert readers[0].sender == ""


@pytest.mark.parametrize(
    "sender",
    [
        "alice@example.org",
        "<ALICE@example.org>",
        "Alice (at home) <alice@example.org>",
        '"Alice, the \\"first\\"" <alice@example.org>',
        '"eve@example.net" <alice@example.org>',
        "=?utf-8?q?eve=40example=2Enet=2C?= <alice@example.org>",
    ],
)
def test_a_sender_is_known_however_written(readers: list[Reply], sender: str) -> None:
    """S3, S4: names, comments and case."""
    arrive(reply("2\n", sender=sender))
    process_due(NOW)

    assert readers[0].sender == "alice@example.org"


def test_any_email_to_the_unsubscribe_address_stops_a_match(
    people: dict[str, Any], readers: list[Reply]
) -> None:
    """O8: the mailto URL."""
    turn = notification("a", people["alice"], thread="match-7")
    token = reply_addresses.token_from_uuid(turn.pk)

    for number in range(2):
        raw = reply("", Message_ID=f"<{number}@x>", Precedence="bulk")
        assert decided(raw, purpose="unsub", token=token) == "unsubscribed"
    wish = ChannelPreference.objects.get()
    assert (wish.player, wish.thread, wish.events) == (people["alice"], "match-7", [])


def test_old_emails_are_forgotten_and_their_decisions_kept(readers: list[Reply]) -> None:
    """I9: the content is kept for 60 days."""
    email = arrive(reply("2\n"))
    process_due(NOW)
    InboundEmail.objects.update(received_at=NOW - timedelta(days=400))

    assert delete_expired_emails() == 1
    email.refresh_from_db()
    assert (email.raw, email.reason) == (None, "played")


def test_the_tasks_empty_both_trays(
    people: dict[str, Any], readers: list[Reply], kinds: dict[str, Any]
) -> None:
    notification("a", people["alice"])
    arrive(reply("2\n"))

    assert (send_due_emails(), process_inbound()) == (1, 1)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\0\0\0",
        bytes(range(256)) * 20,
        b"Subject: =?utf-8?b?////?=\r\nFrom: \xff\xfe@\x00\r\nMessage-ID: <\xff@x>\r\n\r\n\xff2",
        b"Content-Type: multipart/mixed; boundary=\r\n\r\n2",
        b"Content-Type: text/plain; charset=\xff\r\nContent-Type: ;;=\r\n\r\n2",
    ],
)
def test_no_email_is_too_broken_for_a_decision(readers: list[Reply], raw: bytes) -> None:
    """I10: truncated, binary, empty."""
    assert decided(raw) == "played"
