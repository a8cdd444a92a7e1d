"""Tests with a real mail server: swaks, Debian's postfix on the loopback, LMTP to the mailroom."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from games.models import Status
from notifications.incoming.dispatch import process_due
from notifications.incoming.intake import Reply
from notifications.incoming.transports.smtp import Mailroom
from notifications.models import Delivery, InboundEmail
from notifications.outgoing import reply_addresses

from .conftest import NOW, TOKEN, notification, reply, running
from .mail_hops import SERVICES

POSTFIX = shutil.which("postfix") or shutil.which("postfix", path="/usr/sbin")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        not POSTFIX or not shutil.which("swaks") or os.geteuid() != 0,
        reason="needs postfix, swaks and root",
    ),
]

MAIN = """
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
daemon_directory = /usr/lib/postfix/sbin
maillog_file = {folder}/log
maillog_file_prefixes = {folder}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.abyss.localhost
mydestination =
alias_maps =
local_recipient_maps =
virtual_mailbox_domains = abyss.localhost
virtual_mailbox_maps = static:all
virtual_transport = lmtp:inet:127.0.0.1:{mailroom}
transport_maps = inline:{{ {{ gone.example = lmtp:inet:127.0.0.1:{mailroom} }} }}
smtpd_relay_restrictions = permit_mynetworks, reject
"""


@pytest.fixture
def server() -> Iterator[int]:
    """Run a postfix that relays our e-mails to a running mailroom by LMTP; yield its port."""
    room = Mailroom("127.0.0.1", 0, lmtp=True)
    serve = lambda stop, ready: room.serve(stop, lambda room: ready(room.port))  # noqa: E731
    folder = Path(tempfile.mkdtemp())
    with running(serve) as mailroom, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        _configure(folder, port, mailroom)
        # Without a file for its output, the command would wait for the daemon it starts.
        with (folder / "said").open("w") as said:
            subprocess.run([str(POSTFIX), "-c", str(folder), "start"], stdout=said, stderr=said)
        try:
            yield port
        finally:
            stop = [str(POSTFIX), "-c", str(folder), "stop"]
            subprocess.run(stop, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            shutil.rmtree(folder, ignore_errors=True)


def _configure(folder: Path, port: int, mailroom: int) -> None:
    folder.chmod(0o755)
    (folder / "queue").mkdir()
    (folder / "data").mkdir()
    shutil.chown(folder / "data", "postfix")
    (folder / "main.cf").write_text(MAIN.format(folder=folder, mailroom=mailroom))
    lines = [f"127.0.0.1:{port} inet n - n - - smtpd"]
    lines += [f"{name} {service}" for name, service in SERVICES.items()]
    (folder / "master.cf").write_text("\n".join(lines) + "\n")


def send(port: int, sender: str, to: str, raw: bytes) -> None:
    """Send one e-mail with swaks as soon as the server listens."""
    command = ["swaks", "--server", f"127.0.0.1:{port}", "--from", sender, "--to", to]
    for _ in range(50):
        said = subprocess.run([*command, "--data", "-"], input=raw, capture_output=True)
        if said.returncode == 0:
            return
        time.sleep(0.2)
    pytest.fail(said.stdout.decode()[-2000:])


def wait_for(happened: Callable[[], bool]) -> None:
    """Wait up to twenty seconds until `happened` returns True."""
    until = time.monotonic() + 60
    while not happened():
        assert time.monotonic() < until
        time.sleep(0.1)


def test_an_email_passes_a_real_server_and_is_read_once(server: int, readers: list[Reply]) -> None:
    """I6: the same message twice is one move."""
    to = reply_addresses.build_address("play", TOKEN)
    email = reply("2\n\nOn 2 Nov 2026, Abyss wrote:\n> old\n")

    send(server, "alice@example.org", to, email)
    send(server, "alice@example.org", to, email)
    wait_for(lambda: InboundEmail.objects.filter(copies=1).exists())
    process_due(timezone.now())

    assert [(one.token, one.lines) for one in readers] == [(TOKEN, ["2"])]


def test_a_match_is_played_by_real_emails_that_all_come_twice(server: int, deal: Any) -> None:
    """I1, I6: from the deal to the end, one move per e-mail."""
    match = deal("pebbles", seats=2, now=timezone.now())
    played = 0
    while prompt := match.prompts.filter(closed_at=None).first():
        player = match.seats.select_related("player").get(number=prompt.seat).player
        to = reply_addresses.build_address("play", prompt.token)
        name = f"<{prompt.pk}@client.example>"
        email = reply("take 1\n", sender=player.email, Message_ID=name)
        send(server, player.email, to, email)
        send(server, player.email, to, email)
        arrived = InboundEmail.objects.filter(token=prompt.token, copies=1)
        wait_for(arrived.exists)
        process_due(timezone.now())
        played += 1

    match.refresh_from_db()
    assert match.status == Status.FINISHED
    assert match.moves.filter(source="email").count() == played > 2


def test_an_email_to_a_wrong_address_comes_back_to_its_sender(server: int) -> None:
    """I3: rejected by the mailroom during the session; nothing is stored."""
    send(server, "bob@gone.example", "play+wrong@abyss.localhost", reply())
    time.sleep(1)

    assert not InboundEmail.objects.exists()


def test_a_bounce_comes_back_and_finds_its_delivery(server: int, people: dict[str, Any]) -> None:
    """E1: found only by the token of the return address."""
    ours = notification("a", people["alice"])
    Delivery.objects.create(notification=ours, attempted_at=NOW, accepted=True)
    back = reply_addresses.build_address("bounce", reply_addresses.token_from_uuid(ours.pk))

    send(server, back, "alice@gone.example", reply())
    wait_for(lambda: InboundEmail.objects.exists())
    process_due(timezone.now())

    assert InboundEmail.objects.get().reason == "bounce"
    delivery = Delivery.objects.get()
    assert delivery.bounced_at is not None and delivery.bounce.startswith("5.1.1")
