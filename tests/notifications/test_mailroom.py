"""Tests of the mailroom over real SMTP and LMTP."""

from __future__ import annotations

import os
import signal
import smtplib
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from typing import Any

import pytest
from django.conf import settings as site
from django.db import connections

from notifications.incoming.transports import smtp
from notifications.incoming.transports.smtp import (
    MAX_OCTETS,
    MAX_RECIPIENTS,
    LimitedSMTP,
    Mailroom,
)
from notifications.models import InboundEmail
from notifications.outgoing import reply_addresses

from .conftest import TOKEN, reply, running

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def client(mailroom: Mailroom) -> Iterator[smtplib.SMTP]:
    with smtplib.SMTP("127.0.0.1", mailroom.port, timeout=10) as client:
        yield client


def our_address() -> str:
    return reply_addresses.build_address("play", TOKEN)


def test_an_email_is_kept_before_it_is_accepted(client: smtplib.SMTP) -> None:
    """I2: 250 only after the row is committed."""
    client.sendmail("alice@example.org", [our_address()], reply("2\n"))

    kept = InboundEmail.objects.get()
    assert bytes(kept.raw or b"").endswith(b"\r\n2\r\n")
    assert (kept.purpose, kept.token, kept.state) == ("play", TOKEN, "received")
    assert kept.envelope["mail_from"] == "alice@example.org"


def test_a_bounce_may_come_from_nobody(client: smtplib.SMTP) -> None:
    client.sendmail("", [reply_addresses.build_address("bounce", TOKEN)], reply())

    assert InboundEmail.objects.get().purpose == "bounce"


@pytest.mark.parametrize(
    "address",
    [
        "bob@abyss.localhost",
        "play+abc@abyss.localhost",
        "alice@example.org",
        reply_addresses.build_local_part("play", TOKEN)[:-1] + "@abyss.localhost",
    ],
)
def test_an_address_that_is_not_ours_is_refused_at_once(client: smtplib.SMTP, address: str) -> None:
    """I3: 550 at RCPT, never a bounce."""
    client.ehlo()
    client.mail("eve@example.net")

    assert client.rcpt(address) == (550, b"5.1.1 No such address here")


@pytest.mark.parametrize("address", ["postmaster", "abuse@abyss.localhost", "Play@abyss.localhost"])
def test_emails_to_roles_are_taken(client: smtplib.SMTP, address: str) -> None:
    client.sendmail("eve@example.net", [address], reply())

    assert InboundEmail.objects.get().token == ""


def test_an_email_that_says_it_is_too_big_is_refused_at_once(client: smtplib.SMTP) -> None:
    """I3, I7: SIZE (RFC 1870)."""
    client.ehlo()

    assert client.mail("alice@example.org", [f"SIZE={MAX_OCTETS + 1}"])[0] == 552


