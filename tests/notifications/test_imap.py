"""Letters from a mailbox elsewhere, over real IMAP."""

from __future__ import annotations

import re
import socketserver
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from notifications import addresses
from notifications.models import InboundLetter
from notifications.sources import imap

from .conftest import TOKEN, reply

pytestmark = pytest.mark.django_db


class Box(socketserver.ThreadingTCPServer):
    """A server with one mailbox: letters by UID."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Conversation)
        self.letters: dict[int, bytes] = {}
        self.validity = 7


class Conversation(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        box = self.server
        assert isinstance(box, Box)
        self.wfile.write(b"* OK ready\r\n")
        for line in self.rfile:
            tag, _, command = line.decode().strip().partition(" ")
            for said in self.answer(command.upper(), box):
                self.wfile.write(said)
            self.wfile.write(f"{tag} OK done\r\n".encode())

    def answer(self, command: str, box: Box) -> Iterator[bytes]:
        if command == "CAPABILITY":
            yield b"* CAPABILITY IMAP4rev1\r\n"
        elif command.startswith("EXAMINE"):
            yield f"* {len(box.letters)} EXISTS\r\n".encode()
            yield f"* OK [UIDVALIDITY {box.validity}] valid\r\n".encode()
        elif found := re.match(r"UID SEARCH UID (\d+):\*", command):
            last = max(box.letters, default=0)
            uids = [uid for uid in box.letters if uid >= int(found[1]) or uid == last]
            yield f"* SEARCH {' '.join(map(str, uids))}\r\n".encode()
        elif found := re.match(r"UID FETCH (\d+)", command):
            raw = box.letters[int(found[1])]
            yield (
                f"* 1 FETCH (UID {found[1]} BODY[]<0> {{{len(raw)}}}\r\n".encode() + raw + b")\r\n"
            )
        elif command == "LOGOUT":
            yield b"* BYE\r\n"


@pytest.fixture
def box(settings: Any) -> Iterator[Box]:
    with Box() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        port = server.server_address[1]
        settings.IMAP_URL = f"imap://alice%40example.org:secret@127.0.0.1:{port}/INBOX"
        yield server
        server.shutdown()


def letter(number: int) -> bytes:
    to = addresses.write_full("play", TOKEN)
    return reply("2\n", To=to, Message_ID=f"<{number}@client.example>", Return_Path="<a@b.example>")


def test_new_letters_are_kept_once(box: Box, settings: Any) -> None:
    """I1, I4: the cursor is UIDVALIDITY and UID, in the database."""
    box.letters = {3: letter(3), 5: letter(5)}
    first = imap.fetch(settings.IMAP_URL)
    box.letters[9] = letter(9)

    again = [imap.fetch(settings.IMAP_URL), imap.fetch(settings.IMAP_URL)]

    assert (first, again) == (2, [1, 0])
    kept = InboundLetter.objects.order_by("source_id")
    assert [one.source_id for one in kept][-1] == "0000000007:0000000009"
    assert {(one.purpose, one.token, one.envelope["mail_from"]) for one in kept} == {
        ("play", TOKEN, "a@b.example")
    }


def test_a_mailbox_numbered_anew_is_read_anew_and_nothing_twice(box: Box, settings: Any) -> None:
    """I4, I6: known by Message-ID and token."""
    box.letters = {3: letter(3)}
    imap.fetch(settings.IMAP_URL)
    box.validity, box.letters = 8, {1: letter(3), 2: letter(4)}

    imap.fetch(settings.IMAP_URL)

    assert InboundLetter.objects.count() == 2


def test_what_a_command_says_about_trouble_tells_no_password(settings: Any) -> None:
    settings.IMAP_URL = "imap://alice:secret@127.0.0.1:9/INBOX"

    with pytest.raises(CommandError) as caught:
        call_command("fetch_letters")

    assert "secret" not in str(caught.value)