def test_an_email_that_is_too_big_is_refused(client: smtplib.SMTP) -> None:
    """I7: 10 MB."""
    client.ehlo()
    client.mail("alice@example.org")
    client.rcpt(our_address())

    assert client.data((b"z" * 998 + b"\r\n") * (MAX_OCTETS // 999))[0] == 552
    assert not InboundEmail.objects.exists()


def test_an_email_just_small_enough_is_taken(client: smtplib.SMTP) -> None:
    body = ("z" * 70 + "\r\n") * (MAX_OCTETS // 72 - 10)
    client.sendmail("alice@example.org", [our_address()], reply(body))

    assert InboundEmail.objects.get().size > MAX_OCTETS - 2000


def test_an_endless_line_is_refused(client: smtplib.SMTP) -> None:
    """I3, I7: 64 KB per line."""
    client.ehlo()
    client.mail("alice@example.org")
    client.rcpt(our_address())

    assert client.data(b"z" * 1_000_000)[0] == 500


def test_too_many_recipients_must_come_one_after_the_other(client: smtplib.SMTP) -> None:
    """I3, I7: 20 recipients."""
    client.ehlo()
    client.mail("eve@example.net")
    codes = [client.rcpt("abuse@abyss.localhost")[0] for _ in range(MAX_RECIPIENTS + 1)]

    assert codes == [250] * MAX_RECIPIENTS + [452]


def test_an_internationalised_sender_is_welcome(client: smtplib.SMTP) -> None:
    """A9: SMTPUTF8."""
    client.ehlo()
    client.mail("ålice@exämple.org", ["SMTPUTF8"])
    client.rcpt(our_address())
    client.data(reply(sender="ålice@exämple.org"))

    assert InboundEmail.objects.get().envelope["mail_from"] == "ålice@exämple.org"


def test_the_same_email_sent_again_is_kept_once(client: smtplib.SMTP) -> None:
    """I6: the same bytes to the same recipients."""
    for _ in range(3):
        client.sendmail("alice@example.org", [our_address()], reply())

    assert InboundEmail.objects.get().copies == 2


def test_while_the_database_is_away_senders_are_asked_to_come_again(
    client: smtplib.SMTP, settings: Any, mailroom: Mailroom
) -> None:
    """I2: 451, so that no e-mail is lost."""
    database = connections["default"].settings_dict
    before = dict(database)
    database.update(HOST="127.0.0.1", PORT="1")
    try:
        with pytest.raises(smtplib.SMTPDataError) as refusal:
            client.sendmail("alice@example.org", [our_address()], reply())
    finally:
        database.update(before)
    client.sendmail("alice@example.org", [our_address()], reply())

    assert refusal.value.smtp_code == 451
    assert InboundEmail.objects.count() == 1


def test_nonsense_is_answered_with_patience(mailroom: Mailroom) -> None:
    with socket.create_connection(("127.0.0.1", mailroom.port), 5) as line:
        line.recv(1000)
        line.sendall(b"\xff\xfe\x00 what?\r\nEHLO \xff\r\nMAIL FROM:<\r\nDATA\r\nQUIT\r\n")
        said = b""
        while some := line.recv(1000):
            said += some

    assert {answer[:1] for answer in said.splitlines() if answer} <= {b"5", b"4", b"2"}
    assert said.splitlines()[-1].startswith(b"221")


def test_the_command_says_where_it_listens_and_stops_when_told() -> None:
    command = [sys.executable, "manage.py", "mailroom", "--port", "0"]
    room = subprocess.Popen(
        command, cwd=site.BASE_DIR, stdout=subprocess.PIPE, env=os.environ, text=True
    )
    assert room.stdout
    with room.stdout:
        said = room.stdout.readline()
        room.send_signal(signal.SIGTERM)

        assert room.wait(10) == 0
    assert said.startswith("mailroom listening on 127.0.0.1:")


def test_a_port_that_is_taken_is_explained(mailroom: Mailroom) -> None:
    command = [sys.executable, "manage.py", "mailroom", "--port", str(mailroom.port)]
    done = subprocess.run(command, cwd=site.BASE_DIR, capture_output=True, text=True, timeout=30)

    assert done.returncode == 1
    assert "Cannot listen on" in done.stderr and "SMTP_PORT" in done.stderr


@pytest.fixture
def local() -> Iterator[smtplib.LMTP]:
    room = Mailroom("127.0.0.1", 0, lmtp=True)
    serve = lambda stop, ready: room.serve(stop, lambda room: ready(room.port))  # noqa: E731
    with running(serve) as port, smtplib.LMTP("127.0.0.1", port) as client:
        yield client


def test_lmtp_answers_for_each_recipient(local: smtplib.LMTP) -> None:
    """I1, I2: one status per recipient (RFC 2033); only the wrong address is rejected."""
    ours = [our_address(), "postmaster@abyss.localhost"]
    local.ehlo()
    local.mail("alice@example.org")
    codes = [local.rcpt(address)[0] for address in [*ours, "bob@abyss.localhost"]]
    answers = [local.data(reply("2\n"))[0], local.getreply()[0]]

    assert (codes, answers) == ([250, 250, 550], [250, 250])
    assert InboundEmail.objects.get().envelope["rcpt_tos"] == ours


def test_idle_connections_do_not_keep_emails_out(mailroom: Mailroom) -> None:
    """A hundred of them used to block all others for five minutes."""
    with ExitStack() as closing:
        idle = [
            closing.enter_context(socket.create_connection(("127.0.0.1", mailroom.port)))
            for _ in range(150)
        ]
        for half in idle[::2]:
            # The first connections may have been closed already.
            with suppress(ConnectionError):
                half.sendall(b"EHLO exam")

        with smtplib.SMTP("127.0.0.1", mailroom.port, timeout=10) as client:
            client.sendmail("alice@example.org", [our_address()], reply("2\n"))
        sent_away = b""
        # A connection closed before all input was read is reset after the response.
        with suppress(ConnectionResetError):
            while told := idle[0].recv(1000):
                sent_away += told

    assert InboundEmail.objects.count() == 1
    assert sent_away.splitlines()[-1].startswith(b"421 4.3.2 ")


def test_who_goes_on_speaking_is_not_sent_away(mailroom: Mailroom) -> None:
    with smtplib.SMTP("127.0.0.1", mailroom.port, timeout=10) as client:
        client.ehlo()
        others = []
        for _ in range(150):
            others.append(socket.create_connection(("127.0.0.1", mailroom.port)))
            assert client.noop()[0] == 250
        client.sendmail("alice@example.org", [our_address()], reply("2\n"))
    for connection in others:
        connection.close()

    assert InboundEmail.objects.count() == 1


def test_emails_that_are_being_sent_share_the_memory(
    mailroom: Mailroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smtp, "MAX_BUFFERED_OCTETS", 3_000_000)
    senders = [smtplib.SMTP("127.0.0.1", mailroom.port, timeout=10) for _ in range(4)]
    for sender in senders:
        sender.ehlo()
        sender.mail("alice@example.org")
        sender.rcpt(our_address())
        sender.putcmd("data")
        sender.getreply()
        with suppress(OSError):
            sender.send(b"z" * 70 * 14_000 + b"\r\n")

    with smtplib.SMTP("127.0.0.1", mailroom.port, timeout=10) as client:
        client.sendmail("alice@example.org", [our_address()], reply("2\n"))
    with pytest.raises((smtplib.SMTPServerDisconnected, OSError)):
        senders[-1].getreply()
        senders[-1].getreply()
    for sender in senders:
        sender.close()

    assert InboundEmail.objects.count() == 1
    assert LimitedSMTP.octets_held < 3_000_000
